"""From a noun to the verb it is made of: "acquisition" to "acquire", "runner" to "run"."""

import json
import re
from functools import cache, lru_cache
from typing import NamedTuple

from engines.core.machine.files import asset
from engines.english.word_forms import lemmas, listed_forms

_AGENTIVE = re.compile(r"(?:er|or|ist|ian|ant|ent|ee)$")
_SHORTEST = 4


class Uses(NamedTuple):
    """What WordNet's tagged corpus tells about a deverbal noun, each share in [0, 1].

    Attributes:
        verb: the verb that the noun derives from.
        event: how often the noun names an event.
        person: how often it names a person.
        verbal: how often the verb is used, of the uses of noun and verb together.
    """

    verb: str
    event: float
    person: float
    verbal: float


class _Lists(NamedTuple):
    irregular: dict[str, str]
    same_form: frozenset[str]
    not_events: frozenset[str]
    complex_prepositions: frozenset[str]


@cache
def _wordnet() -> dict[str, Uses]:
    lines = asset("parser", "deverbal.txt").read_text(encoding="utf-8").splitlines()
    fields = (line.split() for line in lines)
    return {noun: Uses(verb, int(event) / 100, int(person) / 100, int(verbal) / 100) for noun, verb, event, person, verbal in fields}


def uses(noun: str) -> Uses | None:
    """What WordNet tells about a noun lemma, None if it derives it from no verb."""
    return _wordnet().get(noun)


@cache
def _lexicon() -> _Lists:
    data = json.loads(asset("parser", "deverbal.json").read_text(encoding="utf-8"))
    return _Lists(data["irregular"], *(frozenset(data[name]) for name in ("same form", "not events", "complex prepositions")))


@lru_cache(10_000)
def is_verb(lemma: str) -> bool:
    """Whether English has a verb of that lemma."""
    return bool(listed_forms(lemma, "VERB"))


@lru_cache(10_000)
def is_known(form: str) -> bool:
    """Whether a list of English words has the form at all."""
    return bool(lemmas(form))


@lru_cache(10_000)
def is_only_noun(form: str) -> bool:
    """Whether English knows a form as a noun's and no verb's: "porcupines", which a parse may still take for a verb."""
    known = lemmas(form)
    return "NOUN" in known and "VERB" not in known and "AUX" not in known and not is_verb(form)


def is_agentive(noun: str) -> bool:
    """Whether the noun names who does it rather than the event: "runner", not "movement"."""
    return bool(_AGENTIVE.search(noun)) and not noun.endswith("ment") and noun not in _lexicon().same_form


@lru_cache(10_000)
def verb_of_noun(noun: str) -> str | None:
    """The verb that a noun lemma derives from, None where there is none."""
    known = uses(noun)
    return known.verb if known and not is_irregular(noun) else listed_verb(noun)


def is_listed(noun: str) -> bool:
    """Whether the noun is on the list of those that have the form of their verb and mostly name an event."""
    return noun in _lexicon().same_form


def is_irregular(noun: str) -> bool:
    """Whether the verb of the noun is found in no regular way: "speech", "loss"."""
    return noun in _lexicon().irregular


def is_no_event(noun: str) -> bool:
    """Whether a noun that looks deverbal names a thing, a place or a person in most of its uses: "park", "government"."""
    return noun in _lexicon().not_events and not is_irregular(noun)


def is_in_complex_preposition(preposition: str, noun: str) -> bool:
    """Whether preposition and noun are one preposition with what follows: "in addition to", "in order to"."""
    return f"{preposition}:{noun}" in _lexicon().complex_prepositions


@lru_cache(10_000)
def listed_verb(noun: str) -> str | None:
    """The verb of a noun that usually names an event or its agent, by the lists and by word formation; else None."""
    lists = _lexicon()
    if noun in lists.irregular:
        return lists.irregular[noun]
    if noun in lists.not_events:
        return None
    if noun in lists.same_form and is_verb(noun):
        return noun
    if len(noun) < _SHORTEST:
        return None
    for stem in _stems(noun):
        if len(stem) > 2 and is_verb(stem):
            return stem
    return None


def _stems(noun: str) -> tuple[str, ...]:
    """Verbs that English word formation could have made the noun from, likeliest first."""
    if noun.endswith("ation"):
        ication = (noun[:-7] + "y",) if noun.endswith("ication") else ()
        return noun[:-5] + "ate", noun[:-5] + "e", noun[:-5], noun[:-3] + "e", *ication
    if noun.endswith(("tion", "sion")):
        return noun[:-3], noun[:-3] + "e", noun[:-4] + "t", noun[:-4] + "te", noun[:-4] + "d", noun[:-4] + "de", noun[:-4] + "e"
    if noun.endswith("ment"):
        return noun[:-4], noun[:-4] + "e"
    if noun.endswith(("ance", "ence")):
        return noun[:-4], noun[:-4] + "e", noun[:-4] + "y", noun[:-5] + "y"
    if noun.endswith(("ancy", "ency")):
        return noun[:-4], noun[:-4] + "e"
    if noun.endswith("al") and len(noun) > 5:
        return noun[:-2], noun[:-2] + "e", noun[:-3] + "y"
    if noun.endswith("ure"):
        return noun[:-3], noun[:-3] + "e"
    if noun.endswith("age"):
        return noun[:-3], noun[:-3] + "e"
    if noun.endswith("ery"):
        return noun[:-3], noun[:-2], noun[:-1]
    if noun.endswith("ing") and len(noun) > 5:
        return _stems_of_gerund(noun[:-3])
    if noun.endswith(("er", "or")) and len(noun) > 4:
        doubled = (noun[:-3],) if len(noun) > 5 and noun[-3] == noun[-4] else ()
        return noun[:-2], noun[:-1], *doubled
    return ()


def _stems_of_gerund(base: str) -> tuple[str, ...]:
    doubled = base[-1] == base[-2]
    found = [base + "e"] if base[-1] in "vzscgukt" else []
    if not doubled or base[-1] in "sl":
        found.append(base)
    if doubled:
        found.append(base[:-1])
    return *found, base + "e", base
