// Revise: each edit is accepted or rejected in place, the draft is edited by hand beside that; every decision and every word goes to the
// store at once, and can be undone.
(() => {
  const errata = window.errata;
  const NAMES = { "+": "accepted", ".": "open", "-": "rejected" };
  const SIGNS = { 1: "+", 0: ".", "-1": "-" };
  const CHANGES = "/errata/live/changes";
  const KEPT_AFTER = 400;  // ms without a key until what was typed is kept
  const HIDDEN = ".edit.accepted del, .edit:not(.accepted) ins, .hand del";

  errata.revise = (element, trigger, watch) => {
    const one = (selector, within) => (within || element).querySelector(selector);
    const all = (selector, within) => Array.from((within || element).querySelectorAll(selector));
    const pane = () => one(".rev");
    const active = () => pane() && one(".qx.review").dataset.mode === "revise";
    const reference = errata.paneOf(element);
    const state = { choices: "", written: false, drawn: "", box: null, places: null, check: null, writing: null };
    let again = "", pinned = null, timer = 0;

    const rowOf = (number) => one(`.er[data-e="${number}"]`);
    const accepted = () => Array.from(state.choices).flatMap((sign, number) => (sign === "+" ? [number] : [])).join(" ");
    const lost = (number) => state.places.list[number].lost;

    function paint() {
      Array.from(state.choices).forEach((sign, number) => {
        const now = lost(number) ? "overtaken" : NAMES[sign];
        for (const place of all(`.edit[data-e="${number}"], .er[data-e="${number}"]`)) {
          [...Object.values(NAMES), "overtaken"].forEach((name) => place.classList.toggle(name, name === now));
        }
        for (const button of all("[data-choose]", rowOf(number))) {
          button.setAttribute("aria-pressed", !lost(number) && SIGNS[button.dataset.choose] === sign ? "true" : "false");
          if (lost(number)) button.setAttribute("aria-disabled", "true"); else button.removeAttribute("aria-disabled");
        }
      });
      const count = (sign) => Array.from(state.choices).filter((one, number) => one === sign && !lost(number)).length, total = state.choices.length;
      const overtaken = Array.from(state.choices).filter((_, number) => lost(number)).length;
      const words = [`${count("+")} of ${total} accepted`, count(".") ? `${count(".")} to decide` : "", overtaken ? `${overtaken} overtaken by hand` : ""];
      if (one(".decided")) one(".decided").textContent = total ? words.filter(Boolean).join(", ") : "";
      const { steps, undone } = state.box, open = total - overtaken;
      for (const [name, off] of [["undo", !steps.length], ["redo", !undone.length], ["all", count("+") === open], ["none", count("-") === open]]) {
        const button = one(`[data-rev="${name}"]`);
        if (button) button.setAttribute("aria-disabled", off ? "true" : "false");
      }
      stand();
    }

    // How the draft stands, if this set of edits has been scored.
    function stand() {
      left();
      const list = one(".stand");
      if (!list) return;
      const known = new Map((list.dataset.known || "").split(";").filter(Boolean).map((entry) => entry.split("=")));
      const live = state.check.answer?.text === state.box.text ? `${state.check.answer.supported}/${state.check.answer.units}` : undefined;
      const now = live || (state.written ? undefined : known.get(accepted())), words = one(".now dd"), before = known.get("");
      const share = (written) => { const [good, every] = written.split("/").map(Number); return every ? good / every : 1; };
      words.textContent = "";
      list.classList.toggle("unscored", now === undefined && !state.written);
      list.classList.toggle("worse", now !== undefined && before !== undefined && share(now) < share(before));
      if (now === undefined) { words.textContent = state.written && state.check.on ? "being checked" : "not scored yet"; return; }
      const [good, every] = now.split("/").map(Number), figure = document.createElement("b");
      figure.textContent = `${Math.round(100 * share(now))}%`;
      words.append(figure, ` ${good} of ${every}`);
      if (list.classList.contains("worse")) words.append(" · lower than the original");
    }

    // What could not be put right, but for what hands have put right since: its words are gone, or no error any more.
    function left() {
      const { answer, errors } = state.check, text = state.box.text, section = one(".left-over");
      if (!section) return;
      const wrong = answer?.text === text ? errors.map((error) => text.slice(error.start, error.end)) : null;
      for (const item of all("li", section)) {
        const says = item.dataset.says, still = wrong ? wrong.some((words) => words.includes(says) || says?.includes(words)) : text.includes(says);
        item.hidden = state.written && says !== undefined && !still;
      }
      section.hidden = all("li", section).every((item) => item.hidden);
    }

    function decide(choices) {
      choices = Array.from(choices, (sign, number) => (lost(number) ? state.choices[number] : sign)).join("");
      if (choices === state.choices) return;
      state.box.push({ from: state.choices, to: choices });
      state.box.undone = [];
      turn(choices);
    }

    // Makes and takes back edits in the text, each where it lies by now.
    function turn(choices) {
      const { box, places } = state;
      Array.from(choices).forEach((sign, number) => {
        const was = state.choices[number], at = places.list[number];
        if (sign === was || at.lost) return;
        const { before, after } = places.edits[number], [words, other] = sign === "+" ? [after, before] : [before, after];
        if ((sign === "+") !== (was === "+")) {
          const [start] = at.place;
          box.write({ at: start, removed: other, inserted: words });
          places.list[number] = { place: [start, start + words.length], lost: false };
        }
        state.choices = set(number, sign);
      });
      box.paint();
      kept();
      state.check.ask(0);
    }

    function kept() {
      clearTimeout(timer);
      timer = 0;
      paint();
      errata.keep("choose", pane().dataset.analysis, written());
    }
    const flush = () => { if (timer && pane()) kept(); };

    const past = (steps, name) => steps.filter((step) => step.at === undefined).map((step) => step[name]).join(" ");
    const written = () => ({ analysis: pane().dataset.analysis, choices: state.choices, past: past(state.box.steps, "from"), future: past(state.box.undone, "to"), written: state.written ? state.box.text : null });

    // After something was typed, put in or taken back.
    function changed(kind) {
      const { box, places } = state;
      state.written = true;
      if (kind !== "back") state.choices = places.read(box.text, state.choices);
      box.paint();
      paint();
      clearTimeout(timer);
      timer = setTimeout(kept, KEPT_AFTER);
      state.check.on = true;
      state.check.ask(kind === "typed" ? undefined : 0);
    }

    // What lies under the words of the box: the errors, and the edits that are in it or could be.
    function marks() {
      const errors = state.check.errors.map((error, key) => ({ start: error.start, end: error.end, key, cls: `lerr${error.stale ? " stale" : ""}` }));
      const edits = state.places.list.flatMap(({ place, lost: gone }, number) => (place && !gone ? [{ start: place[0], end: place[1], cls: `ledit ${NAMES[state.choices[number]]}` }] : []));
      return [...errors, ...edits];
    }

    // A new box for what the server has drawn. What was typed since, and can be taken back, stays.
    function begin() {
      const found = pane(), area = one(".write textarea"), old = state.box && state.analysis === found.dataset.analysis ? { ...state, open: state.writing.open } : null;
      const box = new errata.Box(area, one(".under"), changed), words = (name) => (found.dataset[name] || "").split(" ").filter(Boolean);
      const edits = all(".er").map((row) => ({ before: row.dataset.before, after: row.dataset.after }));
      const places = new errata.Places(area.dataset.places.split(";").filter(Boolean).map((pair) => (pair === "-" ? null : pair.split(" ").map(Number))), edits);
      state.check?.end();
      const check = new errata.LiveCheck(() => ({ analysis: found.dataset.analysis, text: box.text }), () => { box.paint(); state.writing.draw(); stand(); });
      Object.assign(state, { analysis: found.dataset.analysis, box, places, check, choices: found.dataset.choices || "", drawn: box.text });
      state.written = area.dataset.written === "yes";
      state.writing = new errata.Writing(found, { box, check, reference, leave: () => { close(); one("[data-write]").focus(); } });
      state.writing.opening = () => open();
      Object.assign(box, { marks, decide: turn, areas: [places, check] });
      box.kept = () => ({ places: places.copy(), choices: state.choices });
      box.restore = (known) => { places.list = known.places.map((each) => ({ ...each })); state.choices = known.choices; };
      const trail = [...words("past"), state.choices], ahead = words("future");
      box.steps = trail.slice(1).map((to, i) => ({ from: trail[i], to }));
      box.undone = ahead.map((to, i) => ({ from: ahead[i + 1] || state.choices, to }));
      if (old && old.written && old.box.text !== box.text && old.box.steps.some((step) => step.at !== undefined)) {
        box.write(errata.splice(box.text, old.box.text));
        Object.assign(state, { written: true, choices: places.read(box.text, state.choices) });
      }
      if (old && old.choices.length === state.choices.length && old.box.text === box.text) Object.assign(box, { steps: old.box.steps, undone: old.box.undone });
      box.paint();
      if (old?.open) { const caret = old.box.caret; open(caret[0], caret[1], old.focused); } else if (state.written && active()) check.begin();
    }

    function open(start, end, focus = true) {
      const found = pane();
      unlight();
      one(".write", found).hidden = one(".livebar", found).hidden = false;
      one(".draft", found).hidden = true;
      found.classList.add("writing");
      one("[data-write]").setAttribute("aria-pressed", "true");
      if (start !== undefined) state.box.box.setSelectionRange(start, end ?? start);
      if (focus) state.box.box.focus({ preventScroll: start === undefined });
      if (!state.check.on || !state.check.answer) state.check.begin();
      state.writing.draw();
    }

    async function close() {
      const found = pane();
      flush();
      state.writing.hide();
      reference.unlight();
      one(".write", found).hidden = one(".livebar", found).hidden = true;
      one(".draft", found).hidden = false;
      found.classList.remove("writing");
      one("[data-write]").setAttribute("aria-pressed", "false");
      state.writing.draw();
      if (!state.written) state.check.end();
      if (state.drawn !== state.box.text) await redraw(found);
    }

    // The draft with what was changed by hand marked in it.
    async function redraw(found) {
      const text = state.box.text, body = JSON.stringify({ analysis: found.dataset.analysis, written: text, choices: state.choices });
      const answer = await fetch(CHANGES, { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => null);
      if (!answer?.ok || !found.isConnected) { one(".draft", found).textContent = text; return; }
      const { html } = await answer.json();
      if (text !== state.box.text) return;
      one(".draft", found).innerHTML = html;
      state.drawn = text;
      paint();
    }

    // Where in the draft a place of its marked text is.
    function offset(node, at) {
      let length = 0;
      const walker = document.createTreeWalker(one(".draft"), NodeFilter.SHOW_TEXT);
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const gone = text.parentElement.closest(HIDDEN);
        if (text === node) return length + (gone ? 0 : at);
        if (!gone) length += text.length;
      }
      return length;
    }

    const set = (number, sign) => state.choices.slice(0, number) + sign + state.choices.slice(number + 1);
    function choose(number, sign) { if (!lost(number)) decide(set(number, state.choices[number] === sign ? "." : sign)); }
    const draft = () => state.box.text;
    const comment = () => all(".comment li").map((item, number) => `${number + 1}. ${item.textContent}`).join("\n");

    function save() {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([draft()], { type: "text/plain;charset=utf-8" }));
      link.download = `corrected-${pane().dataset.analysis}.txt`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    }

    function unlight() {
      reference.unlight();
      all(".edit.cur").forEach((edit) => edit.classList.remove("cur"));
      all(".echip[aria-pressed=true]").forEach((chip) => chip.setAttribute("aria-pressed", "false"));
    }

    function show(row) {
      unlight();
      const chip = one(".echip", row), mark = one(`.edit[data-e="${row.dataset.e}"]`);
      reference.scroll(reference.light(chip.dataset, true));
      chip.setAttribute("aria-pressed", "true");
      if (!mark) return;
      mark.classList.add("cur");
      const box = one(".rev .out");
      if (box.scrollHeight > box.clientHeight && !errata.inside(box, mark)) errata.scrollTo(box, mark, 0.4);
    }

    function go(row) {
      all(".echip[tabindex='0']").forEach((chip) => { chip.tabIndex = -1; });
      one(".echip", row).tabIndex = 0;
      one(".echip", row).focus();
      row.scrollIntoView({ block: "nearest", behavior: errata.smooth() });
      pinned = row;
      show(row);
    }

    function step(key, from) {
      const rows = all(".er"), at = from ? rows.indexOf(from) : -1;
      const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: rows.length - 1 }[key];
      if (to === undefined || !rows.length) return false;
      go(rows[Math.max(0, Math.min(to, rows.length - 1))]);
      return true;
    }

    const WORK = {
      all: () => decide("+".repeat(state.choices.length)),
      none: () => decide("-".repeat(state.choices.length)),
      undo: () => state.box.undo(),
      redo: () => state.box.redo(),
      propose: () => { flush(); again = ".echip"; trigger("begin", { analysis: pane().dataset.analysis }); },
      score: () => { again = '[data-rev="score"]'; trigger("score", written()); },
    };

    element.addEventListener("click", (event) => {
      const button = event.target.closest("button"), mark = event.target.closest(".edit");
      if (button && button.dataset.mode === "revise" && !pane()) {
        again = ".echip";
        trigger("begin", { analysis: one(".qx.review").dataset.analysis });
      }
      if (button && button.dataset.liveEdit !== undefined) {
        if (pane()) { one("button[data-mode=revise]").click(); open(); } else { again = "write"; trigger("write", { analysis: one(".qx.review").dataset.analysis }); }
        return;
      }
      if (!pane() || !(button || mark)) return;
      if (mark && pane().contains(mark)) go(rowOf(mark.dataset.e));
      else if (!button) return;
      else if (button.dataset.write !== undefined) { if (state.writing.open) close(); else open(); }
      else if (button.dataset.whole !== undefined) { flush(); trigger("whole", { analysis: pane().dataset.analysis, text: draft() }); }
      else if (button.dataset.rev) { if (button.getAttribute("aria-disabled") !== "true") WORK[button.dataset.rev](); }
      else if (button.dataset.choose) choose(Number(button.closest(".er").dataset.e), SIGNS[button.dataset.choose]);
      else if (button.classList.contains("echip")) { go(button.closest(".er")); one(".qx.review").classList.add("sheet"); }
      else if (button.dataset.copy === "draft") errata.copy(button, draft());
      else if (button.dataset.copy === "comment") errata.copy(button, comment());
      else if (button.dataset.save) save();
    });
    // The words themselves: a double click writes there.
    element.addEventListener("dblclick", (event) => {
      if (!active() || !event.target.closest(".draft") || event.target.closest(".edit")) return;
      const chosen = getSelection();
      open(offset(chosen.anchorNode, chosen.anchorOffset), offset(chosen.focusNode, chosen.focusOffset));
    });
    document.addEventListener("focusin", () => { state.focused = state.box?.box === document.activeElement; });
    document.addEventListener("visibilitychange", () => { if (document.hidden) flush(); });
    window.addEventListener("pagehide", flush, true);
    element.addEventListener("mouseover", (event) => { const row = active() && event.target.closest(".er"); if (row) show(row); });
    element.addEventListener("mouseout", (event) => { if (active() && event.target.closest(".er") && pinned && pinned.isConnected) show(pinned); });
    document.addEventListener("keydown", (event) => {
      if (!active() || document.querySelector("dialog[open]") || errata.typing(event.target)) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") { event.preventDefault(); if (event.shiftKey) state.box.redo(); else state.box.undo(); return; }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const row = event.target.closest && event.target.closest(".er");
      if (!row && !"jk".includes(event.key)) return;
      if (row && (event.key === "a" || event.key === "r")) choose(Number(row.dataset.e), event.key === "a" ? "+" : "-");
      else if (!step(event.key, row || (event.target === document.body ? pinned : null))) return;
      event.preventDefault();
    });

    function drawn() {
      reference.look();
      const before = pinned && pinned.dataset.e, found = pane();
      pinned = null;
      if (!found) return;
      begin();
      paint();
      if (again === "write") { one("button[data-mode=revise]").click(); open(); }
      else if (again && document.activeElement === document.body) one(again)?.focus({ preventScroll: true });
      again = "";
      if (before !== null && rowOf(before) && active()) { pinned = rowOf(before); show(pinned); }
    }

    watch("value", drawn);
    drawn();
  };
})();
