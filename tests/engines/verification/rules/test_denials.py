"""What only one of output and reference denies is marked, whatever is denied: a verb, an adjective, a noun, a place."""

import pytest

from engines.core.text import Text
from engines.verification.localizer.localizer import CompactLocalizer

PAIRS = [
    ("The soup was hot and the bread was fresh.", "The soup was not hot and the bread was fresh.", ["was", "hot"]),
    ("The soup was not hot.", "The soup was hot.", ["was", "not", "hot"]),
    ("Mira Dale is a doctor.", "Mira Dale is not a doctor.", ["is", "a", "doctor"]),
    ("The bridge was not in use.", "The bridge was in use.", ["not", "in", "use"]),
    ("The roof is safe, said the engineer.", "The engineer said that the roof is not safe.", ["is", "safe"]),
    ("If the door is locked, ring the bell.", "If the door is not locked, ring the bell.", ["locked"]),
]


def marked(output: str, reference: str) -> list[str]:
    found = CompactLocalizer().locate(Text.of(reference), Text.of(output))
    return [output[word.start : word.end] for word in found if word.probability > 0.5]


@pytest.mark.parametrize(("output", "reference", "words"), PAIRS)
def test_what_only_one_denies_is_marked(output: str, reference: str, words: list[str]) -> None:
    assert marked(output, reference) == words


@pytest.mark.parametrize("text", [text for output, reference, _ in PAIRS for text in (output, reference)])
def test_what_both_deny_or_assert_is_not_marked(text: str) -> None:
    assert marked(text, text) == []
