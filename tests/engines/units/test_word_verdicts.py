"""Verdicts on statements and their words: a wrong word lowers the statement that it is in, and nothing else."""

import pytest

from engines.core.details import Details
from engines.core.findings import WordSupport
from engines.core.results import Unit
from engines.core.spans import Span
from engines.units.word_verdicts import by_words

OUTPUT = "Ilse Varn left at dawn. The storm was over."


def sentence(start: int, end: int, probability: float | None = 0.8) -> Unit:
    details = Details(spans=((start, end),))
    return Unit("s1", "sentence", OUTPUT[start:end], probability=probability, supported=True, details=details)


def words(**wrong: float) -> list[WordSupport]:
    found, at = [], 0
    for word in OUTPUT.replace(".", "").split():
        start = OUTPUT.index(word, at)
        at = start + len(word)
        found.append(WordSupport(start, at, wrong.get(word, 0.01), None))
    return found


def test_the_worst_word_of_a_statement_lowers_it_and_no_other() -> None:
    first, second = by_words([sentence(0, 23), sentence(24, 43)], words(dawn=0.95), 0.5)
    assert first.probability is not None and first.probability < 0.5 and first.supported is False and first.error is not None
    assert second.supported is True and second.error is None and second.probability == pytest.approx(0.84, abs=0.02)


def test_the_worse_the_word_the_lower_the_statement() -> None:
    found = [by_words([sentence(0, 23)], words(dawn=p), 0.5)[0].probability or 0 for p in (0.01, 0.3, 0.6, 0.9, 1.0)]
    assert found == sorted(found, reverse=True) and len(set(found)) == 5 and min(found) > 0


def test_questions_and_what_is_not_judged_stay_as_they_are() -> None:
    asked = Unit("q1", "qa", "?", question="When did someone leave?", answer=Span(18, 22, "dawn"), probability=0.8, supported=True)
    waiting = sentence(0, 23, None)
    assert by_words([asked, waiting], words(dawn=0.99), 0.5) == (asked, waiting)


def test_the_threshold_decides() -> None:
    for threshold, supported in ((0.1, True), (0.9, False)):
        assert by_words([sentence(0, 23)], words(), threshold)[0].supported is supported
