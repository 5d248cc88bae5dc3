"""Arguments that belong to what the predicate depends on: to the verb that lends it a subject, or to the noun whose deed it is.

Each rule looks at a predicate and one of its arguments and tells whether the argument is to be left out.
"""

from typing import TYPE_CHECKING

from engines.english.animacy import noun_class, person_share
from engines.english.deverbal import verb_of_noun
from engines.english.lexicon import verb_use, words
from engines.english.noun_classes import is_animate
from engines.parsing.arguments.structures import Argument
from engines.parsing.syntax.dependencies import VERBAL, children, relative_head
from engines.parsing.syntax.passives import is_passive
from engines.parsing.syntax.subjects import asked_by_preposition, subject_of
from engines.parsing.syntax.verb_groups import verb_group, verb_lemma

if TYPE_CHECKING:
    from spacy.tokens import Token

_QUOTES = frozenset('"“”')
_KNOWN, _MOSTLY_PEOPLE, _NO_PERSON = 20, 0.8, 0.05
"""Uses of a verb from which its subjects are known, share of people among them from which people do it, and share from which a noun is
for none."""


def is_subject_of_request(predicate: "Token", argument: Argument) -> bool:
    """ "The board asked the county to pay", "called on the county to pay": the board does not pay."""
    governor = predicate.head
    if predicate.dep_ == "xcomp" and not argument.own and asked_by_preposition(governor, predicate.i) is not None:
        return argument.role == "SUBJ" and argument.head < governor.i
    asks = (
        predicate.dep_ == "xcomp"
        and governor.lemma_ in words("object control")
        and any(c.lower_ == "to" for c in predicate.children)
        and not is_passive(governor)
    )
    told = any(child.dep_ in ("dobj", "dative") for child in governor.children)
    head = predicate.doc[argument.head]
    return argument.role == "SUBJ" and asks and told and head in subject_of(governor)[0]


def is_outside_quotation(predicate: "Token", argument: Argument) -> bool:
    """'She was like, "Come on"': who stands before the quotation does not act in it."""
    if argument.role != "SUBJ" or argument.own or argument.head > predicate.i:
        return False
    return sum(token.text in _QUOTES for token in predicate.doc[argument.end : predicate.i]) % 2 == 1


def is_deed_of_object(predicate: "Token", argument: Argument) -> bool:
    """ "Has three boats to choose from": what is done with the boats, not with having them."""
    if predicate.lemma_ != "have" or argument.role != "XCOMP" or predicate.pos_ not in VERBAL:
        return False
    return any(
        c.dep_ == "dobj" and predicate.i < c.i < argument.head for c in (*predicate.children, *predicate.doc[argument.head].children)
    )


def is_hindering(predicate: "Token", argument: Argument) -> bool:
    """ "The court banned the firm from selling it": the firm does not sell, whatever the court does."""
    governor = predicate.head.head
    if predicate.dep_ != "pcomp" or predicate.head.lower_ != "from" or argument.role != "SUBJ":
        return False
    hinders = governor.lemma_ in words("hindering") | words("forbidding")
    return hinders and any(c.dep_ == "nsubj" and c.i == argument.head for c in governor.children)


def cannot_act(predicate: "Token", argument: Argument) -> bool:
    """ "The training focuses on learning to move": what only another word lends as a subject, and is none of those who do such things."""
    if argument.role != "SUBJ" or (argument.own and argument.source != "learned") or predicate.pos_ not in VERBAL:
        return False
    usual, head = verb_use(verb_lemma(predicate)), predicate.doc[argument.head]
    acted = usual.subject is not None and usual.seen >= _KNOWN and usual.subject >= _MOSTLY_PEOPLE
    known = noun_class(head.lemma_) not in ("", "group", "location", "person") and head.lemma_.lower() not in words("persons")
    return acted and head.pos_ == "NOUN" and known and person_share(head) <= _NO_PERSON


