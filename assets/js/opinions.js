// What the person says of verdicts: a vote and a note on each fact, kept as they are made.
(() => {
  const errata = window.errata;
  const NOTE_DELAY = 600;

  const press = (button, on) => button.setAttribute("aria-pressed", on ? "true" : "false");

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
    }

    changed(item) {
      clearTimeout(this.pause);
      this.typed = null;
      this.keep(this.opinion(item, this.voteOf(item)));
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
