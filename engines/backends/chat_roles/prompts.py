"""Prompts: readable files with a name and a version, filled with text that cannot break out of its place."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from engines.core.errors import InputError
from engines.core.machine import personal
from engines.core.machine.files import asset, small_file
from engines.core.roles import Message

PLACEHOLDERS: Mapping[str, frozenset[str]] = {
    "verifier": frozenset({"reference", "statement"}),
    "acu_writer": frozenset({"passage", "sentence"}),
    "lss_writer": frozenset({"reference", "claim"}),
    "reviser": frozenset({"reference", "output", "comment"}),
    "question_writer": frozenset({"passage", "answer"}),
}
"""Every prompt with what is filled in."""

Role = Literal["system", "user", "assistant"]
_FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.S)
_HEADING = re.compile(r"^## +(system|user|assistant) *$", re.M)
_BRACES = re.compile(r"\{\{ *([a-z_]+) *\}\}")
_MARK = re.compile(r"<(?=[\w/|!?｜_])")
_BRACKET = re.compile(r"\[(?=/?(?:INST|SYS|AVAILABLE_TOOLS|TOOL|IMG|SYSTEM_PROMPT|PREFIX|SUFFIX)\w*\])", re.I)


@dataclass(frozen=True)
class Prompt:
    """A prompt as read from its file; `digest` is of the whole file."""

    name: str
    version: str
    digest: str
    messages: tuple[Message, ...]

    @property
    def identity(self) -> str:
        """What is recorded with an analysis, and part of every cache key."""
        return f"{self.name}/{self.version}#{self.digest}"

    def filled(self, values: Mapping[str, str]) -> list[Message]:
        """The conversation with the values in their places; each is quoted once, whatever braces or tags stand in it."""
        quoted = {name: quote(value) for name, value in values.items()}
        *before, last = self.messages
        return [*before, Message(last.role, _BRACES.sub(lambda match: quoted[match.group(1)], last.content))]


def quote(text: str) -> str:
    """`text` of the same length in which nothing can be read as a tag or as a mark of a chat template."""
    return _BRACKET.sub("［", _MARK.sub("‹", text))


def prompt(name: str) -> Prompt:
    """The prompt of that name: the person's own where there is one, else the bundled one.

    Raises:
        InputError: the person's own cannot be used; the message says why.
    """
    own = personal.folder() / "prompts" / f"{name}.md"
    path = own if own.is_file() else asset("prompts", f"{name}.md")
    return read_prompt(name, path)


def read_prompt(name: str, path: Path) -> Prompt:
    """A prompt from a file.

    Raises:
        InputError: it is not written as a prompt is (see assets/prompts/CARD.md).
    """
    try:
        text = small_file(path).decode("utf-8").replace("\r\n", "\n")
    except (OSError, UnicodeDecodeError) as problem:
        raise InputError(f"The prompt {path} cannot be read: {problem}") from None
    front = _FRONT.match(text)
    fields = dict(re.findall(r"^(\w+) *: *(.+?) *$", front.group(1), re.M)) if front else {}
    if front is None or not fields.get("version") or fields.get("name") != name:
        raise InputError(f"The prompt {path} must begin with ---, name: {name}, version: and ---, each on a line of its own.")
    messages = _messages(text[front.end() :], path)
    _check_placeholders(name, messages, path)
    return Prompt(name, fields["version"], hashlib.sha256(text.encode()).hexdigest()[:12], messages)


def _messages(text: str, path: Path) -> tuple[Message, ...]:
    _, *parts = _HEADING.split(text)
    roles, contents = parts[::2], [part.strip() for part in parts[1::2]]
    talk = roles[1:] if roles[:1] == ["system"] else roles
    wanted = ["user" if i % 2 == 0 else "assistant" for i in range(len(talk))]
    if not talk or talk != wanted or talk[-1] != "user" or not all(contents):
        raise InputError(
            f"The prompt {path} needs messages under ## system, ## user and ## assistant, the user's and the assistant's in turn, "
            "none empty, and one of the user last."
        )
    return tuple(Message(cast(Role, role), content) for role, content in zip(roles, contents, strict=True))


def _check_placeholders(name: str, messages: tuple[Message, ...], path: Path) -> None:
    found = set(_BRACES.findall(messages[-1].content))
    wanted = PLACEHOLDERS[name]
    missing, unknown = sorted(wanted - found), sorted(found - wanted)
    elsewhere = sorted({b for message in messages[:-1] for b in _BRACES.findall(message.content)} & wanted)
    if missing:
        raise InputError(f"The prompt {path} does not use {', '.join('{{' + m + '}}' for m in missing)} in its last message.")
    if unknown:
        known = ", ".join("{{" + w + "}}" for w in sorted(wanted))
        raise InputError(f"The prompt {path} uses {', '.join('{{' + u + '}}' for u in unknown)}, which is not known. Known: {known}.")
    if elsewhere:
        raise InputError(f"The prompt {path} may use {'{{' + elsewhere[0] + '}}'} in its last message only; the others are examples.")
