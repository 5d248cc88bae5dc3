"""Properties and comparatives that the reference tells the other way round in another construction."""

import pytest

from engines.verification.rules.predicates.properties import compares_from_the_other_side, denied_properties, turned_adverbs
from engines.verification.sentences.parsed import facts

REPORT = tuple(
    facts(sentence)
    for sentence in (
        "The inspectors said that the pontoon was not safe, but found the new crane safe.",
        "The Alder reached the harbour two days later than the Osprey.",
    )
)


@pytest.mark.parametrize("statement", ["The inspectors called the pontoon safe.", "The inspectors declared the crane not safe."])
def test_a_property_is_denied_in_another_construction(statement: str) -> None:
    mine = facts(statement)
    changes = [change for change, _ in denied_properties(mine, REPORT)]
    assert [(c.kind, [mine.lemmas[t] for t in c.tokens]) for c in changes] == [("polarity", ["safe"])]


@pytest.mark.parametrize("statement", ["The inspectors considered the crane safe.", "The inspectors called the harbour safe."])
def test_what_is_so_or_not_told_is_left_alone(statement: str) -> None:
    assert not list(denied_properties(facts(statement), REPORT))


def test_a_comparative_turned_is_found_but_not_one_from_the_other_side() -> None:
    turned, other_side = (
        facts("The Alder reached the harbour two days earlier than the Osprey."),
        facts("The Osprey reached the harbour two days earlier than the Alder."),
    )
    assert [change.kind for change, _ in turned_adverbs(turned, REPORT)] == ["opposite"]
    assert not list(turned_adverbs(other_side, REPORT))
    assert compares_from_the_other_side(other_side, REPORT[1])
    assert not compares_from_the_other_side(turned, REPORT[1])
