// Marks words of the output: by a click or a tap, by dragging over several, or with the keyboard.
(() => {
  // `words` are the elements of the words; `changed` is told the numbers that are marked, first to last.
  window.classroom.marking = (host, changed) => {
    const pieces = [...host.querySelectorAll(".w")], gaps = [...host.querySelectorAll(".g")], last = pieces.length ? Number(pieces[pieces.length - 1].dataset.n) : -1;
    const heads = pieces.filter((piece) => piece.getAttribute("role") === "button");
    const sentence = new Map(pieces.map((piece) => [Number(piece.dataset.n), piece.dataset.s]));
    let marked = new Set(), before = new Set(), from = -1, adding = true, dragged = false;

    const number = (target) => { const piece = target?.closest?.(".w"); return piece && host.contains(piece) ? Number(piece.dataset.n) : -1; };

    function paint() {
      for (const piece of pieces) {
        const on = marked.has(Number(piece.dataset.n));
        piece.classList.toggle("marked", on);
        if (piece.getAttribute("role")) piece.setAttribute("aria-pressed", on ? "true" : "false");
      }
      for (const gap of gaps) {
        const n = Number(gap.dataset.n);
        gap.classList.toggle("marked", marked.has(n) && marked.has(n + 1) && sentence.get(n) === sentence.get(n + 1));
      }
    }
    function tell() {
      paint();
      changed([...marked].sort((a, b) => a - b));
    }
    function reach(to) {
      marked = new Set(before);
      for (let n = Math.min(from, to); n <= Math.max(from, to); n++) if (adding) marked.add(n); else marked.delete(n);
      paint();
    }
    function begin(n) {
      from = n;
      before = new Set(marked);
      adding = !marked.has(n);
      dragged = false;
      reach(n);
    }
    function focus(n) {
      const to = heads.find((piece) => Number(piece.dataset.n) === Math.max(0, Math.min(last, n)));
      if (!to) return;
      heads.forEach((piece) => { piece.tabIndex = piece === to ? 0 : -1; });
      to.focus({ preventScroll: true });
      to.scrollIntoView({ block: "nearest" });
    }

    host.addEventListener("pointerdown", (event) => {
      const n = number(event.target);
      if (n < 0 || event.button) return;
      if (event.pointerType !== "touch") event.preventDefault();
      begin(n);
      focus(n);
    });
    host.addEventListener("pointermove", (event) => {
      if (from < 0 || !event.buttons) return;
      const n = number(document.elementFromPoint(event.clientX, event.clientY));
      if (n >= 0 && n !== from) dragged = true;
      if (n >= 0) reach(n);
    });
    const release = () => { if (from < 0) return; from = -1; tell(); };
    document.addEventListener("pointerup", release);
    // A finger that scrolls marks nothing.
    document.addEventListener("pointercancel", () => { if (from < 0) return; marked = dragged ? marked : new Set(before); from = -1; tell(); });
    // Screen readers press by a click without a pointer.
    host.addEventListener("click", (event) => { const n = number(event.target); if (n >= 0 && event.detail === 0) { begin(n); from = -1; tell(); } });

    function line(n, by) {
      const here = heads.find((piece) => Number(piece.dataset.n) === n)?.getBoundingClientRect();
      if (!here) return n;
      const beyond = heads.map((piece) => [piece, piece.getBoundingClientRect()]).filter(([, box]) => (by > 0 ? box.top > here.top + 4 : box.top < here.top - 4));
      const row = by > 0 ? Math.min(...beyond.map(([, box]) => box.top)) : Math.max(...beyond.map(([, box]) => box.top));
      const found = beyond.filter(([, box]) => Math.abs(box.top - row) < 4).sort((a, b) => Math.abs(a[1].left - here.left) - Math.abs(b[1].left - here.left))[0];
      return found ? Number(found[0].dataset.n) : n;
    }
    host.addEventListener("keydown", (event) => {
      const n = number(event.target);
      if (n < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      const to = { ArrowRight: n + 1, ArrowLeft: n - 1, ArrowDown: line(n, 1), ArrowUp: line(n, -1), Home: 0, End: last }[event.key];
      if (to === undefined && event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
      if (to === undefined) { begin(n); from = -1; tell(); return; }
      const next = Math.max(0, Math.min(last, to));
      if (event.shiftKey) {
        if (!marked.has(n)) marked.add(n);
        for (let i = Math.min(n, next); i <= Math.max(n, next); i++) marked.add(i);
        tell();
      }
      focus(next);
    });

    return {
      set(numbers) { marked = new Set(numbers); from = -1; paint(); },
      clear() { marked.clear(); tell(); },
      focus: () => focus(0),
    };
  };
})();
