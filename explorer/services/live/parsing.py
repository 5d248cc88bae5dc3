"""The bundled parser for a text that changes a little at a time: only sentences that are new, or come after others, are parsed."""

import threading
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol

from engines.core.machine.recent import Recent
from engines.core.results import Predicate
from engines.core.roles import QA, ParsedPredicate, Parser
from engines.core.text import Text

REMEMBERED_CHARACTERS = 400_000
"""Characters of sentences whose predicates are kept: some 20 MB."""

_Key = tuple[Any, ...]
_Found = tuple[ParsedPredicate, ...]


class Reading(Protocol):
    """A text as a parser reads it (`engines.parsing.parser.Reading`)."""

    @property
    def basis(self) -> Sequence[Hashable]:
        """For each sentence what its predicates go by, besides its words and those of the sentence before."""
        ...

    def predicates(self, first: int, last: int, kinds: Iterable[str] | None = None) -> list[ParsedPredicate]:
        """The predicates of the sentences from `first` to before `last`, as of the text as a whole."""
        ...


class ReadingParser(Parser, Protocol):
    """A parser that reads a text as a whole and parses some of its sentences."""

    def read(self, text: Text) -> Reading:
        """The text, of which some sentences are to be parsed."""
        ...


class SentenceParser:
    """A parser that remembers its answers on sentences; fills the role of a parser (`engines.core.roles.Parser`).

    What the bundled one says of a sentence goes by its words, by those of the sentence before, which holds what a relative clause or a
    pronoun stands for, and by what the text as a whole tells of its names.
    """

    def __init__(self, parser: ReadingParser) -> None:
        self.name, self.identity = parser.name, parser.identity
        self._parser = parser
        self._lock = threading.Lock()
        self._known: Recent[_Key, tuple[int, _Found]] = Recent(REMEMBERED_CHARACTERS, lambda found: found[0])

    def parse(self, text: Text, kinds: Iterable[str] | None = None) -> list[ParsedPredicate]:
        """See `engines.core.roles.Parser.parse`."""
        wanted = None if kinds is None else tuple(kinds)
        reading = self._parser.read(text)
        keys = [(wanted, basis, *_read(text, i)) for i, basis in enumerate(reading.basis)]
        with self._lock:
            known = [self._known.get(key) for key in keys]
        found = {i: _moved(each[1], _begin(text, i), i) for i, each in enumerate(known) if each is not None}
        for first, last in _runs([i for i in range(len(keys)) if i not in found]):
            fresh: dict[int, list[ParsedPredicate]] = {i: [] for i in range(first, last)}
            for each in reading.predicates(first, last, wanted):
                fresh[each.sentence].append(each)
            with self._lock:
                for i in range(first, last):
                    bare = tuple(_moved(fresh[i], -_begin(text, i), 0))
                    self._known.keep(keys[i], (len(keys[i][2]) + 1, bare))
            found |= fresh
        return [each for i in range(len(keys)) for each in found[i]]


def _begin(text: Text, index: int) -> int:
    """Where that begins which the parse of a sentence goes by: the sentence before it."""
    return text.sentences[max(0, index - 1)][0]


def _read(text: Text, index: int) -> tuple[str, str, int]:
    """What the parse of a sentence goes by: the characters from the sentence before on, as given and as models read them, and where it
    begins among them."""
    begin, end = _begin(text, index), text.sentences[index][1]
    return text.text[begin:end], text.model_text[begin:end], text.sentences[index][0] - begin


def _moved(found: Sequence[ParsedPredicate], by: int, sentence: int) -> list[ParsedPredicate]:
    """Predicates so many characters further on, in another sentence."""

    def qa(each: QA) -> QA:
        return replace(each, answer=replace(each.answer, start=each.answer.start + by, end=each.answer.end + by))

    def predicate(each: Predicate) -> Predicate:
        return replace(each, start=each.start + by, end=each.end + by)

    return [replace(p, predicate=predicate(p.predicate), sentence=sentence, qas=tuple(qa(q) for q in p.qas)) for p in found]


def _runs(indices: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Runs of neighbouring indices as (first, last exclusive)."""
    first = 0
    for at in range(1, len(indices) + 1):
        if at == len(indices) or indices[at] != indices[at - 1] + 1:
            yield indices[first], indices[at - 1] + 1
            first = at
