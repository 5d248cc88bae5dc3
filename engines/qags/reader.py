"""Answers a question from a text, or says that the text does not answer it.

The text is read once into an index: its answer candidates (entities, noun phrases) and, for the sentences that matter, the
parser's QAs. A candidate fits a question as far as the question's words are found around it (the verifier's alignment), it is
the right sort of answer, and it stands in the asked role to the asked predicate. The expected answer is never looked at.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engines.core.language import parse_sentences
from engines.core.machine.files import asset
from engines.core.roles import Answer, Parser
from engines.core.text import Text
from engines.qags.candidates import Candidate, candidates
from engines.qags.questions import Question
from engines.qags.scoring import f1
from engines.verification.encoding.alignment import Alignment, align
from engines.verification.encoding.reference import EncodedReference, encoded
from engines.verification.encoding.words import key

Floats = NDArray[np.float32]
MOST_PARSED = 40
"""Sentences whose QAs are looked at: those that have most of the questions' words."""
SIGNS = (
    "sentence",
    "around",
    "near",
    "same_role",
    "same_verb",
    "role_alone",
    "sort",
    "wrong_sort",
    "asked",
    "entity",
    "frequent",
    "earlier",
)
"""What speaks for or against a candidate; each in [0, 1]."""
_ALIKE_SORTS = frozenset({("who", "what"), ("what", "who"), ("where", "what"), ("what", "where"), ("where", "who"), ("who", "where")})


@dataclass(frozen=True)
class Weights:
    """What each sign of an answer counts, and how good the best candidate must be for there to be an answer (assets/qags/reader.json).

    `benefit`: of candidates that fit less well than the best by no more than this, one that agrees with the expected answer is taken.
    """

    signs: tuple[float, ...]
    least: float
    benefit: float


@cache
def load_weights() -> Weights:
    """The bundled weights."""
    stored = json.loads(asset("qags", "reader.json").read_text("utf-8"))
    return Weights(tuple(stored["signs"][name] for name in SIGNS), stored["least"], stored["benefit"])


class IndexReader:
    """Reads one text; fills the reader's role with what is bundled."""

    def __init__(self, text: Text, parser: Parser, weights: Weights | None = None) -> None:
        self._text = text
        self._parser = parser
        self._weights = weights or load_weights()
        self._encoded: EncodedReference = encoded(text)
        self._candidates = candidates(text, parse_sentences(text))
        self._roles: dict[int, list[tuple[str, str]]] = {}
        self._at = np.array([_segment(self._encoded, c.span.start) for c in self._candidates], dtype=np.int64)
        words = self._encoded.words
        self._words = [np.flatnonzero(words.inside(c.span.start, c.span.end)) for c in self._candidates]
        self._ends = tuple(np.array([inside[end] if len(inside) else -1 for inside in self._words], dtype=np.int64) for end in (0, -1))
        self._frequency = [self._how_often(inside) for inside in self._words]
        self._in_sentence: dict[int, list[int]] = {}
        for number, candidate in enumerate(self._candidates):
            self._in_sentence.setdefault(candidate.sentence, []).append(number)

    def answers(self, asked: Sequence[Question], expected: Sequence[str] | None = None) -> list[Answer | None]:
        """The best answer to each question, None where the text has none.

        `expected` are answers that get the benefit of the doubt: of candidates that fit about equally well, the one that agrees most
        is taken, since a text often names the same thing in several ways.
        """
        rows = self.all_signs(asked)
        return [self._answer(r, expected[i] if expected else None) for i, r in enumerate(rows)]

    def all_signs(self, asked: Sequence[Question]) -> list[Floats]:
        """`signs` of every question."""
        if not self._candidates or not asked:
            return [np.zeros((0, len(SIGNS)), dtype=np.float32)] * len(asked)
        alignments = align(self._encoded, [question.text for question in asked])
        coverage = [_coverage(alignment) for alignment in alignments]
        self._read_roles(coverage)
        return [self.signs(q, a, c) for q, a, c in zip(asked, alignments, coverage, strict=True)]

    @property
    def candidates(self) -> list[Candidate]:
        """What can be an answer, in the order of the rows of `all_signs`."""
        return self._candidates

    def _answer(self, rows: Floats, expected: str | None) -> Answer | None:
        fits = rows @ np.array(self._weights.signs, dtype=np.float32)
        best = chosen(fits, [c.span.text for c in self._candidates], self._weights, expected)
        if best is None:
            return None
        candidate = self._candidates[best]
        return Answer(candidate.span, candidate.sentence, float(fits[best]))

    def _read_roles(self, coverage: Sequence[tuple[Floats, Floats]]) -> None:
        """Parse the sentences that cover the questions best, and note which candidate fills which role of which predicate."""
        best = np.zeros(len(self._text.sentences), dtype=np.float32)
        for one, _ in coverage:
            np.maximum.at(best, self._encoded.segments[:, 2], one)
        chosen = sorted(np.argsort(-best, kind="stable")[:MOST_PARSED].tolist())
        part = Text(self._text.text, tuple(self._text.sentences[i] for i in chosen), self._text.model_text)
        self._roles = {}
        for parsed in self._parser.parse(part):
            for qa in parsed.qas:
                for number in self._in_sentence.get(chosen[parsed.sentence], ()):
                    span = self._candidates[number].span
                    if span.start < qa.answer.end and span.end > qa.answer.start:
                        close = qa.answer.end - qa.answer.start <= 1.6 * (span.end - span.start) + 8
                        leads = span.start <= qa.answer.start + 5
                        if close or leads:
                            self._roles.setdefault(number, []).append((parsed.lemma, qa.role))

    def signs(self, question: Question, alignment: Alignment, coverage: tuple[Floats, Floats]) -> Floats:
        """(candidates, len(SIGNS)) what speaks for each candidate as the answer to a question."""
        one, around = coverage
        keys = set(alignment.words.keys)
        near = self._near(alignment)
        rows = np.zeros((len(self._candidates), len(SIGNS)), dtype=np.float32)
        for number, candidate in enumerate(self._candidates):
            segment = int(self._at[number])
            sort = _sort_fit(question.answer.sort, candidate)
            rows[number] = (
                one[segment],
                around[segment],
                near[number],
                *self._role(question, number),
                max(sort, 0.0),
                sort < 0,
                self._asked(number, keys),
                candidate.is_entity == question.answer.is_entity,
                self._frequency[number],
                1 - candidate.sentence / len(self._text.sentences),
            )
        return rows

    def _role(self, question: Question, number: int) -> tuple[float, float, float]:
        """Whether the candidate fills the asked role of the asked predicate; another role of it; the role with another predicate."""
        wanted = key(question.predicate) if question.predicate else ""
        pairs = self._roles.get(number, ())
        verbs = [role for lemma, role in pairs if wanted and key(lemma) == wanted]
        same = bool(question.role) and question.role in verbs
        alone = bool(question.role) and any(role == question.role for _, role in pairs)
        return float(same), float(bool(verbs) and not same), float(alone and not same)

    def _how_often(self, inside: NDArray[np.int64]) -> float:
        """How often the rarest word of a candidate occurs, 0 once to 1 eight times or more."""
        words = self._encoded.words
        counts = [len(self._encoded.positions(words.keys[i])) for i in inside if words.content[i]]
        return min(float(np.log2(min(counts))) / 3, 1.0) if counts else 0.0

    def _asked(self, number: int, keys: set[str]) -> float:
        """The share of the candidate's words that stand in the question already."""
        words = self._encoded.words
        inside = [i for i in self._words[number] if words.content[i]]
        return sum(words.keys[i] in keys for i in inside) / len(inside) if inside else 1.0

    def _near(self, alignment: Alignment) -> list[float]:
        """How near the question's own words stand to each candidate, [0, 1]."""
        places: list[tuple[float, NDArray[np.int64]]] = []
        for word, weight in zip(alignment.words.keys, alignment.weights, strict=True):
            if weight > 0.1:
                places.append((float(weight), self._encoded.positions(word)))
        total = sum(weight for weight, _ in places)
        near = np.zeros(len(self._candidates), dtype=np.float64)
        for weight, positions in places:
            if len(positions):
                near += weight * np.exp(-np.minimum(_distance(positions, self._ends[0]), _distance(positions, self._ends[1])) / 8)
        return np.where(self._ends[0] >= 0, near / max(total, 1e-6), 0.0).tolist()


