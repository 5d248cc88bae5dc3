"""A chat model behind a server (`engines.core.roles.ChatModel`)."""

import hashlib
import json
import math
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engines.backends.chat.client import Client
from engines.backends.chat.completion import Completion
from engines.backends.chat.labels import UNREADABLE, from_text, from_tokens
from engines.backends.chat.requests import LABEL_TOKENS, Request
from engines.backends.chat.servers import Server, find_server
from engines.core.errors import InputError
from engines.core.roles import Choice, Message, Reply

BYTES_PER_TOKEN = 3.3
"""Bytes of English text to a token, on the careful side: tokenizers differ between about 3.6 and 4.8."""
TOKENS_AROUND = 8
"""What a chat template adds to a message, about."""
DEFAULT_CONTEXT = 4096
"""Tokens taken to fit where neither the settings nor the server say: what Ollama loads a model with."""
_REMEMBERED = 4096
_WORD_TOKENS = 24
_THINKING_TOKENS = 2048


class ChatServer:
    """A model of a server; safe with several threads. Answers are remembered while it lives, so that a run that failed goes on."""

    def __init__(self, server: Server, model: str) -> None:
        self.server = server
        self.name = model
        self.identity = f"chat:{model}@{server.place}"
        self.hard = False
        """Whether the server gave no token probabilities when it was asked for choices."""
        self._client = Client(server, model)
        self._known: OrderedDict[str, Completion] = OrderedDict()
        self._context = server.context
        self._lock = threading.Lock()
        self._named: tuple[str, str] | None = None

    @classmethod
    def load(cls, source: str, server: str = "") -> "ChatServer":
        """The model `source` of the server of that name or address; nothing is asked of the server yet.

        Raises:
            InputError: there is no such server, or no model is named and the server has none set.
        """
        found = find_server(server)
        if not (source or found.model):
            raise InputError(f"Say which model to use: chat:MODEL@{found.name}, or set model for it in servers.toml.")
        model = cls(found, source or found.model)
        model._named = (source, server)
        return model

    def outdated(self) -> bool:
        """Whether the settings of its server have changed since it was loaded by name."""
        if self._named is None:
            return False
        source, server = self._named
        found = find_server(server)
        return found != self.server or (source or found.model) != self.name

    @property
    def sends_to(self) -> str:
        """The host that texts are sent to; "" where they stay on this machine."""
        return "" if self.server.is_loopback else self.server.place

    @property
    def context(self) -> int:
        """Tokens that fit: as set, else as the server says, else DEFAULT_CONTEXT."""
        if not self._context:
            from engines.backends.chat.listing import context_of

            self._context = context_of(self.server, self.name) or DEFAULT_CONTEXT
        return self._context

    def count(self, text: str) -> int:
        """Tokens of `text`, estimated."""
        return math.ceil(len(text.encode("utf-8", "replace")) / BYTES_PER_TOKEN)

    def replies(
        self, conversations: Sequence[Sequence[Message]], *, most_tokens: int, schema: Mapping[str, Any] | None = None
    ) -> Iterator[tuple[int, Reply]]:
        """See `engines.core.roles.ChatModel.replies`."""
        requests = [Request(tuple(c), most_tokens, schema) for c in conversations]
        for index, answer in self._ask(requests):
            yield index, self._reply(requests[index], answer)

    def choices(self, conversations: Sequence[Sequence[Message]], labels: tuple[str, str] = ("Yes", "No")) -> list[Choice]:
        """See `engines.core.roles.ChatModel.choices`; `hard` where the server gives no usable token probabilities.

        A reply that does not begin with a label is asked for once more, with room for thinking; if that names none
        either, the choice is UNREADABLE.
        """
        requests = [Request(tuple(c), LABEL_TOKENS, labels=True) for c in conversations]
        found: list[Choice] = [UNREADABLE] * len(requests)
        again = []
        for index, answer in self._ask(requests):
            choice = from_tokens(answer.alternatives, labels)
            if choice is None:
                self.hard = True
                choice = from_text(answer.text, labels)
                if choice is UNREADABLE:
                    again.append(index)
            found[index] = choice
        for index, choice in self._written(requests, again, labels):
            found[index] = choice
        return found

    def close(self) -> None:
        """Forget what was remembered; no connection is kept open between questions."""
        with self._lock:
            self._known.clear()

    def _written(self, requests: Sequence[Request], wanted: Sequence[int], labels: tuple[str, str]) -> Iterator[tuple[int, Choice]]:
        """Choices read off longer replies: a sentence first; if that is all thinking, with room to think to the end."""
        for room in (_WORD_TOKENS, _THINKING_TOKENS):
            longer = [Request(requests[i].messages, room) for i in wanted]
            left = []
            for k, answer in self._ask(longer):
                choice = from_text(answer.text, labels)
                if choice is UNREADABLE and not answer.finished and not answer.text:
                    left.append(wanted[k])
                else:
                    yield wanted[k], choice
            wanted = left

    def _ask(self, requests: Sequence[Request]) -> Iterator[tuple[int, Completion]]:
        """Answers as they come, those that are remembered first; the same question is asked once."""
        places: dict[str, list[int]] = {}
        for index, request in enumerate(requests):
            places.setdefault(_digest(request), []).append(index)
        wanted = []
        for digest, indices in places.items():
            known = self._recall(digest)
            if known is None:
                wanted.append(digest)
            else:
                yield from ((i, known) for i in indices)
        for k, answer in self._client.ask([requests[places[digest][0]] for digest in wanted]):
            self._remember(wanted[k], answer)
            yield from ((i, answer) for i in places[wanted[k]])

    def _recall(self, digest: str) -> Completion | None:
        with self._lock:
            return self._known.get(digest)

    def _remember(self, digest: str, answer: Completion) -> None:
        with self._lock:
            self._known[digest] = replace(answer)
            while len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)

    def _reply(self, request: Request, answer: Completion) -> Reply:
        read = answer.tokens_in
        if read is None:
            read = sum(self.count(m.content) + TOKENS_AROUND for m in request.messages)
        written = answer.tokens_out if answer.tokens_out is not None else self.count(answer.text)
        return Reply(answer.text, answer.finished, read, written)


def _digest(request: Request) -> str:
    parts = [[m.role, m.content] for m in request.messages], request.most_tokens, request.schema, request.labels
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode("ascii")).hexdigest()
