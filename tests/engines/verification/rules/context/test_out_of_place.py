"""How many of them, and how sure it is, held against the place that tells the rest."""

import pytest

from engines.core.roles import Hypothesis
from engines.core.text import Text
from engines.verification.verifier import CompactVerifier

REFERENCE = Text.of(
    "The Norby glass works closed in 1994, and some of the blowers opened studios of their own in the old stables. "
    "All but two of the furnaces were sold to a firm in Leth; the chimney may have collapsed in the storm of 1996. "
    "Two of the four studios burned down in 2003. The painter Rikke Sand allegedly sold copies of the vases for years. "
    "A guide says most of the visitors buy something, although only one of the shops is open in winter. "
    "The owner, Jens Holt, repaired the roof last year. "
    "A new kiln might be the reason the shops still do not have stock. Tourists stopped using the car park when the fee went up."
)

RIGHT = [
    "Some of the blowers opened studios in the old stables.",
    "All but two of the furnaces were sold.",
    "Two of the studios burned down in 2003.",
    "The chimney may have collapsed in the storm of 1996.",
    "Jens Holt repaired the roof last year.",
    "A new kiln could be the reason why the shops are out of stock.",
    "Tourists no longer use the car park.",
]
WRONG = [
    "All of the blowers opened studios in the old stables.",
    "All of the furnaces were sold to a firm in Leth.",
    "All of the studios burned down in 2003.",
    "The chimney collapsed in the storm of 1996.",
    "Rikke Sand sold copies of the vases for years.",
    "A new kiln is the reason why the shops are out of stock.",
]


def probability(statement: str) -> float:
    return CompactVerifier().verify(REFERENCE, [Hypothesis(statement=statement)])[0].probability


@pytest.mark.parametrize("statement", RIGHT)
def test_as_many_and_as_sure_as_the_reference_has_it_is_supported(statement: str) -> None:
    assert probability(statement) > 0.5


@pytest.mark.parametrize("statement", WRONG)
def test_more_of_them_or_surer_is_unsupported(statement: str) -> None:
    assert probability(statement) < 0.5


def test_what_the_reference_has_instead_is_its_words_for_how_many() -> None:
    found = CompactVerifier().verify(REFERENCE, [Hypothesis(statement=WRONG[0])])[0].found
    assert found is not None
    assert found.text.startswith("some of")
