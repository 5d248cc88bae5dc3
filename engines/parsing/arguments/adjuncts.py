"""Prepositional phrases, adverbs, adverbial nouns and adverbial clauses: which question each answers."""

from typing import TYPE_CHECKING

from engines.english.animacy import lexicon, noun_class
from engines.english.lexicon import closed_class, words
from engines.english.noun_classes import is_animate, is_duration, is_place, is_time
from engines.english.pronouns import NAMING_PERSONS
from engines.parsing.arguments.adverbial_clauses import add_adverbial_clause
from engines.parsing.arguments.structures import Argument
from engines.parsing.syntax.antecedents import antecedent, speaker
from engines.parsing.syntax.dependencies import (
    COORDINATION,
    VERBAL,
    children,
    is_condition,
    is_relative_pronoun,
    noun_spans,
    relative_head,
    span,
)
from engines.parsing.syntax.passives import is_passive

if TYPE_CHECKING:
    from spacy.tokens import Token

_TIME_PREPOSITIONS = frozenset({
    "in", "on", "at", "by", "from", "for", "over", "through", "throughout", "within", "around", "between", "of", "to", "about", "towards",
    "under",
})  # fmt: skip
_MANNER = frozenset({"like", "without", "per", "amid", "amidst", "via", "according", "than", "plus", "except"})
_NAMED_AFTER = frozenset({"name", "call", "model"})
_AFTER_SOMETHING = _NAMED_AFTER | {"ask", "look", "seek", "chase"}
_BESIDE_PERSONS = frozenset({"alongside", "behind", "below", "beside", "near", "opposite", "under"})
_NAMES = frozenset({"PERSON", "ORG", "NORP"})
_MANNER_SENSES = {
    "with": ("feeling", "attribute"), "under": ("communication", "act", "state"), "through": ("act", "communication"),
    "in": ("phenomenon",),
    **dict.fromkeys(("above", "behind", "below", "beyond"), ("attribute", "cognition", "communication", "feeling", "quantity", "state")),
}  # fmt: skip
_TOPIC_SENSES = {
    "on": ("act", "cognition", "communication", "feeling", "phenomenon", "substance"),
    "in": ("act", "attribute", "feeling"),
}
"""Classes of nouns (`engines.english.animacy.noun_class`) with which a preposition does not ask for a place."""
_AMOUNTS = frozenset({"MONEY", "PERCENT", "QUANTITY", "CARDINAL"})
_TIMELESS = frozenset({"never", "ever", "still", "already", "first", "then"})
_COUNTED_UNITS = frozenset({"hour", "minute", "second"})
_POINTS_IN_TIME = closed_class("distances in time") | {"last", "next", "after", "before"}

Asked = tuple[str, str, "Token | None"]
"""(wh, preposition that stays in the question or "", the phrase's inner head)."""


def add_noun_phrase(
    found: list[Argument],
    role: str,
    head: "Token",
    predicate: "Token",
    own: bool = True,
    preposition: str = "",
    wh: str = "",
    source: str = "",
) -> None:
    """Append an argument for each conjunct and apposition of a noun phrase, and for what a pronoun stands for."""
    source = source or ("own" if own else "shared")
    for part, (start, end) in noun_spans(head, predicate.i):
        asked = wh or ("who" if is_animate(part) else "what")
        found.append(Argument(part.i, start, end, role, asked, preposition, own, "apposition" if part.dep_ == "appos" else source))
    meant = antecedent(head) or speaker(head)
    if meant is not None:
        part, (start, end) = noun_spans(meant, predicate.i)[0]
        asked = wh or ("who" if is_animate(head) else "what")
        found.append(Argument(part.i, start, end, role, asked, preposition, own, "antecedent"))


def asked_by_preposition(preposition: "Token", predicate: "Token", depth: int = 0) -> Asked:
    """Which question a prepositional phrase answers."""
    word = preposition.lower_
    inner = next((c for c in preposition.children if c.dep_ in ("pobj", "pcomp", "prep")), None)
    if inner is None:
        return ("where" if word in words("prepositions of place") else "how"), "", None
    if inner.dep_ == "prep" and depth < 5:
        wh, kept, innermost = asked_by_preposition(inner, predicate, depth + 1)
        if word in ("because", "due", "owing", "thanks"):
            return "why", "", innermost
        if word == "out" and innermost is not None and not is_place(innermost):
            return ("who" if is_animate(innermost) else "what"), "out of", innermost
        if word in ("away", "out", "up", "down", "off", "from", "back"):
            return "where", "", innermost
        if word in ("according", "depending", "based"):
            return "how", "", innermost
        if preposition.tag_ == "VBN" and kept:  # "what did it rise compared with?"
            kept = f"{word} {kept}"
        return wh, kept, innermost
    if inner.dep_ == "pcomp":
        return _asked_by_gerund(word, inner)
    return _asked_by_object(preposition, inner, predicate)


