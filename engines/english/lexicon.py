"""Word lists of the parser, kept as readable files in `assets/parser`, and the closed classes that several rooms need."""

import json
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

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


@cache
def verbs() -> frozenset[str]:
    """The lemmas of all verbs that the lists of frames and uses have."""
    return frozenset(_frames()) | frozenset(_uses())


@cache
def adjectives() -> frozenset[str]:
    """The adjectives of assets/parser/adjectives.txt."""
    return frozenset(asset("parser", "adjectives.txt").read_text(encoding="utf-8").split())


class VerbUse(NamedTuple):
    """How a verb is used in running text; shares in [0, 1], None where too few uses were seen.

    Attributes:
        seen: how many uses were counted.
        subject, obj: how many of its subjects and of its objects are people.
        completed: how many of its active uses have an object or a clause.
        prepositions: those that often follow it, with the share of its uses.
    """

    seen: int = 0
    subject: float | None = None
    obj: float | None = None
    completed: float | None = None
    prepositions: Mapping[str, float] = MappingProxyType({})


@cache
def _uses() -> dict[str, VerbUse]:
    uses = {}
    for line in asset("parser", "verb_uses.txt").read_text(encoding="utf-8").splitlines():
        lemma, seen, *rest = line.split()
        subject, obj, completed = (None if share == "-" else int(share) / 100 for share in rest[:3])
        pairs = (pair.rsplit(":", 1) for pair in rest[3:])
        uses[lemma] = VerbUse(int(seen), subject, obj, completed, {word: int(share) / 100 for word, share in pairs})
    return uses


def verb_use(lemma: str) -> VerbUse:
    """How the verb is used (`assets/parser/verb_uses.txt`); nothing is known of one that is not listed."""
    return _uses().get(lemma, VerbUse())


@cache
def phrasal_verbs() -> frozenset[str]:
    """Verbs with a particle that makes one verb with them: "let in" (`assets/parser/phrasal_verbs.txt`)."""
    return frozenset(asset("parser", "phrasal_verbs.txt").read_text(encoding="utf-8").splitlines())


@cache
def closed_class(name: str) -> frozenset[str]:
    """The words of a class, in small letters (`assets/text/closed_classes.json`, with its origin).

    Raises:
        KeyError: there is none of this name.
    """
    return frozenset(_classes()[name]["words"].split())


@cache
def _classes() -> dict[str, dict[str, str]]:
    loaded: dict[str, dict[str, str]] = json.loads(asset("text", "closed_classes.json").read_text("utf-8"))
    return loaded
