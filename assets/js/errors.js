// The errors of an output: their marks in the text and the facts folded under them at any threshold, what is no error and worth a look, and
// the note beside the words that a pointer or the keyboard is on. The server draws the same (components/review/output.py, components/review/errors).
(() => {
  const errata = window.errata;
  const GAP = 6;
  const WORD = /[\p{L}\p{N}]/u;
  const NOT_CHECKED = "No question asks about these words: not checked";

  const pair = (written) => written.split(" ").map(Number);
  const pairs = (written) => (written || "").split(";").filter(Boolean).map(pair);

  // What is left of a span between those that are taken, which are in order.
  function pieces([start, end], taken) {
    const left = [];
    let at = start;
    for (const [from, to] of taken) {
      if (to <= at || from >= end) continue;
      if (at < from) left.push([at, from]);
      at = Math.max(at, to);
    }
    if (at < end) left.push([at, end]);
    return left;
  }

  function button(mark, label) {
    mark.setAttribute("role", "button");
    mark.tabIndex = 0;
    mark.setAttribute("aria-label", label);
  }

  function span(start, end, cls) {
    const mark = document.createElement("span");
    mark.className = cls;
    return { start, end, mark };
  }

  // Puts a mark around what lies between two places. Where the text is drawn in parts (Markdown) it is cut; the first piece with a letter or
  // digit in it stands for the whole, and the keyboard stops at no other. What is a mark of Markdown alone is left out.
  function wrap(places, { start, end, mark }) {
    const pieces = [], found = places.between(start, end), hidden = ([node]) => node.parentElement.closest(".md");
    if (found.every(hidden)) found.map(hidden).forEach((sign) => { sign.classList.replace("md", "md-faint"); sign.removeAttribute("aria-hidden"); });  // what is marked is seen
    for (const [node, from, to] of found) {
      if (hidden([node])) continue;
      if (to < node.length) node.splitText(to);
      const own = from ? node.splitText(from) : node, piece = mark.cloneNode();
      own.replaceWith(piece);
      piece.append(own);
      pieces.push(piece);
    }
    const whole = pieces.find((piece) => WORD.test(piece.textContent)) || pieces[0];
    for (const piece of pieces) if (piece !== whole) ["role", "tabindex", "aria-label", "aria-pressed"].forEach((name) => piece.removeAttribute(name));
  }

  // The mark of an error, or of what is worth a look.
  function placeMark(place) {
    const [start, end] = pair(place.chip.dataset.answer), made = span(start, end, place.look ? "maybe" : "err");
    made.mark.dataset.error = place.item.dataset.error;
    made.mark.setAttribute("aria-pressed", "false");
    button(made.mark, `${place.look ? "Worth a look" : "Error"}: ${place.item.dataset.said}`);
    return made;
  }

  // The most doubtful words of facts that are unsupported though no error says where.
  function doubts(root, index, text, taken) {
    const found = new Map();
    for (const { item, error, group } of index.facts) {
      const place = item.dataset.doubt;
      if (!place || error || !item.classList.contains("no") || found.has(place)) continue;
      const [start, end] = pair(place);
      if (taken.some(([from, to]) => from < end && start < to)) continue;
      const made = span(start, end, "pred doubt");
      made.mark.dataset.group = group.element.dataset.group;
      button(made.mark, `${text.slice(start, end)}, most doubtful of an unsupported ${root.dataset.noun || "fact"}`);
      found.set(place, made);
    }
    return [...found.values()];
  }

  function anchors(group, text, taken) {
    const { place, whole, group: id, name } = group.element.dataset;
    if (!place) return [];
    const left = pieces(pair(place), taken), first = left.find((piece) => WORD.test(text.slice(...piece)));
    return !first ? [] : left.map((piece) => {
      const made = span(...piece, whole ? "pred whole" : "pred");
      made.mark.dataset.group = id;
      if (piece === first) button(made.mark, `${name}, ${group.supported} of ${errata.plural(group.facts.length, "fact")} supported`);
      return made;
    });
  }

  // Draws the marks of the errors that are there now, of predicates (or sentences) that lead to their facts, and of what is not checked. No
  // two lie on the same characters, and the text stays what it is.
  errata.drawMarks = (root, index) => {
    const host = root.querySelector(".marks"), text = host.textContent;
    const places = index.places.filter((place) => !place.item.hidden).map(placeMark);
    const marks = [...places, ...doubts(root, index, text, places.map(({ start, end }) => [start, end]))], free = () => marks.map(({ start, end }) => [start, end]).sort((a, b) => a[0] - b[0]);
    const [sentences, words] = [true, false].map((whole) => index.groups.filter((group) => whole === (group.element.dataset.whole === "yes")));
    const taken = free();
    marks.push(...words.flatMap((group) => anchors(group, text, taken)));
    const known = free();
    marks.push(...pairs(host.dataset.unchecked).flatMap((place) => pieces(place, known)).map((piece) => {
      const made = span(...piece, "unasked");
      made.mark.title = NOT_CHECKED;
      return made;
    }));
    const all = free();
    marks.push(...sentences.flatMap((group) => anchors(group, text, all)));
    host.querySelectorAll(".err, .maybe, .pred, .unasked").forEach((mark) => mark.replaceWith(...mark.childNodes));
    host.normalize();
    const texts = new errata.TextPlaces(host), apart = [];
    let at = 0;
    for (const made of marks.sort((a, b) => a.start - b.start || a.end - b.end)) {
      if (made.start < at || made.start >= made.end) continue;
      apart.push(made);
      at = made.end;
    }
    apart.reverse().forEach((made) => wrap(texts, made));  // from the end, so that what is before stays where it was
    index.findMarks(root);
  };

  // A stop is a fact, or a place: an error, or what is worth a look.
  errata.isPlace = (stop) => stop.unit === undefined;
  errata.isWrong = (stop) => (errata.isPlace(stop) ? !stop.look : stop.item.classList.contains("no"));

  // What of the page belongs to a stop.
  errata.partsOf = (stop) => (errata.isPlace(stop) ? [stop.item, ...stop.words, ...stop.facts.flatMap((fact) => [fact.tick, fact.row])]
    : [stop.group.element, ...stop.group.words, stop.tick, stop.row]).filter(Boolean);

  // What is said of a stop with its evidence to who hears the page.
  errata.told = (stop, evidence) => {
    if (stop.look) return `Worth a look: ${stop.item.dataset.said}. ${evidence ? `Closest passage: ${evidence}` : ""}`;
    if (!errata.isWrong(stop)) return evidence ? `Supported. Evidence: ${evidence}` : "Supported.";
    const why = errata.isPlace(stop) ? `Error: ${stop.item.dataset.said}` : `Unsupported, ${stop.chip.querySelector(".why")?.textContent || ""}`;
    return `${why}. ${evidence ? `Closest passage: ${evidence}` : "Nothing like it in the reference."}`;
  };

  // Whether an error is there at a threshold: above the first and up to the second of one of its pairs.
  function isThere(item, threshold) {
    return item.dataset.at.split(";").some((range) => {
      const [above, upto] = range.split(" ").map(Number);
      return above < threshold && threshold <= upto;
    });
  }

  // Puts every fact under the error that explains it, or back where it belongs.
  function arrange(index) {
    const owner = new Map();
    for (const error of index.errors) {
      error.facts = [];
      if (!error.item.hidden) error.units.forEach((unit) => { if (!owner.has(unit)) owner.set(unit, error); });
    }
    for (const fact of index.facts) {
      const error = fact.item.classList.contains("no") ? owner.get(fact.unit) : undefined;
      fact.error = error || null;
      if (error) error.facts.push(fact);
    }
    for (const error of index.errors) {
      const order = new Map(error.units.map((unit, number) => [unit, number]));
      error.facts.sort((a, b) => order.get(a.unit) - order.get(b.unit));
      place(error.item.querySelector(".fold"), error.facts);
      const more = error.item.querySelector(".unfold"), count = error.facts.length;
      more.hidden = !count;
      more.textContent = `${count} ${more.textContent.replace(/^\S+ /, "").replace(/s$/, "")}${count === 1 ? "" : "s"}`;
    }
    const leave = (block, facts) => {
      block.classList.toggle("emptied", facts.every((fact) => fact.error));
      block.classList.toggle("unexplained", facts.some((fact) => !fact.error && fact.item.classList.contains("no")));
    };
    for (const group of index.groups) {
      place(group.element.querySelector("ul"), group.facts.filter((fact) => !fact.error));
      leave(group.element, group.facts);
    }
    index.headings.forEach((heading) => leave(heading.element, heading.facts));
  }

  // Only what is not there yet is moved: what has the focus keeps it.
  function place(list, facts) {
    facts.forEach((fact, number) => { if (list.children[number] !== fact.item) list.insertBefore(fact.item, list.children[number] || null); });
  }

  errata.errorsAt = (root, index, threshold) => {
    index.errors.forEach((error) => { error.item.hidden = !isThere(error.item, threshold); });
    const count = index.errors.filter((error) => !error.item.hidden).length, section = root.querySelector(".errors");
    if (section) {
      section.hidden = !count;
      section.querySelector(".count-errors").textContent = count;
    }
    const places = index.errors.filter((error) => !error.item.hidden).map((error) => pair(error.chip.dataset.answer)), looks = root.querySelector(".looks");
    for (const look of index.looks) {
      const [start, end] = pair(look.chip.dataset.answer);
      look.item.hidden = places.some(([from, to]) => from < end && start < to);
    }
    if (looks) looks.hidden = index.looks.every((look) => look.item.hidden);
    arrange(index);
    errata.drawMarks(root, index);
  };

  // Which errors are open, so that the facts under them are seen: those that were opened, or all.
  errata.Folds = class {
    constructor(index, all) { Object.assign(this, { index, all, opened: new Set() }); }

    isOpen(error) { return error.item.classList.contains("open"); }

    fold(error, open) {
      error.item.classList.toggle("open", open);
      error.item.querySelector(".unfold").setAttribute("aria-expanded", open ? "true" : "false");
    }

    // As the server drew them.
    begin() { this.opened = new Set(this.index().errors.filter((error) => this.isOpen(error)).map((error) => error.key)); }

    draw() { this.index().errors.forEach((error) => this.fold(error, this.all() || this.opened.has(error.key))); }

    turn(error) {
      const open = !this.isOpen(error);
      if (open) this.opened.add(error.key); else this.opened.delete(error.key);
      this.fold(error, open);
    }

    // Opens what a fact lies under.
    reveal(fact) { if (fact.error && !this.isOpen(fact.error)) this.turn(fact.error); }
  };

  // The stop that a key leads to: the next one, or with n and p the next that `counts`; undefined where the key leads nowhere.
  errata.walked = (key, list, at, counts) => {
    if (key === "n" || key === "p") {
      const way = key === "n" ? 1 : -1;
      let to = at < 0 && way < 0 ? list.length : at;
      do to += way; while (list[to] && !counts(list[to]));
      return list[to] || null;
    }
    const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at < 0 ? 0 : at - 1, k: at < 0 ? 0 : at - 1, Home: 0, End: list.length - 1 }[key];
    return to === undefined ? undefined : list[Math.max(0, Math.min(to, list.length - 1))];
  };

  // The note beside the words: what is wrong with them, and what the reference has. It follows them when something scrolls.
  errata.Note = class {
    constructor(element) {
      this.element = element;
      const moved = (event) => { if (this.note && (event.target === window || event.target.contains(this.mark))) this.place(); };
      for (const happened of ["scroll", "resize"]) window.addEventListener(happened, moved, { capture: true, passive: true });
    }

    show(error, mark) {
      this.hide();
      const note = document.createElement("div"), words = error.chip.querySelector(".et").cloneNode(true);
      note.className = "tip";
      note.setAttribute("aria-hidden", "true");  // the mark says the same
      words.querySelectorAll(".wrong, .sr").forEach((part) => part.remove());
      const figure = document.createElement("span");
      figure.className = "num";
      figure.textContent = error.chip.querySelector(".num").lastChild.textContent;
      note.append(words, figure);
      this.element.querySelector(".qx.review").append(note);
      Object.assign(this, { note, mark });
      this.place();
    }

    // Below the words, or above them where there is no room: the reference may be a sheet at the bottom.
    place() {
      const sheet = matchMedia("(max-width: 860px)").matches && this.element.querySelector(".qx.sheet .right");
      const floor = window.innerHeight - (sheet ? sheet.offsetHeight : 0), room = this.note.getBoundingClientRect();
      const lines = this.mark.getClientRects(), first = lines[0], last = lines[lines.length - 1], box = this.mark.closest(".out");
      if (!last || !errata.inside(box, this.mark)) { this.hide(); return; }
      const below = last.bottom + GAP + room.height <= floor;
      this.note.style.left = `${Math.max(GAP, Math.min(last.left, box.getBoundingClientRect().right - room.width - GAP))}px`;  // not over the reference
      this.note.style.top = `${below ? last.bottom + GAP : first.top - GAP - room.height}px`;
    }

    hide() {
      this.note?.remove();
      this.note = null;
    }
  };
})();