def is_phrase_of_noun(predicate: "Token", argument: Argument) -> bool:
    """ "The impact of using nets on the harbour": what the noun that the deed belongs to takes, the deed does not."""
    if argument.role not in ("ADJ", "PREP") or predicate.dep_ != "pcomp" or predicate.head.head.pos_ != "NOUN":
        return False
    noun = predicate.head.head.lemma_.lower()
    preposition = argument.preposition or predicate.doc[argument.start].lower_
    return f"{verb_of_noun(noun) or noun}:{preposition}" in words("objects of nouns")


def is_art_of_deed(predicate: "Token", argument: Argument) -> bool:
    """ "The art of baking": the art does not bake."""
    return (
        argument.role == "SUBJ"
        and predicate.dep_ == "pcomp"
        and predicate.head.head.i == argument.head
        and not is_animate(predicate.doc[argument.head])
    )


def is_subject_of_purpose(predicate: "Token", argument: Argument) -> bool:
    """ "A fair was held to raise money": the fair did not raise it."""
    purpose = predicate.dep_ == "advcl" and any(c.dep_ == "aux" and c.lower_ == "to" for c in predicate.children)
    if predicate.dep_ == "pcomp" and predicate.head.dep_ == "agent":  # "nets are mended by knotting": the nets do not knot
        return _is_shared_subject(argument)
    return _is_shared_subject(argument) and purpose and predicate.head.pos_ in VERBAL and is_passive(predicate.head)


def is_subject_of_content(predicate: "Token", argument: Argument) -> bool:
    """ "Her work includes teaching": her work does not teach."""
    content = predicate.tag_ == "VBG" and predicate.dep_ in ("xcomp", "ccomp") and predicate.head.lemma_ in words("verbs of content")
    return _is_shared_subject(argument) and content


def is_wished_away(predicate: "Token", argument: Argument) -> bool:
    """ "She never meant to become a lutenist": what nobody meant to do is told with not meaning it; whether it was done is left open."""
    governor = predicate.head
    wished = predicate.dep_ == "xcomp" and governor.lemma_ in words("verbs of wishing") and children(predicate, "aux")
    return bool(wished) and verb_group(predicate.doc, governor.i).negated


def is_left_open(predicate: "Token", argument: Argument) -> bool:
    """ "She advises holding another season": by whom, she does not say."""
    governor = predicate.head
    advised = predicate.dep_ == "xcomp" and predicate.tag_ == "VBG" and governor.lemma_ in words("verbs of possible deeds")
    return advised and argument.role == "SUBJ" and predicate.doc[argument.head].head == governor


def is_subject_of_question(predicate: "Token", argument: Argument) -> bool:
    """ "Historians disagree about which of these mattered": a clause that asks who or what has no other subject."""
    own = next(iter(children(predicate, "nsubj", "nsubjpass")), None)
    if own is None or own.tag_ not in ("WDT", "WP") or predicate.dep_ not in ("ccomp", "pcomp"):
        return False
    return argument.role == "SUBJ" and argument.head != own.i and relative_head(predicate) is None


def is_added_by_relative(predicate: "Token", argument: Argument) -> bool:
    """ "He examines her once more, which he will do on Monday": what is added of the whole deed is nothing that it has."""
    doc, start = predicate.doc, argument.start
    return start > predicate.i and doc[start].tag_ == "WDT" and doc[start].lower_ == "which" and doc[start - 1].text == ","


def is_noun_of_infinitive(predicate: "Token", argument: Argument) -> bool:
    """ "The council's decision to close it": the decision does not close it."""
    modifies = predicate.dep_ in ("acl", "relcl") and predicate.tag_ == "VB" and argument.head == predicate.head.i
    to = any(c.lower_ == "to" and c.dep_ == "aux" for c in predicate.children)
    return argument.role == "SUBJ" and modifies and (to or predicate.dep_ == "acl") and not is_animate(predicate.head)


def _is_shared_subject(argument: Argument) -> bool:
    return argument.role == "SUBJ" and not argument.own


RULES = (
    is_subject_of_request,
    is_outside_quotation,
    is_deed_of_object,
    is_hindering,
    cannot_act,
    is_phrase_of_noun,
    is_added_by_relative,
    is_art_of_deed,
    is_subject_of_purpose,
    is_subject_of_content,
    is_wished_away,
    is_left_open,
    is_subject_of_question,
    is_noun_of_infinitive,
)
