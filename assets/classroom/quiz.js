// The quiz: people mark the output one by one, or the class raises hands; then it is revealed and scored.
(() => {
  const { make, say, listen, data, keeping, newRound, marking, findings, resultsOf, plural } = window.classroom;
  const quiz = data(), store = keeping(quiz), root = document.querySelector("#quiz"), one = (css) => root.querySelector(css);
  const [start, play, reveal] = [one(".start"), one(".play"), one(".reveal")];
  const what = one(".what"), tools = one(".task .tools"), marks = one(".txt.marks"), panes = one(".panes"), ask = one(".ask"), shown = one(".txt.shown");
  const others = [...shown.querySelectorAll(".w, .g")], own = [...marks.querySelectorAll(".w, .g")];
  let round = null, person = null, hands = null, waiting = [];

  const keep = () => store.save(round);
  const tool = (words, action, cls) => { const button = make("button", cls || "", words); button.addEventListener("click", action); return button; };
  function view(name) {
    for (const [section, known] of [[start, "start"], [play, "play"], [reveal, "reveal"]]) section.hidden = known !== name;
    root.dataset.view = name;
    scrollTo(0, 0);
  }
  function light(pieces, numbers, kind) {
    const set = new Set(numbers);
    for (const piece of pieces) {
      const n = Number(piece.dataset.n), on = set.has(n) && (piece.classList.contains("w") || set.has(n + 1));
      for (const name of ["focus", "no", "ok"]) piece.classList.toggle(name, on && name === kind);
    }
    pieces.find((piece) => set.has(Number(piece.dataset.n)))?.scrollIntoView({ block: "nearest" });
  }

  const marker = marking(marks, (numbers) => {
    if (!person || person.done) return;
    person.marks = numbers;
    keep();
    const runs = numbers.filter((n, i) => i === 0 || numbers[i - 1] !== n - 1 || quiz.sentences[n] !== quiz.sentences[n - 1]).length;
    count(runs);
  });
  function count(runs) { what.textContent = `${person.name}: mark what is not supported. ${runs ? plural(runs, "mark") : "Few words each."}`; }

  // People, one by one.
  function begin(name) {
    person = { name, marks: [], done: false };
    round.data.people.push(person);
    keep();
    mark();
  }
  function mark() {
    view("play");
    root.dataset.mode = "persons";
    play.classList.remove("between");
    panes.hidden = false;
    marks.classList.remove("still");
    ask.hidden = true;
    light(own, [], "");
    own.forEach((piece) => piece.classList.remove("elsewhere"));
    marker.set(person.marks);
    count(0);
    tools.replaceChildren(tool("Clear", () => marker.clear()), tool("Done", done, "main"));
    marker.focus();
  }
  function done() {
    person.done = true;
    const name = person.name;
    person = null;
    keep();
    between(name);
  }
  function between(name) {
    view("play");
    root.dataset.mode = "persons";
    play.classList.add("between");
    panes.hidden = true;
    marker.set([]);
    const names = round.data.people.filter((each) => each.done).map((each) => each.name);
    what.textContent = `${name ? `${name} is done. ` : ""}So far: ${names.join(", ")}.`;
    const form = make("form", "next"), label = make("label", "", "Next: "), field = make("input");
    Object.assign(field, { name: "name", maxLength: 60, required: true, autocomplete: "off" });
    label.append(field);
    const on = make("button", "", "Begin");
    on.type = "submit";
    form.append(label, on);
    form.addEventListener("submit", (event) => { event.preventDefault(); begin(named(field.value)); });
    const full = round.data.people.length >= quiz.names;
    tools.replaceChildren(...(full ? [] : [form]), tool("Reveal and score", show, "main"));
    (full ? tools.querySelector("button") : field).focus();
  }
  // Two of one name are told apart.
  function named(written) {
    const name = written.trim().replace(/\s+/g, " ") || "Somebody", taken = new Set(round.data.people.map((each) => each.name));
    if (!taken.has(name)) return name;
    for (let n = 2; ; n++) if (!taken.has(`${name} ${n}`)) return `${name} ${n}`;
  }

  // A show of hands.
  function raise() {
    view("play");
    root.dataset.mode = "hands";
    play.classList.remove("between");
    panes.hidden = false;
    marker.set([]);
    marks.classList.add("still");
    what.textContent = "Hands up: who thinks that it is wrong?";
    tools.replaceChildren(tool("To the results", finish));
    ask.hidden = false;
    hands = window.classroom.hands(ask, round.data, quiz, { changed: keep, over: finish, light: around, say });
  }
  // Where there is little room, only the sentence of the piece is shown.
  function part(pieces, words) {
    const sentences = new Set(words.map((n) => String(quiz.sentences[n])));
    pieces.forEach((piece) => piece.classList.toggle("elsewhere", !sentences.has(piece.dataset.s)));
  }
  function around(words, kind) {
    part(own, words);
    light(own, words, kind);
    if (innerWidth < 860) scrollTo(0, 0);
  }
  function finish() {
    hands = null;
    round.data.revealed = true;
    keep();
    view("reveal");
    one("#reveal-title").textContent = "What the class found";
    one(".board").hidden = true;
    results();
    one(".reveal .tools").replaceChildren(...ends());
    one(".reveal .tools button").focus();
  }

  // What was found, an error at a time.
  function show() {
    round.data.revealed = true;
    keep();
    view("reveal");
    one("#reveal-title").textContent = "What was wrong";
    one(".board").hidden = false;
    waiting = findings(round.data, quiz);
    one(".findings").replaceChildren();
    one(".results").replaceChildren();
    if (!waiting.length) { results(); one(".reveal .tools").replaceChildren(...ends()); return; }
    next();
  }
  function next() {
    if (!waiting.length || reveal.hidden) return;
    const found = waiting.shift();
    one(".findings").replaceChildren(found.row);
    part(others, found.words);
    light(others, found.words, found.wrong ? "no" : "ok");
    say(found.row.innerText);
    const on = waiting.length ? tool(`Next (${waiting.length} more)`, next, "main") : tool("Results", all, "main");
    on.title = "Next (n)";
    one(".reveal .tools").replaceChildren(on, ...(waiting.length ? [tool("All at once", all)] : []));
    on.focus({ preventScroll: true });
  }
  function all() {
    waiting = [];
    const found = findings(round.data, quiz);
    one(".findings").replaceChildren(...found.map((each) => each.row));
    others.forEach((piece) => piece.classList.remove("elsewhere"));
    light(others, quiz.errors.flatMap((error) => error.words), "no");
    results();
    one(".reveal .tools").replaceChildren(...ends());
    one(".results").scrollIntoView({ block: "start" });
    one(".reveal .tools button").focus({ preventScroll: true });
  }
  function results() {
    const box = one(".results");
    box.replaceChildren(resultsOf(round.data, quiz));
    say(box.querySelector(".total").textContent);
  }
  const ends = () => [
    tool("Save as CSV", () => window.classroom.save([round], quiz), "main"),
    tool("Print", () => print()),
    tool("Another round", () => { round = null; person = null; begun(); view("start"); start.querySelector("input").focus(); }),
  ];

  // What was played before.
  function playable(each) { return each.data && (each.data.mode === "persons" ? Array.isArray(each.data.people) : Boolean(each.data.counts)); }
  function begun() {
    const list = start.querySelector(".before ol"), rounds = store.rounds().filter(playable);
    start.querySelector(".before").hidden = !rounds.length;
    list.replaceChildren(...rounds.map((each) => {
      const row = make("li"), people = each.data.mode === "persons";
      const when = each.created ? new Date(each.created).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" }) : "";
      const who = people ? each.data.people.map((one_) => one_.name).join(", ") : `show of hands, ${plural(each.data.size, "pupil")}`;
      row.append(make("span", "", `${when} · ${who}`), tool(each.data.revealed ? "Results" : "Go on", () => open(each)), tool("Clear", (event) => clear(event.target, each.id)));
      return row;
    }));
    start.querySelector(".before .tools").replaceChildren(tool("Save all as CSV", () => window.classroom.save(rounds, quiz)), tool("Clear all", (event) => clear(event.target)));
  }
  function open(each) {
    round = JSON.parse(JSON.stringify(each));
    const kept = round.data;
    if (kept.mode === "hands") {
      if (kept.revealed) finish();
      else { kept.at = Math.max(0, Math.min(quiz.pieces.length - 1, kept.at || 0)); raise(); }
      return;
    }
    if (kept.revealed) { show(); return; }
    person = kept.people.find((each_) => !each_.done) || null;
    if (person) mark(); else between("");
  }
  // The second press clears: there is no way back.
  async function clear(button, id) {
    if (button.dataset.sure === undefined) {
      const before = button.textContent;
      button.dataset.sure = "";
      button.textContent = "Clear for good?";
      setTimeout(() => { delete button.dataset.sure; button.textContent = before; }, 4000);
      return;
    }
    if (await store.forget(id)) { begun(); say("Cleared."); }
  }

  start.querySelectorAll("form.way").forEach((form) => form.addEventListener("submit", (event) => {
    event.preventDefault();
    const persons = form.dataset.way === "persons";
    round = newRound(persons ? { mode: "persons", key: quiz.key, people: [], revealed: false } : { mode: "hands", key: quiz.key, size: Number(form.elements.size.value), counts: {}, at: 0, open: false, revealed: false });
    if (persons) { const name = form.elements.name.value; form.reset(); begin(named(name)); } else { keep(); raise(); }
  }));
  if (!quiz.pieces.length) {
    const form = start.querySelector("[data-way=hands]");
    form.querySelectorAll("input, button").forEach((field) => { field.disabled = true; });
    form.append(make("p", "hint", "This analysis has no pieces to ask about."));
  }

  function turn() {
    const on = !play.classList.contains("turned"), button = one("[data-do=turn]");
    play.classList.toggle("turned", on);
    button.textContent = on ? "Output" : "Reference";
    button.setAttribute("aria-pressed", on ? "true" : "false");
  }
  listen({ turn, next: () => { if (hands) hands.forward(); else next(); } }, { n: "next", r: "turn" });
  begun();
  view("start");
})();
