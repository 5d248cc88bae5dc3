"""The word lists that rules and parsed sentences share (assets/verifier/word_lists.json, with where each comes from)."""

import json
from functools import cache

from engines.core.machine.files import asset

FILE = "word_lists.json"


@cache
def word_list(name: str) -> frozenset[str]:
    """One of the lists.

    Raises:
        KeyError: there is no list of this name.
    """
    return frozenset(_lists()[name]["words"].split())


@cache
def _lists() -> dict[str, dict[str, str]]:
    loaded: dict[str, dict[str, str]] = json.loads(asset("verifier", FILE).read_text("utf-8"))
    return loaded
