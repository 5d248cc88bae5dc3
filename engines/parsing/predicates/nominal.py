"""Whether a noun in its sentence is a predicate: a logistic model over its lexicon entry and its surroundings (QANom)."""

import json
import math
import re
from functools import cache
from typing import TYPE_CHECKING, Any

from engines.core.machine.files import asset
from engines.english.deverbal import Uses, is_agentive, is_in_complex_preposition, is_irregular, is_listed, is_no_event, listed_verb, uses
from engines.english.lexicon import words

if TYPE_CHECKING:
    from spacy.tokens import Token

WEIGHTS = ("parser", "nouns.json")
_UNKNOWN = Uses("", 0.6, 0.0, 0.5)
_AGENT = re.compile(r"(?:er|or)$")
_EVENT_SUFFIXES = ("tion", "sion", "ment", "ance", "ence", "al", "ure")
_LIGHT_VERBS = frozenset(
    {"make", "take", "give", "have", "do", "hold", "launch", "face", "commit", "conduct", "carry", "begin", "announce", "receive", "suffer"}
)


@cache
def _weights() -> dict[str, Any]:
    return json.loads(asset(*WEIGHTS).read_text(encoding="utf-8"))


def least_probability() -> float:
    """The probability from which a noun counts as a predicate: best F1 in cross-validation."""
    return float(_weights()["threshold"])


def event_probability(noun: "Token") -> float:
    """P(the noun is a predicate), 0 for a noun that derives from no verb."""
    features = event_features(noun)
    if features is None:
        return 0.0
    model = _weights()
    margin = model["bias"] + sum(model["weights"][name] * value for name, value in features.items() if value)
    return 1 / (1 + math.exp(-margin))


def event_features(noun: "Token") -> dict[str, float] | None:
    """The features of a common noun, each in [0, 1]; None for a noun that derives from no verb."""
    lemma = noun.lemma_.lower()
    known, irregular = uses(lemma), is_irregular(lemma)
    if (known is None and listed_verb(lemma) is None) or is_no_event(lemma) or _in_preposition(noun):
        return None
    entry = known or _UNKNOWN
    children = list(noun.children)
    labels = {child.dep_ for child in children}
    prepositions = {child.lower_ for child in children if child.dep_ in ("prep", "agent")}
    determiners = {child.lower_ for child in children if child.dep_ == "det"}
    of, possessed = "of" in prepositions, "poss" in labels
    complement = of or possessed or "compound" in labels
    if is_agentive(lemma) and entry.person > 0.5 and not complement and not prepositions:
        return None  # "the dealer", but "the dealer in antiques"
    by_rule = _likely_by_rule(noun, lemma)
    found: dict[str, float] = {
        "event share": entry.event,
        "person share": entry.person,
        "verb share": entry.verbal,
        "event and verb share": entry.event * entry.verbal,
        "form of the verb": entry.verb == lemma,
        "irregular": irregular,
        "listed": is_listed(lemma),
        "likely by rule": by_rule,
        "likely by rule, verb share": by_rule * entry.verbal,
        "event suffix": lemma.endswith(_EVENT_SUFFIXES),
        "gerund": lemma.endswith("ing"),
        "agentive": is_agentive(lemma),
        "agentive with complement": is_agentive(lemma) and complement,
        "person with complement": entry.person * complement,
        "of": of,
        "possessor": possessed,
        "other preposition": bool(prepositions - {"of", "by"}),
        "adjective": "amod" in labels,
        "compound modifier": "compound" in labels,
        "clause": bool(labels & {"acl", "ccomp"}),
        "plural": noun.tag_ == "NNS",
        "definite": "the" in determiners,
        "indefinite": bool(determiners & {"a", "an"}),
        "bare": not determiners and not possessed,
        "object of light verb": noun.dep_ == "dobj" and noun.head.lemma_ in _LIGHT_VERBS,
    }
    found.update({f"as {label}": _place(noun) == label for label in PLACES})
    return {name: float(value) for name, value in found.items()}


PLACES = ("subject", "dobj", "pobj", "conj", "attr", "compound", "appos", "elsewhere")


def _in_preposition(noun: "Token") -> bool:
    """Whether the noun is a part of "in addition to", "in the course of", "until the end of" and the like, or counts: "a host of"."""
    if noun.lemma_.lower() in words("nouns of bounds") and noun.dep_ == "pobj" and noun.head.lower_ in words("prepositions of time"):
        return True
    if noun.lower_ in ("host", "raft", "run", "string") and [c.lower_ for c in noun.children] == ["a", "of"]:
        return True
    before = noun.doc[noun.i - 1].lower_ if noun.i else ""
    if before in ("a", "the") and noun.i > 1:
        before = noun.doc[noun.i - 2].lower_
    return is_in_complex_preposition(before, noun.lemma_.lower())


def _place(noun: "Token") -> str:
    if noun.dep_ in ("nsubj", "nsubjpass"):
        return "subject"
    return noun.dep_ if noun.dep_ in PLACES else "elsewhere"


def _likely_by_rule(noun: "Token", lemma: str) -> bool:
    """A listed or regularly formed noun that is no modifier; an agentive one only with a complement ("the builder of the ark")."""
    if noun.dep_ in ("compound", "npadvmod") or listed_verb(lemma) is None:
        return False
    if not _AGENT.search(lemma) or lemma in words("not agents"):
        return True
    return any(c.dep_ == "poss" or (c.dep_ == "prep" and c.lower_ == "of") for c in noun.children)
