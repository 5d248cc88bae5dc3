"""Words that may stand for people or things, and what else tells which."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.english.animacy import lexicon, named_class, noun_class, person_share
from engines.english.deverbal import is_agentive
from engines.english.lexicon import closed_class, words
from engines.english.pronouns import REFLEXIVE, THEY
from engines.english.word_forms import lemmas
from engines.parsing.models.people import Slot
from engines.parsing.syntax.dependencies import NOMINAL, SUBJECTS, children, shown_number

if TYPE_CHECKING:
    from spacy.tokens import Token

    from engines.parsing.arguments.structures import Argument

SURELY = 0.9
"""Share from which a word stands for people, whatever its verb."""
_HARDLY = 0.1
"""Share up to which it stands for none."""
_AMOUNTS = frozenset({"MONEY", "PERCENT", "QUANTITY"})
_UNITS = frozenset({"cent", "percent", "percentage"})
_MAGNITUDES = frozenset({"billion", "million", "trillion"})
_OF_SOME = frozenset({"neither", "none"})
"""Say that it was so of none of those that are meant."""
_BEARING_NAMES = frozenset({"act", "animal", "artifact", "communication", "event", "group", "location", "object", "plant"})
"""Classes of things that may bear a person's name: "the trawler Ada Brock"."""
_DEEDS = frozenset({"act", "event", "phenomenon", "process", "state"})
"""Classes of what happens: "the Salt Revolt"."""


def stand_in(head: "Token", role: str, people: bool) -> str:
    """What stands for an argument in a question that asks for another."""
    if role in ("OBJ", "IOBJ", "PREP") and head.lower_ in REFLEXIVE:
        return "themselves" if people else "itself"
    if role == "PREP" and is_deed(head):
        return "doing something"
    if role in ("SUBJ", "OBJ") and is_denying_subject(head):
        return "nobody" if people else "nothing"
    return "someone" if people else "something"


def is_denying_subject(head: "Token") -> bool:
    """ "Nobody", "nothing", "no one", as the subject of a verb."""
    apart = head.lower_ == "one" and any(child.lower_ == "no" for child in head.children)
    alone = head.lower_ in closed_class("denying pronouns") - _OF_SOME
    return (apart or alone) and head.dep_ in SUBJECTS


def is_amount(head: "Token") -> bool:
    """Whether a word is an amount of nothing that is counted: "81 per cent", "£20", but not "half of the men"."""
    if head.lower_ in _MAGNITUDES and head.dep_ == "dobj" and any(c.dep_ in ("compound", "nummod") for c in head.children):
        return True  # "voted 2.6 million"
    unit = head.pos_ != "NOUN" or (head.lemma_ in _UNITS and any(c.dep_ == "nummod" for c in head.children))
    return head.ent_type_ in _AMOUNTS and unit and not any(child.lower_ == "of" for child in head.children)


def is_deed(head: "Token") -> bool:
    """Whether a phrase with a preposition tells what is done: "accused of lying"."""
    return head.tag_ == "VBG" and head.dep_ == "pcomp"


def is_doer(head: "Token") -> bool:
    """Whether a noun that is mostly a thing may be a person who does what it says: "a cleaner"."""
    return head.pos_ == "NOUN" and is_agentive(head.lemma_.lower()) and head.lemma_.lower() not in lexicon().groups


def is_language(head: "Token") -> bool:
    """Whether the word for a people stands for what it speaks: "read Turkish", but "met a Turk", "met the Turkish"."""
    return head.ent_type_ in ("NORP", "LANGUAGE") and head.tag_ in ("JJ", "NN", "NNP") and not any(head.children)


def may_be_name(head: "Token") -> bool:
    """Whether a word may be a person's name: a name of nothing known, or an unknown word in small letters."""
    if head.pos_ == "PROPN":
        return head.ent_type_ in ("", "PERSON", "ORG", "NORP") and not any(child.dep_ == "det" for child in head.children)
    return head.pos_ == "NOUN" and head.tag_ != "NNS" and not noun_class(head.lemma_)


def is_team(head: "Token") -> bool:
    """Whether a name alone has a verb in the plural, as people's do: "Rovers have won", "Orlo were beaten"."""
    if head.tag_ != "NNP" or head.dep_ not in ("nsubj", "nsubjpass") or shown_number(head.head) != "plural":
        return False
    return not any(child.dep_ in ("conj", "det") for child in head.children)


