"""Personal pronouns, their forms, what they agree with, and the one that stands for nothing."""

import pytest

from engines.core.language import parse_strings
from engines.english.pronouns import (
    ABOUT_PERSONS,
    ALL,
    FEMININE,
    NAMING_PERSONS,
    OBJECT_FORMS,
    PERSONAL,
    SUBJECT_FORMS,
    THIRD_PERSON,
    is_expletive,
)


def test_every_form_leads_to_its_subject() -> None:
    assert [SUBJECT_FORMS[form] for form in ("him", "her", "theirs", "myself", "its", "whom")] == ["he", "she", "they", "I", "it", "who"]
    assert all(SUBJECT_FORMS[form].lower() == p.subject for p in ALL for form in p)


def test_possessive_and_subject_forms_lead_to_objects_and_reflexives_stay() -> None:
    assert [OBJECT_FORMS[form] for form in ("he", "her", "our", "i")] == ["him", "her", "us", "me"]
    assert "himself" not in OBJECT_FORMS


def test_sets_of_forms() -> None:
    assert {"she", "her", "hers", "herself"} == FEMININE
    assert "himself" not in PERSONAL and "his" in PERSONAL
    assert PERSONAL < THIRD_PERSON
    assert "it" in THIRD_PERSON and "it" not in NAMING_PERSONS
    assert NAMING_PERSONS < ABOUT_PERSONS
    assert "my" in ABOUT_PERSONS and "my" not in NAMING_PERSONS


@pytest.mark.parametrize(
    "text",
    [
        "It rained heavily in March.",
        "It was decided on Tuesday that the bath would close.",
        "It is unclear how much the repairs cost.",
        "It is easy to repair the roof.",
        "It was a mistake to close the bath.",
        "It was Tuesday when the council voted.",
        "It appears that the roof has cracks.",
        "It could cost £2.4 million to repair the bath.",
        "It took three weeks to mend it.",
        "It was Ana Ferrant who found cracks in the roof.",
        "It was Ana Ferrant, a carpenter, who found cracks in the roof.",
        "It was on Tuesday that the council voted to close the bath.",
        "It was from a note on the door that residents learnt the news.",
    ],
)
def test_an_it_that_stands_for_nothing(text: str) -> None:
    assert is_expletive(parse_strings([text])[0][0])


@pytest.mark.parametrize(
    "text",
    [
        "It was opened in 1931.",
        "It is in a box that holds ten.",
        "It is likely to rise.",
        "It is ready to leave.",
        "It was said to be empty.",
        "It took the prize.",
        "It appears to work.",
        "It needs to be repaired.",
        "It is owned by a firm that sells pumps.",
        "It was closed because the roof had cracks.",
        "It was in the harbour when the storm came.",
        "It was a success when it opened.",
        "It is open when the weather is good.",
        "It is too small to use.",
        "It was the first bath to close.",
        "She is likely to rise.",
    ],
)
def test_an_it_that_stands_for_something(text: str) -> None:
    assert not is_expletive(parse_strings([text])[0][0])
