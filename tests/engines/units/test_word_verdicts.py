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


def test_a_question_follows_a_word_that_is_surely_wrong_and_no_other() -> None:
    asked = Unit("q1", "qa", "?", question="When did someone leave?", answer=Span(18, 22, "dawn"), probability=0.8, supported=True)
    (kept,) = by_words([asked], words(dawn=0.6, Ilse=0.99), 0.5)
    (turned,) = by_words([asked], words(dawn=0.9), 0.5)
    assert kept == asked and turned.supported is False and turned.probability == pytest.approx(0.1) and turned.error is not None


def test_a_question_that_is_less_sure_than_its_words_stays_as_it_is() -> None:
    asked = Unit("q1", "qa", "?", question="When did someone leave?", answer=Span(18, 22, "dawn"), probability=0.02, supported=False)
    assert by_words([asked], words(dawn=0.9), 0.5)[0].probability == 0.02


def test_what_is_not_judged_stays_as_it_is() -> None:
    waiting = sentence(0, 23, None)
    assert by_words([waiting], words(dawn=0.99), 0.5) == (waiting,)


def test_the_threshold_decides() -> None:
    for threshold, supported in ((0.1, True), (0.9, False)):
        assert by_words([sentence(0, 23)], words(), threshold)[0].supported is supported