def is_named_thing(head: "Token") -> bool:
    """Whether a name taken for a person's is a thing's: "the Maren Voss Bridge", "NORLOG", "the genus Vossia", "her Flora", "Orlo lost its
    bridge"."""
    if head.pos_ != "PROPN":
        return False
    if head.ent_type_ in ("DATE", "TIME"):  # "Friday would clash with prayers"
        return head.lower_ not in lexicon().first_names
    if any(c.lower_ == "which" and c.dep_ in SUBJECTS | {"dobj"} for clause in children(head, "relcl") for c in clause.children):
        return True  # "Upper Fenny, which lies …"
    kinds = [child for child in head.children if child.dep_ == "compound" and child.pos_ == "NOUN"]
    if kinds and noun_class(kinds[-1].lemma_) not in ("", "group", "person") and person_share(kinds[-1]) == 0.0:
        return True
    if head.left_edge.i < head.i and head.left_edge.lower_ in words("places before names") and head.left_edge.pos_ == "PROPN":
        return True  # "Lake Oruvai"
    if _is_numbered(head) or any(c.dep_ == "appos" and c.pos_ == "NOUN" and _is_no_person(c) for c in head.children):
        return True  # "Hall B"; "Tarnholt, a market town, lies …"
    with_article = any(child.lower_ == "the" and child.dep_ == "det" for child in head.children)
    if head.ent_type_ not in ("GPE", "ORG") and _owns_as_thing(head):  # countries and firms act as people do
        return True
    if head.ent_type_ != "PERSON":
        return with_article and named_class(head)[0] in _DEEDS
    if any(child.dep_ == "poss" and child.tag_ == "PRP$" for child in head.children):
        roles = (c for c in head.children if c.dep_ == "compound" and c.pos_ == "NOUN")
        return not any(person_share(c) > _HARDLY for c in roles)  # "her guide Maren Stook"
    if head.is_upper and len(head) > 2 and any(token.is_lower for token in head.doc):
        return not any(child.dep_ == "compound" for child in head.children)
    return with_article and named_class(head)[0] not in ("", "person", "group")


def _is_no_person(noun: "Token") -> bool:
    return noun_class(noun.lemma_) not in ("", "group", "person") and person_share(noun) <= _HARDLY


def _is_numbered(name: "Token") -> bool:
    """Whether a name ends in a letter or a number, as those of rooms, routes and versions do: "Hall B", "Gate 4"."""
    last = name.doc[name.i + 1] if name.i + 1 < len(name.doc) and name.nbor().head == name and name.nbor().tag_ == "CD" else name
    compound = last != name or any(c.dep_ in ("compound", "nmod") and c.i == name.i - 1 for c in name.children)
    written = last.text.rstrip(".")
    return compound and (written.isdecimal() or (len(written) == 1 and written.isupper() and written not in ("I", "V", "X")))


def _owns_as_thing(name: "Token") -> bool:
    """Whether an "its" in the clause of which a name is the subject can only be that name's, as nothing else is named before it."""
    if name.dep_ not in ("nsubj", "nsubjpass"):
        return False
    own = next((t for t in name.head.subtree if t.lower_ == "its" and t.i > name.head.i), None)
    return own is not None and not any(t.pos_ in ("NOUN", "PROPN") and t != name for t in name.doc[name.head.i : own.i])


def may_be_either(head: "Token") -> bool:
    """Whether a word may stand for people or things: a name of a kind unknown, of a group or place, "they", "those"."""
    if head.pos_ == "PROPN":
        named = any(c.dep_ == "compound" and c.pos_ == "PROPN" for c in head.children) and not any(c.dep_ == "det" for c in head.children)
        if head.ent_type_ == "ORG" and head.lemma_.lower() in lexicon().groups | words("institutions"):
            return True
        kinds = ("", "ORG", "PRODUCT", "NORP", "FAC", "WORK_OF_ART")
        return head.ent_type_ in (*kinds, "GPE") and (not noun_class(head.lemma_) or (named and head.ent_type_ in kinds))
    if head.lower_ == "one":
        return True
    if head.pos_ == "NOUN":
        if head.is_title and not noun_class(head.lemma_) and not lemmas(head.lower_):  # a name taken for a plural: "Perkins"
            return True
        lemma = head.lemma_.lower()
        least = 0.05 if is_doer(head) else 0.1
        either = lexicon().groups | words("institutions") | words("persons or things")
        return lemma in either or least < person_share(head) < SURELY
    return head.pos_ in ("DET", "ADJ", "NUM") or head.lower_ in THEY.plain


