"""Parsers, readers and writers that remember: asking the same of the same text never runs a model twice."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

from engines.core.results import Predicate, Span
from engines.core.roles import QA, Answer, LSSWriter, ParsedPredicate, Parser, QuestionWriter, Reader
from engines.core.text import Text
from explorer.caches.verifier import ValueCache

T = TypeVar("T")


class CachedParser:
    """A parser that asks `cache` first (`engines.core.roles.Parser`)."""

    def __init__(self, parser: Parser, cache: ValueCache) -> None:
        self.name, self.identity = parser.name, parser.identity
        self._parser, self._cache = parser, cache

    def parse(self, text: Text, kinds: Iterable[str] | None = None) -> list[ParsedPredicate]:
        """See `engines.core.roles.Parser.parse`."""
        wanted = None if kinds is None else list(kinds)
        key = ["parse", self.identity, text.key, [list(s) for s in text.sentences], wanted]
        return _through(
            self._cache,
            [key],
            lambda missing: [self._parser.parse(text, wanted)],
            lambda found: [asdict(p) for p in found],
            lambda value: [_predicate(item) for item in value],
        )[0]


class CachedReader:
    """A reader that asks `cache` first (`engines.core.roles.Reader`)."""

    def __init__(self, reader: Reader, cache: ValueCache) -> None:
        self.name, self.identity = reader.name, reader.identity
        self._reader, self._cache = reader, cache

    def answers(self, text: Text, questions: Sequence[str]) -> list[Answer | None]:
        """See `engines.core.roles.Reader.answers`."""
        return _through(
            self._cache,
            [["read", self.identity, text.key, question] for question in questions],
            lambda missing: self._reader.answers(text, [questions[i] for i in missing]),
            lambda answer: {"answer": asdict(answer) if answer else None},
            lambda value: _answer(value["answer"]),
        )


class CachedQuestionWriter:
    """A question writer that asks `cache` first (`engines.core.roles.QuestionWriter`)."""

    def __init__(self, writer: QuestionWriter, cache: ValueCache) -> None:
        self.name, self.identity = writer.name, writer.identity
        self._writer, self._cache = writer, cache

    def write(self, text: Text, answers: Sequence[Span]) -> list[tuple[str, ...]]:
        """See `engines.core.roles.QuestionWriter.write`."""
        return _through(
            self._cache,
            [["ask", self.identity, text.key, answer.start, answer.end] for answer in answers],
            lambda missing: self._writer.write(text, [answers[i] for i in missing]),
            list,
            lambda value: tuple(str(question) for question in value),
        )


class CachedLSSWriter:
    """An LSS writer that asks `cache` first (`engines.core.roles.LSSWriter`)."""

    def __init__(self, writer: LSSWriter, cache: ValueCache) -> None:
        self.name, self.identity = writer.name, writer.identity
        self._writer, self._cache = writer, cache

    def write(self, reference: Text, claims: Sequence[str]) -> list[str]:
        """See `engines.core.roles.LSSWriter.write`."""
        return _through(
            self._cache,
            [["lss", self.identity, reference.key, claim] for claim in claims],
            lambda missing: self._writer.write(reference, [claims[i] for i in missing]),
            lambda text: {"text": text},
            lambda value: str(value["text"]),
        )


ROLES: Mapping[str, Callable[[Any, ValueCache], Any]] = {
    "parser": CachedParser,
    "reader": CachedReader,
    "question_writer": CachedQuestionWriter,
    "lss_writer": CachedLSSWriter,
}
"""What remembers in which role; verifiers and language models have modules of their own."""


def _through(
    cache: ValueCache,
    keys: Sequence[Any],
    ask: Callable[[list[int]], Sequence[T]],
    write: Callable[[T], Any],
    read: Callable[[Any], T],
) -> list[T]:
    """The answers to `keys`: those that the cache has and that can be read, and for the indices of the others what `ask` gives."""
    found: dict[int, T] = {}
    for i, value in enumerate(cache.get_many(keys)):
        try:
            if value is not None:
                found[i] = read(value)
        except (KeyError, TypeError, ValueError):
            continue
    missing = [i for i in range(len(keys)) if i not in found]
    if missing:
        fresh = dict(zip(missing, ask(missing), strict=True))
        cache.set_many([(keys[i], write(answer)) for i, answer in fresh.items()])
        found |= fresh
    return [found[i] for i in range(len(keys))]


def _predicate(item: Mapping[str, Any]) -> ParsedPredicate:
    qas = tuple(QA(**{**qa, "answer": Span(**qa["answer"])}) for qa in item["qas"])
    return ParsedPredicate(**{**item, "predicate": Predicate(**item["predicate"]), "qas": qas})


def _answer(item: Mapping[str, Any] | None) -> Answer | None:
    return None if item is None else Answer(Span(**item["span"]), int(item["sentence"]), float(item["score"]))
