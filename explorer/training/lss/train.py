"""Train the LSS head on the human LSS: `python -m explorer.training.lss.train --data ../shared/data`.

Reads `lss.jsonl` (CC0). The label of a word is the share of annotators who kept it. The figures in assets/lss/CARD.md come from
cross-validation in five parts; outputs of one reference always lie in the same part.
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
from engines.lss.conflicts import conflict_bounds
from engines.lss.scores import lss_scores, overlap, words_of
from engines.lss.search import best_subset, load_penalties
from engines.lss.support import bounded
from engines.lss.surface import surface, tidied
from engines.verification.word_support.features import EVIDENCE, NAMES, features
from engines.verification.word_support.head import Trees
from engines.verification.word_support.tree import WordTree, word_tree

Array = NDArray[np.float32]
PARTS = 5
TREES: dict[str, Any] = {
    "n_estimators": 300,
    "learning_rate": 0.04,
    "num_leaves": 15,
    "min_child_samples": 30,
    "subsample": 0.7,
    "subsample_freq": 1,
    "colsample_bytree": 0.4,
    "reg_lambda": 5.0,
}


@dataclass(frozen=True, eq=False)
class Item:
    """One annotated pair: the sentences' trees with features and bounds (`engines.lss.conflicts`), the share of annotators who kept each
    word, the annotations."""

    reference: str
    output: str
    trees: tuple[WordTree, ...]
    rows: tuple[Array, ...]
    bounds: tuple[NDArray[np.float64], ...]
    kept: tuple[Array, ...]
    lss: tuple[str, ...]
    rating: float


def read(path: Path) -> list[Item]:
    """The annotated pairs with features; about a fifth of a second each."""
    return [_item(json.loads(line)) for line in path.read_text("utf-8").splitlines()]


def _item(row: dict[str, Any]) -> Item:
    from engines.core.language import parse_sentences
    from engines.core.text import Text
    from engines.verification.encoding.alignment import align
    from engines.verification.encoding.reference import encoded

    output = Text.of(row["output"])
    docs = parse_sentences(output)
    alignments = align(encoded(Text.of(row["reference"])), [doc.text for doc in docs])
    trees = [word_tree(doc) for doc in docs]
    rows = [features(tree, alignment) for tree, alignment in zip(trees, alignments, strict=True)]
    kept = np.mean([kept_by(trees, lss) for lss in row["lss"]], axis=0)
    borders = np.cumsum([len(tree) for tree in trees])[:-1]
    return Item(
        row["reference"],
        row["output"],
        tuple(trees),
        tuple(rows),
        tuple(conflict_bounds(tree, alignment) for tree, alignment in zip(trees, alignments, strict=True)),
        tuple(np.split(kept.astype(np.float32), borders)),
        tuple(row["lss"]),
        float(np.mean(row["ratings"])),
    )


def kept_by(trees: Sequence[WordTree], lss: str) -> NDArray[np.float64]:
    """Which words an annotator kept, by the longest common subsequence with what the annotator wrote."""
    words = [tree.text(i) for tree in trees for i in range(len(tree))]
    pieces = [(piece, i) for i, word in enumerate(words) for piece in (words_of(word) or [word.lower()])]
    kept = np.ones(len(words))
    for (_, word), hit in zip(pieces, _common([p for p, _ in pieces], words_of(lss)), strict=True):
        kept[word] = min(kept[word], hit)
    return kept


def _common(first: Sequence[str], second: Sequence[str]) -> list[bool]:
    """Which items of `first` belong to its longest common subsequence with `second`."""
    longest = np.zeros((len(first) + 1, len(second) + 1), dtype=np.int32)
    for i in range(len(first) - 1, -1, -1):
        for j in range(len(second) - 1, -1, -1):
            longest[i, j] = longest[i + 1, j + 1] + 1 if first[i] == second[j] else max(longest[i + 1, j], longest[i, j + 1])
    hits, i, j = [False] * len(first), 0, 0
    while i < len(first) and j < len(second):
        if first[i] == second[j]:
            hits[i] = True
            i, j = i + 1, j + 1
        elif longest[i + 1, j] >= longest[i, j + 1]:
            i += 1
        else:
            j += 1
    return hits


def train(items: Sequence[Item]) -> tuple[Trees, float]:
    """Trees that rise with every evidence feature, and what is added to their sum."""
    from lightgbm import LGBMRegressor

    rows = np.concatenate([part for item in items for part in item.rows])
    labels = np.concatenate([part for item in items for part in item.kept])
    rising = [1] * len(EVIDENCE) + [0] * (len(NAMES) - len(EVIDENCE))
    model = LGBMRegressor(objective="cross_entropy", monotone_constraints=rising, random_state=0, verbose=-1, n_jobs=2, **TREES)
    model.fit(rows, labels)
    trees = flattened(model.booster_.dump_model()["tree_info"])
    raw = model.booster_.predict(rows[:50], raw_score=True)
    base = float(np.mean(raw - trees.log_odds(rows[:50])))
    return trees, base


def flattened(dumped: Sequence[dict[str, Any]]) -> Trees:
    """LightGBM's nested trees as arrays."""
    feature: list[int] = []
    threshold: list[float] = []
    left: list[int] = []
    right: list[int] = []
    value: list[float] = []
    roots = []

    def add(node: dict[str, Any]) -> int:
        number = len(feature)
        leaf = "leaf_value" in node
        feature.append(-1 if leaf else node["split_feature"])
        threshold.append(0.0 if leaf else node["threshold"])
        value.append(node["leaf_value"] if leaf else 0.0)
        left.append(0)
        right.append(0)
        if not leaf:
            left[number] = add(node["left_child"])
            right[number] = add(node["right_child"])
        return number

    for tree in dumped:
        roots.append(add(tree["tree_structure"]))
    as_float = np.array(threshold, dtype=np.float64)
    return Trees(
        np.array(roots, dtype=np.int32),
        np.array(feature, dtype=np.int16),
        as_float.astype(np.float32),
        np.array(left, dtype=np.int32),
        np.array(right, dtype=np.int32),
        np.array(value, dtype=np.float32),
    )


