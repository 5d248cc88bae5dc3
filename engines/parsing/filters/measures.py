"""Frequencies, deadlines, financial years and groups that the parse takes for times, lengths of time and places.

Each rule looks at a predicate and one of its arguments, and gives the argument in the role that it has in fact, None where it has nothing
to say.
"""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from engines.english.lexicon import words
from engines.english.noun_classes import YEAR, is_place, is_time
from engines.parsing.arguments.structures import Argument
from engines.parsing.syntax.dependencies import children

if TYPE_CHECKING:
    from spacy.tokens import Token

_TWO_YEARS = re.compile(rf"{YEAR.pattern} ?[/–-] ?(?:\d\d)?\d\d")
_POINT = re.compile(rf"{YEAR.pattern}|\d{{1,2}}[.:]\d\d")
_EACH = frozenset({"a", "an", "each", "every", "per"})
_TIMES = frozenset({"day", "fortnight", "hour", "month", "night", "quarter", "season", "term", "week", "year"})
_CIRCUMSTANCES = frozenset({"how", "how long", "when", "where"})


def how_often(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Is washed twice a week", "may sound it on two Sundays a month"."""
    inside = predicate.doc[argument.start : argument.end]
    if argument.role != "ADJ" or argument.wh not in _CIRCUMSTANCES or len(inside) < 3:
        return None
    each = inside[-2].lower_ in _EACH and inside[-1].lemma_.lower() in _TIMES
    counted = any(token.like_num or token.lower_ in ("once", "twice", "thrice") for token in inside[:-2])
    of_it = inside[0].lower_ in ("once", "twice", "thrice", "on") or "times" in (token.lower_ for token in inside)
    return replace(argument, wh="how often") if each and counted and of_it else None


def by_when(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Must take place within 60 days": until when, not how long."""
    first = predicate.doc[argument.start].lower_
    return replace(argument, wh="when") if argument.wh in ("when", "how long") and first == "within" else None


def in_year(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Checked 40 yards in 2023/24"."""
    inside = predicate.doc[argument.start : argument.end]
    if argument.wh not in ("where", "how") or inside[0].lower_ not in ("during", "in"):
        return None
    return replace(argument, wh="when") if _TWO_YEARS.fullmatch(inside[1:].text) else None


def in_parts(predicate: "Token", argument: Argument) -> Argument | None:
    """ "Will be done in two groups": how, not where."""
    doc, head = predicate.doc, predicate.doc[argument.head]
    several = head.tag_ == "NNS" and head.lemma_.lower() in words("parts of several") and children(head, "nummod")
    return replace(argument, wh="how") if argument.wh == "where" and doc[argument.start].lower_ == "in" and several else None


def is_amount_for_place(predicate: "Token", argument: Argument) -> bool:
    """ "Peaked at 815 cyclists", "fell from nineteen a year to two": neither a place nor a time."""
    inside = predicate.doc[argument.start : argument.end]
    head, first = predicate.doc[argument.head], inside[0].lower_
    if argument.role != "ADJ" or len(inside) < 2:
        return False
    numbers = [token for token in inside if token.like_num]
    changed = predicate.lemma_ in words("from one amount to another")
    if argument.wh == "when" and changed and first in ("from", "to"):
        return bool(numbers) and not any(_POINT.fullmatch(token.text) or token.ent_type_ == "DATE" for token in inside)
    named = is_place(head) or is_time(head) or head.pos_ == "PROPN"
    counted = any(not YEAR.fullmatch(number.text) for number in children(head, "nummod"))
    return argument.wh == "where" and first == "at" and counted and not named


RULES = (how_often, by_when, in_year, in_parts)
