"""What units of one kind have beside what all units have, typed.

A kind of unit is declared as a frozen dataclass: the kinds that several engines use here, others in the folder of their engine. In
JSON only what is set is written. What is not known here, from a newer version or another tool, or is not of the type declared, is
kept as it is and written again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from importlib import import_module
from typing import Any, ClassVar, Self

from engines.core.errors import SpanError
from engines.core.findings import ERROR_KINDS, ErrorKind
from engines.core.spans import Evidence, Span, placed

Ranges = tuple[tuple[int, int], ...]
"""Parts of a text as (start, end), code points, end exclusive."""


@dataclass(frozen=True)
class ChunkScore:
    """A chunk of the reference, by its characters, and what a verifier said of it, [0, 1]."""

    start: int
    end: int
    score: float

    def to_json(self) -> dict[str, Any]:
        return {"start": self.start, "end": self.end, "score": self.score}


@dataclass(frozen=True)
class Details:
    """What any unit may have.

    Attributes:
        sentence: index of the output's sentence that it is about.
        spans: the parts of the output that it is about, where that is not its answer.
        coverage: how much of it the reference covers, [0, 1].
        error_if_unsupported: the kind of error that it is below the threshold, so that the threshold can be moved.
        missing: words, names and numbers that the reference does not have.
        found: what the reference has instead in the same role.
        notes: how its verdict came about.
        label: what a person or another tool called it.
        votes: what each of several people said of it, 1 for supported.
        other: what is not known here, by its name.
    """

    kind: ClassVar[str] = ""
    noun: ClassVar[str] = "fact"
    """What a unit of this kind is called."""
    heading: ClassVar[str] = "Claims"
    """What stands above units of this kind where they have no predicate."""

    sentence: int | None = None
    spans: Ranges = ()
    coverage: float | None = None
    error_if_unsupported: ErrorKind | None = None
    missing: tuple[str, ...] = ()
    found: Evidence | None = None
    notes: tuple[str, ...] = ()
    label: str = ""
    votes: tuple[int, ...] = ()
    other: Mapping[str, Any] = field(default_factory=dict)

    @property
    def own(self) -> Ranges:
        """The parts of the output that the unit alone says: all its parts, unless it knows better."""
        return self.spans

    @property
    def instead(self) -> Span | None:
        """What the reference has in the place of the unit's words."""
        return self.found

    def to_json(self) -> dict[str, Any]:
        """What is set, as plain values."""
        values = {f.name: getattr(self, f.name) for f in fields(self) if f.name != "other" and getattr(self, f.name) != f.default}
        return {**self.other, **{name: _plain(value) for name, value in values.items()}}

    @classmethod
    def read(cls, data: Mapping[str, Any], reference: str, output: str) -> Self:
        """Details from `to_json` data; what does not fit its type or its text is kept in `other`."""
        known: dict[str, Any] = {}
        other: dict[str, Any] = {}
        types = {f.name: f.type for f in fields(cls) if f.name != "other"}
        for name, value in data.items():
            read = _READERS.get(types.get(name))
            if value is None and read is not None:
                continue
            try:
                if read is None:
                    raise TypeError
                known[name] = read(value, reference if name in _OF_REFERENCE else output)
            except (KeyError, TypeError, ValueError, SpanError):
                other[name] = value
        return cls(**known, other=other)


@dataclass(frozen=True)
class QADetails(Details):
    """Of a question with its answer (see `engines.core.roles.QA`).

    Attributes:
        role: the role of the answer to the predicate.
        implied: whether the answer is not syntactically the predicate's own.
        lemma: the verb lemma of the predicate.
        kept: where words are deleted, the share of the answer's words that stays; there `probability` is of the words.
        verifier_probability: and what the verifier said of the QA.
    """

    kind = "qa"
    heading = "Questions"

    role: str = ""
    implied: bool = False
    lemma: str = ""
    kept: float | None = None
    verifier_probability: float | None = None


