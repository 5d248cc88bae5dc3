// What the person says of verdicts: a vote and a note on each fact, kept as they are made.
(() => {
  const errata = window.errata;
  const NOTE_DELAY = 600;

  const press = (button, on) => button.setAttribute("aria-pressed", on ? "true" : "false");

  // The sign of a vote, or of notes alone, before the figure of a row; none where there is nothing.
  function sign(row, vote, notes) {
    row.querySelector(".mine")?.remove();
    if (!vote && !notes) return;
    const made = document.createElement("span"), heard = document.createElement("span");
    const words = [vote > 0 ? "You agree" : vote < 0 ? "You disagree" : "", notes ? "You made a note" : ""].filter(Boolean).join(". ");
    made.className = `mine${vote > 0 ? " agreed" : vote < 0 ? " disputed" : ""}${notes ? " noted" : ""}`;
    made.title = words;
    heard.className = "sr";
    heard.textContent = ` ${words}. `;
    made.append(heard);
    row.querySelector(".pr").before(made);
  }

  errata.Opinions = class {
    // `analysis` tells which one is on the page, `facts` how many facts it has.
    constructor(element, analysis, facts) {
      Object.assign(this, { element, analysis, facts, typed: null, pause: 0 });
      window.addEventListener("pagehide", () => this.keepNote(), true);
      element.addEventListener("change", (event) => { if (event.target.classList.contains("note")) this.changed(event.target.closest(".qa")); });
      element.addEventListener("input", (event) => { if (event.target.classList.contains("note")) this.typing(event.target.closest(".qa")); });
    }

    opinion(item, vote) {
      return { analysis: this.analysis(), unit: item.dataset.unit, vote, supported: item.classList.contains("ok"), note: item.querySelector(".note").value };
    }

    keep(said, quiet) { errata.keep("annotate", `${said.analysis} ${said.unit}`, said, quiet); }

    voteOf(item) { return Number(item.querySelector(".th[aria-pressed=true]")?.dataset.vote || 0); }

    vote(button) {
      const item = button.closest(".qa"), on = button.getAttribute("aria-pressed") !== "true";
      item.querySelectorAll(".th").forEach((other) => press(other, false));
      press(button, on);
      this.keep(this.opinion(item, on ? Number(button.dataset.vote) : 0));
      this.count();
    }

    count() {
      const place = this.element.querySelector(".voted"), votes = this.element.querySelectorAll('.th[aria-pressed="true"]').length;
      if (place) place.textContent = `${votes} of ${this.facts()} judged by you`;
      this.element.querySelectorAll(".qa:has(.ann)").forEach((item) => this.mark(item));
      this.element.querySelectorAll(".error").forEach((error) => this.markError(error));
    }

    // What was said of a fact shows on it in every view, and on the error that it is folded under.
    mark(item) {
      const vote = this.voteOf(item), note = item.querySelector(".note").value.trim();
      sign(item.querySelector(".chip"), vote, note ? 1 : 0);
      let line = item.querySelector(".mynote");
      if (!note) { line?.remove(); return; }
      if (!line) {
        line = document.createElement("span");
        line.className = "mynote";
        line.dir = "auto";
        item.querySelector(".qt").append(line);
      }
      line.textContent = note;
    }

    markError(error) {
      const facts = Array.from(error.querySelectorAll(".qa:has(.ann)")), votes = facts.map((item) => this.voteOf(item));
      sign(error.querySelector(".eb"), Math.min(0, ...votes) || Math.max(0, ...votes), facts.filter((item) => item.querySelector(".note").value.trim()).length);
    }

    changed(item) {
      clearTimeout(this.pause);
      this.typed = null;
      this.keep(this.opinion(item, this.voteOf(item)));
      this.count();
    }

    // A note is kept while it is typed: who closes the page in the middle of it finds it again.
    typing(item) {
      if (this.typed && this.typed.unit !== item.dataset.unit) this.keepNote();
      this.typed = this.opinion(item, this.voteOf(item));
      clearTimeout(this.pause);
      this.pause = setTimeout(() => this.keepNote(), NOTE_DELAY);
    }

    keepNote() {
      clearTimeout(this.pause);
      if (this.typed) this.keep(this.typed, true);
      this.typed = null;
    }
  };
})();
