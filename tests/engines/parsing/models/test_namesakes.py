"""A name is a person's or a thing's by every place of the text where it stands."""

import pytest

from engines.core.text import Text
from engines.english.animacy import TOLD
from engines.parsing.models.namesakes import with_namesakes
from engines.parsing.syntax.run_ons import pieces
from tests.engines.parsing.asking import asked


def told(text: str) -> dict[str, bool]:
    """Of each name that other places tell of, whether it is a person's."""
    docs = with_namesakes([piece.doc for piece in pieces(Text.of(text))])
    return {doc[place].text: share > 0.5 for doc in docs for place, share in doc.user_data.get(TOLD, {}).items()}


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("A letter was found by the drummer Elvar Strome. Strome survived and later kept a shop.", {"Strome": True}),
        ("It was found at Mallow Lane Primary. Mallow Lane had the poorest results.", {"Primary": False, "Lane": False}),
        ("Tamsin asked for more time. Tamsin is to empty the cupboards.", {"Tamsin": True}),
        ("his nephew , dean strome , drove the van . strome was caught on monday .", {"strome": True}),
        ("plumber odrun fesk kept the keys . fesk left .", {"fesk": True}),
        ("odrun fesk , 58 , won the cup . the club thanked fesk .", {"fesk": True}),
    ],
)
def test_other_places_tell_what_one_does_not(text: str, people: dict[str, bool]) -> None:
    assert told(text) == people


def test_a_name_that_stands_once_is_judged_where_it_stands() -> None:
    assert told("Strome survived. The Orlo ran aground. The Gilt Hotel, our best customer, closed.") == {}


def test_a_name_beside_which_it_is_said_whose_it_is_need_stand_but_once() -> None:
    assert told("the archivist , elvna morse , took no notes .") == {"morse": True}
    assert told("his sister orlith found a key .") == {"orlith": True}


def test_of_a_name_that_stands_everywhere_the_first_places_tell() -> None:
    docs = with_namesakes([piece.doc for piece in pieces(Text.of("The drummer Elvar Strome wrote. " + "Strome survived. " * 60))])
    assert [share > 0.5 for doc in docs for share in doc.user_data.get(TOLD, {}).values()] == [True] * 61


def test_days_and_months_are_no_names() -> None:
    assert told("It opened on Monday. Monday would clash with prayers. In May it closed. May was wet.") == {}


def test_the_sentences_of_a_text_that_are_kept_for_others_know_nothing_of_it() -> None:
    docs = [piece.doc for piece in pieces(Text.of("The drummer Elvar Strome wrote. Strome survived."))]
    with_namesakes(docs)
    assert not any(TOLD in doc.user_data for doc in docs)


def test_the_questions_ask_so() -> None:
    questions = asked("It was found at Mallow Lane Primary. Mallow Lane had the poorest results.", ["verb"])
    assert ("What had something?", "Mallow Lane") in questions
