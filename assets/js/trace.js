// The search for the selected fact as a stack of ranges: each row is one level of the tree, as wide as the text it covers.
(() => {
  const errata = window.errata;

  function name(first, last) { return last - first === 1 ? `sentence ${first + 1}` : `sentences ${first + 1}–${last}`; }

  function block(node, total) {
    const [first, last, score, , kept] = node;
    const cell = document.createElement("div");
    cell.className = kept ? "tn kept" : "tn";
    cell.style.left = `${100 * first / total}%`;
    cell.style.width = `${100 * (last - first) / total}%`;
    cell.style.setProperty("--score", Math.max(0, Math.min(1, score)));
    cell.title = `${name(first, last)}: ${score.toFixed(2)}${kept ? ", searched further" : ""}`;
    const label = document.createElement("span");
    label.textContent = score.toFixed(2);
    cell.append(label);
    return cell;
  }

  function sentence(nodes, total) {
    const read = nodes.length, levels = new Set(nodes.map((node) => node[3])).size;
    const narrow = Math.min(...nodes.map((node) => node[1] - node[0]));
    const best = nodes.filter((node) => node[1] - node[0] === narrow).sort((a, b) => b[2] - a[2])[0];
    const where = `; the best is ${name(best[0], best[1])} with ${best[2].toFixed(2)}`;
    return `${read} range${read === 1 ? "" : "s"} of the reference's ${total} sentence${total === 1 ? "" : "s"} read in ${levels} step${levels === 1 ? "" : "s"}${where}.`;
  }

  errata.drawTrace = (panel, chip, total) => {
    panel.textContent = "";
    const note = document.createElement("p");
    note.className = "tracenote";
    panel.append(note);
    let nodes = [];
    try { nodes = JSON.parse((chip && chip.dataset.trace) || "[]"); } catch { nodes = []; }
    if (!chip || !nodes.length) {
      note.textContent = chip ? "This fact was checked without a search." : "Select a fact to see its search.";
      return;
    }
    note.textContent = sentence(nodes, total);
    const levels = new Map();
    for (const node of nodes) {
      if (!levels.has(node[3])) levels.set(node[3], []);
      levels.get(node[3]).push(node);
    }
    for (const level of Array.from(levels.keys()).sort((a, b) => a - b)) {
      const row = document.createElement("div");
      row.className = "trow";
      row.append(...levels.get(level).map((node) => block(node, total)));
      panel.append(row);
    }
  };
})();
