// A guided tour: a step at a time; the address has the step, so that one can come back to it or send it.
(() => {
  const { listen, say } = window.classroom;
  const steps = [...document.querySelectorAll(".step")], others = document.querySelector(".others");
  const sentences = [...document.querySelectorAll(".source li")].map((item) => item.textContent);
  const searches = new Map();
  let at = 0;

  function draw(quiet) {
    steps.forEach((step, number) => { step.hidden = number !== at; });
    others.hidden = at !== steps.length - 1;
    document.querySelectorAll("[data-step]").forEach((link) => {
      if (Number(link.dataset.step) === at + 1) link.setAttribute("aria-current", "step"); else link.removeAttribute("aria-current");
    });
    document.querySelectorAll("[data-do=back]").forEach((button) => { button.disabled = at === 0; });
    document.querySelectorAll("[data-do=next]").forEach((button) => { button.disabled = at === steps.length - 1; });
    const box = steps[at].querySelector(".search");
    if (box && !searches.has(at)) searches.set(at, window.classroom.search(box, box.dataset.trace, sentences, box.dataset.looked));
    history.replaceState(null, "", `#${at + 1}`);
    scrollTo(0, 0);
    if (!quiet) { say(`Step ${at + 1} of ${steps.length}`); steps[at].querySelector("h2").focus({ preventScroll: true }); }
  }
  const go = (to) => { const next = Math.max(0, Math.min(steps.length - 1, to)); if (next !== at) { at = next; draw(); } };
  function search(by) {
    const found = searches.get(at), gone = Boolean(found && (by > 0 ? found.next() : found.back()));
    if (gone) steps[at].querySelector(".search").scrollIntoView({ block: "nearest" });
    if (gone && steps[at].querySelector(".search").offsetHeight > innerHeight - 90) steps[at].querySelector(".search").scrollIntoView({ block: "start" });
    return gone;
  }
  // What is still below the edge of the screen is read before the tour goes on.
  function below() {
    if (scrollY + innerHeight >= document.documentElement.scrollHeight - 30) return false;
    scrollBy({ top: 0.75 * innerHeight, behavior: window.classroom.still ? "auto" : "smooth" });
    return true;
  }
  const number = (event) => go(Number(event.key) - 1);

  listen(
    {
      // A search is walked through before the tour goes on.
      next: () => { if (!search(1)) go(at + 1); }, read: () => { if (!search(1) && !below()) go(at + 1); }, back: () => { if (!search(-1)) go(at - 1); },
      more: () => search(1), less: () => search(-1), number, first: () => go(0), last: () => go(steps.length - 1),
      leave: (event, link) => { if (!link) location.href = document.querySelector("[data-do=leave]").href; },
    },
    {
      " ": "read", ArrowRight: "next", PageDown: "read", Enter: "next", ArrowLeft: "back", PageUp: "back", Backspace: "back", Home: "first", End: "last",
      s: "more", Escape: "leave", ...Object.fromEntries([..."123456789"].map((digit) => [digit, "number"])),
    },
  );
  document.querySelector(".dots").addEventListener("click", (event) => {
    const link = event.target.closest("[data-step]");
    if (!link) return;
    event.preventDefault();
    go(Number(link.dataset.step) - 1);
  });
  window.addEventListener("hashchange", () => go(Number(location.hash.slice(1)) - 1));
  at = Math.max(0, Math.min(steps.length - 1, (Number(location.hash.slice(1)) || 1) - 1));
  draw(true);
})();
