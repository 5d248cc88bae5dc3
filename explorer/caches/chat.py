"""A language model that remembers: every reply is kept as soon as it is finished, so that a run that fails goes on from there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from engines.core.roles import ChatModel, Choice, Message, Reply
from explorer.caches.verifier import ValueCache

AT_ONCE = 16
"""Choices asked for before their answers are kept."""


class CachedChat:
    """A chat model that asks `cache` first; it satisfies `engines.core.roles.ChatModel` itself.

    The key is the model's identity, the exact messages and what was asked of the reply, its length included.
    """

    def __init__(self, model: ChatModel, cache: ValueCache) -> None:
        self.name = model.name
        self.identity = model.identity
        self.context = model.context
        self._model = model
        self._cache = cache

    def __getattr__(self, name: str) -> Any:
        """What a model has beyond its role (where its texts go, say)."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._model, name)

    def count(self, text: str) -> int:
        """See `engines.core.roles.ChatModel.count`."""
        return self._model.count(text)

    def replies(
        self, conversations: Sequence[Sequence[Message]], *, most_tokens: int, schema: Mapping[str, Any] | None = None
    ) -> Iterator[tuple[int, Reply]]:
        """See `engines.core.roles.ChatModel.replies`; what is known comes first."""
        keys = [["reply", self.identity, _plain(c), most_tokens, dict(schema) if schema else None] for c in conversations]
        missing = []
        for i, value in enumerate(self._cache.get_many(keys)):
            reply = _reply(value)
            if reply is None:
                missing.append(i)
            else:
                yield i, reply
        if missing:
            fresh = self._model.replies([conversations[i] for i in missing], most_tokens=most_tokens, schema=schema)
            for place, reply in fresh:
                self._cache.set_many([(keys[missing[place]], asdict(reply))])
                yield missing[place], reply

    def choices(self, conversations: Sequence[Sequence[Message]], labels: tuple[str, str] = ("Yes", "No")) -> list[Choice]:
        """See `engines.core.roles.ChatModel.choices`."""
        keys = [["choice", self.identity, _plain(c), list(labels)] for c in conversations]
        found = [_choice(value) for value in self._cache.get_many(keys)]
        missing = [i for i, choice in enumerate(found) if choice is None]
        for first in range(0, len(missing), AT_ONCE):
            part = missing[first : first + AT_ONCE]
            fresh = self._model.choices([conversations[i] for i in part], labels)
            self._cache.set_many([(keys[i], asdict(choice)) for i, choice in zip(part, fresh, strict=True)])
            for i, choice in zip(part, fresh, strict=True):
                found[i] = choice
        return [choice for choice in found if choice is not None]

    def close(self) -> None:
        """The model stays with whoever loaded it."""


def _plain(conversation: Sequence[Message]) -> list[list[str]]:
    return [[m.role, m.content] for m in conversation]


def _reply(value: Any) -> Reply | None:
    try:
        return Reply(str(value["text"]), bool(value["finished"]), int(value["tokens_in"]), int(value["tokens_out"]))
    except (KeyError, TypeError, ValueError):
        return None


def _choice(value: Any) -> Choice | None:
    try:
        return Choice(float(value["probability"]), bool(value["hard"]))
    except (KeyError, TypeError, ValueError):
        return None
