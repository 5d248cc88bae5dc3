"""Trains the model that says whether a name stands for people (`engines.parsing.scoring.people`), and measures it.

    python -m explorer.training.parser.people --data ../shared/data

The questions of the QA-SRL gold standard and of QASemConsistency say "who" or "what" of their answers, those of QA-SRL someone or
something of the other arguments too (`explorer.training.parser.asked`). Trees learn from all of them, names or not, since who or what
usually takes a place of a verb is the same for both, and from names of running text (`explorer.training.parser.names`). A linear model of
the pipeline's vectors, taught with the latter alone, says what a name is of.
"""

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engines.core.machine.files import ASSETS
from engines.parsing.scoring.people import KINDS, NUMBERS, SYMBOLS, WEIGHTS, described, is_name
from engines.parsing.scoring.trees import Trees
from engines.parsing.wording.frames import Frame
from explorer.training.parser.asked import judged_arguments
from explorer.training.parser.data import QASRL_SOURCES
from explorer.training.parser.names import labelled_names
from explorer.training.parser.trees import fit

_ROUNDS = 150
_FEWEST = 8
_STRENGTH = 0.05
_FOLDS = 5
_WEIGHTS = {"answer": 1.0, "filled": 0.5, "text": 0.3}
"""How much a row counts: what a question asks for, what fills its slots, a name of running text."""
_GROWING = frozenset(
    {"share", "share of lexicon", "use", "use of subject", "use of own verb", "least share with it", "most share with it",
     "share elsewhere", "share beside", "first name"}
)  # fmt: skip
"""Numbers that can only speak for people."""
_SETTINGS = {
    "learning_rate": 0.05,
    "min_data_in_leaf": 40,
    "cat_smooth": 30,
    "cat_l2": 20,
    "monotone_constraints": [0] * len(SYMBOLS) + [int(name in _GROWING) for name in NUMBERS],
}
_TEXTS = "running text"
Arrays = dict[str, np.ndarray]


@dataclass(frozen=True)
class Rows:
    """Words in their slots.

    Attributes:
        symbols, numbers: as `engines.parsing.scoring.people.described` makes them; the kinds are still zeros.
        vectors: the pipeline's vectors of the words.
        people: whether each stands for people.
        weight: how much it counts.
        source, document: where it is from; what cross-validation keeps together.
        kind: what a name of running text is of, "" for every other row.
        named: whether the word is a name.
    """

    symbols: np.ndarray
    numbers: np.ndarray
    vectors: np.ndarray
    people: np.ndarray
    weight: np.ndarray
    source: np.ndarray
    document: np.ndarray
    kind: np.ndarray
    named: np.ndarray


def read_rows(folder: Path) -> Rows:
    """All rows of the data folder."""
    cells: list[tuple] = []

    def add(frame: Frame, place: int, role: object, people: bool, weight: float, source: str, document: str, kind: str = "") -> None:
        token = frame.doc[place]
        symbols, numbers = described(token, role, [0.0] * len(KINDS))  # type: ignore[arg-type]
        cells.append((symbols, numbers, frame.doc.tensor[place].copy(), people, weight, source, document, kind, is_name(token)))

    for row in judged_arguments(folder):
        source = row.sentence.source if row.sentence.source in QASRL_SOURCES else "QASemConsistency"
        weight = _WEIGHTS["answer" if row.answer else "filled"]
        add(row.frame, row.argument.head, row.frame.place(row.argument), row.people, weight, source, row.sentence.document)
    for name in labelled_names(folder):
        person, place = name.kind == "person", name.frame.place(name.argument)
        doubtful = name.kind == "group" or (name.kind == "location" and name.argument.role == "SUBJ")  # a country acts as people do
        weight = 0.0 if doubtful else _WEIGHTS["text"]
        add(name.frame, name.argument.head, place, person, weight, _TEXTS, f"{_TEXTS} {name.text}", name.kind)
    symbols, numbers, vectors, *rest = zip(*cells, strict=True)
    people, weight, source, document, kind, named = (np.array(column) for column in rest)
    return Rows(np.array(symbols, np.uint32), np.array(numbers, np.float32), np.array(vectors, np.float32), people, weight, source, document,
                kind, named)  # fmt: skip


