"""The QA index of a reference: who did what to whom, sentence by sentence, without putting it into words.

Made by the parser from a whole text at once and laid out flat, so that a verifier can match a hypothesis role by role
and a reader can look an answer up: by predicate lemma, by the lemma of an argument's head, or sentence by sentence.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, TypeVar

from engines.core.text import Text

if TYPE_CHECKING:
    from engines.parsing.parser import RuleParser

_Key = TypeVar("_Key", bound=Hashable)
_MOST_REMEMBERED = 8
_lock = Lock()
_remembered: "OrderedDict[tuple[str, str], QAIndex]" = OrderedDict()


@dataclass(frozen=True)
class IndexedArgument:
    """One role filled.

    Attributes:
        role: SUBJ, OBJ, IOBJ, ATTR, PREP, XCOMP, CCOMP or ADJ (deep roles, see `engines.parsing.arguments.structures`).
        wh: who, what, when, where, why, how …: what asks for it.
        preposition: of a PREP, "" otherwise.
        start, end: characters of the text.
        head: lower-case lemma of its head.
        head_start: first character of the head.
        own: False if the predicate takes it over from another word.
        score: the parser's confidence, [0, 1].
    """

    role: str
    wh: str
    preposition: str
    start: int
    end: int
    head: str
    head_start: int
    own: bool
    score: float


@dataclass(frozen=True)
class IndexedPredicate:
    """One predicate of the text with its arguments; `start` and `end` are characters of the text, `lemma` a verb lemma."""

    sentence: int
    kind: str
    lemma: str
    start: int
    end: int
    negated: bool
    arguments: tuple[IndexedArgument, ...]


@dataclass(frozen=True)
class QAIndex:
    """The predicates of a text in order of their position."""

    text: Text
    predicates: tuple[IndexedPredicate, ...]

    @cached_property
    def by_lemma(self) -> dict[str, tuple[int, ...]]:
        """Places in `predicates` of each predicate lemma."""
        return _grouped((p.lemma, k) for k, p in enumerate(self.predicates))

    @cached_property
    def by_head(self) -> dict[str, tuple[int, ...]]:
        """Places in `predicates` of those that have an argument with that head lemma."""
        return _grouped((a.head, k) for k, p in enumerate(self.predicates) for a in p.arguments)

    @cached_property
    def by_sentence(self) -> dict[int, tuple[int, ...]]:
        """Places in `predicates` by sentence of the text."""
        return _grouped((p.sentence, k) for k, p in enumerate(self.predicates))

    def filling(self, lemma: str, role: str) -> Iterator[IndexedArgument]:
        """Whatever fills a role of a predicate lemma anywhere in the text."""
        for place in self.by_lemma.get(lemma, ()):
            yield from (a for a in self.predicates[place].arguments if a.role == role)


def _grouped(pairs: Iterable[tuple[_Key, int]]) -> dict[_Key, tuple[int, ...]]:
    groups: dict[_Key, list[int]] = defaultdict(list)
    for key, place in pairs:
        if not groups[key] or groups[key][-1] != place:
            groups[key].append(place)
    return {key: tuple(places) for key, places in groups.items()}


def index_reference(text: Text | str, parser: "RuleParser | None" = None) -> QAIndex:
    """The QA index of a text; the latest few are remembered by parser and text."""
    from engines.parsing import load_parser

    parser = parser or load_parser()
    text = Text.of(text) if isinstance(text, str) else text
    key = (parser.identity, text.text)
    with _lock:
        if key in _remembered:
            _remembered.move_to_end(key)
            return _remembered[key]
    index = QAIndex(text, tuple(parser.indexed(text)))
    with _lock:
        _remembered[key] = index
        while len(_remembered) > _MOST_REMEMBERED:
            _remembered.popitem(last=False)
    return index
