"""Trains the model that says whether a name stands for people (`engines.parsing.models.people`), and measures it.

    python -m explorer.training.parser.people --data ../shared/data

The questions of the QA-SRL gold standard and of QASemConsistency say "who" or "what" of their answers, those of QA-SRL someone or
something of the other arguments too (`explorer.training.parser.asked`). Trees learn from all of them, names or not, since who or what
usually takes a place of a verb is the same for both, and from names of running text (`explorer.training.parser.names`). A linear model of
the pipeline's vectors is taught with the same rows; the trees see its log-odds.
"""

import argparse
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engines.core.machine.files import ASSETS
from engines.parsing.arguments.structures import Argument
from engines.parsing.models.people import NUMBERS, SYMBOLS, WEIGHTS, described, is_name
from engines.parsing.models.trees import Trees
from engines.parsing.wording.frames import Frame
from explorer.training.parser.asked import judged_arguments
from explorer.training.parser.data import QASRL_SOURCES
from explorer.training.parser.names import labelled_names
from explorer.training.parser.trees import fit

_ROUNDS = 150
_FEWEST = 8
_STRENGTH = 0.003
"""Inverse regularisation of the linear model."""
_FOLDS = 5
_WEIGHTS = {"answer": 1.0, "filled": 0.5, "text": 0.3}
"""How much a row counts: what a question asks for, what fills its slots, a name of running text."""
_GROWING = frozenset(
    {"share", "share of lexicon", "use", "use of subject", "use of own verb", "least share with it", "most share with it",
     "share elsewhere", "share beside", "first names before", "first name", "vector"}
)  # fmt: skip
"""Numbers that can only speak for people."""
_SETTINGS = {
    "learning_rate": 0.05,
    "min_data_in_leaf": 40,
    "cat_smooth": 30,
    "cat_l2": 20,
    "monotone_constraints": [0] * len(SYMBOLS) + [int(name in _GROWING) for name in NUMBERS],
}
_CONSISTENCY, _TEXTS = "QASemConsistency", "running text"
Arrays = dict[str, np.ndarray]


@dataclass(frozen=True)
class Rows:
    """Words in their slots.

    Attributes:
        symbols, numbers: as `engines.parsing.models.people.described` makes them, without the log-odds by the vector.
        vectors: the pipeline's vectors of the words.
        people: whether each stands for people.
        weight: how much it counts, 0 if not at all.
        source, document: where it is from; what cross-validation keeps together.
        named: whether the word is a name and a subject, which the model is asked about.
    """

    symbols: np.ndarray
    numbers: np.ndarray
    vectors: np.ndarray
    people: np.ndarray
    weight: np.ndarray
    source: np.ndarray
    document: np.ndarray
    named: np.ndarray


def read_rows(folder: Path) -> Rows:
    """All rows of the data folder."""
    cells: list[tuple] = []

    def add(frame: Frame, argument: Argument, people: bool, weight: float, source: str, document: str) -> None:
        token = frame.doc[argument.head]
        symbols, numbers = described(token, frame.place(argument), 0.0)
        named = argument.role == "SUBJ" and is_name(token)
        cells.append((symbols, numbers, frame.doc.tensor[token.i].copy(), people, weight, source, document, named))

    for row in judged_arguments(folder):
        source = row.sentence.source if row.sentence.source in QASRL_SOURCES else _CONSISTENCY
        add(row.frame, row.argument, row.people, _WEIGHTS["answer" if row.answer else "filled"], source, row.sentence.document)
    for name in labelled_names(folder):
        doubtful = name.kind == "group" or (name.kind == "location" and name.argument.role == "SUBJ")  # a country acts as people do
        if not doubtful:
            add(name.frame, name.argument, name.kind == "person", _WEIGHTS["text"], _TEXTS, f"{_TEXTS} {name.text}")
    symbols, numbers, vectors, *rest = zip(*cells, strict=True)
    arrays = np.array(symbols, np.uint32), np.array(numbers, np.float32), np.array(vectors, np.float32)
    return Rows(*arrays, *(np.array(column) for column in rest))


