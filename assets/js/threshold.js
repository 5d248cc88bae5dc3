// The threshold: every verdict on the page read again from its probability, without asking the server.
(() => {
  const errata = window.errata;
  const WORDS = { ok: "Supported. ", no: "Unsupported. " };

  function setState(element, state) {
    element.classList.toggle("ok", state === "ok");
    element.classList.toggle("no", state === "no");
  }

  function plural(count, noun) { return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`; }

  function tally(items) {
    const supported = items.filter((item) => item.classList.contains("ok")).length;
    return { supported, all: items.length };
  }

  function settle(block, items) {
    const { supported, all } = tally(items);
    setState(block, supported === all ? "ok" : "no");
    block.querySelector(".tally").textContent = `${supported}/${all}`;
    return { supported, all };
  }

  // Reads the facts of `root` at `threshold`; marks, tallies, minimap, filter, deletions and score follow.
  errata.readAt = (root, threshold) => {
    const states = new Map();
    const items = Array.from(root.querySelectorAll(".qa"));
    if (items.some((item) => item.dataset.p === undefined)) return;
    for (const item of items) {
      const state = Number(item.dataset.p) >= threshold ? "ok" : "no";
      states.set(item.dataset.unit, state);
      setState(item, state);
      item.querySelector(".verdict").textContent = WORDS[state];
    }
    root.querySelectorAll(".strip i[data-unit], .map i").forEach((mark) => setState(mark, states.get(mark.dataset.unit)));
    root.querySelectorAll(".grp").forEach((group) => {
      const { supported, all } = settle(group, Array.from(group.querySelectorAll(".qa")));
      root.querySelectorAll(`.pred[data-group="${CSS.escape(group.dataset.group)}"]`).forEach((word) => {
        setState(word, supported === all ? "ok" : "no");
        word.setAttribute("aria-label", `${word.textContent}, ${supported} of ${plural(all, "fact")} supported`);
      });
    });
    root.querySelectorAll(".sentence").forEach((heading) => {
      settle(heading, Array.from(root.querySelectorAll(`.grp[data-of="${CSS.escape(heading.dataset.sentence)}"] .qa`)));
    });
    root.querySelectorAll("del[data-units]").forEach((part) => {
      part.classList.toggle("kept", part.dataset.units.split("\n").every((unit) => states.get(unit) === "ok"));
    });
    header(root, items);
  };

  function header(root, items) {
    const { supported, all } = tally(items), unsupported = all - supported;
    const percent = all ? String(Math.round(100 * supported / all)) : "–";
    const big = root.querySelector(".big");
    big.querySelector("b").textContent = percent;
    big.setAttribute("aria-label", `Score ${percent} per cent`);
    root.querySelector(".sum h2").textContent = `${supported} of ${plural(all, "fact")} supported`;
    root.querySelector(".look").textContent = unsupported
      ? `${unsupported} ${unsupported === 1 ? "needs" : "need"} a second look` : "nothing needs a second look";
    root.querySelector(".count-no").textContent = unsupported;
    root.querySelector(".groups .none").hidden = unsupported > 0 || all === 0;
    const strip = root.querySelector(".strip");
    if (!strip) return;
    strip.setAttribute("aria-label", `${supported} supported, ${unsupported} unsupported`);
    strip.querySelectorAll(".share").forEach((bar) => { bar.style.flex = bar.classList.contains("ok") ? supported : unsupported; });
  }
})();
