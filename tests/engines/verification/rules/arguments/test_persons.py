"""Who is meant by a pronoun or is what: held against whoever stands in the same place of the reference."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.localizer import CompactLocalizer
from engines.verification.rules.case import Case
from engines.verification.rules.pipeline import conflicts

PARDON = "The poet Ysa Morrant was held on the island until 1579, when she was pardoned. Her brother Karl kept the house."
KILN = (
    "The kiln was mended by her sister Runa. Her colleague Sten Aas, a potter, later drove home. The driver, Ove Lund, was ill, "
    "and Britt Holm was away."
)
DAUGHTERS = "Her father, Ivar Lomund, was a pilot, and her mother a midwife. She had two daughters, Ines and Paloma."
QUARRY = "The Dunvik quarry announced a rise in prices. Laidlaw will ask the quarry manager, Greta Oyen, about a joint order of 40 tonnes."


def told(statement: str, reference: str) -> set[str]:
    """The names of the rules that see a conflict."""
    return {conflict.rule for conflict in conflicts(Case(align(encoded(Text.of(reference)), [statement])[0]))[0]}


@pytest.mark.parametrize(
    ("statement", "seen"),
    [
        ("Morrant stayed there until his pardon in 1579.", True),  # a noun for the verb
        ("Morrant stayed there until her pardon in 1579.", False),
        ("He was pardoned in 1579.", True),
        ("Karl is his brother.", True),
        ("The house was kept by his brother.", True),
        ("The house was kept by her brother.", False),
        ("He kept the house.", False),  # Karl did
        ("His neighbour was pardoned.", False),  # hers is he, and his she
    ],
)
def test_a_pronoun_stands_for_somebody_of_the_sex_of_who_is_in_its_place(statement: str, seen: bool) -> None:
    assert ("gender" in told(statement, PARDON)) == seen


@pytest.mark.parametrize(
    ("statement", "seen"),
    [
        ("The kiln was mended by her sister Britt.", True),
        ("The kiln was mended by her sister Runa.", False),
        ("Britt Holm, the driver, was ill.", True),
        ("Ove Lund, the driver, and Sten Aas, a potter, were ill.", False),
        ("Her uncle Sten Aas later drove home.", False),  # the reference has no uncle
    ],
)
def test_who_is_something_is_called_as_the_reference_calls_them(statement: str, seen: bool) -> None:
    assert ("role holder" in told(statement, KILN)) == seen


def test_two_of_a_family_and_two_of_a_kind_are_not_one() -> None:
    assert "role holder" not in told("A midwife's daughter, Maren Lomund broke off her studies.", DAUGHTERS)
    assert "role holder" in told("Her father, Maren Quist, broke off her studies.", DAUGHTERS)


SEVERAL = (
    "Jory Tamm left the barge to his wife, Winifred. Alan Tamm tuned organs. In 1966 he had married Judith Oske, a cellist, who kept his "
    "books. The manager, Greta Holm, met Lena Vist. Holm's successor, Imre Solt, was told in May. The captain gave the armband to his "
    "goalkeeper, Kit Orlo. The Harrow goalkeeper saved a penalty. Everybody had praised Gregor Hume."
)


@pytest.mark.parametrize(
    ("statement", "seen"),
    [
        ("Alan Tamm tuned organs, and his wife, Judith Oske, was a cellist.", False),  # Winifred was somebody else's
        ("Jory Tamm left the barge to his wife, Judith Oske.", True),
        ("The manager, Imre Solt, was told in May.", False),  # by then he was
        ("The manager, Lena Vist, was told in May.", True),
        ("The losing manager, Lena Vist, was told in May.", False),  # there may be a winning one
        ("The Harrow goalkeeper, Gregor Hume, saved a penalty.", False),  # the reference does not say how that one is called
        ("The goalkeeper, Gregor Hume, had the armband.", True),
    ],
)
def test_what_several_are_one_of_them_may_be(statement: str, seen: bool) -> None:
    assert ("role holder" in told(statement, SEVERAL)) == seen


def test_what_is_told_without_its_name_has_no_other() -> None:
    asked = "Laidlaw will ask the Dunvik quarry about a joint order of 40 tonnes."
    assert told(asked, QUARRY) == set()
    assert "entity in context" in told(asked, QUARRY.replace("the quarry manager, Greta Oyen,", "the Orsk quarry"))


def test_what_these_rules_find_is_an_error_at_its_words() -> None:
    output = "Morrant stayed there until his pardon in 1579."
    (word,) = [word for word in CompactLocalizer().locate(Text.of(PARDON), Text.of(output)) if output[word.start : word.end] == "his"]
    assert word.probability >= 0.8
    assert word.found is not None and word.found.text == "she"


WINCH = "After a handle narrowly missed a trainee, Dana Obrecht had guards fitted to the winches. The trainee, Ana Holm, left in May."


@pytest.mark.parametrize(
    ("statement", "seen"),
    [
        ("After a handle narrowly missed the trainee, Lund had guards fitted.", False),  # the comma ends the clause
        ("For the trainee, Lund, guards were fitted.", True),
    ],
)
def test_who_begins_the_main_clause_is_not_what_the_clause_before_ends_with(statement: str, seen: bool) -> None:
    assert ("role holder" in told(statement, WINCH)) == seen


ICE = (
    "Baron Lothar Quist, the chairman, overruled her in 1938; the ice gave way, and Quist resigned in March. The keeper, Amos Tull, "
    "testified that strandings had fallen. Tilda Orr had argued that people would call too late. He was known for his work on slime. "
    "The pilot retired. I wanted to stay. They are suspected of forging her and her father's papers. Lund had married Vole's niece, and "
    "Miriam Vole was a chemist. Dorcas Pell kept a toll-house, and Garrod-Pell's hen came home first in the race."
)


@pytest.mark.parametrize(
    ("statement", "seen"),
    [
        ("The ice gave way, and she resigned.", True),  # a title tells
        ("The ice gave way, and he resigned.", False),
        ("Strandings had fallen, she testified.", True),  # what "the keeper" is called
        ("He had argued that people would then call too late.", True),  # a first name
        ("In the race his hen came home first.", False),  # Garrod-Pell is not Dorcas Pell
        ("She retired.", False),  # the pilot may be anybody
        ("She wanted to stay.", False),
        ("A player accused of forging her papers was banned.", False),
        ("A player accused of forging his papers was banned.", False),
        ("She worked out how to keep them.", False),  # not the same as his work
        ("His only book was written with his wife, a niece of Vole's.", False),
    ],
)
def test_who_does_what_is_a_man_or_a_woman(statement: str, seen: bool) -> None:
    assert ("gender" in told(statement, ICE)) == seen
