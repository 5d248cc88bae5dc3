"""The commonest words of English, which say little of what a text is about."""

import json
from functools import cache

from engines.core.machine.files import asset


@cache
def function_words() -> frozenset[str]:
    """English function words in small letters (`assets/text/function_words.json`)."""
    return frozenset(json.loads(asset("text", "function_words.json").read_text("utf-8"))["english"])
