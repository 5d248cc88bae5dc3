"""Fit how a content unit is judged: `python -m explorer.training.verifier.content_units --data ../shared/data`.

Writes assets/decomposition/support.json: what the statement head and the least supported word count (`engines.verification.unit_support`).
Nobody labelled units one by one; their labels follow from the words that annotators of LSS kept (CC0) and from the labelled QAs of
QASemConsistency dev (Apache-2.0). Every unit is measured with heads that did not learn from it. The heads of LSS and of the verifier
must be there first.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.core.machine.files import asset
from engines.core.roles import ContentUnit
from engines.core.text import Text
from engines.decomposition import decompose
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.encoding.words import split
from engines.verification.features.measuring import measure_statements
from engines.verification.heads.head import Head
from engines.verification.unit_support import ASSET, UnitHead, least_of, log_odds, unit_words_support, words_inside
from engines.verification.word_support.head import Head as WordHead
from explorer.training.lss.folds import heads_without
from explorer.training.verifier.columns import concatenated
from explorer.training.verifier.data import lines, qa_rows
from explorer.training.verifier.directions import STATEMENT
from explorer.training.verifier.fit import fit
from explorer.training.verifier.report import figures
from explorer.training.verifier.silver import kept_words
from explorer.training.verifier.train import STATEMENT_RECIPE, source_weights, statement_tables

Column = NDArray[np.float64]
_KEPT, _LOST = 0.6, 0.34
"""Share of annotators who kept a word from which on it is taken for supported, and up to which for unsupported."""
_STRENGTH = 0.1
"""Inverse regularisation of the regression on standardised features."""


@dataclass(frozen=True, eq=False)
class Labelled:
    """A unit with its label (1 = supported) and the reference and sentence that it belongs to."""

    reference: str
    sentence: str
    unit: ContentUnit
    label: int


@dataclass(frozen=True, eq=False)
class Units:
    """Labelled units, measured: (units, 2) log-odds of the statement and of the least supported word."""

    matrix: NDArray[np.float64]
    labels: NDArray[np.int64]
    groups: NDArray[np.str_]


def lss_units(data: Path) -> Iterator[Labelled]:
    """Units of LSS outputs: supported if every content word of theirs was kept, unsupported if one was dropped."""
    for row in lines(data / "lss.jsonl"):
        words = split(row["output"])
        kept = np.mean([kept_words(words, split(s)) for s in row["lss"]], axis=0) if row["lss"] else np.zeros(len(words))
        output = Text.of(row["output"])
        for unit in decompose(output):
            inside = np.any([words.inside(*span) for span in unit.spans], axis=0)
            inside = inside & words.content if (inside & words.content).any() else inside
            if inside.any() and not _LOST < kept[inside].min() < _KEPT:
                yield Labelled(row["reference"], output.sentence(unit.sentence), _within(output, unit), int(kept[inside].min() >= _KEPT))


def qasem_units(data: Path) -> Iterator[Labelled]:
    """Units of QASemConsistency sentences: unsupported if a QA within them is, supported if there are some and all are."""
    sentences: dict[tuple[str, str], list[tuple[str, str, int]]] = defaultdict(list)
    for row in qa_rows(data):
        known = row.hypothesis
        sentences[row.reference, known.sentence].append((known.answer, known.predicate, row.label))
    for (reference, sentence), qas in sentences.items():
        output = Text.of(sentence)
        for unit in decompose(output):
            said = " … ".join(output.text[slice(*span)] for span in unit.spans)
            labels = [label for answer, predicate, label in qas if answer in said and predicate in said]
            if labels:
                yield Labelled(reference, output.sentence(unit.sentence), _within(output, unit), min(labels))


def _within(output: Text, unit: ContentUnit) -> ContentUnit:
    """The unit with its spans counted in its sentence."""
    start, end = output.sentences[unit.sentence]
    spans = tuple((a - start, b - start) for a, b in unit.spans if start <= a < b <= end)
    return ContentUnit(unit.statement, unit.sentence, spans, (), unit.kind)


def measured(units: Sequence[Labelled], head: Head, word_heads: Mapping[str, WordHead] | None = None) -> Units:
    """Both log-odds of every unit; `word_heads` are by reference those that did not learn from it, the bundled one for others."""
    by_reference: dict[str, list[Labelled]] = defaultdict(list)
    for unit in units:
        if unit.unit.spans:
            by_reference[unit.reference].append(unit)
    rows, labels, groups = [], [], []
    for reference, members in by_reference.items():
        source = encoded(Text.of(reference))
        measures = measure_statements(source, [m.unit.statement for m in members])
        raw = head.raw(measures.columns)
        sentences = list(dict.fromkeys(m.sentence for m in members))
        aligned = dict(zip(sentences, align(source, sentences), strict=True))
        support = {s: unit_words_support(a, (word_heads or {}).get(reference)) for s, a in aligned.items()}
        for i, member in enumerate(members):
            inside = words_inside(aligned[member.sentence], member.unit.spans)
            least = least_of(aligned[member.sentence], support[member.sentence], inside)
            if not np.isnan(least):
                rows.append((float(log_odds(raw[measures.owner == i]).min()), least))
                labels.append(member.label)
                groups.append(reference[:200])
    return Units(np.array(rows), np.array(labels, dtype=np.int64), np.array(groups))


def regression(parts: Sequence[Units]) -> UnitHead:
    """A head fitted to all parts, each with the same weight, and both labels the same within it.

    Every part has an intercept of its own, whose mean is taken: what is scarce in one set is not a sign of error in the other.
    """
    from sklearn.linear_model import LogisticRegression

    matrix = np.concatenate([p.matrix for p in parts])
    labels = np.concatenate([p.labels for p in parts])
    weights = np.concatenate([np.where(p.labels == 1, 0.5 / p.labels.mean(), 0.5 / (1 - p.labels.mean())) / len(p.labels) for p in parts])
    mean, scale = matrix.mean(axis=0), matrix.std(axis=0)
    which = np.repeat(np.eye(len(parts)), [len(p.labels) for p in parts], axis=0)
    design = np.concatenate([(matrix - mean) / scale, which - which.mean(axis=0)], axis=1)
    model = LogisticRegression(C=_STRENGTH).fit(design, labels, sample_weight=weights * len(labels))
    slopes = model.coef_[0][:2] / scale
    middle = (np.full(len(parts), 1 / len(parts)) - which.mean(axis=0)) @ model.coef_[0][2:]
    return UnitHead(float(slopes[0]), float(slopes[1]), float(model.intercept_[0] + middle - slopes @ mean))


def probabilities(head: UnitHead, units: Units) -> Column:
    """What a head says of measured units."""
    return head.probability(1 / (1 + np.exp(-units.matrix[:, 0])), units.matrix[:, 1])


def cross_validated(units: Units, folds: int = 8) -> Column:
    """Probabilities by heads that saw nothing of a unit's reference."""
    from sklearn.model_selection import GroupKFold

    found = np.zeros(len(units.labels))
    for train, test in GroupKFold(folds).split(units.labels, units.labels, units.groups):
        head = regression([Units(units.matrix[train], units.labels[train], units.groups[train])])
        found[test] = probabilities(head, Units(units.matrix[test], units.labels[test], units.groups[test]))
    return found


