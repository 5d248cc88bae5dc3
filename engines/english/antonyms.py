"""Words that say the opposite of each other: WordNet's antonyms and a list of our own (both in `assets/verifier`)."""

import json
from functools import cache

from engines.core.machine.files import asset

PAIRS = ("verbs", "adjectives", "words", "in the same place")
"""The lists of `opposites.json` that hold pairs of words."""


@cache
def _antonyms() -> dict[str, frozenset[str]]:
    lists = json.loads(asset("verifier", "opposites.json").read_text("utf-8"))
    pairs = [tuple(line.split()) for line in asset("verifier", "antonyms.txt").read_text("utf-8").splitlines()]
    pairs += [tuple(pair) for name in PAIRS for pair in lists.get(name, ())]
    found: dict[str, set[str]] = {}
    for first, second in pairs:
        found.setdefault(first, set()).add(second)
        found.setdefault(second, set()).add(first)
    return {word: frozenset(others) for word, others in found.items()}


def antonyms_of(lemma: str) -> frozenset[str]:
    """The lemmas that say the opposite of a word in some sense of it, whichever of the two was listed first."""
    return _antonyms().get(lemma, frozenset())
