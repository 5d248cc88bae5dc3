"""Trains the parser's models and measures them.

    python -m explorer.training.parser.train --data ../shared/data

Cross-validates by document (five folds, strict counting), fits on everything, writes `assets/parser/spans.safetensors`, `nouns.json`,
`people.safetensors` and `CARD.md`, and prints the figures. With `--measure` nothing is written: the shipped weights are scored.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engines.core import language
from engines.core.machine.files import ASSETS
from engines.parsing.filters.clause_conflicts import without_clause_conflicts
from engines.parsing.filters.plausibility import plausible
from engines.parsing.models.trees import Trees, probability
from engines.parsing.scoring.features import NUMBERS, SYMBOLS
from engines.parsing.scoring.linear import BITS, Linear, WordClasses, places
from engines.parsing.scoring.network import Networks
from engines.parsing.scoring.scorer import LEARNED_ROLES, LINEAR, NETWORKS, TREES, WEIGHTS, role_trees
from engines.parsing.scoring.selection import BEST, DISPLAY, Thresholds, certain_enough, select
from engines.parsing.scoring.uncertainty import Certainty
from explorer.training.parser.classes import word_classes
from explorer.training.parser.data import QASRL_SOURCES, Counts, LabelledSentence, read_consistency, read_qasrl
from explorer.training.parser.figures import card, consistency_figures, coverage
from explorer.training.parser.network import fit_networks
from explorer.training.parser.nouns import train_nouns
from explorer.training.parser.people import train_people
from explorer.training.parser.rows import Labelled, labelled_rows, parse_tokens, predicates_of
from explorer.training.parser.trees import fit
from explorer.training.parser.uncertainty import candidate_arguments, measured_uncertainty

if TYPE_CHECKING:
    from spacy.tokens import Doc

FOLDS = 5
_ROUNDS = 300
_ROLE_ROUNDS = 60
_STRENGTH = 0.003
"""Inverse regularisation of the logistic model; each row has some four hundred active features."""
_FEWEST = tuple(24 if "lemma" in name or "lower" in name else 8 for name in SYMBOLS)
"""How often a symbol must be seen to be known to the trees."""

Arrays = dict[str, np.ndarray]
Wanted = Callable[[str, str], bool]
"""Whether the predicates of a (kind, source) count."""


def fit_linear(labelled: Labelled, hashed: np.ndarray, kept: np.ndarray) -> Arrays:
    """The logistic model of the rows `kept`, as the arrays of `engines.parsing.scoring.linear.Linear`."""
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

    chosen = hashed[kept]
    rows, width = chosen.shape
    table = csr_matrix((np.ones(rows * width, np.float32), chosen.ravel(), np.arange(0, rows * width + 1, width)), shape=(rows, 1 << BITS))
    model = LogisticRegression(C=_STRENGTH, solver="liblinear", max_iter=40, tol=0.03).fit(table, labelled.positive[kept])
    return {"weights": model.coef_[0].astype(np.float16), "bias": model.intercept_.astype(np.float32)}


def fit_trees(labelled: Labelled, kept: np.ndarray) -> Arrays:
    """The boosted trees of the rows `kept`."""
    return fit(labelled.rows.symbols[kept], labelled.rows.numbers[kept], labelled.positive[kept].astype(float), _FEWEST, _ROUNDS)


def fit_roles(labelled: Labelled) -> dict[str, Arrays]:
    """One small ensemble for each role, on the arguments whose gold role is known."""
    known = np.isin(labelled.role, LEARNED_ROLES)
    symbols, numbers, roles = labelled.rows.symbols[known], labelled.rows.numbers[known], labelled.role[known]
    return {f"role {role}": fit(symbols, numbers, (roles == role).astype(float), _FEWEST, _ROLE_ROUNDS) for role in LEARNED_ROLES}


def cross_validated(labelled: Labelled, hashed: np.ndarray, classes: WordClasses, tell: Callable[[str], None]) -> np.ndarray:
    """P(argument) of every row by models that never saw its document."""
    scores = np.zeros(len(labelled.rows))
    for fold in range(FOLDS):
        kept = labelled.fold != fold
        held = labelled.rows.subset(~kept)
        trees = Trees(fit_trees(labelled, kept), len(SYMBOLS), len(NUMBERS)).margins(held.symbols, held.numbers)
        linear = Linear(fit_linear(labelled, hashed, kept), classes).margins(held.symbols, held.numbers)
        networks = Networks(fit_networks(labelled.rows, labelled.positive, kept)).margins(held)
        scores[~kept] = probability(TREES * trees + LINEAR * linear + NETWORKS * networks)
        tell(f"fold {fold + 1} of {FOLDS} done")
    return scores


def figures(labelled: Labelled, scores: np.ndarray, thresholds: Thresholds, iou: float, wanted: Wanted) -> dict[str, float]:
    """Strict precision, recall and F1 over the predicates with a wanted (kind, source)."""
    spans: list[set[tuple[int, int]]] = [set() for _ in labelled.gold]
    for row, _ in select(labelled.rows, scores, thresholds):
        spans[labelled.rows.predicate[row]].add((int(labelled.rows.start[row]), int(labelled.rows.end[row])))
    counts = Counts()
    for found, gold, kind, source in zip(spans, labelled.gold, labelled.kind, labelled.source, strict=True):
        if wanted(kind, source):
            counts.add(found, set(gold), iou)
    return counts.figures()


def _from(name: str) -> Wanted:
    return lambda _, source: source == name


def _consistency(wanted: str) -> Wanted:
    return lambda kind, source: kind == wanted and source not in QASRL_SOURCES


def all_figures(labelled: Labelled, scores: np.ndarray) -> dict[str, Any]:
    """The cross-validated figures that the card reports."""
    result: dict[str, Any] = {}
    for source in QASRL_SOURCES:
        result[f"QA-SRL {source}, IOU 0.3"] = figures(labelled, scores, BEST, 0.3, _from(source))
    for iou in (0.3, 0.5):
        result[f"QA-SRL both, IOU {iou}"] = figures(labelled, scores, BEST, iou, lambda _, s: s in QASRL_SOURCES)
    for kind in ("verb", "noun"):
        result[f"QASemConsistency {kind} arguments, IOU 0.3"] = figures(labelled, scores, BEST, 0.3, _consistency(kind))
    return result


def displayed_figures(
    sentences: Sequence[LabelledSentence], docs: Sequence["Doc"], labelled: Labelled, scores: np.ndarray, roles: Trees
) -> dict[str, Any]:
    """The same of the QASemConsistency arguments, with the thresholds of running text (`engines.parsing.scoring.selection.DISPLAY`), and of
    those that are asked about in the end (`engines.parsing.filters.clause_conflicts`, `engines.parsing.filters.plausibility`).

    `roles` tell the role of what the rules do not know.
    """
    places = [(doc, p) for sentence, doc in zip(sentences, docs, strict=True) for p, _ in predicates_of(sentence, doc)]
    found = candidate_arguments(sentences, docs, labelled, scores, DISPLAY.floor, roles)
    counts = {kind: Counts() for kind in ("verb", "noun")}
    asked = {kind: Counts() for kind in ("verb", "noun")}
    for (doc, predicate), arguments, gold, kind, source in zip(places, found, labelled.gold, labelled.kind, labelled.source, strict=True):
        if source not in QASRL_SOURCES:
            certain = certain_enough(doc, predicate, arguments, DISPLAY, Certainty.of(doc))
            counts[kind].add({a.span for a in certain}, set(gold), 0.3)
            sensible = plausible(doc, predicate, without_clause_conflicts(doc, predicate, certain))
            asked[kind].add({a.span for a in sensible}, set(gold), 0.3)
    name = "QASemConsistency {} arguments as in running text, IOU 0.3"
    result = {name.format(kind): counts[kind].figures() for kind in counts}
    return result | {f"{name.format(kind)}, without those that are not asked about": asked[kind].figures() for kind in asked}


def train(data: Path, tell: Callable[[str], None]) -> dict[str, Any]:
    """Train, write the weights and return the figures."""
    from safetensors.numpy import save_file

    qasrl, consistency = read_qasrl(data), read_consistency(data)
    sentences = qasrl + consistency
    docs = parse_tokens(sentences)
    tell(f"{len(sentences)} sentences parsed")
    nouns = train_nouns(consistency, docs[len(qasrl) :])
    labelled = labelled_rows(sentences, docs)
    class_arrays = word_classes()
    classes = WordClasses(class_arrays)
    hashed = places(labelled.rows.symbols, labelled.rows.numbers, classes)
    tell(f"{len(labelled.rows)} candidates of {len(labelled.gold)} predicates")
    scores = cross_validated(labelled, hashed, classes, tell)
    tell(f"areas under the curve {measured_uncertainty(sentences, docs, labelled, scores)}")
    roles = _named(fit_roles(labelled))
    result = all_figures(labelled, scores) | displayed_figures(sentences, docs, labelled, scores, role_trees(roles))
    tell(json.dumps(result))
    everything = np.ones(len(labelled.rows), bool)
    parts = {
        "trees": fit_trees(labelled, everything),
        "linear": fit_linear(labelled, hashed, everything),
        "classes": class_arrays,
        "networks": fit_networks(labelled.rows, labelled.positive, everything),
    }
    save_file(_named(parts) | roles, ASSETS.joinpath(*WEIGHTS))
    return {**result, "noun predicates (ten folds)": nouns}


def _named(parts: dict[str, Arrays]) -> Arrays:
    """The arrays of several models as one weight file names them."""
    return {f"{name}/{key}": np.ascontiguousarray(value) for name, part in parts.items() for key, value in part.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the labelled data")
    parser.add_argument("--measure", action="store_true", help="only score the shipped weights: QASemConsistency QAs, coverage")
    options = parser.parse_args()
    if not options.measure:
        cross = train(options.data, lambda message: print(message, flush=True))
        people = train_people(options.data, lambda message: print(message, flush=True))
        print(json.dumps(cross | people, indent=2), flush=True)
        shipped, covered = consistency_figures(options.data), coverage(options.data)
        (ASSETS / "parser" / "CARD.md").write_text(card(cross, people, shipped, covered, language.identity()), encoding="utf-8")
    else:
        shipped, covered = consistency_figures(options.data), coverage(options.data)
    print(json.dumps({**shipped, "coverage of content words, percent": covered}, indent=2))


if __name__ == "__main__":
    main()
