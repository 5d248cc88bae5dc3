"""Words that say the opposite of each other: WordNet's antonyms and a list of our own (both in `assets/verifier`)."""

import json
from collections.abc import Iterable
from functools import cache

from engines.core.machine.files import asset

SURE = ("verbs", "adjectives", "words")
"""The lists of `opposites.json` whose pairs are opposites wherever they stand."""
IN_PLACE = ("in the same place",)
"""The lists whose pairs are opposites only where one stands in the place of the other."""


def antonyms_of(lemma: str) -> frozenset[str]:
    """The lemmas that say the opposite of a word in some sense of it, whichever of the two was listed first."""
    return _all().get(lemma, frozenset())


def sure_antonyms_of(lemma: str) -> frozenset[str]:
    """The lemmas that say the opposite of a word wherever the two stand: our own list, without WordNet's, which hold for one sense."""
    return _sure().get(lemma, frozenset())


@cache
def _all() -> dict[str, frozenset[str]]:
    listed = asset("verifier", "antonyms.txt").read_text("utf-8").splitlines()
    return _both_ways([*(line.split() for line in listed), *_pairs(*SURE, *IN_PLACE)])


@cache
def _sure() -> dict[str, frozenset[str]]:
    return _both_ways(_pairs(*SURE))


def _pairs(*names: str) -> list[list[str]]:
    lists = json.loads(asset("verifier", "opposites.json").read_text("utf-8"))
    return [pair for name in names for pair in lists[name]]


def _both_ways(pairs: Iterable[list[str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for first, second in pairs:
        found.setdefault(first, set()).add(second)
        found.setdefault(second, set()).add(first)
    return {word: frozenset(others) for word, others in found.items()}
