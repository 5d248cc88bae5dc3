// What a person types and decides goes to the store at once, and is sent again until the store has said that it is kept.
// What cannot be sent waits in the storage of this tab too, so that it outlives a reload while the program is down; it goes from there
// as soon as the store has it. Beside it stands the name of the tab (tab.js), and nothing else that a person writes.
(() => {
  const errata = window.errata;
  const ROUTE = "/errata/keep";
  const AGAIN = 1500;
  const BEACON = 60_000;  // browsers send no more than 64 kB while a page goes
  const STORED = "errata-waiting";
  const UNSURE = 3_600_000;  // what may have been kept on the way out is sent again for so long: later, something newer may be there
  const REFUSED = [400, 413, 422];  // whatever else the store says, it may say otherwise later
  const waiting = new Map();
  let sending = false, timer = 0, lost = false, noted = false, leaving = false;

  // `name` tells what is kept: newer words about the same thing take the place of older ones that have not gone yet.
  errata.keep = (kind, name, data, quiet) => {
    waiting.set(`${kind} ${name}`, { kind, data, quiet });
    if (lost) note();
    send();
  };

  // Writes down what waits, or that nothing does; whether it fits. What was written on the way out stands: requests that the browser
  // breaks off then come back as failed, when what was handed to it waits no more.
  function note(unsure) {
    if (leaving) return true;
    try {
      if (waiting.size) sessionStorage.setItem(STORED, JSON.stringify({ until: unsure ? Date.now() + UNSURE : null, entries: [...waiting] }));
      else sessionStorage.removeItem(STORED);
      noted = waiting.size > 0;
      return true;
    } catch {
      return false;
    }
  }

  // What waited when this tab was left: it is sent now, and what was typed goes into the boxes once the page is there.
  function restore() {
    let found = null;
    try { found = JSON.parse(sessionStorage.getItem(STORED)); } catch { /* no storage here, or not ours */ }
    if (!found) return;
    noted = true;
    if (found.until === null || Date.now() < found.until) for (const [name, entry] of found.entries) waiting.set(name, { ...entry, quiet: true });
    errata.unkept = waiting.get("draft boxes")?.data;
    const drawn = [...waiting.values()].some((entry) => entry.kind !== "draft");
    note();
    send().then(() => { if (drawn && !waiting.size) errata.loading.then(() => errata.redraw?.()); });
  }

  const written = ({ kind, data }) => JSON.stringify({ kind, data });

  const words = (answer) => answer.text().catch(() => "");  // a server that dies may die in the middle of its answer

  async function send() {
    if (sending) return;
    clearTimeout(timer);
    sending = true;
    while (waiting.size) {
      const [name, entry] = waiting.entries().next().value;
      let answer;
      try {
        answer = await fetch(ROUTE, { method: "POST", headers: { "Content-Type": "application/json" }, body: written(entry) });
      } catch {
        answer = null;
      }
      if (!answer || !(answer.ok || REFUSED.includes(answer.status))) { await wait(answer); break; }
      if (waiting.get(name) === entry) waiting.delete(name);
      if (noted) note();
      errata.onKept?.(waiting.size);
      await told(answer, entry);
    }
    sending = false;
  }

  async function wait(answer) {
    timer = setTimeout(send, AGAIN);
    if (lost) return;
    lost = true;
    note();
    let why = (answer && await words(answer)) || "Errata does not answer: it may have been stopped.";
    if (answer?.status === 401) why = "Errata was started again and asks for its token: open the address that it printed.";
    errata.complain(`${why} What you typed and decided waits on this page, and is kept as soon as that works again.`);
  }

  async function told(answer, entry) {
    if (!answer.ok) { errata.complain(await words(answer) || "This could not be kept."); return; }
    const { said } = await answer.json().catch(() => ({}));  // it was kept, though the rest of the answer never came
    if (lost && !waiting.size) { lost = false; errata.tell("Errata answers again. What you typed and decided is kept."); }
    else if (said && !entry.quiet) errata.whisper(said);
  }

  // When a server that was gone is back, Gradio loads the page anew: what still waits is sent on the way out,
  // after those who hold back what is being typed have handed it over (they listen while the event comes down).
  window.addEventListener("pagehide", () => {
    if (noted || waiting.size) note(!lost);
    leaving = true;
    for (const [name, entry] of waiting) if (navigator.sendBeacon(ROUTE, written(entry))) waiting.delete(name);
  });
  window.addEventListener("beforeunload", (event) => {
    if ([...waiting.values()].some((entry) => written(entry).length > BEACON) && !note(!lost)) event.preventDefault();
  });

  window.addEventListener("pageshow", (event) => { if (event.persisted) { leaving = false; restore(); } });
  restore();
})();
