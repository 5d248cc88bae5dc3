"""Which of two labels a reply begins with: from the probabilities of its tokens, or from the word that was written."""

import json
import math
import re
from collections.abc import Sequence
from typing import Any

from engines.core.roles import Choice

UNREADABLE = Choice(None, True)
"""A reply that names neither label, or both: no answer."""
LEAST = 0.001
"""A reply that begins with either label less often than that answers something else; how the labels share so little means nothing."""
_MARKS = " \t\r\n\"'`*_.,:;!?()[]{}<>-–—▁Ġ"
_SLACK = 1e-3
"""How far above 0 a log-probability may be through rounding."""


def from_tokens(alternatives: Sequence[Sequence[tuple[Any, Any]]], labels: tuple[str, str]) -> Choice | None:
    """P(first label) against P(second) at the first token that is a word, over all spellings with other cases and spaces.

    A label that is not among the alternatives is taken to be as likely as the least likely of them, or what is left over,
    whichever is less. None where the probabilities are missing, wrong, or next to nothing for both labels.
    """
    for place in alternatives:
        if not place or not _is_word(place[0][0]):
            continue
        mass = [0.0, 0.0]
        total, least = 0.0, 1.0
        for token, logprob in place:
            if not isinstance(token, str) or isinstance(logprob, bool) or not isinstance(logprob, (int, float)):
                return None
            if math.isnan(logprob) or logprob > _SLACK:
                return None
            probability = min(1.0, math.exp(logprob))
            total, least = total + probability, min(least, probability)
            for k, label in enumerate(labels):
                mass[k] += probability * (token.strip(_MARKS).casefold() == label.casefold())
        if total > 1 + 50 * _SLACK or sum(mass) < LEAST:
            return None
        unseen = max(0.0, min(least, 1 - total))
        yes, no = (m or unseen for m in mass)
        return Choice(yes / (yes + no), False) if yes + no else None
    return None


def from_text(text: str, labels: tuple[str, str]) -> Choice:
    """The label that a reply begins with, or the only one that it names."""
    wanted = [label.casefold() for label in labels]
    told = _from_json(text)
    words = re.findall(r"[^\W_]+", (told if told is not None else text).casefold())
    if words and words[0] in wanted:
        return Choice(float(words[0] == wanted[0]), True)
    named = {word for word in words if word in wanted}
    return Choice(float(named == {wanted[0]}), True) if len(named) == 1 else UNREADABLE


def _is_word(token: Any) -> bool:
    return not isinstance(token, str) or bool(token.strip(_MARKS))


def _from_json(text: str) -> str | None:
    """The value of a reply such as {"answer": "Yes"}."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return None
    values = list(data.values()) if isinstance(data, dict) else [data]
    value = values[0] if len(values) == 1 else None
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else None
