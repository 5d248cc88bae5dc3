"""Two years joined by a dash, as a life or a year of business is told: "(1871–1938)", "2022–23", "the season of 2022/23".

Such a span is made of two dates that the reference tells in two places ("born in 1871", "March 2023"), none of which has its words. It
is right where the reference has both years.
"""

from itertools import pairwise

from engines.verification.encoding.reference import EncodedReference
from engines.verification.rules.case import Case

_JOINING = frozenset("-‐‑–—/")
_CENTURY = 100


def years_of_spans(case: Case) -> frozenset[int]:
    """Where the years of a hypothesis begin that are told as spans and stand in the reference, both of each."""
    known = case.reference.derived(_years)
    found: set[int] = set()
    for first, last in pairwise(sorted(case.hypothesis.values, key=lambda value: value.start)):
        joined = case.hypothesis.text[first.end : last.start] in _JOINING
        if not joined or first.kind != "date" or last.kind not in ("date", "number") or first.calendar != last.calendar:
            continue
        later = last.low if last.kind == "date" else first.low // _CENTURY * _CENTURY + last.low
        if first.low < later and {first.low, later} <= known:
            found |= {first.start, last.start}
    return frozenset(found)


def _years(reference: EncodedReference) -> frozenset[float]:
    return frozenset(value.low for value, _ in reference.values if value.kind == "date" and value.low == value.high)
