// The linked panes: a fact selected on the left lights its answer in the output and its evidence in the reference.
(() => {
  const errata = window.errata;
  const HOVER_DELAY = 25;
  const FAR = 2500;

  errata.review = (element, trigger, watch) => {
    const one = (selector, within) => (within || element).querySelector(selector);
    const all = (selector, within) => Array.from((within || element).querySelectorAll(selector));
    const root = () => one(".qx.review");
    const state = { analysis: null, unit: null, pinned: false, mode: "review", filter: "all", threshold: null };
    let output = null, reference = null, sentences = [], hover = 0, frame = 0;

    const press = (button, on) => button.setAttribute("aria-pressed", on ? "true" : "false");
    const chips = () => all(".chip").filter((chip) => chip.offsetParent !== null);
    const chipOf = (unit) => all(".qa").find((item) => item.dataset.unit === unit)?.querySelector(".chip") || null;
    const wrong = (chip) => chip.closest(".qa").classList.contains("no");

    function index() {
      output = reference = null;
      sentences = all(".s");
    }

    function unlight() {
      all(".s.on, .s.also").forEach((s) => { s.classList.remove("on", "also", "bad"); s.removeAttribute("aria-current"); });
      all(".pred.cur, .grp.cur, .map i.cur").forEach((x) => x.classList.remove("cur"));
      ["errata-answer", "errata-found"].forEach((name) => errata.paint(name, []));
    }

    function scrollTo(box, target, share) {
      const distance = target.getBoundingClientRect().top - box.getBoundingClientRect().top;
      const behavior = errata.still() || Math.abs(distance) > FAR ? "auto" : "smooth";
      box.scrollTo({ top: box.scrollTop + distance - box.clientHeight * share, behavior });
    }

    function inside(box, target) {
      const b = box.getBoundingClientRect(), t = target.getBoundingClientRect();
      return t.top >= b.top && t.bottom <= b.bottom;
    }

    function where(lit, bad) {
      if (!lit.length) return "Nothing like it in the reference";
      const numbers = lit.map((i) => i + 1), total = root().dataset.sentences;
      const range = numbers.length > 1 ? `sentences ${numbers[0]}–${numbers[numbers.length - 1]}` : `sentence ${numbers[0]}`;
      return `${bad ? "Closest passage" : "Evidence"} · ${range} of ${total}`;
    }

    // Lights what belongs to a fact; the reference is scrolled only as far as needed.
    function show(chip) {
      unlight();
      const bad = wrong(chip);
      const numbers = (chip.dataset.evidence || "").split(" ").filter(Boolean).map(Number);
      const best = numbers.slice(0, Number(chip.dataset.best || 1)).sort((a, b) => a - b);
      numbers.forEach((number) => {
        const s = sentences[number];
        if (!s) return;
        s.classList.add(best.includes(number) ? "on" : "also");
        s.classList.toggle("bad", bad);
        if (best.includes(number)) s.setAttribute("aria-current", "true");
      });
      one(".where").textContent = where(best, bad);
      const group = chip.closest(".grp");
      group.classList.add("cur");
      const word = one(`.pred[data-group="${CSS.escape(group.dataset.group)}"]`);
      if (word) {
        word.classList.add("cur");
        const box = one(".out");
        if (box.scrollHeight > box.clientHeight && !inside(box, word)) scrollTo(box, word, 0.4);
      }
      all(".map i").find((i) => i.dataset.unit === chip.closest(".qa").dataset.unit)?.classList.add("cur");
      output = output || new errata.TextPlaces(one(".marks"));
      reference = reference || new errata.TextPlaces(one(".rtxt"));
      errata.paint("errata-answer", errata.ranges(output, chip.dataset.answer));
      errata.paint("errata-found", bad ? errata.ranges(reference, chip.dataset.found) : []);
      const lit = sentences[best[0]];
      if (lit) scrollTo(one(".rtxt"), lit, 0.32);
      const panel = one(".tracebox");
      if (panel && panel.open) errata.drawTrace(one(".trace"), chip, sentences.length);
    }

    function select(chip, pin) {
      state.unit = chip.closest(".qa").dataset.unit;
      state.pinned = pin;
      all(".chip[aria-pressed=true]").forEach((other) => press(other, false));
      press(chip, pin);
      all('.chip[tabindex="0"]').forEach((other) => { other.tabIndex = -1; });
      chip.tabIndex = 0;
      show(chip);
      if (!pin) return;
      root().classList.add("sheet");
      const lit = all(".s.on").map((s) => s.textContent).join(" ");
      const why = wrong(chip) ? `Unsupported, ${one(".why", chip)?.textContent || ""}. Closest passage: ` : "Supported. Evidence: ";
      one(".live").textContent = lit ? why + lit : "Unsupported. Nothing like it in the reference.";
    }

    function clear() {
      unlight();
      all(".chip[aria-pressed=true]").forEach((chip) => press(chip, false));
      state.unit = null;
      state.pinned = false;
      if (!root()) return;
      root().classList.remove("sheet");
      one(".where").textContent = "Select a fact to see its evidence";
      one(".live").textContent = "";
      if (one(".trace")) errata.drawTrace(one(".trace"), null, 0);
    }

    function setMode(mode) {
      state.mode = all("button[data-mode]").some((b) => b.dataset.mode === mode) ? mode : "review";
      root().dataset.mode = state.mode;
      all("button[data-mode]").forEach((button) => press(button, button.dataset.mode === state.mode));
    }

    function setFilter(filter) {
      state.filter = filter;
      root().dataset.filter = filter;
      all("button[data-filter]").forEach((button) => press(button, button.dataset.filter === filter));
      const shown = chips();
      if (shown.length && !shown.some((chip) => chip.tabIndex === 0)) shown[0].tabIndex = 0;
    }

    function setThreshold(value) {
      state.threshold = value;
      one(".at").textContent = value.toFixed(2);
      one(".threshold input").setAttribute("aria-valuetext", value.toFixed(2));
      errata.readAt(root(), value);
      setFilter(state.filter);
      const chip = state.unit && chipOf(state.unit);
      if (chip) show(chip);
    }

    function annotate(item, vote) {
      trigger("annotate", { analysis: root().dataset.analysis, unit: item.dataset.unit, vote, note: one(".note", item).value });
    }

    const voteOf = (item) => Number(one(".th[aria-pressed=true]", item)?.dataset.vote || 0);

    function copyLink(button) {
      const url = new URL(location);
      url.searchParams.set("a", root().dataset.analysis);
      const said = (words) => { button.textContent = words; setTimeout(() => { button.textContent = "Copy link"; }, 1600); };
      navigator.clipboard.writeText(url.href).then(() => said("Copied"), () => said("Not allowed"));
    }

    function openGroup(word) {
      const group = one(`.grp[data-group="${CSS.escape(word.dataset.group)}"]`);
      if (!group) return;
      if (group.offsetParent === null) setFilter("all");
      const chip = one(".qa.no .chip", group) || one(".chip", group);
      select(chip, true);
      chip.focus({ preventScroll: true });
      const box = one(".groups");
      if (box.scrollHeight > box.clientHeight) box.scrollTo({ top: box.scrollTop + group.getBoundingClientRect().top - box.getBoundingClientRect().top - 6, behavior: errata.still() ? "auto" : "smooth" });
      else group.scrollIntoView({ block: "nearest", behavior: errata.still() ? "auto" : "smooth" });
    }

    function step(key, from) {
      const list = chips();
      if (!list.length) return false;
      const at = from ? list.indexOf(from) : -1;
      const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at < 0 ? 0 : at - 1, k: at < 0 ? 0 : at - 1, Home: 0, End: list.length - 1 }[key];
      if (to === undefined) return false;
      const chip = list[Math.max(0, Math.min(to, list.length - 1))];
      select(chip, false);
      chip.focus();
      return true;
    }

    element.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (event.target.closest(".map")) { jump(event); return; }
      if (!button || !element.contains(button)) return;
      if (button.dataset.example !== undefined) trigger("example", { number: Number(button.dataset.example) });
      else if (!root()) return;
      else if (button.dataset.vote) {
        const item = button.closest(".qa"), on = button.getAttribute("aria-pressed") !== "true";
        all(".th", item).forEach((other) => press(other, false));
        press(button, on);
        annotate(item, on ? Number(button.dataset.vote) : 0);
      } else if (button.dataset.mode) setMode(button.dataset.mode);
      else if (button.dataset.filter) setFilter(button.dataset.filter);
      else if (button.dataset.copy) copyLink(button);
      else if (button.dataset.edit !== undefined) trigger("edit", { id: root().dataset.analysis });
      else if (button.classList.contains("close")) { const chip = state.unit && chipOf(state.unit); clear(); if (chip) chip.focus({ preventScroll: true }); }
      else if (button.classList.contains("chip")) { if (state.pinned && state.unit === button.closest(".qa").dataset.unit) clear(); else select(button, true); }
      else if (button.classList.contains("pred")) openGroup(button);
    });

    function jump(event) {
      const map = one(".map").getBoundingClientRect(), box = one(".rtxt");
      const share = (event.clientY - map.top) / map.height;
      box.scrollTo({ top: share * one(".s:last-of-type", box).offsetTop - box.clientHeight / 2, behavior: errata.still() ? "auto" : "smooth" });
    }

    element.addEventListener("change", (event) => {
      if (event.target.classList.contains("note")) { const item = event.target.closest(".qa"); annotate(item, voteOf(item)); }
    });
    element.addEventListener("input", (event) => {
      if (!event.target.closest(".threshold")) return;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => setThreshold(Number(event.target.value)));
    });
    element.addEventListener("mouseover", (event) => {
      const chip = event.target.closest(".chip");
      if (!chip || state.pinned) return;
      clearTimeout(hover);
      hover = setTimeout(() => { if (!state.pinned) { state.unit = chip.closest(".qa").dataset.unit; show(chip); } }, HOVER_DELAY);
    });
    element.addEventListener("mouseout", () => clearTimeout(hover));
    element.addEventListener("focusin", (event) => {
      const chip = event.target.closest(".chip");
      if (chip && !state.pinned && chip.matches(":focus-visible") && state.unit !== chip.closest(".qa").dataset.unit) select(chip, false);
    });
    element.addEventListener("toggle", (event) => {
      if (event.target.classList.contains("tracebox") && event.target.open) errata.drawTrace(one(".trace"), state.unit && chipOf(state.unit), sentences.length);
    }, true);

    document.addEventListener("keydown", (event) => {
      if (!root() || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (event.key === "Escape") { if (state.unit) clear(); return; }
      if (errata.typing(event.target)) return;
      const chip = event.target.closest && event.target.closest(".chip");
      const idle = event.target === document.body;
      if (!chip && !(["j", "k"].includes(event.key) && (idle || element.contains(event.target)))) return;
      if (step(event.key, chip || (state.unit && chipOf(state.unit)))) event.preventDefault();
    });

    let place = 0;
    element.addEventListener("scroll", (event) => {
      if (!event.target.classList || !event.target.classList.contains("rtxt")) return;
      cancelAnimationFrame(place);
      place = requestAnimationFrame(view);
    }, true);

    // The part of the reference that is on screen, on the map beside it.
    function view() {
      const box = one(".rtxt"), last = sentences[sentences.length - 1], mark = one(".map .view");
      if (!box || !last || !mark) return;
      const height = last.offsetTop + last.offsetHeight - sentences[0].offsetTop;
      const top = Math.min(1, box.scrollTop / height), share = Math.min(1 - top, box.clientHeight / height);
      mark.style.top = `${100 * top}%`;
      mark.style.height = `${100 * Math.max(0, share)}%`;
      mark.hidden = share >= 1;
    }

    // After the server has drawn: keep what the person chose if it is the same analysis, else begin anew.
    function drawn() {
      index();
      const now = root();
      if (!now) { unlight(); state.analysis = null; state.unit = null; document.title = "Errata"; return; }
      if (now.dataset.analysis !== state.analysis) {
        Object.assign(state, { analysis: now.dataset.analysis, unit: null, pinned: false, filter: "all", threshold: null });
        unlight();
        all(".note").forEach((note) => { note.value = note.getAttribute("value") || ""; });
        one(".rtxt").scrollTop = 0;
        one(".groups").scrollTop = 0;
      }
      setMode(state.mode);
      const slider = one(".threshold input");
      if (slider && state.threshold !== null) setThreshold(state.threshold);
      else if (slider) { slider.value = now.dataset.threshold; one(".at").textContent = Number(now.dataset.threshold).toFixed(2); }
      setFilter(state.filter);
      const chip = state.unit && chipOf(state.unit);
      if (chip) select(chip, state.pinned);
      const first = chips()[0];
      if (first && !one('.chip[tabindex="0"]')) first.tabIndex = 0;
      if (now.dataset.stored) errata.visit(now.dataset.analysis);
      document.title = `${one(".big b").textContent}% · Errata`;
      view();
      errata.markCurrent();
    }

    errata.onDraft((draft) => trigger("draft", draft));
    window.addEventListener("popstate", () => trigger("visit", { id: errata.address() }));
    watch("value", drawn);
    drawn();
  };
})();
