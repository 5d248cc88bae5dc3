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

    range(start, end) {
      if (!(start >= 0 && start < end && end <= this.length)) return null;
      const range = document.createRange();
      range.setStart(...this.at(start, false));
      range.setEnd(...this.at(end, true));
      return range;
    }
  }

  errata.TextPlaces = TextPlaces;

  // The facts of a review with everything that belongs to each, looked up once, since long outputs have hundreds.
  class FactIndex {
    constructor(root) {
      const by = (selector, key) => new Map(Array.from(root.querySelectorAll(selector), (element) => [element.dataset[key], element]));
      const words = by(".pred", "group"), marks = by(".strip i[data-unit]", "unit"), ticks = by(".map i", "unit"), rows = by(".qrow", "unit");
      this.headings = Array.from(root.querySelectorAll(".sentence"), (element) => ({ element, facts: [] }));
      const headings = new Map(this.headings.map((heading) => [heading.element.dataset.sentence, heading]));
      this.groups = Array.from(root.querySelectorAll(".grp"), (element) => ({ element, word: words.get(element.dataset.group), facts: [] }));
      this.facts = [];
      for (const group of this.groups) {
        const heading = headings.get(group.element.dataset.of);
        for (const item of group.element.querySelectorAll(".qa")) {
          const unit = item.dataset.unit;
          const fact = { unit, item, group, chip: item.querySelector(".chip"), mark: marks.get(unit), tick: ticks.get(unit), row: rows.get(unit) };
          group.facts.push(fact);
          if (heading) heading.facts.push(fact);
          this.facts.push(fact);
        }
      }
      this.byUnit = new Map(this.facts.map((fact) => [fact.unit, fact]));
      this.byChip = new Map(this.facts.map((fact) => [fact.chip, fact]));
    }
  }

  errata.FactIndex = FactIndex;

  // "12 20;31 40" as ranges of the pane.
  errata.ranges = (places, written) => (written || "").split(";").filter(Boolean)
    .map((pair) => places.range(...pair.split(" ").map(Number))).filter(Boolean);

  errata.paint = (name, ranges) => {
    if (!window.Highlight || !CSS.highlights) return;
    if (ranges.length) CSS.highlights.set(name, new Highlight(...ranges)); else CSS.highlights.delete(name);
  };
})();
