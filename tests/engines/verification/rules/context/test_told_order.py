"""Before and after, and reasons, held against the whole reference."""

import pytest

from engines.core.roles import Hypothesis
from engines.core.text import Text
from engines.verification.verifier import CompactVerifier

REFERENCE = Text.of(
    "The mill on the Arn was built by Jonas Hale in 1811. Its great wheel drove four pairs of stones. "
    "The miller Peter Hale put in a steam engine in 1868, but it was sold within ten years. "
    "Fishermen complained that the weir kept the salmon out. The wheel was taken down in 1852 because of cracks in its axle. "
    "Ada Hale ran a school for bakers in the upper loft. Three years later she opened a tea room in the stable. "
    "A flood drowned the lower floor in 1947, and the owners moved to Brandon."
)

RIGHT = [
    "The wheel of the mill was taken down before Peter Hale put in a steam engine.",
    "Ada Hale opened a tea room in the stable after running a school for bakers.",
    "The wheel was removed because its axle was cracked.",
]
WRONG = [
    "The wheel of the mill was taken down after Peter Hale put in a steam engine.",
    "Ada Hale opened a tea room in the stable before running a school for bakers.",
    "The wheel was taken down because of a flood.",
    "The wheel was taken down because it kept the salmon out.",
]


def probability(statement: str) -> float:
    return CompactVerifier().verify(REFERENCE, [Hypothesis(statement=statement)])[0].probability


@pytest.mark.parametrize("statement", RIGHT)
def test_the_order_and_the_reasons_that_the_reference_tells_are_supported(statement: str) -> None:
    assert probability(statement) > 0.5


@pytest.mark.parametrize("statement", WRONG)
def test_another_order_and_reasons_of_something_else_are_unsupported(statement: str) -> None:
    assert probability(statement) < 0.5


def test_only_the_question_that_asks_for_the_reason_is_unsupported() -> None:
    sentence = "The wheel was taken down because of a flood."
    asked = {"Why was something taken down?": "because of a flood", "What was taken down?": "The wheel"}
    hypotheses = [
        Hypothesis(statement=sentence, question=q, answer=a, sentence=sentence, predicate="taken", predicate_kind="VERB")
        for q, a in asked.items()
    ]
    why, what = CompactVerifier().verify(REFERENCE, hypotheses)
    assert why.probability < 0.5 < what.probability
