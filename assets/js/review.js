// The linked panes: a fact selected on the left lights its answer in the output and its evidence in the reference.
(() => {
  const errata = window.errata;
  const HOVER_DELAY = 25;
  const NOTE_DELAY = 600;
  const IDLE = { revise: "Select an edit to see its evidence", delete: "Select a deletion to see its evidence", table: "Select a question to see its evidence" };

  errata.review = (element, trigger, watch) => {
    const one = (selector, within) => (within || element).querySelector(selector);
    const all = (selector, within) => Array.from((within || element).querySelectorAll(selector));
    const root = () => one(".qx.review");
    const state = { analysis: null, unit: null, pinned: false, mode: "review", filter: "all", threshold: null };
    const reference = errata.paneOf(element);
    let output = null, index = null, shown = null, hover = 0, frame = 0, still = false;

    const press = (button, on) => button.setAttribute("aria-pressed", on ? "true" : "false");
    const wrong = (fact) => fact.item.classList.contains("no");
    const factOf = (element) => index.byUnit.get(element.closest(".qa, .qrow").dataset.unit);
    const handle = (fact) => (state.mode === "table" && fact.row ? one(".rowq", fact.row) : fact.chip);
    const selected = () => (state.unit === null ? null : index.byUnit.get(state.unit) || null);
    const shows = { all: () => true, no: wrong, unsure: (fact) => fact.item.classList.contains("unsure") };
    const visible = () => index.facts.filter(shows[state.filter]);

    function look() {
      output = null;
      reference.look();
      index = new errata.FactIndex(root() || element);
    }

    function unlight() {
      reference.unlight();
      if (shown) [shown.group.element, shown.group.word, shown.tick, shown.row].forEach((x) => x && x.classList.remove("cur"));
      shown = null;
      errata.paint("errata-answer", []);
    }

    // Lights what belongs to a fact; all writing comes before all measuring, so that a long text is laid out once.
    function show(fact) {
      unlight();
      const { chip, group } = fact, target = reference.light(chip.dataset, wrong(fact));
      shown = fact;
      [group.element, group.word, fact.tick, fact.row].forEach((x) => x && x.classList.add("cur"));
      output = output || new errata.TextPlaces(one((state.mode === "delete" && one(".dels")) ? ".dels" : ".marks"));
      errata.paint("errata-answer", errata.ranges(output, chip.dataset.answer));
      const panel = one(".tracebox"), box = one(".out");
      if (panel && panel.open) errata.drawTrace(one(".trace"), chip, reference);
      if (group.word && box.scrollHeight > box.clientHeight && !errata.inside(box, group.word)) errata.scrollTo(box, group.word, 0.4);
      reference.scroll(target);
    }

    function rove(fact) {
      all(".chip[tabindex='0'], .rowq[tabindex='0']").forEach((chip) => { chip.tabIndex = -1; });
      if (fact) handle(fact).tabIndex = 0;
    }

    function select(fact, pin) {
      const before = selected();
      if (before) press(handle(before), false);
      state.unit = fact.unit;
      state.pinned = pin;
      press(handle(fact), pin);
      rove(fact);
      if (pin) root().classList.add("sheet");
      show(fact);
      if (!pin) return;
      // Above the sheet that the reference is on a small screen.
      if (matchMedia("(max-width: 860px)").matches) handle(fact).scrollIntoView({ block: "nearest", behavior: errata.smooth() });
      const evidence = reference.text();
      const why = wrong(fact) ? `Unsupported, ${one(".why", fact.chip)?.textContent || ""}. Closest passage: ` : "Supported. Evidence: ";
      one(".live").textContent = evidence ? why + evidence : "Unsupported. Nothing like it in the reference.";
    }

    function clear() {
      const before = selected();
      clearTimeout(hover);
      still = true;
      unlight();
      if (before) press(handle(before), false);
      state.unit = null;
      state.pinned = false;
      if (!root()) return;
      root().classList.remove("sheet");
      reference.say("");
      one(".live").textContent = "";
      if (one(".trace")) errata.drawTrace(one(".trace"), null, reference);
    }

    // The reference of a small screen goes; the fact stays chosen, so that its search can be looked at below.
    function putAway() {
      root().classList.remove("sheet");
      if (selected()) handle(selected()).focus({ preventScroll: true });
    }

    function setMode(mode) {
      if (mode !== state.mode && selected()) clear();
      state.mode = all("button[data-mode]").some((b) => b.dataset.mode === mode) ? mode : "review";
      root().dataset.mode = state.mode;
      output = null;
      reference.idle = IDLE[state.mode] || "Select a fact to see its evidence";
      if (!selected()) reference.say("");
      all("button[data-mode]").forEach((button) => press(button, button.dataset.mode === state.mode));
    }

    function setFilter(filter) {
      state.filter = filter;
      root().dataset.filter = filter;
      all("button[data-filter]").forEach((button) => press(button, button.dataset.filter === filter));
      const list = visible();
      if (list.length && !list.some((fact) => handle(fact).tabIndex === 0)) rove(list[0]);
    }

    function setThreshold(value) {
      state.threshold = value;
      one(".at").textContent = value.toFixed(2);
      one(".threshold input").setAttribute("aria-valuetext", value.toFixed(2));
      errata.readAt(root(), index, value);
      setFilter(state.filter);
      if (selected()) show(selected());
    }

    const opinion = (item, vote) => (
      { analysis: root().dataset.analysis, unit: item.dataset.unit, vote, supported: item.classList.contains("ok"), note: one(".note", item).value }
    );
    const keep = (said, quiet) => errata.keep("annotate", `${said.analysis} ${said.unit}`, said, quiet);
    const annotate = (item, vote) => keep(opinion(item, vote));

    function vote(button) {
      const item = button.closest(".qa"), on = button.getAttribute("aria-pressed") !== "true";
      all(".th", item).forEach((other) => press(other, false));
      press(button, on);
      annotate(item, on ? Number(button.dataset.vote) : 0);
      countVotes();
    }

    function countVotes() {
      const place = one(".voted"), votes = all('.th[aria-pressed="true"]').length;
      if (place) place.textContent = `${votes} of ${index.facts.length} judged by you`;
    }

    const voteOf = (item) => Number(one(".th[aria-pressed=true]", item)?.dataset.vote || 0);

    function copyLink(button) {
      const url = new URL(location);
      url.searchParams.delete("c");
      url.searchParams.set("a", root().dataset.analysis);
      errata.copy(button, url.href);
    }

    function openGroup(word) {
      const group = index.groups.find((g) => g.word === word);
      if (!group) return;
      const fact = group.facts.find(wrong) || group.facts[0];
      if (!shows[state.filter](fact)) setFilter("all");
      select(fact, true);
      handle(fact).focus({ preventScroll: true });
      const box = one(".groups"), behavior = errata.smooth();
      const distance = group.element.getBoundingClientRect().top - box.getBoundingClientRect().top;
      if (box.scrollHeight > box.clientHeight) box.scrollTo({ top: box.scrollTop + distance - 6, behavior });
      else group.element.scrollIntoView({ block: "nearest", behavior });
    }

    // A fact that is chosen elsewhere on the page: in the map of the evidence.
    errata.showFact = (unit) => {
      const fact = root() && index.byUnit.get(unit);
      if (!fact) return;
      if (state.mode !== "review" && state.mode !== "annotate") setMode("review");
      if (!shows[state.filter](fact)) setFilter("all");
      select(fact, true);
      one(".panes").scrollIntoView({ block: "start", behavior: errata.smooth() });
      fact.chip.focus({ preventScroll: true });
      const box = one(".groups");
      if (box.scrollHeight > box.clientHeight && !errata.inside(box, fact.chip)) errata.scrollTo(box, fact.chip, 0.3);
    };

    // The facts that explain a deletion; choosing it again goes on to the next of them.
    const explaining = (part) => part.parentElement.dataset.units.split("\n").map((unit) => index.byUnit.get(unit)).filter(Boolean);
    function openDeletion(part) {
      const facts = explaining(part);
      if (!facts.length) return;
      const fact = facts[(state.pinned ? facts.indexOf(selected()) + 1 : 0) % facts.length];
      if (!shows[state.filter](fact)) setFilter("all");
      select(fact, true);
      const box = one(".groups");
      if (box.scrollHeight > box.clientHeight && !errata.inside(box, fact.chip)) errata.scrollTo(box, fact.chip, 0.3);
    }

    function step(key, from) {
      const list = visible();
      if (!list.length) return false;
      const at = list.indexOf(from);
      if (key === "n" || key === "p") return hop(list, at, key === "n" ? 1 : -1);
      const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at < 0 ? 0 : at - 1, k: at < 0 ? 0 : at - 1, Home: 0, End: list.length - 1 }[key];
      if (to === undefined) return false;
      const fact = list[Math.max(0, Math.min(to, list.length - 1))];
      select(fact, false);
      handle(fact).focus();
      return true;
    }

    // The next or previous fact that is not supported, or not surely where these are shown.
    function hop(list, at, way) {
      let to = at < 0 && way < 0 ? list.length : at;
      do to += way; while (list[to] && state.filter !== "unsure" && !wrong(list[to]));
      if (!list[to]) return true;
      select(list[to], false);
      handle(list[to]).focus();
      return true;
    }

    element.addEventListener("click", (event) => {
      const button = event.target.closest("button, .pred, .delb, .qrow");
      if (!button || !element.contains(button)) return;
      if (button.dataset.example !== undefined) trigger("example", { number: Number(button.dataset.example) });
      else if (!root()) return;
      else if (button.dataset.vote) vote(button);
      else if (button.dataset.mode) { state.chosen = true; setMode(button.dataset.mode); }
      else if (button.dataset.filter) setFilter(button.dataset.filter);
      else if (button.dataset.calibrate) trigger("calibrate", { analysis: root().dataset.analysis, on: button.dataset.calibrate === "on" });
      else if (button.dataset.copy === "link") copyLink(button);
      else if (button.dataset.edit !== undefined) trigger("edit", { id: root().dataset.analysis });
      else if (button.classList.contains("close")) putAway();
      else if (button.classList.contains("delb")) openDeletion(button);
      else if (button.dataset.copy) errata.copy(button, one(`[data-text="${button.dataset.copy}"]`)?.textContent || "");
      else if (button.matches(".chip, .rowq, .qrow")) { const fact = factOf(button); if (state.pinned && state.unit === fact.unit && root().classList.contains("sheet")) clear(); else select(fact, true); }
      else if (button.classList.contains("pred")) openGroup(button);
    });

    element.addEventListener("change", (event) => {
      if (event.target.classList.contains("note")) { clearTimeout(pause); typed = null; const item = event.target.closest(".qa"); annotate(item, voteOf(item)); }
    });
    // A note is kept while it is typed: who closes the page in the middle of it finds it again.
    let typed = null, pause = 0;
    function keepNote() {
      clearTimeout(pause);
      if (typed) keep(typed, true);
      typed = null;
    }
    window.addEventListener("pagehide", keepNote, true);
    element.addEventListener("input", (event) => {
      if (event.target.classList.contains("note")) {
        const item = event.target.closest(".qa");
        if (typed && typed.unit !== item.dataset.unit) keepNote();
        typed = opinion(item, voteOf(item));
        clearTimeout(pause);
        pause = setTimeout(keepNote, NOTE_DELAY);
      }
      if (!event.target.closest(".threshold")) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setThreshold(Number(event.target.value)));
    });
    const preview = (target) => {
      const place = target.closest(".chip, .qrow, .delb"), chip = place && place.matches(".delb") ? explaining(place)[0]?.chip : place;
      if (!chip || state.pinned || still) return;
      clearTimeout(hover);
      hover = setTimeout(() => { if (!state.pinned && chip.isConnected) { state.unit = factOf(chip).unit; show(factOf(chip)); } }, HOVER_DELAY);
    };
    element.addEventListener("mouseover", (event) => preview(event.target));
    // What was let go stays so until the pointer really moves, even if a chip comes to lie under it.
    element.addEventListener("mousemove", (event) => {
      if (still && (event.movementX || event.movementY)) { still = false; preview(event.target); }
    });
    element.addEventListener("mouseout", () => clearTimeout(hover));
    element.addEventListener("focusin", (event) => {
      const chip = event.target.closest(".chip, .rowq");
      if (chip && !state.pinned && chip.matches(":focus-visible") && state.unit !== factOf(chip).unit) select(factOf(chip), false);
      if (event.target.matches(".delb:focus-visible") && !state.pinned) preview(event.target);
    });
    element.addEventListener("toggle", (event) => {
      if (event.target.classList.contains("tracebox") && event.target.open) errata.drawTrace(one(".trace"), selected()?.chip, reference);
    }, true);

    document.addEventListener("keydown", (event) => {
      if (!root() || state.mode === "revise" || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (event.key === "Escape") { if (state.unit) clear(); return; }
      if (errata.typing(event.target)) return;
      const chip = event.target.closest && event.target.closest(".chip, .rowq");
      const idle = event.target === document.body;
      if (event.target.matches?.(".delb") && ["Enter", " "].includes(event.key)) { event.preventDefault(); openDeletion(event.target); return; }
      if (event.target.matches?.("span.pred") && ["Enter", " "].includes(event.key)) { event.preventDefault(); openGroup(event.target); return; }
      if (!chip && !("jknpad".includes(event.key) && (idle || element.contains(event.target)))) return;
      if (step(event.key, chip ? factOf(chip) : selected())) event.preventDefault();
      else if (state.mode === "annotate" && "ad".includes(event.key) && (chip || selected())) {
        event.preventDefault();
        vote(one(event.key === "a" ? ".th.up" : ".th.down", (chip ? factOf(chip) : selected()).item));
      }
    });

    // After the server has drawn: keep what the person chose if it is the same analysis, else begin anew.
    function drawn() {
      errata.forget();
      unlight();
      look();
      const now = root();
      if (!now) { state.analysis = null; state.unit = null; document.title = "Errata"; return; }
      if (now.dataset.analysis !== state.analysis) {
        Object.assign(state, { analysis: now.dataset.analysis, unit: null, pinned: false, filter: "all", threshold: null, chosen: false });
        all(".note").forEach((note) => { note.value = note.getAttribute("value") || ""; });
        one(".rtxt").scrollTop = 0;
        one(".groups").scrollTop = 0;
      }
      // What an engine is about comes first, until the person chooses.
      setMode(now.dataset.mode !== "review" && !state.chosen ? now.dataset.mode : state.mode);
      const slider = one(".threshold input");
      if (slider && state.threshold !== null) setThreshold(state.threshold);
      else if (slider) { slider.value = now.dataset.threshold; one(".at").textContent = Number(now.dataset.threshold).toFixed(2); }
      setFilter(state.filter);
      countVotes();
      if (selected()) select(selected(), state.pinned);
      if (now.dataset.stored) errata.visit(now.dataset.analysis);
      document.title = `${one(".big b").textContent}% · Errata`;
      reference.view();
      errata.markCurrent();
    }

    errata.redraw = () => trigger("visit", errata.address());
    window.addEventListener("popstate", errata.redraw);
    watch("value", drawn);
    drawn();
  };
})();
