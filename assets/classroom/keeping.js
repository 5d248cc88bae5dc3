// Keeps a round of the quiz with every change: in the store where there is one, else in this browser. What cannot be kept is sent again.
(() => {
  const AGAIN = 1500, REFUSED = [400, 409, 422];
  const LIGHT = 60_000;  // browsers send no more than 64 kB of a page that goes
  const trouble = document.querySelector(".trouble");
  const copy = (value) => JSON.parse(JSON.stringify(value));
  const complain = (words) => { trouble.textContent = words; trouble.hidden = !words; };
  const made = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  // In a file there is no store: the browser keeps the rounds by the quiz that they belong to.
  function inBrowser(analysis) {
    const place = `errata-quiz-${analysis}`;
    const all = () => { try { return JSON.parse(localStorage.getItem(place)) || []; } catch { return []; } };
    const write = (rounds) => {
      try { localStorage.setItem(place, JSON.stringify(rounds)); complain(""); return true; } catch {
        complain("This browser keeps nothing: save the results before you close the page.");
        return false;
      }
    };
    return {
      rounds: all,
      save(round) {
        const now = new Date().toISOString(), others = all().filter((other) => other.id !== round.id);
        round.created = round.created || now;
        write([{ ...copy(round), updated: now }, ...others]);
      },
      forget(id) { write(id ? all().filter((round) => round.id !== id) : []); return Promise.resolve(true); },
    };
  }

  function inStore(analysis, address, known) {
    let waiting = null, sending = false, lost = false, stopped = false;
    let rounds = known;
    async function post(kind, data) {
      const body = JSON.stringify({ kind, data });
      try {
        return await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body, keepalive: body.length < LIGHT });
      } catch { return null; }
    }
    async function send() {
      if (sending || stopped) return;
      sending = true;
      while (waiting) {
        const round = waiting, sent = copy(round.data);
        waiting = null;
        const answer = await post("save", { analysis, id: round.id, revision: round.revision, data: sent });
        if (answer?.ok) {
          const next = { revision: round.revision + 1 };  // it was kept, even where the program stops in the middle of its answer
          round.revision = (await answer.json().catch(() => next)).revision;
          rounds = [{ ...copy(round), data: sent }, ...rounds.filter((other) => other.id !== round.id)];
          if (lost) { lost = false; complain(""); }
          continue;
        }
        const why = answer ? await answer.text() : "Errata does not answer: it may have been stopped.";
        if (answer && REFUSED.includes(answer.status)) { stopped = true; complain(`${why} What is marked from now on is not kept.`); break; }
        waiting = waiting || round;
        lost = true;
        complain(`${why} What is marked waits on this page, and is kept as soon as that works again.`);
        setTimeout(send, AGAIN);
        break;
      }
      sending = false;
    }
    window.addEventListener("beforeunload", (event) => { if ((waiting || sending) && !stopped) event.preventDefault(); });
    window.addEventListener("pagehide", () => {
      if (waiting && !stopped) navigator.sendBeacon(address, JSON.stringify({ kind: "save", data: { analysis, id: waiting.id, revision: waiting.revision, data: waiting.data } }));
    });
    return {
      rounds: () => rounds,
      save(round) {
        round.created = round.created || new Date().toISOString();
        waiting = round;
        send();
      },
      async forget(id) {
        const answer = await post("forget", id ? { analysis, id } : { analysis });
        if (!answer?.ok) { complain(answer ? await answer.text() : "Errata does not answer: nothing was cleared."); return false; }
        rounds = id ? rounds.filter((round) => round.id !== id) : [];
        return true;
      },
    };
  }

  window.classroom.keeping = ({ analysis, keep, rounds }) => (keep ? inStore(analysis, keep, rounds || []) : inBrowser(analysis));
  window.classroom.newRound = (data) => ({ id: made(), revision: 0, created: "", data });
})();
