// What comes of a round: the errors one after the other with who found them, the table of the results, and both as a spreadsheet.
(() => {
  const { make, score, factOf, classScore, majority } = window.classroom;
  const percent = (share) => `${Math.round(100 * share)} %`;
  const listed = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}` : names[0] || "nobody");
  const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
  window.classroom.plural = plural;

  const shownWords = (numbers, quiz) => numbers.map((n) => quiz.words[n]).join(" ");

  function item(heading, words, notes, card, quiz) {
    const row = make("li", "finding"), head = make("h3", "", heading), said = make("p", "words", words);
    said.dir = "auto";
    row.append(head, said, ...notes.map((note) => make("p", "who", note)));
    const box = make("div", "card");
    box.innerHTML = quiz.cards[card] || quiz.fine;
    row.append(box);
    return row;
  }

  // What is revealed of a round of people, in the order in which it is: every error, then what was marked wrongly. Each with its words.
  window.classroom.findings = (round, quiz) => {
    const people = round.people.filter((person) => person.done), scores = people.map((person) => score(person.marks, quiz)), found = [];
    quiz.errors.forEach((error, number) => {
      const by = people.filter((_, n) => scores[n].found.includes(error.id)).map((person) => person.name);
      const not = people.filter((_, n) => !scores[n].found.includes(error.id)).map((person) => person.name);
      const notes = people.length === 1 ? [by.length ? "Found" : "Missed"] : [`Found by ${listed(by)}`, ...(not.length && by.length ? [`Missed by ${listed(not)}`] : [])];
      found.push({ words: error.words, wrong: true, row: item(`Error ${number + 1} of ${quiz.errors.length}`, error.text, notes, error.id, quiz) });
    });
    for (const [kind, title] of [["wrong", "Wrongly marked"], ["broad", "Too broad to count"]]) {
      const runs = new Map();
      people.forEach((person, n) => scores[n][kind].forEach((run) => runs.set(run.join(), [...(runs.get(run.join()) || []), person.name])));
      for (const [key, names] of [...runs].sort((a, b) => Number(a[0].split(",")[0]) - Number(b[0].split(",")[0]))) {
        const run = key.split(",").map(Number), fact = kind === "wrong" ? factOf(run, quiz) : null;
        const row = item(title, shownWords(run, quiz), [`Marked by ${listed(names)}`], fact?.id, quiz);
        if (kind === "broad") row.querySelector(".card").textContent = `The error is in it, but the mark has over ${quiz.broad} words more. Mark as few words as you can.`;
        found.push({ words: run, wrong: false, row });
      }
    }
    return found;
  };

  function table(caption, heads, rows) {
    const made = make("table"), head = make("tr"), body = make("tbody"), top = make("thead");
    made.append(make("caption", "", caption));
    heads.forEach((words, n) => { const cell = make("th", n ? "n" : "", words); cell.scope = "col"; head.append(cell); });
    top.append(head);
    for (const row of rows) {
      const line = make("tr");
      row.forEach((value, n) => { const cell = make(n ? "td" : "th", n && !Number.isNaN(Number.parseFloat(value)) ? "n" : "", String(value)); if (!n) { cell.scope = "row"; cell.dir = "auto"; } line.append(cell); });
      body.append(line);
    }
    made.append(top, body);
    return made;
  }

  const PEOPLE = ["Name", "Found", "Missed", "Wrongly marked", "Points"];
  function peopleRows(round, quiz) {
    return round.people.filter((person) => person.done).map((person) => {
      const made = score(person.marks, quiz);
      return [person.name, made.found.length, made.missed.length, made.wrong.length + made.broad.length, made.points];
    });
  }
  const HANDS = ["Piece", "Hands for wrong", "The class", "The key", "The engine"];
  const said = (value) => (value === null ? "divided" : value ? "wrong" : "right");
  function handRows(round, quiz) {
    return quiz.pieces.filter((piece) => round.counts[piece.id] !== undefined).map((piece) => [
      piece.asked, `${round.counts[piece.id]} of ${round.size}`, said(majority(round.counts[piece.id], round.size)), said(piece.wrong), said(piece.engine),
    ]);
  }

  // The table of a round, as an element with a line above it that says it in words.
  window.classroom.resultsOf = (round, quiz) => {
    const box = document.createDocumentFragment(), wide = make("div", "scroll");
    if (round.mode === "persons") {
      const rows = peopleRows(round, quiz).sort((a, b) => b[4] - a[4]), whole = quiz.errors.length;
      const together = quiz.errors.filter((error) => round.people.some((person) => person.done && score(person.marks, quiz).found.includes(error.id))).length;
      box.append(make("p", "total", whole ? `Together you found ${together} of ${plural(whole, "error")}.` : "This text has no errors: every mark was wrong."));
      wide.append(table(`Points: one for every error that was found, less one for every wrong mark, never below zero.`, PEOPLE, rows));
    } else {
      const made = classScore(round.counts, round.size, quiz.pieces), same = quiz.key === "engine";
      const more = [made.suspected ? `${made.suspected} that are right were taken for wrong` : "nothing right was taken for wrong", made.divided ? `${made.divided} divided the class` : ""];
      box.append(make("p", "total", `The class found ${made.found} of ${made.errors} wrong pieces; ${more.filter(Boolean).join(", ")}. ${percent(made.share)} of the hands were right.`));
      const drop = same ? (row) => row.slice(0, 4) : (row) => row;
      wide.append(table(same ? "The key is the engine's verdict." : "The key is the engine's verdict as the teacher's votes correct it.", drop(HANDS), handRows(round, quiz).map(drop)));
    }
    box.append(wide);
    return box;
  };

  // A spreadsheet program must not take a name for a formula.
  const cell = (value) => {
    const text = String(value), safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  window.classroom.csv = (rounds, quiz) => {
    const when = (round) => String(round.created || "").slice(0, 16).replace("T", " "), lines = [];
    const people = rounds.filter((round) => round.data.mode === "persons"), hands = rounds.filter((round) => round.data.mode === "hands");
    if (people.length) {
      lines.push(["Quiz", "Begun", ...PEOPLE, "Errors", "Marked words"]);
      for (const round of people) for (const person of round.data.people.filter((each) => each.done)) {
        const row = peopleRows({ people: [person] }, quiz)[0];
        lines.push([quiz.title, when(round), ...row, quiz.errors.length, shownWords(person.marks, quiz)]);
      }
    }
    if (people.length && hands.length) lines.push([]);
    if (hands.length) {
      lines.push(["Quiz", "Begun", "Piece", "Hands for wrong", "Pupils", "The class", "The key", "The engine"]);
      for (const round of hands) for (const piece of quiz.pieces.filter((each) => round.data.counts[each.id] !== undefined)) {
        const count = round.data.counts[piece.id];
        lines.push([quiz.title, when(round), piece.asked, count, round.data.size, said(majority(count, round.data.size)), said(piece.wrong), said(piece.engine)]);
      }
    }
    return `\ufeff${lines.map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`;
  };
  window.classroom.save = (rounds, quiz) => {
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([window.classroom.csv(rounds, quiz)], { type: "text/csv;charset=utf-8" }));
    link.download = `quiz-${quiz.analysis}.csv`;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  };
})();
