"""People beside what only a passage on somebody else fits."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.arguments.passages import passage_of_somebody_else
from engines.verification.rules.case import Case

LETTERS = """From: Odile Brandt
To: Milo Vask; Tilda Hoyer
Subject: Coach to Lindmouth

I have phoned the coach firm. Their driver knows the low bridge at Castrel.

Odile
Conductor

From: Tilda Hoyer
To: Odile Brandt; Milo Vask
Subject: RE: Coach to Lindmouth

The train would cost us 1,634 crowns, and is too dear. I will not ask the members for another contribution this year.

Tilda (treasurer)

From: Milo Vask
To: Odile Brandt; Tilda Hoyer
Subject: RE: Coach to Lindmouth

Pastor Arne Vall may lend us the harmonium of his parish hall once the organ builder has looked at its bellows."""

MINUTES = (
    "Present: Edda Quaile (chair), Bryn Aldous (treasurer), Orla Penn (accountant). "
    "The minutes of May were read. "
    "Penn had noticed that members who paid by post seldom renewed their tickets on time. "
    "The hall was cold that evening. "
    "Aldous will have the boiler in the boathouse repaired before the winter. "
    "Quaile thanked the two cooks for the soup."
)
YARD = (
    "Present: Edda Quaile (chair), Bryn Aldous (secretary), Orla Penn (carpenter). "
    "Quaile thought that varnish for several boats could be ordered together. "
    "Mr Aldous to ask the supplier before June whether forty tins would be charged at the old price. "
    "The slipway is broken beside the winch. Penn to mend it this week. "
    "Mr Tosh, the driver, had broken his wrist."
)
HALL = (
    "Architect Ines Tarrow inspected the floor of the village hall in June. She lifted four boards and took samples. "
    "She blamed the rot on a leaking gutter. The roof is sound. "
    "Carpenter Milo Vask offered to lay oak for 900 crowns."
)
LIFE = (
    "Ada Moor (née Amsel; 14 March 1871 – 2 November 1948) was a glassblower in Oskerby. In 1908 she was apprenticed to her uncle Gerolt "
    "Rook, who at first let her sort tubes; after his stroke she ran his furnace on her own for eight months. Their elder daughter, Elin, "
    "did the books. Every yacht was inspected by Milo Vask at the start of the season. Mr Rook voted against."
)


def found(reference: str, output: str, before: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    """What is wrong in a statement, and what the reference has there."""
    case = Case(align(encoded(Text.of(reference)), [output])[0], before)
    mine = case.hypothesis
    return [
        (" ".join(mine.text[slice(*mine.spans[t])] for t in sorted(conflict.tokens)), reference[slice(*conflict.found or (0, 0))])
        for conflict in passage_of_somebody_else(case)
    ]


@pytest.mark.parametrize(
    ("reference", "output", "wrong", "right"),
    [
        (LETTERS, "The pastor ruled out the train as too dear and would not ask the members for a contribution.", "pastor", "Tilda Hoyer"),
        (LETTERS, "The conductor did not want to ask the members for another contribution this year.", "conductor", "Tilda Hoyer"),
        (MINUTES, "It was Bryn Aldous who saw that tickets of members paying by post were seldom renewed.", "Aldous Bryn", "Penn"),
        (MINUTES, "The accountant is going to have the boathouse boiler repaired before winter.", "accountant", "Aldous"),
        (MINUTES, "Mr Penn will get the boathouse boiler repaired; the soup was good.", "Mr Penn", "Aldous"),
        (MINUTES, "Orla Penn's boiler in the boathouse is to be repaired before the winter.", "Orla Penn", "Aldous"),
        (YARD, "The chair will ask the supplier whether forty tins would be charged at the old price.", "chair", "Mr Aldous"),
        (YARD, "Their helper, Orla Penn, will ask the supplier whether forty tins would be at the old price.", "Orla Penn", "Mr Aldous"),
        (YARD, "Penn had broken his wrist.", "Penn", "Mr Tosh"),
        (HALL, "Milo Vask blamed the leaking gutter for the rot.", "Milo Vask", "Architect Ines Tarrow"),
    ],
)
def test_people_exchanged_in_other_words_are_found(reference: str, output: str, wrong: str, right: str) -> None:
    ((words, instead),) = found(reference, output)
    assert sorted(words.split()) == sorted(wrong.split()) and instead == right


@pytest.mark.parametrize(
    ("reference", "output"),
    [
        (LETTERS, "The treasurer ruled out the train as too dear and would not ask the members for a contribution."),
        (LETTERS, "Tilda did not want to ask the members for another contribution this year."),
        (LETTERS, "The conductor phoned a firm whose driver knows the low bridge."),
        (MINUTES, "The accountant saw that tickets of members paying by post were seldom renewed."),
        (MINUTES, "It is Aldous who will have the boathouse boiler repaired before winter."),
        (MINUTES, "The members saw that tickets paid by post were seldom renewed."),
        (MINUTES, "Kester Holm will have the boathouse boiler repaired before winter."),
        (MINUTES, "Quaile smiled."),
        (YARD.replace("Mr Aldous", "Mr Alldous"), "Bryn Aldous will ask the supplier whether forty tins would be at the old price."),
        (YARD, "The carpenter will mend the broken slipway beside the winch this week."),
        (YARD, "The secretary will ask the supplier, whose forty tins of varnish for several boats are ordered together."),
        (LIFE, "Ada Moor ran a furnace alone for eight months after the stroke of her uncle."),  # "she" is who the life is of
        (LIFE, "Ada Moor, a glassblower's daughter, ran the furnace on her own for eight months after the stroke."),
        (LIFE, "Against Gerolt Rook's vote every yacht was inspected at the start of the season."),
        ("", "Orla Penn will have the boathouse boiler repaired before winter."),
    ],
)
def test_who_is_told_of_there_or_nowhere_is_not(reference: str, output: str) -> None:
    assert found(reference, output) == []


def test_who_may_be_meant_by_a_pronoun_is_not() -> None:
    reference = (
        "Edda Quaile runs the boathouse. It was built of oak in 1912. The roof leaks. The floor is new. "
        "She had the boiler in the cellar repaired before the winter. The clerk Bryn Aldous paid."
    )
    assert found(reference, "Edda Quaile had the boiler in the cellar mended before winter came.") == []


def test_she_may_be_whoever_says_i() -> None:
    reference = (
        "Host: How was the year?\nEdda Quaile: First the mice came, in March. I blamed the roof. Then the grant of the lake fund was cut, "
        "so I let our only paid carpenter go. That was Bryn Aldous.\nHost: And then?\nEdda Quaile: He came back."
    )
    output = "After that the grant of the lake fund was cut, so {} let their only paid carpenter, Bryn Aldous, go."
    assert found(reference, output.format("she")) == []
    assert found(reference, output.format("the board"))


def test_names_of_places_and_days_are_no_people() -> None:
    reference = "In Brannow the clerk Bryn Aldous sold the old grain barge to two students. On Monday it rained in Vell."
    assert found(reference, "On Monday two students bought the old grain barge.") == []
    assert found(reference, "Brannow sold the old grain barge to a pair of students.") == []
