// Places in a pane's text by offset, counted in UTF-16 units as the server counted them, without searching for words.
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

  // "12 20;31 40" as ranges of the pane.
  errata.ranges = (places, written) => (written || "").split(";").filter(Boolean)
    .map((pair) => places.range(...pair.split(" ").map(Number))).filter(Boolean);

  errata.paint = (name, ranges) => {
    if (!window.Highlight || !CSS.highlights) return;
    if (ranges.length) CSS.highlights.set(name, new Highlight(...ranges)); else CSS.highlights.delete(name);
  };
})();