def main() -> None:
    """Measure, report, fit, write."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the development data")
    options.add_argument("--columns", type=Path, help="folder that keeps the verifier's measured features between runs")
    options.add_argument("--out", type=Path, default=asset(*ASSET), help="where the weights go")
    given = options.parse_args()
    tables = statement_tables(given.data, given.columns)
    features = sorted(STATEMENT)

    def without(source: str) -> Head:
        rest = concatenated([table for name, table in tables.items() if name != source])
        return fit(rest, source_weights(rest), features, STATEMENT_RECIPE)

    lss = measured(list(lss_units(given.data)), without("lss"), heads_without(given.data / "lss.jsonl"))
    qasem = measured(list(qasem_units(given.data)), without("qasem"))
    for name, units, other in (("lss", lss, qasem), ("qasem", qasem, lss)):
        print(json.dumps({"units": name, "statement alone": figures(units.labels, 1 / (1 + np.exp(-units.matrix[:, 0])))}))
        print(json.dumps({"units": name, "cross-validated": figures(units.labels, cross_validated(units))}))
        print(json.dumps({"units": name, "fitted to the other": figures(units.labels, probabilities(regression([other]), units))}))
    for name, part in (("lss", lss), ("qasem", qasem)):
        print(json.dumps({"fitted to": name, "weights": asdict(regression([part]))}))
    head = regression([lss, qasem])
    weights = {"statement": round(head.statement, 4), "word": round(head.word, 4), "intercept": round(head.intercept, 4)}
    given.out.write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(weights))


if __name__ == "__main__":
    main()
