"""Near copies made false: what contradicts the reference is deleted, and what is left says nothing else."""

import pytest

from engines.core.text import Text
from engines.lss.engine import sentence_trees
from engines.lss.search import best_subset, load_penalties
from engines.lss.support import trained_support
from engines.lss.surface import surface, tidied
from engines.verification.word_support.head import load_head

REFERENCE = Text.of(
    "Shopkeepers on the east bank opposed the plan. The council will close the bridge in March. Nora Lind praised Otto Brekke for his "
    "speech. Profits rose by 12 per cent last year, the brewery said. All of the schools reopened on Monday. "
    "Jon Ask, who owns the farm, sold three cows to his neighbour and painted the barn."
)


ARCHIVE = Text.of(
    "A third of the charts had been scanned since 2019 with a grant from the Ullin Foundation. The scans are kept in the university "
    "library in Lindal. The archivist praised a porter who carried eleven boxes of letters out of the building. The insurer will send "
    "two experts."
)


def lss(output: str, reference: Text = REFERENCE) -> str:
    trees = sentence_trees(Text.of(output))
    support = trained_support(load_head(), reference, trees)
    chosen = [
        tidied(tree, best_subset(tree, [float(v) for v in values], load_penalties())) for tree, values in zip(trees, support, strict=True)
    ]
    return " ".join(surface(tree, kept) for tree, kept in zip(trees, chosen, strict=True)).strip()


@pytest.mark.parametrize(
    "output",
    [
        "Shopkeepers on the east bank supported the plan.",
        "Otto Brekke praised Nora Lind for his speech.",
        "Profits fell by 12 per cent last year, the brewery said.",
        "The brewery will close the bridge in March.",
    ],
)
def test_a_clause_with_a_wrong_verb_or_subject_goes_whole(output: str) -> None:
    assert lss(output) == ""


def test_a_wrong_value_goes_with_its_preposition() -> None:
    assert lss("The council will close the bridge in May.") == "The council will close the bridge."


def test_a_wrong_value_goes_from_one_clause_of_a_long_sentence() -> None:
    kept = lss("Profits rose by 30 per cent last year, and Jon Ask, who owns the farm, painted the barn.")
    assert "30" not in kept and "Profits rose" in kept and "Jon Ask" in kept


def test_the_bound_of_a_wrong_time_goes_with_it() -> None:
    assert lss("The council will close the bridge by the end of May.") == "The council will close the bridge."


def test_a_negation_too_much_goes_alone() -> None:
    assert lss("The council will not close the bridge in March.") == "The council will close the bridge in March."


def test_the_clause_beside_a_wrong_one_keeps_their_subject() -> None:
    left = lss("Jon Ask, who owns the farm, bought three cows from his neighbour and painted the barn.")
    assert left == "Jon Ask, who owns the farm, painted the barn."


def test_what_the_reference_says_is_kept_whole() -> None:
    for i in range(len(REFERENCE.sentences)):
        assert lss(REFERENCE.sentence(i)) == REFERENCE.sentence(i)


@pytest.mark.parametrize(
    "output, left",
    [
        (
            "A third of the charts had been scanned with a grant from the university of Lindal.",
            "A third of the charts had been scanned with a grant.",
        ),
        ("He praised a porter who carried eleven boxes of charts out of the building.", "boxes out of the building."),
        ("The insurer will send three experts.", "will send experts."),
    ],
)
def test_a_detail_that_belongs_to_something_else_goes_and_its_clause_stays_whole(output: str, left: str) -> None:
    assert lss(output, ARCHIVE).endswith(left)
