"""Trains the choice of question words (engines/parsing/wh.py) and reports how well it agrees with the QA-SRL gold standard.

python -m explorer.training.wording --data ../shared/data            # cross-validate by document, then write the weights
python -m explorer.training.wording --data ../shared/data --dry-run  # report only
"""

import argparse
import csv
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engines.files import ASSETS
from engines.parsing.wh import WORDS, features

if TYPE_CHECKING:
    from spacy.tokens import Doc

_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}", "``": '"', "''": '"'}


@dataclass(frozen=True)
class GoldQA:
    """One gold question with one of its answers: the document it is from, its parse, and token indices."""

    document: str
    doc: "Doc"
    predicate: int
    start: int
    end: int
    slots: dict[str, str]


def head_of(doc: "Doc", start: int, end: int) -> int:
    """The token of a span that governs the rest: the first whose own head lies outside."""
    for token in doc[start:end]:
        if (not start <= token.head.i < end or token.head == token) and not token.is_punct:
            return token.i
    return start


def qasrl_gold(folder: Path) -> Iterator[GoldQA]:
    """The QA-SRL gold standard (dev) with parses of its own tokens."""
    from spacy.tokens import Doc

    from engines.language import pipeline

    nlp = pipeline()
    csv.field_size_limit(10**9)
    for source in ("wikinews", "wikipedia"):
        with (folder / f"qasrl_{source}_dev_sentences.csv").open(newline="") as file:
            sentences = {row["qasrl_id"]: [_BRACKETS.get(w, w) for w in row["tokens"].split(" ")] for row in csv.DictReader(file)}
        with (folder / f"qasrl_{source}_dev_gold.csv").open(newline="") as file:
            rows = [row for row in csv.DictReader(file) if row["question"] and row["answer"] and row["verb_idx"]]
        wanted = list(dict.fromkeys(row["qasrl_id"] for row in rows))
        docs = dict(zip(wanted, nlp.pipe([Doc(nlp.vocab, words=sentences[i]) for i in wanted], batch_size=64), strict=True))
        for row in rows:
            for span in row["answer_range"].split("~!~"):
                start, end = map(int, span.split(":"))
                yield GoldQA(row["qasrl_id"].rsplit(":", 2)[0], docs[row["qasrl_id"]], int(row["verb_idx"]), start, end, row)


def feature_rows(items: Sequence[GoldQA]) -> list[list[str]]:
    """Feature names of each item."""
    return [list(features(q.doc, q.predicate, head_of(q.doc, q.start, q.end), q.start, q.end)) for q in items]


def fit(rows: Sequence[Sequence[str]], labels: Sequence[str], strength: float = 0.3, least: int = 2) -> tuple[list[str], np.ndarray]:
    """Multinomial logistic regression; returns feature names and weights of shape (features + 1, 8), the last row the bias."""
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

    counts = Counter(name for row in rows for name in set(row))
    names = sorted(name for name, count in counts.items() if count >= least)
    index = {name: i for i, name in enumerate(names)}
    lines = [[index[name] for name in set(row) if name in index] for row in rows]
    columns = [column for line in lines for column in line]
    pointers = np.cumsum([0, *(len(line) for line in lines)])
    matrix = csr_matrix((np.ones(len(columns), dtype=np.float32), columns, pointers), shape=(len(rows), len(names)))
    model: Any = LogisticRegression(C=strength, max_iter=300)
    model.fit(matrix, labels)
    weights = np.zeros((len(names) + 1, len(WORDS)), dtype=np.float32)
    for row, word in enumerate(model.classes_):
        weights[:-1, WORDS.index(word)] = model.coef_[row]
        weights[-1, WORDS.index(word)] = model.intercept_[row]
    return names, weights


def predict(rows: Sequence[Sequence[str]], names: Sequence[str], weights: np.ndarray) -> list[str]:
    """The likeliest question word of each row."""
    index = {name: i for i, name in enumerate(names)}
    return [WORDS[int((weights[[index[n] for n in set(row) if n in index]].sum(axis=0) + weights[-1]).argmax())] for row in rows]


def cross_validated(items: Sequence[GoldQA], rows: Sequence[Sequence[str]], folds: int = 5) -> list[str]:
    """Predictions for every item by a model that never saw its document."""
    documents = sorted({q.document for q in items})
    fold_of = {name: i % folds for i, name in enumerate(documents)}
    labels = [q.slots["wh"] for q in items]
    predictions = [""] * len(items)
    for fold in range(folds):
        train = [i for i, q in enumerate(items) if fold_of[q.document] != fold]
        test = [i for i, q in enumerate(items) if fold_of[q.document] == fold]
        names, weights = fit([rows[i] for i in train], [labels[i] for i in train])
        for i, word in zip(test, predict([rows[i] for i in test], names, weights), strict=True):
            predictions[i] = word
    return predictions


def report(gold: Sequence[str], predicted: Sequence[str]) -> str:
    """Accuracy over all, and precision and recall of each question word, in percent."""
    lines = [f"accuracy {100 * np.mean([g == p for g, p in zip(gold, predicted, strict=True)]):.1f} of {len(gold)}"]
    confusions: dict[str, Counter[str]] = defaultdict(Counter)
    for g, p in zip(gold, predicted, strict=True):
        confusions[g][p] += 1
    for word in WORDS:
        support, chosen = sum(confusions[word].values()), sum(confusions[g][word] for g in WORDS)
        right = confusions[word][word]
        lines.append(
            f"{word:9} P {100 * right / max(1, chosen):5.1f} R {100 * right / max(1, support):5.1f}  of {support:4}  "
            + " ".join(f"{p}:{n}" for p, n in confusions[word].most_common(5))
        )
    return "\n".join(lines)


def main() -> None:
    """Cross-validate and write the weights."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the development data")
    options.add_argument("--dry-run", action="store_true", help="report only, write nothing")
    choice = options.parse_args()
    items = [q for q in qasrl_gold(choice.data) if q.slots["wh"] in WORDS and q.end <= len(q.doc)]
    rows = feature_rows(items)
    gold = [q.slots["wh"] for q in items]
    print(report(gold, cross_validated(items, rows)))
    if choice.dry_run:
        return
    from safetensors.numpy import save_file

    names, weights = fit(rows, gold)
    folder = ASSETS / "parser"
    (folder / "wh_features.json").write_text(json.dumps(names, ensure_ascii=False, separators=(",", ":")) + "\n")
    save_file({"weights": weights.astype(np.float16)}, folder / "wh.safetensors")
    print(f"{len(names)} features written", file=sys.stderr)


if __name__ == "__main__":
    main()
