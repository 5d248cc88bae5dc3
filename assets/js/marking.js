// What the pages of annotators share, and the words that an annotator marks by themselves, which no unit covers: by mouse or by keyboard.
(() => {
  const errata = window.errata;
  const one = (selector) => document.querySelector(selector);

  errata.openHistory = () => {};
  // What waited when the page was left has been sent (autosave.js); where the server did not know it yet when it made this page, it is
  // asked once more.
  const log = JSON.parse(one("#data").textContent)?.log || [];
  const late = () => {
    try { return JSON.parse(sessionStorage.getItem("errata-waiting"))?.entries || []; } catch { return []; }
  };
  const isNews = ({ kind, data }) => kind === "label" && data.step !== "time" && !log.some((one) => one.event === data.event && one.version >= data.version);
  const news = late().some(([, entry]) => isNews(entry));
  errata.redraw = () => { if (news) location.reload(); };
  errata.top(one(".qx.top"));
  errata.nowLoaded();

  // A name for an event that nobody else gives to another.
  errata.made = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  // Brings a piece of a box into view, the box alone being scrolled.
  errata.showIn = (box, piece) => {
    const outer = box.getBoundingClientRect(), inner = piece.getBoundingClientRect();
    if (inner.top >= outer.top + 44 && inner.bottom <= outer.bottom - 8) return;
    box.scrollTo({ top: box.scrollTop + inner.top - outer.top - Math.min(120, outer.height / 3), behavior: errata.still() ? "auto" : "smooth" });
  };

  errata.Marks = class {
    constructor(bench) {
      Object.assign(this, { bench, words: bench.words, gaps: bench.gaps, places: bench.data.words, caret: null, chosen: null, held: [] });
      this.form = bench.root.querySelector(".marking");
      this.form.addEventListener("submit", (event) => { event.preventDefault(); this.end(true); });
      // What is typed here is kept with every key, as all else; to cancel is to step back.
      this.form.addEventListener("input", () => this.hold());
      this.form.querySelector("[data-cancel]").addEventListener("click", () => this.end(false));
      one(".words").addEventListener("pointerup", () => setTimeout(() => this.selected()));
    }

    // Whether the arrows move the caret.
    get moving() { return Boolean(this.caret) && !this.chosen; }

    paint(name, first, last) {
      for (let number = first; number <= last; number++) {
        this.words[number].classList.add(name);
        if (number > first) this.gaps.get(number)?.classList.add(name);
      }
    }
    wipe(name) {
      this.words.forEach((word) => word.classList.remove(name));
      this.gaps.forEach((gap) => gap.classList.remove(name));
    }
    text(first, last) {
      const pieces = this.words.slice(first, last + 1).map((word, number) => (number ? this.gaps.get(first + number)?.textContent || "" : "") + word.textContent);
      return pieces.join("").replace(/\s+/g, " ");
    }
    item(first, last) { return `own:${this.places[first][0]}-${this.places[last][1]}`; }

    draw() {
      this.wipe("marked");
      const place = (event) => event.item.slice(4).split("-").map(Number);
      const found = Array.from(this.bench.standing().values()).filter((event) => event.step === "own").map((event) => [event, ...place(event)]);
      found.sort((a, b) => a[1] - b[1] || a[2] - b[2]);
      one("ul.own").replaceChildren(...found.map(([event, start, end]) => this.row(event, start, end)).filter(Boolean));
    }
    row(event, start, end) {
      const inside = this.places.flatMap((word, number) => (word[0] < end && start < word[1] ? [number] : []));
      if (!inside.length) return null;
      const [first, last] = [inside[0], inside.at(-1)], note = this.bench.said(event.item, "note");
      this.paint("marked", first, last);
      const row = document.createElement("li"), words = document.createElement("button"), gone = document.createElement("button");
      words.type = gone.type = "button";
      words.className = "again";
      words.textContent = `${this.text(first, last)}: ${event.label}${note ? `, ${note}` : ""}`;
      gone.textContent = "Remove";
      gone.setAttribute("aria-label", `Remove the mark on ${this.text(first, last)}`);
      words.addEventListener("click", () => this.name(first, last));
      gone.addEventListener("click", () => { this.bench.event(event.item, "own", ""); this.draw(); this.leave("The mark is removed."); });
      row.append(words, gone);
      return row;
    }

    begin() {
      if (!this.words.length) return;
      this.bench.endTyping();
      const first = this.bench.items[this.bench.at]?.runs[0]?.[0] ?? 0;
      this.caret = { from: first, to: first };
      one(".out").classList.add("choosing");
      one(".ask").focus({ preventScroll: true }); // where a screen reader leaves the arrows to the page
      this.drawCaret();
      this.bench.say("Mark words: the arrows move, with Shift they extend, Enter names the error, Escape leaves.");
    }
    drawCaret() {
      this.wipe("caret");
      if (!this.caret) return;
      const [first, last] = [Math.min(this.caret.from, this.caret.to), Math.max(this.caret.from, this.caret.to)];
      this.paint("caret", first, last);
      errata.showIn(one(".out"), this.words[this.caret.to]);
      one(".live").textContent = this.text(first, last);
    }
    // The word above or below another, nearest to it in its line.
    inLine(number, turn) {
      const here = this.words[number].getBoundingClientRect(), middle = (here.left + here.right) / 2;
      let best = number, least = Infinity, line = null;
      for (let other = number + turn; other >= 0 && other < this.words.length; other += turn) {
        const box = this.words[other].getBoundingClientRect();
        if (Math.abs(box.top - here.top) < here.height / 2) continue;
        if (line === null) line = box.top;
        if (Math.abs(box.top - line) >= box.height / 2) break;
        const distance = Math.abs((box.left + box.right) / 2 - middle);
        if (distance < least) { least = distance; best = other; }
      }
      return best;
    }
    // What a key does while words are chosen; whether it does anything.
    move(event) {
      const last = this.words.length - 1, to = this.caret.to, { key } = event;
      if (key === "Escape") { this.end(false); return true; }
      if (key === "Enter") { this.name(Math.min(this.caret.from, to), Math.max(this.caret.from, to)); return true; }
      const next = {
        ArrowRight: () => to + 1, ArrowLeft: () => to - 1, Home: () => 0, End: () => last,
        ArrowDown: () => this.inLine(to, 1), ArrowUp: () => this.inLine(to, -1),
      }[key]?.();
      if (next === undefined) return false;
      this.caret.to = Math.min(Math.max(0, next), last);
      if (!event.shiftKey) this.caret.from = this.caret.to;
      this.drawCaret();
      return true;
    }

    // The form that says what is wrong with words.
    name(first, last) {
      this.caret = { from: first, to: last };
      this.drawCaret();
      this.chosen = { first, last };
      this.held = [];
      const item = this.item(first, last);
      this.form.querySelector(".chosen").textContent = this.text(first, last);
      this.form.elements.kind.value = this.bench.said(item, "own") || "extrinsic";
      this.form.elements.comment.value = this.bench.said(item, "note");
      this.form.hidden = false;
      errata.showIn(one(".out"), this.form);
      this.form.elements.kind.focus();
      this.bench.say(`What is wrong with “${this.text(first, last)}”: the kind, Tab to a comment, Enter keeps it, Escape leaves.`, true);
    }
    hold() {
      const item = this.item(this.chosen.first, this.chosen.last), { kind, comment } = this.form.elements;
      for (const [step, label] of [["own", kind.value], ["note", comment.value]]) {
        const known = this.held.find((event) => event.step === step);
        if (known && known.label !== label) this.bench.change(known, { label });
        else if (!known && this.bench.said(item, step) !== label) this.held.push(this.bench.event(item, step, label));
      }
    }
    inForm(event) {
      if (!this.form.contains(event.target)) return false;
      if (event.key === "Escape") { event.preventDefault(); this.end(false); }
      if (event.key === "Enter" && event.target.matches("select")) { event.preventDefault(); this.end(true); }
      return true;
    }
    end(keep) {
      if (keep && this.chosen) this.hold();
      else this.held.forEach((event) => this.bench.change(event, { undone: true }));
      this.held = [];
      this.form.hidden = true;
      this.chosen = this.caret = null;
      one(".out").classList.remove("choosing");
      this.drawCaret();
      this.draw();
      getSelection().removeAllRanges();
      this.leave(keep ? "The mark is kept." : "Nothing was marked.");
    }
    leave(words) {
      one(".ask").focus({ preventScroll: true });
      this.bench.say(words);
    }

    // Words chosen by mouse: whole ones, from the first that the selection touches to the last.
    selected() {
      const selection = getSelection();
      if (!selection.rangeCount || selection.isCollapsed) return;
      const range = selection.getRangeAt(0);
      if (!one(".words").contains(range.commonAncestorContainer)) return;
      const inside = this.words.filter((word) => range.intersectsNode(word) && this.touches(range, word));
      if (inside.length) this.name(Number(inside[0].dataset.w), Number(inside.at(-1).dataset.w));
    }
    touches(range, word) {
      const whole = document.createRange();
      whole.selectNodeContents(word);
      return range.compareBoundaryPoints(Range.END_TO_START, whole) < 0 && range.compareBoundaryPoints(Range.START_TO_END, whole) > 0;
    }
  };
})();
