"""Copies of a sentence with one small thing otherwise: who says it, whether it is sure, how many, what else; and what may be otherwise."""

import pytest

from engines.core.roles import Hypothesis
from engines.core.text import Text
from engines.verification.verifier import CompactVerifier

REFERENCE = Text.of(
    "Warden Otto Brix claimed that a heron had damaged the net. The boat club denied that its members had been warned. "
    "Most of the anglers will leave the lake in autumn. No more than 12 boats may use the old slipway. "
    "The council suspects that the dam is leaking. Elin Moss repaired the jetty with oak planks in June."
)


@pytest.fixture(scope="module")
def verifier() -> CompactVerifier:
    return CompactVerifier()


@pytest.mark.parametrize(
    "statement",
    [
        "A heron had damaged the net.",
        "Warden Otto Brix denied that a heron had damaged the net.",
        "Elin Moss claimed that a heron had damaged the net.",
        "The boat club said that its members had been warned.",
        "Most of the anglers left the lake in autumn.",
        "All of the anglers will leave the lake in autumn.",
        "At least 12 boats may use the old slipway.",
        "The dam is leaking.",
        "Elin Moss repaired the jetty with oak planks in June despite a fever.",
        "Elin Moss, a retired pilot, repaired the jetty with oak planks in June.",
        "Elin Moss repaired the jetty and a rowing machine with oak planks in June.",
    ],
)
def test_a_small_difference_makes_it_unsupported(verifier: CompactVerifier, statement: str) -> None:
    (verdict,) = verifier.verify(REFERENCE, [Hypothesis(statement)])
    assert verdict.probability < 0.5


@pytest.mark.parametrize(
    "statement",
    [
        "According to Warden Otto Brix, a heron had damaged the net.",
        "The boat club said that its members had not been warned.",
        "Many of the anglers will leave the lake in autumn.",
        "At most 12 boats may use the old slipway.",
        "According to the council, the dam is leaking.",
        "In June Elin Moss repaired the jetty with oak planks.",
    ],
)
def test_other_words_for_it_stay_supported(verifier: CompactVerifier, statement: str) -> None:
    (verdict,) = verifier.verify(REFERENCE, [Hypothesis(statement)])
    assert verdict.probability > 0.5


@pytest.mark.parametrize(
    ("statement", "instead"),
    [
        ("A heron had damaged the net.", "claimed"),
        ("Most of the anglers left the lake in autumn.", "will leave"),
        ("At least 12 boats may use the old slipway.", "No more than 12"),
        ("Elin Moss claimed that a heron had damaged the net.", "Warden Otto Brix"),
    ],
)
def test_what_the_reference_says_instead_is_shown(verifier: CompactVerifier, statement: str, instead: str) -> None:
    (verdict,) = verifier.verify(REFERENCE, [Hypothesis(statement)])
    assert verdict.found is not None
    assert instead in verdict.found.text
    assert verdict.found.text == REFERENCE.text[verdict.found.start : verdict.found.end]