def chosen(fits: NDArray[np.floating], texts: Sequence[str], weights: Weights, expected: str | None = None) -> int | None:
    """Which candidate is the answer, None when even the best fits too little.

    Of those that fit less well than the best by no more than `weights.benefit`, the one that agrees most with `expected` is taken.
    """
    if not len(fits) or fits.max() < weights.least:
        return None
    best = int(fits.argmax())
    if expected is None:
        return best
    close = np.flatnonzero(fits >= max(fits[best] - weights.benefit, weights.least))
    return max(close.tolist(), key=lambda i: (f1(texts[i], expected), fits[i]))


def _distance(positions: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.int64]:
    """How far the nearest of some sorted positions lies from each wanted one."""
    after = np.searchsorted(positions, wanted)
    below = np.abs(wanted - positions[np.maximum(after - 1, 0)])
    return np.minimum(below, np.abs(positions[np.minimum(after, len(positions) - 1)] - wanted))


def _segment(reference: EncodedReference, offset: int) -> int:
    return max(0, int(np.searchsorted(reference.segments[:, 0], offset, side="right")) - 1)


def _coverage(alignment: Alignment) -> tuple[Floats, Floats]:
    """The share of a question's words that each segment has, and that it has together with its neighbours."""
    weights = np.where(alignment.weights > 0.1, alignment.weights, 0).astype(np.float32)
    total = max(float(weights.sum()), 1e-6)
    degrees = alignment.degrees
    padded = np.pad(degrees, ((0, 0), (1, 1)))
    around = np.maximum(np.maximum(padded[:, :-2], padded[:, 1:-1]), padded[:, 2:])
    return np.asarray(weights @ degrees / total, dtype=np.float32), np.asarray(weights @ around / total, dtype=np.float32)


def _sort_fit(wanted: str, candidate: Candidate) -> float:
    """1 for the sort of answer asked for, 0.4 for one that may be, -1 for one that cannot."""
    if wanted == candidate.sort:
        return 1.0
    if (wanted, candidate.sort) in _ALIKE_SORTS:
        return 0.4
    if "when" in (wanted, candidate.sort) or "number" in (wanted, candidate.sort):
        return -1.0
    return 0.2