def fit_kinds(rows: Rows, kept: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Weights (vector, KINDS) and bias of the linear model that says what a name is of, from the names of running text."""
    from sklearn.linear_model import LogisticRegression

    chosen = kept & (rows.kind != "")
    vectors = rows.vectors[chosen]
    mean, deviation = vectors.mean(axis=0), vectors.std(axis=0) + 1e-6
    model = LogisticRegression(C=_STRENGTH, max_iter=300).fit((vectors - mean) / deviation, rows.kind[chosen])
    assert tuple(model.classes_) == KINDS
    weights = (model.coef_ / deviation).T
    return weights.astype(np.float32), (model.intercept_ - mean @ weights).astype(np.float32)


def with_kinds(rows: Rows, kept: np.ndarray) -> np.ndarray:
    """The numbers of all rows with the log-odds of `KINDS`; a name of running text gets them from a model that never saw its text."""
    numbers = rows.numbers.copy()
    at = slice(len(NUMBERS) - len(KINDS), None)
    weights, bias = fit_kinds(rows, kept)
    numbers[:, at] = rows.vectors @ weights + bias
    fold = _folds(rows)
    for held in range(_FOLDS):
        theirs = (rows.kind != "") & kept & (fold == held)
        weights, bias = fit_kinds(rows, kept & (fold != held))
        numbers[theirs, at] = rows.vectors[theirs] @ weights + bias
    return numbers


def fit_trees(rows: Rows, numbers: np.ndarray, kept: np.ndarray) -> Arrays:
    """The boosted trees of the rows `kept`."""
    chosen = kept & (rows.weight > 0)
    fewest = [_FEWEST] * len(SYMBOLS)
    return fit(rows.symbols[chosen], numbers[chosen], rows.people[chosen], fewest, _ROUNDS, _SETTINGS, rows.weight[chosen])


def _folds(rows: Rows) -> np.ndarray:
    place = {document: number % _FOLDS for number, document in enumerate(sorted(set(rows.document.tolist())))}
    return np.array([place[document] for document in rows.document.tolist()])


def cross_validated(rows: Rows, part: np.ndarray) -> np.ndarray:
    """Log-odds of people of every row by a model that saw no row of the same part."""
    margins = np.zeros(len(rows.people))
    for held in np.unique(part):
        kept = part != held
        numbers = with_kinds(rows, kept)
        trees = Trees(fit_trees(rows, numbers, kept), len(SYMBOLS), len(NUMBERS))
        margins[~kept] = trees.margins(rows.symbols[~kept], numbers[~kept])
    return margins


def figures(rows: Rows) -> dict[str, dict[str, float]]:
    """Percent of names that data and model, and data and word lists alone, take alike for people or not; by models that saw neither the
    document, nor, in the second row of each pair, anything of the source."""
    fold = _folds(rows)
    by_source = np.where(rows.source == _TEXTS, "", rows.source)
    texts = rows.source == _TEXTS
    result = {}
    for name, part in (("document", fold.astype(str)), ("source", np.where(texts, np.char.add("text ", (fold % 3).astype(str)), by_source))):
        said = cross_validated(rows, part) > 0
        alike, listed = said == rows.people, (rows.numbers[:, 0] >= 0.5) == rows.people
        for source in (*QASRL_SOURCES, "QASemConsistency", _TEXTS):
            wanted = rows.named & (rows.source == source) & (rows.weight > 0)
            result[f"{source}, other {name}s"] = {
                "names": int(wanted.sum()),
                "lists": round(100 * float(listed[wanted].mean()), 1),
                "model": round(100 * float(alike[wanted].mean()), 1),
            }
    return result


def train_people(folder: Path, tell: Callable[[str], None]) -> dict[str, dict[str, float]]:
    """Train, write the weights and return the figures."""
    from safetensors.numpy import save_file

    rows = read_rows(folder)
    tell(f"{len(rows.people)} words, {int(rows.named.sum())} names")
    result = figures(rows)
    everything = np.ones(len(rows.people), bool)
    weights, bias = fit_kinds(rows, everything)
    trees = {f"trees/{name}": value for name, value in fit_trees(rows, with_kinds(rows, everything), everything).items()}
    arrays = trees | {"kinds/weights": weights, "kinds/bias": bias}
    save_file({name: np.ascontiguousarray(value) for name, value in arrays.items()}, ASSETS.joinpath(*WEIGHTS))
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the labelled data")
    print(json.dumps(train_people(parser.parse_args().data, lambda message: print(message, flush=True)), indent=2))


if __name__ == "__main__":
    main()
