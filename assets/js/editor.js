// The box in which the draft is edited by hand: what was typed as splices, the places of edits and errors that move with them, and the
// lines under the words. They are drawn in a layer behind the box, so that nothing under the caret is ever changed.
(() => {
  const errata = window.errata;
  const TOGETHER = 1000;  // ms: what is typed without a longer pause is taken back as one
  const MOST_STEPS = 200;

  // The one place at which two texts differ: { at, removed, inserted }; null where they do not. No character of two units is cut.
  errata.splice = (before, after) => {
    if (before === after) return null;
    const most = Math.min(before.length, after.length), low = (unit) => unit >= 0xdc00 && unit <= 0xdfff;
    let at = 0, end = 0;
    while (at < most && before[at] === after[at]) at += 1;
    if (at && (low(before.charCodeAt(at)) || low(after.charCodeAt(at)))) at -= 1;
    while (end < most - at && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
    if (end && low(before.charCodeAt(before.length - end))) end -= 1;
    return { at, removed: before.slice(at, before.length - end), inserted: after.slice(at, after.length - end) };
  };

  // Where [start, end] lies after a splice, and whether the splice was inside it, or cut it.
  errata.moved = ([start, end], { at, removed, inserted }) => {
    const stop = at + removed.length, by = inserted.length - removed.length;
    if (stop <= start && !(at === start && start === end)) return { place: [start + by, end + by], touched: "" };
    if (at >= end) return { place: [start, end], touched: "" };
    const within = start <= at && stop <= end;
    return { place: [Math.min(start, at), Math.max(end + by, at + inserted.length)], touched: within ? "inside" : "cut" };
  };

  errata.Box = class {
    // `changed(kind)` is called after every change: "typed", "put" or "back".
    constructor(box, under, changed) {
      Object.assign(this, { box, under, changed, text: box.value, areas: [], steps: [], undone: [], composing: false });
      this.under.textContent = `${this.text}\u200b`;
      box.addEventListener("input", () => { if (!this.composing) this.typed(); });
      box.addEventListener("compositionstart", () => { this.composing = true; });
      box.addEventListener("compositionend", () => { this.composing = false; this.typed(); });
      // The browser's own memory does not know of edits that were accepted between two words: one memory has both.
      box.addEventListener("beforeinput", (event) => {
        if (event.inputType !== "historyUndo" && event.inputType !== "historyRedo") return;
        event.preventDefault();
        if (event.inputType === "historyUndo") this.undo(); else this.redo();
      });
    }

    typed() {
      const splice = errata.splice(this.text, this.box.value);
      if (!splice) return;
      this.remember(splice);
      this.follow(splice);
      this.changed("typed");
    }

    // Puts words where others were, as if they had been typed.
    put(start, end, words) {
      const splice = { at: start, removed: this.text.slice(start, end), inserted: words };
      if (splice.removed === words) return;
      this.remember(splice, true);
      this.write(splice);
      this.box.setSelectionRange(start + words.length, start + words.length);
      this.changed("put");
    }

    // Changes the text without a step to take back, the caret left where it is: an edit was accepted, or taken back.
    write(splice) {
      if (this.box.value !== this.text) this.typed();
      this.box.setRangeText(splice.inserted, splice.at, splice.at + splice.removed.length, "preserve");
      this.follow(splice);
    }

    follow(splice) {
      this.text = this.text.slice(0, splice.at) + splice.inserted + this.text.slice(splice.at + splice.removed.length);
      this.areas.forEach((area) => area.follow(splice));
      this.paint();
    }

    // One step of what was typed: the same word typed on is the same step.
    remember(splice, apart) {
      const last = this.steps[this.steps.length - 1], now = Date.now();
      const goesOn = last && last.at !== undefined && !apart && now - last.time < TOGETHER && !(/\s$/.test(last.inserted) && /\S/.test(splice.inserted));
      this.undone = [];
      if (goesOn && !splice.removed && splice.at === last.at + last.inserted.length) {
        Object.assign(last, { inserted: last.inserted + splice.inserted, time: now });
      } else if (goesOn && !splice.inserted && !last.inserted && splice.at + splice.removed.length === last.at) {
        Object.assign(last, { at: splice.at, removed: splice.removed + last.removed, time: now });
      } else this.push({ ...splice, time: now, before: this.kept() });
    }

    push(step) { this.steps = [...this.steps, step].slice(-MOST_STEPS); }

    undo() {
      const step = this.steps.pop();
      if (!step) return;
      this.undone.push(step);
      if (step.at === undefined) { this.decide(step.from); return; }
      step.after = this.kept();
      this.turn({ at: step.at, removed: step.inserted, inserted: step.removed }, step.before);
    }

    redo() {
      const step = this.undone.pop();
      if (!step) return;
      this.steps.push(step);
      if (step.at === undefined) { this.decide(step.to); return; }
      this.turn({ at: step.at, removed: step.removed, inserted: step.inserted }, step.after);
    }

    turn(splice, kept) {
      this.write(splice);
      this.restore(kept);
      const at = splice.at + splice.inserted.length;
      this.box.setSelectionRange(at, at);
      this.changed("back");
    }

    // What is remembered beside a step, so that it can be had again just as it was; whoever has areas overrides these.
    kept() { return null; }
    restore() {}
    marks() { return []; }

    get caret() { return [this.box.selectionStart, this.box.selectionEnd]; }

    // Draws the marks: { start, end, cls, key }, which may overlap. What lies on the same words shares one element.
    paint() {
      const length = this.text.length, marks = this.marks().filter((mark) => mark.start < mark.end && mark.end <= length);
      const edges = [...new Set([0, length, ...marks.flatMap((mark) => [mark.start, mark.end])])].sort((a, b) => a - b), pieces = [];
      for (let i = 0; i + 1 < edges.length; i += 1) {
        const [start, end] = [edges[i], edges[i + 1]], own = marks.filter((mark) => mark.start <= start && end <= mark.end), words = this.text.slice(start, end);
        if (!own.length) { pieces.push(words); continue; }
        const piece = document.createElement("span");
        piece.className = own.map((mark) => mark.cls).join(" ");
        const named = own.find((mark) => mark.key !== undefined);
        if (named) piece.dataset.key = named.key;
        piece.textContent = words;
        pieces.push(piece);
      }
      this.under.replaceChildren(...pieces, "\u200b");  // the last line is as high as any, also an empty one
    }

    pieces(key) { return Array.from(this.under.querySelectorAll(`[data-key="${key}"]`)); }

    // The key of what lies under a pointer: the box is above it.
    under_(x, y) {
      const hit = Array.from(this.under.querySelectorAll("[data-key]")).find((piece) =>
        Array.from(piece.getClientRects()).some((r) => r.left <= x && x <= r.right && r.top <= y && y <= r.bottom));
      return hit ? Number(hit.dataset.key) : null;
    }
  };

  // The places of edits in a text, as they move: { place, lost }, lost where hands have changed it.
  errata.Places = class {
    constructor(written, edits) {
      this.edits = edits;  // [{ before, after }]
      this.list = written.map((place) => (place ? { place, lost: false } : { place: null, lost: true }));
    }

    follow(splice) {
      this.list = this.list.map((one) => {
        if (!one.place) return one;
        const { place, touched } = errata.moved(one.place, splice);
        return { place, lost: one.lost || touched !== "" };
      });
    }

    // After something was typed: what stands in a place says whether its edit is made, can be made, or neither. Gives the choices.
    read(text, choices) {
      return Array.from(choices, (sign, number) => {
        const one = this.list[number], { before, after } = this.edits[number];
        if (!one.place) return sign;
        const words = text.slice(...one.place);
        one.lost = words !== before && words !== after;
        return words === after ? "+" : words === before && sign === "+" ? "." : sign;
      }).join("");
    }

    copy() { return this.list.map((one) => ({ ...one })); }
  };
})();
