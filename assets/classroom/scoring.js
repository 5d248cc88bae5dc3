// How marks are scored. A mark is a run of neighbouring words of one sentence. It finds an error whose words it touches, unless it is so
// wide that it has many words more than all that it touches; a mark that touches no error is wrong.
(() => {
  function runs(marked, sentences) {
    const found = [];
    for (const n of marked) {
      const run = found[found.length - 1];
      if (run && run[run.length - 1] === n - 1 && sentences[n - 1] === sentences[n]) run.push(n); else found.push([n]);
    }
    return found;
  }

  // `marked` are numbers of words, first to last; `quiz` has errors with their words, the sentences of all words, and how broad a mark may be.
  window.classroom.score = (marked, quiz) => {
    const found = new Set(), wrong = [], broad = [];
    for (const run of runs(marked, quiz.sentences)) {
      const touched = quiz.errors.filter((error) => error.words.some((n) => run.includes(n)));
      const words = touched.reduce((count, error) => count + error.words.length, 0);
      if (!touched.length) wrong.push(run);
      else if (run.length > words + quiz.broad) broad.push(run);
      else touched.forEach((error) => found.add(error.id));
    }
    const missed = quiz.errors.filter((error) => !found.has(error.id)).map((error) => error.id);
    return { found: quiz.errors.filter((error) => found.has(error.id)).map((error) => error.id), missed, wrong, broad, points: Math.max(0, found.size - wrong.length - broad.length) };
  };

  // The fact that a run of words is most about, to show what bears it out.
  window.classroom.factOf = (run, quiz) => {
    const shared = (fact) => fact.words.filter((n) => run.includes(n)).length;
    const about = quiz.facts.filter((fact) => !fact.wrong && shared(fact)).sort((a, b) => shared(b) / b.words.length - shared(a) / a.words.length || a.words.length - b.words.length);
    return about[0] || null;
  };

  // What the class says of a piece: the majority; null where it is divided, or has not been asked.
  window.classroom.majority = (hands, size) => (hands === undefined || hands === null || 2 * hands === size ? null : 2 * hands > size);

  window.classroom.classScore = (counts, size, pieces) => {
    const asked = pieces.filter((piece) => counts[piece.id] !== undefined && counts[piece.id] !== null);
    const says = (piece) => window.classroom.majority(counts[piece.id], size);
    const right = asked.reduce((sum, piece) => sum + (piece.wrong ? counts[piece.id] : size - counts[piece.id]), 0);
    return {
      asked: asked.length,
      found: asked.filter((piece) => piece.wrong && says(piece) === true).length,
      errors: asked.filter((piece) => piece.wrong).length,
      suspected: asked.filter((piece) => !piece.wrong && says(piece) === true).length,
      divided: asked.filter((piece) => says(piece) === null).length,
      share: asked.length && size ? right / (asked.length * size) : 0,
    };
  };
})();
