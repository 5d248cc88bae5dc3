"""A chat model that answers by a function of the conversation, and remembers what it was asked."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from engines.core.roles import Choice, Message, Reply


class Scripted:
    """Answers without a model; a token is a word."""

    name = "scripted"
    identity = "chat:scripted@here"

    def __init__(self, answer: Callable[[str], str | float], context: int = 4000) -> None:
        self.answer, self.context = answer, context
        self.asked: list[str] = []

    def count(self, text: str) -> int:
        return len(text.split())

    def replies(
        self, conversations: Sequence[Sequence[Message]], *, most_tokens: int, schema: Mapping[str, Any] | None = None
    ) -> Iterator[tuple[int, Reply]]:
        for index, conversation in reversed(list(enumerate(conversations))):
            assert sum(self.count(m.content) for m in conversation) <= self.context
            self.asked.append(conversation[-1].content)
            text = str(self.answer(conversation[-1].content))
            words = text.split(" ")
            yield index, Reply(" ".join(words[:most_tokens]), len(words) <= most_tokens, 1, 1)

    def choices(self, conversations: Sequence[Sequence[Message]], labels: tuple[str, str] = ("Yes", "No")) -> list[Choice]:
        found = []
        for conversation in conversations:
            assert sum(self.count(m.content) for m in conversation) <= self.context
            self.asked.append(conversation[-1].content)
            value = self.answer(conversation[-1].content)
            found.append(Choice(value, False) if isinstance(value, float) else Choice({"Yes": 1.0, "No": 0.0}.get(value), True))
        return found

    def close(self) -> None:
        pass
