// What a person sees and does while a draft is edited by hand: its errors under the words, in a note beside the caret, and in a list; keys
// that go from one to the next and put in what the reference has.
(() => {
  const errata = window.errata;
  const GAP = 6;
  const NOTHING = "The reference has nothing that could be put here.";

  const made = (name, cls, text) => {
    const found = document.createElement(name);
    found.className = cls;
    if (text !== undefined) found.textContent = text;
    return found;
  };

  errata.Writing = class {
    // `box` and `check` are those of the draft, `reference` the pane beside it, `leave()` is called when Escape is pressed.
    constructor(pane, { box, check, reference, leave }) {
      Object.assign(this, { pane, box, check, reference, leave, note: null, at: null });
      const area = box.box;
      area.addEventListener("keydown", (event) => this.key(event));
      for (const happened of ["keyup", "click", "focus", "select"]) area.addEventListener(happened, () => this.look());
      area.addEventListener("blur", () => this.hide());
      area.addEventListener("mousemove", (event) => {
        const over = box.under_(event.clientX, event.clientY);
        if (over !== null) this.show(over, event.clientX); else if (this.at !== null && this.at !== this.inside()) { this.hide(); this.look(); }
      });
      area.addEventListener("mouseleave", () => { if (!this.note?.matches(":hover")) { this.hide(); this.look(); } });
      this.one(".livebar").addEventListener("click", (event) => this.press(event));
      this.one(".found-live ol").addEventListener("click", (event) => this.choose(event));
    }

    one(selector) { return this.pane.querySelector(selector); }

    get open() { return !this.one(".write").hidden; }

    // The error that the caret is in, or that is selected; null in none.
    inside() {
      const [start, end] = this.box.caret, list = this.check.errors;
      const found = list.findIndex((error) => error.start <= start && end <= error.end);
      return found < 0 ? null : found;
    }

    key(event) {
      const control = event.ctrlKey || event.metaKey, name = event.key.toLowerCase();
      if (control && !event.altKey && (name === "z" || name === "y")) {
        event.preventDefault();
        if (name === "y" || event.shiftKey) this.box.redo(); else this.box.undo();
      } else if (event.key === "F8") { event.preventDefault(); this.go(event.shiftKey ? -1 : 1); }
      else if (event.key === "Enter" && event.altKey) { event.preventDefault(); this.put(this.at ?? this.inside()); }
      else if (event.key === "Escape") { event.preventDefault(); if (this.note) this.hide(); else this.leave(); }
    }

    press(event) {
      const button = event.target.closest("[data-live]");
      if (!button || button.getAttribute("aria-disabled") === "true") return;
      if (button.dataset.live === "put") this.put(this.inside()); else this.go(button.dataset.live === "next" ? 1 : -1);
    }

    choose(event) {
      const button = event.target.closest("button"), row = button?.closest("li");
      if (!row) return;
      if (button.matches(".putin")) this.put(Number(row.dataset.number)); else this.select(Number(row.dataset.number));
    }

    // To the next error behind the caret, or the one before it; round again at the end.
    go(way) {
      const list = this.check.errors, [start, end] = this.box.caret;
      if (!list.length) return;
      const behind = (error) => error.start > start || (error.start === start && end === start), before = (error) => error.end <= start && error.start < start;
      let to = way > 0 ? list.findIndex(behind) : list.findLastIndex(before);
      if (to < 0) to = way > 0 ? 0 : list.length - 1;
      this.select(to);
    }

    select(number) {
      const error = this.check.errors[number];
      if (!error) return;
      if (!this.open) this.opening();
      this.box.box.focus({ preventScroll: true });
      this.box.box.setSelectionRange(error.start, error.end);
      const piece = this.box.pieces(number)[0];
      if (piece) errata.bring(this.one(".out"), piece, 0.4);
      this.look(true);
    }

    put(number) {
      const error = number === null ? null : this.check.errors[number];
      if (!error) return;
      if (!error.put || error.stale) { this.check.say(this.check.state, error.stale ? "This sentence is being checked." : NOTHING); return; }
      this.hide();
      if (this.open) this.box.box.focus({ preventScroll: true });
      this.box.put(error.put[0], error.put[1], error.put[2]);
    }

    // What the caret is in is said, shown beside it, and lit in the reference.
    look(told) {
      if (!this.open || document.activeElement !== this.box.box) return;
      const number = this.inside();
      if (number === this.at && this.note && !told) return;
      this.hide();
      this.reference.unlight();
      if (number === null) return;
      const error = this.check.errors[number];
      if (!error.stale) this.reference.scroll(this.reference.light({ evidence: error.evidence, best: error.best, found: error.found }, true));
      this.show(number);
      if (told) this.pane.closest(".qx").querySelector(".live").textContent = `Error: ${error.said}.${error.put ? " Alt Enter puts it in." : ""}`;
    }

    show(number, x) {
      if (this.at === number && this.note) return;
      this.hide();
      const error = this.check.errors[number], pieces = this.box.pieces(number);
      if (!error || error.stale || !pieces.length) return;
      const note = made("div", "tip livetip"), has = made("span", "has"), kind = made("span", "kind", error.kind);
      note.setAttribute("aria-hidden", "true");  // the list of errors says the same
      has.append(kind);
      if (error.has) has.append(" reference has: ", made("b", "found", error.has));
      note.append(has);
      if (error.put) {
        const button = made("button", "putin", error.put[2].trim() ? (error.put[2] === error.has ? "Put in" : `Put in “${error.put[2]}”`) : "Take it out");
        button.append(made("kbd", "", "Alt Enter"));
        button.tabIndex = -1;
        button.type = "button";
        button.addEventListener("mousedown", (event) => { event.preventDefault(); this.put(number); });
        note.append(button);
      }
      note.append(made("span", "num", error.sure.toFixed(2)));
      note.addEventListener("mouseleave", () => { this.hide(); this.look(); });
      this.pane.closest(".qx").append(note);
      Object.assign(this, { note, at: number });
      pieces.forEach((piece) => piece.classList.add("cur"));
      const lines = pieces.flatMap((piece) => Array.from(piece.getClientRects())), room = note.getBoundingClientRect();
      const first = lines[0], last = lines[lines.length - 1], edge = this.one(".out").getBoundingClientRect();
      const left = x === undefined ? last.left : Math.min(x - 24, last.right);
      note.style.left = `${Math.max(GAP, Math.min(left, edge.right - room.width - GAP))}px`;
      note.style.top = `${last.bottom + GAP + room.height <= window.innerHeight ? last.bottom + 2 : first.top - 2 - room.height}px`;
    }

    hide() {
      this.note?.remove();
      this.box.under.querySelectorAll(".cur").forEach((piece) => piece.classList.remove("cur"));
      Object.assign(this, { note: null, at: null });
    }

    // The line that says how the draft stands, and the list of its errors.
    draw() {
      const { check } = this, line = this.one("#live-state"), list = check.errors, ready = check.state === "checked";
      if (line.textContent !== check.words) line.textContent = check.words;
      this.one(".livebar").dataset.state = check.state;
      for (const button of this.pane.querySelectorAll("[data-live]")) button.setAttribute("aria-disabled", list.length ? "false" : "true");
      const section = this.one(".found-live");
      section.hidden = !this.open && !list.length;
      section.classList.toggle("stale", !ready);
      section.querySelector(".tally").textContent = ready ? list.length : "…";
      if (ready || !list.length) this.rows(list);
    }

    rows(list) {
      const host = this.one(".found-live ol"), focused = host.contains(document.activeElement) ? Number(document.activeElement.closest("li").dataset.number) : null;
      host.replaceChildren(...list.map((error, number) => {
        const row = made("li", "lrow"), button = made("button", "lb"), has = made("span", "has");
        button.type = "button";
        row.dataset.number = number;
        has.append(made("span", "kind", error.kind));
        if (error.has) has.append(" reference has: ", made("b", "found", error.has));
        const words = made("b", "wrong", error.words);
        words.dir = "auto";
        button.append(words, made("span", "sr", ", "), has);
        row.append(button);
        if (error.put) {
          const put = made("button", "putin", error.put[2].trim() ? "Put in" : "Take out");
          put.type = "button";
          put.setAttribute("aria-label", error.put[2].trim() ? `Put in ${error.put[2]} for ${error.words}` : `Take out ${error.words}`);
          row.append(put);
        }
        return row;
      }));
      if (focused !== null) (host.children[Math.min(focused, list.length - 1)]?.querySelector("button") || this.box.box).focus();
    }
  };
})();
