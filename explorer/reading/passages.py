"""Passages of a retrieval as one reference of numbered sources, and the question that they were retrieved for."""

import json
from collections.abc import Sequence
from typing import Any

from engines.core.errors import InputError
from engines.core.plain.sources import numbered_sources
from engines.core.text import whole_characters

LONGEST_QUESTION = 10_000
"""Longest question that is kept, in code points."""
TEXT_FIELDS = ("text", "passage", "content", "page_content", "body", "snippet", "contents")
"""What the text of a passage is called where a passage is an object."""


def reference_of(given: str | Sequence[str]) -> str:
    """A reference from a text, which stays as it is, or from passages (see `joined`).

    Raises:
        InputError: a passage is no text, or there is none.
    """
    if isinstance(given, str) or not isinstance(given, Sequence) or isinstance(given, bytes):
        return given  # whatever it is, it is checked as a reference
    wrong = next((number for number, passage in enumerate(given, 1) if not isinstance(passage, str)), None)
    if wrong is not None:
        raise InputError(f"Passage {wrong} is not a text. Give the passages as a list of texts.")
    return joined(given)


def joined(passages: Sequence[str]) -> str:
    """Passages as numbered sources, "[1] …", with an empty line between them; those that are numbered already, and a single one, as they
    are. Empty ones are left out: the others keep their numbers in order.

    Raises:
        InputError: there is none with words in it.
    """
    kept = [passage.strip() for passage in passages if passage.strip()]
    if not kept:
        raise InputError("There is no passage with words in it. Give at least one.")
    plain = "\n\n".join(kept)
    if len(kept) == 1 or len(numbered_sources(plain)) == len(kept):
        return plain
    return "\n\n".join(f"[{number}] {passage}" for number, passage in enumerate(kept, 1))


def passages_in(value: Any) -> list[str] | None:
    """The passages that a cell of a table holds: a list of texts or of objects with a text, perhaps written as JSON, or a mapping of
    names to such; None where it holds none."""
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return None
    if isinstance(value, dict):
        value = value.get("passages", list(value.values()))
    if not isinstance(value, list) or not value:
        return None
    texts = [_text(item) for item in value]
    return None if any(text is None for text in texts) else [text for text in texts if text]


def _text(passage: Any) -> str | None:
    if isinstance(passage, str):
        return passage
    if isinstance(passage, dict):
        words = next((passage[name] for name in TEXT_FIELDS if isinstance(passage.get(name), str)), None)
        title = passage.get("title")
        return f"{title}\n{words}" if words is not None and isinstance(title, str) and title.strip() else words
    return None


def asked_question(question: Any) -> str | None:
    """A question as it is kept; None where there is none.

    Raises:
        InputError: it is no text, or too long.
    """
    if question is None or (isinstance(question, str) and not question.strip()):
        return None
    if not isinstance(question, str):
        raise InputError("The question is not a text. Give it as one, or leave it out.")
    if len(question) > LONGEST_QUESTION:
        raise InputError(f"The question has {len(question):,} characters; at most {LONGEST_QUESTION:,} fit. Shorten it.")
    return whole_characters(question.strip())
