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

  const supportedOf = (facts) => facts.filter((fact) => fact.item.classList.contains("ok")).length;

  function settle(block, facts) {
    const supported = supportedOf(facts), all = facts.length;
    setState(block, supported === all ? "ok" : "no");
    block.classList.toggle("unsure", facts.some((fact) => fact.item.classList.contains("unsure")));
    block.querySelector(".tally").textContent = `${supported}/${all}`;
    return { supported, all };
  }

  // Reads the facts of `root` at `threshold`; errors, marks, tallies, minimap, filter, deletions and score follow.
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
    index.groups.forEach((group) => { group.supported = settle(group.element, group.facts).supported; });
    index.headings.forEach((heading) => settle(heading.element, heading.facts));
    root.querySelectorAll("del[data-units]").forEach((part) => {
      const kept = part.dataset.units.split("\n").every((unit) => index.byUnit.get(unit)?.item.classList.contains("ok"));
      part.classList.toggle("kept", kept);
    });
    errata.errorsAt(root, index, threshold);
    header(root, index);
  };

  function header(root, index) {
    const { facts } = index, errors = index.errors.filter((error) => !error.item.hidden).length;
    const supported = supportedOf(facts), all = facts.length, unsupported = all - supported;
    const percent = all ? String(Math.round(100 * supported / all)) : "–";
    const big = root.querySelector(".big");
    big.querySelector("b").textContent = percent;
    big.setAttribute("aria-label", `Score ${percent} per cent`);
    root.querySelector(".found-errors").textContent = errors ? `${errata.plural(errors, "error")} · ` : unsupported ? "" : "No errors found · ";
    root.querySelector(".found-facts").textContent = `${supported} of ${errata.plural(all, root.dataset.noun || "fact")} supported`;
    root.querySelector(".count-no").textContent = unsupported;
    const unsure = facts.filter((fact) => fact.item.classList.contains("unsure")).length;
    root.querySelector(".count-unsure").textContent = unsure;
    root.querySelector(".doubts").textContent = unsure ? `${unsure} unsure · ` : "";
    root.querySelector(".groups .none").hidden = unsupported > 0 || all === 0;
    root.querySelector(".groups .sure").hidden = unsure > 0 || all === 0;
    const strip = root.querySelector(".strip");
    if (!strip) return;
    strip.setAttribute("aria-label", `${supported} supported, ${unsupported} unsupported`);
    strip.querySelectorAll(".share:is(.ok, .no)").forEach((bar) => { bar.style.flex = bar.classList.contains("ok") ? supported : unsupported; });
  }
})();
