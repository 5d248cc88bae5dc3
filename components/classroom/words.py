"""The output word by word, so that single words can be lit, marked and counted.

Words are numbered from 0; what lies between two words has the number of the word before it. The text drawn is exactly the text given.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

from components.html.markdown import Part, parts_of
from components.html.markup import Mark, attributes, marked
from engines.core.results import Document
from engines.units.alignment import words_of


class Words:
    """The words of an output, found by the characters that they stand at."""

    def __init__(self, document: Document):
        self.document = document
        self.spans = words_of(document.text).spans
        self._starts = [start for start, _ in self.spans]
        self._ends = [end for _, end in self.spans]
        self._sentences = [start for start, _ in document.sentences]

    def run(self, start: int, end: int) -> tuple[int, int] | None:
        """The first and the last word that the characters from `start` to `end` touch; None where there are only signs."""
        first, last = bisect_right(self._ends, start), bisect_left(self._starts, end) - 1
        return (first, last) if first <= last else None

    def runs(self, spans: Iterable[tuple[int, int]]) -> str | None:
        """`3 5;8 8`, as the scripts read it; None where no word is touched."""
        found = [run for start, end in spans if (run := self.run(start, end))]
        return ";".join(f"{first} {last}" for first, last in dict.fromkeys(found)) or None

    def numbers(self, start: int, end: int) -> list[int]:
        """The numbers of the words from `start` to `end`."""
        run = self.run(start, end)
        return list(range(run[0], run[1] + 1)) if run else []

    def sentence(self, start: int) -> int:
        """The sentence that a piece of the output begins in; the first where it lies before all."""
        return max(0, bisect_right(self._sentences, start) - 1)

    def html(self, pressable: bool = False) -> str:
        """The text, a span for every word and for what follows it; with `pressable` words are buttons, of which Tab reaches one."""
        text, parts = self.document.text, parts_of(self.document.text)
        marks = [mark for number in range(-1, len(self.spans)) for mark in self._gap(number, parts)]
        for number, (start, end) in enumerate(self.spans):
            more = {"role": "button", "tabindex": "-1" if number else "0", "aria_pressed": "false"} if pressable else {}
            opening = f"<span{self._known('w', number, start, **more)}>"
            marks.append(Mark(start, end, opening, "</span>", f"<span{self._known('w', number, start)}>"))
        return marked(text, marks, parts)

    def _gap(self, number: int, parts: Sequence[Part]) -> list[Mark]:
        """What lies behind the word of that number (-1: before the first), cut where another sentence begins.

        From a line break up to there it belongs to no sentence (`b`). Marks of Markdown stay hidden.
        """
        text = self.document.text
        start = self.spans[number][1] if number >= 0 else 0
        end = self.spans[number + 1][0] if number + 1 < len(self.spans) else len(text)
        at = bisect_right(self._sentences, start)
        next_ = self._sentences[at] if at < len(self._sentences) and self._sentences[at] < end else None
        cut, pieces = text.find("\n", start, end if next_ is None else next_), []
        if cut >= 0:
            pieces, start = [(start, cut, "g"), (cut, end if next_ is None else next_, "g b")], end if next_ is None else next_
        elif next_ is not None:
            pieces, start = [(start, next_, "g")], next_
        pieces.append((start, end, "g"))
        hidden = [part for part in parts if part.hidden and part.start < end and pieces[0][0] < part.end]

        def shows(first: int, last: int) -> bool:
            return any(not c.isspace() and not any(p.start <= at < p.end for p in hidden) for at, c in enumerate(text[first:last], first))

        return [
            Mark(first, last, f"<span{self._known(kind, number, first)}>", "</span>")
            for first, last, kind in pieces
            if first < last and (shows(first, last) or not hidden)
        ]

    def _known(self, kind: str, number: int, start: int, **more: object) -> str:
        return attributes(class_=kind, data_n=number, data_s=self.sentence(start), **more)