@dataclass(frozen=True)
class RelationDetails(Details):
    """Of words and the word that they depend on; `depends_on_deleted` where that one is deleted too."""

    kind = "relation"
    heading = "Relations"

    depends_on_deleted: bool = False


@dataclass(frozen=True)
class SentenceDetails(Details):
    """Of a sentence: what each chunk of the reference said, and how many scores the search for evidence asked for."""

    kind = "sentence"
    noun = "sentence"
    heading = "Sentence"

    chunks: tuple[ChunkScore, ...] = ()
    calls: int | None = None


@dataclass(frozen=True)
class ACUDetails(Details):
    """Of an atomic content unit (see `engines.core.roles.ContentUnit`): what it says beyond its neighbours, its form, and whether it is
    only reported."""

    kind = "acu"
    noun = "claim"

    focus: Ranges = ()
    form: str = ""
    attributed: bool = False

    @property
    def own(self) -> Ranges:
        return self.focus or self.spans


@dataclass(frozen=True)
class QuestionDetails(Details):
    """Of a question answered from both texts: the answers, and how far they agree (token F1, exact match), [0, 1].

    `reference_answer` is None where the reference answers it with nothing, or has not been asked yet.
    """

    kind = "question"
    noun = "answer"
    heading = "Questions"

    role: str = ""
    output_answer: Span | None = None
    reference_answer: Span | None = None
    f1: float | None = None
    em: float | None = None

    @property
    def instead(self) -> Span | None:
        return self.reference_answer or self.found


@dataclass(frozen=True)
class MarkDetails(Details):
    """Of a passage that a person marked, or left unmarked."""

    kind = "mark"
    noun = "passage"
    heading = "Passages"


_declared: dict[str, type[Details]] = {
    cls.kind: cls for cls in (QADetails, RelationDetails, SentenceDetails, ACUDetails, QuestionDetails, MarkDetails)
}


def declare(cls: type[Details]) -> None:
    """Make a kind of unit known, so that its details are read back typed."""
    _declared[cls.kind] = cls


def details_class(kind: str) -> type[Details]:
    """The details that units of a kind have; those of any unit where the kind is not known."""
    if kind and kind not in _declared:
        import_module("engines.declaration.registry").specs()  # an engine declares its kinds with itself
    return _declared.get(kind, Details)


_OF_REFERENCE = frozenset({"found", "reference_answer", "chunks"})
Reader = Callable[[Any, str], Any]


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value.to_json() if hasattr(value, "to_json") else value


def _of(*types: type) -> Reader:
    """A reader of plain values of these types; a truth value is no number."""

    def read(value: Any, text: str) -> Any:
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            raise TypeError
        return value

    return read


def _number(value: Any, text: str) -> float:
    return float(_of(int, float, bool)(value, text))


def _kind(value: Any, text: str) -> Any:
    if value not in ERROR_KINDS:
        raise ValueError
    return value


def _many(one: Reader) -> Reader:
    def read(value: Any, text: str) -> Any:
        return tuple(one(item, text) for item in _of(list, tuple)(value, text))

    return read


def _range(value: Any, text: str) -> tuple[int, int]:
    start, end = _many(_of(int))(value, text)
    return placed({"start": start, "end": end}, text)


def _evidence(value: Any, text: str) -> Evidence:
    return Evidence.from_json({"score": 0.0, "sentence": None, **value}, text)


def _chunk(value: Any, text: str) -> ChunkScore:
    return ChunkScore(*placed(value, text, may_be_empty=True), float(value["score"]))


_READERS: dict[Any, Reader] = {
    int | None: _of(int),
    float | None: _number,
    bool: _of(bool),
    str: _of(str),
    ErrorKind | None: _kind,
    Evidence | None: _evidence,
    Span | None: Span.from_json,
    Ranges: _many(_range),
    tuple[str, ...]: _many(_of(str)),
    tuple[int, ...]: _many(_of(int)),
    tuple[ChunkScore, ...]: _many(_chunk),
}
"""How a value of each declared type is read; an engine that declares a kind uses these types."""
