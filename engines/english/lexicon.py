"""Word lists of the parser, kept as readable files in `assets/parser`."""

import json
from functools import cache

from engines.core.machine.files import asset


@cache
def _lists() -> dict[str, frozenset[str]]:
    lists = json.loads(asset("parser", "words.json").read_text(encoding="utf-8"))
    wording = json.loads(asset("parser", "wording.json").read_text(encoding="utf-8"))
    lists |= {name: line.split() for name, line in wording.items()}
    return {name: frozenset(words) for name, words in lists.items()}


@cache
def words(name: str) -> frozenset[str]:
    """The list called `name` in `assets/parser/words.json` or `wording.json` (lower-case lemmas or forms)."""
    return _lists()[name]


@cache
def _frames() -> dict[str, str]:
    lines = asset("parser", "verb_frames.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines)


def transitivity(lemma: str) -> str:
    """ "transitive" (needs an object), "intransitive" (has none) or "" (either)."""
    return _frames().get(lemma, "")
