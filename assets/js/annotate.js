// The bench of an annotator: one question after the other, by keyboard alone. Every answer is an event of a log that is kept at once; to
// undo is to step back in it. What an event is and what the log comes to is said in sessions/labelling and explorer/services/labelling.
(() => {
  const errata = window.errata;
  const IDLE = 60_000;  // milliseconds without a sign of life, after which nobody is working
  const ANSWERS = {
    covered: [["covered", "In the reference", "y"], ["uncovered", "Not in the reference", "n"]],
    support: [["supported", "Supported", "s"], ["contradicts", "Contradicts", "c"], ["senseless", "Makes no sense", "x"]],
  };
  const WORDS = { covered: "In the reference", uncovered: "Not in the reference", supported: "Supported", contradicts: "Contradicts", senseless: "Makes no sense" };
  const STEPS = {
    covered: ["Step 1 of 2 · In the reference?", "Does the reference mention this at all, or let it be inferred?"],
    support: ["Step 2 of 2 · Supported?", "Does the reference say that this is so? If it says otherwise, or says nothing of the kind, it contradicts."],
  };
  const SETTLED = "not in the reference, so not supported";
  const one = (selector) => document.querySelector(selector);

  class Bench {
    constructor(root, data) {
      Object.assign(this, { root, data, items: data.items, log: data.log, at: 0, active: 0, before: performance.now(), alive: performance.now() });
      this.seeded = data.mode === "seeded";
      // A unit that is asked both things one after the other has one row for both.
      this.rows = [];
      this.items.forEach((_, number) => this.rows.push(root.querySelector(`[data-n="${number}"]`) || this.rows[number - 1]));
      this.words = Array.from(root.querySelectorAll(".w"));
      this.gaps = new Map(Array.from(root.querySelectorAll(".g"), (gap) => [Number(gap.dataset.g), gap]));
      this.reference = root.querySelector(".rtxt");
      this.places = new errata.TextPlaces(this.reference);
      this.note = root.querySelector(".ask .note input");
      this.typed = null;
      this.found = [];
      this.next = -1;
      this.at = Math.max(0, this.items.findIndex((item) => !this.isDone(item)));
      this.marks = new errata.Marks(this);
      this.listen();
      this.draw();
      this.marks.draw();
      if (document.activeElement === document.body) one(".ask").focus({ preventScroll: true }); // a screen reader leaves it the keys there
      setInterval(() => this.tick(), 1000);
    }

    // ---- the log

    standing() {
      if (this.stood?.length === this.log.length && this.stood.version === this.version) return this.stood.map;
      const map = new Map();
      for (const event of this.log) if (!event.undone) map.set(`${event.item} ${event.step}`, event);
      for (const [key, event] of map) if (!event.label) map.delete(key);
      this.stood = { map, length: this.log.length, version: this.version };
      return map;
    }
    said(item, step) { return this.standing().get(`${item} ${step}`)?.label || ""; }
    isSettled(item) { return item.after.some((id) => this.said(id, "covered") === "uncovered"); }
    // A unit that is asked both things one after the other: an answer to the second says that it is in the reference.
    isFirst(item) { return item.step === "covered" && item.both; }
    isDone(item) { return Boolean(this.said(item.id, item.step)) || this.isSettled(item) || (this.isFirst(item) && Boolean(this.said(item.id, "support"))); }

    event(item, step, label) {
      const event = { event: errata.made(), annotator: this.data.annotator, item, step, label, mode: this.data.mode, seconds: 0, version: 0, undone: false };
      this.log.push(event);
      this.keep(event);
      return event;
    }
    keep(event) {
      this.version = (this.version || 0) + 1;
      event.seconds += this.worked();
      const { created, changed, ...sent } = event;
      errata.keep("label", event.event, { analysis: this.data.analysis, ...sent }, true);
      one(".kept").textContent = "Keeping …";
    }
    change(event, values) {
      Object.assign(event, values, { version: event.version + 1 });
      this.keep(event);
    }

    undo(redo) {
      const known = this.log.filter((event) => event.step !== "time" && event.step !== "adjudicated");
      let at = known.findLastIndex((event) => !event.undone);
      if (redo) at = known[at + 1]?.undone ? at + 1 : -1;
      if (at < 0) { this.say(redo ? "There is nothing to redo." : "There is nothing to undo."); return; }
      const event = known[at];
      this.endTyping();
      this.change(event, { undone: !redo });
      const place = this.items.findIndex((item) => item.id === event.item && (event.step === "note" || item.step === event.step));
      this.marks.draw();
      this.go(place < 0 ? this.at : place);
      if (redo && place >= 0 && event.step === this.items[place].step) this.forth();
      this.say(`${redo ? "Redone" : "Undone"}: ${WORDS[event.label] || event.label || "an answer that was taken back"}.`);
    }

    // ---- time

    worked() {
      this.tick();
      const seconds = Math.round(this.active / 100) / 10;
      this.active -= seconds * 1000;
      return Math.max(0, seconds);
    }
    tick() {
      const now = performance.now();
      if (!document.hidden && now - this.alive < IDLE) this.active += now - this.before;
      this.before = now;
      const all = Math.round(this.log.reduce((sum, event) => sum + event.seconds, 0) + this.active / 1000);
      one(".clock").textContent = `${Math.floor(all / 60)}:${String(all % 60).padStart(2, "0")}`;
    }
    leave() {
      this.endTyping();
      this.tick();
      if (this.active >= 1000) this.event("", "time", "");
    }

    // ---- going about

    go(number) {
      this.endTyping();
      this.at = Math.min(Math.max(0, number), Math.max(0, this.items.length - 1));
      this.draw();
    }
    // To another row, at the step of it that is open, or was answered.
    step(turn) {
      let number = this.at + turn;
      while (this.rows[number] && this.rows[number] === this.rows[this.at]) number += turn;
      if (this.rows[number]) this.go(this.inRow(number));
    }
    inRow(number) {
      const [first, second] = [this.rows.indexOf(this.rows[number]), this.rows.lastIndexOf(this.rows[number])];
      return this.isDone(this.items[first]) && !this.isSettled(this.items[second]) ? second : first;
    }
    // The next question that is open, behind this one and then from the beginning.
    forth() {
      const count = this.items.length;
      for (let step = 1; step <= count; step++) {
        const number = (this.at + step) % count;
        if (!this.isDone(this.items[number])) { this.go(number); return; }
      }
      this.draw();
    }
    answer(label) {
      const item = this.items[this.at];
      if (!item || this.isSettled(item)) return;
      if (this.isFirst(item) && ANSWERS.support.some(([known]) => known === label)) { this.answerBoth(label); return; }
      if (!ANSWERS[item.step].some(([known]) => known === label)) return;
      if (this.said(item.id, item.step) !== label) this.event(item.id, item.step, label);
      this.heard = `${WORDS[label]}. `;
      this.forth();
    }
    // Both steps with one key: a unit that is supported, or contradicted, is in the reference.
    answerBoth(label) {
      const item = this.items[this.at];
      if (this.said(item.id, "covered") === "uncovered") this.event(item.id, "covered", "covered");
      this.event(item.id, "support", label);
      this.heard = `${WORDS[label]}. `;
      this.forth();
    }
    takeBack() {
      const item = this.items[this.at];
      if (!item || !this.said(item.id, item.step)) return;
      this.event(item.id, item.step, "");
      this.draw();
    }
    accept(all) {
      const open = all ? this.items : [this.items[this.at]];
      for (const item of open) {
        if (!item?.proposal || this.isDone(item)) continue;
        const second = this.isFirst(item) && item.proposal === "covered" && this.items.find((other) => other.id === item.id && other.step === "support");
        if (second?.proposal) this.event(item.id, "support", second.proposal); else this.event(item.id, item.step, item.proposal);
      }
      this.forth();
    }

    // ---- drawing

    draw() {
      const item = this.items[this.at], done = this.items.filter((one) => this.isDone(one)).length, all = this.items.length;
      const complete = done === all;
      one(".far").textContent = `${done} of ${all}`;
      const bar = one(".line .bar");
      bar.setAttribute("aria-valuenow", done);
      bar.firstElementChild.style.width = `${all ? (100 * done) / all : 100}%`;
      this.rows.forEach((row, number) => { if (this.rows[number + 1] !== row) this.drawRow(row, this.items[number], row === this.rows[this.at]); });
      this.light(item);
      if (!item) { one(".ask").hidden = true; this.drawDone(complete); return; }
      const [step, hint] = STEPS[item.step], settled = this.isSettled(item), now = this.said(item.id, item.step);
      one(".ask .step").textContent = step;
      one(".ask .hint").textContent = settled ? `Settled: ${SETTLED}. Change the answer in step 1 to ask it.` : hint;
      one(".ask .what .q").textContent = item.question || "";
      one(".ask .what .a").textContent = item.bold;
      one(".ask .statement").textContent = item.used ? `Answers: ${item.used.join(" · ")}` : item.statement || "";
      const both = this.isFirst(item) ? ANSWERS.support : [];
      const answers = [...ANSWERS[item.step], ...both].map(([label, words, key], number) => {
        const button = document.createElement("button"), name = document.createElement("kbd"), say = document.createElement("span");
        button.type = "button";
        button.dataset.answer = label;
        button.disabled = settled;
        const more = number >= ANSWERS[item.step].length, chosen = more ? this.said(item.id, "support") : now;
        if (more) { button.className = "both"; button.title = "Both steps at once: what is supported or contradicted is in the reference"; }
        button.setAttribute("aria-pressed", chosen === label ? "true" : "false");
        button.setAttribute("aria-keyshortcuts", more ? key : `${number + 1} ${key}`);
        if (this.seeded && item.proposal === label) button.classList.add("proposed");
        name.textContent = more ? key : `${number + 1} ${key}`;
        say.textContent = more && label === "senseless" ? "No sense" : words;
        button.append(name, say);
        return button;
      });
      const replies = one(".ask .replies"), held = replies.contains(document.activeElement);
      replies.replaceChildren(...answers);
      if (held) one(".ask").focus({ preventScroll: true }); // a key answered while a button had the focus, which is gone with it
      const engine = one(".ask .engine");
      engine.hidden = !this.seeded || !item.proposal;
      const second = this.isFirst(item) && item.proposal === "covered" && this.items.find((other) => other.id === item.id && other.step === "support");
      const proposed = second?.proposal || item.proposal;
      engine.textContent = proposed ? `The engine: ${WORDS[proposed].toLowerCase()}. Enter takes it.` : "";
      this.note.value = this.said(item.id, "note");
      this.drawDone(complete);
      const spoken = [this.heard || "", step, item.question || "", item.bold, settled ? SETTLED : ""].filter(Boolean).join(" ");
      if (spoken !== this.spoken) this.say(spoken, true);
      this.spoken = spoken;
      this.heard = "";
    }

    drawRow(row, item, current) {
      const label = this.said(item.id, item.step), settled = this.isSettled(item), half = !label && !settled && item.after.includes(item.id) && this.said(item.id, "covered");
      row.className = settled ? "settled" : label;
      row.querySelector(".lb").textContent = settled ? WORDS.uncovered : half ? `${WORDS.covered}, …` : WORDS[label] || "";
      row.tabIndex = current ? 0 : -1;
      if (current) row.setAttribute("aria-current", "true"); else row.removeAttribute("aria-current");
      if (current) errata.showIn(row.closest(".all"), row);
    }

    drawDone(complete) {
      let line = one(".finished");
      if (!complete) { line?.remove(); return; }
      if (line) return;
      line = document.createElement("p");
      line.className = "finished";
      line.setAttribute("role", "status");
      line.append("This text is done; every answer is kept. ");
      const way = document.createElement("a");
      way.href = this.data.next || one(".top nav a").href;
      way.textContent = this.data.next ? "Next text (t)" : "All texts (t)";
      line.append(way);
      one(".ask").before(line);
    }

    // The words of the question in the output; in seeded mode its evidence in the reference.
    light(item) {
      this.words.forEach((word) => word.classList.remove("on", "head"));
      this.gaps.forEach((gap) => gap.classList.remove("on"));
      const runs = item ? item.runs : [];
      for (const [first, last] of runs) {
        for (let number = first; number <= last; number++) {
          this.words[number].classList.add("on");
          if (number > first) this.gaps.get(number)?.classList.add("on");
        }
      }
      for (const [first, last] of item?.head || []) for (let number = first; number <= last; number++) this.words[number].classList.add("head");
      if (runs.length) errata.showIn(one(".out"), this.words[runs[0][0]]);
      this.found = [];
      this.next = -1;
      errata.paint("errata-same", []);
      errata.paint("errata-found", []);
      if (!this.seeded) return;
      this.reference.querySelectorAll(".s.on, .s.also").forEach((sentence) => sentence.classList.remove("on", "also"));
      (item?.evidence || []).forEach((number, rank) => {
        this.reference.querySelectorAll(`.s[data-s="${number}"]`).forEach((sentence) => sentence.classList.add(rank ? "also" : "on"));
      });
      const best = this.reference.querySelector(".s.on");
      if (best) errata.showIn(this.reference, best);
    }

    // The words of the question in the reference, in the order of the text: a search, which knows nothing of evidence.
    find(back) {
      if (!this.found.length) {
        const text = this.reference.textContent, item = this.items[this.at];
        const plain = (item?.runs || []).flatMap(([first, last]) => this.words.slice(first, last + 1).map((word) => word.textContent));
        const longer = plain.filter((word) => word.length > 3 || /\d/.test(word));
        const looked = (longer.length ? longer : plain).map((word) => word.replace(/['’]s$/, "").replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
        if (looked.length) {
          for (const hit of text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])(?:${looked.join("|")})`, "giu"))) {
            const range = this.places.range(hit.index, hit.index + hit[0].length);
            if (range) this.found.push(range);
          }
        }
        errata.paint("errata-same", this.found);
      }
      if (!this.found.length) { this.say("None of these words stands in the reference."); return; }
      this.next = (this.next + (back ? -1 : 1) + this.found.length) % this.found.length;
      const range = this.found[this.next];
      errata.paint("errata-found", [range]);
      errata.showIn(this.reference, range);
      this.say(`Place ${this.next + 1} of ${this.found.length} in the reference.`);
    }

    say(words, quiet) {
      one(".live").textContent = words;
      if (quiet) return;
      errata.tell(words);
      clearTimeout(this.told);
      this.told = setTimeout(() => { if (one("#status .status").textContent === words) errata.tell(""); }, 4000);
    }

    // ---- notes: kept with every key; all that is typed into one at a time is one event

    typing() {
      const item = this.items[this.at];
      if (!item) return;
      if (this.typed?.item !== item.id) { this.typed = this.event(item.id, "note", this.note.value); return; }
      this.change(this.typed, { label: this.note.value });
    }
    endTyping() { this.typed = null; }

    // ---- keys and clicks

    listen() {
      document.addEventListener("keydown", (event) => this.key(event));
      for (const sign of ["keydown", "pointerdown", "pointermove", "wheel", "scroll"]) {
        document.addEventListener(sign, () => { this.tick(); this.alive = performance.now(); }, { passive: true, capture: true });
      }
      document.addEventListener("visibilitychange", () => this.tick());
      window.addEventListener("pagehide", () => this.leave(), true);
      this.root.addEventListener("click", (event) => this.click(event));
      this.note.addEventListener("input", () => this.typing());
      this.note.addEventListener("blur", () => this.endTyping());
    }
    click(event) {
      const button = event.target.closest("button");
      if (!button) return;
      if (button.dataset.n) this.go(this.inRow(Number(button.dataset.n)));
      if (button.dataset.answer) this.answer(button.dataset.answer);
      if (button.matches("[data-undo]")) this.undo(false);
      if (button.matches("[data-mark]")) { this.marks.begin(); return; }
      if (button.dataset.n || button.dataset.answer) one(".ask").focus({ preventScroll: true });
    }
    key(event) {
      if (one(".top dialog").open) return;
      const undo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
      if (undo && !errata.typing(event.target)) { event.preventDefault(); this.undo(event.shiftKey); return; }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (errata.typing(event.target)) { this.keyInField(event); return; }
      if (this.marks.moving) { if (this.marks.move(event)) event.preventDefault(); return; }
      if (this.act(event)) event.preventDefault();
    }
    keyInField(event) {
      if (this.marks.inForm(event)) return;
      if (["Enter", "Escape"].includes(event.key) && event.target === this.note) { event.preventDefault(); this.endTyping(); one(".ask").focus({ preventScroll: true }); this.draw(); }
    }
    // What a key does; whether it does anything.
    act(event) {
      const item = this.items[this.at], key = event.key, answers = item ? ANSWERS[item.step] : [];
      const onButton = event.target.closest("button, a, summary"), both = item && this.isFirst(item) ? ANSWERS.support : [];
      const answer = answers.find((known, number) => key === String(number + 1) || key === known[2]) || both.find((known) => key === known[2]);
      if (answer) { this.answer(answer[0]); return true; }
      if (key === "Enter") {
        if (onButton && !onButton.dataset.n && !onButton.dataset.answer) return false;
        if (this.seeded && item?.proposal && !this.isDone(item)) this.accept(event.shiftKey); else this.forth();
        return true;
      }
      const does = {
        j: () => this.step(1), ArrowDown: () => this.step(1), k: () => this.step(-1), ArrowUp: () => this.step(-1),
        Home: () => this.go(this.inRow(0)), End: () => this.go(this.inRow(this.items.length - 1)), Backspace: () => this.takeBack(), Delete: () => this.takeBack(),
        u: () => this.undo(false), U: () => this.undo(true), w: () => { this.note.focus(); this.note.select(); }, m: () => this.marks.begin(),
        f: () => this.find(false), F: () => this.find(true), "[": () => this.scroll(-1), "]": () => this.scroll(1),
        PageUp: () => this.scroll(-1), PageDown: () => this.scroll(1),
        t: () => { const way = one(".finished a"); if (way) way.click(); else this.say("Questions are open yet: Enter goes to the next."); },
      }[key];
      does?.();
      return Boolean(does);
    }
    scroll(turn) { this.reference.scrollBy({ top: turn * this.reference.clientHeight * 0.8, behavior: errata.still() ? "auto" : "smooth" }); }
  }

  const root = one("main.bench");
  errata.onKept = (left) => { const place = one(".kept"); if (place) place.textContent = left ? "Keeping …" : "Everything is kept"; };
  if (root) new Bench(root, JSON.parse(one("#data").textContent));
})();
