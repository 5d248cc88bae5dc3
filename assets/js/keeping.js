// What a person types and decides goes to the store at once, and is sent again until the store has said that it is kept.
// Nothing of it is put into the browser's own storage.
(() => {
  const errata = window.errata;
  const ROUTE = "/errata/keep";
  const AGAIN = 1500;
  const BEACON = 60_000;  // browsers send no more than 64 kB while a page goes
  const waiting = new Map();
  let sending = false, timer = 0, lost = false;

  // `name` tells what is kept: newer words about the same thing take the place of older ones that have not gone yet.
  errata.keep = (kind, name, data, quiet) => {
    waiting.set(`${kind} ${name}`, { kind, data, quiet });
    send();
  };

  const written = ({ kind, data }) => JSON.stringify({ kind, data });

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
      if (!answer || answer.status >= 500) { await wait(answer); break; }
      if (waiting.get(name) === entry) waiting.delete(name);
      await told(answer, entry);
    }
    sending = false;
  }

  async function wait(answer) {
    timer = setTimeout(send, AGAIN);
    if (lost) return;
    lost = true;
    const why = answer ? await answer.text() : "Errata does not answer: it may have been stopped.";
    errata.complain(`${why} What you typed and decided waits on this page, and is kept as soon as that works again.`);
  }

  async function told(answer, entry) {
    if (!answer.ok) { errata.complain(await answer.text()); return; }
    const { said } = await answer.json();
    if (lost && !waiting.size) { lost = false; errata.tell("Errata answers again. What you typed and decided is kept."); }
    else if (said && !entry.quiet) errata.whisper(said);
  }

  // When a server that was gone is back, Gradio loads the page anew: what still waits is sent on the way out,
  // after those who hold back what is being typed have handed it over (they listen while the event comes down).
  window.addEventListener("pagehide", () => {
    for (const [name, entry] of waiting) if (navigator.sendBeacon(ROUTE, written(entry))) waiting.delete(name);
  });
  window.addEventListener("beforeunload", (event) => {
    if ([...waiting.values()].some((entry) => written(entry).length > BEACON)) event.preventDefault();
  });
})();
