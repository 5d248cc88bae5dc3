"""Whether a text is likely to be English, by its commonest words."""

import json
import re
from functools import cache

from engines.core.machine.files import asset

_WORD = re.compile(r"[^\W\d_]+")


@cache
def function_words() -> frozenset[str]:
    """The commonest words of English in small letters, which say little of what a text is about."""
    return frozenset(json.loads(asset("text", "function_words.json").read_text("utf-8"))["english"])


@cache
def _of_other_languages() -> frozenset[str]:
    return frozenset(json.loads(asset("text", "function_words.json").read_text("utf-8"))["other_languages"])


def looks_english(text: str, sample: int = 4000) -> bool:
    """Whether the first `sample` words look English: Latin script, and English function words.

    Running English has about 40 function words in a hundred, headlines and lists 6 or more, other languages under 5.
    Under 25 words their absence says little, so a short text counts as English unless another language's stand in it.
    """
    words = [w.lower() for w in _WORD.findall(text[: sample * 8])][:sample]
    if not words:
        return True
    english, others = function_words(), _of_other_languages()
    if sum(w.isascii() for w in words) < len(words) / 2:
        return False
    if sum(w in english for w in words) >= 0.06 * len(words):
        return True
    foreign = sum(w in others for w in words) / len(words)
    return len(words) < 25 and foreign < 0.15


def language_warnings(reference: str, output: str) -> tuple[str, ...]:
    """What a person is told where a text of a pair does not look English; nothing where both do."""
    doubtful = [name for name, text in (("reference", reference), ("output", output)) if not looks_english(text)]
    if not doubtful:
        return ()
    subject = " and the ".join(doubtful)
    return (f"The {subject} may not be in English. The bundled models read English only: do not rely on these verdicts.",)