def fit_vectors(rows: Rows, kept: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Weights (vector,) and bias (1,) of the linear model of the rows `kept`."""
    from sklearn.linear_model import LogisticRegression

    vectors = rows.vectors[kept]
    mean, deviation = vectors.mean(axis=0), vectors.std(axis=0) + 1e-6
    model = LogisticRegression(C=_STRENGTH, max_iter=300).fit((vectors - mean) / deviation, rows.people[kept], rows.weight[kept])
    weights = model.coef_[0] / deviation
    return weights.astype(np.float32), (model.intercept_ - mean @ weights).astype(np.float32)


def with_vectors(rows: Rows, kept: np.ndarray) -> np.ndarray:
    """The numbers of all rows with the log-odds by the vector; a row of `kept` gets them from a model that never saw its document."""
    numbers, fold = rows.numbers.copy(), _folds(rows)
    for held in range(-1, _FOLDS):
        theirs = ~kept if held < 0 else kept & (fold == held)
        weights, bias = fit_vectors(rows, kept & (fold != held))
        numbers[theirs, -1] = rows.vectors[theirs] @ weights + bias
    return numbers


def fit_trees(rows: Rows, numbers: np.ndarray, kept: np.ndarray) -> Arrays:
    """The boosted trees of the rows `kept`."""
    fewest = [_FEWEST] * len(SYMBOLS)
    return fit(rows.symbols[kept], numbers[kept], rows.people[kept], fewest, _ROUNDS, _SETTINGS, rows.weight[kept])


def _folds(rows: Rows) -> np.ndarray:
    place = {document: number % _FOLDS for number, document in enumerate(sorted(set(rows.document.tolist())))}
    return np.array([place[document] for document in rows.document.tolist()])


def cross_validated(rows: Rows, part: np.ndarray) -> np.ndarray:
    """Log-odds of people of every row by a model that saw no row of the same part."""
    margins = np.zeros(len(rows.people))
    for held in np.unique(part):
        kept = part != held
        numbers = with_vectors(rows, kept)
        trees = Trees(fit_trees(rows, numbers, kept), len(SYMBOLS), len(NUMBERS))
        margins[~kept] = trees.margins(rows.symbols[~kept], numbers[~kept])
    return margins


def figures(rows: Rows) -> dict[str, dict[str, float]]:
    """Percent of the names that are subjects, by source, that the data and the word lists alone, and the data and the model, take alike for
    people or not; by models that saw other documents, and by models that saw other sources (of running text two thirds of it)."""
    fold = _folds(rows)
    apart = np.where(rows.source == _TEXTS, np.char.add(_TEXTS, (fold % 3).astype(str)), rows.source)
    listed = (rows.numbers[:, 0] >= 0.5) == rows.people
    alike = [(cross_validated(rows, part) > 0) == rows.people for part in (fold.astype(str), apart)]
    result = {}
    for source in (*QASRL_SOURCES, _CONSISTENCY, _TEXTS):
        wanted = rows.named & (rows.source == source)
        shares = (round(100 * float(column[wanted].mean()), 1) for column in (listed, *alike))
        result[source] = {"names": int(wanted.sum())} | dict(zip(("lists", "other documents", "other sources"), shares, strict=True))
    return result


def train_people(folder: Path, tell: Callable[[str], None]) -> dict[str, dict[str, float]]:
    """Train, write the weights and return the figures."""
    from safetensors.numpy import save_file

    rows = read_rows(folder)
    tell(f"{len(rows.people)} words, {int(rows.named.sum())} names")
    result = figures(rows)
    everything = np.ones(len(rows.people), bool)
    weights, bias = fit_vectors(rows, everything)
    trees = {f"trees/{name}": value for name, value in fit_trees(rows, with_vectors(rows, everything), everything).items()}
    arrays = trees | {"vector/weights": weights, "vector/bias": bias}
    save_file({name: np.ascontiguousarray(value) for name, value in arrays.items()}, ASSETS.joinpath(*WEIGHTS))
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the labelled data")
    print(json.dumps(train_people(parser.parse_args().data, lambda message: print(message, flush=True)), indent=2))


if __name__ == "__main__":
    main()