def _asked_by_gerund(word: str, inner: "Token") -> Asked:
    if inner.pos_ == "ADV" and inner.lower_ in words("adverbs of place"):  # "from there"
        return "where", "", inner
    if inner.tag_ != "VBG" and word in ("in", "on", "by", "with", "for", "through"):  # "based on what happened"
        return "what", word, inner
    if word in ("by", "through", "with", "without", "in", "despite", "instead", "besides"):
        return "how", "", inner
    if word in ("for", "because", "due"):
        return "why", "", inner
    if word in ("after", "before", "since", "while", "during", "until", "upon", "on"):
        return "when", "", inner
    return "what", word, inner


def _is_bare_duration(inner: "Token") -> bool:
    """ "For decades", "for an hour"."""
    if any(child.lower_ in ("a", "an") for child in inner.children) and inner.lemma_.lower() in words("duration"):
        return True
    return inner.tag_ == "NNS" and inner.lemma_.lower() in words("duration") and not children(inner, "det", "amod", "poss")


def _asked_by_object(preposition: "Token", inner: "Token", predicate: "Token") -> Asked:
    word = preposition.lower_
    person = is_animate(inner)
    who = "who" if person else "what"
    sense = noun_class(inner.lemma_) if inner.pos_ == "NOUN" else ""
    if word == "after" and predicate.lemma_ in _AFTER_SOMETHING:
        names = predicate.lemma_ in _NAMED_AFTER
        if not names or is_passive(predicate) or children(predicate, "dobj"):  # "called for calm after a fire"
            return who, word, inner
    if word in ("during", "until", "till", "since", "after", "following"):
        return "when", "", inner
    if word == "before":
        return ("who", "before", inner) if inner.ent_type_ == "PERSON" else ("when", "", inner)
    summed = any(child.lower_ not in words("temporal adjectives") for child in children(inner, "amod"))  # not "in the early hours"
    if word == "in" and inner.tag_ == "NNS" and inner.lemma_ in _COUNTED_UNITS and summed and not is_duration(inner):
        return "what", "in", inner  # "first in total minutes"
    if word == "to" and is_duration(inner) and predicate.doc[max(preposition.i - 1, 0)].lower_ != "up":
        return "what", "to", inner  # "cut to eight weeks"
    alike = all(is_time(child) or child.pos_ == "NUM" for child in children(inner, "conj"))  # not "for age, sex and service"
    if is_time(inner) and alike and word in _TIME_PREPOSITIONS:
        lasts = word == "for" or (word in ("over", "under") and bool(children(inner, "det", "nummod")))  # "over 19 months"
        return ("how long" if lasts and (is_duration(inner) or _is_bare_duration(inner)) else "when"), "", inner
    if word in ("because", "due", "despite", "given", "owing"):
        return "why", "", inner
    if word == "in" and inner.lemma_.lower() in words("nouns of purpose"):
        told = children(inner, "acl", "prep", "relcl") or not children(inner, "det")
        return ("why" if told else "how"), "", inner  # "in an attempt to", "in protest", but "in any order"
    if (
        word in _MANNER
        or (word in ("at", "in") and inner.lemma_.lower() in words("nouns of manner"))
        or sense in _MANNER_SENSES.get(word, ())
    ):
        return "how", "", inner
    if word == "with":
        named = inner.ent_type_ in (*_NAMES, "GPE") or inner.lower_ in NAMING_PERSONS
        return ("who" if named else "what"), "with", inner
    if word == "between" and not is_place(inner) and predicate.lemma_ in words("verbs of choosing"):
        return "what", word, inner
    if word == "by" and inner.lower_ in words("means") and not children(inner, "det", "poss", "amod"):
        return "how", "", inner  # "made by telephone"
    if word == "on" and inner.lower_ == "own" and children(inner, "poss"):
        return "how", "", inner  # "rowed on her own"
    if (
        word == "in"
        and inner.lemma_ in words("vehicles")
        and predicate.lemma_ in words("moved somewhere") | words("verbs of coming and going")
    ):
        return "how", "", inner  # "drove there in a car"
    if word == "by":
        passive = is_passive(predicate)
        if person:
            return "who", "by", inner
        if not passive and is_place(inner) and not children(predicate, "dobj"):
            return "where", "", inner  # "stands by the bridge"
        return ("what", "by", inner) if passive else ("how", "", inner)
    if word == "as" and inner.lower_ == "part":
        return "how", "", inner
    if word == "as":
        return "what", "as", inner
    if word == "for":
        named = inner.ent_type_ in _NAMES or (person and inner.lower_ in NAMING_PERSONS)
        return ("who" if named else "what"), "for", inner
    if word in ("to", "from"):
        return ("where", "", inner) if is_place(inner) or (word == "to" and _is_way(predicate, inner)) else (who, word, inner)
    if word == "through" and not is_place(inner) and noun_class(inner.lemma_) not in ("artifact", "location", "object"):
        return "how", "", inner
    if word in words("prepositions of place"):
        if is_place(inner):
            return "where", "", inner
        if inner.ent_type_ == "PERSON" and word in _BESIDE_PERSONS:
            return "who", word, inner  # "trained under Anna"
        if word in ("into", "onto", "over", "toward", "towards", "upon") or sense in _TOPIC_SENSES.get(word, ()):
            return who, word, inner
        if word in ("on", "in") and predicate.lemma_ in words("prepositions taken by the verb"):
            return who, word, inner
        return "where", "", inner
    return who, word, inner


