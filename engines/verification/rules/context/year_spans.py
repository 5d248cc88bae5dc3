"""Two years joined by a dash, as a life or a year of business is told: "(1871–1938)", "2022–23", "the season of 2022/23".

Such a span is made of two dates that the reference tells in two places ("born in 1871", "March 2023"), none of which has its words. It
is right where the reference has both years. The other way round, a span in brackets behind a name is when somebody was born and died.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from engines.verification.encoding.reference import EncodedReference
from engines.verification.rules.case import Case
from engines.verification.sentences.word_lists import word_list
from engines.verification.values.magnitudes import Value

_JOINING = frozenset("-‐‑–—/")
_BORN, _DIED = word_list("words of being born"), word_list("words of dying")
_CENTURY = 100
_NAMES, _LONGEST_NAME = 4, 80
"""Words before the brackets that may be the name, and the characters among which they stand."""


class _Life(NamedTuple):
    """When the one whose name stands before the brackets was born and died."""

    named: frozenset[str]
    born: Value
    died: Value


def years_of_spans(case: Case) -> frozenset[int]:
    """Where the years of a hypothesis begin that are told as spans and stand in the reference, both of each, and those of births and deaths
    that a span of the reference tells."""
    known = case.reference.derived(_years)
    found = set(_of_lives(case))
    for first, last in pairwise(sorted(case.hypothesis.values, key=lambda value: value.start)):
        joined = case.hypothesis.text[first.end : last.start] in _JOINING
        if not joined or first.kind != "date" or last.kind not in ("date", "number") or first.calendar != last.calendar:
            continue
        later = last.low if last.kind == "date" else first.low // _CENTURY * _CENTURY + last.low
        if first.low < later and {first.low, later} <= known:
            found |= {first.start, last.start}
    return frozenset(found)


def _of_lives(case: Case) -> Iterator[int]:
    mine, lives = case.hypothesis, case.reference.derived(_lives)
    said = frozenset(mine.lemmas)
    about = lives if len(lives) == 1 else [life for life in lives if not life.named.isdisjoint(re.findall(r"\w+", mine.text))]
    for claimed in mine.values if lives and not said.isdisjoint(_BORN | _DIED) else ():
        for life in about:
            told = [*([life.born] if said & _BORN else []), *([life.died] if said & _DIED else [])]
            if any(_is_date(claimed, day) for day in told):
                yield claimed.start


def _is_date(claimed: Value, day: Value) -> bool:
    """Whether a date is this one, as far as it is told."""
    parts = zip(claimed.calendar, day.calendar, strict=True)
    return claimed.kind == "date" and claimed.low == claimed.high == day.low and all(mine in (None, theirs) for mine, theirs in parts)


def _lives(reference: EncodedReference) -> list[_Life]:
    """The spans in brackets behind capitalised words: "Ana Ruiz (14 March 1871 – 2 November 1938)"."""
    text, found = reference.text.text, []
    for first, last in pairwise(value for value, _ in reference.values):
        if first.kind != "date" or last.kind != "date" or text[first.end : last.start].strip() not in _JOINING or first.low >= last.low:
            continue
        before = text[max(0, first.start - _LONGEST_NAME) : first.start].rstrip()
        if before.endswith("(") and text[last.end : last.end + 2].lstrip().startswith(")"):
            names = (word.strip(",") for word in before[:-1].split()[-_NAMES:] if word[:1].isupper())
            found.append(_Life(frozenset(names), first, last))
    return [life for life in found if life.named]


def _years(reference: EncodedReference) -> frozenset[float]:
    return frozenset(value.low for value, _ in reference.values if value.kind == "date" and value.low == value.high)