def can_only_be_thing(noun: "Token") -> bool:
    """Whether a common noun stands for no person, group or place; an unknown word may be a name, unless there are several of it."""
    kind = noun_class(noun.lemma_) or ("thing" if noun.tag_ == "NNS" else "")
    return noun.pos_ == "NOUN" and kind not in ("", "group", "location", "person") and person_share(noun) <= _HARDLY


def are_several(noun: "Token") -> bool:
    """Whether a plural is one of a word that is known, or that is counted out, and no name."""
    counted_out = any(child.dep_ in ("det", "nummod", "poss") for child in noun.children)
    return noun.tag_ in ("NNS", "NNPS") and (counted_out or bool(noun_class(noun.lemma_)))


def is_who(noun: "Token") -> bool:
    """Whether a relative clause says "who" of a noun or name, "himself" or a person's name stands behind it ("her opposite number Ada
    Brock"), or a noun for a person before the name: "defender Ada Brock"."""
    if noun.dep_ in SUBJECTS and noun.i + 1 < len(noun.doc) and noun.nbor().lower_ in ("herself", "himself"):
        return True
    named = any(c.dep_ == "appos" and c.ent_type_ == "PERSON" and c.left_edge.i == noun.i + 1 for c in noun.children)
    if named and noun.pos_ == "NOUN" and noun_class(noun.lemma_) not in _BEARING_NAMES:
        return True
    if noun.pos_ == "PROPN" and any(
        c.pos_ == "NOUN" and c.dep_ in ("compound", "nmod") and noun_class(c.lemma_) == "person" and person_share(c) >= SURELY
        for c in noun.children
    ):
        return True
    clauses = (child for child in noun.children if child.dep_ == "relcl" and noun.pos_ in NOMINAL)
    return any(c.lower_ in ("who", "whom") and c.dep_ in ("nsubj", "nsubjpass", "dobj") for clause in clauses for c in clause.children)


def is_unknown_name(noun: "Token") -> bool:
    """Whether a word with a capital that no list has is taken for a plural: "Dilys", "Perkins"."""
    return noun.tag_ == "NNS" and noun.is_title and not noun_class(noun.lemma_) and not lemmas(noun.lower_) and noun.left_edge == noun


def stands_alone(verb: "Token", seldom: bool) -> bool:
    """Whether an active verb has a subject and no object, there and elsewhere: not "won" of "the boat she won".

    Args:
        seldom: whether the verb does so only with a preposition right behind it, if at all: "kept to the path".
    """
    labels = {child.dep_ for child in verb.children}
    if "nsubj" not in labels or labels & {"dobj", "ccomp", "xcomp"}:
        return False
    if seldom and not any(child.dep_ == "prep" and child.i == verb.i + 1 for child in verb.children):
        return False
    own = any(c.tag_ in ("WDT", "WP") or any(t.tag_ == "WP$" for t in c.lefts) for c in verb.children if c.dep_ == "nsubj")
    return verb.dep_ != "relcl" or own  # "who won", "whose fear stems from it"


def has_pronoun(verb: "Token") -> bool:
    """Whether the subject of a verb is a pronoun, one that stands for nothing in the text included."""
    return any(c.dep_ == "nsubj" and c.tag_ == "PRP" for c in verb.children)


def is_group(head: "Token") -> bool:
    """Whether a noun may stand for the people in it: "the court", "the board"."""
    return head.pos_ == "NOUN" and (noun_class(head.lemma_) == "group" or head.lemma_.lower() in lexicon().groups)


def place_of(argument: "Argument", among: Sequence["Argument"], verb: "Token", lemma: str, passive: bool, of_things: bool) -> Slot:
    """The place of an argument at its verb, as the model of people sees it.

    Args:
        among: all arguments of the verb.
        of_things: whether it is a verb that only things do.
    """
    roles = {other.role for other in among if other.span != argument.span}
    beside = "SUBJ" if argument.role != "SUBJ" else "OBJ"
    other = min((a for a in among if a.role == beside), key=lambda a: not a.own, default=None)
    share = -1.0 if other is None else person_share(verb.doc[other.head])
    return Slot(lemma, argument.role, argument.head < verb.i, passive, share, "OBJ" in roles, bool(roles & {"XCOMP", "CCOMP"}), of_things)
