"""Which of the arguments found are worth a question when the parser reads running text.

A person who reads the QAs forgives a missing one sooner than a wrong one. What is left out here are the marks of a parse gone
astray (a subject that holds a clause of its own, an answer that cuts a quotation in two, a piece of a hyphenated word) and
phrases that answer nothing ("of course", "as a whole").
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engines.english.lexicon import transitivity, words
from engines.english.noun_classes import is_animate, is_time
from engines.english.pronouns import NAMING_PERSONS
from engines.parsing.arguments.boundaries import redrawn
from engines.parsing.arguments.structures import Argument
from engines.parsing.filters.plausible_nouns import exchanged, fits_noun
from engines.parsing.syntax.dependencies import NOMINAL, VERBAL, is_passive
from engines.parsing.syntax.verb_groups import is_predicative_participle

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_FINITE = frozenset({"VBZ", "VBD", "VBP", "MD"})
_CLAUSES_OF_NOUNS = frozenset({"relcl", "acl", "appos", "prep", "poss"})
_IN_STEAD = frozenset({"relative", "antecedent"})
_QUOTES = '"“”'
_CORE = frozenset({"SUBJ", "OBJ", "IOBJ", "PREP"})


def plausible(doc: "Doc", predicate: int, arguments: Sequence[Argument], least: float = 0.0) -> list[Argument]:
    """The arguments of one predicate without those that make no sensible QA or are less probable than `least`, in roles that fit."""
    arguments = [a for a in arguments if a.score >= least]
    if _is_shouted(doc[predicate]):
        return []
    whole = [b for a in arguments if (b := redrawn(doc, predicate, a)) is not None]
    found = [_recast(doc[predicate], a) for a in whole if _is_answer(doc, predicate, a) and _fits(doc[predicate], a)]
    return [a for a in found if not any(_is_part(a, other) for other in found)]


def is_implied(argument: Argument) -> bool:
    """Whether the answer stands elsewhere in the sentence: shared, controlled, or what a pronoun stands for."""
    return not argument.own or argument.source in _IN_STEAD


def _is_shouted(predicate: "Token") -> bool:
    """Whether a word is in capitals although its sentence is not: "READ MORE", the name of a firm."""
    return predicate.is_upper and len(predicate) > 1 and any(token.is_lower and len(token) > 2 for token in predicate.doc)


def _recast(predicate: "Token", argument: Argument) -> Argument:
    """An argument in the role that it has in fact."""
    head = predicate.doc[argument.head]
    if argument.role == "SUBJ" and is_predicative_participle(predicate):
        return replace(argument, role="OBJ")  # "the trip was highly anticipated"
    if argument.wh == "when" and head.dep_ == "dobj" and head.head == predicate and any(c.lower_ == "of" for c in head.children):
        return replace(argument, role="OBJ", wh="")  # "ordered a third season of the series"
    if argument.wh == "where" and argument.role == "ADJ" and (rest := _beside_person(predicate, argument)) is not None:
        return rest  # "cheered on Ana Ruiz", "turned on them": no place
    first = predicate.doc[argument.start]
    if argument.wh == "when" and first.lower_ == "about" and not any(t.like_num for t in _tokens(predicate, argument)):
        return replace(argument, start=argument.start + 1, role="PREP", wh="", preposition="about")  # "lie about their age"
    if argument.role == "ATTR" and is_time(head) and predicate.lemma_ != "become":
        return replace(argument, role="ADJ", wh="when")  # "arrests were made sunday"
    if argument.wh == "when" and first.lower_ == "if" and predicate.lemma_ in words("verbs of asking"):
        return replace(argument, role="CCOMP", wh="what")  # "cannot verify if he was there"
    undergone = predicate.dep_ == "dobj" and predicate.head.lemma_ in words("undergoing")
    if predicate.pos_ == "NOUN" and argument.role == "SUBJ" and argument.source == "shared" and undergone:
        return replace(argument, role="OBJ")  # "the mill underwent a renovation": it was renovated
    return exchanged(predicate, argument) if predicate.pos_ == "NOUN" else argument


def _beside_person(predicate: "Token", argument: Argument) -> Argument | None:
    """The person of a phrase such as "on Ana Ruiz", asked for with its preposition."""
    first, head = predicate.doc[argument.start], predicate.doc[argument.head]
    if first.pos_ != "ADP" or argument.end - argument.start < 2 or first.lower_ == "at":
        return None
    left_behind = first.lower_ == "behind" and is_animate(head)
    if not (left_behind or head.ent_type_ == "PERSON" or (head.pos_ == "PRON" and head.lower_ in NAMING_PERSONS)):
        return None
    return replace(argument, start=argument.start + 1, role="PREP", wh="who", preposition=first.lower_)


def _is_part(argument: Argument, whole: Argument) -> bool:
    """Whether another argument gives the same answer at greater length: "Sunday" and "on Sunday, April 20th"."""
    same = (argument.role, argument.wh, argument.preposition) == (whole.role, whole.wh, whole.preposition)
    return same and argument.span != whole.span and whole.start <= argument.start and argument.end <= whole.end


def _is_answer(doc: "Doc", predicate: int, argument: Argument) -> bool:
    """Whether the span can be read as an answer by itself."""
    tokens = doc[argument.start : argument.end]
    text = tokens.text
    said = f"{argument.preposition} {text}".strip().lower().replace(" ", "_")
    if text.lower() in ("the", "a", "an") or text.lower() in words("prepositions alone"):
        return False
    if len(tokens) == 1 and tokens[0].tag_ in ("IN", "RP") and doc[predicate].pos_ == "NOUN":  # "entry on or interference with land"
        return False
    if argument.start and f"{doc[argument.start - 1].lower_}_{said}" in words("empty answers"):  # "course" of "of course"
        return False
    if not any(character.isalnum() for character in text) or "\n" in text or said in words("empty answers"):
        return False
    if doc[argument.start].lower_ in ("according", "'s", "’s") or _cuts_quotation(text) or "://" in text:
        return False
    return not _beside_hyphen(doc, predicate, argument)


def _cuts_quotation(text: str) -> bool:
    """Whether a quotation mark is left alone inside the answer; one at its edge does not hurt."""
    return all(sum(part.count(mark) for mark in _QUOTES) % 2 == 1 for part in (text, text.strip(_QUOTES + " ")))


def _beside_hyphen(doc: "Doc", predicate: int, argument: Argument) -> bool:
    """Whether answer and predicate are pieces of one word: "Lunn" and "born" of "Lunn-born"."""
    before = argument.end == predicate - 1 and doc[predicate - 1].text == "-"
    return before or (argument.start == predicate + 2 and doc[predicate + 1].text == "-")


def _fits(verb: "Token", argument: Argument) -> bool:
    """Whether the answer can stand in its role."""
    head = verb.doc[argument.head]
    if argument.role in _CORE and head.pos_ in NOMINAL and _holds_clause(head, argument):
        return False
    first = verb.doc[argument.start]
    if argument.role in ("SUBJ", "OBJ", "ADJ") and first.lower_ == "of":  # "of which two were sold", "of the season"
        return False
    if argument.preposition == "including":  # "several trials, including that of the mill": no part of what happened
        return False
    if argument.role in ("ADJ", "PREP") and any(t.lower_ in ("which", "whose") for t in verb.doc[first.i : first.i + 2]):
        return False  # "at which time"
    if not argument.own and argument.role in ("SUBJ", "OBJ") and not _takes_over(verb, argument):
        return False
    if first.lower_ in ("that", "whether") and first.tag_ != "DT" and not any(_is_verb(t) for t in _tokens(verb, argument)):
        return False  # "that a new": the parse lost the clause
    if argument.role in _CORE and any(t.lower_ in ("which", "whom") for t in verb.doc[first.i : first.i + 3]):
        return False  # "one of which"
    if argument.source == "antecedent" and any(c.lower_ == "no" for c in head.children):
        return False  # "no charges were filed … about them"
    if argument.source == "relative" and argument.role in ("SUBJ", "OBJ") and head.ent_type_ == "DATE":
        return False  # "a mill from the 19th century which has two wheels"
    if verb.tag_ == "VBG" and verb.dep_ == "amod" and argument.source == "participle" and not _goes_on(verb):
        return False  # "targeting rules", but "growing costs"
    if (argument.role == "SUBJ" or (argument.role == "OBJ" and argument.own)) and _across_colon(verb, argument):
        return False
    if argument.role == "SUBJ" and not argument.own and (_is_purpose_of_passive(verb) or _is_content(verb)):
        return False
    if argument.role == "CCOMP" and first.tag_ in _FINITE:
        return False  # "said were safe": a clause without its subject
    if verb.lemma_ == "include" and verb.tag_ == "VBG" and not _fits_including(verb, argument):
        return False
    if verb.tag_ == "VBG" and argument.role == "OBJ" and verb.dep_ == "pcomp" and transitivity(verb.lemma_.lower()) == "intransitive":
        return False  # "a school for struggling children"
    by_someone = argument.preposition == "by" or (argument.wh == "how" and verb.doc[argument.start].lower_ == "by")
    if argument.role in ("PREP", "ADJ") and by_someone and head.pos_ in NOMINAL and not _can_act_through(verb, head):
        return False
    if argument.role in ("ADJ", "PREP") and _is_cut_from_name(verb.doc, argument):
        return False
    if argument.role == "ADJ" and argument.wh == "how" and _is_no_manner(head):
        return False
    if (
        argument.wh == "where"
        and first.lower_ in ("off", "out", "up", "down")
        and is_animate(head)
        and head.ent_type_ not in ("ORG", "NORP")
    ):
        return False  # "dropped off the boy"
    if verb.dep_ == "amod" and argument.source == "learned" and head.dep_ == "poss":
        return False  # "the group's hit single"
    return verb.pos_ != "NOUN" or fits_noun(verb, argument)


def _tokens(verb: "Token", argument: Argument) -> Iterable["Token"]:
    return verb.doc[argument.start : argument.end]


def _is_verb(token: "Token") -> bool:
    return token.pos_ in VERBAL


def _goes_on(participle: "Token") -> bool:
    """Whether a present participle before a noun may say what the noun does: its verb needs no object."""
    lemma = participle.lemma_.lower()
    return (
        transitivity(lemma) == "intransitive" or lemma in words("intransitive") or participle.lower_ in words("participles of what goes on")
    )


def _takes_over(verb: "Token", argument: Argument) -> bool:
    """Whether a subject or object that syntax gives to another word may be this one's too."""
    if verb.tag_ == "VBN" and verb.dep_ == "advcl":
        if any(c.dep_ == "mark" and c.lower_ == "as" for c in verb.children):
            return False  # "as promised, we …"
        return not _follows_other_noun(verb, argument)
    return True


