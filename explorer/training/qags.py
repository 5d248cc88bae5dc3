"""Fit the QAGS reader on questions that people's labels answer: `python -m explorer.training.qags --data ../shared/data`.

Reads `lss.jsonl` (CC0). Where the annotators kept all the words of an answer candidate, the reference supports what is said with it,
so a question about it has an answer there: the right ones are the candidates of the reference that share at least ALIKE (token F1) with
the words asked about. Weights come from a softmax over the candidates, `least` from how well right answers fit, `benefit` from the
correlation of the score with the same outputs' ratings. The QAGS judgements are only checked.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.core.machine.files import ASSETS
from engines.core.text import Text
from engines.qags.engine import ANSWERABLE
from engines.qags.questions import MOST_QUESTIONS, Question, questions
from engines.qags.reader import SIGNS, IndexReader, Weights, chosen
from engines.qags.scoring import f1

Array = NDArray[np.float64]
ALIKE = 0.6
"""Token F1 with the words asked about from which a candidate of the reference is a right answer."""
PENALTY = 0.01
"""What a weight's square costs (L2)."""
UNANSWERED = 0.3
"""Share of the right answers that may fit too little to be given: a reader that would rather not answer."""
BENEFITS = (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0)
PARTS = 5


@dataclass(frozen=True, eq=False)
class Read:
    """Signs and texts of the candidates that one text has as answers to one question."""

    signs: Array
    texts: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Asked:
    """A question's answer in its output, both texts' candidates, and whether the annotators kept every word of the answer."""

    answer: str
    own: Read
    found: Read
    kept: bool

    @property
    def right(self) -> NDArray[np.bool_]:
        """Which candidates of the reference are right."""
        return np.array([f1(text, self.answer) >= ALIKE for text in self.found.texts], dtype=bool)


@dataclass(frozen=True, eq=False)
class Pair:
    """The questions of one output and what people thought of it."""

    reference: str
    asked: tuple[Asked, ...]
    rating: float


def read(path: Path, count: int) -> list[Pair]:
    """The first `count` annotated pairs with the signs of every question's candidates; about half a second each."""
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()[:count]]
    return [_pair(row, float(np.mean(row["ratings"])) if "ratings" in row else row["human"]) for row in rows]


def _pair(row: dict[str, Any], rating: float) -> Pair:
    from engines.core.language import parse_sentences
    from engines.models import registry
    from engines.qags.candidates import candidates

    output, parser = Text.of(row["output"]), registry.get("parser", "rules")
    docs = parse_sentences(output)
    asked = questions(output, docs, candidates(output, docs), parser.parse(output), 2 * MOST_QUESTIONS)
    kept = kept_words(output, row.get("lss", ()))
    own, found = (_signs(Text.of(row[name]), asked) for name in ("output", "reference"))
    return Pair(
        row["reference"],
        tuple(Asked(q.answer.span.text, own[i], found[i], all(kept[q.answer.span.start : q.answer.span.end])) for i, q in enumerate(asked)),
        rating,
    )


def _signs(text: Text, asked: Sequence[Question]) -> list[Read]:
    from engines.models import registry

    reader = IndexReader(text, registry.get("parser", "rules"))
    texts = tuple(c.span.text for c in reader.candidates)
    return [Read(rows.astype(np.float64), texts) for rows in reader.all_signs(asked)]


def kept_words(output: Text, human: Sequence[str]) -> list[bool]:
    """For each character of the output whether it belongs to a word that most annotators kept, or to none."""
    from engines.core.language import parse_sentences
    from engines.verification.word_support.tree import word_tree
    from explorer.training.lss.train import kept_by

    trees = [word_tree(doc) for doc in parse_sentences(output)]
    kept = np.mean([kept_by(trees, lss) for lss in human], axis=0) if human else np.ones(sum(map(len, trees)))
    characters = [True] * len(output.text)
    number = 0
    for tree, (start, _) in zip(trees, output.sentences, strict=True):
        for word in tree.words:
            characters[start + word.start : start + word.end] = [bool(kept[number] > 0.5)] * (word.end - word.start)
            number += 1
    return characters


def fit(asked: Sequence[Asked]) -> Array:
    """The weights of the signs under which right answers are likeliest among the candidates of the reference."""
    from scipy.optimize import minimize

    examples = [(a.found.signs, a.right) for a in asked if a.kept and a.right.any()]

    def loss(weights: Array) -> tuple[float, Array]:
        total, slope = PENALTY * float(weights @ weights), 2 * PENALTY * weights
        for signs, right in examples:
            fits = signs @ weights
            chances = np.exp(fits - fits.max())
            chances /= chances.sum()
            hit = float(chances[right].sum())
            given = np.where(right, chances / hit, 0.0)
            total -= np.log(hit) / len(examples)
            slope = slope + (chances - given) @ signs / len(examples)
        return total, slope

    return np.asarray(minimize(loss, np.zeros(len(SIGNS)), jac=True, method="L-BFGS-B").x)


