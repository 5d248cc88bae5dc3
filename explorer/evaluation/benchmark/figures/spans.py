"""Marks of a system against what people marked: the figures of the third level.

Words are maximal runs of letters, digits and underscores; a word is marked where a mark touches it. Pooled over all texts, not averaged.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from explorer.evaluation.benchmark.figures import measures
from explorer.evaluation.benchmark.figures.measures import Array, Measure
from explorer.evaluation.benchmark.labels.gold import Item, Ranges
from explorer.evaluation.benchmark.systems.answers import SUPPORT, Answer

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Counts:
    """One text, marked by a system and by people; `words` and `chars` are what both marked, only the system, only people.

    Attributes:
        of: the place of its item.
        faulty: whether people marked anything.
        located: how many of the `spans` that people marked a mark touches.
        alarm: whether the system marked anything.
        length, marked: its words, and those that the system marked.
        score: of the text, higher for what is supported.
        faithful_score: that of the same text without its error; None without a pair.
    """

    of: int
    faulty: bool
    words: tuple[int, int, int]
    chars: tuple[int, int, int]
    located: int
    spans: int
    alarm: bool
    length: int
    marked: int
    score: float
    faithful_score: float | None


def marked_texts(items: Sequence[Item], answers: Sequence[Answer], threshold: float | None = None) -> list[Counts]:
    """The texts that people marked and the system answered.

    Args:
        threshold: of support, below which something is marked; None for the system's own.
    """
    scores = {item.id: answer.scores[SUPPORT] for item, answer in zip(items, answers, strict=True) if SUPPORT in answer.scores}
    found = []
    for place, (item, answer) in enumerate(zip(items, answers, strict=True)):
        if item.spans is not None and answer.marks is not None and not answer.error:
            marks = answer.marks if threshold is None else answer.marks_at(threshold)
            pair = scores.get(item.faithful) if item.faithful is not None else None
            found.append(_counts(place, item, item.spans, marks, answer.scores.get(SUPPORT, 1.0), pair))
    return found


def _counts(place: int, item: Item, gold: Ranges, marks: Ranges, score: float, pair: float | None) -> Counts:
    words = [word.span() for word in _WORD.finditer(item.output)]
    marked, wrong = ([any(_touch(word, span) for span in spans) for word in words] for spans in (marks, gold))
    both = sum(a and b for a, b in zip(marked, wrong, strict=True))
    ours, theirs = _characters(marks), _characters(gold)
    return Counts(
        place,
        bool(gold),
        (both, sum(marked) - both, sum(wrong) - both),
        (len(ours & theirs), len(ours - theirs), len(theirs - ours)),
        sum(any(_touch(span, mark) for mark in marks) for span in gold),
        len(gold),
        bool(marks),
        len(words),
        sum(marked),
        score,
        pair,
    )


def _touch(a: tuple[int, int], b: tuple[int, int]) -> bool:
    return a[0] < b[1] and b[0] < a[1]


def _characters(spans: Ranges) -> set[int]:
    return {at for start, end in spans for at in range(start, end)}


def span_measures(texts: Sequence[Counts]) -> dict[str, Measure]:
    """The figures of marks.

    `located`: spans of people that a mark touches. `precision`, `recall`, `f1` of words in texts with errors, `f1_all` with the faithful
    ones; `char_precision`, `char_recall`, `char_f1` and `iou` (what both marked over what either marked) of characters in texts with
    errors; `alarms`: faithful texts with any mark; `alarm_words`: their words that are marked; `consistent`: pairs in which the text with
    the error scores lower; `roc_auc`: of the scores of texts with errors and without, those of their pairs where there are no others.
    """
    faulty = np.array([float(t.faulty) for t in texts])
    words, chars = (np.array([getattr(t, name) for t in texts], float).reshape(-1, 3) for name in ("words", "chars"))
    alarm, marked, length = (np.array([getattr(t, name) for t in texts], float) for name in ("alarm", "marked", "length"))
    located, spans = (np.array([getattr(t, name) for t in texts], float) for name in ("located", "spans"))
    paired = np.array([float(t.faulty and t.faithful_score is not None) for t in texts])
    lower = np.array([float(t.faithful_score is not None and t.score < t.faithful_score) for t in texts])
    w, c = words * faulty[:, None], chars * faulty[:, None]
    found: dict[str, Measure] = {
        "located": _of(located, spans),
        "precision": _of(w[:, 0], w[:, 0] + w[:, 1]),
        "recall": _of(w[:, 0], w[:, 0] + w[:, 2]),
        "f1": _of(2 * w[:, 0], 2 * w[:, 0] + w[:, 1] + w[:, 2]),
        "f1_all": _of(2 * words[:, 0], 2 * words[:, 0] + words[:, 1] + words[:, 2]),
        "char_precision": _of(c[:, 0], c[:, 0] + c[:, 1]),
        "char_recall": _of(c[:, 0], c[:, 0] + c[:, 2]),
        "char_f1": _of(2 * c[:, 0], 2 * c[:, 0] + c[:, 1] + c[:, 2]),
        "iou": _of(c[:, 0], c.sum(axis=1)),
        "alarms": _of(alarm * (1 - faulty), 1 - faulty),
        "alarm_words": _of(marked * (1 - faulty), length * (1 - faulty)),
        "consistent": _of(lower * paired, paired),
        "roc_auc": _auc(texts, faulty, paired),
    }
    return found


def _of(part: Array, whole: Array) -> Measure:
    return lambda weights: measures.share(weights, part, whole)


def _auc(texts: Sequence[Counts], faulty: Array, paired: Array) -> Measure:
    scores = np.array([t.score for t in texts])
    if faulty.all() and paired.any():
        others = np.array([0.0 if t.faithful_score is None else t.faithful_score for t in texts])
        labels, both = np.concatenate([np.zeros(len(texts)), np.ones(len(texts))]), np.concatenate([scores, others])
        return lambda weights: measures.roc_auc(np.hstack([weights, weights * paired]), labels, both)
    return lambda weights: measures.roc_auc(weights, 1 - faulty, scores)


def best_threshold(texts_at: Callable[[float], Sequence[Counts]], thresholds: Sequence[float]) -> float | None:
    """The threshold with the best F1 of words over all texts; of several the one nearest to 0.5; None without texts."""
    reached = {}
    for threshold in thresholds:
        texts = texts_at(threshold)
        if texts:
            reached[threshold] = float(span_measures(texts)["f1_all"](np.ones((1, len(texts))))[0])
    known = {threshold: value for threshold, value in reached.items() if not np.isnan(value)}
    if not known:
        return None
    best = max(known.values())
    return min((t for t, value in known.items() if value >= best - 1e-12), key=lambda t: (abs(t - 0.5), t))
