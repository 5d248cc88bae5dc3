"""From words to the parts that are wrong."""

import math
import re
from dataclasses import replace

import pytest

from engines.core.details import QADetails
from engines.core.findings import Conflict, WordSupport
from engines.core.results import Analysis, Document, Engine, Predicate, Unit
from engines.core.spans import Span
from engines.units.errors import completed, errors, worth_a_look
from engines.units.marked_words import FURTHER, MarkedWords, further, most_doubtful
from engines.units.readings import readings
from engines.units.support import support

OUTPUT = "The kiln that Ada Brenn built was lit at noon on Friday."


def words(others: float = 0.01, **wrong: float) -> tuple[WordSupport, ...]:
    found, at = [], 0
    for word in OUTPUT.rstrip(".").split():
        start = OUTPUT.index(word, at)
        at = start + len(word)
        found.append(WordSupport(start, at, wrong.get(word, others)))
    return tuple(found)


def parts(threshold: float = 0.5, **wrong: float) -> list[tuple[str, float]]:
    return [(OUTPUT[part.start : part.end], part.probability) for part in MarkedWords(OUTPUT, words(**wrong)).alarmed(threshold)]


def surer(probability: float, alarms: int = 1) -> float:
    """How sure a word is where so many have raised an alarm, it itself perhaps among them."""
    return round(1 / (1 + math.exp(-math.log(probability / (1 - probability)) - FURTHER[min(alarms, 2) - 1])), 4)


def test_neighbouring_words_are_one_part_as_sure_as_the_surest() -> None:
    assert parts(Ada=0.8, Brenn=0.6, noon=0.7) == [("Ada Brenn", surer(0.8, 2)), ("noon", surer(0.7, 2))]


def test_a_degree_is_one_part_with_its_scale() -> None:
    found = [WordSupport(3, 6, 0.9), WordSupport(8, 9, 0.6)]
    assert [(part.start, part.end) for part in MarkedWords("at −32 °C", found).alarmed(0.5)] == [(3, 9)]


@pytest.mark.parametrize("space", ["&nbsp;", "&#160;", "&thinsp;", "\u00a0"])
def test_words_are_parted_by_what_a_reader_sees(space: str) -> None:
    output = f"It opened on 9{space}May 1931."
    found = [WordSupport(m.start(), m.end(), 0.9) for m in re.finditer(r"\b(?:9|May|1931)\b", output)]
    assert [output[part.start : part.end] for part in MarkedWords(output, found).alarmed(0.5)] == [f"9{space}May 1931"]


def test_parts_end_with_their_sentence() -> None:
    output = "It was lit at noon. Nobody came."
    found = [WordSupport(14, 18, 0.9), WordSupport(20, 26, 0.8), WordSupport(27, 31, 0.7)]
    assert [output[part.start : part.end] for part in MarkedWords(output, found).alarmed(0.5)] == ["noon", "Nobody came"]


def test_without_an_alarm_nothing_is_wrong_and_with_one_words_near_the_threshold_are() -> None:
    assert parts(noon=0.45, Friday=0.4) == []
    assert parts(noon=0.9, Friday=0.4, lit=0.2) == [("noon", surer(0.9)), ("Friday", surer(0.4))]
    assert surer(0.4) > 0.5, "what is called an error is likelier one than not"


def test_with_several_alarms_words_count_that_are_less_near_the_threshold() -> None:
    assert parts(noon=0.9, kiln=0.25) == [("noon", surer(0.9))]
    assert parts(noon=0.9, Ada=0.6, kiln=0.25) == [("kiln", surer(0.25, 2)), ("Ada", surer(0.6, 2)), ("noon", surer(0.9, 2))]
    assert parts(noon=0.9, Ada=0.6, Friday=0.7, kiln=0.25, lit=0.1)[0] == ("kiln", surer(0.25, 3))


def test_where_all_is_told_freely_an_alarm_says_nothing_of_other_words() -> None:
    near = {"noon": 0.9, "Ada": 0.6, "kiln": 0.25}

    def marked(others: float) -> list[tuple[str, float]]:
        found = MarkedWords(OUTPUT, words(others, **near)).alarmed(0.5)
        return [(OUTPUT[part.start : part.end], part.probability) for part in found]

    assert marked(0.03) == marked(0.08) == [("Ada", 0.6), ("noon", 0.9)]
    assert marked(0.01) == marked(0.001) == [(word, surer(near[word], 2)) for word in ("kiln", "Ada", "noon")]
    between = dict(marked(0.018))
    assert list(between) == ["Ada", "noon"] and 0.6 < between["Ada"] < surer(0.6, 2)
    assert further(()) == further(words(0.01)) == FURTHER and further(words(0.03)) == (0.0, 0.0)


def test_a_higher_threshold_for_support_finds_more() -> None:
    assert parts(0.8, noon=0.3) == [("noon", surer(0.3))] and parts(0.5, noon=0.3) == []


