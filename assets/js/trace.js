// The search for the selected fact as an icicle: each row is one level of the tree, each block a range of sentences that was read,
// as wide as the text it covers. It can be walked through step by step, for teaching.
(() => {
  const errata = window.errata;
  const PACE = 1500;
  const EXCERPT = 220;
  let timer = 0;

  const name = (first, last) => (last - first === 1 ? `sentence ${first + 1}` : `sentences ${first + 1}–${last}`);
  const capital = (words) => words[0].toUpperCase() + words.slice(1);

  function make(tag, cls, text) {
    const element = document.createElement(tag);
    if (cls) element.className = cls;
    if (text) element.textContent = text;
    if (tag === "button") element.type = "button";
    return element;
  }

  function read(chip) {
    let nodes = [];
    try { nodes = JSON.parse((chip && chip.dataset.trace) || "[]"); } catch { nodes = []; }
    return nodes.map(([first, last, score, level, kept]) => ({ first, last, score, level, kept: Boolean(kept) }));
  }

  // What was read and what was found, in one sentence.
  function summary(nodes, total) {
    const levels = new Set(nodes.map((node) => node.level)).size, narrow = Math.min(...nodes.map((node) => node.last - node.first));
    const best = nodes.filter((node) => node.last - node.first === narrow).sort((a, b) => b.score - a.score)[0];
    const where = `; the best is ${name(best.first, best.last)} with ${best.score.toFixed(2)}`;
    return `${nodes.length} range${nodes.length === 1 ? "" : "s"} of the reference's ${total} sentence${total === 1 ? "" : "s"} read in ${levels} step${levels === 1 ? "" : "s"}${where}.`;
  }

  function told(nodes, step, last) {
    const own = nodes.filter((node) => node.level === step), kept = own.filter((node) => node.kept);
    const scores = own.slice(0, 4).map((node) => `${name(node.first, node.last)} ${node.score.toFixed(2)}`).join(", ") + (own.length > 4 ? " …" : "");
    const on = kept.map((node) => name(node.first, node.last)).join(" and ");
    const end = !on ? "none of them is better than what was found before" : step === last ? `the search ends in ${on}` : `it goes on in ${on}`;
    return `Step ${step + 1} of ${last + 1}: ${step ? "what was kept is split again" : "the whole reference is split"}, giving ${scores}; ${end}.`;
  }

  function block(node, total) {
    const cell = make("button", node.kept ? "tn kept" : "tn");
    cell.style.left = `${100 * node.first / total}%`;
    cell.style.width = `${100 * (node.last - node.first) / total}%`;
    cell.style.setProperty("--score", Math.max(0, Math.min(1, node.score)));
    cell.title = `${name(node.first, node.last)}: ${node.score.toFixed(2)}${node.kept ? ", searched further" : ""}`;
    cell.setAttribute("aria-label", cell.title);
    Object.assign(cell.dataset, { first: node.first, last: node.last, score: node.score.toFixed(2) });
    cell.append(make("span", "", node.score.toFixed(2)));
    return cell;
  }

  function rows(nodes, total) {
    const all = make("div", "icicle"), top = make("div", "trow root");
    top.append(make("div", "tn", `the whole reference, ${total} sentence${total === 1 ? "" : "s"}`));
    all.append(top);
    const levels = Array.from(new Set(nodes.map((node) => node.level))).sort((a, b) => a - b);
    for (const level of levels) {
      const row = make("div", "trow");
      row.dataset.level = level;
      row.append(...nodes.filter((node) => node.level === level).map((node) => block(node, total)));
      all.append(row);
    }
    return all;
  }

  function controls() {
    const bar = make("div", "tbar");
    for (const [step, title] of [["first", "Start"], ["back", "Back"], ["play", "Play"], ["next", "Next"], ["all", "Whole search"]]) {
      const button = make("button", "", title);
      button.dataset.step = step;
      bar.append(button);
    }
    return bar;
  }

  // A mark in the map of the evidence leads to its fact. Plotly forgets who listens whenever it draws anew.
  document.addEventListener("pointerover", (event) => {
    const graph = event.target.closest && event.target.closest("#plot .js-plotly-plot");
    if (!graph || !graph.on) return;
    graph.removeAllListeners("plotly_click");
    graph.on("plotly_click", ({ points }) => errata.showFact(points[0].customdata));
  });

  errata.drawTrace = (panel, chip, reference) => {
    const key = chip ? `${chip.dataset.trace || ""}` : "";
    if (panel.dataset.key === key && panel.childElementCount > 1) return;
    clearInterval(timer);
    panel.dataset.key = key;
    panel.textContent = "";
    reference.steps([], []);
    const note = make("p", "tracenote"), nodes = read(chip), total = reference.sentences.length;
    note.setAttribute("aria-live", "polite");
    panel.append(note);
    if (!nodes.length) {
      note.textContent = chip ? "This fact was checked without a search." : "Select a fact to see its search.";
      return;
    }
    const icicle = rows(nodes, total), bar = controls(), excerpt = make("p", "texcerpt", "Choose a block to read what it covers.");
    const last = Math.max(...nodes.map((node) => node.level));
    let step = last;

    function draw(now, whole) {
      step = Math.max(0, Math.min(now, last));
      icicle.querySelectorAll(".trow[data-level]").forEach((row) => {
        const level = Number(row.dataset.level);
        row.classList.toggle("later", !whole && level > step);
        row.classList.toggle("now", !whole && level === step);
      });
      note.textContent = whole ? summary(nodes, total) : told(nodes, step, last);
      const own = whole ? [] : nodes.filter((node) => node.level === step), runs = (some) => some.map((node) => [node.first, node.last]);
      reference.steps(runs(own), runs(own.filter((node) => node.kept)));
    }

    function stop() {
      clearInterval(timer);
      timer = 0;
      bar.querySelector("[data-step=play]").textContent = "Play";
    }

    function play() {
      if (timer) { stop(); return; }
      draw(0, false);
      bar.querySelector("[data-step=play]").textContent = "Pause";
      timer = setInterval(() => {
        if (!panel.isConnected) { clearInterval(timer); timer = 0; return; }
        if (step < last) draw(step + 1, false);
        if (step >= last) stop();
      }, PACE);
    }

    bar.addEventListener("click", (event) => {
      const wanted = event.target.dataset.step;
      if (!wanted) return;
      if (wanted === "play") { play(); return; }
      stop();
      if (wanted === "all") draw(last, true);
      else draw({ first: 0, back: step - 1, next: step + 1 }[wanted], false);
    });

    function look(cell) {
      const first = Number(cell.dataset.first), end = Number(cell.dataset.last);
      reference.range(first, end);
      const words = reference.words(first, end);
      excerpt.textContent = `${capital(name(first, end))} · ${cell.dataset.score} · ${words.length > EXCERPT ? `${words.slice(0, EXCERPT)}…` : words}`;
    }
    for (const kind of ["mouseover", "focusin"]) icicle.addEventListener(kind, (event) => { const cell = event.target.closest("button.tn"); if (cell) look(cell); });
    for (const kind of ["mouseleave", "focusout"]) icicle.addEventListener(kind, () => reference.range(0, 0));
    panel.append(bar, icicle, excerpt);
    draw(last, true);
  };
})();
