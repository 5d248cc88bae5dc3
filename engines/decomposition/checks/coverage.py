"""Whether statements say all that a sentence says."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM"})
MOST_LEFT_OUT = 0.4
"""Share of a sentence's content words that its statements may leave out."""


def uncovered(doc: "Doc", statements: Sequence[Sequence["Token"]]) -> bool:
    """Whether the statements leave out more than MOST_LEFT_OUT of the content words of a sentence."""
    content = {t.i for t in doc if t.pos_ in _CONTENT and not t.is_punct}
    said = {t.i for statement in statements for t in statement if t.doc is doc}
    if not content:
        return not said
    return len(content - said) > MOST_LEFT_OUT * len(content)
