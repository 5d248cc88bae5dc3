"""Which of the arguments found are worth a question when the parser reads running text.

A person who reads the QAs forgives a missing one sooner than a wrong one. An argument is left out when one of the rules for answers,
roles or nouns speaks against it (`engines.parsing.filters.answers`, `roles`, `plausible_nouns`); others change its role (`recasting`).
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.parsing.arguments.boundaries import redrawn
from engines.parsing.arguments.structures import Argument
from engines.parsing.filters import answers, plausible_nouns, roles
from engines.parsing.filters.recasting import recast

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_IN_STEAD = frozenset({"relative", "antecedent"})


def plausible(doc: "Doc", predicate: int, arguments: Sequence[Argument], least: float = 0.0) -> list[Argument]:
    """The arguments of one predicate without those that make no sensible QA or are less probable than `least`, in roles that fit."""
    token = doc[predicate]
    if is_capitalised_in_text(token):
        return []
    rules = (*answers.RULES, *roles.RULES, *(plausible_nouns.RULES if token.pos_ == "NOUN" else ()))
    drawn = [b for a in arguments if a.score >= least and (b := redrawn(doc, predicate, a)) is not None]
    found = [recast(token, a) for a in drawn if not any(rule(token, a) for rule in rules)]
    if token.pos_ == "NOUN":  # a place that has become a phrase of the verb is judged as one
        found = [a for a in found if a.role != "PREP" or not any(rule(token, a) for rule in plausible_nouns.RULES)]
    whole = [a for a in found if not any(is_part(a, other) for other in found)]
    return plausible_nouns.without_core(token, whole) if token.pos_ == "NOUN" else whole


def is_implied(argument: Argument) -> bool:
    """Whether the answer stands elsewhere in the sentence: shared, controlled, or what a pronoun stands for."""
    return not argument.own or argument.source in _IN_STEAD


def is_capitalised_in_text(predicate: "Token") -> bool:
    """Whether a word is in capitals although its sentence is not: "READ MORE", the name of a firm."""
    return predicate.is_upper and len(predicate) > 1 and any(token.is_lower and len(token) > 2 for token in predicate.doc)


def is_part(argument: Argument, whole: Argument) -> bool:
    """Whether another argument gives the same answer at greater length: "Sunday" and "on Sunday, April 20th"."""
    same = (argument.role, _asked(argument), argument.preposition) == (whole.role, _asked(whole), whole.preposition)
    return same and argument.span != whole.span and whole.start <= argument.start and argument.end <= whole.end


def _asked(argument: Argument) -> str:
    """The question word, "" where the wording chooses between who and what."""
    return "" if argument.wh in ("who", "what") else argument.wh
