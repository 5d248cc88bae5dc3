"""A language model behind the cache: nothing is asked twice, and what was finished before a failure stays known."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from engines.core.errors import ModelError
from engines.core.roles import Choice, Message, Reply
from explorer.caches.chat import CachedChat
from sessions.cache import Cache


class Scripted:
    """A chat model that answers with the length of the question, and fails where it is told to."""

    name, identity, context = "scripted", "scripted@1", 100
    outlook = "sunny"

    def __init__(self, fails_at: str = "") -> None:
        self.asked: list[str] = []
        self.fails_at = fails_at

    def count(self, text: str) -> int:
        return len(text)

    def replies(
        self, conversations: Sequence[Sequence[Message]], *, most_tokens: int, schema: Mapping[str, Any] | None = None
    ) -> Iterator[tuple[int, Reply]]:
        for i in reversed(range(len(conversations))):
            self._note(conversations[i])
            yield i, Reply(f"{len(conversations[i][0].content)}", True, 1, 1)

    def choices(self, conversations: Sequence[Sequence[Message]], labels: tuple[str, str] = ("Yes", "No")) -> list[Choice]:
        for conversation in conversations:
            self._note(conversation)
        return [Choice(1 / (1 + len(c[0].content)), False) for c in conversations]

    def close(self) -> None: ...

    def _note(self, conversation: Sequence[Message]) -> None:
        if conversation[0].content == self.fails_at:
            raise ModelError("The server has gone away.")
        self.asked.append(conversation[0].content)


def talks(*texts: str) -> list[list[Message]]:
    return [[Message("user", text)] for text in texts]


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Cache]:
    with Cache(tmp_path) as opened:
        yield opened


def test_replies_and_choices_are_asked_for_once(cache: Cache) -> None:
    model = Scripted()
    chat = CachedChat(model, cache)
    first = dict(chat.replies(talks("a", "bb", "ccc"), most_tokens=5))
    assert {i: reply.text for i, reply in first.items()} == {0: "1", 1: "2", 2: "3"}
    assert dict(chat.replies(talks("bb", "dddd"), most_tokens=5))[0].text == "2"
    assert model.asked == ["ccc", "bb", "a", "dddd"]
    assert chat.choices(talks("a", "bb")) == CachedChat(Scripted("a"), cache).choices(talks("a", "bb"))
    assert [c.probability for c in chat.choices(talks("bb", "x"))] == [1 / 3, 1 / 2]


def test_another_question_is_not_the_same(cache: Cache) -> None:
    model = Scripted()
    chat = CachedChat(model, cache)
    for most, schema in ((5, None), (6, None), (5, {"type": "object"})):
        list(chat.replies(talks("a"), most_tokens=most, schema=schema))
    chat.choices(talks("a"))
    chat.choices(talks("a"), ("1", "0"))
    assert model.asked == ["a"] * 5


def test_what_was_finished_before_a_failure_stays_known(cache: Cache) -> None:
    with pytest.raises(ModelError):
        list(CachedChat(Scripted("a"), cache).replies(talks("a", "bb", "ccc"), most_tokens=5))
    again = Scripted()
    assert len(list(CachedChat(again, cache).replies(talks("a", "bb", "ccc"), most_tokens=5))) == 3
    assert again.asked == ["a"]
    many = [str(i) for i in range(40)]
    with pytest.raises(ModelError):
        CachedChat(Scripted("35"), cache).choices(talks(*many))
    last = Scripted()
    CachedChat(last, cache).choices(talks(*many))
    assert last.asked == many[32:]


def test_what_a_model_has_beyond_its_role_is_still_there(cache: Cache) -> None:
    assert CachedChat(Scripted(), cache).outlook == "sunny"
    with pytest.raises(AttributeError):
        _ = CachedChat(Scripted(), cache).nothing
