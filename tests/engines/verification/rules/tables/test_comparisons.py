"""Comparisons of rows are held against the numbers of every column that may be meant."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.case import Case
from engines.verification.rules.pipeline import trace
from engines.verification.rules.tables.comparisons import NAME, rightly_compared
from explorer.services.analysis import analyze

BRANCHES = (
    "Branches of the library\n\n| Branch | Loans 2023 | Loans 2024 | Staff | Opened |\n|---|---|---|---|---|\n"
    "| Corran Road | 8,400 | 7,900 | 4 | 1931 |\n| Mill Lane | 5,100 | 6,700 | 3 | 1968 |\n| Dunmoor | 940 | 1,010 | 1 | 2004 |\n"
    "| Total | 14,440 | 15,610 | 8 | |\n\nThe Dunmoor branch has our warmest reading room."
)
FINES = (
    "| Branch | Loans | Fines (£) |\n|---|---|---|\n| Corran Road | 7,900 | 90 |\n| Mill Lane | 6,700 | 120 |\n| Dunmoor | 1,010 | 8 |\n"
)
STALLS = (
    "Takings\n\n| Stall | Takings | Change |\n|---|---|---|\n| Honey | £310 | +£40 |\n| Cheese | £520 | -£35 |\n| Bread | £275 | +£12 |\n"
    "| Flowers | £190 | 0 |\n"
)


def seen(reference: str, statement: str) -> list[str]:
    case = Case(align(encoded(Text.of(reference)), [statement])[0])
    mine = case.hypothesis
    return [" ".join(mine.text[slice(*mine.spans[t])] for t in sorted(c.tokens)) for c in trace(case) if c.rule == NAME]


@pytest.mark.parametrize(
    ("reference", "statement", "wrong"),
    [
        (BRANCHES, "Mill Lane had more loans than Corran Road.", ["more loans than Corran Road"]),
        (BRANCHES, "With fewer staff than Dunmoor, Mill Lane is hard to run.", ["fewer staff than Dunmoor"]),
        (BRANCHES, "Dunmoor is the busiest branch.", ["busiest"]),
        (BRANCHES, "Mill Lane lent the most books, while Corran Road lost loans.", ["Mill Lane most"]),
        (BRANCHES, "Corran Road is the second-busiest branch of all.", ["second busiest"]),
        (BRANCHES, "The oldest branch, Dunmoor, is closed.", ["oldest"]),
        (BRANCHES, "Mill Lane alone lost loans.", ["Mill Lane"]),
        (BRANCHES, "Dunmoor made the biggest gain.", ["Dunmoor biggest"]),
        (BRANCHES, "Mill Lane fell, but not for long.", ["fell"]),
        (BRANCHES, "Mill Lane stayed ahead of Corran Road.", ["ahead of Corran Road"]),
        (STALLS, "Honey was the only stall that grew.", ["Honey"]),
        (STALLS, "Cheese took less money than Bread.", ["less money than Bread"]),
        (STALLS, "The Honey stall did well, but its takings were smaller than those of Bread.", ["smaller than those of Bread"]),
    ],
)
def test_false_comparisons(reference: str, statement: str, wrong: list[str]) -> None:
    assert seen(reference, statement) == wrong


@pytest.mark.parametrize(
    ("reference", "statement"),
    [
        (BRANCHES, "Corran Road had more loans than Mill Lane, and Dunmoor had the fewest."),
        (BRANCHES, "Corran Road remained the busiest branch; Mill Lane was second-busiest."),
        (BRANCHES, "Corran Road lost the most loans, yet it is the most visited branch."),
        (BRANCHES, "Mill Lane and Dunmoor grew, and Corran Road alone lost loans."),
        (BRANCHES, "The newest branch, Dunmoor, has the smallest staff."),
        (BRANCHES, "Mill Lane made the biggest gain, Dunmoor the smallest."),
        (BRANCHES, "Dunmoor has the warmest reading room."),  # which no column tells of
        (BRANCHES, "Mill Lane had its busiest month in May, and more than 300 visitors came."),
        (BRANCHES, "Mill Lane is one of the largest branches in the county."),
        (BRANCHES, "Mill Lane lost its roof."),
        (BRANCHES, "Mill Lane had no more loans than Corran Road."),
        (BRANCHES, "Most loans were made at Mill Lane, at least in spring."),
        (STALLS, "Cheese alone fell, though it took the most money."),
        (STALLS, "Honey, which took more than Bread, stayed behind Cheese."),
        ("Mill Lane lent 6,700 books and Corran Road 7,900.", "Mill Lane is the busiest branch."),
        (BRANCHES + " Nobody doubts that Mill Lane is the busiest branch on Saturdays.", "Mill Lane is the busiest branch on Saturdays."),
    ],
)
def test_comparisons_that_hold_or_that_no_column_tells(reference: str, statement: str) -> None:
    assert seen(reference, statement) == []


def test_two_tables_with_the_same_rows() -> None:
    other = "\n\nFines\n\n| Branch | Fines (£) |\n|---|---|\n| Corran Road | 90 |\n| Mill Lane | 120 |\n| Dunmoor | 8 |\n"
    assert seen(BRANCHES + other, "Mill Lane took more than Corran Road.") == []
    assert seen(BRANCHES + other, "Dunmoor took more than Corran Road.") == ["more than Corran Road"]


def test_it_is_shown_with_the_number() -> None:
    found = analyze(STALLS, "Bread took more money than Cheese.").errors
    assert [(error.text, error.found and error.found.text) for error in found] == [("more money than Cheese", "£520")]


def test_what_is_rightly_compared_is_no_error() -> None:
    case = Case(align(encoded(Text.of(BRANCHES)), ["Corran Road lost loans, yet it remained the busiest branch, ahead of Mill Lane."])[0])
    mine = case.hypothesis
    assert {mine.text[slice(*mine.spans[t])] for t in rightly_compared(case)} == {"lost", "busiest", "ahead"}
    case = Case(align(encoded(Text.of(FINES)), ["Corran Road took more than Mill Lane."])[0])
    assert rightly_compared(case) == frozenset()  # the columns do not agree
