"""Whose verb it is: own, relative, shared, controlled and participial subjects."""

from typing import TYPE_CHECKING

from engines.english.lexicon import words
from engines.english.noun_classes import is_time
from engines.parsing.syntax.dependencies import (
    FINITE,
    NOMINAL,
    SUBJECTS,
    VERBAL,
    antecedent_of_relative,
    children,
    is_relative_pronoun,
    relative_head,
    shown_number,
)
from engines.parsing.syntax.passives import is_passive

if TYPE_CHECKING:
    from spacy.tokens import Token

_DEEPEST = 6
_FINITE = frozenset({"VBD", "VBZ"})
_FOR_OTHERS = frozenset({"available", "open", "ready", "suitable"})
"""Adjectives whose subject does not act: "available for viewing"."""
_BEFORE_SAYING = frozenset({",", '"', "”", "'", "’", "''"})
Found = tuple[list["Token"], str]
"""Heads of the subject (none or one) and the construction it was found in."""
NOTHING: Found = ([], "")


def subject_of(verb: "Token", depth: int = 0) -> Found:
    """The surface subject of a verb, looked for where English leaves it out.

    The construction is own, relative, expletive, shared, control, participle, attributive or "" when none was found.
    """
    if depth > _DEEPEST:
        return NOTHING
    own = children(verb, *SUBJECTS)
    if own:
        return _own(_speaker_after(own, verb) or own[0], verb)
    if children(verb, "expl"):
        return children(verb, "attr", "dobj")[:1], "expletive"
    rule = _BY_LABEL.get(verb.dep_)
    return rule(verb, verb.head, depth) if rule else NOTHING


def _speaker_after(subjects: list["Token"], verb: "Token") -> "Token | None":
    """ "It burned, most of it, said Ana Ruiz": of two subjects the one after the verb speaks."""
    if len(subjects) < 2 or verb.lemma_ not in words("verbs of saying") or verb.i == 0 or verb.nbor(-1).text not in _BEFORE_SAYING:
        return None
    return next((subject for subject in subjects if subject.i > verb.i), None)


def _own(subject: "Token", verb: "Token") -> Found:
    if is_relative_pronoun(subject) and subject.dep_ in ("nsubj", "nsubjpass"):
        modified = relative_head(verb) if not _is_asked(subject, verb) else None
        if modified is not None and subject.lower_ == "which" and modified.tag_ == "NNS" and shown_number(verb) == "singular":
            return NOTHING  # "the room holds ten pupils, which means that …"
        if modified is not None:
            return [modified], "relative"
        if subject.lower_ in ("who", "what", "that", "which"):
            return NOTHING
    return [subject], "own"


def _is_asked(pronoun: "Token", verb: "Token") -> bool:
    """ "Who had tried it before he knew who made it": the second "who" begins a question, as the clause has another pronoun."""
    if verb.dep_ != "ccomp" or pronoun.tag_ != "WP":
        return False
    clause = next((above for above in verb.ancestors if above.dep_ == "relcl"), None)
    return clause is not None and any(is_relative_pronoun(c) for c in clause.children if not c.is_ancestor(verb) and c != verb)


def _inherit(verb: "Token", depth: int, construction: str) -> Found:
    return subject_of(verb, depth + 1)[0], construction


def _shared(verb: "Token", head: "Token", depth: int) -> Found:
    if _orders(verb) and not _orders(head) and head.tag_ in _FINITE:  # "Ana sang, check it out below"
        return NOTHING
    if head.pos_ in VERBAL or head.dep_ in ("acl", "amod"):
        return _inherit(head, depth, "shared")
    if head.pos_ in ("NOUN", "PROPN", "ADJ") and head.dep_ in ("attr", "acomp"):
        return _inherit(head.head, depth, "shared")
    return NOTHING


def _orders(verb: "Token") -> bool:
    """Whether a bare form follows no auxiliary: an order, or what "help" and "let" take."""
    return verb.tag_ == "VB" and not children(verb, "aux")


def _controlled(verb: "Token", head: "Token", depth: int) -> Found:
    if head.pos_ in VERBAL:
        if verb.tag_ == "VBG" and head.lemma_ in words("verbs of content") | words("verbs of possible deeds"):
            return NOTHING  # "recommended replacing it": by whom is left open
        asked = asked_by_preposition(head, verb.i)
        if asked is not None:
            return [asked], "control"
        objects = [child for child in children(head, "dobj", "dative") if not is_time(child)]  # "spent two years working"
        marked = any(child.lower_ == "to" for child in verb.children)  # "left Orlo to return", but "asked her to return"
        if objects and not is_passive(head) and (head.lemma_ in words("object control") or not marked):
            return [antecedent_of_relative(objects[0], head)], "control"
        return _inherit(head, depth, "control")
    if head.pos_ in ("ADJ", "NOUN", "ADV") and head.head != head and head.head.pos_ in VERBAL:
        return _inherit(head.head, depth, "control")
    return NOTHING


def asked_by_preposition(verb: "Token", end: int) -> "Token | None":
    """ "China" of "called on China to stop": of whom a deed is wanted that is told from token `end` on."""
    for preposition in children(verb, "prep"):
        if f"{verb.lemma_}:{preposition.lower_}" in words("control by a preposition") and preposition.i < end:
            return next(iter(children(preposition, "pobj")), None)
    return None