@pytest.mark.parametrize("others", [0.01, 0.018, 0.03])
def test_the_errors_of_every_threshold_are_those_that_it_would_give_itself(others: float) -> None:
    found = words(others, noon=0.83, Ada=0.71, Friday=0.38, lit=0.22)
    later = replace(unit("on Friday", 0.61), id="q2")
    made = Analysis(
        "a", "2026-01-01T00:00:00+00:00", Engine("qasem", {"threshold": 0.5}), Document("It was lit at dawn.", ((0, 19),)),
        Document(OUTPUT, ((0, len(OUTPUT)),)), units=(unit("at noon", 0.043, conflict=True), later), words=found,
    )  # fmt: skip
    read, seen = readings(made), set()
    for step in range(101):
        threshold = step / 100
        (at,) = [reading for reading in read if reading.above < threshold <= reading.upto]
        expected = completed(made.with_threshold(threshold), threshold).errors
        assert at.errors == expected, threshold
        seen.add(expected)
    assert len(seen) > 5


def unit(answer: str, probability: float, conflict: bool = False) -> Unit:
    start = OUTPUT.index(answer)
    conflicts = (Conflict("quantity in context", "quantity", start, start + len(answer)),) if conflict else ()
    return Unit(
        "q1", "qa", "It was lit.", None, "When?", Span(start, start + len(answer), answer), probability, probability >= 0.5,
        None if probability >= 0.5 else "intrinsic", conflicts=conflicts, details=QADetails(),
    )  # fmt: skip


def said(units: list[Unit], **wrong: float) -> list[tuple[str, tuple[str, ...]]]:
    return [(error.text, error.units) for error in errors(OUTPUT, units, words=words(**wrong))]


def test_words_decide_and_units_say_what_is_wrong_by_them() -> None:
    assert said([unit("at noon", 0.2)], noon=0.9) == [("noon", ("q1",))]
    assert said([unit("on Friday", 0.2)], noon=0.9) == [("noon", ())]


def test_what_only_a_sure_unit_with_a_conflict_tells_is_worth_a_look_and_no_error() -> None:
    def looks(*units: Unit) -> list[tuple[str, tuple[str, ...]]]:
        return [(look.text, look.units) for look in worth_a_look(analysis(*units))]

    known = unit("at noon", 0.02, conflict=True)
    assert looks(known) == [("at noon", ("q1",))] and said([known]) == []
    assert looks(unit("at noon", 0.02)) == [] == looks(unit("at noon", 0.2, conflict=True))
    assert [look.text for look in worth_a_look(analysis(known, noon=0.4))] == ["noon"]


def test_the_worst_word_lowers_the_support_of_the_whole() -> None:
    units = [unit("at noon", 0.9)]
    plain, fine, bad = support(units), support(units, words()), support(units, words(noon=0.9))
    assert plain == 0.9 and bad is not None and fine is not None and bad < 0.7 < fine < 0.9


def test_the_most_doubtful_word_of_a_unit_is_one_of_its_own() -> None:
    output = "Ada Brandt plays the violin in Orlo."
    words = tuple(
        WordSupport(output.index(word), output.index(word) + len(word), probability)
        for word, probability in (("Ada", 0.1), ("Brandt", 0.4), ("plays", 0.2), ("the", 0.1), ("violin", 0.3), ("in", 0.0), ("Orlo", 0.45))
    )
    unit = Unit(
        "q1",
        "qa",
        "Ada Brandt plays the violin.",
        Predicate(11, 16, "plays", "verb"),
        "What does someone play?",
        Span(17, 27, "the violin"),
    )
    found = most_doubtful(unit, words)
    assert found is not None and output[found.start : found.end] == "violin"
    assert most_doubtful(unit, ()) is None and most_doubtful(unit, words[:1]) is None


def looked(**wrong: float) -> list[tuple[str, float]]:
    return [(OUTPUT[part.start : part.end], part.probability) for part in MarkedWords(OUTPUT, words(**wrong)).doubtful()]


def test_the_likeliest_places_below_the_threshold_are_worth_a_look_and_few_are_told_of() -> None:
    assert looked(kiln=0.2, Ada=0.3, Brenn=0.15, noon=0.4, Friday=0.11) == [("noon", 0.4), ("Ada Brenn", 0.3)]
    assert looked(kiln=0.2, Ada=0.3, noon=0.9) == [("noon", 0.9), ("Ada", 0.3), ("kiln", 0.2)]  # what is wrong takes no room
    assert looked(noon=0.05) == []


def analysis(*units: Unit, threshold: float = 0.5, **wrong: float) -> Analysis:
    reference = "Ada Brenn built a kiln. It was lit at midnight on Friday."
    texts = Document(reference, ((0, 23), (24, 57))), Document(OUTPUT, ((0, len(OUTPUT)),))
    midnight = Span(reference.index("midnight"), reference.index(" on Friday"), "midnight")
    found = tuple(replace(word, found=midnight) if OUTPUT[word.start : word.end] == "noon" else word for word in words(**wrong))
    return Analysis("0" * 12, "", Engine("qasem", {"threshold": threshold}, {}), *texts, {}, units, words=found)


def test_what_is_worth_a_look_has_what_the_reference_may_have_instead_and_its_facts() -> None:
    (look,) = worth_a_look(analysis(unit("on Friday", 0.9), unit("at noon", 0.7), noon=0.4))
    assert (look.text, look.probability, look.units) == ("noon", 0.4, ("q1",))
    assert look.found is not None and look.found.text == "midnight"


def test_an_error_is_not_worth_a_look_besides() -> None:
    assert [look.text for look in worth_a_look(analysis(noon=0.9, Ada=0.2))] == ["Ada"]
    assert [look.text for look in worth_a_look(analysis(threshold=0.05, noon=0.9, Ada=0.2))] == ["noon", "Ada"]
    assert worth_a_look(replace(analysis(), words=None)) == ()
