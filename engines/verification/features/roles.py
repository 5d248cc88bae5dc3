"""Roles matched to roles: does the reference say the same predicate of the same participants?

For every predicate of a hypothesis sentence the same or a nearby predicate is looked for in the reference sentences that fit best.
There, does the same role hold the answer (`same`), does the other core role hold it (`swapped`), does something else stand in its
role (`rival`), do the other arguments agree (`company`), and is one side negated or hedged where the other is not?
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.reference import EncodedReference
from engines.verification.features.qa import Columns, share
from engines.verification.sentences.frames import RoleFiller, RoleFrame, frames

Array = NDArray[np.float32]
CANDIDATES = 4
MOST_COUNTERPARTS = 8
_SAME_PREDICATE = 0.5
"""Predicates that are less alike than this are different predicates."""
_UNRESOLVED = 0.5
"""How well a pronoun is taken to match whatever it might stand for."""
MEASURES = ("predicate", "same", "swapped", "rival", "company", "negation", "modality", "modality_lost")
STATEMENT_MEASURES = {
    "predicate": min,
    "same": min,
    "swapped": max,
    "rival": max,
    "company": min,
    "negation": max,
    "modality": max,
    "modality_lost": max,
}
_OPPOSITE = {"subject": "object", "object": "subject"}


@dataclass(frozen=True)
class RoleMatch:
    """What the best counterpart of a predicate says of one argument; degrees in [0, 1].

    Attributes:
        predicate: how alike the two predicates are, 0 if none was found.
        same, swapped: how well the argument is found in the same role, and in the opposite core role.
        rival: how sure it is that something else fills the role.
        company: how well the other arguments agree, -1 if there are none to compare.
        negation, modality: 1 if only one side is negated (hedged).
        words: where the counterpart's filler of the role stands: positions of words of the reference; empty if none.
    """

    predicate: float = 0.0
    same: float = 0.0
    swapped: float = 0.0
    rival: float = 0.0
    company: float = -1.0
    negation: float = 0.0
    modality: float = 0.0
    modality_lost: float = 0.0
    words: tuple[int, ...] = ()


@dataclass(frozen=True)
class FramedSentence:
    """A sentence of the reference: its words are at positions `first` to `last`; word indices of its frames count from `first`."""

    first: int
    last: int
    frames: tuple[RoleFrame, ...]


@dataclass(frozen=True, eq=False)
class Counterpart:
    """A predicate of the reference that is like one of the hypothesis: its frame, how alike they are, and the degrees (words of
    the hypothesis, words of its sentence) to which words are each other."""

    sentence: FramedSentence
    frame: RoleFrame
    likeness: float
    degrees: Array


def framed_sentences(reference: EncodedReference, sentences: Sequence[int]) -> list[FramedSentence]:
    """Sentences of the reference, by their numbers, with their frames; parsed when they are first asked for."""
    known = reference.derived(_framed)
    new = [s for s in sentences if s not in known]
    if new:
        text, words = reference.text, reference.words
        strings, parts, bounds = [], [], []
        for sentence in new:
            start, end = text.sentences[sentence]
            low, high = (int(np.searchsorted(words.starts, x)) for x in (start, end))
            strings.append(text.model_text[start:end])
            parts.append(words.part(low, high, start))
            bounds.append((low, high))
        for sentence, (low, high), found in zip(new, bounds, frames(strings, parts), strict=True):
            known[sentence] = FramedSentence(low, high, found)
    return [known[s] for s in sentences]


def _framed(reference: EncodedReference) -> dict[int, FramedSentence]:
    return {}


class RoleMatcher:
    """The frames of one aligned sentence, each beside the predicates of the reference."""

    def __init__(self, alignment: Alignment):
        self.alignment = alignment
        self.frames = frames([alignment.text], [alignment.words])[0]
        self._counterparts = _counterparts(alignment, self.frames)
        self._fits: dict[tuple[RoleFiller, int, RoleFiller], float] = {}

    def frame_at(self, predicate: NDArray[np.bool_]) -> int:
        """The frame whose predicate is among the masked words, -1 if none is."""
        return next((i for i, frame in enumerate(self.frames) if predicate[frame.word]), -1)

    def match(self, index: int, filler: RoleFiller) -> RoleMatch:
        """The counterpart that agrees best with a frame, seen from one of its arguments."""
        frame = self.frames[index]
        matches = [self._beside(frame, filler, counterpart) for counterpart in self._counterparts[index]]
        return max(matches, key=lambda m: m.predicate * (0.2 + m.same + 0.5 * max(m.company, 0) + 0.3 * m.swapped), default=RoleMatch())

    def _beside(self, frame: RoleFrame, filler: RoleFiller, counterpart: Counterpart) -> RoleMatch:
        other = counterpart.frame
        held = {role: self._best(filler, counterpart, role) for role in ("subject", "object", "other")}
        # The parse often takes an object for an adjunct or the other way round; never a subject.
        same = max(held["subject"] if filler.role == "subject" else max(held["object"], held["other"]) - 0.1, held[filler.role])
        swapped = held[_OPPOSITE[filler.role]] if filler.role in _OPPOSITE else 0.0
        in_role = [f for f in other.fillers if f.role == filler.role]
        place = max(in_role, key=lambda f: self._fit(filler, counterpart, f), default=None)
        rivals = [1 - self._fit(filler, counterpart, f) for f in in_role if not f.pronoun]
        rival = min(rivals, default=0.0) if filler.role != "other" else 0.0
        rest = [f for f in frame.fillers if not set(f.words) & set(filler.words)]
        company = [max(self._best(f, counterpart, f.role), 0.9 * self._best(f, counterpart, "other")) for f in rest]
        return RoleMatch(
            counterpart.likeness,
            same,
            swapped,
            rival,
            float(np.mean(company)) if company else -1.0,
            float(frame.negated != other.negated),
            float(frame.modal and not other.modal),
            float(other.modal and not frame.modal),
            tuple(counterpart.sentence.first + w for w in place.words) if place else (),
        )

    def _best(self, filler: RoleFiller, counterpart: Counterpart, role: str) -> float:
        return max((self._fit(filler, counterpart, f) for f in counterpart.frame.fillers if f.role == role), default=0.0)

    def _fit(self, mine: RoleFiller, counterpart: Counterpart, theirs: RoleFiller) -> float:
        """How well the words of one argument are found among those of another."""
        if mine.pronoun or theirs.pronoun:
            return 1.0 if mine.pronoun and theirs.pronoun else _UNRESOLVED
        known = (mine, counterpart.sentence.first, theirs)
        if known not in self._fits:
            words = np.array(mine.words)
            content = words[self.alignment.words.content[words]]
            words = content if len(content) else words
            best = counterpart.degrees[np.ix_(words, np.array(theirs.words))].max(axis=1, initial=0.0)
            weights = self.alignment.weights[words]
            self._fits[known] = float((best * weights).sum() / max(weights.sum(), 1e-6))
        return self._fits[known]


def _counterparts(alignment: Alignment, own: Sequence[RoleFrame]) -> list[list[Counterpart]]:
    """For each frame the predicates of the best sentences that are like its predicate, most alike first."""
    beside = [(s, alignment.beside(s.first, s.last)) for s in framed_sentences(alignment.reference, candidates(alignment, own))]
    result = []
    for frame in own:
        found = [
            Counterpart(sentence, other, likeness, degrees)
            for sentence, degrees in beside
            for other in sentence.frames
            if (likeness := _likeness(frame, other, degrees)) >= _SAME_PREDICATE
        ]
        result.append(sorted(found, key=lambda c: -c.likeness)[:MOST_COUNTERPARTS])
    return result


def _likeness(frame: RoleFrame, other: RoleFrame, degrees: Array) -> float:
    if frame.key == other.key:
        return 0.7 if frame.kind == "copula" else 1.0
    if "copula" in (frame.kind, other.kind):
        return 0.0
    return float(degrees[frame.word, other.word])


def candidates(alignment: Alignment, own: Sequence[RoleFrame]) -> list[int]:
    """Reference sentences worth parsing: those that fit the sentence, and each frame, best."""
    segments = alignment.reference.segments
    if not len(segments):
        return []
    masks = [np.ones(len(alignment.words), dtype=np.float32)]
    for frame in own:
        mask = np.zeros(len(alignment.words), dtype=np.float32)
        mask[[frame.word, *(w for f in frame.fillers for w in f.words)]] = 1
        masks.append(mask)
    scores = share(np.stack(masks), alignment.weights, alignment.degrees)
    chosen: list[int] = []
    for row, take in zip(scores, (CANDIDATES, *([2] * len(own))), strict=True):
        chosen.extend(int(segments[s, 2]) for s in np.argsort(-row, kind="stable")[:take])
    return sorted(dict.fromkeys(chosen))


def wanted_filler(matcher: RoleMatcher, index: int, answer: NDArray[np.bool_], question: str) -> RoleFiller:
    """The frame's argument that is the answer; if the parse has none, one made from the question's form."""
    words = tuple(int(i) for i in np.flatnonzero(answer))
    frame = matcher.frames[index]
    overlaps = [(len(set(f.words) & set(words)) / max(1, len(set(f.words) | set(words))), f) for f in frame.fillers]
    overlap, best = max(overlaps, key=lambda o: o[0], default=(0.0, None))
    pronoun = len(words) <= 2 and bool(words) and not matcher.alignment.words.content[list(words)].any()
    if best is not None and overlap >= 0.3:
        return RoleFiller(best.role, words, pronoun)
    asked = question.lower().split()
    if not asked or asked[0] not in ("who", "what"):
        return RoleFiller("other", words, pronoun)
    before = bool(words) and words[0] < frame.word
    return RoleFiller("subject" if before else "object", words, pronoun)


def qa_role_features(
    matcher: RoleMatcher, answers: Sequence[NDArray[np.bool_]], predicates: Sequence[NDArray[np.bool_]], questions: Sequence[str]
) -> tuple[Columns, list[RoleMatch]]:
    """Columns for the QAs of one sentence, and the match behind each."""
    matches = []
    for answer, predicate, question in zip(answers, predicates, questions, strict=True):
        index = matcher.frame_at(predicate)
        if index < 0:
            matches.append(RoleMatch())
        else:
            matches.append(matcher.match(index, wanted_filler(matcher, index, answer, question)))
    return {f"role_{name}": np.array([getattr(m, name) for m in matches], dtype=np.float64) for name in MEASURES}, matches


def statement_role_features(matcher: RoleMatcher) -> tuple[dict[str, float], RoleMatch | None]:
    """All predicates of a statement with all their arguments: the worst and the mean of each measure, and the most contested argument."""
    rows: list[RoleMatch] = []
    weights: list[float] = []
    for index, frame in enumerate(matcher.frames):
        for filler in frame.fillers:
            rows.append(matcher.match(index, filler))
            weights.append(1.0)
    features = {"frames": float(len(matcher.frames))}
    for name, worst in STATEMENT_MEASURES.items():
        values = [getattr(m, name) for m in rows if name in ("predicate", "company") or m.predicate > 0]
        fallback = 0.5 if name in ("same", "company") else 0.0
        features[f"role_{name}_mean"] = float(np.mean(values)) if values else fallback
        features[f"role_{name}_worst"] = float(worst(values)) if values else fallback
    gaps = [m.swapped - m.same for m in rows if m.predicate > 0]
    features["role_swap_gap"] = max(gaps, default=-1.0)
    return features, max(rows, key=lambda m: m.predicate * m.rival * (1 - m.same), default=None)
