"""Words of a table's cells belong to the line that the hypothesis names beside them."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.case import Case
from engines.verification.rules.pipeline import trace
from engines.verification.rules.tables.words import NAME
from explorer.services.analysis import analyze

RACE = (
    "Tarn Fell Race\nPos\tName\tClub\tTime\n1\tOwen Tarrick\tBrack Harriers\t1:09:14\n2\tHal Pennock\tLunt Valley\t1:09:51\n"
    "3\tInes Vaud\tWenning Striders\t1:11:02\n\nInes Vaud said afterwards that the Lunt Valley was deep in mud."
)
TRAILERS = (
    "\tHalden Two\tMorro Flat\tTarn XL\nPrice\t£349\t£189\t£420\nLoad\t45 kg\t60 kg\t80 kg\nHitch\taxle\tseatpost\taxle\nStock\t12\t14\t9\n"
)
SPACED = (
    "Boats of the company\n\nBoat          Skipper         Crew\nMary Lorne    Jean Dowrie     4\nSula          Colm Baird      5\n"
    "Petrel        Nora Kess       3\n"
)


def seen(reference: str, statement: str) -> list[tuple[str, str]]:
    case = Case(align(encoded(Text.of(reference)), [statement])[0])
    mine = case.hypothesis
    return [
        (" ".join(mine.text[slice(*mine.spans[t])] for t in sorted(c.tokens)), reference[slice(*c.found)] if c.found else "")
        for c in trace(case)
        if c.rule == NAME
    ]


@pytest.mark.parametrize(
    ("reference", "statement", "wrong"),
    [
        (RACE, "Owen Tarrick of Wenning Striders won the race.", [("Wenning Striders", "Brack Harriers")]),
        (TRAILERS, "The Morro Flat has its hitch on the axle and costs £189.", [("axle", "seatpost")]),
        (RACE, "Tarrick, a member of Wenning Striders, won the race.", [("Wenning Striders", "Brack Harriers")]),
        (RACE, "Hal Pennock of Brack Harriers won the race in 1:09:14.", [("Hal Pennock", "Owen Tarrick")]),
        (SPACED, "The Sula, under Jean Dowrie, sails at noon.", [("Jean Dowrie", "Colm Baird")]),
        (SPACED, "The Petrel, under Colm Baird, takes the school out once a week, and so does the Sula.", [("Colm Baird", "Nora Kess")]),
    ],
)
def test_words_of_another_line(reference: str, statement: str, wrong: list[tuple[str, str]]) -> None:
    assert seen(reference, statement) == wrong


@pytest.mark.parametrize(
    ("reference", "statement"),
    [
        (RACE, "Owen Tarrick of Brack Harriers beat Hal Pennock of Lunt Valley."),
        (RACE, "Owen Tarrick ran through the Lunt Valley."),
        (RACE, "Hal Pennock was second, ahead of the woman of Wenning Striders who took 1:11:02."),
        (TRAILERS, "The Halden Two has its hitch on the axle."),
        (SPACED, "The Sula has a crew of five, Nora Kess said."),
        (SPACED, "Jean Dowrie is skipper."),
        (SPACED, "The Petrel and the Sula, under Colm Baird, sail at noon."),
        (SPACED, "Nobody was aboard the Sula; Jean Dowrie was ill."),
        ("No table here. Sula, under Colm Baird, sails at noon.", "The Sula, under Jean Dowrie, sails at noon."),
    ],
)
def test_words_that_are_no_other_lines(reference: str, statement: str) -> None:
    assert seen(reference, statement) == []


def test_it_is_shown_with_what_the_table_has() -> None:
    (error,) = analyze(SPACED, "The Sula, which is run by Jean Dowrie, has a crew of 5.").errors
    assert "Jean Dowrie" in error.text
    assert error.found is not None and error.found.text == "Colm Baird"
