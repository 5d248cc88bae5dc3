"""The titles that sentences give to names."""

import pytest

from engines.verification.sentences.titles import titles

GIVEN = {
    "Oriel's finance director, Marcus Leary, resigned.": ("marcus leary", "director", {"oriel"}),
    "Marcus Leary, the finance director of Oriel, resigned.": ("marcus leary", "director", {"oriel"}),
    "The president of the bakers' union, Gwen Tarrant, resigned.": ("gwen tarrant", "president", {"bakers", "union"}),
    "The cellist Bram Okafor resigned.": ("bram okafor", "cellist", set()),
    "Nadia Oyel is the mayor of Tolver.": ("nadia oyel", "mayor", {"tolver"}),
    "A newly hired clerk, Becky Thorne, resigned.": ("becky thorne", "clerk", set()),
}


@pytest.mark.parametrize("sentence", GIVEN)
def test_a_title_is_found_with_its_name_and_whose_it_is(sentence: str) -> None:
    found = [(" ".join(title.words), title.lemma, set(title.owners)) for title in titles(sentence)]
    assert GIVEN[sentence] in found


@pytest.mark.parametrize("sentence", ["Marcus Leary met the director in Oriel.", "The Oriel, a boat, sank near Tolver.", "It rained."])
def test_where_nobody_is_given_a_title_none_is_found(sentence: str) -> None:
    assert titles(sentence) == ()


def test_one_of_several_is_not_unique() -> None:
    assert titles("The director, Marcus Leary, resigned.")[0].unique
    assert not titles("Marcus Leary, a former director, resigned.")[0].unique
