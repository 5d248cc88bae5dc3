"""Near copies made false are recognised by what conflicts, and by nothing else."""

import numpy as np
import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import Alignment, align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.pipeline import contradictions, is_copy, weight, weights

REFERENCE = (
    "Karin Holm opened the new bridge over the Vass river on 4 May 2019. "
    "The Halvik board criticised the Brekke company for closing the quay. "
    "All 41 workers were paid in full. The ferry stopped after the storm."
)


def aligned(statement: str, reference: str = REFERENCE) -> Alignment:
    return align(encoded(Text.of(reference)), [statement])[0]


def kinds(statement: str, reference: str = REFERENCE) -> frozenset[str]:
    return contradictions(aligned(statement, reference), [None])[0]


@pytest.mark.parametrize(
    ("statement", "kind"),
    [
        ("Karin Holm did not open the new bridge over the Vass river on 4 May 2019.", "polarity"),
        ("Karin Holm opened the new bridge over the Vass river on 9 May 2019.", "value"),
        ("The Brekke company criticised the Halvik board for closing the quay.", "roles"),
        ("The ferry stopped before the storm.", "order"),
        ("Tora Lund opened the new bridge over the Vass river on 4 May 2019.", "name"),
    ],
)
def test_what_conflicts_is_named(statement: str, kind: str) -> None:
    found = kinds(statement)
    assert kind in found
    assert weight(found, "statement") >= 0.7


@pytest.mark.parametrize(
    "statement",
    [
        "Karin Holm opened the new bridge over the Vass river on 4 May 2019.",
        "The new bridge over the Vass river was opened by Karin Holm on May 4, 2019.",
        "The Brekke company was criticised by the Halvik board for closing the quay.",
        "A band played at the harbour until midnight.",
        "All forty-one workers were paid in full.",
    ],
)
def test_agreeing_and_unrelated_statements_have_no_conflict(statement: str) -> None:
    assert kinds(statement) == frozenset()


def test_one_agreeing_sentence_is_enough() -> None:
    """A near copy of one sentence that another sentence bears out is not contradicted."""
    both = "The ferry stopped after the storm. On Monday the ferry stopped before the storm."
    assert kinds("The ferry stopped before the storm.", both) == frozenset()


def test_a_conflict_counts_only_for_the_words_asked_about() -> None:
    alignment = aligned("Karin Holm opened the new bridge over the Vass river on 9 May 2019.")
    date = np.array([s in ("9", "May", "2019", "opened") for s in alignment.words.surfaces])
    opener = np.array([s in ("Karin", "Holm", "opened") for s in alignment.words.surfaces])
    of_date, of_opener = contradictions(alignment, [date, opener])
    assert "value" in of_date and of_opener == frozenset()


def test_copies_are_known_whatever_their_case_and_spacing() -> None:
    assert is_copy(aligned("the ferry  stopped after the STORM"))
    assert not is_copy(aligned("The ferry stopped after a storm."))
    assert not is_copy(aligned("workers were paid"))


def test_weights_are_probabilities_for_the_same_kinds() -> None:
    table = weights()
    assert set(table["statement"]) == set(table["question"])
    assert all(0 <= value <= 1 for part in table.values() for value in part.values())
    assert weight(frozenset(), "statement") == 0


def test_subjects_of_two_verbs_that_changed_places_are_roles_exchanged() -> None:
    reference = "When the captain fell ill in March, Mira Osk took charge of the expedition."
    assert "roles" in kinds("The captain took charge of the expedition when Mira Osk fell ill.", reference)
    assert kinds("Mira Osk took charge of the expedition when the captain fell ill.", reference) == frozenset()


def test_a_word_of_another_sentence_is_confused_one_of_none_may_be_a_synonym() -> None:
    reference = "The nurse took the pills to the ward at noon. The porter brought the sheets to the cellar at noon."
    assert "confused" in kinds("The nurse took the sheets to the ward at noon.", reference)
    assert "confused" not in kinds("The nurse took the lozenges to the ward at noon.", reference)


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("Shopkeepers supported the plan.", {"opposite"}),
        ("Shopkeepers led by the bookseller Jonas Whitlock supported the plan.", {"opposite"}),
        ("Shopkeepers did not oppose the plan.", {"polarity"}),
        ("Shopkeepers did not support the plan.", set()),
        ("The mayor supported the plan.", {"added"}),
        ("Shopkeepers supported the mayor.", {"added"}),
    ],
)
def test_the_opposite_done_by_the_same_to_the_same_is_seen_in_a_longer_sentence(statement: str, found: set[str]) -> None:
    reference = (
        "Shopkeepers on the east bank of the river opposed the plan from the start. Their group is led by the bookseller Jonas Whitlock."
    )
    assert kinds(statement, reference) == found


def test_a_sentence_that_says_the_same_outweighs_one_that_says_the_opposite() -> None:
    reference = "At first shopkeepers on the east bank of the river opposed the plan. By May the shopkeepers supported the plan."
    assert not kinds("Shopkeepers led by Jonas Whitlock supported the plan.", reference) - {"added"}


def test_what_is_done_may_be_called_work() -> None:
    reference = "The works yard is in Orlo. Construction is to begin in April 2027 and to take two years."
    assert not kinds("Work is to begin in April 2027.", reference)
