"""What is offered instead of a fact's words answers its question."""

import pytest

from engines.core.results import Evidence, Unit
from engines.core.text import Text
from engines.units.instead.answering import answers

REFERENCE = (
    "The bridge was opened by Ada Brenn. Nobody praised the new tunnel. A local baker and the Norvik Council paid for it. "
    "Under the plan the old mill will go."
)


@pytest.mark.parametrize(
    ("question", "words", "offered"),
    [
        ("Who opened something?", "Ada Brenn", True),
        ("Who opened something?", "The bridge", False),
        ("Who paid for something?", "A local baker", True),
        ("Who paid for something?", "the Norvik Council", True),
        ("Who praised something?", "Nobody", False),
        ("What was opened?", "The bridge", True),
        (None, "the new tunnel", True),
        (None, "Nobody", False),
        (None, "plan the old", False),
        (None, "old", True),
        (None, "the old mill", True),
        (None, "will go", True),
    ],
)
def test_somebody_is_offered_to_a_who_and_nobody_to_no_one(question: str | None, words: str, offered: bool) -> None:
    reference, start = Text.of(REFERENCE), REFERENCE.index(words)
    found = Evidence(start, start + len(words), words, 1.0, reference.sentence_at(start))
    assert answers(Unit("q1", "qa", "", question=question), found, reference) is offered
