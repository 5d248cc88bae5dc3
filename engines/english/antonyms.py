"""Words that say the opposite of each other: WordNet's antonyms, a list of our own (both in `assets/verifier`), and negative prefixes.

A prefix denies where word and rest are both adjectives, or with "un" and "dis" both verbs, and with "un" before any participle. It does
not where it belongs to the verb that the word is made of ("informed", "inhabitable"), nor in the words that are listed
(`assets/verifier/negative_prefixes.json`, which says where they come from).
"""

import json
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

from engines.core.machine.files import asset
from engines.english.lexicon import adjectives, verbs
from engines.english.word_forms import lemmas

SURE = ("verbs", "adjectives", "words")
"""The lists of `opposites.json` whose pairs are opposites wherever they stand."""
IN_RELATION = ("in the same relation",)
"""The lists whose pairs are opposites where both are said of the same word in the same role."""
IN_PLACE = ("in the same place",)
"""The lists whose pairs are opposites only where one stands in the place of the other."""
PREFIXES = "negative_prefixes.json"
_FEWEST = 3
"""Letters of what is denied."""
_PARTICIPLE, _ABLE = "ed", "able"


def antonyms_of(lemma: str) -> frozenset[str]:
    """The lemmas that say the opposite of a word in some sense of it, whichever of the two was listed first."""
    return _all().get(lemma, frozenset()) | prefixed(lemma)


def sure_antonyms_of(lemma: str) -> frozenset[str]:
    """The lemmas that say the opposite of a word wherever the two stand: our own list, without WordNet's, which hold for one sense."""
    return _sure().get(lemma, frozenset())


def antonyms_in_relation(lemma: str) -> frozenset[str]:
    """The lemmas that say the opposite of a word where both stand in the same relation to the same word."""
    return _in_relation().get(lemma, frozenset())


def opposite_connectives(word: str) -> frozenset[str]:
    """The conjunctions and prepositions that join what follows in the opposite way: "although" for "because"."""
    return _connectives().get(word, frozenset())


def opposite_directions(word: str) -> frozenset[str]:
    """The words that say the opposite direction of a word, right beside the same value: "fewer" for "more", "deficit" for "surplus"."""
    return _directions().get(word, frozenset())


def directions() -> frozenset[str]:
    """The words of direction."""
    return frozenset(_directions())


def opposite_sides(word: str) -> frozenset[str]:
    """The words that no verb is among and that say the opposite of a word where both stand in one place of two texts: "north", "south"."""
    return _sides().get(word, frozenset())


def are_converses(first: str, second: str) -> bool:
    """Whether two lemmas may tell one event from either side, as "buy" and "sell" do."""
    return second in _converses().get(first, frozenset())


@cache
def _in_relation() -> dict[str, frozenset[str]]:
    return _both_ways(_listed_pairs(*SURE, *IN_RELATION))


@cache
def _directions() -> dict[str, frozenset[str]]:
    return _both_ways(_listed_pairs("directions"))


@cache
def _sides() -> dict[str, frozenset[str]]:
    return _both_ways(_listed_pairs("adjectives", "words", *IN_RELATION, "sides"))


@cache
def _connectives() -> dict[str, frozenset[str]]:
    return _both_ways(_listed_pairs("connectives"))


@cache
def _converses() -> dict[str, frozenset[str]]:
    return _both_ways(_listed_pairs("converses"))


@cache
def _all() -> dict[str, frozenset[str]]:
    listed = asset("verifier", "antonyms.txt").read_text("utf-8").splitlines()
    return _both_ways([*(line.split() for line in listed), *_listed_pairs(*SURE, *IN_RELATION, *IN_PLACE)])


@cache
def _sure() -> dict[str, frozenset[str]]:
    return _both_ways(_listed_pairs(*SURE))


def _listed_pairs(*names: str) -> list[list[str]]:
    lists = json.loads(asset("verifier", "opposites.json").read_text("utf-8"))
    return [pair for name in names for pair in lists[name]]


def _both_ways(pairs: Iterable[list[str]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for first, second in pairs:
        found.setdefault(first, set()).add(second)
        found.setdefault(second, set()).add(first)
    return {word: frozenset(others) for word, others in found.items()}


@lru_cache(maxsize=10_000)
def prefixed(word: str) -> frozenset[str]:
    """The words that deny `word` with a prefix, and the one that it denies itself; all in small letters, verbs as lemmas."""
    return _pairs().get(word, frozenset()) | _participles(word)


@cache
def _pairs() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for word, rest in (*_adjectives(), *_verbs()):
        found.setdefault(word, set()).add(rest)
        found.setdefault(rest, set()).add(word)
    return {word: frozenset(others) for word, others in found.items()}


def _adjectives() -> Iterator[tuple[str, str]]:
    """Adjectives with what they deny, and the adverbs made of both."""
    known = adjectives()
    for word in known:
        for prefix in _listed("before adjectives"):
            rest = word.removeprefix(prefix)
            if rest in known and _denies(word, prefix, rest) and not (prefix != "un" and _of_a_verb(word)):
                yield word, rest
                yield _adverb(word), _adverb(rest)


def _verbs() -> Iterator[tuple[str, str]]:
    known = verbs()
    for word in known:
        for prefix in _listed("before verbs"):
            rest = word.removeprefix(prefix)
            if rest in known and _denies(word, prefix, rest):
                yield word, rest


def _participles(word: str) -> frozenset[str]:
    """ "repaired" for "unrepaired", which no list need have, and the other way round."""
    rest = word.removeprefix("un")
    if not rest.endswith(_PARTICIPLE) or len(rest) < len(_PARTICIPLE) + _FEWEST or word in _listed("no negations"):
        return frozenset()
    if rest != word:
        return frozenset({rest} if lemmas(rest).get("VERB") else ())
    return frozenset({f"un{word}"} - _listed("no negations") if lemmas(word).get("VERB") else ())


def _denies(word: str, prefix: str, rest: str) -> bool:
    return word.startswith(prefix) and len(rest) >= _FEWEST and word not in _listed("no negations")


def _of_a_verb(word: str) -> bool:
    """Whether a word is a participle of a verb that begins as it does, or says what can be done with it."""
    stem = word.removesuffix(_ABLE)
    return bool(lemmas(word).get("VERB")) or (stem != word and not verbs().isdisjoint({stem, f"{stem}e"}))


def _adverb(adjective: str) -> str:
    if adjective.endswith("le") and adjective[-3:-2] not in "aeiou":
        return f"{adjective[:-1]}y"
    if adjective.endswith("ic"):
        return f"{adjective}ally"
    return f"{adjective[:-1]}ily" if adjective.endswith("y") else f"{adjective}ly"


@cache
def _listed(name: str) -> frozenset[str]:
    lists: dict[str, str] = json.loads(asset("verifier", PREFIXES).read_text("utf-8"))
    return frozenset(lists[name].split())