def _complement(verb: "Token", head: "Token", depth: int) -> Found:
    if verb.tag_ not in ("VB", "VBG") or head.pos_ not in ("VERB", "AUX", "ADJ"):
        return NOTHING
    if verb.tag_ == "VBG" and head.lemma_ in words("verbs of content"):  # "her work includes teaching": her work does not teach
        return NOTHING
    objects = children(head, "dobj")
    if objects:
        return [antecedent_of_relative(objects[0], head)], "control"
    return _inherit(head.head if head.pos_ == "ADJ" else head, depth, "control")


def _modifier(verb: "Token", head: "Token", depth: int) -> Found:
    """Participles after a noun take the noun; infinitives its possessor or the subject of its verb."""
    if verb.tag_ in ("VBG", "VBN"):
        return [head], "participle"
    if verb.tag_ != "VB":
        return NOTHING
    possessor = children(head, "poss")
    if possessor:
        return possessor[:1], "participle"
    if head.dep_ in ("dobj", "attr", "pobj"):
        above = head.head
        while above.dep_ == "prep" and above.head != above:
            above = above.head
        if above.pos_ in VERBAL:
            return _inherit(above, depth, "participle")
    return [head], "participle"


def _attributive(verb: "Token", head: "Token", depth: int) -> Found:
    return [head], "attributive"


def _adverbial(verb: "Token", head: "Token", depth: int) -> Found:
    if head.pos_ in VERBAL and (verb.tag_ not in ("VBD", "VBZ") or (verb.dep_ == "dep" and is_passive(verb))):
        return _inherit(head, depth, "participle")
    if verb.dep_ == "advcl" and head.pos_ in ("ADJ", "ADV") and head.head.pos_ in VERBAL:
        return _inherit(head.head, depth, "participle")
    return NOTHING


def has_lost_subject(verb: "Token") -> bool:
    """Whether the parse gives the noun right before a coordinated finite verb to another word, and the verb the subject of the first:
    "some are sold in shops and others are given away"."""
    if verb.dep_ != "conj" or children(verb, *SUBJECTS, "expl"):
        return False
    group = [verb, *(c for c in children(verb, "aux", "auxpass") if c.i < verb.i)]
    first = min(group, key=lambda token: token.i)
    before = verb.doc[first.i - 1] if first.i else first
    return first.tag_ in FINITE and before.pos_ in NOMINAL and before.i > verb.head.i and not verb.is_ancestor(before)


def is_stand(preposition: "Token") -> bool:
    """Whether a preposition says what somebody is for or against, and who would do it is left open: "voted against moving it"."""
    return preposition.lower_ in ("against", "for") and preposition.head.lemma_ in words("taking a stand")


def actor_of_infinitive(governor: "Token", infinitive: "Token") -> "Token | None":
    """ "Him" of "let him buy one": the subject of a bare infinitive that is what somebody lets, makes or sees somebody do."""
    if infinitive.tag_ not in ("VB", "VBP") or infinitive.dep_ != "ccomp" or infinitive.head != governor:
        return None
    if governor.lemma_ not in words("bare infinitives") or children(infinitive, "aux", "mark"):
        return None
    return next((child for child in children(infinitive, "nsubj") if child.i > governor.i), None)


def _gerund(verb: "Token", preposition: "Token", depth: int) -> Found:
    """A gerund after a preposition: "accused him of stealing" (object), "left without paying" (subject)."""
    governor = preposition.head
    if is_stand(preposition):
        return NOTHING
    if governor.pos_ in VERBAL:
        objects = children(governor, "dobj")
        takes_object = preposition.lower_ in ("of", "from", "with", "for", "into")
        hinders = preposition.lower_ == "from" and governor.lemma_ in words("hindering") | words("forbidding")
        if objects and (hinders or (takes_object and governor.lemma_ in words("verbs of blame and hindrance"))):
            return [antecedent_of_relative(objects[0], governor)], "control"
        return _inherit(governor, depth, "control")
    if governor.pos_ in ("NOUN", "PROPN"):
        return _gerund_of_noun(governor, depth)
    if governor.pos_ == "ADJ" and governor.head.pos_ in VERBAL and governor.lower_ not in _FOR_OTHERS:
        return _inherit(governor.head, depth, "control")
    return NOTHING


def _gerund_of_noun(noun: "Token", depth: int) -> Found:
    possessor = children(noun, "poss")
    if possessor:
        return possessor[:1], "control"
    above = noun
    for _ in range(4):
        if above.head == above or above.pos_ in VERBAL:
            break
        above = above.head
    if above.pos_ not in VERBAL:
        return NOTHING
    objects = children(above, "dobj")
    if objects and objects[0] == noun and above.lemma_ in words("verbs of blame and hindrance"):  # "accused the umpire of cheating"
        return [noun], "control"
    if objects and objects[0] != noun and not objects[0].is_ancestor(noun):
        return [antecedent_of_relative(objects[0], above)], "control"
    return _inherit(above, depth, "control")


_BY_LABEL = {
    "conj": _shared,
    "xcomp": _controlled,
    "oprd": _controlled,
    "ccomp": _complement,
    "acl": _modifier,
    "amod": _attributive,
    "advcl": _adverbial,
    "dep": _adverbial,
    "parataxis": _adverbial,
    "pcomp": _gerund,
}
