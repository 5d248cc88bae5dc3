"""What the reference leaves open and the hypothesis does not."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.case import Case
from engines.verification.rules.context.modality import modality

MILL = """The mill at Orrowby closed in 1904, perhaps because the miller's lungs were ruined by flour dust.
Its wheel was probably sold to a brewery in Tessel, though no receipt has been found. The miller's daughter, Edda Quarne, believes
that her grandfather carved the gatepost, and by her own count she has photographed three hundred mills. She hopes to publish the
photographs next autumn if the county pays for the paper. Police said that the bell may have been stolen by a rival collector.
Inspectors could not rule out that the spring flood had weakened the weir. A visit in 1890 by the painter Lorn Vasey was recorded by
the vicar. The board has not decided whether the footbridge should be rebuilt. Early tests suggest that the timber is elm. It may be
that the sluice was opened by children. The surveyor told the parish that the rent could climb to forty crowns. The tinker
reportedly buried the coins under the dovecote. The county would probably cover half of the cost of a new sluice."""


def surer(hypothesis: str) -> list[str]:
    """What the rule finds in a hypothesis."""
    case = Case(align(encoded(Text.of(MILL)), [hypothesis])[0])
    return [" ".join(hypothesis[slice(*case.hypothesis.spans[t])] for t in sorted(found.tokens)) for found in modality(case)]


@pytest.mark.parametrize(
    ("hypothesis", "words"),
    [
        ("The mill closed because the miller's lungs were ruined by flour dust.", "because"),
        ("The wheel was sold to a brewery in Tessel.", "was sold"),
        ("The wheel was undoubtedly sold to a brewery in Tessel.", "undoubtedly"),
        ("Records show that Edda Quarne's grandfather carved the gatepost.", "show"),
        ("Edda Quarne has photographed three hundred mills.", "has photographed"),
        ("Edda Quarne has promised to publish the photographs next autumn.", "has promised"),
        ("Police said that the bell had been stolen by a rival collector.", "had been stolen"),
        ("The spring flood had weakened the weir, according to inspectors.", "had weakened"),
        ("Early tests have proved that the timber is elm.", "have proved"),
        ("The tinker secretly buried the coins under the dovecote.", "secretly"),
        ("The sluice was opened by children.", "was opened"),
        ("The surveyor told the parish that the rent had climbed to forty crowns.", "had climbed"),
        ("The county would cover half of the cost of a new sluice.", "would cover"),
        ("Though the bell was stolen by a rival collector, the mill closed in 1904.", "was stolen"),
    ],
)
def test_what_is_surer_is_found(hypothesis: str, words: str) -> None:
    assert surer(hypothesis) == [words]


@pytest.mark.parametrize(
    "hypothesis",
    [
        "The wheel was presumably sold to a brewery in Tessel.",
        "Edda Quarne says that her grandfather carved the gatepost.",
        "According to Edda Quarne, her grandfather carved the gatepost.",
        "Edda Quarne plans to publish the photographs next autumn.",
        "Edda Quarne would publish the photographs next autumn if the county paid.",
        "The bell would be stolen by a rival collector.",
        "The bell is thought to have been stolen by a rival collector.",
        "Her hope is to publish the photographs next autumn.",
        "The painter Lorn Vasey visited in 1890, as the vicar recorded.",
        "The mill at Orrowby closed in 1904.",
        "The bell was not stolen by a rival collector.",
        "Early tests suggest that the timber is elm, and police suspect a rival collector of stealing the bell.",
        "A report by the county found that the tinker secretly buried the coins under the dovecote.",
        "The sale of the wheel to a brewery in Tessel is unproven.",
        "Edda Quarne admires the gatepost that her grandfather may have carved.",
    ],
)
def test_what_leaves_as_much_open_is_left_alone(hypothesis: str) -> None:
    assert not surer(hypothesis)


@pytest.mark.parametrize(
    ("hypothesis", "instead"),
    [
        ("Police said that the bell was stolen by a rival collector.", "may have been stolen"),
        ("Police said that the bell was definitely stolen by a rival collector.", "may have been stolen"),
        ("The wheel was sold to a brewery in Tessel.", "was probably sold"),
        ("The mill closed because the miller's lungs were ruined by flour dust.", "perhaps because"),
        ("Edda Quarne has promised to publish the photographs next autumn.", "hopes"),
        ("Edda Quarne has photographed three hundred mills.", "by her own count"),
    ],
)
def test_what_the_reference_has_instead_is_a_whole_phrase(hypothesis: str, instead: str) -> None:
    (found,) = modality(Case(align(encoded(Text.of(MILL)), [hypothesis])[0]))
    assert found.found is not None
    assert MILL[slice(*found.found)] == instead
