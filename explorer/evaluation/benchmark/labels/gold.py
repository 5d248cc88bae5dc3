"""What people said of outputs: of a whole text, of single facts in it, and which of its characters the reference does not support."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Ranges = tuple[tuple[int, int], ...]
"""Parts of an output as (start, end), code points, end exclusive."""


@dataclass(frozen=True)
class GoldUnit:
    """A fact that people judged.

    Attributes:
        label: 1 where the reference supports it, else 0.
        asked: what a verifier is asked: `statement`, or `question` and `answer`, perhaps with `sentence` and `predicate`.
        places: where it stands in the output; empty where that is not known.
    """

    label: int
    asked: Mapping[str, str]
    places: Ranges = ()


@dataclass(frozen=True)
class Item:
    """A labelled output with its reference.

    Attributes:
        line: the row of the file that it comes from, from 1.
        id: as the file has it; None where it has none.
        output: empty where people judged a question without the text that it is about.
        label: 1 where the reference supports all of it, else 0; None where nobody said so.
        rating: a person's rating, on any scale.
        spans: what it does not support; empty for a faithful text; None where nobody marked it.
        units: the facts that people judged.
        faithful: id of the same text without its error.
        fields: what else the row says of it, as text, to report by.
    """

    line: int
    id: Any
    reference: str
    output: str
    label: int | None = None
    rating: float | None = None
    spans: Ranges | None = None
    units: tuple[GoldUnit, ...] = ()
    faithful: Any = None
    fields: Mapping[str, str] = field(default_factory=dict)

    @property
    def judged_whole(self) -> bool:
        """Whether somebody said something of the text as a whole."""
        return self.label is not None or self.rating is not None
