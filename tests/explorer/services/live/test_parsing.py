"""The parser that parses what is new: the same predicates as of the text as a whole."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.roles import ParsedPredicate
from engines.core.text import Text
from engines.models import registry
from engines.parsing.parser import Reading, RuleParser
from explorer.services.live.parsing import SentenceParser
from tests.explorer.services.live.test_checking import DRAFT, REFERENCE, TYPED

WORDS = ("She", "which", "seventeen", "never", "was", "Joren Pell", "Mirava", "the captain", ".", "\n\n", "- ", "**")


@pytest.fixture(scope="module")
def parser() -> RuleParser:
    return registry.get("parser", "rules")


def rounded(found: list[ParsedPredicate]) -> list[ParsedPredicate]:
    """Sentences scored together or apart differ in the seventh decimal."""
    return [replace(p, qas=tuple(replace(qa, score=round(qa.score, 4)) for qa in p.qas)) for p in found]


def test_every_text_is_parsed_as_a_whole_would_be(parser: RuleParser) -> None:
    own = SentenceParser(parser)
    for text in (DRAFT, *TYPED, REFERENCE, DRAFT):
        found = own.parse(Text.of(text))
        assert rounded(found) == rounded(parser.parse(Text.of(text)))
    assert found and own.parse(Text.of(DRAFT), ["verb"]) != found
    assert own.identity == parser.identity


@settings(max_examples=15, deadline=None)
@given(st.data())
def test_what_is_typed_anywhere_changes_what_it_should(parser: RuleParser, data: st.DataObject) -> None:
    own, words = SentenceParser(parser), REFERENCE.split(" ")
    own.parse(Text.of(REFERENCE))
    for _ in range(3):
        at = data.draw(st.integers(0, len(words) - 1))
        words[at : at + data.draw(st.integers(0, 3))] = data.draw(st.lists(st.sampled_from(WORDS), max_size=2))
        text = Text.of(" ".join(words))
        assert rounded(own.parse(text)) == rounded(parser.parse(text))


def test_a_sentence_is_parsed_again_when_it_or_the_one_before_has_changed(parser: RuleParser, parsed: list[list[str]]) -> None:
    own = SentenceParser(parser)
    text = "A storm came. The mast broke. The crew slept. The ferry sank."
    own.parse(Text.of(text))
    assert len(parsed) == 1 and len(parsed[0]) == 4
    own.parse(Text.of("Well. " + text.replace("mast", "bell")))
    assert parsed[1:] == [["Well.", "A storm came.", "The bell broke.", "The crew slept."]]


def test_a_sentence_is_parsed_again_when_the_text_tells_more_of_its_names(parser: RuleParser, parsed: list[list[str]]) -> None:
    own = SentenceParser(parser)
    text = "The roof gave way. It rained. Brannoch survived. He slept."
    own.parse(Text.of(text))
    longer = text + " The bells rang. The drummer Corin Brannoch sang."
    found = own.parse(Text.of(longer))
    assert parsed[1:] == [["Brannoch survived.", "He slept.", "The bells rang.", "The drummer Corin Brannoch sang."]]
    assert rounded(found) == rounded(parser.parse(Text.of(longer)))


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The sentences that were parsed together, call by call."""
    calls, predicates = list[list[str]](), Reading.predicates

    def listening(self: Reading, first: int, last: int, kinds: Iterable[str] | None = None) -> list[ParsedPredicate]:
        calls.append([self.text.sentence(i) for i in range(first, last)])
        return predicates(self, first, last, kinds)

    monkeypatch.setattr(Reading, "predicates", listening)
    return calls
