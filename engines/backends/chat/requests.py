"""What is asked of a server, and what is left out when it does not know a field.

Servers differ in what they take beyond model and messages. A request begins with everything useful; a field that a server
refuses is left out from then on, so that each server is asked in the best way that it understands.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engines.core.roles import Message

MOST_ALTERNATIVES = 20
"""Alternative tokens asked for with each token: the most that OpenAI gives."""
_FEWER_ALTERNATIVES = 5
LABEL_TOKENS = 4
"""Tokens asked for where the first word counts: it may follow white space or a mark."""


@dataclass(frozen=True)
class Features:
    """What a server is taken to understand.

    Attributes:
        schema: how a reply is held to a JSON schema: "schema", "object" (any JSON object) or "".
        logprobs: alternatives asked for with each token, 0 for no token probabilities at all.
        stream: replies come token by token; `usage` with a count of tokens at the end.
        temperature: it can be set (to 0).
        limit: the field that limits the length.
        system: a message of the role "system" is allowed.
    """

    schema: str = "schema"
    logprobs: int = MOST_ALTERNATIVES
    stream: bool = True
    usage: bool = True
    temperature: bool = True
    limit: str = "max_tokens"
    system: bool = True


@dataclass(frozen=True)
class Request:
    """One conversation to be continued: a reply of at most `most_tokens` tokens, or with `labels` its first word and probabilities."""

    messages: Sequence[Message]
    most_tokens: int
    schema: Mapping[str, Any] | None = None
    labels: bool = False

    def body(self, model: str, features: Features) -> dict[str, Any]:
        """The fields to send."""
        body: dict[str, Any] = {"model": model, "messages": _messages(self.messages, features.system), features.limit: self.most_tokens}
        if features.temperature:
            body["temperature"] = 0
        if self.labels:
            if features.logprobs:
                body |= {"logprobs": True, "top_logprobs": features.logprobs}
            return body
        if self.schema is not None and features.schema == "schema":
            body["response_format"] = {"type": "json_schema", "json_schema": {"name": "reply", "strict": True, "schema": dict(self.schema)}}
        elif self.schema is not None and features.schema == "object":
            body["response_format"] = {"type": "json_object"}
        if features.stream:
            body["stream"] = True
            if features.usage:
                body["stream_options"] = {"include_usage": True}
        return body


def _messages(messages: Sequence[Message], system: bool) -> list[dict[str, str]]:
    """The messages as they are sent; where no system message is allowed, it opens the first message of the user."""
    rows = [{"role": m.role, "content": m.content} for m in messages]
    if not system and len(rows) > 1 and rows[0]["role"] == "system":
        first, second, *rest = rows
        rows = [{"role": "user", "content": f"{first['content']}\n\n{second['content']}"}, *rest]
    return rows


_NAMED = (
    ("limit", re.compile(r"max_completion_tokens|max_tokens")),
    ("logprobs", re.compile(r"logprob", re.I)),
    ("schema", re.compile(r"response_format|json_?schema|json_object|grammar|guided|structured", re.I)),
    ("usage", re.compile(r"stream_options|include_usage")),
    ("temperature", re.compile(r"temperature", re.I)),
    ("system", re.compile(r"system (?:role|message)|role.{0,20}system|roles? must alternate", re.I)),
    ("stream", re.compile(r"\bstream", re.I)),
)
_ORDER = ("schema", "logprobs", "usage", "temperature")
"""What is left out, one after the other, when a server does not say what it minds."""


def simpler(features: Features, body: Mapping[str, Any], complaint: str) -> Features | None:
    """The features without the one that a server's refusal of `body` is about; None when nothing is left to leave out."""
    for name, pattern in _NAMED:
        if pattern.search(complaint) and (less := _without(features, body, name)) is not None:
            return less
    return next((less for name in _ORDER if (less := _without(features, body, name)) is not None), None)


def _without(features: Features, body: Mapping[str, Any], name: str) -> Features | None:
    if name == "limit":
        return replace(features, limit="max_completion_tokens") if features.limit == "max_tokens" else None
    if name == "logprobs" and "logprobs" in body:
        return replace(features, logprobs=_FEWER_ALTERNATIVES if features.logprobs > _FEWER_ALTERNATIVES else 0)
    if name == "schema" and "response_format" in body:
        return replace(features, schema="object" if features.schema == "schema" else "")
    if name == "usage" and "stream_options" in body:
        return replace(features, usage=False)
    if name == "temperature" and "temperature" in body:
        return replace(features, temperature=False)
    if name == "system" and features.system and any(m["role"] == "system" for m in body["messages"]):
        return replace(features, system=False)
    if name == "stream" and "stream" in body:
        return replace(features, stream=False)
    return None
