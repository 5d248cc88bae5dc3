// The live check: the draft is sent when a hand rests, the answer to the newest state is painted, and no other. Until it comes the lines
// move with the words, and those in a sentence that is being changed fade.
(() => {
  const errata = window.errata;
  const ROUTE = "/errata/live";
  const RESTS = 180;  // ms without a key until a draft is sent
  const AGAIN = 2500;
  const SLOW = 1500;  // ms from which on it is said that a draft is being checked: who hears the page is not told with every word

  errata.LiveCheck = class {
    // `draft()` gives { analysis, text }; `told()` is called when there is something new to show.
    constructor(draft, told) {
      Object.assign(this, { draft, told, editor: crypto.getRandomValues(new Uint32Array(2)).join("-"), version: Date.now(), errors: [], sentences: [] });
      Object.assign(this, { answer: null, state: "", words: "", timer: 0, slow: 0, asked: null, on: false });
    }

    // Begins to check; the text as it stands is checked at once.
    begin() {
      this.on = true;
      this.ask(0);
    }

    end() {
      this.on = false;
      clearTimeout(this.timer);
      clearTimeout(this.slow);
      this.asked?.abort();
    }

    // The text has changed: an answer that is on its way is no answer any more.
    follow(splice) {
      this.version += 1;
      this.answer = null;
      const kept = [];
      const broken = this.sentences.map((sentence) => {
        const { place, touched } = errata.moved(sentence, splice);
        const edge = splice.at >= sentence[0] && splice.at <= sentence[1];
        return { place, changed: touched !== "" || edge };
      });
      for (const error of this.errors) {
        const { place, touched } = errata.moved([error.start, error.end], splice);
        if (place[0] >= place[1]) continue;
        const own = broken.find(({ place: [start, end] }) => start <= place[0] && place[1] <= end);
        const put = error.put && touched === "" ? [...errata.moved(error.put.slice(0, 2), splice).place, error.put[2]] : null;
        kept.push({ ...error, start: place[0], end: place[1], put, stale: error.stale || touched !== "" || !own || own.changed });
      }
      this.errors = kept;
      this.sentences = broken.map(({ place }) => place);
    }

    // Sends the text once the hand rests.
    ask(delay = RESTS) {
      if (!this.on) return;
      clearTimeout(this.timer);
      this.asked?.abort();
      this.say("waits", "");
      this.timer = setTimeout(() => this.send(), delay);
    }

    async send() {
      const { analysis, text } = this.draft(), version = this.version, asked = new AbortController();
      this.asked = asked;
      if (!text.trim()) { this.take({ errors: [], sentences: [], supported: 0, units: 0, remark: "" }, text); return; }
      this.say("checks", "");
      this.slow = setTimeout(() => { if (this.version === version && this.state === "checks") { this.words = "Checking…"; this.told("checks"); } }, SLOW);
      let response = null;
      try {
        const body = JSON.stringify({ analysis, text, editor: this.editor, version });
        response = await fetch(ROUTE, { method: "POST", headers: { "Content-Type": "application/json" }, body, signal: asked.signal });
        if (version !== this.version || !this.on) return;
        if (response.ok) {
          const found = await response.json();
          if (version !== this.version || !this.on || found.outdated) return;
          this.take(found, text);
        } else {
          const why = await response.text();
          if (version !== this.version) return;
          this.errors = [];
          this.say("failed", why);
          if (response.status === 503) this.timer = setTimeout(() => this.send(), AGAIN);
        }
      } catch (problem) {
        if (problem.name === "AbortError" || version !== this.version || !this.on) return;
        this.say("failed", "Errata does not answer. The draft is checked as soon as it does.");
        this.timer = setTimeout(() => this.send(), AGAIN);
      }
    }

    take(found, text) {
      this.answer = { ...found, text };
      this.errors = found.errors;
      this.sentences = found.sentences;
      const count = found.errors.length;
      this.say("checked", `${count ? errata.plural(count, "error") : "No errors found"} · ${found.supported} of ${found.units} facts supported${found.remark ? ` · ${found.remark}` : ""}`);
    }

    say(state, words) {
      Object.assign(this, { state, words: words || this.words });
      this.told(state);
    }
  };
})();
