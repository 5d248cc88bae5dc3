"""First names that nearly only men or nearly only women have, from the census and from the lists of many countries."""

from pathlib import Path

from engines.english.pronouns import gender_of_first_name
from explorer.training.lexicons.name_genders import genders, shares


def test_a_name_is_of_those_who_nearly_alone_have_it() -> None:
    census = {
        "male": {"orval": 0.05, "robin": 0.04, "mark": 0.9, "will": 0.02, "paris": 0.01, "april": 0.001},
        "female": {"tilda": 0.03, "robin": 0.2, "orval": 0.001, "april": 0.3},
    }
    seen = {"male": {"sasha": 3, "jens": 2, "uno": 1}, "female": {"sasha": 2, "ylva": 2}}
    found = genders(census, seen)
    assert found["male"] == {"orval", "mark", "jens"}  # "will" is another word and rare, Paris a place, "uno" of one country alone
    assert found["female"] == {"tilda", "ylva"}  # April is a month, and Robin and Sasha are of both


def test_shares_are_read_from_lines_of_the_census(tmp_path: Path) -> None:
    file = tmp_path / "dist.female.first"
    file.write_text("MARY           2.629  2.629      1\nTILDA          0.003 80.000   1900\n", encoding="utf-8")
    assert shares(file) == {"mary": 2.629, "tilda": 0.003}


def test_the_list_and_what_was_written_by_hand_are_read_together() -> None:
    names = {"tilda": "female", "agnieszka": "female", "ruben": "male", "wei": "male", "robin": "", "ashley": "", "andrea": "", "table": ""}
    assert {name: gender_of_first_name(name) for name in names} == names
