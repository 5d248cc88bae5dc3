"""What the verifier measures of a QA: how its answer, its predicate and their neighbours are found in the reference.

All QAs of a sentence are measured at once. Names of features: `a_` the answer, `p_` the predicate, `b_` both, `f_` the frame
(the predicate with all its answers), `s_` the sentence, `h_` the answer's head; then what of it: `doc` found anywhere, `best`,
`win2`, `win3` in the best run of one, two or three segments; a trailing `x` counts only the words themselves, no likeness of meaning.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engines.core.roles import Hypothesis
from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.placing import COPULAS, Place
from engines.verification.encoding.words import lexicon, split

Column = NDArray[np.float64]
Columns = dict[str, Column]

QUESTION_WORDS = ("who", "what", "when", "where", "why", "how")
RELATED = ("a_doc", "b_bestx", "a_like", "b_win3")
"""Features of which the other QAs of the predicate and of the sentence tell something."""


def qa_features(alignment: Alignment, hypotheses: Sequence[Hypothesis], places: Sequence[Place]) -> Columns:
    """Columns of one value per QA; the QAs share the sentence that is aligned."""
    count, words = len(hypotheses), alignment.words
    size = len(words)
    answer = np.array([p.answer for p in places], dtype=np.float32).reshape(count, size)
    predicate = np.array([p.predicate for p in places], dtype=np.float32).reshape(count, size)
    predicate = np.where(predicate.any(axis=1, keepdims=True), predicate, answer)
    content = words.content.astype(np.float32)
    named_answer = answer * content
    # An answer of function words alone ("he", "there") is judged by those.
    core = np.where(named_answer.any(axis=1, keepdims=True), named_answer, answer)
    both = np.maximum(core, predicate)
    frame = _frames(answer, predicate)
    columns: Columns = {}
    columns.update(_coverage(alignment, answer, core, predicate, both, frame))
    columns.update(_counts(alignment, answer, core, named_answer))
    columns.update(_runs(alignment, answer))
    columns.update(_heads(alignment, answer, predicate))
    columns.update(_meaning(alignment, answer, core, predicate))
    columns.update(_sentence(alignment, count))
    columns.update(_form(hypotheses, alignment, answer, predicate))
    return columns


def related_features(columns: Columns, predicates: Sequence[object]) -> Columns:
    """What the other QAs of the same predicate (`pr_`) and sentence (`se_`) look like; a QA alone is its own context."""
    count = len(predicates)
    same = np.array([[a == b for b in predicates] for a in predicates], dtype=bool).reshape(count, count)
    related: Columns = {}
    for prefix, mask in (("pr", same), ("se", np.ones((count, count), dtype=bool))):
        others = mask & ~np.eye(count, dtype=bool)
        others |= np.eye(count, dtype=bool) & ~others.any(axis=1, keepdims=True)
        for name in RELATED:
            values = columns[name][None, :]
            related[f"{prefix}_min_{name}"] = np.where(others, values, np.inf).min(axis=1, initial=np.inf)
            related[f"{prefix}_mean_{name}"] = (others * values).sum(axis=1) / others.sum(axis=1)
    return related


def _frames(answer: NDArray[np.float32], predicate: NDArray[np.float32]) -> NDArray[np.float32]:
    same = (predicate[:, None, :] == predicate[None, :, :]).all(axis=2).astype(np.float32)
    return np.maximum(((same @ answer) > 0).astype(np.float32), predicate)


def share(mask: NDArray[np.float32], weights: NDArray[np.float32], values: NDArray[np.float32]) -> NDArray[np.float64]:
    """Weighted mean of `values` (words, ...) over the words of each mask (masks, words); 1 for an empty mask."""
    weighted = mask * weights
    total = weighted.sum(axis=1)
    with np.errstate(invalid="ignore"):  # BLAS may raise the flag where nothing is invalid (numpy issue 24067)
        summed = weighted @ values
    scale = np.where(total > 0, total, 1).astype(np.float32)
    mean = summed / (scale[:, None] if summed.ndim == 2 else scale)
    empty = (total <= 0)[:, None] if summed.ndim == 2 else total <= 0
    return np.where(empty, 1.0, mean).astype(np.float64)


def best(values: NDArray[np.float64]) -> Column:
    """Best segment or window of each row; 0 when the reference has none."""
    return values.max(axis=1, initial=0.0)


def _coverage(
    al: Alignment,
    answer: NDArray[np.float32],
    core: NDArray[np.float32],
    predicate: NDArray[np.float32],
    both: NDArray[np.float32],
    frame: NDArray[np.float32],
) -> Columns:
    weights = al.weights
    ones = np.ones_like(weights)
    found = al.found.astype(np.float32)
    columns: Columns = {
        "a_doc": share(core, weights, found),
        "a_docu": share(core, ones, found),
        "b_doc": share(both, weights, found),
        "b_docu": share(both, ones, found),
        "p_doc": share(predicate, ones, found),
        "a_bestx": best(share(core, weights, al.exact)),
        "b_bestx": best(share(both, weights, al.exact)),
        "b_win2x": best(share(both, weights, al.exact2)),
        "b_win3x": best(share(both, weights, al.exact3)),
        "f_win3x": best(share(frame, weights, al.exact3)),
    }
    answer1, answer3 = share(answer, weights, al.degrees), share(answer, weights, al.degrees3)
    both1, both3 = share(both, weights, al.degrees), share(both, weights, al.degrees3)
    frame1, frame3 = share(frame, weights, al.degrees), share(frame, weights, al.degrees3)
    predicate1 = _most(predicate, al.degrees)
    predicate3 = _most(predicate, al.degrees3)
    columns |= {
        "a_best": best(answer1),
        "b_best": best(both1),
        "b_win2": best(share(both, weights, al.degrees2)),
        "b_win3": best(both3),
        "p_best": best(predicate1),
        "f_best": best(frame1),
        "f_win3": best(frame3),
        "ap_weaker1": best(np.minimum(predicate1, answer1)),
        "ap_weaker3": best(np.minimum(predicate3, answer3)),
    }
    rows = np.arange(len(answer))
    if al.degrees.shape[1]:
        at_frame, at_both = frame3.argmax(axis=1), both3.argmax(axis=1)
        columns["a_at_frame"] = answer3[rows, at_frame]
        columns["p_at_frame"] = predicate3[rows, at_frame]
        columns["b_least"] = _least(both, al, al.degrees3[:, at_both].T)
        columns["a_least"] = _least(answer, al, np.broadcast_to(al.degrees.max(axis=1), answer.shape))
    else:
        columns |= {name: np.zeros(len(answer)) for name in ("a_at_frame", "p_at_frame", "b_least", "a_least")}
    return columns


def _most(mask: NDArray[np.float32], values: NDArray[np.float32]) -> NDArray[np.float64]:
    """Per mask and segment, the best of the masked words; masks of one or few words."""
    if not values.shape[1]:
        return np.zeros((len(mask), 0))
    return np.stack([values[row > 0].max(axis=0, initial=0.0) for row in mask]).astype(np.float64)


def _least(mask: NDArray[np.float32], al: Alignment, values: NDArray[np.float32]) -> Column:
    """The worst found of the masked words that carry weight; `values` is (masks, words)."""
    counted = (mask > 0) & (al.weights > 2 * 0.05)[None, :]
    return np.where(counted, values, 1.0).min(axis=1, initial=1.0).astype(np.float64)


def _counts(al: Alignment, answer: NDArray[np.float32], core: NDArray[np.float32], content: NDArray[np.float32]) -> Columns:
    missing = ~al.found
    names, numbers = al.words.names, al.words.numbers
    beside = np.minimum(1, content.sum(axis=1))
    return {
        "a_missing": (core @ missing).astype(np.float64),
        "a_missing_rarest": (core * (al.weights * missing)).max(axis=1, initial=0.0).astype(np.float64),
        "a_names": (content @ names).astype(np.float64),
        "a_names_missing": (content @ (names & missing)).astype(np.float64),
        "a_numbers": (answer @ numbers).astype(np.float64),
        "a_numbers_missing": (answer @ (numbers & missing)).astype(np.float64),
        "a_values_missing": (answer @ al.equivalents.values_missing).astype(np.float64),
        "a_values_contrary": (answer @ al.equivalents.values_contrary).astype(np.float64),
        "a_name_lacks": (answer * al.equivalents.names_missing).max(axis=1, initial=0.0).astype(np.float64),
        "a_numbers_best": best(share(answer * numbers, np.ones_like(al.weights), al.exact)),
        "a_words": answer.sum(axis=1).astype(np.float64),
        "a_content": content.sum(axis=1).astype(np.float64),
        "a_bare": (1 - beside).astype(np.float64),
        "reference_size": np.full(len(answer), np.log1p(len(al.reference.vocabulary))),
    }


def _runs(al: Alignment, answer: NDArray[np.float32]) -> Columns:
    inside = answer > 0
    position = np.cumsum(inside, axis=1) * inside
    longest = np.minimum(al.runs[None, :] * inside, position).max(axis=1, initial=0)
    length = np.maximum(1, inside.sum(axis=1))
    pairs = inside[:, :-1] & inside[:, 1:]
    total = pairs.sum(axis=1)
    together = (pairs & al.neighbours[None, :]).sum(axis=1) / np.maximum(1, total)
    return {
        "a_run": longest / length,
        "a_run_words": np.minimum(6, longest).astype(np.float64),
        "a_pairs": np.where(total > 0, together, share(answer, np.ones_like(al.weights), al.found.astype(np.float32))),
        "s_pairs": np.full(len(answer), al.neighbours.mean() if len(al.neighbours) else 0.0),
    }


def _heads(al: Alignment, answer: NDArray[np.float32], predicate: NDArray[np.float32]) -> Columns:
    """The answer's head beside the predicate: do they ever share a segment, and how near do they come?"""
    heads = [answer_head(al, np.flatnonzero(row)) for row in answer]
    verbs = [int(np.flatnonzero(row)[0]) if row.any() else -1 for row in predicate]
    exact = al.exact
    together = np.array([float((exact[h] * exact[v]).any()) if h >= 0 and v >= 0 else 0.0 for h, v in zip(heads, verbs, strict=True)])
    segments = np.array([exact[v] if v >= 0 else np.zeros(exact.shape[1]) for v in verbs], dtype=np.float32).reshape(len(answer), -1)
    beside = share(answer, al.weights, exact) * segments
    keys = al.words.keys
    distance = [_distance(al, keys[h], keys[v]) if h >= 0 and v >= 0 else 200.0 for h, v in zip(heads, verbs, strict=True)]
    nearest = [abs(al.nearest[h] - al.nearest[v]) if h >= 0 and v >= 0 else 200.0 for h, v in zip(heads, verbs, strict=True)]
    return {
        "h_doc": np.array([float(al.found[h]) if h >= 0 else 0.0 for h in heads]),
        "hp_together": together,
        "a_with_p": best(beside),
        "p_segments": np.log1p(segments.sum(axis=1)),
        "hp_distance": np.log1p(np.array(distance, dtype=np.float64)),
        "hp_distance_like": np.log1p(np.array(nearest, dtype=np.float64)),
    }


