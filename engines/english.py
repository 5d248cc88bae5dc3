"""Whether a text is likely to be English, by its commonest words."""

import json
import re
from functools import cache

from engines.files import asset

_WORD = re.compile(r"[^\W\d_]+")


@cache
def _function_words() -> frozenset[str]:
    return frozenset(json.loads(asset("text", "function_words.json").read_text("utf-8")))


def looks_english(text: str, sample: int = 4000) -> bool:
    """Whether the first `sample` words hold enough English function words; a text under 8 words counts as English unless its script differs.

    Running English has about 40 in a hundred, headlines and lists 10 or more, other languages under 5.
    """
    words = [w.lower() for w in _WORD.findall(text[: sample * 8])][:sample]
    if not words:
        return True
    latin = sum(w.isascii() for w in words) / len(words)
    if len(words) < 8:
        return latin >= 0.5
    common = sum(w in _function_words() for w in words) / len(words)
    return latin >= 0.5 and common >= 0.06
