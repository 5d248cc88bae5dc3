"""Spans that cannot be read as an answer by themselves.

Each rule looks at a predicate and one of its arguments and tells whether the argument is to be left out.
"""

from typing import TYPE_CHECKING

from engines.english.lexicon import words
from engines.parsing.arguments.structures import Argument
from engines.parsing.filters.measures import is_amount_for_place

if TYPE_CHECKING:
    from spacy.tokens import Token

_ANY = frozenset({"anybody", "anyone", "anything", "anywhere"})
_SOME = frozenset({"somebody", "someone", "something", "somewhere"})
_QUOTES = '"“”'


def is_function_word(predicate: "Token", argument: Argument) -> bool:
    """An article or a preposition alone."""
    text = _text(predicate, argument).lower()
    return text in ("the", "a", "an") or text in words("prepositions alone")


def is_lone_preposition_of_noun(predicate: "Token", argument: Argument) -> bool:
    """The "on" of "entry on or interference with land"."""
    first = predicate.doc[argument.start]
    return argument.end - argument.start == 1 and first.tag_ in ("IN", "RP") and predicate.pos_ == "NOUN"


def is_set_phrase(predicate: "Token", argument: Argument) -> bool:
    """ "Of course", "as a whole", or a part of it: they answer nothing."""
    said = f"{argument.preposition} {_text(predicate, argument)}".strip().lower().replace(" ", "_")
    if said.startswith(("contrary_to_", "in_addition_to_", "in_contrast_to_", "in_comparison_to_", "in_comparison_with_")):
        return True
    before = predicate.doc[argument.start - 1].lower_ if argument.start else ""
    return said in words("empty answers") or f"{before}_{said}" in words("empty answers")


def is_exception(predicate: "Token", argument: Argument) -> bool:
    """ "Apart from the cheese": what is left out, said in two prepositions of which the parse makes two phrases."""
    doc, start = predicate.doc, argument.start
    apart = next((t for t in (doc[start], doc[start - 1], doc[max(0, start - 2)]) if t.lower_ in ("apart", "aside")), None)
    return apart is not None and apart.i + 1 < len(doc) and apart.nbor().lower_ == "from" and argument.role != "SUBJ"


def has_no_word(predicate: "Token", argument: Argument) -> bool:
    """Marks only, "ago" without how long, or words on both sides of the end of a line."""
    text = _text(predicate, argument)
    following = predicate.doc[argument.end] if argument.end < len(predicate.doc) else predicate
    dated = following.lower_ in ("in", "on") and any(c.ent_type_ in ("DATE", "TIME") for c in following.children)
    if text.lower() in ("back", "early", "late") and dated:
        return True  # "invented back in 1965", "came late on Monday"
    return "\n" in text or text.lower() == "ago" or not any(character.isalnum() for character in text)


def is_question_word(predicate: "Token", argument: Argument) -> bool:
    """ "What changed everything, he said, was a call": a clause that names something is no time, place or reason."""
    return argument.role == "ADJ" and predicate.doc[argument.start].tag_ == "WP" and argument.end - argument.start > 1


def is_what_is_told(predicate: "Token", argument: Argument) -> bool:
    """ "While insisting that the rule stood, she opened it": what somebody says is no reason for the rest."""
    first = predicate.doc[argument.start]
    return argument.wh == "why" and first.lower_ == "that" and first.dep_ == "mark" and first.i > 0 and first.nbor(-1).pos_ == "VERB"


def is_cut_short(predicate: "Token", argument: Argument) -> bool:
    """ "The report recommends that the board should:": the verb comes in a list below."""
    last = predicate.doc[argument.end - 1]
    return argument.role == "CCOMP" and (last.tag_ == "MD" or (last.lower_ == "to" and last.tag_ == "TO"))


def begins_inside_phrase(predicate: "Token", argument: Argument) -> bool:
    """ "According to the mayor", "than before", "'s boat"."""
    return predicate.doc[argument.start].lower_ in ("according", "including", "than", "'s", "’s")


def cuts_quotation(predicate: "Token", argument: Argument) -> bool:
    """Whether a quotation mark is left alone inside the answer; one at its edge does not hurt."""
    text = _text(predicate, argument)
    return all(sum(part.count(mark) for mark in _QUOTES) % 2 == 1 for part in (text, text.strip(_QUOTES + " ")))


def is_in_brackets_beside(predicate: "Token", argument: Argument) -> bool:
    """ "So it seems (a pity)": what is in brackets says nothing of a verb outside them."""
    between = [token.text for token in predicate.doc[predicate.i : argument.start]]
    return between.count("(") > between.count(")") and argument.role != "ADJ"


def names_nothing(predicate: "Token", argument: Argument) -> bool:
    """ "Something", "someone", "anything that he did": as much as the question says itself."""
    done = argument.source == "relative" and argument.role == "OBJ"
    return _text(predicate, argument).lower() in (_SOME | _ANY if done else _SOME)


def shares_word_with_predicate(predicate: "Token", argument: Argument) -> bool:
    """Whether answer and predicate are pieces of one word: "Lunn" and "born" of "Lunn-born"."""
    doc, index = predicate.doc, predicate.i
    before = argument.end == index - 1 and doc[index - 1].text == "-"
    return before or (argument.start == index + 2 and doc[index + 1].text == "-")


def is_rejected(predicate: "Token", argument: Argument) -> bool:
    """What it is not: "attributed to the cold rather than to scarce food"."""
    doc, first = predicate.doc, argument.start
    while first and doc[first - 1].tag_ in ("IN", "TO") and doc[first - 1].lower_ != "than":
        first -= 1
    first += doc[first].tag_ in ("IN", "TO") and doc[first].lower_ == "than"
    return predicate.i < first - 2 and [token.lower_ for token in doc[first - 2 : first]] == ["rather", "than"]


def _text(predicate: "Token", argument: Argument) -> str:
    return predicate.doc[argument.start : argument.end].text


RULES = (
    is_function_word,
    is_lone_preposition_of_noun,
    is_set_phrase,
    is_exception,
    has_no_word,
    begins_inside_phrase,
    is_question_word,
    is_what_is_told,
    is_cut_short,
    cuts_quotation,
    names_nothing,
    is_in_brackets_beside,
    is_rejected,
    shares_word_with_predicate,
    is_amount_for_place,
)