def least(asked: Sequence[Asked], signs: Array) -> float:
    """How well an answer must fit, so that UNANSWERED of the right ones are not given."""
    fits = [float((a.found.signs @ signs)[a.right].max()) for a in asked if a.kept and a.right.any()]
    return float(np.quantile(fits, UNANSWERED))


def score(pair: Pair, weights: Weights) -> float:
    """`qags` of a pair, as the engine has it."""
    values: list[float] = []
    for a in pair.asked:
        own = chosen(a.own.signs @ weights.signs, a.own.texts, weights) if len(a.own.signs) else None
        if own is None or f1(a.own.texts[own], a.answer) < ANSWERABLE or len(values) == MOST_QUESTIONS:
            continue
        best = chosen(a.found.signs @ weights.signs, a.found.texts, weights, a.answer) if len(a.found.signs) else None
        values.append(f1(a.answer, None if best is None else a.found.texts[best]))
    return float(np.mean(values)) if values else 0.0


def correlation(pairs: Sequence[Pair], weights: Weights) -> float:
    """Pearson of the score with what people thought."""
    return float(np.corrcoef([score(p, weights) for p in pairs], [p.rating for p in pairs])[0, 1])


def trained(pairs: Sequence[Pair]) -> Weights:
    """Weights, `least` and `benefit` from pairs: the smallest benefit whose correlation is within one standard error of the best."""
    asked = [a for pair in pairs for a in pair.asked]
    signs = fit(asked)
    lowest = least(asked, signs)
    options = [Weights(tuple(signs.tolist()), lowest, benefit) for benefit in BENEFITS]
    found = [correlation(pairs, weights) for weights in options]
    error = (1 - max(found) ** 2) / len(pairs) ** 0.5
    return next(weights for weights, value in zip(options, found, strict=True) if value >= max(found) - error)


def cross_validated(pairs: Sequence[Pair]) -> dict[str, float]:
    """Figures on pairs that were not trained on; those of one reference always lie in the same part."""
    references = {r: i for i, r in enumerate(dict.fromkeys(pair.reference for pair in pairs))}
    part_of = np.random.RandomState(0).permutation(len(references)) % PARTS
    first, scores, ratings = [], [], []
    for part in range(PARTS):
        inside = [part_of[references[pair.reference]] == part for pair in pairs]
        weights = trained([p for p, held in zip(pairs, inside, strict=True) if not held])
        for pair in (p for p, held in zip(pairs, inside, strict=True) if held):
            first += [bool(a.right[(a.found.signs @ weights.signs).argmax()]) for a in pair.asked if a.kept and a.right.any()]
            scores.append(score(pair, weights))
            ratings.append(pair.rating)
    return {
        "questions with a right answer": float(len(first)),
        "right answer comes first": float(np.mean(first)),
        "Pearson with the ratings": float(np.corrcoef(scores, ratings)[0, 1]),
    }


def save(weights: Weights, folder: Path) -> None:
    """Write reader.json."""
    stored = {
        "signs": {name: round(value, 2) for name, value in zip(SIGNS, weights.signs, strict=True)},
        "least": round(weights.least, 2),
        "benefit": weights.benefit,
    }
    (folder / "reader.json").write_text(json.dumps(stored, indent=2) + "\n", "utf-8")


def main() -> None:
    """Cross-validate, fit on everything, write the weights, check on the QAGS judgements."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder with lss.jsonl")
    arguments.add_argument("--count", type=int, default=220, help="pairs read")
    arguments.add_argument("--out", type=Path, default=ASSETS / "qags", help="where the weights go")
    given = arguments.parse_args()
    pairs = read(given.data / "lss.jsonl", given.count)
    for name, figure in cross_validated(pairs).items():
        print(f"{figure:8.3f}  {name}")
    weights = trained(pairs)
    save(weights, given.out)
    print(weights)
    for name in ("qags_cnndm.jsonl", "qags_xsum.jsonl"):
        if (given.data / name).exists():
            print(f"{correlation(read(given.data / name, 1000), weights):8.3f}  Pearson with the judgements of {name}, only checked")


if __name__ == "__main__":
    main()
