// The threshold: every verdict on the page read again from its probability, without asking the server.
(() => {
  const errata = window.errata;
  const WORDS = { ok: "Supported. ", no: "Unsupported. " };

  function setState(element, state) {
    element.classList.toggle("ok", state === "ok");
    element.classList.toggle("no", state === "no");
  }

  // A vote agrees or disagrees with the verdict shown: with the other verdict it is the other vote.
  function turnVote(item) {
    const [up, down] = item.querySelectorAll(".th"), before = up?.getAttribute("aria-pressed");
    if (!up || !down || before === down.getAttribute("aria-pressed")) return;
    up.setAttribute("aria-pressed", down.getAttribute("aria-pressed"));
    down.setAttribute("aria-pressed", before);
  }

  function plural(count, noun) { return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`; }

  const supportedOf = (facts) => facts.filter((fact) => fact.item.classList.contains("ok")).length;

  function settle(block, facts) {
    const supported = supportedOf(facts), all = facts.length;
    setState(block, supported === all ? "ok" : "no");
    block.classList.toggle("unsure", facts.some((fact) => fact.item.classList.contains("unsure")));
    block.querySelector(".tally").textContent = `${supported}/${all}`;
    return { supported, all };
  }

  // Reads the facts of `root` at `threshold`; marks, tallies, minimap, filter, deletions and score follow.
  errata.readAt = (root, index, threshold) => {
    const { facts } = index;
    if (facts.some((fact) => fact.item.dataset.p === undefined)) return;
    for (const { item, mark, tick, row } of facts) {
      const state = Number(item.dataset.p) >= threshold ? "ok" : "no";
      if (item.classList.contains(state)) continue;
      turnVote(item);
      [item, mark, tick, row].filter(Boolean).forEach((element) => setState(element, state));
      const unsure = state === "ok" && Number(item.dataset.p) < Number(root.dataset.sure);
      [item, row].filter(Boolean).forEach((element) => element.classList.toggle("unsure", unsure));
      [item, row].filter(Boolean).forEach((element) => { element.querySelector(".verdict").textContent = WORDS[state]; });
    }
    for (const { element, word, facts: own } of index.groups) {
      const { supported, all } = settle(element, own);
      if (!word) continue;
      setState(word, supported === all ? "ok" : "no");
      const named = word.getAttribute("aria-label").replace(/, [^,]*$/, "");
      word.setAttribute("aria-label", `${named}, ${supported} of ${plural(all, "fact")} supported`);
    }
    index.headings.forEach((heading) => settle(heading.element, heading.facts));
    root.querySelectorAll("del[data-units]").forEach((part) => {
      const kept = part.dataset.units.split("\n").every((unit) => index.byUnit.get(unit)?.item.classList.contains("ok"));
      part.classList.toggle("kept", kept);
    });
    header(root, facts);
  };

  function header(root, facts) {
    const supported = supportedOf(facts), all = facts.length, unsupported = all - supported;
    const percent = all ? String(Math.round(100 * supported / all)) : "–";
    const big = root.querySelector(".big");
    big.querySelector("b").textContent = percent;
    big.setAttribute("aria-label", `Score ${percent} per cent`);
    root.querySelector(".sum h2").textContent = `${supported} of ${plural(all, root.dataset.noun || "fact")} supported`;
    root.querySelector(".look").textContent = unsupported
      ? `${unsupported} ${unsupported === 1 ? "needs" : "need"} a second look` : "nothing needs a second look";
    root.querySelector(".count-no").textContent = unsupported;
    const unsure = facts.filter((fact) => fact.item.classList.contains("unsure")).length;
    root.querySelector(".count-unsure").textContent = unsure;
    root.querySelector(".doubts").textContent = unsure ? ` · ${unsure} unsure` : "";
    root.querySelector(".groups .none").hidden = unsupported > 0 || all === 0;
    root.querySelector(".groups .sure").hidden = unsure > 0 || all === 0;
    const strip = root.querySelector(".strip");
    if (!strip) return;
    strip.setAttribute("aria-label", `${supported} supported, ${unsupported} unsupported`);
    strip.querySelectorAll(".share").forEach((bar) => { bar.style.flex = bar.classList.contains("ok") ? supported : unsupported; });
  }
})();
