// The comparison: a disagreement opened lights its words in all strips, and the units behind it light their evidence.
(() => {
  const errata = window.errata;
  const LEAST_WIDTH = 4;  // pixels: less is a space at the end of a line

  errata.compare = (element, trigger, watch) => {
    const root = () => element.querySelector(".qx.compare");
    const one = (selector) => element.querySelector(selector);
    const all = (selector) => Array.from(element.querySelectorAll(selector));
    const reference = errata.paneOf(element);
    let places = null, open = null, pinned = null, size = 0;

    // The names of the lanes, beside each line of the text.
    function labels() {
      const gutter = one(".gutter"), text = one(".heat");
      if (!gutter || !text || !text.querySelector(".hp")) return;
      const names = gutter.dataset.names.split("\n");
      const style = getComputedStyle(text), row = parseFloat(style.lineHeight), pitch = parseFloat(style.getPropertyValue("--pitch"));
      const font = text.querySelector(".hp").getClientRects()[0], top = text.offsetTop + (font.top - text.getBoundingClientRect().top);
      const first = top + font.height - names.length * pitch - 1;
      gutter.textContent = "";
      // A blank line between paragraphs has no strips to name.
      const lines = new Set();
      for (const piece of text.querySelectorAll(".hp")) {
        for (const box of piece.getClientRects()) if (box.width > LEAST_WIDTH) lines.add(Math.round((box.top - font.top) / row));
      }
      for (const line of lines) {
        names.forEach((name, lane) => {
          const label = document.createElement("b");
          label.textContent = name;
          label.title = name;
          label.style.top = `${first + line * row + lane * pitch - 1}px`;
          gutter.append(label);
        });
      }
      gutter.classList.add("set");
    }

    const pieces = (number) => all(`.hp[data-d="${number}"]`);
    const itemOf = (number) => one(`.dis li[data-d="${number}"]`);
    function mark(name, number) {
      all(`.hp.${name}`).forEach((piece) => piece.classList.remove(name));
      if (number !== null) pieces(number).forEach((piece) => piece.classList.add(name));
    }

    function unlight() {
      reference.unlight();
      errata.paint("errata-answer", []);
      all(".uchip[aria-pressed=true]").forEach((chip) => chip.setAttribute("aria-pressed", "false"));
    }

    function showUnit(chip, pin) {
      unlight();
      places = places || new errata.TextPlaces(one(".heat"));
      const bad = chip.parentElement.classList.contains("no");
      reference.scroll(reference.light(chip.dataset, bad));
      errata.paint("errata-answer", errata.ranges(places, chip.dataset.answer));
      chip.setAttribute("aria-pressed", "true");
      pinned = pin ? chip : pinned;
      if (!pin) return;
      root().classList.add("sheet");
      one(".live").textContent = `${bad ? "Unsupported. Closest passage: " : "Supported. Evidence: "}${reference.text()}`;
    }

    function close() {
      if (open === null) return;
      const item = itemOf(open);
      item.querySelector(".dchip").setAttribute("aria-expanded", "false");
      item.querySelector(".behind").hidden = true;
      open = pinned = null;
      mark("lit", null);
      unlight();
      reference.say("");
      root().classList.remove("sheet");
    }

    function rove(item) {
      all(".dchip[tabindex='0']").forEach((chip) => { chip.tabIndex = -1; });
      item.querySelector(".dchip").tabIndex = 0;
    }

    function openItem(number) {
      const again = open === number;
      close();
      if (again) return;
      const item = itemOf(number);
      if (!item) return;
      open = number;
      rove(item);
      item.querySelector(".dchip").setAttribute("aria-expanded", "true");
      item.querySelector(".behind").hidden = false;
      mark("lit", number);
      const first = item.querySelector(".no > .uchip") || item.querySelector(".uchip");
      if (first) { showUnit(first, false); pinned = first; }
      const lanes = one(".lanes"), piece = pieces(number)[0];
      if (piece && lanes.scrollHeight > lanes.clientHeight && !errata.inside(lanes, piece)) errata.scrollTo(lanes, piece, 0.4);
      item.scrollIntoView({ block: "nearest", behavior: errata.smooth() });
    }

    function step(key, from) {
      const items = all(".dis > li"), at = from ? items.indexOf(from) : -1;
      const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: items.length - 1 }[key];
      if (to === undefined || !items.length) return false;
      const item = items[Math.max(0, Math.min(to, items.length - 1))];
      rove(item);
      item.querySelector(".dchip").focus();
      return true;
    }

    element.addEventListener("click", (event) => {
      if (!root()) return;
      const button = event.target.closest("button"), piece = event.target.closest(".hp[data-d]");
      if (piece) openItem(Number(piece.dataset.d));
      else if (!button) return;
      else if (button.classList.contains("dchip")) openItem(Number(button.parentElement.dataset.d));
      else if (button.classList.contains("uchip")) showUnit(button, true);
      else if (button.classList.contains("close")) errata.turn(root(), "first");
      else if (button.dataset.open) { errata.goes(); trigger("visit", { id: button.dataset.open }); }
      else if (button.dataset.copy === "link") errata.copyLink(button, "c", root().dataset.comparison);
      else if (button.dataset.edit !== undefined) trigger("edit", { id: root().dataset.comparison.split(",")[0] });
    });
    const near = (event, on) => {
      const item = root() && event.target.closest(".dis > li, .hp[data-d]");
      if (item) mark("near", on ? Number(item.dataset.d) : null);
      const chip = root() && event.target.closest(".uchip");
      if (chip && on) showUnit(chip, false);
      else if (chip && pinned && pinned.isConnected) showUnit(pinned, false);
    };
    element.addEventListener("mouseover", (event) => near(event, true));
    element.addEventListener("mouseout", (event) => near(event, false));
    element.addEventListener("focusin", (event) => near(event, true));
    document.addEventListener("keydown", (event) => {
      if (!root() || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || errata.typing(event.target)) return;
      if (event.key === "Escape") { const item = open === null ? null : itemOf(open); close(); if (item) item.querySelector(".dchip").focus(); return; }
      const item = event.target.closest && event.target.closest(".dis > li");
      if (!item && event.target !== document.body && !element.contains(event.target)) return;
      if (!item && !"jk".includes(event.key)) return;
      if (step(event.key, item)) event.preventDefault();
    });
    // The text breaks anew where its width changes: with the window, and beside the history.
    const measured = new ResizeObserver(() => { cancelAnimationFrame(size); size = requestAnimationFrame(labels); });

    // A result more has come: what was open stays open if it is still there.
    function drawn() {
      places = null;
      open = pinned = null;
      reference.look();
      measured.disconnect();
      if (!root()) return;
      if (one(".heat")) measured.observe(one(".heat"));
      labels();
      document.fonts?.ready.then(labels);
      errata.panes(element);
      reference.view();
      document.title = "Comparison · Errata";
      if (root().dataset.complete && root().dataset.comparison) { errata.visit("", root().dataset.comparison); errata.view(""); }
      errata.markCurrent();
    }

    watch("value", drawn);
    drawn();
  };
})();
