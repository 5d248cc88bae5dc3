"""Headings of an output: lines of their own that say what follows, and state nothing that a reference could support."""

import re
from typing import TYPE_CHECKING

from engines.core.language import parse_sentences
from engines.core.text import Text

if TYPE_CHECKING:
    from spacy.tokens import Doc

_HEADING = re.compile(r"[ \t]*(?:#{1,6}[ \t]+|[*_]{1,3})?[^\W\d_][^\d.!?:;,\n]{0,60}\n[ \t]*\n(?=\s*\S)")
"""A line of words alone, perhaps marked as a heading, with an empty line after it and more to come."""
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "expl"})


def headings(output: Text) -> frozenset[int]:
    """The numbers of the sentences that are headings; none where there is nothing else."""
    alone = [i for i, (start, end) in enumerate(output.sentences) if _stands_alone(output.text, start, end)]
    if not alone:
        return frozenset()
    found = frozenset(i for i, doc in zip(alone, parse_sentences(output, alone), strict=True) if _states_nothing(doc))
    return found if len(found) < len(output.sentences) else frozenset()


def _stands_alone(text: str, start: int, end: int) -> bool:
    line = _HEADING.match(text, text.rfind("\n", 0, start) + 1)
    return line is not None and end <= line.end()


def _states_nothing(doc: "Doc") -> bool:
    return not any(token.dep_ in _SUBJECTS for token in doc)
