// Where things are on the page: text by offset, counted in UTF-16 units as the server counted them, and facts by their unit.
(() => {
  const errata = window.errata;

  class TextPlaces {
    constructor(host) {
      this.nodes = [];
      this.starts = [];
      let length = 0;
      const walker = document.createTreeWalker(host, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        this.nodes.push(node);
        this.starts.push(length);
        length += node.data.length;
      }
      this.length = length;
    }

    at(offset, end) {
      let low = 0, high = this.starts.length - 1;
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (end ? this.starts[middle] < offset : this.starts[middle] <= offset) low = middle; else high = middle - 1;
      }
      return [this.nodes[low], offset - this.starts[low]];
    }

    // The pieces of text nodes between two places: [node, from, to].
    between(start, end) {
      const found = [];
      for (let i = this.starts.length - 1; i >= 0; i--) {
        const from = Math.max(start - this.starts[i], 0), to = Math.min(end - this.starts[i], this.nodes[i].length);
        if (from < to) found.unshift([this.nodes[i], from, to]);
      }
      return found;
    }

    range(start, end) {
      if (!(start >= 0 && start < end && end <= this.length)) return null;
      const range = document.createRange();
      range.setStart(...this.at(start, false));
      range.setEnd(...this.at(end, true));
      return range;
    }
  }

  errata.TextPlaces = TextPlaces;

  // What is copied from a text is the text itself, with the marks of Markdown that are drawn as what they stand for.
  document.addEventListener("copy", (event) => {
    const chosen = getSelection(), within = chosen.rangeCount && chosen.getRangeAt(0).commonAncestorContainer;
    const pane = within && (within.closest ? within : within.parentElement)?.closest(".marks, .dels, .rtxt, .heat");
    if (!pane?.querySelector(".md")) return;
    event.clipboardData.setData("text/plain", chosen.getRangeAt(0).cloneContents().textContent);
    event.preventDefault();
  });

  // The facts and errors of a review with everything that belongs to each, looked up once, since long outputs have hundreds.
  class FactIndex {
    constructor(root) {
      const by = (selector, key) => new Map(Array.from(root.querySelectorAll(selector), (element) => [element.dataset[key], element]));
      const marks = by(".strip i[data-unit]", "unit"), ticks = by(".map i", "unit"), rows = by(".qrow", "unit");
      this.headings = Array.from(root.querySelectorAll(".sentence"), (element) => ({ element, facts: [] }));
      const headings = new Map(this.headings.map((heading) => [heading.element.dataset.sentence, heading]));
      this.groups = Array.from(root.querySelectorAll(".grp"), (element) => ({ element, words: [], facts: [] }));
      const groups = new Map(this.groups.map((group) => [group.element.dataset.group, group]));
      const home = (item) => item.dataset.home.split(" ");
      this.facts = Array.from(root.querySelectorAll(".qa[data-home]")).sort((a, b) => home(a)[1] - home(b)[1]).map((item) => {
        const unit = item.dataset.unit, group = groups.get(home(item)[0]);
        const fact = { key: unit, unit, item, group, chip: item.querySelector(".chip"), mark: marks.get(unit), tick: ticks.get(unit), row: rows.get(unit), error: null };
        group.facts.push(fact);
        headings.get(group.element.dataset.of)?.facts.push(fact);
        return fact;
      });
      this.byUnit = new Map(this.facts.map((fact) => [fact.unit, fact]));
      this.errors = Array.from(root.querySelectorAll(".error"), (item) => {
        const chip = item.querySelector(".eb"), units = item.dataset.units.split("\n");
        const facts = Array.from(item.querySelectorAll(".qa"), (one) => this.byUnit.get(one.dataset.unit));
        const error = { key: `error ${chip.dataset.answer}`, item, chip, units, facts, words: [] };
        facts.forEach((fact) => { fact.error = error; });
        return error;
      });
      // What is no error and worth a look.
      this.looks = Array.from(root.querySelectorAll(".look"), (item) => {
        const chip = item.querySelector(".eb");
        return { key: `look ${chip.dataset.answer}`, item, chip, facts: [], words: [], look: true };
      });
      this.findMarks(root);
    }

    // The marks in the output, which are drawn anew whenever the threshold moves.
    findMarks(root) {
      const found = (selector, key) => {
        const known = new Map();
        root.querySelectorAll(selector).forEach((mark) => known.set(mark.dataset[key], [...(known.get(mark.dataset[key]) || []), mark]));
        return known;
      };
      const words = found(".marks .pred", "group"), errors = found(".marks :is(.err, .maybe)", "error");
      this.groups.forEach((group) => { group.words = words.get(group.element.dataset.group) || []; });
      this.places.forEach((error) => { error.words = errors.get(error.item.dataset.error) || []; });
    }

    // Errors, and what is worth a look.
    get places() { return [...this.errors, ...this.looks]; }

    // The fact or place that an element's data name.
    of({ unit, error }) { return unit === undefined ? this.places.find((one) => one.item.dataset.error === error) : this.byUnit.get(unit); }

    // What the key of a fact or a place that is there names; undefined where it is gone.
    named(key) { return this.byUnit.get(key) || this.places.find((error) => error.key === key && !error.item.hidden); }
  }

  errata.FactIndex = FactIndex;

  errata.plural = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;

  // "12 20;31 40" as ranges of the pane.
  errata.ranges = (places, written) => (written || "").split(";").filter(Boolean)
    .map((pair) => places.range(...pair.split(" ").map(Number))).filter(Boolean);

  errata.paint = (name, ranges) => {
    if (!window.Highlight || !CSS.highlights) return;
    if (ranges.length) CSS.highlights.set(name, new Highlight(...ranges)); else CSS.highlights.delete(name);
  };
})();
