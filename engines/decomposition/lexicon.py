"""Word lists of the writer of content units, kept as a readable file in `assets/decomposition`."""

import json
from functools import cache

from engines.core.machine.files import asset


@cache
def _lists() -> dict[str, frozenset[str]]:
    lists = json.loads(asset("decomposition", "words.json").read_text(encoding="utf-8"))
    return {name: frozenset(values) for name, values in lists.items()}


def words(name: str) -> frozenset[str]:
    """The list called `name` in `assets/decomposition/words.json` (lower-case lemmas or forms); empty when there is none."""
    return _lists().get(name, frozenset())
