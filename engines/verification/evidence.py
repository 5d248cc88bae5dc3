"""What a verdict points at: the passages of the reference that bear on a hypothesis, what is missing, which kind of error it would be."""

import re
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines.core.results import ErrorKind, Evidence
from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.reference import EncodedReference
from engines.verification.features.measuring import Measured

MOST = 3
_RELATIVE = 0.7
"""Further evidence must fit at least so well as the best, relative to it, or add words that the best does not have."""
_ADDS = 0.15
_BEFORE_COUNTS, _AFTER_COUNTS = 0.5, 0.2
"""What a sentence lacks and the one before it has counts for so much, and what the one after it has: "She left it in March" is read with
the sentence that says who left what. On WiCE the best sentence is a gold one for 90.2 instead of 87.3 per cent of the claims."""
_COVERED = 0.62
"""An answer is taken for covered by the reference when so much of its weight is found."""
_MISSING = 0.55
"""A word is reported missing when it is found nowhere to a higher degree."""
_ANYTHING = frozenset({"something", "someone", "somebody", "anything", "anyone", "everything", "everyone", "one", "thing", "things"})
"""Words that name nothing, of which it says nothing that the reference lacks them."""
_TOKENISED = re.compile(r" [,.](?: |$)")
_BEFORE, _BEFORE_SPACED = re.compile(r"(?:[^\W\d_]+-)+$"), re.compile(r"(?:[^\W\d_]+ ?- ?)+$")
_AFTER, _AFTER_SPACED = re.compile(r"(?:-[^\W\d_]+)+"), re.compile(r"(?: ?- ?[^\W\d_]+)+")


class Passage(NamedTuple):
    """A sentence of the reference and how well it fits the hypothesis, [0, 1]."""

    sentence: int
    score: float


def sentence_scores(measured: Measured) -> NDArray[np.float64]:
    """(sentences,) how well each sentence of the reference fits, read with its neighbours: answer and predicate count for most, the rest of
    the sentence a little.

    Likeness, the words themselves and raw cosines each miss what another finds: their mean finds most evidence on WiCE.
    """
    alignment = measured.alignment
    reference = alignment.reference
    weights = _weights(measured)
    total = weights.sum()
    if total <= 0:
        return np.zeros(len(reference.text.sentences))
    return np.asarray((weights / total) @ alignment.derived(_fits), dtype=np.float64)


def _fits(alignment: Alignment) -> NDArray[np.float64]:
    """(words, sentences) how well each word fits each sentence read with its neighbours; the same for all that is asked of one text."""
    fit = _by_sentence(alignment.reference, alignment.degrees + alignment.exact + alignment.cosine) / 3
    before, after = np.zeros_like(fit), np.zeros_like(fit)
    before[:, 1:], after[:, :-1] = fit[:, :-1], fit[:, 1:]
    return fit + _BEFORE_COUNTS * np.maximum(before - fit, 0) + _AFTER_COUNTS * np.maximum(after - fit, 0)


def _weights(measured: Measured) -> NDArray[np.float64]:
    focus = measured.place.answer | measured.place.predicate
    return measured.alignment.weights.astype(np.float64) * np.where(focus, 1.0, 0.15)


def passages(measured: Measured) -> tuple[Evidence, ...]:
    """The best sentence, and up to two more that fit nearly as well or have what it lacks; best first, exact offsets."""
    reference = measured.alignment.reference
    scores = sentence_scores(measured)
    if not scores.size or scores.max() <= 0:
        return ()
    best = int(scores.argmax())
    chosen = [Passage(best, float(scores[best]))]
    weights = _weights(measured)
    weights = weights / max(weights.sum(), 1e-9)
    by_sentence = measured.alignment.derived(_degrees_by_sentence)
    covered = by_sentence[:, best].copy()
    while len(chosen) < MOST:
        gain = weights @ np.maximum(by_sentence - covered[:, None], 0)
        nxt = int(gain.argmax())
        if gain[nxt] < _ADDS or any(p.sentence == nxt for p in chosen):
            break
        chosen.append(Passage(nxt, float(scores[nxt])))
        covered = np.maximum(covered, by_sentence[:, nxt])
    found = []
    for sentence, score in chosen:
        start, end = reference.text.sentences[sentence]
        found.append(Evidence(start, end, reference.text.text[start:end], round(min(1.0, score), 4), sentence))
    return tuple(found)


def _by_sentence(reference: EncodedReference, fit: NDArray[np.float32]) -> NDArray[np.float64]:
    """(words, sentences) from (words, segments): the best of each sentence."""
    sentences = np.zeros((len(fit), len(reference.text.sentences)))
    if len(reference.segments):
        # Segments are in the order of their sentences.
        known, first = np.unique(reference.segments[:, 2], return_index=True)
        sentences[:, known] = np.maximum(np.maximum.reduceat(fit, first, axis=1), 0)
    return sentences


def _degrees_by_sentence(alignment: Alignment) -> NDArray[np.float64]:
    return _by_sentence(alignment.reference, alignment.degrees)


def missing_words(measured: Measured) -> tuple[str, ...]:
    """Words, names and numbers of the answer that the reference does not have, neighbouring ones joined as they are written."""
    alignment = measured.alignment
    words = alignment.words
    degree = alignment.degrees.max(axis=1, initial=0.0)
    exact_kind = words.names | words.numbers
    vague = np.array([surface.lower() in _ANYTHING for surface in words.surfaces], dtype=bool)
    absent = measured.place.answer & words.content & ~alignment.found & ((degree < _MISSING) | exact_kind) & ~vague
    pieces: list[tuple[int, int]] = []
    for i in np.flatnonzero(absent):
        start, end = _compound(alignment.text, int(words.starts[i]), int(words.ends[i]))
        if pieces and start < pieces[-1][1]:
            pieces[-1] = (pieces[-1][0], max(end, pieces[-1][1]))
        elif pieces and i > 0 and absent[i - 1] and not alignment.text[pieces[-1][1] : start].strip(" -–."):
            pieces[-1] = (pieces[-1][0], end)
        else:
            pieces.append((start, end))
    return tuple(dict.fromkeys(alignment.text[a:b] for a, b in pieces))


def _compound(text: str, start: int, end: int) -> tuple[int, int]:
    """The whole of "post-mortem" where only a part of it is missing; in tokenised text, of "post - mortem"."""
    spaced = _TOKENISED.search(text) is not None
    before = (_BEFORE_SPACED if spaced else _BEFORE).search(text[:start])
    after = (_AFTER_SPACED if spaced else _AFTER).match(text[end:])
    return start - (len(before[0]) if before else 0), end + (len(after[0]) if after else 0)


def coverage(measured: Measured) -> float:
    """How much of the answer's weight the reference has anywhere, [0, 1]."""
    alignment = measured.alignment
    mask = measured.place.answer & alignment.words.content
    if not mask.any():
        mask = measured.place.answer
    if not mask.any():
        return 1.0
    degree = np.maximum(alignment.degrees.max(axis=1, initial=0.0), alignment.found)
    weights = alignment.weights[mask]
    return float((weights * degree[mask]).sum() / weights.sum())


def error_kind(measured: Measured) -> ErrorKind:
    """The two-step decision of the annotators (QASemConsistency, section 4): an answer that the reference does not cover is extrinsic."""
    absent = missing_words(measured)
    words = measured.alignment.words
    named = measured.place.answer & (words.names | words.numbers) & ~measured.alignment.found
    if named.any() and absent:
        return "extrinsic"
    return "extrinsic" if coverage(measured) < _COVERED else "intrinsic"
