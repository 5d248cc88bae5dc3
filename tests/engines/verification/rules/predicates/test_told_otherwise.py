"""Another verb, another noun, less for more and what was added are told from other words for the same."""

import pytest

from engines.core.roles import Hypothesis
from engines.core.text import Text
from engines.verification.rules.predicates.told_otherwise import told_otherwise
from engines.verification.sentences.parsed import facts
from engines.verification.verifier import CompactVerifier

REFERENCE = Text.of(
    "The Solberg Quarry, which has cut granite above Ravnes since 1931, reopened its north face in April. Manager Hedda Moen said that "
    "orders for kerbstones had risen by a quarter, while those for gravestones had fallen. The county repaired the tram bridge at Ravnes "
    "in 2019 and has agreed to pay the quarry 3 million crowns for a new crusher. The council turned down the quarry's request for night "
    "work in June. Residents admired the plan of the engineer Tor Lie; the landscape trust opposed it. Lie, the son of a fisherman, built "
    "a chapel in Ravnes at the age of thirty. His wife, Runa Lie, had been acquitted of all charges in May, a month after Aksel Lie was "
    "convicted of fraud. The quarry extended the contracts of its drivers until 2031. Shares in Solberg climbed 4 per cent on Friday, "
    "while Torvik's slipped 2 per cent. Moen refused to say how many people she would hire."
)


def told(statement: str, *sentences: str) -> set[tuple[str, str]]:
    """The kinds of what sentences tell otherwise than a statement, with its words; what they have elsewhere is found there."""
    mine = facts(statement)
    found = told_otherwise(mine, [facts(sentence) for sentence in sentences], frozenset())
    return {(change.kind, mine.lemmas[token]) for change in found for token in change.tokens}


@pytest.fixture(scope="module")
def verifier() -> CompactVerifier:
    return CompactVerifier()


@pytest.mark.parametrize(
    ("true", "false", "instead"),
    [
        ("The county repaired the tram bridge at Ravnes in 2019.", "The county sold the tram bridge at Ravnes in 2019.", "repaired"),
        ("The drivers' contracts were extended until 2031.", "The drivers' contracts were cancelled until 2031.", "extended"),
        ("In June the council rejected a request of the quarry.", "In June the council approved a request of the quarry.", "turned down"),
        ("Runa Lie had been acquitted of all charges.", "Runa Lie had been convicted of all charges.", "acquitted"),
        ("Orders for kerbstones rose by a quarter.", "Orders for kerbstones dropped by a quarter.", "risen"),
        ("Torvik's shares lost 2 per cent on Friday.", "Torvik's shares gained 2 per cent on Friday.", "slipped"),
        ("Lie, a fisherman's son, built a chapel in Ravnes.", "Lie, a fisherman's son, built a windmill in Ravnes.", "chapel"),
    ],
)
def test_another_word_in_its_place_is_unsupported(verifier: CompactVerifier, true: str, false: str, instead: str) -> None:
    supported, unsupported = verifier.verify(REFERENCE, [Hypothesis(statement=true), Hypothesis(statement=false)])
    assert supported.probability > 0.5 > unsupported.probability
    assert unsupported.found is not None and instead in unsupported.found.text


@pytest.mark.parametrize(
    "added",
    [
        " and later opened a second pit in Canada",
        ", where two climbers fell to their death",
        " with a loan from an aunt",
    ],
)
def test_what_was_added_makes_a_told_sentence_unsupported(verifier: CompactVerifier, added: str) -> None:
    told_, more = (f"The Solberg Quarry reopened its north face in April{end}." for end in ("", added))
    supported, unsupported = verifier.verify(REFERENCE, [Hypothesis(statement=told_), Hypothesis(statement=more)])
    assert supported.probability > 0.5 > unsupported.probability


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("The firm shut the mill in May.", "The firm closed the mill in May."),
        ("The city bought the hall in 1990.", "In 1990 the city, which had long rented the hall, took it over."),
        ("Councillors approved the money.", "Councillors voted to release the money."),
        ("Meadows hold more carbon than fields.", "Fields hold less carbon than meadows do."),
        ("Shares of Nord rose.", "Its shares fell by a tenth; those of its rival Nord rose."),
        ("The rower's father was a smith.", "The rower, the daughter of a smith, won."),
        ("The film garnered a nomination for best score.", "The film was nominated for best score."),
        ("The actor shared the clip on Monday.", "The actor posted the clip on Monday."),
        ("Mika Dahl was convicted of theft.", "Jon Dahl was acquitted of theft, but Mika Dahl was convicted of theft."),
    ],
)
def test_other_words_for_the_same_are_not_told_otherwise(statement: str, sentence: str) -> None:
    assert told(statement, sentence) == set()


def test_what_another_sentence_tells_is_not_told_otherwise() -> None:
    bought, restored = "The society bought the shed in 1967.", "The society restored the shed in 1967."
    assert told(bought, restored) == {("act", "buy")}
    assert told(bought, restored, "In 1967 the society, by then rich, bought the old shed.") == set()


def test_no_fault_found_with_it_denies_nothing_that_it_did(verifier: CompactVerifier) -> None:
    reference = Text.of("Surveyors found no fault with the bridge's piers, and the bridge was opened to lorries after a week.")
    (verdict,) = verifier.verify(reference, [Hypothesis(statement="The bridge was opened to lorries after a week.")])
    assert verdict.probability > 0.5
