"""What is found in an output: conflicts with the reference, errors, deletions, and edits that would put it right.

Offsets are Unicode code points of the output, start inclusive and end exclusive; what the reference has stands in spans of the reference.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from engines.core.spans import Span, placed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ErrorKind = Literal["extrinsic", "intrinsic"]
"""Extrinsic: the reference does not have it. Intrinsic: it has it, but not in this role."""
ERROR_KINDS: tuple[ErrorKind, ...] = ("extrinsic", "intrinsic")
SpanKind = Literal["extrinsic", "intrinsic", "coreference"]
"""The same of a part of the output; *coreference*: a pronoun that stands for nobody, or for somebody else than the reference says."""
SPAN_KINDS: tuple[SpanKind, ...] = (*ERROR_KINDS, "coreference")


@dataclass(frozen=True)
class Conflict:
    """Words that the reference contradicts.

    Attributes:
        rule, kind: the rule that found it, and what it is a conflict of: a value, a name, a negation.
        start, end: the words concerned: of the output in a unit; in a verdict of the hypothesis' sentence, or of its statement where it
            comes without one.
        found: what the reference has instead, where it has something.
        copy: whether the place that says so is the sentence with little changed; known while it is weighed, and not stored.
    """

    rule: str
    kind: str
    start: int
    end: int
    found: Span | None = None
    copy: bool = field(default=False, compare=False)

    def to_json(self) -> dict[str, Any]:
        found = self.found.to_json() if self.found else None
        return {"rule": self.rule, "kind": self.kind, "start": self.start, "end": self.end, "found": found}

    @classmethod
    def from_json(cls, data: Mapping[str, Any], reference: str, output: str) -> "Conflict":
        """Read `to_json` data back, held against the texts.

        Raises:
            SpanError: a span does not fit its text.
        """
        found = data["found"]
        return cls(str(data["rule"]), str(data["kind"]), *placed(data, output), Span.from_json(found, reference) if found else None)


@dataclass(frozen=True)
class ErrorSpan(Span):
    """A minimal part of the output that the reference does not support; those of one analysis do not overlap.

    Attributes:
        probability: that it is *not* supported, [0, 1].
        kind: see `SpanKind`.
        units: ids of the units that say so, the surest first.
        found: what the reference has instead, where it has something.
    """

    probability: float = 1.0
    kind: SpanKind = "intrinsic"
    units: tuple[str, ...] = ()
    found: Span | None = None

    def to_json(self) -> dict[str, Any]:
        found = self.found.to_json() if self.found else None
        return {**super().to_json(), "probability": self.probability, "kind": self.kind, "units": list(self.units), "found": found}

    @classmethod
    def read(cls, data: Mapping[str, Any], reference: str, output: str) -> "ErrorSpan":
        """Read `to_json` data back, held against the texts.

        Raises:
            SpanError: a span does not fit its text.
        """
        span, found = Span.from_json(data, output), data["found"]
        return cls(
            span.start,
            span.end,
            span.text,
            float(data["probability"]),
            data["kind"],
            tuple(map(str, data["units"])),
            Span.from_json(found, reference) if found else None,
        )


JOINING = " -‐‑–—/'’&°"
"""What may stand between the words of one part that is wrong."""


@dataclass(frozen=True)
class WordSupport:
    """A word of the output with the probability that the reference does *not* support it, and what the reference has in its place.

    0.5 is the threshold at which a word raises an alarm; how often it does so wrongly is measured, not promised by the number.
    """

    start: int
    end: int
    probability: float
    found: Span | None = None

    def to_json(self) -> list[Any]:
        """Short, since there is one for every word: start, end, probability, and perhaps start and end of what the reference has."""
        plain: list[Any] = [self.start, self.end, self.probability]
        return plain if self.found is None else [*plain, self.found.start, self.found.end]

    @classmethod
    def from_json(cls, data: Sequence[Any], reference: str, output: str) -> "WordSupport":
        """Read `to_json` data back, held against the texts.

        Raises:
            SpanError: a span does not fit its text.
        """
        start, end = placed({"start": data[0], "end": data[1]}, output)
        found = None
        if len(data) > 3:
            first, last = placed({"start": data[3], "end": data[4]}, reference)
            found = Span(first, last, reference[first:last])
        return cls(start, end, float(data[2]), found)


@dataclass(frozen=True)
class Deletion:
    """A part of the output that the reference does not support, with the ids of the units that explain it."""

    start: int
    end: int
    units: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {"start": self.start, "end": self.end, "units": list(self.units)}


@dataclass(frozen=True)
class Edit:
    """A change proposed to the output, with the reason shown to the person and the ids of the units behind it."""

    start: int
    end: int
    replacement: str
    reason: str
    units: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {"start": self.start, "end": self.end, "replacement": self.replacement, "reason": self.reason, "units": list(self.units)}


@dataclass(frozen=True, eq=False)
class Expectations:
    """What a language model expected at each token of an output, that it read left to right.

    Attributes:
        spans: (tokens, 2) code points of the output.
        read, unread: (tokens, 4) having read the reference before, and not having read it: the logarithm of the probability of the
            token, of that of the likeliest token, the entropy (nats), the logarithm of the rank (0 for the likeliest token).
        likeliest: what it would have written instead, having read the reference; the token itself where that was the likeliest.
        states: (tokens, width) its hidden states three fifths of the way up, having read the reference; None where it does not tell them.
        scale: (width,) the weights of its last norm, by which its states are known for a model's; None without states.
    """

    spans: "NDArray[np.int64]"
    read: "NDArray[np.float32]"
    unread: "NDArray[np.float32]"
    likeliest: tuple[str, ...]
    states: "NDArray[np.float32] | None" = None
    scale: "NDArray[np.float32] | None" = None


@dataclass(frozen=True, slots=True)
class Exchange:
    """What could stand in an output instead: `text` for the characters from `start` to `end`, in a sentence that ends at `until`."""

    start: int
    end: int
    text: str
    until: int


@dataclass(frozen=True, slots=True)
class Preference:
    """By how much likelier a language model finds an output with an exchange, some words on, than as it is: natural logarithms.

    Attributes:
        read: having read the reference before.
        unread: not having read it: what it prefers by the language alone.
    """

    read: float
    unread: float
