"""The key of a quiz: the engine's verdicts, and what a person's votes make of them."""

from dataclasses import replace

from engines.units.errors import completed
from explorer.services.classroom.key import ENGINE, VOTES, engine_key, voted_key
from sessions.annotations import Annotation
from tests.components import samples


def said(**votes: int) -> dict[str, Annotation]:
    """Votes by unit."""
    return {unit: Annotation("a", unit, vote, "", "2026-01-01") for unit, vote in votes.items()}


def wrong(key: object) -> list[str]:
    return [error.text for error in key.analysis.errors]


def test_without_votes_the_key_is_the_engines() -> None:
    made = samples.analysis()
    assert engine_key(made).kind == voted_key(made, {}).kind == voted_key(made, said(q1=0)).kind == ENGINE
    assert wrong(engine_key(made)) == ["in Sardona", "Fares", "next year"]


def test_a_vote_against_takes_an_error_away_or_adds_one() -> None:
    key = voted_key(samples.analysis(), said(q4=-1, q2=-1, q7=1))
    assert key.kind == VOTES and key.turned == {"q2", "q4"}
    assert wrong(key) == ["in May", "Fares", "next year"]
    assert wrong(replace(key, analysis=key.engine)) == ["in Sardona", "Fares", "next year"]
    assert {unit.id: unit.supported for unit in key.analysis.units} == {
        "q1": True,
        "q2": False,
        "q3": True,
        "q4": True,
        "q5": True,
        "q6": False,
        "q7": False,
    }
    assert next(unit for unit in key.analysis.units if unit.id == "q2").error == "intrinsic"


def test_an_error_goes_only_when_every_unit_behind_it_is_found_supported() -> None:
    made = completed(samples.analysis())
    error = replace(made.errors[0], units=("q4", "q3"))
    made = replace(made, errors=(error, replace(made.errors[1], units=())))
    assert wrong(voted_key(made, said(q4=-1))) == ["in Sardona", "Fares"]
    assert wrong(voted_key(replace(made, errors=(replace(error, units=("q4",)), made.errors[1])), said(q4=-1))) == ["Fares"]


def test_no_error_is_added_where_one_is() -> None:
    made = completed(samples.analysis())
    inside = replace(made.errors[0], start=made.errors[0].start + 3, text="Sardona", units=("q9",))
    made = replace(made, errors=(inside,), units=tuple(replace(u, supported=True, error=None) for u in made.units))
    assert wrong(voted_key(made, said(q4=-1))) == ["Sardona"]
