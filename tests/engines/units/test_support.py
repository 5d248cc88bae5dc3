"""One score for every engine, and what no unit asks about."""

import pytest

from engines.core.details import SentenceDetails
from engines.core.results import Unit
from engines.core.spans import Span
from engines.core.text import Text
from engines.units.support import support, with_support
from engines.units.unchecked import unchecked

TEXT = Text.of("Ada lit the kiln at noon. The potters sang quietly.")


def unit(probability: float | None, *words: str) -> Unit:
    answer = Span.of(TEXT.text, TEXT.text.index(words[0]), TEXT.text.index(words[0]) + len(words[0])) if words else None
    return Unit("q1", "qa", "", probability=probability, answer=answer)


def test_support_is_the_geometric_mean_of_the_probabilities() -> None:
    assert support([unit(0.9), unit(0.4)]) == pytest.approx(0.6)
    assert support([unit(0.5)] * 7) == pytest.approx(0.5)
    assert support([]) is None and support([unit(None)]) is None
    assert 0 < (support([unit(0.0), unit(1.0)]) or 0) < 0.1


def test_a_surer_error_lowers_support_whatever_the_threshold_says() -> None:
    assert (support([unit(0.9), unit(0.2)]) or 0) < (support([unit(0.9), unit(0.3)]) or 0) < (support([unit(0.9), unit(0.4)]) or 0)


def test_a_run_without_scores_gets_none() -> None:
    assert with_support({}, [unit(0.9)]) == {}
    assert with_support({"qasem": 1.0}, [unit(0.9)]) == {"qasem": 1.0, "support": 0.9}


def test_content_words_that_no_unit_asks_about_are_told() -> None:
    asked = [unit(0.9, "Ada"), unit(0.9, "at noon")]
    assert [TEXT.text[start:end] for start, end in unchecked(TEXT, asked)] == ["lit", "kiln", "potters sang quietly"]


def test_nothing_is_unchecked_where_units_cover_the_sentences() -> None:
    whole = Unit("s1", "sentence", "", details=SentenceDetails(spans=TEXT.sentences))
    assert unchecked(TEXT, [whole]) == ()
    assert [TEXT.text[start:end] for start, end in unchecked(TEXT, [])] == ["Ada lit", "kiln", "noon", "potters sang quietly"]
