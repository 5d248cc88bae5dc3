"""What a language model prefers, word by word, and what it counts."""

import numpy as np
import pytest

from engines.core.findings import Exchange, Preference
from engines.core.spans import Span
from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.exchanges import Candidate
from engines.verification.localizer.reading import Reading, read_output
from engines.verification.localizer.second_look import COLUMNS, SecondLook, asked, load_second_look

OUTPUT = "The mayor praised the company. It lost 40 boats."
FIRST = OUTPUT.index(".") + 1
PRAISED, FORTY = (10, 17), (OUTPUT.index("40"), OUTPUT.index("40") + 2)


@pytest.fixture
def reading() -> Reading:
    return read_output(encoded(Text.of("The mayor criticised the company. It lost 14 boats.")), Text.of(OUTPUT))


def candidate(kind: str, place: tuple[int, int], text: str, found: Span | None = None) -> Candidate:
    return Candidate(kind, Exchange(*place, text, FIRST if place[1] < FIRST else len(OUTPUT)), found)


def test_the_best_of_a_kind_counts_less_what_the_language_alone_prefers(reading: Reading) -> None:
    criticised = Span(10, 20, "criticised")
    told = [
        (candidate("verb", PRAISED, "criticised", criticised), Preference(9.0, 3.0)),
        (candidate("verb", PRAISED, "lost"), Preference(9.0, 8.0)),
        (candidate("value", FORTY, "14", Span(42, 44, "14")), Preference(1.5, -4.0)),
    ]
    found = asked(reading, told)
    verb, value = COLUMNS.index("prefers_verb"), COLUMNS.index("prefers_value")
    assert found.rows[0][:, verb].tolist() == [0, 0, 6, 0, 0] and not found.rows[0][:, value].any()
    assert found.rows[1][:, value].tolist() == [0, 0, 1.5, 0], "of what it did not like unread no more than it likes it read"
    assert found.instead == ({2: criticised}, {}), "what is preferred by little is not told"


def test_words_are_weighed_sentence_by_sentence(reading: Reading) -> None:
    weights = np.zeros(len(COLUMNS))
    weights[COLUMNS.index("prefers_value")] = 2.0
    told = [(candidate("value", FORTY, "14"), Preference(3.0, 0.0))]
    odds = [np.full(len(sentence.tree), -2.0) for sentence in reading.sentences]
    first, second = SecondLook(weights, 0.5, -4.0).log_odds(asked(reading, told), odds)
    assert first.tolist() == [-1.5] * 5 and second.tolist() == [-1.5, -1.5, 4.5, -1.5]


def test_what_is_surely_unsupported_stays_so_however_expected_it_is() -> None:
    look = SecondLook(np.full(len(COLUMNS), 1.0), 0.0, -0.4)
    assert look.together(np.full((1, len(COLUMNS)), -1.0), np.array([3.0])).tolist() == pytest.approx([2.6])


def test_whatever_is_preferred_makes_a_word_more_suspicious() -> None:
    look = load_second_look()
    assert len(look.weights) == len(COLUMNS) and look.least < 0
    assert all(weight >= 0 for name, weight in zip(COLUMNS, look.weights, strict=True) if name.startswith("prefers_"))
