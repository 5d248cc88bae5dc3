"""Comparatives and superlatives that compare numbers: "fewer", "the second-busiest", "the most visited"."""

from collections.abc import Iterator
from dataclasses import dataclass

from engines.english.number_words import ORDINALS
from engines.english.word_forms import lemmas
from engines.verification.rules.tables.told import Told
from engines.verification.sentences.word_lists import word_list

_SUPERLATIVE, _COMPARATIVE = "est", "er"
_FORMS = {
    "most": (_SUPERLATIVE, 1), "least": (_SUPERLATIVE, -1), "fewest": (_SUPERLATIVE, -1),
    "more": (_COMPARATIVE, 1), "less": (_COMPARATIVE, -1), "fewer": (_COMPARATIVE, -1),
}  # fmt: skip
_ANALYTIC = ("most", "least", "more", "less")
"""Those that may compare an adjective behind them."""
_EVERY = frozenset({"all", "any", "every", "overall"})
_OF_SOME = frozenset({"among", "her", "his", "its", "one", "their"})
"""What stands ahead of a superlative of some only: "one of the largest", "its largest"."""
_DENIED = frozenset({"n't", "never", "no", "not"})


@dataclass(frozen=True)
class Degree:
    """A comparative or superlative: its first and last word, whether a superlative, 1 for more and -1 for less, whether of dates, and
    which from the top."""

    first: int
    last: int
    highest: bool
    sign: int
    of_dates: bool
    rank: int


def degrees(said: Told) -> Iterator[Degree]:
    """The comparatives and superlatives that compare numbers."""
    for i, form in enumerate(said.forms):
        found = _degree_of(said, i)
        if found is None:
            continue
        highest, sign, of_dates, last = found
        before = said.forms[i - 1] if i else ""
        rank = ORDINALS.index(before) if before in ORDINALS[2:] else 1
        first = i - (rank > 1)
        asked = said.forms[max(first - 3, 0) : first]
        if highest and (_OF_SOME & set(asked) or (form in ("most", "least") and "at" in asked[-1:])):
            continue
        if not highest and _DENIED & set(asked):
            continue
        if highest and not _of_every_row(said, last):
            continue
        yield Degree(first, last, highest, sign, of_dates, rank)


def _degree_of(said: Told, i: int) -> tuple[bool, int, bool, int] | None:
    """Whether a word compares, as a superlative, more or less, dates, and the last word of the comparison; None for another word."""
    form = said.forms[i]
    behind = said.forms[i + 1] if i + 1 < len(said.forms) and said.clauses[i + 1] == said.clauses[i] else ""
    if form in _FORMS:
        ending, sign = _FORMS[form]
        highest = ending == _SUPERLATIVE
        kinds = lemmas(behind) if form in _ANALYTIC else {}
        adjective = "ADJ" in kinds and not kinds.keys() & {"NOUN", "VERB"}
        if adjective:
            measure = _measure(behind)
            return (highest, sign * measure[0], measure[1], i + 1) if measure else None
        participle = highest and "VERB" in kinds and "NOUN" not in kinds
        if highest and form in _ANALYTIC and not participle and not (i and said.forms[i - 1] in ("the", *ORDINALS)):
            return None  # "most loans were"
        return highest, sign, False, i + 1 if participle else i
    base = next((b for b in (*lemmas(form).get("ADJ", ()),) if b != form), None)
    measure = _measure(base) if base else None
    if measure is None or not form.endswith((_SUPERLATIVE, _COMPARATIVE)):
        return None
    return form.endswith(_SUPERLATIVE), *measure, i


def _measure(adjective: str) -> tuple[int, bool] | None:
    """Whether an adjective tells of more (1) or less (-1), and whether of dates; None where it tells of no number."""
    for sign, of_dates, name in (
        (1, False, "measured as more"), (-1, False, "measured as less"), (1, True, "dated later"), (-1, True, "dated earlier"),
    ):  # fmt: skip
        if adjective in word_list(name):
            return sign, of_dates
    return None


def _of_every_row(said: Told, last: int) -> bool:
    """Whether a superlative is of all rows, not of some: "the largest of the northern branches"."""
    behind = [said.forms[i] for i in said.behind(last, 6)]
    for at, form in enumerate(behind):
        if form in ("among", "of", "in", "for", "since", "outside"):
            rest = set(behind[at + 1 :])
            if form == "of" and at == 1:  # "the most loans of", "the largest number of loans"
                continue
            return bool(rest & _EVERY) or (form == "of" and bool(rest & {"the"}) and len(rest) <= 2)
    return True
