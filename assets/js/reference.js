// The reference pane: lights sentences, says which they are, keeps them in view, and follows its own scrolling on the map beside it.
(() => {
  const errata = window.errata;
  const FAR = 2500;

  errata.smooth = () => (errata.still() ? "auto" : "smooth");

  errata.scrollTo = (box, target, share) => {
    const distance = target.getBoundingClientRect().top - box.getBoundingClientRect().top;
    const behavior = Math.abs(distance) > FAR ? "auto" : errata.smooth();
    box.scrollTo({ top: box.scrollTop + distance - box.clientHeight * share, behavior });
  };

  errata.inside = (box, target) => {
    const b = box.getBoundingClientRect(), t = target.getBoundingClientRect();
    return t.top >= b.top && t.bottom <= b.bottom;
  };

  // Scrolls a box that scrolls so that something in it is seen.
  errata.bring = (box, target, share) => { if (box.scrollHeight > box.clientHeight && !errata.inside(box, target)) errata.scrollTo(box, target, share); };

  class ReferencePane {
    constructor(element) {
      this.element = element;
      this.lit = [];
      let frame = 0, size = 0;
      element.addEventListener("scroll", (event) => {
        if (!event.target.classList || !event.target.classList.contains("rtxt")) return;
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(() => this.view());
      }, true);
      element.addEventListener("click", (event) => { if (this.box && event.target.closest(".map")) this.jump(event); });
      // A window of another size: the evidence stays in view.
      window.addEventListener("resize", () => {
        cancelAnimationFrame(size);
        size = requestAnimationFrame(() => {
          const evidence = this.box && this.box.querySelector(".s.on");
          if (evidence && !errata.inside(this.box, evidence)) errata.scrollTo(this.box, evidence, 0.32);
          this.view();
        });
      });
      this.look();
    }

    // After the server has drawn.
    look() {
      const box = this.element.querySelector(".rtxt");
      if (box && box === this.box) return;
      this.box = box;
      this.idle = this.element.querySelector(".where")?.textContent || "";
      // A sentence is one element, or several where Markdown cuts it: the first says where it is.
      const pieces = [];
      this.element.querySelectorAll(".rtxt .s").forEach((s) => { (pieces[s.dataset.s] = pieces[s.dataset.s] || []).push(s); });
      this.pieces = pieces;
      pieces.filter((own) => own.length > 1).flat().forEach((s) => s.classList.add("cut"));
      this.sentences = pieces.map((own) => own[0]);
      this.places = null;
      this.lit = [];
    }

    unlight() {
      this.lit.forEach((s) => { s.classList.remove("on", "also", "bad"); s.removeAttribute("aria-current"); });
      this.lit = [];
      ["errata-found", "errata-same"].forEach((name) => errata.paint(name, []));
    }

    say(words) {
      const line = this.element.querySelector(".where");
      if (line) line.textContent = words || this.idle;
    }

    // Lights what an element's data name: `evidence` (sentences, the first `best` of them the best passage) and `found`, a value to underline.
    light(data, bad) {
      const numbers = (data.evidence || "").split(" ").filter(Boolean).map(Number);
      const best = numbers.slice(0, Number(data.best || 1)).sort((a, b) => a - b);
      for (const number of numbers) {
        for (const s of this.pieces[number] || []) {
          this.lit.push(s);
          s.classList.add(best.includes(number) ? "on" : "also");
          s.classList.toggle("bad", bad);
          if (best.includes(number)) s.setAttribute("aria-current", "true");
        }
      }
      this.say(this.where(best, bad));
      this.places = this.places || new errata.TextPlaces(this.box);
      if (data.found && (bad || data.both)) errata.paint(bad ? "errata-found" : "errata-same", errata.ranges(this.places, data.found));
      return this.sentences[best[0]];
    }

    where(best, bad) {
      if (!best.length) return "Nothing like it in the reference";
      const numbers = best.map((i) => i + 1), total = this.sentences.length;
      const range = numbers.length > 1 ? `sentences ${numbers[0]}–${numbers[numbers.length - 1]}` : `sentence ${numbers[0]}`;
      return `${bad ? "Closest passage" : "Evidence"} · ${range} of ${total}`;
    }

    scroll(target) { if (target) errata.scrollTo(this.box, target, 0.32); }

    // Into the part of the pane that the window shows: below it there may be the panel of the search.
    reveal(target) {
      const box = this.box.getBoundingClientRect(), top = Math.max(box.top, 0), bottom = Math.min(box.bottom, window.innerHeight);
      const place = target.getBoundingClientRect();
      if (bottom <= top || (place.top >= top && place.bottom <= bottom)) return;
      this.box.scrollTo({ top: this.box.scrollTop + place.top - top - 0.32 * (bottom - top), behavior: errata.smooth() });
    }

    // Lights what a step of the search reads, and of that what it goes on in: runs of sentences [first, last]; none with none.
    steps(read, kept) {
      const light = (name, runs) => {
        this.element.querySelectorAll(`.s.${name}`).forEach((s) => s.classList.remove(name));
        runs.forEach(([first, last]) => this.pieces.slice(first, last).flat().forEach((s) => s.classList.add(name)));
      };
      light("read", read);
      light("kept", kept);
      this.box?.classList.toggle("stepping", read.length > 0);
      const target = this.sentences[(kept[0] || read[0] || [])[0]];
      if (!target) return;
      this.element.querySelector(".qx")?.classList.add("sheet");  // where the reference is a sheet, it comes up
      this.reveal(target);
    }

    // Outlines the sentences from `first` to before `last`; none with 0, 0.
    range(first, last) {
      this.element.querySelectorAll(".s.ranged").forEach((s) => s.classList.remove("ranged"));
      this.pieces.slice(first, last).flat().forEach((s) => s.classList.add("ranged"));
    }

    // The words of the sentences from `first` to before `last`, and of those that are lit.
    words(first, last) { return this.pieces.slice(first, last).map((own) => own.map((s) => s.textContent).join("")).join(" "); }

    text() { return this.pieces.flatMap((own, number) => (own[0].classList.contains("on") ? [this.words(number, number + 1)] : [])).join(" "); }

    jump(event) {
      const map = this.element.querySelector(".map").getBoundingClientRect(), last = this.sentences[this.sentences.length - 1];
      const share = (event.clientY - map.top) / map.height;
      if (last) this.box.scrollTo({ top: share * last.offsetTop - this.box.clientHeight / 2, behavior: errata.smooth() });
    }

    // The part of the reference that is on screen, on the map.
    view() {
      const last = this.sentences[this.sentences.length - 1], mark = this.element.querySelector(".map .view");
      if (!this.box || !last || !mark) return;
      const height = last.offsetTop + last.offsetHeight - this.sentences[0].offsetTop;
      const top = Math.min(1, this.box.scrollTop / height), share = Math.min(1 - top, this.box.clientHeight / height);
      mark.style.top = `${100 * top}%`;
      mark.style.height = `${100 * Math.max(0, share)}%`;
      mark.hidden = share >= 1;
    }
  }

  // The views of one element share its pane.
  const panes = new WeakMap();
  errata.paneOf = (element) => {
    if (!panes.has(element)) panes.set(element, new ReferencePane(element));
    return panes.get(element);
  };
})();
