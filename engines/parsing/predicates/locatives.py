"""Clauses of "be" with a prepositional phrase or adverb instead of an attribute: "The ferry was in Orlo Bay on Monday."

As with other copulas the question names what is said of the subject ("What was in Orlo Bay?"); further circumstances are
asked for with it ("When was something in Orlo Bay?").
"""

from typing import TYPE_CHECKING

from engines.english.animacy import is_person
from engines.english.lexicon import words
from engines.parsing.arguments.structures import Argument
from engines.parsing.arguments.verbs import verb_arguments
from engines.parsing.predicates.copulas import copular_question, is_lost_perfect
from engines.parsing.syntax.dependencies import before_asides, children
from engines.parsing.syntax.subjects import subject_of
from engines.parsing.wording.conjugation import finite
from engines.parsing.wording.frames import Frame
from engines.parsing.wording.phrases import capitalised, joined, number_of, phrase
from engines.parsing.wording.qas import WordedQA, sentence_case

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


def is_locative(verb: "Token") -> bool:
    """Whether a form of "be" has a subject and, to its right, no attribute but a phrase that says where, when or how it is."""
    if children(verb, "attr", "acomp", "expl", "ccomp", "xcomp") or _complement(verb) is None:
        return False
    return bool(subject_of(verb)[0])


def locative_qas(doc: "Doc", index: int) -> list[WordedQA]:
    """The QAs of such a clause: the subject, and each circumstance beside the phrase."""
    verb = doc[index]
    complement = _complement(verb)
    if complement is None or children(verb, "expl") or is_lost_perfect(verb):
        return []
    if verb.tag_ == "VBG" and subject_of(verb)[1] != "own":  # "after being on trial at Brekke"
        return []
    arguments = verb_arguments(verb)
    frame = Frame.of(doc, index, "verb", "be", arguments)
    before = doc[complement.left_edge.i - 1]
    beside = before.head == verb and before.dep_ == "advmod" and before.lower_ in words("adverbial particles") | {"around"}
    first = complement.left_edge.i - beside  # "has been around since May"
    text = doc[first : before_asides(doc, first, complement.right_edge.i + 1)].text
    found = [_subject_qa(frame, argument, text) for argument in arguments if argument.role == "SUBJ"]
    for argument in arguments:
        outside = argument.start > complement.right_edge.i or argument.end <= complement.left_edge.i
        question = copular_question(doc, index, argument.wh) if argument.role == "ADJ" and outside else ""
        if question and doc[argument.start : argument.end].text.lower() not in question.lower():
            said = _circumstance(frame, argument, text)
            found.append(WordedQA(index, question, argument.start, argument.end, said, argument.wh, not argument.own))
    return found


def _circumstance(frame: Frame, argument: Argument, text: str) -> str:
    """The whole clause with one more circumstance: "The ferry was in Orlo Bay on Monday."."""
    subject = frame.slot("SUBJ")
    if subject is None:
        return ""
    be = finite(frame.group, "be", number_of(frame.doc, subject, frame.predicate))
    answer = frame.doc[argument.start : argument.end].text
    return capitalised(joined([phrase(frame.doc, subject, "subject"), *be, text, answer]))


def _complement(verb: "Token") -> "Token | None":
    for child in verb.children:
        if child.lower_ == "to" and any(is_person(c) for c in child.children):  # "her marriage was to Ben"
            continue
        if child.i > verb.i and (child.dep_ == "prep" or (child.dep_ == "advmod" and child.lower_ in words("adverbs of place"))):
            return child
    return None


def _subject_qa(frame: Frame, subject: Argument, text: str) -> WordedQA:
    doc, index = frame.doc, frame.predicate
    head = doc[subject.head]
    named = head.pos_ == "PROPN" and head.ent_type_ != "PERSON" and any(c.lower_ == "the" for c in head.children)  # "the Pantheon"
    question = sentence_case(joined(["what" if named else frame.who_or_what(subject), *finite(frame.group, "be"), text])) + "?"
    said = joined([phrase(doc, subject, "subject"), *finite(frame.group, "be", number_of(doc, subject, index)), text])
    return WordedQA(index, question, subject.start, subject.end, capitalised(said), "subject", not subject.own)
