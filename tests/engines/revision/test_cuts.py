"""Cuts keep the grammar: what is left of a sentence is a sentence."""

import pytest

from engines.core.language import parse_strings
from engines.revision.cuts import cuts


def results(sentence: str) -> set[str]:
    """The sentence after each single cut."""
    doc = parse_strings([sentence])[0]
    return {sentence[: c.start] + c.replacement + sentence[c.end :] for c in cuts(doc)}


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("In 1931, the bridge fell.", "The bridge fell."),
        ("Ilse Varn, a painter from Mora, left the harbour early.", "Ilse Varn left the harbour early."),
        ("The mother and the daughter were arrested on Monday.", "The mother was arrested on Monday."),
        ("He bought an old boat for his brother.", "He bought a boat for his brother."),
        ("The office said that the large ferry sank near the coast.", "The large ferry sank near the coast."),
        ("The boat (built in 1931) sank near the coast.", "The boat sank near the coast."),
        ("She talks about rivers, boats and birds.", "She talks about rivers and boats."),
        ("The ship sank off the coast after the storm broke.", "The ship sank off the coast."),
        ("Lind was a friend of Reed and is the head of the museum.", "Lind is the head of the museum."),
        ("She met Tom Reed, the owner of the mill, a former sailor.", "She met Tom Reed, a former sailor."),
        (
            "They spoke to Nora Hale, the head of the museum, an engineer from Brekke, on Monday.",
            "They spoke to Nora Hale, the head of the museum, on Monday.",
        ),
    ],
)
def test_cuts_keep_the_grammar(sentence: str, expected: str) -> None:
    assert expected in results(sentence)


@pytest.mark.parametrize(
    ("sentence", "broken", "good"),
    [
        (
            "The old hall was built between 1909 and 1910.",
            "The old hall was built between 1909.",
            "The hall was built between 1909 and 1910.",
        ),
        ("He is known for his calm and friendly manner.", "He is known for his calm.", "He is known for his friendly manner."),
        ("They stressed the great need for rain.", "They stressed the great need.", "They stressed the need for rain."),
        ("He acted in the old films Dawn and Dusk.", "He acted in the old films Dusk.", "He acted in the films Dawn and Dusk."),
        (
            "It was published under the title Dawn from 1861 until 1937.",
            "It was published under the title from 1861 until 1937.",
            "It was published from 1861 until 1937.",
        ),
        (
            "The Mirava Hills banded greenhood occurs in the Aldona, Mount Varn and central regions of the south.",
            "The Mirava Hills banded greenhood, Mount Varn and central regions of the south.",
            "The Mirava Hills banded greenhood occurs in the Aldona, regions of the south.",
        ),
    ],
)
def test_what_cannot_stand_without_the_rest_is_not_cut(sentence: str, broken: str, good: str) -> None:
    found = results(sentence)
    assert good in found
    assert broken not in found


def test_a_lead_stays_where_more_is_reported_than_one_clause() -> None:
    assert "The mill should close." in results("Others say that the mill should close.")
    found = results("Others say that the mill should close, and that the owners are unfair.")
    assert not any(s.startswith("The mill") for s in found)
    assert "She is ill." not in results("Ana Lind says she is ill.")


def test_what_is_made_is_not_left_without_all_that_was_said_of_it() -> None:
    assert not any(s == "The museum was founded." for s in results("The museum was founded by Ana Lind."))
    assert "The museum was founded in 1931." in results("The museum was founded by Ana Lind in 1931.")
    assert "Six sailors were hurt." in results("Six sailors were hurt by a falling mast.")


def test_a_description_stays_where_another_one_speaks_on_of_it() -> None:
    assert "He knew Ana Lind, a prominent engineer." not in results("He knew Ana Lind, the daughter of Tom Reed, a prominent engineer.")
    assert "He knew Ana Lind." in results("He knew Ana Lind, the daughter of Tom Reed.")


@pytest.mark.parametrize(
    "sentence",
    ["The light was made by a burner (PVB) set within a large (first order) revolving lens.", "It had (two [or] three) old gates."],
)
def test_no_cut_leaves_half_a_pair_of_brackets(sentence: str) -> None:
    assert results(sentence)
    assert all(left.count("(") == left.count(")") and left.count("[") == left.count("]") for left in results(sentence))
