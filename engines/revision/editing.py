"""Edits applied to a text, and the difference between two texts word by word."""

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engines.core.errors import SpanError
from engines.core.results import Edit

_WORD = re.compile(r"\s+|\w+(?:(?:['’-]|(?<=\d)[.,:](?=\d))\w+)*|[^\w\s]")


@dataclass(frozen=True)
class Change:
    """A run of the comparison: `kind` is equal, delete, insert or replace; `before` and `after` are the characters on either side."""

    kind: str
    before: str
    after: str

    def to_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "before": self.before, "after": self.after}


def apply(text: str, edits: Sequence[Edit]) -> str:
    """The text with the edits made, in any order.

    Raises:
        SpanError: edits overlap or do not fit the text.
    """
    ordered = sorted(edits, key=lambda e: (e.start, e.end))
    position, pieces = 0, []
    for edit in ordered:
        if not position <= edit.start <= edit.end <= len(text):
            raise SpanError(f"The edit {edit.start}–{edit.end} overlaps another one or does not fit a text of {len(text)} characters.")
        pieces += [text[position : edit.start], edit.replacement]
        position = edit.end
    return "".join([*pieces, text[position:]])


def growth(edits: Sequence[Edit]) -> int:
    """By how many characters edits make a text longer."""
    return sum(len(edit.replacement) - (edit.end - edit.start) for edit in edits)


def diff(before: str, after: str) -> list[Change]:
    """The changes that turn one text into the other, word by word; joining `before` (or `after`) gives that text back."""
    a, b = _WORD.findall(before), _WORD.findall(after)
    matcher = difflib.SequenceMatcher(None, a, b, autojunk=False)
    return [Change(kind, "".join(a[i:j]), "".join(b[k:m])) for kind, i, j, k, m in matcher.get_opcodes()]