def _follows_other_noun(participle: "Token", argument: Argument) -> bool:
    """ "It has debts in Orlo, caused by the war": the participle after a comma may say something of the noun before it."""
    comma = participle.left_edge.i - 1
    if comma < 1 or participle.doc[comma].text != ",":
        return False
    before = participle.doc[comma - 1]
    return before.pos_ in NOMINAL and before.i >= argument.end and participle.i > participle.head.i


def _across_colon(verb: "Token", argument: Argument) -> bool:
    """Whether a colon or semicolon parts an argument from its verb: two pieces of a catalogue or a chat."""
    low, high = sorted((verb.i, argument.head))
    return any(t.text in (":", ";") for t in verb.doc[low:high])


def _fits_including(verb: "Token", argument: Argument) -> bool:
    """What includes others is more than one, or a group: "three towns, including Orlo"."""
    if argument.role == "SUBJ":
        head = verb.doc[argument.head]
        several = head.tag_ in ("NNS", "NNPS", "CD") or any(c.dep_ == "conj" for c in head.children)
        return several or head.lemma_.lower() in words("quantifiers") | words("collectives")
    return argument.role == "OBJ"


def _can_act_through(verb: "Token", head: "Token") -> bool:
    """ "He was told by the board": of an active verb, "by" and a person belong to a passive one nearby."""
    return verb.pos_ not in VERBAL or is_passive(verb) or not (head.ent_type_ in ("PERSON", "ORG", "NORP") or is_animate(head))


