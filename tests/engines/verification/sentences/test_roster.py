"""Who is said to be what in a reference."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.encoding.words import key
from engines.verification.sentences.roster import full_names, is_role, roster


@pytest.mark.parametrize(
    ("text", "role", "name"),
    [
        ("The votes were counted by treasurer Owen Hartig.", "treasurer", {"owen", "hartig"}),
        ("The votes were counted by the treasurer, Owen Hartig.", "treasurer", {"owen", "hartig"}),
        ("Owen Hartig, the club's new treasurer, counted the votes.", "treasurer", {"owen", "hartig"}),
        ("Present: Owen Hartig (treasurer), Ada Lunn (chair).", "treasurer", {"owen", "hartig"}),
        ("Present: Owen Hartig (treasurer), Ada Lunn (chair).", "chair", {"ada", "lunn"}),
        ("I shall bring the cash box.\n\nOwen Hartig\nTreasurer, Vell Rowing Club", "treasurer", {"owen", "hartig"}),
        ("Fine.\n\nOwen Hartig\nTreasurer, Lantern Boats", "treasurer", {"owen", "hartig"}),
        ("Owen Hartig was the treasurer until May. Hartig, the treasurer, left.", "treasurer", {"owen", "hartig"}),
        ("The treasurer, Mr Hartig, counted the votes.", "treasurer", {"hartig"}),
        ("Captain Hartig turned the ship.", "captain", {"hartig"}),
        ("It was the idea of the headmistress on Fennay, Ada Lunn.", "headmistress", {"ada", "lunn"}),
        ("The keeper of the county's archive, Ada Lunn, has the keys.", "keeper", {"ada", "lunn"}),
        ("Ada Lunn - caretaker - has the keys.", "caretaker", {"ada", "lunn"}),
        ("The prize went to Owen Hartig, cleared by the captain. Captain Ada Lunn smiled.", "captain", {"ada", "lunn"}),
        ("The inspector, Owen Hartig, cleared the captain. Ada Lunn, the captain, smiled.", "captain", {"ada", "lunn"}),
        ("They met on 17 January. Captain Hartig turned the ship.", "captain", {"hartig"}),
        ("On board were the keeper Dorrit Lunn, her nephew Callum Strode and a dog.", "nephew", {"callum", "strode"}),
        ("On Holm, the doctor, Ada Lunn, complained.", "doctor", {"ada", "lunn"}),
    ],
)
def test_what_somebody_is_stands_before_and_behind_their_name(text: str, role: str, name: set[str]) -> None:
    assert roster(encoded(Text.of(text)))[key(role)] == name


@pytest.mark.parametrize(
    "text",
    [
        "The councillor Owen Hartig and the councillor Ada Lunn voted.",
        "The treasurer was late. In Norvik, boats were sold.",
        "The treasurer of the club, Norvik, was late.",
        "Ada Lunn married fellow swimmer Owen Hartig.",
        "Owen Hartig, cleared the captain.",
        "The Grey Heron, a captain, sank.",
        "Dear Owen,\n\nfine.",
        "Treasurers of Lund met the teachers of Norvik.",
        "Biography\nThe daughter of a pilot grew up on a boat.",
        "Surgeon, Port Annet Infirmary",
        "",
    ],
)
def test_nobody_alone_is_what_several_or_none_are(text: str) -> None:
    assert roster(encoded(Text.of(text))) == {}


def test_roles_are_nouns_for_one_person() -> None:
    assert is_role("treasurer") and is_role("Captain") and is_role("sister") and is_role("cox") and is_role("frontman")
    assert not any(map(is_role, ["treasurers", "midfielders", "frontmen", "Rose", "bridge", "quickly", ""]))


def test_a_first_or_last_name_alone_is_whoever_alone_has_it() -> None:
    names = full_names(encoded(Text.of("Anna Brandt, Karl Brandt and Tom Holm met in Orlo. Tom left the Grey Heron.")))
    assert names["anna"] == {"anna", "brandt"} and names["holm"] == names["tom"] == {"tom", "holm"}
    assert "brandt" not in names and "heron" not in names
