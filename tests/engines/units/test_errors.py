"""Where an output is wrong: the same for the units of every engine."""

import re
from dataclasses import replace

import pytest

from components.html.verdicts import error_words
from engines.core.details import ACUDetails, QADetails, QuestionDetails, SentenceDetails
from engines.core.findings import Conflict, Deletion, ErrorSpan, WordSupport
from engines.core.results import Unit
from engines.core.spans import Evidence, Predicate, Span
from engines.units.errors import errors

OUTPUT = "The kiln that Ada built was lit at noon on Friday."
REFERENCE = "The kiln that Ada built was lit at dawn on Friday."
DAWN = Evidence(35, 39, "dawn", 0.9, 0)


def at(words: str) -> Span:
    start = OUTPUT.index(words)
    return Span(start, start + len(words), words)


def qa(id: str, answer: str, probability: float, **more: object) -> Unit:
    supported = probability >= 0.5
    lit = at("lit")
    return Unit(
        id, "qa", f"It was {answer}.", Predicate(lit.start, lit.end, "lit"), "When?", at(answer), probability, supported,
        None if supported else "intrinsic", **more,
    )  # fmt: skip


def said(found: tuple[ErrorSpan, ...]) -> list[tuple[str, float, tuple[str, ...]]]:
    return [(e.text, e.probability, e.units) for e in found]


def test_a_wrong_qa_is_wrong_in_its_answer_and_a_supported_one_nowhere() -> None:
    found = errors(OUTPUT, [qa("q1", "at noon", 0.1, details=QADetails(found=DAWN)), qa("q2", "on Friday", 0.9)])
    assert said(found) == [("at noon", 0.9, ("q1",))]
    assert found[0].found == Span(35, 39, "dawn") and found[0].kind == "intrinsic"


def test_the_words_themselves_are_not_what_the_reference_has_instead() -> None:
    (found,) = errors(OUTPUT, [qa("q1", "at noon", 0.1, details=QADetails(found=Evidence(35, 42, "At noon", 0.9, 0)))])
    assert found.found is None and found.kind == "intrinsic"


def test_a_conflict_says_where_better_than_the_answer_does() -> None:
    noon = at("noon")
    conflict = Conflict("clock", "value", noon.start, noon.end, Span(35, 39, "dawn"))
    assert said(errors(OUTPUT, [qa("q1", "at noon on Friday", 0.2, conflicts=(conflict,))])) == [("noon", 0.8, ("q1",))]


def test_of_overlapping_parts_the_shortest_stands_for_all() -> None:
    wrong = (("q1", "at noon on Friday", 0.05), ("q2", "noon", 0.4), ("q3", "Ada", 0.3), ("q4", "noon", 0.2))
    units = [replace(qa(*each), predicate=None) for each in wrong]
    assert said(errors(OUTPUT, units)) == [("Ada", 0.7, ("q3",)), ("noon", 0.95, ("q1", "q4", "q2"))]


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        (Unit("s1", "sentence", OUTPUT, None, details=SentenceDetails(spans=((0, len(OUTPUT)),))), [OUTPUT]),
        (Unit("a1", "acu", "It was lit at noon.", details=ACUDetails(spans=((0, 8), (24, 39)), focus=((32, 39),))), ["at noon"]),
        (Unit("a2", "acu", "The kiln was lit.", details=ACUDetails(spans=((0, 8), (24, 31)))), ["The kiln", "was lit"]),
        (Unit("k1", "question", "When? noon", answer=at("noon"), details=QuestionDetails(reference_answer=Span(35, 39, "dawn"))), ["noon"]),
    ],
)
def test_units_without_a_known_conflict_are_wrong_in_their_own_words(unit: Unit, expected: list[str]) -> None:
    found = errors(OUTPUT, [replace(unit, probability=0.2, supported=False, error="extrinsic")])
    assert [e.text for e in found] == expected and {e.kind for e in found} == {"extrinsic"}
    assert [e.found and e.found.text for e in found] == (["dawn"] if unit.kind == "question" else [None] * len(expected))


def test_where_words_are_deleted_the_deletions_are_wrong() -> None:
    units = [qa("w1", "at noon on Friday", 0.1), qa("w2", "Ada", 0.3)]
    noon, ada = at("at noon"), at("that Ada built")
    found = errors(OUTPUT, units, (Deletion(noon.start, noon.end, ("w1",)), Deletion(ada.start, ada.end, ())))
    assert said(found) == [("that Ada built", 0.5, ()), ("at noon", 0.9, ("w1",))]
    assert errors(OUTPUT, [replace(units[0], supported=True)], (Deletion(noon.start, noon.end, ("w1",)),)) == ()


def test_a_predicate_of_which_nothing_is_supported_is_wrong_itself() -> None:
    units = [qa("q1", "at noon", 0.3), qa("q2", "on Friday", 0.2), qa("q3", "The kiln", 0.4)]
    assert said(errors(OUTPUT, units)) == [("lit", 0.8, ("q2", "q1", "q3"))]
    units[1] = replace(units[1], error="extrinsic")
    assert said(errors(OUTPUT, units)) == [("lit", 0.7, ("q1", "q3")), ("on Friday", 0.8, ("q2",))]
    units[1] = replace(units[1], supported=True)
    assert said(errors(OUTPUT, units)) == [("The kiln", 0.6, ("q3",)), ("at noon", 0.7, ("q1",))]


def test_a_wrong_pronoun_is_an_error_of_coreference_and_asks_who() -> None:
    output = "He studied it in Mirava."
    wrong = {"He": 0.9, "it": 0.8, "Mirava": 0.7}
    words = [WordSupport(m.start(), m.end(), wrong.get(m.group(), 0.01)) for m in re.finditer(r"\w+", output)]
    found = errors(output, [], words=words)
    assert [(e.text, e.kind) for e in found] == [("He", "coreference"), ("it", "coreference"), ("Mirava", "extrinsic")]
    said = [error_words(e.kind, e.text) for e in found]
    assert said[0].startswith("Who?") and said[1].startswith("What?") and said[2] == "not in the reference"
