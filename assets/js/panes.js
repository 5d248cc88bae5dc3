// How much room each part of the page has: lines that are dragged, a header that folds, the switch between the panes of a small screen,
// and what of them goes on paper. What the person chose is remembered in this browser, as the theme is.
(() => {
  const errata = window.errata;
  const KEPT = "errata-layout";
  const STEP = 4;  // per cent a key press
  const LEAST_ROOM = 0.55;  // of the window, for the panes
  const BELOW = 10;  // pixels
  const SWIPE = 56, LONGEST = 700;  // pixels across, milliseconds
  const SIDEWAYS = "input, textarea, .scroll, .icicle, .sep, .tbar";  // what a finger moves in by itself
  const small = matchMedia("(max-width: 860px)");

  let chosen = {};
  try { chosen = JSON.parse(localStorage.getItem(KEPT)) || {}; } catch { /* private window: it lasts as long as the page */ }
  function keep(name, value) {
    if (value === null) delete chosen[name]; else chosen[name] = value;
    try { localStorage.setItem(KEPT, JSON.stringify(chosen)); } catch { /* as above */ }
    dress();
  }

  const KINDS = { cols: { name: "left", back: "ArrowLeft", on: "ArrowRight" }, rows: { name: "out", back: "ArrowUp", on: "ArrowDown" } };
  const kindOf = (line) => KINDS[line.classList.contains("cols") ? "cols" : "rows"];
  const limits = (line) => [Number(line.getAttribute("aria-valuemin")), Number(line.getAttribute("aria-valuemax"))];

  // The share, in per cent, that what is before a line has now.
  function share(line) {
    const { name } = kindOf(line), box = line.parentElement.getBoundingClientRect(), at = line.getBoundingClientRect();
    return Math.round(name === "left" ? 100 * (at.left - box.left) / (box.width - at.width) : 100 * (at.top - box.top) / (box.height - at.height));
  }

  function move(line, value) {
    const [least, most] = limits(line);
    keep(kindOf(line).name, Math.max(least, Math.min(most, Math.round(value))));
  }

  // What was chosen, on the page as it is drawn now.
  function dress() {
    const { body } = document;
    body.classList.toggle("headfolded", Boolean(chosen.folded));
    body.classList.toggle("outsized", chosen.out !== undefined);
    body.style.setProperty("--left", `${chosen.left ?? 50}fr`);
    body.style.setProperty("--rest", `${100 - (chosen.left ?? 50)}fr`);
    if (chosen.out !== undefined) body.style.setProperty("--out", `${chosen.out}%`);
    document.querySelectorAll("[data-fold]").forEach((button) => {
      button.setAttribute("aria-expanded", chosen.folded ? "false" : "true");
      button.title = chosen.folded ? "Unfold the header" : "Fold the header, for more room below";
    });
    document.querySelectorAll(".qx.review").forEach(fit);
    document.querySelectorAll(".sep").forEach((line) => { if (line.offsetParent) line.setAttribute("aria-valuenow", share(line)); });
  }

  // The panes end where the window does, whatever stands above them.
  function fit(root) {
    const panes = root.querySelector(".panes");
    if (!panes || small.matches) return;
    const above = panes.getBoundingClientRect().top + window.scrollY;
    panes.style.setProperty("--above", above < (1 - LEAST_ROOM) * window.innerHeight ? `${Math.round(above) + BELOW}px` : "");
  }

  errata.layout = dress;

  function lines(element) {
    let dragged = null;
    element.addEventListener("pointerdown", (event) => {
      const line = event.target.closest(".sep");
      if (!line || event.button) return;
      dragged = line;
      line.setPointerCapture(event.pointerId);
      line.classList.add("dragged");
      event.preventDefault();
      line.focus();
    });
    element.addEventListener("pointermove", (event) => {
      if (!dragged) return;
      const box = dragged.parentElement.getBoundingClientRect(), wide = kindOf(dragged).name === "left";
      move(dragged, 100 * (wide ? (event.clientX - box.left) / box.width : (event.clientY - box.top) / box.height));
    });
    for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, () => { dragged?.classList.remove("dragged"); dragged = null; });
    element.addEventListener("dblclick", (event) => { const line = event.target.closest(".sep"); if (line) keep(kindOf(line).name, null); });
    element.addEventListener("keydown", (event) => {
      const line = event.target.closest(".sep");
      if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
      const { name, back, on } = kindOf(line), [least, most] = limits(line);
      const to = { [back]: share(line) - STEP, [on]: share(line) + STEP, Home: least, End: most }[event.key];
      if (to === undefined && event.key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();  // these keys walk through the facts elsewhere
      if (to === undefined) keep(name, null); else move(line, to);
    });
  }

  // The reference over the whole of a small screen, or back from it.
  errata.turn = (root, to) => {
    root.classList.toggle("turned", to === "reference");
    if (to !== "reference") root.classList.remove("sheet");
    root.querySelectorAll("[data-turn]").forEach((button) => button.setAttribute("aria-pressed", button.dataset.turn === to ? "true" : "false"));
  };

  function swipes(element) {
    let from = null;
    element.addEventListener("touchstart", (event) => {
      const [touch, more] = event.touches;
      from = !more && small.matches && event.target.closest(".panes") && !event.target.closest(SIDEWAYS)
        ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp } : null;
    }, { passive: true });
    element.addEventListener("touchend", (event) => {
      const root = element.querySelector(".qx"), touch = event.changedTouches[0];
      if (!from || !root || event.timeStamp - from.at > LONGEST || !getSelection().isCollapsed) return;
      const across = touch.clientX - from.x, down = touch.clientY - from.y;
      if (Math.abs(across) < SWIPE || Math.abs(across) < 2 * Math.abs(down)) return;
      errata.turn(root, across < 0 ? "reference" : "first");
    }, { passive: true });
  }

  // On paper: everything, or what is unsupported alone.
  function printed(root, what) {
    root.dataset.print = what;
    addEventListener("afterprint", () => { delete root.dataset.print; }, { once: true });
    window.print();
  }

  const begun = new WeakSet(), sizes = new ResizeObserver(() => dress());
  errata.panes = (element) => {
    // Whatever stands above the panes may grow and shrink.
    sizes.disconnect();
    [...document.querySelectorAll("#boxes, #progress, .qx .score, .qx .warn")].forEach((above) => sizes.observe(above));
    if (begun.has(element)) { dress(); return; }
    begun.add(element);
    lines(element);
    swipes(element);
    element.addEventListener("click", (event) => {
      const button = event.target.closest("[data-fold], [data-turn], [data-print]");
      if (!button) return;
      if (button.dataset.turn) errata.turn(button.closest(".qx"), button.dataset.turn);
      else if (button.dataset.print) { button.closest(".menu").open = false; printed(button.closest(".qx"), button.dataset.print); }
      else keep("folded", chosen.folded ? null : true);
    });
    window.addEventListener("resize", dress);
    dress();
  };

  // A menu goes when something else is clicked, and with Escape.
  document.addEventListener("click", (event) => {
    document.querySelectorAll(".qx .menu[open]").forEach((menu) => { if (!menu.contains(event.target)) menu.open = false; });
  });
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && event.target.closest?.(".qx .menu[open]");
    if (!menu) return;
    event.stopPropagation();
    menu.open = false;
    menu.querySelector("summary").focus();
  }, true);
})();
