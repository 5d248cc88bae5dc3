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


def test_a_value_of_another_thing_is_evidence_and_not_what_stands_there_instead() -> None:
    output = Text.of("She mixes 19 g of salt.")
    reference = Text.of("It rained. She mixes 150 g of sugar and salt.")
    place = reference.text.index("150 g")
    qa = QA("What does someone mix?", Span.of(output.text, 10, 22), "She mixes 19 g of salt.", "what")
    (asked,) = asked_qas(output, [ParsedPredicate(Predicate(4, 9, "mixes"), 0, "mix", (qa,))], "q")
    conflict = Conflict("amount", "value", 10, 14, Span(place, place + 5, "150 g"))
    found = Evidence(place, place + 5, "150 g", 0.8, 1)
    unit = judged(asked, Verdict(0.1, "intrinsic", found=found, conflicts=(conflict,)), reference, 0.5)
    assert (unit.details.found, unit.error) == (None, "extrinsic")
    assert [each.found for each in unit.conflicts] == [None]
    assert [passage.sentence for passage in unit.evidence] == [1]