def _is_cut_from_name(doc: "Doc", argument: Argument) -> bool:
    """Whether a phrase is torn from a title: "Between Hills" or "on Walk" of "on Walk Between Hills"."""
    first = doc[argument.start]
    if first.pos_ == "ADP" and first.is_title and argument.start and doc[argument.start - 1].is_title:
        return True
    seam = doc[argument.end - 1 : argument.end + 2]
    return len(seam) == 3 and seam[1].pos_ == "ADP" and all(token.is_title for token in seam)


def _holds_clause(noun: "Token", argument: Argument) -> bool:
    """Whether the parse hangs a finite clause on the noun that no noun can have: two sentences taken for one."""
    for child in noun.children:
        if argument.start <= child.i < argument.end and child.dep_ not in _CLAUSES_OF_NOUNS and child.tag_ in _FINITE:
            return not any(c.dep_ == "mark" or c.tag_ in ("WDT", "WP", "WRB", "WP$") for c in child.children)
    return False


def _is_purpose_of_passive(verb: "Token") -> bool:
    """ "A fair was held to raise money": the fair did not raise it."""
    purpose = verb.dep_ == "advcl" and any(c.dep_ == "aux" and c.lower_ == "to" for c in verb.children)
    return purpose and verb.head.pos_ in VERBAL and is_passive(verb.head)


def _is_content(verb: "Token") -> bool:
    """ "Her work includes teaching": her work does not teach."""
    return verb.tag_ == "VBG" and verb.dep_ in ("xcomp", "ccomp") and verb.head.lemma_ in words("verbs of content")


def _is_no_manner(head: "Token") -> bool:
    """A noun used as an adverb says how something is done only if it is a noun of manner: "her way", "door to door"."""
    return head.dep_ == "npadvmod" and head.pos_ in ("NOUN", "PROPN") and head.lemma_.lower() not in words("nouns of manner")
