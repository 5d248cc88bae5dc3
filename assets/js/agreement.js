// Disagreements of annotators, decided one after the other by keyboard; every decision is an event of a log, kept at once.
(() => {
  const errata = window.errata;
  const one = (selector) => document.querySelector(selector);

  class Disputes {
    constructor(root, data) {
      Object.assign(this, { root, data, items: data.items, log: data.log, at: 0 });
      this.rows = Array.from(root.querySelectorAll(".dispute"));
      this.texts = new Map(Array.from(root.querySelectorAll(".of"), (text) => [text.dataset.of, text]));
      if (!this.rows.length) return;
      this.at = Math.max(0, this.items.findIndex((item) => !this.said(item)));
      root.addEventListener("click", (event) => this.click(event));
      root.addEventListener("focusin", (event) => { const row = event.target.closest(".dispute"); if (row) this.go(Number(row.dataset.n), true); });
      document.addEventListener("keydown", (event) => this.key(event));
      this.rows.forEach((row, number) => this.drawRow(row, number));
      this.go(this.at, true);
    }
    said(item) { return this.log.findLast((event) => event.analysis === item.analysis && event.item === item.id && !event.undone)?.label || ""; }

    decide(label) {
      const item = this.items[this.at];
      if (!this.data.annotator) { this.root.querySelector(".decider input[name=by]")?.focus(); errata.tell("Say who you are first: a decision has a name."); return; }
      if (this.said(item) === label) return;
      const event = { event: errata.made(), analysis: item.analysis, annotator: this.data.annotator, item: item.id, step: "adjudicated", label, version: 0, undone: false };
      this.log.push(event);
      this.keep(event);
      this.drawRow(this.rows[this.at], this.at);
    }
    keep(event) {
      const { event: id, analysis, annotator, item, step, label, version, undone } = event;
      errata.keep("label", id, { event: id, analysis, annotator, item, step, label, version, undone }, true);
    }
    undo(redo) {
      const own = this.log.filter((event) => event.annotator === this.data.annotator);
      let at = own.findLastIndex((event) => !event.undone);
      if (redo) at = own[at + 1]?.undone ? at + 1 : -1;
      if (at < 0) { errata.tell(redo ? "There is nothing to redo." : "There is nothing to undo."); return; }
      const event = own[at];
      Object.assign(event, { undone: !redo, version: event.version + 1 });
      this.keep(event);
      const place = this.items.findIndex((item) => item.analysis === event.analysis && item.id === event.item);
      if (place >= 0) { this.drawRow(this.rows[place], place); this.go(place); }
    }
    drawRow(row, number) {
      const label = this.said(this.items[number]);
      row.classList.toggle("decided", Boolean(label));
      row.querySelectorAll("[data-decide]").forEach((button) => button.setAttribute("aria-pressed", button.dataset.decide === label ? "true" : "false"));
      const open = this.items.filter((item) => !this.said(item)).length, words = one(".summary");
      words.textContent = words.textContent.replace(/\d+ to adjudicate/, `${open} to adjudicate`);
    }
    go(number, still) {
      this.at = Math.min(Math.max(0, number), this.rows.length - 1);
      const row = this.rows[this.at];
      this.rows.forEach((other) => { other.classList.toggle("now", other === row); other.tabIndex = other === row ? 0 : -1; });
      this.texts.forEach((text, id) => { text.hidden = id !== row.dataset.of; });
      const output = this.texts.get(row.dataset.of)?.querySelector(".txt:not(.rtxt)");
      if (output) errata.paint("errata-same", errata.ranges(new errata.TextPlaces(output), row.dataset.places));
      if (!still) row.focus();
    }
    next() {
      for (let step = 1; step <= this.items.length; step++) {
        const number = (this.at + step) % this.items.length;
        if (!this.said(this.items[number])) { this.go(number); return; }
      }
      errata.tell("All are decided.");
    }
    click(event) {
      const row = event.target.closest(".dispute"), button = event.target.closest("[data-decide]");
      if (row) this.go(Number(row.dataset.n), true);
      if (button) this.decide(button.dataset.decide);
    }
    key(event) {
      if (one(".top dialog").open || errata.typing(event.target)) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") { event.preventDefault(); this.undo(event.shiftKey); return; }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const labels = Array.from(this.rows[this.at].querySelectorAll("[data-decide]"), (button) => button.dataset.decide);
      const reference = this.texts.get(this.rows[this.at].dataset.of)?.querySelector(".rtxt");
      const scroll = (turn) => reference?.scrollBy({ top: turn * reference.clientHeight * 0.8, behavior: errata.still() ? "auto" : "smooth" });
      const chosen = labels[Number(event.key) - 1];
      const does = {
        j: () => this.go(this.at + 1), ArrowDown: () => this.go(this.at + 1), k: () => this.go(this.at - 1), ArrowUp: () => this.go(this.at - 1),
        Home: () => this.go(0), End: () => this.go(this.rows.length - 1), u: () => this.undo(false), U: () => this.undo(true),
        Backspace: () => this.decide(""), "[": () => scroll(-1), "]": () => scroll(1),
        Enter: event.target.closest("button, a") ? undefined : () => this.next(),
      }[event.key] || (chosen ? () => { this.decide(chosen); this.next(); } : undefined);
      if (does) { event.preventDefault(); does(); }
    }
  }

  const root = one("main.agreement");
  if (root) new Disputes(root, JSON.parse(one("#data").textContent));
})();
