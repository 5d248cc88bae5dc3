// The linked panes: an error or a fact selected on the left lights its words in the output and its evidence in the reference.
(() => {
  const errata = window.errata;
  const HOVER_DELAY = 25;
  const IDLE = { revise: "Select an edit to see its evidence", delete: "Select a deletion to see its evidence", table: "Select a question to see its evidence" };

  errata.review = (element, trigger, watch) => {
    const one = (selector, within) => (within || element).querySelector(selector);
    const all = (selector, within) => Array.from((within || element).querySelectorAll(selector));
    const root = () => one(".qx.review");
    // `key` names what is selected: a fact by its unit, an error or what is worth a look by its place; all are called stops.
    const state = { analysis: null, key: null, pinned: false, mode: "review", first: "review", filter: "all", threshold: null };
    const reference = errata.paneOf(element), note = new errata.Note(element);
    const opinions = new errata.Opinions(element, () => root().dataset.analysis, () => index.facts.length);
    let output = null, index = null, lit = [], hover = 0, frame = 0, still = false;

    const press = (button, on) => button.setAttribute("aria-pressed", on ? "true" : "false");
    const { isPlace, isWrong: wrong } = errata;
    const stopOf = (element) => index.of(element.closest(".err, .maybe, .qa, .qrow, .error, .look").dataset);
    const handle = (stop) => (state.mode === "table" && stop.row ? one(".rowq", stop.row) : stop.chip);
    const selected = () => (state.key === null ? null : index.named(state.key) || null);
    const shows = { all: () => true, no: wrong, unsure: (fact) => fact.item.classList.contains("unsure") };
    // All errors are open where every fact that is unsupported is to be seen.
    const folds = new errata.Folds(() => index, () => state.filter === "no" || state.mode === "annotate");

    // What can be walked through, in the order of the page: errors with the facts that are open under them, what is worth a look, then the
    // other facts.
    function visible() {
      const table = state.mode === "table", errors = state.filter === "unsure" ? [] : index.errors.filter((error) => !error.item.hidden);
      const facts = index.facts.filter((fact) => (table || !fact.error) && shows[state.filter](fact));
      const looks = looking() ? index.looks.filter((look) => !look.item.hidden) : [];
      return [...errors.flatMap((error) => (folds.isOpen(error) && !table ? [error, ...error.facts] : [error])), ...looks, ...facts];
    }

    // Whether what is worth a look is listed.
    const looking = () => state.filter !== "no" && state.mode !== "annotate";

    function look() {
      output = null;
      reference.look();
      index = new errata.FactIndex(root() || element);
    }

    function unlight() {
      reference.unlight();
      note.hide();
      lit.forEach((part) => part.classList.remove("cur"));
      lit = [];
      errata.paint("errata-answer", []);
    }

    // Lights what belongs to a stop; all writing comes before all measuring, so that a long text is laid out once.
    function show(stop) {
      unlight();
      const { chip } = stop, target = reference.light(chip.dataset, wrong(stop) || stop.look), deleting = state.mode === "delete" && one(".dels");
      lit = errata.partsOf(stop);
      lit.forEach((part) => part.classList.add("cur"));
      output = output || new errata.TextPlaces(deleting || one(".marks"));
      errata.paint("errata-answer", isPlace(stop) && !deleting ? [] : errata.ranges(output, chip.dataset.answer));
      const panel = one(".tracebox"), box = one(".out"), word = isPlace(stop) ? stop.words[0] : stop.group.words[0];
      if (panel && panel.open) errata.drawTrace(one(".trace"), isPlace(stop) ? stop.facts[0]?.chip || chip : chip, reference);
      if (word) errata.bring(box, word, 0.4);
      reference.scroll(target);
    }

    function rove(stop) {
      all(".chip[tabindex='0'], .rowq[tabindex='0'], .eb[tabindex='0']").forEach((chip) => { chip.tabIndex = -1; });
      if (stop) handle(stop).tabIndex = 0;
    }

    function mark(stop, on) {
      press(handle(stop), on);
      if (isPlace(stop)) stop.words.filter((word) => word.hasAttribute("role")).forEach((word) => press(word, on));
    }

    // `at` is the mark in the output that was chosen, where it was: it stays in view, and a note stands beside it.
    function select(stop, pin, at) {
      const before = selected();
      if (before) mark(before, false);
      state.key = stop.key;
      state.pinned = pin;
      mark(stop, pin);
      rove(stop);
      if (pin) root().classList.add("sheet");
      show(stop);
      if (at) note.show(stop, at);
      if (!pin) return;
      // Above the sheet that the reference is on a small screen.
      if (matchMedia("(max-width: 860px)").matches) (at || handle(stop)).scrollIntoView({ block: "nearest", behavior: errata.smooth() });
      one(".live").textContent = errata.told(stop, reference.text());
    }

    function clear() {
      const before = selected();
      clearTimeout(hover);
      still = true;
      unlight();
      if (before) mark(before, false);
      state.key = null;
      state.pinned = false;
      if (!root()) return;
      root().classList.remove("sheet");
      reference.say("");
      one(".live").textContent = "";
      if (one(".trace")) errata.drawTrace(one(".trace"), null, reference);
    }

    // The reference of a small screen goes; the fact stays chosen, so that its search can be looked at below.
    function putAway() {
      errata.turn(root(), "first");
      if (selected()) handle(selected()).focus({ preventScroll: true });
    }

    // The way of looking that is on the page is in its address too, so that it outlives a reload.
    function remember() {
      if (root().dataset.stored) errata.view(state.mode === state.first ? "" : state.mode);
    }

    function setMode(mode) {
      if (mode !== state.mode && selected()) clear();
      state.mode = all("button[data-mode]").some((b) => b.dataset.mode === mode) ? mode : "review";
      root().dataset.mode = state.mode;
      output = null;
      reference.idle = IDLE[state.mode] || "Select a fact to see its evidence";
      if (!selected()) reference.say("");
      all("button[data-mode]").forEach((button) => press(button, button.dataset.mode === state.mode));
      folds.draw();
    }

    // Makes a fact visible that the filter leaves out or that lies under an error.
    function reveal(fact) {
      if (!shows[state.filter](fact)) setFilter("all");
      folds.reveal(fact);
    }

    // What the filter leaves out is let go: nothing stays lit that is not in the list. What it shows stays in sight.
    function keepInSight() {
      const stop = selected();
      if (!stop) return;
      if (isPlace(stop) ? !visible().includes(stop) : !shows[state.filter](stop)) clear();
      else if (!isPlace(stop)) folds.reveal(stop);
    }

    function setFilter(filter) {
      state.filter = filter;
      root().dataset.filter = filter;
      all("button[data-filter]").forEach((button) => press(button, button.dataset.filter === filter));
      folds.draw();
      keepInSight();
      const list = visible();
      if (list.length && !list.some((stop) => handle(stop).tabIndex === 0)) rove(list[0]);
    }

    function setThreshold(value) {
      state.threshold = value;
      one(".at").textContent = value.toFixed(2);
      one(".threshold input").setAttribute("aria-valuetext", value.toFixed(2));
      errata.readAt(root(), index, value);
      setFilter(state.filter);
      opinions.count();
      output = null;
      if (selected()) { mark(selected(), state.pinned); show(selected()); } else if (state.key) clear();
    }

    // Into view in the list, where the list scrolls by itself.
    const bring = (stop) => errata.bring(one(".groups"), handle(stop), 0.3);

    function openGroup(word) {
      const group = index.groups.find((g) => g.words.includes(word));
      if (!group) return;
      const fact = group.facts.find(wrong) || group.facts[0];
      reveal(fact);
      select(fact, true);
      handle(fact).focus({ preventScroll: true });
      if (fact.error) { bring(fact); return; }
      const box = one(".groups"), behavior = errata.smooth();
      const distance = group.element.getBoundingClientRect().top - box.getBoundingClientRect().top;
      if (box.scrollHeight > box.clientHeight) box.scrollTo({ top: box.scrollTop + distance - 6, behavior });
      else group.element.scrollIntoView({ block: "nearest", behavior });
    }

    // The words themselves: chosen again they are let go.
    function openError(word) {
      const error = stopOf(word);
      if (state.pinned && state.key === error.key) { clear(); return; }
      if (!visible().includes(error)) setFilter("all");
      select(error, true, word);
      bring(error);
    }

    // A fact that is chosen elsewhere on the page: in the map of the evidence.
    errata.showFact = (unit) => {
      const fact = root() && index.byUnit.get(unit);
      if (!fact) return;
      if (state.mode !== "review" && state.mode !== "annotate") setMode("review");
      reveal(fact);
      select(fact, true);
      one(".panes").scrollIntoView({ block: "start", behavior: errata.smooth() });
      fact.chip.focus({ preventScroll: true });
      bring(fact);
    };

    // The facts that explain a deletion; choosing it again goes on to the next of them.
    const explaining = (part) => part.parentElement.dataset.units.split("\n").map((unit) => index.byUnit.get(unit)).filter(Boolean);
    function openDeletion(part) {
      const facts = explaining(part);
      if (!facts.length) return;
      const fact = facts[(state.pinned ? facts.indexOf(selected()) + 1 : 0) % facts.length];
      reveal(fact);
      select(fact, true);
      bring(fact);
    }

    // With n and p to the next or previous error or unsupported fact, or unsure one where these are shown; only facts can be judged.
    function step(key, from) {
      const counts = (stop) => state.filter === "unsure" || (wrong(stop) && !(state.mode === "annotate" && isPlace(stop)));
      const list = visible(), to = errata.walked(key, list, list.indexOf(from), counts);
      if (to === undefined || !list.length) return false;
      if (to) { select(to, false); handle(to).focus(); }
      return true;
    }

    element.addEventListener("click", (event) => {
      const button = event.target.closest("button, .pred, .err, .maybe, .delb, .qrow");
      if (!button || !element.contains(button)) return;
      if (button.dataset.example !== undefined) trigger("example", { number: Number(button.dataset.example) });
      else if (!root()) return;
      else if (button.dataset.vote) opinions.vote(button);
      else if (button.dataset.mode) { state.chosen = true; setMode(button.dataset.mode); remember(); }
      else if (button.dataset.filter) setFilter(button.dataset.filter);
      else if (button.dataset.calibrate) trigger("calibrate", { analysis: root().dataset.analysis, on: button.dataset.calibrate === "on" });
      else if (button.dataset.copy === "link") errata.copyLink(button, "a", root().dataset.analysis);
      else if (button.dataset.edit !== undefined) trigger("edit", { id: root().dataset.analysis });
      else if (button.classList.contains("close")) putAway();
      else if (button.classList.contains("delb")) openDeletion(button);
      else if (button.dataset.copy) errata.copy(button, one(`[data-text="${button.dataset.copy}"]`)?.textContent || "");
      else if (button.classList.contains("unfold")) folds.turn(stopOf(button));
      else if (button.matches(".chip, .rowq, .qrow, .eb")) { const stop = stopOf(button); if (state.pinned && state.key === stop.key && root().classList.contains("sheet")) clear(); else select(stop, true); }
      else if (button.matches(".err, .maybe")) openError(button);
      else if (button.classList.contains("pred")) openGroup(button);
    });
    errata.nowHearing();

    element.addEventListener("input", (event) => {
      if (!event.target.closest(".threshold")) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setThreshold(Number(event.target.value)));
    });
    const preview = (target) => {
      const place = target.closest(".chip, .qrow, .delb, .eb, .err, .maybe"), word = place && place.matches(".err, .maybe") ? place : null;
      const stop = () => (place.matches(".delb") ? explaining(place)[0] : stopOf(place));
      if (!place || state.pinned || still) return;
      clearTimeout(hover);
      hover = setTimeout(() => {
        if (state.pinned || !place.isConnected || !stop()) return;
        state.key = stop().key;
        show(stop());
        if (word) note.show(stop(), word);
      }, HOVER_DELAY);
    };
    element.addEventListener("mouseover", (event) => preview(event.target));
    // What was let go stays so until the pointer really moves, even if a chip comes to lie under it.
    element.addEventListener("mousemove", (event) => {
      if (still && (event.movementX || event.movementY)) { still = false; preview(event.target); }
    });
    element.addEventListener("mouseout", () => clearTimeout(hover));
    element.addEventListener("focusin", (event) => {
      const chip = event.target.closest(".chip, .rowq, .eb");
      if (chip && !state.pinned && chip.matches(":focus-visible") && state.key !== stopOf(chip).key) select(stopOf(chip), false);
      if (event.target.matches(".delb:focus-visible, .err:focus-visible, .maybe:focus-visible") && !state.pinned) preview(event.target);
    });
    element.addEventListener("toggle", (event) => {
      if (!event.target.classList.contains("tracebox")) return;
      if (event.target.open) errata.drawTrace(one(".trace"), selected()?.chip, reference); else reference.steps([], []);
    }, true);

    document.addEventListener("keydown", (event) => {
      if (!root() || state.mode === "revise" || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (event.key === "Escape") { if (state.key) clear(); return; }
      if (errata.typing(event.target)) return;
      const chip = event.target.closest && event.target.closest(".chip, .rowq, .eb");
      const idle = event.target === document.body;
      if (event.target.matches?.(".delb") && ["Enter", " "].includes(event.key)) { event.preventDefault(); openDeletion(event.target); return; }
      if (event.target.matches?.(".pred, .err, .maybe") && ["Enter", " "].includes(event.key)) {
        event.preventDefault();
        if (event.target.matches(".err, .maybe")) openError(event.target); else openGroup(event.target);
        return;
      }
      if (!chip && !("jknpad".includes(event.key) && (idle || element.contains(event.target)))) return;
      const stop = chip ? stopOf(chip) : selected();
      if (step(event.key, stop)) event.preventDefault();
      else if (state.mode === "annotate" && "ad".includes(event.key) && stop && !isPlace(stop)) {
        event.preventDefault();
        opinions.vote(one(event.key === "a" ? ".th.up" : ".th.down", stop.item));
      }
    });

    // After the server has drawn: keep what the person chose if it is the same analysis, else begin anew.
    function drawn() {
      errata.forget();
      errata.sayAgain();
      unlight();
      look();
      const now = root();
      if (!now) {
        state.analysis = null;
        state.key = null;
        document.title = "Errata";
        if (!errata.address().id) errata.view("");
        return;
      }
      const fresh = now.dataset.analysis !== state.analysis;
      if (fresh) {
        Object.assign(state, { analysis: now.dataset.analysis, key: null, pinned: false, filter: "all", threshold: null, chosen: false });
        folds.begin();
        all(".note").forEach((note) => { note.value = note.getAttribute("value") || ""; });
        one(".rtxt").scrollTop = 0;
        one(".groups").scrollTop = 0;
        const asked = errata.address().id === now.dataset.analysis && errata.view();
        if (asked) { state.mode = asked; state.chosen = true; }
        if (state.mode === "revise" && !one(".rev")) state.mode = "review";  // its edits have to be asked for
      }
      // What an engine is about comes first, until the person chooses.
      state.first = now.dataset.mode;
      setMode(state.first !== "review" && !state.chosen ? state.first : state.mode);
      const slider = one(".threshold input");
      if (slider && state.threshold !== null) setThreshold(state.threshold);
      else if (slider) { slider.value = now.dataset.threshold; one(".at").textContent = Number(now.dataset.threshold).toFixed(2); }
      setFilter(state.filter);
      opinions.count();
      if (selected()) select(selected(), state.pinned);
      if (now.dataset.stored) { errata.visit(now.dataset.analysis); remember(); }
      document.title = `${one(".big b").textContent}% · Errata`;
      errata.panes(element);
      reference.view();
      errata.markCurrent();
    }

    errata.redraw = () => trigger("visit", errata.address());
    window.addEventListener("popstate", errata.redraw);
    watch("value", drawn);
    drawn();
  };
})();
