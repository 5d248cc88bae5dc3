"""Another quantifier in a near copy is a conflict where it does not follow, and none where it does."""

import pytest

from tests.engines.verification.rules.edits.seeing import seen


@pytest.mark.parametrize(
    ("statement", "reference", "words"),
    [
        ("All of the boats came back in June.", "Most of the boats came back in June.", ("All", "Most")),
        ("Both candidates have taught in Orlo.", "Neither of the two candidates has ever taught in Orlo.", ("Both", "Neither")),
        ("Nearly every farmer has sold his cattle.", "Few of the farmers have sold their cattle.", ("Nearly every", "Few")),
        ("Few of the guests stayed for the music.", "Many of the guests stayed for the music.", ("Few", "Many")),
        ("Some houses in Brekke have a cellar.", "No houses in Brekke have a cellar.", ("Some", "No")),
    ],
)
def test_what_does_not_follow_is_a_conflict(statement: str, reference: str, words: tuple[str, str]) -> None:
    assert words in seen("quantifier", statement, reference)


@pytest.mark.parametrize(
    ("statement", "reference"),
    [
        ("Most of the boats came back in June.", "All of the boats came back in June."),
        ("Several boats came back in June.", "Many boats came back in June."),
        ("None of the boats came back in June.", "All of the boats did not come back in June."),
        ("Nearly all of the boats came back in June.", "Most of the boats came back in June."),
        ("A few boats came back in June.", "Many boats came back in June."),
        ("Both brothers came back in June.", "All of the brothers came back in June."),
    ],
)
def test_what_may_follow_is_none(statement: str, reference: str) -> None:
    assert not seen("quantifier", statement, reference)