def _is_way(predicate: "Token", name: "Token") -> bool:
    """Whether somebody goes to what is called so: "commute to Orlo"."""
    goes = predicate.lemma_ in words("verbs of coming and going")
    return goes and name.pos_ == "PROPN" and not children(name, "compound") and name.lower_ not in lexicon().first_names


def add_prepositional(found: list[Argument], preposition: "Token", predicate: "Token", own: bool = True, depth: int = 0) -> None:
    """Append the arguments of a prepositional phrase and of the phrases conjoined to it."""
    if is_condition(preposition):
        add_adverbial_clause(found, preposition, predicate, own)
        return
    wh, kept, inner = asked_by_preposition(preposition, predicate)
    source = "own" if own else "inherited"
    if inner is None:
        _add_particle(found, preposition, predicate, own)
        return
    conjoined = [c for c in preposition.children if c.dep_ == "conj" and c.pos_ == "ADP"]
    if is_relative_pronoun(inner):
        modified = relative_head(predicate)
        if modified is None:
            return
        if wh in ("who", "what"):
            add_noun_phrase(found, "PREP", modified, predicate, own, kept, source="relative")
        else:
            start, end = span(modified, predicate.i, COORDINATION | {"appos"})
            found.append(Argument(modified.i, start, end, "ADJ", wh, "", own, "relative"))
        return
    if wh in ("who", "what"):
        if inner.dep_ == "pcomp":
            found.append(Argument(inner.i, *span(inner, predicate.i), "PREP", "what", kept, own, source))
        else:
            add_noun_phrase(found, "PREP", inner, predicate, own, kept, source=source)
    else:
        _add_adjunct_phrase(found, preposition, inner, predicate, wh, own, bool(conjoined))
    if depth < 5:
        for other in conjoined:
            add_prepositional(found, other, predicate, own, depth + 1)


def _add_particle(found: list[Argument], preposition: "Token", predicate: "Token", own: bool) -> None:
    if predicate.dep_ == "relcl" or any(c.dep_ in ("pobj", "pcomp", "prep") for c in preposition.children):
        return
    if preposition.lower_ in words("adverbs of place") or preposition.lower_ in words("prepositions of place"):
        found.append(Argument(preposition.i, preposition.i, preposition.i + 1, "ADJ", "where", "", own))


def _add_adjunct_phrase(
    found: list[Argument], preposition: "Token", inner: "Token", predicate: "Token", wh: str, own: bool, conjoined: bool
) -> None:
    source = "own" if own else "inherited"
    start, end = span(preposition, predicate.i, {"cc", "conj"} if conjoined else ())
    later = [c for c in inner.conjuncts if c.i > inner.i] if inner.dep_ == "pobj" and preposition.lower_ != "between" else []
    if not later or wh not in ("where", "how", "why"):
        found.append(Argument(inner.i, start, end, "ADJ", wh, "", own, source))
        return
    (_, (_, first_end)), *others = noun_spans(inner, predicate.i)
    found.append(Argument(inner.i, start, first_end, "ADJ", wh, "", own, source))
    found.extend(Argument(head.i, *place, "ADJ", wh, "", own, source) for head, place in others if head.dep_ == "conj")


def add_adverb(found: list[Argument], adverb: "Token", predicate: "Token", own: bool = True) -> None:
    """Append an adverb that answers when, where or how; adverbs of degree, focus and attitude answer nothing."""
    word = adverb.lower_
    if word in words("adverbs of time") and word not in _TIMELESS:
        wh = "when"
    elif word in words("adverbs ignored"):
        return
    elif word in words("adverbs of place"):
        wh = "where"
    elif (word.endswith("ly") and word not in words("sentence adverbs")) or word in words("manner adverbs without -ly"):
        wh = "how"
    else:
        return
    found.append(Argument(adverb.i, *span(adverb, predicate.i), "ADJ", wh, "", own, "own" if own else "inherited"))


def add_adverbial_noun(found: list[Argument], noun: "Token", predicate: "Token", own: bool = True) -> None:
    """Append a noun phrase used as an adverb: "last week", "three miles"."""
    if is_time(noun):
        following = noun.doc[noun.right_edge.i + 1].lower_ if noun.right_edge.i + 1 < len(noun.doc) else ""
        governor = "" if noun.head.pos_ in VERBAL else noun.head.lower_  # "to last two weeks" is no "last two weeks"
        around = [*(t.lower_ for t in noun.subtree), governor, following]
        wh = "how long" if is_duration(noun) and "one" not in around and not _POINTS_IN_TIME.intersection(around) else "when"
    else:
        wh = "how much" if noun.ent_type_ in _AMOUNTS or children(noun, "nummod") else "how"
    found.append(Argument(noun.i, *span(noun, predicate.i), "ADJ", wh, "", own, "own" if own else "inherited"))
