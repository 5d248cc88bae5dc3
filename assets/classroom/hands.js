// The show of hands: one piece after the other is read out, the hands for "wrong" are counted, then the verdict is revealed.
(() => {
  const { make, majority, plural } = window.classroom;

  // `changed` is told when something is to be kept, `over` when the last piece has been revealed and one goes on; `light` lights words.
  window.classroom.hands = (box, round, quiz, { changed, over, light, say }) => {
    const pieces = quiz.pieces;
    const clamp = (value) => Math.max(0, Math.min(round.size, Math.round(value)));

    function told(piece) {
      const count = round.counts[piece.id], class_ = majority(count, round.size);
      const verdict = class_ === null ? "The class is divided" : class_ === piece.wrong ? "The class is right" : "The class is not right";
      return `${count} of ${round.size} say it is wrong. ${verdict}.`;
    }

    function bar(piece) {
      const meter = make("div", "meter"), share = make("i", piece.wrong ? "is-no" : "is-ok");
      meter.setAttribute("aria-hidden", "true");
      share.style.width = `${100 * round.counts[piece.id] / round.size}%`;
      meter.append(share, make("b"));
      return meter;
    }

    function draw() {
      const piece = pieces[round.at], known = round.counts[piece.id] !== undefined;
      box.textContent = "";
      light(piece.words, round.open ? (piece.wrong ? "no" : "ok") : "focus");
      const head = make("p", "count", `Piece ${round.at + 1} of ${pieces.length}`), asked = make("p", piece.claim ? "said claim" : "said", piece.claim ? piece.asked : `“${piece.asked}”`);
      asked.dir = "auto";
      box.append(head, asked);
      if (!round.open) {
        const form = make("form", "counting"), field = make("input"), label = make("label", "", "Who thinks it is wrong? Hands: ");
        Object.assign(field, { type: "number", min: 0, max: round.size, required: true, value: known ? round.counts[piece.id] : "" });
        field.inputMode = "numeric";
        const less = make("button", "step", "−"), more = make("button", "step", "+"), go = make("button", "main", "Reveal");
        less.setAttribute("aria-label", "One hand less");
        more.setAttribute("aria-label", "One hand more");
        go.type = "submit";
        const put = (value) => { field.value = clamp(value); round.counts[piece.id] = clamp(value); changed(); };
        less.addEventListener("click", () => put(Number(field.value || 0) - 1));
        more.addEventListener("click", () => put(Number(field.value || 0) + 1));
        field.addEventListener("input", () => { if (field.value !== "" && field.checkValidity()) { round.counts[piece.id] = clamp(Number(field.value)); changed(); } });
        label.append(field);
        form.append(label, less, more, make("span", "of", `of ${plural(round.size, "pupil")}`), go);
        form.addEventListener("submit", (event) => {
          event.preventDefault();
          round.counts[piece.id] = clamp(Number(field.value));
          round.open = true;
          changed();
          draw();
          box.querySelector("[data-on]").focus({ preventScroll: true });
          box.querySelector(innerWidth < 860 ? ".tally" : ".said").scrollIntoView({ block: innerWidth < 860 ? "start" : "nearest" });
          say(`${told(piece)} ${box.querySelector(".verdict b")?.textContent || ""}`);
        });
        box.append(form);
        field.focus({ preventScroll: true });
        field.select();
      } else {
        const card = make("div", "card"), on = make("button", "main", round.at === pieces.length - 1 ? "Results" : "Next piece");
        on.dataset.on = "yes";
        card.innerHTML = quiz.cards[piece.card] || quiz.fine;
        on.addEventListener("click", forward);
        box.append(make("p", "tally", told(piece)), bar(piece), card, on);
      }
      if (round.at > 0) {
        const back = make("button", "back", "Back");
        back.addEventListener("click", () => { round.at -= 1; round.open = true; changed(); draw(); });
        box.append(back);
      }
    }
    function forward() {
      if (!round.open) return;
      if (round.at === pieces.length - 1) { over(); return; }
      round.at += 1;
      round.open = false;
      changed();
      draw();
    }
    draw();
    return { forward };
  };
})();
