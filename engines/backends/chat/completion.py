"""What a server sends back: one JSON object, or a stream of pieces, read with limits on size and length."""

import json
import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engines.core.plain.copying import safe_text

MOST_BYTES = 8 * 2**20
"""Largest answer read, whatever was asked for."""
_CHARACTERS_PER_TOKEN = 24
"""No token of an honest reply is longer on average."""
_THOUGHT = re.compile(r"\s*<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)\s*", re.S)


class Garbled(Exception):
    """What came is not what the protocol allows, or broke off; the message says in a few words how."""


class TooLarge(Exception):
    """More came than any honest answer holds."""


@dataclass
class Completion:
    """A reply as it was received.

    Attributes:
        text: what was written, without what the model thought aloud before it.
        finished: False where it was cut at the length allowed, by the server or by us.
        tokens_in, tokens_out: as the server counted; None if it did not say.
        alternatives: for each token its (token, log-probability) pairs, unchecked.
    """

    text: str = ""
    finished: bool = True
    tokens_in: int | None = None
    tokens_out: int | None = None
    alternatives: list[list[tuple[Any, Any]]] = field(default_factory=list)


async def read_object(chunks: AsyncIterator[bytes], limit: int = MOST_BYTES) -> Any:
    """A whole JSON body.

    Raises:
        TooLarge: it is larger than `limit` bytes.
        Garbled: it is not JSON.
    """
    data = b""
    async for chunk in chunks:
        data += chunk
        if len(data) > limit:
            raise TooLarge
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise Garbled("its answer is not valid JSON" if data.strip() else "its answer is empty") from None


async def read_stream(chunks: AsyncIterator[bytes], most_tokens: int) -> Completion:
    """A reply that comes in pieces (server-sent events); reading stops when more came than was asked for.

    Raises:
        Garbled: a piece is no JSON, tells of an error, or the stream ends before the reply does.
    """
    reply, pieces, ended = Completion(), 0, False
    async for line in _lines(chunks):
        if not line.startswith("data:"):
            continue
        data = line[5:].strip()
        if data == "[DONE]":
            ended = True
            break
        event = _event(data)
        pieces += _add(reply, event)
        reason = _finish_reason(event)
        if reason:
            ended = True
            reply.finished = reason != "length"
        if pieces > most_tokens + 1 or len(reply.text) > _CHARACTERS_PER_TOKEN * (most_tokens + 1):
            reply.finished, ended = False, True
            break
    if not ended:
        raise Garbled("its answer broke off")
    reply.text = spoken(reply.text)
    return reply


def read_completion(data: Any) -> Completion:
    """A reply that came as one object.

    Raises:
        Garbled: it has no message.
    """
    reply = Completion()
    message = _choice(data).get("message")
    if not isinstance(message, Mapping):
        raise Garbled(_error_in(data) or "its answer holds no message")
    reply.text = spoken(_content(message))
    reply.finished = _finish_reason(data) != "length"
    _count(reply, data)
    reply.alternatives = _alternatives(_choice(data).get("logprobs"))
    return reply


def spoken(text: str) -> str:
    """The text without a leading passage of thinking aloud, and safe for everything that handles text."""
    return safe_text(_THOUGHT.sub("", text, count=1) if _THOUGHT.match(text) else text).strip()


def error_message(data: Any) -> str:
    """What a server says went wrong, as it says it; "" where it says nothing."""
    if isinstance(data, Mapping):
        error = data.get("error", data.get("detail", data.get("message", "")))
        if isinstance(error, Mapping):
            error = error.get("message", error)
        return error if isinstance(error, str) else json.dumps(error, default=str)[:2000]
    return ""


async def _lines(chunks: AsyncIterator[bytes]) -> AsyncIterator[str]:
    """Lines of a stream.

    Raises:
        TooLarge: a line, or everything together, is larger than MOST_BYTES.
    """
    buffer, total = b"", 0
    async for chunk in chunks:
        total += len(chunk)
        buffer += chunk
        if total > MOST_BYTES:
            raise TooLarge
        *lines, buffer = buffer.split(b"\n")
        for line in lines:
            yield line.decode("utf-8", "replace").strip()
    if buffer.strip():
        yield buffer.decode("utf-8", "replace").strip()


def _event(data: str) -> Any:
    try:
        event = json.loads(data)
    except (ValueError, RecursionError):
        raise Garbled("a piece of its answer is not valid JSON") from None
    if isinstance(event, Mapping) and event.get("error"):
        raise Garbled(_error_in(event))
    return event


def _error_in(data: Any) -> str:
    told = error_message(data)
    return f"it says: {told}" if told else ""


def _add(reply: Completion, event: Any) -> int:
    """Take a piece in; 1 if it brought text."""
    _count(reply, event)
    delta = _choice(event).get("delta")
    if not isinstance(delta, Mapping):
        return 0
    text = _content(delta)
    reply.text += text
    return int(bool(text or delta.get("reasoning_content") or delta.get("reasoning")))


def _choice(data: Any) -> Mapping[str, Any]:
    choices = data.get("choices") if isinstance(data, Mapping) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    return first if isinstance(first, Mapping) else {}


def _finish_reason(data: Any) -> str:
    reason = _choice(data).get("finish_reason")
    return reason if isinstance(reason, str) else ""


def _content(message: Mapping[str, Any]) -> str:
    """The text of a message: a string, or the texts of a list of parts."""
    content = message.get("content")
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, Mapping))
    return content if isinstance(content, str) else ""


def _count(reply: Completion, data: Any) -> None:
    usage = data.get("usage") if isinstance(data, Mapping) else None
    if isinstance(usage, Mapping):
        numbers = [usage.get(name) for name in ("prompt_tokens", "completion_tokens")]
        reply.tokens_in, reply.tokens_out = (n if isinstance(n, int) and n >= 0 else None for n in numbers)


def _alternatives(logprobs: Any) -> list[list[tuple[Any, Any]]]:
    content = logprobs.get("content") if isinstance(logprobs, Mapping) else None
    found = []
    for place in content if isinstance(content, list) else []:
        if not isinstance(place, Mapping):
            return []
        top = place.get("top_logprobs")
        pairs = [(t.get("token"), t.get("logprob")) for t in top if isinstance(t, Mapping)] if isinstance(top, list) else []
        own = (place.get("token"), place.get("logprob"))
        found.append([own, *(pair for pair in pairs if pair[0] != own[0])])
    return found
