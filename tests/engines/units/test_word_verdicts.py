"""Verdicts on statements and their words: a wrong word lowers the statement that it is in, and nothing else."""

from dataclasses import replace

import pytest

from engines.core.details import ACUDetails, Details, QuestionDetails
from engines.core.findings import Conflict, WordSupport
from engines.core.results import Unit
from engines.core.spans import Predicate, Span
from engines.units.errors import errors, is_sure
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
    first, second = by_words([sentence(0, 23), sentence(24, 43)], words(dawn=0.95), 0.5, OUTPUT)
    assert first.probability is not None and first.probability < 0.5 and first.supported is False and first.error is not None
    assert second.supported is True and second.error is None and second.probability == pytest.approx(0.84, abs=0.02)


def test_the_worse_the_word_the_lower_the_statement() -> None:
    found = [by_words([sentence(0, 23)], words(dawn=p), 0.5, OUTPUT)[0].probability or 0 for p in (0.01, 0.3, 0.6, 0.9, 1.0)]
    assert found == sorted(found, reverse=True) and len(set(found)) == 5 and min(found) > 0


def question(probability: float, *conflicts: Conflict) -> Unit:
    answer, predicate = Span(18, 22, "dawn"), Predicate(10, 14, "left", "verb")
    asked = Unit("q1", "qa", "?", question="When did someone leave?", answer=answer, predicate=predicate, probability=probability)
    return replace(asked, conflicts=conflicts)


def said(unit: Unit, **wrong: float) -> Unit:
    return by_words([unit], words(**wrong), 0.5, OUTPUT)[0]


def test_a_question_falls_with_the_worst_word_of_its_answer_and_predicate() -> None:
    asked = question(0.8)
    found = [said(asked, dawn=p).probability or 0 for p in (0.01, 0.2, 0.4, 0.6, 0.9)]
    assert found == sorted(found, reverse=True) and found[0] > 0.8 and len(set(found)) == 5
    assert said(asked, left=0.9).probability == found[-1]
    assert said(asked, Ilse=0.99) == replace(asked, probability=found[0], supported=True)


def test_a_word_that_is_an_error_makes_its_questions_unsupported_however_sure_they_were() -> None:
    turned = said(question(0.999), dawn=0.51)
    assert turned.supported is False and (turned.probability or 1) < 0.49 and turned.error is not None


def test_a_question_is_no_surer_than_the_error_in_it_which_another_one_makes_likelier() -> None:
    """Beside an error a word near the threshold is one too: its mark and its question say the same."""
    alone, beside = said(question(0.999), dawn=0.4), said(question(0.999), dawn=0.4, storm=0.9)
    assert alone.supported is True and beside.supported is False
    found, _ = errors(OUTPUT, [beside], words=words(dawn=0.4, storm=0.9))
    assert found.text == "dawn" and beside.probability == pytest.approx(1 - found.probability, abs=1e-4)


def test_a_run_at_a_low_threshold_can_be_read_at_the_usual_one() -> None:
    [read_later] = by_words([question(0.999)], words(dawn=0.6), 0.3, OUTPUT)
    assert read_later.supported is True and (read_later.probability or 1) <= 0.4


def test_words_that_are_right_leave_a_question_doubtful_that_was_nearly_refuted() -> None:
    doubted, refuted = said(question(0.3)), said(question(0.001))
    assert doubted.supported is True and doubted.error is None
    assert refuted.supported is False and (refuted.probability or 0) < (doubted.probability or 0)


def test_a_question_that_a_rule_is_sure_about_stays_as_it_is() -> None:
    known = question(0.02, Conflict("quantity in context", "value", 18, 22))
    assert said(known) == known and said(question(0.02)) != question(0.02)


@pytest.mark.parametrize(("kind", "probability", "wrong"), [("value", 0.09, True), ("value", 0.11, False), ("addition", 0.01, False)])
def test_only_what_the_reference_contradicts_is_sure(kind: str, probability: float, wrong: bool) -> None:
    assert is_sure(question(probability, Conflict("some rule", kind, 18, 22)), 0.5) == wrong


def answered(probability: float, f1: float) -> Unit:
    details = QuestionDetails(f1=f1, spans=((18, 22),))
    return Unit(
        "k1", "question", "?", question="When did Ilse Varn leave?", answer=Span(18, 22, "dawn"), probability=probability, details=details
    )


def test_an_answer_of_a_reader_counts_less_than_the_words_of_ours() -> None:
    other, same = said(answered(0.0, 0.0)), said(answered(1.0, 1.0))
    assert other.supported is True and (other.probability or 1) < 0.7 < (same.probability or 0)
    assert said(answered(1.0, 1.0), dawn=0.9).supported is False


def test_an_answer_with_another_value_stays_wrong() -> None:
    differs = answered(0.0, 0.5)
    assert said(differs) == differs


def test_a_content_unit_is_judged_as_a_question_is() -> None:
    details = ACUDetails(spans=((0, 23),))
    unit = Unit("a1", "acu", "Ilse Varn left at dawn.", probability=0.3, details=details)
    assert said(unit).probability == said(question(0.3)).probability
    assert said(unit, Ilse=0.9).supported is False


def test_what_is_not_judged_stays_as_it_is() -> None:
    waiting = sentence(0, 23, None)
    assert by_words([waiting], words(dawn=0.99), 0.5, OUTPUT) == (waiting,)


def test_the_threshold_decides() -> None:
    for threshold, supported in ((0.1, True), (0.9, False)):
        assert by_words([sentence(0, 23)], words(), threshold, OUTPUT)[0].supported is supported
