"""Particles that the parse takes for places or prepositions, or that are none."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.english.lexicon import phrasal_verbs, verb_use, words
from engines.parsing.syntax.dependencies import Arc

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_BEFORE_NUMBERS = frozenset({"over", "under", "around", "about"})
_SEEN, _ALWAYS = 100, 0.95
"""Uses of a verb that are enough to tell that it always takes an object, and the share of them that have one."""
_COMPLETING = frozenset({"ccomp", "dobj", "nsubjpass", "oprd", "xcomp"})
"""What stands for an object."""
_WITH_ANY_VERB = frozenset({"aside", "away", "forward"})
"""Particles that behind an object seldom say where."""


def no_particles(doc: "Doc") -> Iterator[Arc]:
    """ "Drew over 900 orders", where the parse has a particle."""
    for token in doc[:-1]:
        number = token.nbor()
        if token.dep_ == "prt" and token.lower_ in _BEFORE_NUMBERS and number.pos_ == "NUM" and not any(token.children):
            yield token, number, "advmod"


def beside_verbs(doc: "Doc") -> Iterator[Arc]:
    """ "Will let in the engineer", "let them in": a verb that always takes an object, and has none, makes one with what follows."""
    for preposition in doc:
        verb = preposition.head
        if preposition.dep_ == "nsubj" and verb.dep_ == "prt" and verb.head.i < preposition.i < verb.i:
            yield preposition, verb.head, "dobj"
        if preposition.dep_ != "prep" or preposition.i != verb.i + 1 or any(c.dep_ in _COMPLETING for c in verb.children):
            continue
        of, taken = verb_use(verb.lemma_.lower()), [c for c in preposition.children if c.dep_ == "pobj"]
        active = verb.tag_ != "VBN" or any(c.lemma_ == "have" for c in verb.children)
        always = of.seen >= _SEEN and of.completed is not None and of.completed >= _ALWAYS
        if active and always and taken and f"{verb.lemma_.lower()} {preposition.lower_}" in phrasal_verbs():
            yield preposition, verb, "prt"
            yield taken[0], verb, "dobj"


def behind_objects(doc: "Doc") -> Iterator[Arc]:
    """ "Was given back to the town", "gave her away to the owner", "turned the party around below the summit", where the parse has a
    place: "back to the town"."""
    for particle in doc:
        verb = particle.head.head if particle.head.dep_ == "prep" and particle.head.i == particle.i + 1 else particle.head
        if verb.pos_ != "VERB" or not _is_shifted(particle, verb):
            continue
        inner = [c for c in particle.children if c.dep_ == "prep"]
        if particle.lower_ in words("prepositions with of") and any(phrase.lower_ == "of" for phrase in inner):
            continue  # "paid it out of her own pocket"
        if len(inner) <= 1 and [*particle.children] == inner and (inner or particle.dep_ != "prt"):
            yield particle, verb, "prt"
            for phrase in inner:
                yield phrase, verb, "prep"


def _is_shifted(particle: "Token", verb: "Token") -> bool:
    """Whether an adverb belongs to a verb: "back" beside it or behind its object, another that makes one verb with it behind its object."""
    behind = any(c.dep_ == "dobj" and c.i > verb.i and c.right_edge.i == particle.i - 1 for c in verb.children)
    joined = particle.lower_ in words("adverbial particles") and f"{verb.lemma_.lower()} {particle.lower_}" in phrasal_verbs()
    if joined and particle.dep_ == "advmod" and particle.i == verb.i + 1:
        return all(c.dep_ == "prep" and c.i > particle.i for c in particle.children)  # "stepped down as chairman"
    if particle.lower_ == "aside" and particle.dep_ == "advmod" and particle.i == verb.i + 1:
        return not any(particle.children)  # "stood aside"
    if particle.lower_ == "back":
        return particle.dep_ == "advmod" and particle.head == verb and any(particle.children) and (behind or particle.i == verb.i + 1)
    if not behind or particle.dep_ not in ("advmod", "prep", "prt") or particle.lower_ not in words("adverbial particles"):
        return False
    return particle.lower_ in _WITH_ANY_VERB or f"{verb.lemma_.lower()} {particle.lower_}" in phrasal_verbs()
