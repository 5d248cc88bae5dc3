"""Sentences with exact offsets, whatever was pasted.

Offsets are Unicode code points, start inclusive and end exclusive, into the text exactly as given. Nothing is
normalised: models are handed `model_text`, a copy of the same length in which what no sentence says (marks of citations
and of markup) is space, so that every offset found in the copy holds in the original.
"""

import re
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field

from engines.core.machine.recent import Recent
from engines.core.plain.copying import model_text
from engines.core.plain.sentences import sentences

_SURROGATE_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


@dataclass(frozen=True)
class Text:
    """A text with its sentences.

    Attributes:
        text: exactly what was given.
        sentences: (start, end) of each sentence, in order, not overlapping, free of surrounding white space and list markers.
        model_text: what models read, as long as `text` (see `engines.core.plain.copying.model_text`).
    """

    text: str
    sentences: tuple[tuple[int, int], ...]
    model_text: str = field(repr=False, compare=False)

    @classmethod
    def of(cls, text: str) -> "Text":
        """Segment `text`; equal texts share one cached result."""
        return _segmented(text)

    def sentence(self, index: int) -> str:
        """The exact text of sentence `index`."""
        start, end = self.sentences[index]
        return self.text[start:end]

    def sentence_at(self, offset: int) -> int | None:
        """The sentence that contains `offset`, or the last one that begins before it; None before the first."""
        low, high = 0, len(self.sentences)
        while low < high:
            middle = (low + high) // 2
            if self.sentences[middle][0] <= offset:
                low = middle + 1
            else:
                high = middle
        return low - 1 if low else None

    @property
    def key(self) -> str:
        """What stands for the text in the keys of caches: another plain copy of the same characters is another text."""
        return self.text if self.text == self.model_text else f"{self.text}\0{self.model_text}"

    @property
    def words(self) -> int:
        """Number of words separated by white space."""
        return len(self.text.split())


def union(spans: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """The characters that any of the spans covers, as spans in order that neither overlap nor touch."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return tuple(merged)


def _segmented(text: str) -> Text:
    with _lock:
        known = _remembered.get(text)
    if known is None:
        safe = model_text(text)
        known = Text(text, tuple(sentences(safe)), safe)
        with _lock:
            _remembered.keep(text, known)
    return known


REMEMBERED_CHARACTERS = 4_000_000
"""Segmented texts of so many characters together are kept: up to 30 MB, twice the longest pair that is analysed."""
_lock = threading.Lock()
_remembered: Recent[str, Text] = Recent(REMEMBERED_CHARACTERS, lambda text: len(text.text))


def whole_characters(text: str) -> str:
    """The text with each surrogate pair that came as two code points as the one character that it stands for.

    JSON cannot tell the two apart: saved and read back, such a text would be shorter, and every later offset wrong.
    """
    return text if text.isascii() else _SURROGATE_PAIR.sub(_character, text)


def _character(pair: re.Match[str]) -> str:
    return pair.group().encode("utf-16", "surrogatepass").decode("utf-16")