def cross_validated(items: Sequence[Item]) -> dict[str, float]:
    """What the head scores on items that it was not trained on."""
    from sklearn.metrics import roc_auc_score

    references = {r: i for i, r in enumerate(dict.fromkeys(item.reference for item in items))}
    part_of = np.random.RandomState(0).permutation(len(references)) % PARTS
    parts = np.array([part_of[references[item.reference]] for item in items])
    texts: list[str] = [""] * len(items)
    scored: list[tuple[float, float]] = []
    for part in range(PARTS):
        trees, base = train([item for item, p in zip(items, parts, strict=True) if p != part])
        for i in np.flatnonzero(parts == part).tolist():
            support = [
                np.minimum(bounded(tree, trees.log_odds(rows) + np.float32(base), rows), bounds)
                for tree, rows, bounds in zip(items[i].trees, items[i].rows, items[i].bounds, strict=True)
            ]
            texts[i] = kept_text(items[i], support)
            for labels, values in zip(items[i].kept, support, strict=True):
                scored.extend(zip(labels.tolist(), values.tolist(), strict=True))
    ratings = [item.rating for item in items]
    bleus = [lss_scores(item.output, text)["lss_bleu"] for item, text in zip(items, texts, strict=True)]
    matching = [_best_f1(text, item.lss) for text, item in zip(texts, items, strict=True)]
    return {
        "word AUC": float(roc_auc_score([k > 0.5 for k, _ in scored], [s for _, s in scored])),
        "word F1 with the best-matching human LSS": float(np.mean(matching)),
        "the same, keeping every word": float(np.mean([_best_f1(item.output, item.lss) for item in items])),
        "Pearson of LSS-BLEU with the mean rating": float(np.corrcoef(bleus, ratings)[0, 1]),
        "share of words kept": float(np.mean([lss_scores(i.output, t)["lss_ratio"] for i, t in zip(items, texts, strict=True)])),
        "share of outputs deleted whole": float(np.mean([not text for text in texts])),
    }


def kept_text(item: Item, support: Sequence[NDArray[np.floating]]) -> str:
    """The LSS of an item, given the log-odds of its words."""
    parts = []
    for tree, values in zip(item.trees, support, strict=True):
        kept = tidied(tree, best_subset(tree, [float(v) for v in values], load_penalties()))
        parts.append(surface(tree, kept))
    return " ".join(part for part in parts if part)


def _best_f1(text: str, human: Sequence[str]) -> float:
    return max(overlap(words_of(lss), words_of(text))[2] for lss in human)


def save(trees: Trees, base: float, folder: Path) -> None:
    """Write head.safetensors."""
    from safetensors.numpy import save_file

    folder.mkdir(parents=True, exist_ok=True)
    arrays = {name: getattr(trees, name) for name in Trees.__dataclass_fields__}
    save_file(arrays, str(folder / "head.safetensors"), {"features": " ".join(NAMES), "base": repr(base)})


def main() -> None:
    """Cross-validate, train on everything, write the weights, print the figures."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder with lss.jsonl")
    arguments.add_argument("--out", type=Path, default=ASSETS / "lss", help="where the weights go")
    given = arguments.parse_args()
    items = read(given.data / "lss.jsonl")
    print(f"{len(items)} outputs, {sum(len(tree) for item in items for tree in item.trees)} words")
    for name, figure in cross_validated(items).items():
        print(f"{figure:8.3f}  {name}")
    save(*train(items), given.out)


if __name__ == "__main__":
    main()