_HEAD_ENDS = frozenset(
    {"of", "in", "at", "on", "for", "from", "with", "by", "to", "that", "who", "which", "about", "into", "as", "near", "dure"}
)


def answer_head(al: Alignment, words: NDArray[np.int64]) -> int:
    """The last content word before the first preposition or relative pronoun that follows one, -1 for no words."""
    head = -1
    for i in words:
        if head >= 0 and al.words.keys[i] in _HEAD_ENDS:
            break
        if al.words.content[i]:
            head = int(i)
    return head if head >= 0 else (int(words[-1]) if len(words) else -1)


def _distance(al: Alignment, first: str, second: str) -> float:
    a, b = al.reference.positions(first)[:200], al.reference.positions(second)[:200]
    return float(min(200, np.abs(a[:, None] - b[None, :]).min())) if len(a) and len(b) else 200.0


def _meaning(al: Alignment, answer: NDArray[np.float32], core: NDArray[np.float32], predicate: NDArray[np.float32]) -> Columns:
    ones = np.ones_like(al.weights)
    return {
        "a_like": share(core, ones, al.likeness),
        "a_like_least": np.where(core > 0, al.likeness[None, :], 1.0).min(axis=1, initial=1.0).astype(np.float64),
        "a_like_weighted": share(answer, al.weights + np.float32(0.1), al.likeness),
        "p_like": share(predicate, ones, al.likeness),
    }


