"""The right words of another fact are told from another word for the same."""

import pytest

from engines.core.roles import Hypothesis
from engines.core.text import Text
from engines.verification.rules.arguments.displaced import displaced
from engines.verification.rules.arguments.miscounted import miscounted
from engines.verification.sentences.parsed import facts
from engines.verification.verifier import CompactVerifier

REFERENCE = Text.of(
    "The ferry line of Ostvik reopened in May with two new boats. The old boats carried fifty-two cars, the new ones "
    "carry thirty. The captain, Sara Lind, who had proposed the night sailings, retired. Her deputy, Otto Kemp, took the"
    " wheel. The shipowner Peter Aker said that he had lost half of his passengers; the farmer Greta Moe, who had been "
    "on board, called the trip dull. Mechanic Ida Ross reports to the harbour board, whereas the cook Jan Pell reports "
    "to the captain. Moe fell ill at the lighthouse. Pell produced a statement from a neighbour, which the board did not"
    " accept. A tourist who had jumped the fence knocked down a sailor, who broke his arm near the mill. Lind's father, "
    "Karl, had raised the fares twice. The county bought a third boat from the dealer Emil Haas and sold it to the "
    "island in June. The government of Prime Minister Ada Voss had introduced the subsidy on Monday. Three of the "
    "injured accepted money. The other six are suing the county."
)


def changed(statement: str, sentence: str) -> set[str]:
    """The words of a statement that a sentence has in another fact."""
    mine = facts(statement)
    found = displaced(mine, [facts(sentence)], frozenset(range(len(mine.keys))))
    return {mine.lemmas[token] for change in found for token in change.tokens}


@pytest.fixture(scope="module")
def verifier() -> CompactVerifier:
    return CompactVerifier()


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("The new boats carry thirty cars.", "The new boats carry fifty-two cars."),
        ("Sara Lind proposed the night sailings.", "Otto Kemp proposed the night sailings."),
        ("Peter Aker lost half of his passengers.", "Greta Moe lost half of her passengers."),
        ("Ida Ross reports to the harbour board.", "Jan Pell reports to the harbour board."),
        ("A sailor broke his arm.", "A tourist broke his arm."),
        ("Karl Lind raised the fares twice.", "Otto Kemp raised the fares twice."),
        ("Six of the injured are suing the county.", "Three of the injured are suing the county."),
    ],
)
def test_the_right_words_of_another_fact_are_unsupported(verifier: CompactVerifier, true: str, false: str) -> None:
    supported, unsupported = (v.probability for v in verifier.verify(REFERENCE, [Hypothesis(statement=true), Hypothesis(statement=false)]))
    assert supported > 0.5 > unsupported


@pytest.mark.parametrize(
    "statement",
    [
        "The island bought the boat from the county.",
        "The county sold the boat to the island.",
        "The dealer Emil Haas sold the boat to the county.",
        "The prime minister introduced the subsidy.",
        "Ministers introduced the subsidy on Monday.",
        "The board did not accept the statement.",
        "Sara Lind was the captain who had proposed the night sailings.",
        "A sailor was knocked down by a tourist.",
        "The wheel was taken by Otto Kemp.",
    ],
)
def test_another_word_for_the_same_stays(verifier: CompactVerifier, statement: str) -> None:
    (verdict,) = verifier.verify(REFERENCE, [Hypothesis(statement=statement)])
    assert verdict.probability > 0.5


@pytest.mark.parametrize(
    ("statement", "sentence", "word"),
    [
        ("Greta Moe won the race in Tarn.", "The race in Tarn was won by Ada Finch, ahead of Greta Moe.", "moe"),
        ("The parcel was left at the bakery.", "The parcel was left at the school.", "bakery"),
        ("Obi won gold in Tarn.", "Obi won silver in Tarn.", "gold"),
        ("The Salt Road failed in 1966.", "The first, Glass Mountain, failed in 1966, whereas The Salt Road has been a success.", "road"),
        ("The thieves chased a waiter into the yard.", "A waiter, Ian Hale, chased them into the yard.", "thief"),
        ("Vik was praised by Renn.", "Vik praised Renn.", "vik"),
    ],
)
def test_what_has_the_part_of_another_is_named(statement: str, sentence: str, word: str) -> None:
    assert word in changed(statement, sentence)


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("Moe died at the age of 92.", "Moe, 92, died at her home."),
        ("The lawmakers passed the ban.", "The parliament passed a law that bans plastic bags."),
        ("Aker and Moe own the boat.", "Moe owns the boat together with Aker."),
        ("Felix Moe leads the choir.", "The elder, Tobias, is a dentist, the younger, Felix, leads the choir."),
        ("The engineer says that the bridge is safe.", "The mayor says that the bridge is safe."),
    ],
)
def test_what_may_be_so_too_is_no_change(statement: str, sentence: str) -> None:
    assert not changed(statement, sentence)


@pytest.mark.parametrize(
    ("statement", "sentence", "expected"),
    [
        ("Four fifths of the loans are novels.", "Novels make up two fifths of the loans but four fifths of the late returns.", True),
        ("Forty sailors were hurt.", "Three sailors and forty passengers were hurt.", True),
        ("Two fifths of the loans are novels.", "Novels make up two fifths of the loans but four fifths of the late returns.", False),
        ("Forty people were hurt.", "Three sailors and forty passengers were hurt.", False),
        ("Three sailors were hurt.", "Of nine sailors three were hurt.", False),
    ],
)
def test_an_amount_belongs_to_what_it_counts(statement: str, sentence: str, expected: bool) -> None:
    assert bool(list(miscounted(facts(statement), [facts(sentence)]))) is expected
