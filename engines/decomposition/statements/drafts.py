"""A statement before it is written: its words, what they say that is new, and how it came about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engines.decomposition.wording.phrases import Items

if TYPE_CHECKING:
    from spacy.tokens import Token


@dataclass(frozen=True)
class Draft:
    """A statement of a sentence, not written yet.

    Attributes:
        items: tokens of the sentence and words added to them.
        focus: the tokens that this statement adds to the others.
        kind: how it came about: clause, adjunct, conjunct, report, ...
        attributed: whether the sentence only reports it.
        forms: how tokens are written where they change their form, by their index.
    """

    items: Items
    focus: Sequence["Token"]
    kind: str
    attributed: bool = False
    forms: Mapping[int, str] = field(default_factory=dict)
