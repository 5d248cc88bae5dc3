"""From a parsed QA to a judged unit: one builder, one way of judging."""

from engines.core.findings import Conflict
from engines.core.results import Unit
from engines.core.roles import QA, Hypothesis, ParsedPredicate, Verdict
from engines.core.spans import Evidence, Predicate, Span
from engines.core.text import Text
from engines.units.asking import Asked, asked_qas
from engines.units.judging import judged

OUTPUT = Text.of("It rained. Ada lit the kiln at noon.")
REFERENCE = Text.of("Ada lit the kiln at dawn. It rained.")


def lit() -> Asked:
    start = OUTPUT.text.index("lit")
    noon = Span.of(OUTPUT.text, 28, 35)
    parsed = ParsedPredicate(
        Predicate(start, start + 3, "lit"), 1, "light", (QA("When was something lit?", noon, "It was lit at noon.", "when"),)
    )
    (asked,) = asked_qas(OUTPUT, [parsed], "q")
    return asked


def test_a_qa_is_asked_about_with_its_sentence_and_places() -> None:
    asked = lit()
    hypothesis = asked.hypothesis
    assert (asked.unit.id, asked.unit.kind, asked.unit.details.sentence, asked.start) == ("q1", "qa", 1, 11)
    assert hypothesis.sentence == "Ada lit the kiln at noon." and hypothesis.role == "when"
    assert hypothesis.sentence[slice(*hypothesis.answer_span or ())] == "at noon"
    assert hypothesis.sentence[slice(*hypothesis.predicate_span or ())] == "lit"


def test_conflicts_are_carried_from_the_sentence_to_the_output() -> None:
    conflict = Conflict("clock", "value", 20, 24, Evidence(20, 24, "dawn", 0.9, 0))
    verdict = Verdict(0.1, "intrinsic", missing=("noon",), conflicts=(conflict,))
    unit = judged(lit(), verdict, REFERENCE, 0.5)
    (found,) = unit.conflicts
    assert OUTPUT.text[found.start : found.end] == "noon" and found.found == Span(20, 24, "dawn")
    assert (unit.supported, unit.error, unit.details.missing) == (False, "intrinsic", ("noon",))


def test_conflicts_of_words_that_are_not_the_outputs_own_are_left_out() -> None:
    asked = Asked(Unit("a1", "acu", "The kiln was lit."), Hypothesis("The kiln was lit."), 1, None)
    verdict = Verdict(0.9, conflicts=(Conflict("clock", "value", 4, 8),))
    unit = judged(asked, verdict, REFERENCE, 0.5)
    assert unit.conflicts == () and unit.supported
