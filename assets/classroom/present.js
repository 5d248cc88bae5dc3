// The presentation: a walk through sentences and facts, each fact first asked and then revealed; the address has the step, to come back to.
(() => {
  const { fit, say, listen, data, runs } = window.classroom;
  const QUIET = 2500, LEAST = 18, SHARE = 0.8;
  const stage = document.querySelector("#stage"), text = stage.querySelector(".txt"), tell = stage.querySelector(".tell");
  const sayBox = stage.querySelector(".say"), read = stage.querySelector(".read"), end = stage.querySelector(".end");
  const searchBox = stage.querySelector(".search"), where = document.querySelector(".where"), blank = document.querySelector(".blank");
  const points = [...stage.querySelectorAll(".point")], count = Number(stage.dataset.sentences);
  const pieces = [...text.querySelectorAll(".w, .g")];
  const sentences = [...document.querySelectorAll(".source li")].map((item) => item.textContent);
  let whole = false, errors = false, steps = [], at = 0, search = null;

  // A step is a sentence to read, a fact that is asked (`shown` false) or revealed, or the end.
  function walk() {
    const listed = errors ? "facts" : "errors", found = [];
    for (let s = 0; s < Math.max(1, count); s++) {
      const own = points.filter((point) => Number(point.dataset.sentence) === s && !point.classList.contains(listed));
      if (errors && !own.length) continue;
      found.push({ s, id: `s${s}` });
      for (const point of own) found.push({ s, point, id: point.id, shown: false }, { s, point, id: `${point.id}r`, shown: true });
    }
    found.push({ s: Math.max(0, count - 1), id: "end", end: true });
    return found;
  }

  function light(step) {
    // What was revealed before keeps its line, what is asked about now is lit, and everything else steps back.
    const done = new Map();
    if (!step.end) for (const before of steps.slice(0, at + 1)) if (before.shown) for (const [from, to] of runs(before.point.dataset.marks || before.point.dataset.words)) {
      for (let n = from; n <= to; n++) if (before.point.dataset.wrong || !done.has(n)) done.set(n, before.point.dataset.wrong ? "no" : "ok");
    }
    if (step.end) stage.querySelectorAll(".point.errors, .point.both").forEach((point) => {
      for (const [from, to] of runs(point.dataset.words)) for (let n = from; n <= to; n++) done.set(n, "no");
    });
    const own = step.point ? runs(step.point.dataset.words) : [];
    const inside = (n, gap) => own.some(([from, to]) => from <= n && (gap ? n < to : n <= to));
    for (const piece of pieces) {
      const n = Number(piece.dataset.n), gap = piece.classList.contains("g"), mark = done.get(n);
      piece.classList.toggle("focus", inside(n, gap));
      piece.classList.toggle("ok", mark === "ok" && (!gap || done.get(n + 1) === "ok"));
      piece.classList.toggle("no", mark === "no" && (!gap || done.get(n + 1) === "no"));
      const here = whole || step.end || Number(piece.dataset.s) === step.s;
      piece.classList.toggle("away", !here);
      const elsewhere = whole && !step.end && Number(piece.dataset.s) !== step.s;
      piece.classList.toggle("aside", elsewhere || (own.length > 0 && here && !inside(n, gap)));
    }
  }

  // The type of a sentence is as large as lets its longest fact be read whole, so that nothing jumps from fact to fact.
  const known = new Map();
  const measured = (point, work) => {
    const before = [point.hidden, point.querySelector(".card").hidden];
    [point.hidden, point.querySelector(".card").hidden] = [false, false];
    const found = work();
    [point.hidden, point.querySelector(".card").hidden] = before;
    return found;
  };
  function largest(step, room) {
    const name = [step.s, errors, room, innerWidth].join();
    if (known.has(name)) return known.get(name);
    const own = steps.filter((other) => other.s === step.s && other.point && other.shown).map((other) => other.point);
    const shown = points.filter((point) => !point.hidden), most = Math.max(30, innerHeight * 0.09);
    shown.forEach((point) => { point.hidden = true; });
    const inner = (point) => measured(point, () => point.getBoundingClientRect().height);
    const fits = (size) => {
      text.style.fontSize = `${size}px`;
      tell.style.fontSize = `${Math.max(LEAST, SHARE * size)}px`;
      return text.scrollHeight + Math.max(0, ...own.map(inner)) <= room;
    };
    let low = LEAST, high = most;
    if (!fits(high)) for (let n = 0; n < 6; n++) { const middle = (low + high) / 2; if (fits(middle)) low = middle; else high = middle; } else low = high;
    shown.forEach((point) => { point.hidden = false; });
    known.set(name, low);
    return low;
  }
  function sizes(step) {
    const wide = Boolean(innerWidth >= 1000 && (whole || step.end) && innerWidth > innerHeight);
    stage.classList.toggle("beside", wide);
    stage.classList.toggle("wholly", whole || Boolean(step.end));
    const style = getComputedStyle(stage), room = stage.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    sayBox.style.maxHeight = "none";
    if (!whole && !step.end) {
      const size = Math.max(LEAST, Math.min(96, largest(step, room - parseFloat(style.rowGap) - 0.02 * innerHeight - 4) * window.classroom.scale()));
      text.style.fontSize = `${size}px`;
      tell.style.fontSize = `${Math.max(LEAST, SHARE * size)}px`;
      sayBox.style.maxHeight = `${Math.floor(room * 0.6)}px`;
      return;
    }
    sayBox.style.maxHeight = wide ? "none" : `${Math.floor(room * 0.42)}px`;
    const name = ["text", wide, room, innerWidth].join();
    if (known.has(name)) text.style.fontSize = known.get(name);
    else {
      fit(text, Math.floor(room * (wide ? 1 : 0.42)), wide ? LEAST : 22, Math.max(30, innerHeight * 0.085));
      known.set(name, text.style.fontSize);
    }
    // A fact has the size in which it fits when it is revealed.
    const work = () => fit(tell, tell.clientHeight, LEAST, Math.max(26, innerHeight * 0.06));
    if (step.point) measured(step.point, work); else work();
  }

  function told(step) {
    if (step.end) return end.textContent;
    if (!step.point) return `Sentence ${step.s + 1} of ${count}: ${sentenceText(step.s)}`;
    if (!step.shown) return step.point.querySelector(".ask").innerText;
    return step.point.querySelector(".card").innerText;
  }
  const sentenceText = (s) => pieces.filter((piece) => Number(piece.dataset.s) === s).map((piece) => piece.textContent).join("").trim();

  function place(step) {
    if (step.end) return "The end";
    const facts = steps.filter((other) => other.s === step.s && other.point && !other.shown);
    const number = step.point ? facts.findIndex((other) => other.point === step.point) + 1 : 0;
    const noun = errors ? "error" : "fact", of = `Sentence ${step.s + 1} of ${count}`;
    return number ? `${of} · ${noun} ${number} of ${facts.length}` : `${of} · ${facts.length} ${noun}${facts.length === 1 ? "" : "s"}`;
  }

  function draw(quiet) {
    const step = steps[at];
    closeSearch();
    points.forEach((point) => { point.hidden = point !== step.point; });
    if (step.point) step.point.querySelector(".card").hidden = !step.shown;
    read.hidden = Boolean(step.point || step.end);
    end.hidden = !step.end;
    light(step);
    sizes(step);
    tell.scrollTop = 0;
    const lit = text.querySelector(".focus") || (whole ? pieces.find((piece) => Number(piece.dataset.s) === step.s) : null);
    if (lit) lit.scrollIntoView({ block: "nearest" }); else sayBox.scrollTop = 0;
    where.textContent = place(step);
    document.querySelectorAll("[data-do=back]").forEach((button) => { button.disabled = at === 0; });
    document.querySelectorAll("[data-do=next]").forEach((button) => { button.disabled = at === steps.length - 1; });
    document.querySelectorAll("[data-do=search]").forEach((button) => { button.disabled = !(step.point && step.point.dataset.trace); });
    history.replaceState(null, "", `#${step.id}${whole ? ",whole" : ""}${errors ? ",errors" : ""}`);
    if (!quiet) say(told(step));
  }

  function go(to) {
    const next = Math.max(0, Math.min(steps.length - 1, to));
    if (next === at && to !== at) return;
    at = next;
    draw();
  }
  // A fact that is longer than the screen is read to its end before the walk goes on.
  function below() {
    const box = search ? searchBox : tell;
    if (box.scrollTop + box.clientHeight >= box.scrollHeight - 12) return false;
    box.scrollBy({ top: 0.8 * box.clientHeight, behavior: window.classroom.still ? "auto" : "smooth" });
    return true;
  }
  const next = () => { if (!blank.hidden) blank.hidden = true; else if (!below() && !(search && search.next())) { if (search) closeSearch(); else go(at + 1); } };
  const back = () => { if (!blank.hidden) blank.hidden = true; else if (!(search && search.back())) { if (search) closeSearch(); else go(at - 1); } };
  function jump(by) {
    const now = steps[at].end ? steps.length : steps[at].s, starts = steps.map((step, n) => [step, n]).filter(([step]) => !step.point);
    const found = by > 0 ? starts.find(([step, n]) => n > at && (step.s > now || step.end)) : starts.filter(([step, n]) => n < at && (step.s < now || steps[at].point)).pop();
    if (found) go(found[1]);
  }

  function settle(id) {
    const found = steps.findIndex((step) => step.id === id);
    const same = found >= 0 ? found : steps.findIndex((step) => step.id === id.replace(/r$/, "") || `s${step.s}` === id);
    at = Math.max(0, same);
  }

  function again(change) {
    const before = steps[at], s = `s${before.s}`;
    change();
    steps = walk();
    at = Math.max(0, steps.findIndex((step) => step.id === before.id));
    if (steps[at].id !== before.id && !before.end) settle(s);
    for (const [name, on] of [["whole", whole], ["errors", errors]]) document.querySelector(`[data-do=${name}]`)?.setAttribute("aria-pressed", on ? "true" : "false");
    draw();
  }

  function closeSearch() {
    if (!search) return;
    search = null;
    searchBox.hidden = true;
    stage.classList.remove("searching");
    document.querySelector("[data-do=search]")?.setAttribute("aria-pressed", "false");
  }
  function toggleSearch() {
    const step = steps[at];
    if (search) { closeSearch(); say(told(step)); return; }
    if (!step.point?.dataset.trace) { say("There is no search to show here."); return; }
    searchBox.hidden = false;
    stage.classList.add("searching");
    document.querySelector("[data-do=search]")?.setAttribute("aria-pressed", "true");
    search = window.classroom.search(searchBox, step.point.dataset.trace, sentences, step.point.dataset.looked);
  }

  // Bars are out of the way until they are wanted.
  let timer = 0;
  function awake() {
    document.body.classList.add("awake");
    clearTimeout(timer);
    timer = setTimeout(() => { if (!document.querySelector(".bar:focus-within, .bar:hover")) document.body.classList.remove("awake"); else awake(); }, QUIET);
  }
  for (const kind of ["pointermove", "focusin", "pointerdown"]) document.addEventListener(kind, awake);

  const overview = document.querySelector("dialog.overview");
  overview.addEventListener("click", (event) => {
    const wanted = event.target.closest("[data-go]");
    if (!wanted) return;
    overview.close();
    settle(wanted.dataset.go);
    draw();
  });

  let touched = null;
  stage.addEventListener("pointerdown", (event) => { touched = [event.clientX, event.clientY]; });
  stage.addEventListener("pointerup", (event) => {
    if (!touched || event.button) return;
    const [x, y] = [event.clientX - touched[0], event.clientY - touched[1]];
    touched = null;
    if (event.pointerType === "touch" && Math.abs(x) > 60 && Math.abs(x) > 2 * Math.abs(y)) { if (x < 0) next(); else back(); return; }
    if (Math.hypot(x, y) < 8 && !getSelection().toString()) next();
  });
  blank.addEventListener("click", () => { blank.hidden = true; });

  listen(
    {
      more: (event, button) => { button.setAttribute("aria-expanded", document.body.classList.toggle("all") ? "true" : "false"); },
      next, back, search: toggleSearch, go: () => overview.showModal(),
      whole: () => again(() => { whole = !whole; }), errors: () => again(() => { errors = !errors; }),
      after: () => jump(1), before: () => jump(-1), first: () => go(0), last: () => go(steps.length - 1),
      blank: () => { blank.hidden = !blank.hidden; if (!blank.hidden) say("The screen is blank."); },
      close: () => { if (search) toggleSearch(); blank.hidden = true; },
    },
    {
      " ": "next", ArrowRight: "next", ArrowDown: "next", PageDown: "next", Enter: "next", ArrowLeft: "back", ArrowUp: "back", PageUp: "back", Backspace: "back",
      n: "after", p: "before", Home: "first", End: "last", t: "search", w: "whole", e: "errors", g: "go", b: "blank", ".": "blank", Escape: "close",
    },
  );

  const leave = document.querySelector("[data-do=leave]");
  if (leave) leave.href = data().back || "/";
  window.addEventListener("resize", () => { known.clear(); if (search) search.draw(); else draw(true); });
  const [id, ...options] = location.hash.slice(1).split(",");
  whole = options.includes("whole");
  errors = options.includes("errors");
  steps = walk();
  if (id) settle(id);
  again(() => {});
  awake();
  document.fonts?.ready.then(() => { known.clear(); draw(true); });
})();
