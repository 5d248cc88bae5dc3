"""Words of planning: what is wider holds what is narrower, and the sentences about them are read alike by parser and verifier."""

import pytest

from engines.core.language import parse_strings
from engines.english.planning import FORTHCOMING, INTENDING, PLANNING
from engines.verification.sentences.assertion import asserted


def test_what_is_intended_or_forthcoming_is_planned() -> None:
    assert INTENDING < PLANNING
    assert FORTHCOMING - {"go"} < PLANNING


@pytest.mark.parametrize("governor", ["plans", "is scheduled", "is set", "hopes"])
def test_what_depends_on_planning_is_no_fact(governor: str) -> None:
    (doc,) = parse_strings([f"The harbour office {governor} to open a second quay."])
    assert [asserted(token).doubt for token in doc if token.lemma_ == "open"] == [1]


def test_a_fact_is_one() -> None:
    (doc,) = parse_strings(["The harbour office opened a second quay."])
    assert [asserted(token).doubt for token in doc if token.lemma_ == "open"] == [0]
