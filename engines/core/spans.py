"""Pieces of a text by their place: spans, and those that stand for a predicate, a passage of evidence or a step of its search.

Offsets are Unicode code points, start inclusive and end exclusive, into the exact text given. `to_json` gives plain values; `from_json`
takes them back and holds them against the text.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engines.core.errors import SpanError


@dataclass(frozen=True)
class Span:
    """A piece of a text; `text` repeats the characters so that a misplaced span can be noticed."""

    start: int
    end: int
    text: str

    @classmethod
    def of(cls, text: str, start: int, end: int) -> "Span":
        """The span of `text` from `start` to `end`.

        Raises:
            SpanError: the offsets are reversed, empty or outside the text.
        """
        if not 0 <= start < end <= len(text):
            raise SpanError(f"The span {start}–{end} does not fit a text of {len(text)} characters.")
        return cls(start, end, text[start:end])

    @classmethod
    def from_json(cls, data: Mapping[str, Any], text: str) -> "Span":
        """Read `to_json` data back, held against the text.

        Raises:
            SpanError: the text has other words there, or ends before.
        """
        return cls(*checked(data, text))

    def to_json(self) -> dict[str, Any]:
        return {"start": self.start, "end": self.end, "text": self.text}


@dataclass(frozen=True)
class Predicate(Span):
    """The word that a QA is about; `kind` is verb, noun, copula, adjective, apposition, quantity or relation."""

    kind: str = "verb"

    @classmethod
    def from_json(cls, data: Mapping[str, Any], text: str) -> "Predicate":
        return cls(*checked(data, text), kind=str(data["kind"]))

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "kind": self.kind}


@dataclass(frozen=True)
class Evidence(Span):
    """A passage of the reference with its score; `sentence` is the index of the reference sentence that it lies in."""

    score: float = 0.0
    sentence: int | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any], text: str) -> "Evidence":
        sentence = data["sentence"]
        return cls(*checked(data, text), score=float(data["score"]), sentence=None if sentence is None else int(sentence))

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "score": self.score, "sentence": self.sentence}


@dataclass(frozen=True)
class TraceNode:
    """One node looked at by the evidence search (SCALE, section 3.2): a run of reference sentences and its score.

    Attributes:
        first, last: range of sentence indices, `last` exclusive.
        start, end: the characters of the reference that the range covers.
        score: what the verifier said of the range.
        level: depth in the tree, 0 for the first split.
        kept: whether the search went on below this node (or ended in it).
        parent: index of the parent node in the trace; None at the top.
    """

    first: int
    last: int
    start: int
    end: int
    score: float
    level: int
    kept: bool
    parent: int | None = None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "TraceNode":
        return cls(**{name: data[name] for name in cls.__dataclass_fields__})

    def to_json(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


def placed(data: Mapping[str, Any], text: str, may_be_empty: bool = False) -> tuple[int, int]:
    """The start and end of `data`, in code points.

    Raises:
        SpanError: they are reversed or outside the text, or nothing lies between them where something must.
    """
    start, end = int(data["start"]), int(data["end"])
    if not (0 <= start <= end <= len(text)) or (start == end and not may_be_empty):
        raise SpanError(f"The span {start}–{end} does not fit a text of {len(text)} characters.")
    return start, end


def checked(data: Mapping[str, Any], text: str) -> tuple[int, int, str]:
    """The start, end and words of `data`, held against the text.

    Raises:
        SpanError: the text has other words there, or ends before.
    """
    start, end = placed(data, text)
    if text[start:end] != data["text"]:
        raise SpanError(f"The span {start}–{end} reads {text[start:end]!r}, but {data['text']!r} was recorded for it.")
    return start, end, text[start:end]
