"""Personal pronouns, their forms and what they agree with."""

from engines.english.pronouns import ABOUT_PERSONS, ALL, FEMININE, NAMING_PERSONS, OBJECT_FORMS, PERSONAL, SUBJECT_FORMS, THIRD_PERSON


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
