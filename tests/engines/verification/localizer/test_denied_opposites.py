"""An opposite that only one of output and reference denies says the same; one that both deny, or none, says something else."""

import pytest

from engines.core.roles import Hypothesis
from engines.core.text import Text
from engines.verification.localizer.localizer import CompactLocalizer
from engines.verification.verifier import CompactVerifier

REFERENCE = (
    "Ilse Marrant failed the pilot's test in March. The council rejected the plan for a new bridge over the Vass on Monday. The mill in "
    "Quarry Lane was not open in the winter of 1934. Owen Hartig did not pass his first audition at the theatre."
)

TRUE = [
    "Ilse Marrant did not pass the pilot's test in March.",
    "The council did not accept the plan for a new bridge over the Vass.",
    "The mill in Quarry Lane was closed in the winter of 1934.",
    "Owen Hartig failed his first audition at the theatre.",
]
FALSE = [
    ("Ilse Marrant did not fail the pilot's test in March.", "not fail"),
    ("The council did not reject the plan for a new bridge over the Vass.", "not reject"),
    ("The mill in Quarry Lane was not closed in the winter of 1934.", "not closed"),
    ("Owen Hartig passed his first audition at the theatre.", "passed"),
    ("The council accepted the plan for a new bridge over the Vass.", "accepted"),
]


def probabilities(output: str) -> list[tuple[str, float]]:
    found = CompactLocalizer().locate(Text.of(REFERENCE), Text.of(output))
    return [(output[word.start : word.end], word.probability) for word in found]


@pytest.mark.parametrize("output", TRUE)
def test_a_denied_opposite_says_the_same(output: str) -> None:
    assert max(probability for _, probability in probabilities(output)) < 0.5


@pytest.mark.parametrize(("output", "words"), FALSE)
def test_an_opposite_says_something_else(output: str, words: str) -> None:
    assert max(probability for word, probability in probabilities(output) if word in words.split()) > 0.5


def test_what_is_not_one_thing_is_not_another() -> None:
    """That a doctor is no nurse is true; who is no nurse need not be a doctor."""
    found = CompactLocalizer().locate(Text.of("Ada Brock is a doctor in Orlo."), Text.of("Ada Brock is not a nurse in Orlo."))
    assert max(word.probability for word in found) < 0.5
    found = CompactLocalizer().locate(Text.of("Ada Brock is not a nurse in Orlo."), Text.of("Ada Brock is a doctor in Orlo."))
    assert max(word.probability for word in found) > 0.5


def test_a_denied_opposite_of_a_passive_is_no_conflict() -> None:
    """Each of the two has an auxiliary of its own, so that the denial and the verb stand in different places of the copy."""
    reference = Text.of("Caravans, trailers and motorcycles will not be accepted on Saturday.")
    told = "Motorcycles, caravans and trailers are {} on Saturday."
    refused, accepted = (
        CompactVerifier().verify(reference, [Hypothesis(told.format(word), "trailers", word)])[0] for word in ("refused", "accepted")
    )
    assert not refused.conflicts
    found = {(conflict.kind, conflict.found.text) for conflict in accepted.conflicts if conflict.found}
    assert ("negation", "will not be accepted") in found