def _sentence(al: Alignment, count: int) -> Columns:
    everything = np.ones((1, len(al.words)), dtype=np.float32)
    content = everything * al.words.content
    missing = ~al.found
    values = {
        "s_doc": share(content, al.weights, al.found.astype(np.float32))[0],
        "s_bestx": best(share(content, al.weights, al.exact))[0],
        "s_win3x": best(share(content, al.weights, al.exact3))[0],
        "s_best": best(share(everything, al.weights, al.degrees))[0],
        "s_win3": best(share(everything, al.weights, al.degrees3))[0],
        "s_missing": float((missing & al.words.content).sum()),
        "s_names_missing": float((missing & al.words.names).sum()),
        "s_numbers_missing": float((missing & al.words.numbers).sum()),
        "s_values_missing": float(al.equivalents.values_missing.sum()),
        "s_name_lacks": float(al.equivalents.names_missing.max(initial=0.0)),
        "s_words": float(len(al.words)),
        "s_like": float(al.likeness.mean()) if len(al.words) else 0.0,
        "s_negated": float(any(k in lexicon().negations for k in al.words.keys)),
    }
    return {name: np.full(count, value) for name, value in values.items()}


def _form(hypotheses: Sequence[Hypothesis], al: Alignment, answer: NDArray[np.float32], predicate: NDArray[np.float32]) -> Columns:
    first = [h.question.split(maxsplit=1)[0].lower() if h.question.strip() else "" for h in hypotheses]
    pronouns = lexicon().pronouns
    keys = [split(h.answer).keys for h in hypotheses]
    columns = {f"wh_{word}": np.array([float(w == word) for w in first]) for word in QUESTION_WORDS}
    columns["a_pronoun"] = np.array([float(0 < len(k) <= 2 and k[0] in pronouns) for k in keys])
    columns["noun"] = np.array([float(h.predicate_kind.lower().startswith("noun")) for h in hypotheses])
    columns["copula"] = np.array([float(h.predicate_kind.lower() in COPULAS) for h in hypotheses])
    columns["offset"] = (answer.argmax(axis=1) - predicate.argmax(axis=1)) / 20
    return columns
