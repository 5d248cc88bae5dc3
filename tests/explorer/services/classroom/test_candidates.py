"""What a class is asked about: pieces of one size, wrong ones and right ones."""

import itertools
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.details import ACUDetails
from engines.core.results import Analysis
from engines.units.errors import completed
from explorer.services.classroom.candidates import candidates
from explorer.services.classroom.key import engine_key, voted_key
from sessions.annotations import Annotation
from tests.components import samples
from tests.e2e import seeds
from tests.strategies import analyses


def test_wrong_pieces_stand_beside_right_ones_in_the_order_of_the_text() -> None:
    found = candidates(engine_key(samples.analysis()))
    assert [(each.asked, each.wrong) for each in found] == [
        ("Hallmere's last steam ferry", False),
        ("in May", False),
        ("Two electric boats", False),
        ("in Sardona", True),
        ("Fares", True),
        ("next year", True),
    ]
    assert [each.error for each in found] == [None, None, None, 0, 1, 2] and [each.unit for each in found][:2] == ["q1", "q2"]


def test_a_wrong_word_is_asked_about_with_its_phrase() -> None:
    made = completed(samples.analysis())
    word = replace(made.errors[0], start=made.errors[0].start + 3, text="Sardona")
    found = candidates(engine_key(replace(made, errors=(word, *made.errors[1:]))))
    assert "in Sardona" in [each.asked for each in found if each.wrong]


def test_words_that_nothing_asks_about_are_the_phrase_too() -> None:
    made = completed(samples.analysis())
    steam, ferry = samples.span(samples.OUTPUT, "steam"), samples.span(samples.OUTPUT, "steam ferry")
    lone = replace(made.errors[0], start=steam.start, end=steam.end, text="steam", units=())
    units = tuple(unit for unit in made.units if unit.id != "q1")
    found = candidates(engine_key(replace(made, units=units, errors=(lone,), unchecked=((ferry.start, ferry.end),))))
    assert [each.asked for each in found if each.wrong] == ["steam ferry"]


def test_claims_are_asked_about_as_sentences() -> None:
    found = candidates(engine_key(seeds.claims()))
    assert all(each.claim and each.asked.endswith(".") for each in found) and {each.wrong for each in found} == {True, False}
    assert isinstance(seeds.claims().units[0].details, ACUDetails)


def test_what_the_engine_doubts_is_not_asked_about_unless_a_person_decided() -> None:
    doubted = replace(samples.analysis(), errors=None)
    doubted = replace(doubted, units=tuple(replace(u, probability=0.6) if u.id == "q2" else u for u in doubted.units))
    assert "in May" not in [each.asked for each in candidates(engine_key(doubted))]
    votes = {"q4": Annotation("a", "q4", -1, "", "2026-01-01")}
    decided = {each.asked: (each.wrong, each.engine_wrong) for each in candidates(voted_key(doubted, votes))}
    assert decided["in Sardona"] == (False, True) and decided["next year"] == (True, True)


@settings(max_examples=80, deadline=None)
@given(analyses(), st.integers(2, 12))
def test_pieces_lie_in_the_text_and_apart(analysis: Analysis, most: int) -> None:
    found = candidates(engine_key(analysis), most)
    assert len(found) <= most
    for each in found:
        assert 0 <= each.start < each.end <= len(analysis.output.text)
    plain = [each for each in found if not each.claim]
    assert all(one.end <= other.start for one, other in itertools.pairwise(plain) if one.wrong == other.wrong)


def test_where_much_is_wrong_half_of_the_pieces_are_right() -> None:
    output = " ".join(f"Boat{n} sank{n}." for n in range(24))
    facts = tuple((f"sank{n}", f"What sank{n}?", f"Boat{n}", 0.9 if n % 4 == 0 else 0.1, "extrinsic", 0, {}) for n in range(24))
    found = candidates(engine_key(completed(samples.analysis(output=output, facts=facts))), 10)
    assert [each.wrong for each in found].count(True) == 5 and len(found) == 10
    assert found[0].asked == "Boat0" and int(found[-1].asked[4:]) >= 19
