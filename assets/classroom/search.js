// The search for the evidence of a fact, a step at a time: the halves of the reference, what they score, which of them the search goes on in,
// until one sentence is left. A class can guess before each answer.
(() => {
  const { make } = window.classroom;
  const LEAST = 14, MOST = 34;
  const AREA = 216;  // what a letter takes, in square pixels, in the smallest type that is easily read

  const name = (node) => (node.last - node.first === 1 ? `Sentence ${node.first + 1}` : `Sentences ${node.first + 1} to ${node.last}`);

  function read(written) {
    let nodes = [];
    try { nodes = JSON.parse(written || "[]"); } catch { nodes = []; }
    return nodes.map(([first, last, score, level, kept]) => ({ first, last, score, level, kept: Boolean(kept) }));
  }

  // `sentences` are those of the reference, `looked` is what is looked for. `next` and `back` say whether there was a step to go.
  window.classroom.search = (host, written, sentences, looked) => {
    const nodes = read(written), levels = [...new Set(nodes.map((node) => node.level))].sort((a, b) => a - b);
    const narrow = Math.min(...nodes.map((node) => node.last - node.first));
    const best = nodes.filter((node) => node.last - node.first === narrow).sort((a, b) => b.score - a.score)[0];
    // Beside the beginning and the end, every level has two steps: what is compared, and what comes of it.
    const last = 2 * levels.length + 1;
    let step = 0;

    function strip(now, shown) {
      const row = make("div", "strip");
      row.setAttribute("aria-hidden", "true");
      sentences.forEach((_, number) => {
        const cell = make("i", "", sentences.length <= 40 ? String(number + 1) : "");
        const holds = now.find((node) => node.first <= number && number < node.last);
        if (!holds) cell.className = "out";
        else if (shown && !holds.kept) cell.className = "left";
        else cell.className = "in";
        row.append(cell);
      });
      return row;
    }

    // A long range is told by its beginning and its end, where there is no room for all of it.
    function told(node, among) {
      const words = sentences.slice(node.first, node.last).join(" "), most = Math.max(90, Math.floor(innerWidth * Math.max(140, innerHeight - 190) / among / AREA));
      if (words.length <= most) return words;
      return `${words.slice(0, Math.floor(0.6 * most)).replace(/\s+\S*$/, "")} … ${words.slice(-Math.floor(0.35 * most)).replace(/^\S*\s+/, "")}`;
    }

    function half(node, shown, among) {
      const box = make("article", shown ? (node.kept ? "half kept" : "half left") : "half");
      const head = make("h3", "", name(node));
      box.append(head);
      if (shown) {
        const score = make("p", "score", node.score.toFixed(2)), bar = make("span", "meter");
        bar.append(make("i"));
        bar.firstChild.style.width = `${100 * Math.max(0, Math.min(1, node.score))}%`;
        box.append(score, bar, make("p", "fate", node.kept ? "goes on here" : "left aside"));
      } else box.append(make("p", "score unknown", "?"));
      box.append(make("p", "words", told(node, among)));
      return box;
    }

    function drawn() {
      const level = levels[Math.floor((step - 1) / 2)], shown = (step - 1) % 2 === 1;
      if (step === 0) {
        const whole = [{ first: 0, last: sentences.length, kept: true }];
        return { now: whole, shown: false, told: `Looking for the sentence that says this best, in a reference of ${sentences.length} sentence${sentences.length === 1 ? "" : "s"}.`, boxes: [] };
      }
      if (step === last) {
        const found = make("article", "half found");
        found.append(make("h3", "", name(best)), make("p", "score", best.score.toFixed(2)), make("p", "words large", sentences.slice(best.first, best.last).join(" ")));
        const reads = `${nodes.length} range${nodes.length === 1 ? "" : "s"} read in ${levels.length} step${levels.length === 1 ? "" : "s"}`;
        return { now: [{ ...best, kept: true }], shown: true, told: `Found: ${name(best).toLowerCase()}, after ${reads}.`, boxes: [found] };
      }
      const now = nodes.filter((node) => node.level === level);
      const said = shown
        ? `Step ${levels.indexOf(level) + 1}: ${now.map((node) => `${name(node).toLowerCase()} ${node.score.toFixed(2)}`).join(", ")}.`
        : `Step ${levels.indexOf(level) + 1}: which of these supports it best?`;
      return { now, shown, told: said, boxes: now.map((node) => half(node, shown, now.length)) };
    }

    function draw() {
      const { now, shown, told, boxes } = drawn();
      host.textContent = "";
      const row = make("div", "halves"), heading = make("p", "looked", looked);
      heading.dir = "auto";
      row.append(...boxes);
      host.append(heading, strip(now, shown), make("p", "told", told), row);
      host.dataset.step = step;
      host.dataset.last = last;
      const room = host.clientHeight - row.offsetTop + host.offsetTop - 8;
      if (boxes.length && room > 60) window.classroom.fit(row, room, LEAST, MOST);
      window.classroom.say(told);
    }

    const go = (to) => { const known = to >= 0 && to <= last; if (known) { step = to; draw(); } return known; };
    draw();
    return { next: () => go(step + 1), back: () => go(step - 1), draw };
  };
})();
