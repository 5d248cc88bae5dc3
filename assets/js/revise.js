// Revise: each edit is accepted or rejected in place; every decision goes to the store at once and can be undone.
(() => {
  const errata = window.errata;
  const NAMES = { "+": "accepted", ".": "open", "-": "rejected" };
  const SIGNS = { 1: "+", 0: ".", "-1": "-" };

  errata.revise = (element, trigger, watch) => {
    const one = (selector, within) => (within || element).querySelector(selector);
    const all = (selector, within) => Array.from((within || element).querySelectorAll(selector));
    const pane = () => one(".rev");
    const active = () => pane() && one(".qx.review").dataset.mode === "revise";
    const reference = errata.paneOf(element);
    const state = { choices: "", past: [], future: [] };
    let again = "", pinned = null;

    const rowOf = (number) => one(`.er[data-e="${number}"]`);
    const accepted = () => Array.from(state.choices).flatMap((sign, number) => (sign === "+" ? [number] : [])).join(" ");

    function paint() {
      Array.from(state.choices).forEach((sign, number) => {
        for (const place of all(`.edit[data-e="${number}"], .er[data-e="${number}"]`)) {
          Object.values(NAMES).forEach((name) => place.classList.toggle(name, name === NAMES[sign]));
        }
        const row = rowOf(number);
        all("[data-choose]", row).forEach((button) => button.setAttribute("aria-pressed", SIGNS[button.dataset.choose] === sign ? "true" : "false"));
      });
      const count = (sign) => state.choices.split(sign).length - 1, total = state.choices.length;
      if (one(".decided")) one(".decided").textContent = total ? `${count("+")} of ${total} accepted${count(".") ? `, ${count(".")} to decide` : ""}` : "";
      for (const [name, off] of [["undo", !state.past.length], ["redo", !state.future.length], ["all", count("+") === total], ["none", count("-") === total]]) {
        const button = one(`[data-rev="${name}"]`);
        if (button) button.setAttribute("aria-disabled", off ? "true" : "false");
      }
      stand();
    }

    // How the draft stands, if this set of edits has been scored.
    function stand() {
      const list = one(".stand");
      if (!list) return;
      const known = new Map((list.dataset.known || "").split(";").filter(Boolean).map((entry) => entry.split("=")));
      const now = known.get(accepted()), words = one(".now dd"), before = known.get("");
      const share = (written) => { const [good, every] = written.split("/").map(Number); return every ? good / every : 1; };
      words.textContent = "";
      list.classList.toggle("unscored", now === undefined);
      list.classList.toggle("worse", now !== undefined && before !== undefined && share(now) < share(before));
      if (now === undefined) { words.textContent = "not scored yet"; return; }
      const [good, every] = now.split("/").map(Number), figure = document.createElement("b");
      figure.textContent = `${Math.round(100 * share(now))}%`;
      words.append(figure, ` ${good} of ${every}`);
      if (list.classList.contains("worse")) words.append(" · lower than the original");
    }

    function decide(choices) {
      if (choices === state.choices) return;
      state.past = [...state.past, state.choices].slice(-200);
      state.future = [];
      state.choices = choices;
      kept();
    }

    function kept() {
      paint();
      errata.keep("choose", pane().dataset.analysis, written());
    }

    const written = () => ({ analysis: pane().dataset.analysis, choices: state.choices, past: state.past.join(" "), future: state.future.join(" ") });

    function back() {
      if (!state.past.length) return;
      state.future = [...state.future, state.choices];
      state.choices = state.past.pop();
      kept();
    }

    function forth() {
      if (!state.future.length) return;
      state.past = [...state.past, state.choices];
      state.choices = state.future.pop();
      kept();
    }

    const set = (number, sign) => state.choices.slice(0, number) + sign + state.choices.slice(number + 1);
    function choose(number, sign) { decide(set(number, state.choices[number] === sign ? "." : sign)); }

    // The draft as the marks show it.
    function draft() {
      const copy = one(".draft").cloneNode(true);
      copy.querySelectorAll(".edit").forEach((edit) => edit.querySelectorAll(edit.classList.contains("accepted") ? "del" : "ins").forEach((gone) => gone.remove()));
      return copy.textContent;
    }
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
      undo: back,
      redo: forth,
      score: () => { again = '[data-rev="score"]'; trigger("score", written()); },
    };

    element.addEventListener("click", (event) => {
      const button = event.target.closest("button"), mark = event.target.closest(".edit");
      if (button && button.dataset.mode === "revise" && !pane()) {
        again = ".echip";
        trigger("begin", { analysis: one(".qx.review").dataset.analysis });
      }
      if (!pane() || !(button || mark)) return;
      if (mark && pane().contains(mark)) go(rowOf(mark.dataset.e));
      else if (!button) return;
      else if (button.dataset.rev) { if (button.getAttribute("aria-disabled") !== "true") WORK[button.dataset.rev](); }
      else if (button.dataset.choose) choose(Number(button.closest(".er").dataset.e), SIGNS[button.dataset.choose]);
      else if (button.classList.contains("echip")) { go(button.closest(".er")); one(".qx.review").classList.add("sheet"); }
      else if (button.dataset.copy === "draft") errata.copy(button, draft());
      else if (button.dataset.copy === "comment") errata.copy(button, comment());
      else if (button.dataset.save) save();
    });
    element.addEventListener("mouseover", (event) => { const row = active() && event.target.closest(".er"); if (row) show(row); });
    element.addEventListener("mouseout", (event) => { if (active() && event.target.closest(".er") && pinned && pinned.isConnected) show(pinned); });
    document.addEventListener("keydown", (event) => {
      if (!active() || document.querySelector("dialog[open]") || errata.typing(event.target)) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") { event.preventDefault(); (event.shiftKey ? forth : back)(); return; }
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
      const words = (name) => (found.dataset[name] || "").split(" ").filter(Boolean);
      Object.assign(state, { choices: found.dataset.choices || "", past: words("past"), future: words("future") });
      paint();
      if (again && document.activeElement === document.body) one(again)?.focus({ preventScroll: true });
      again = "";
      if (before !== null && rowOf(before) && active()) { pinned = rowOf(before); show(pinned); }
    }

    watch("value", drawn);
    drawn();
  };
})();
