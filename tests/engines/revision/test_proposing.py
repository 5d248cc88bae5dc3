"""Revisions take out or put right what is unsupported, keep the grammar, and never make the output worse."""

from collections.abc import Sequence

import pytest

from engines.acueval.engine import ACUEval, ACUEvalSettings
from engines.core.details import ACUDetails
from engines.core.engine import Outcome
from engines.core.findings import ErrorSpan
from engines.core.results import Evidence, Unit
from engines.core.spans import Span
from engines.core.text import Text
from engines.revision import Judgement, apply, left_over, propose, proposing
from engines.units.errors import errors
from tests.engines.scale.test_engine import SharedWords

REFERENCE = "The ferry Aldona left Mirava on Tuesday. A storm damaged the mast. Captain Ilse Varn turned back. Nobody on board was hurt."


def judged(output: str) -> Judgement:
    engine = ACUEval(SharedWords(), ACUEvalSettings(threshold=0.99))
    return of_units(output, [s for s in engine.run(Text.of(REFERENCE), Text.of(output)) if isinstance(s, Outcome)][-1].units)


def unheard(sentence: str, place: int | None) -> float:
    """Sentences are not looked at as a whole here."""
    return 1.0


def of_units(output: str, units: Sequence[Unit]) -> Judgement:
    return Judgement(units, errors(output, units))


def revised(output: str) -> str:
    proposal = propose(Text.of(REFERENCE), Text.of(output), judged(output), judged, unheard)
    return apply(output, proposal.edits)


def test_an_unsupported_adjunct_is_cut_out() -> None:
    assert (
        revised("A storm damaged the mast in 1931. Captain Ilse Varn turned back.")
        == "A storm damaged the mast. Captain Ilse Varn turned back."
    )


def test_a_wrong_value_is_replaced_by_that_of_the_evidence() -> None:
    output = "The ferry Aldona left Mirava on Friday."
    proposal = propose(Text.of(REFERENCE), Text.of(output), judged(output), judged, unheard)
    assert [e.replacement for e in proposal.edits] == ["Tuesday"]
    assert "Tuesday" in proposal.edits[0].reason
    assert proposal.edits[0].units


def test_versions_of_a_sentence_are_read_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that offers hundreds of edits does not take hundreds of parses."""
    output = "A storm, which ate purple curtains in Oslo, damaged the mast in 1931 with elephants on Friday for zebras in Brekke."
    asked: list[int] = []
    parsed = proposing._edited
    monkeypatch.setattr(proposing, "_edited", lambda *given: asked.append(1) or parsed(*given))
    revised(output)
    free = len(asked)
    asked.clear()
    monkeypatch.setattr(proposing, "MOST_READ", 20)
    revised(output)
    assert 0 < len(asked) <= 4 < free


def test_the_first_sentences_go_together() -> None:
    output = "Elephants ate purple curtains. Zebras sang in Oslo. Captain Ilse Varn turned back."
    assert revised(output) == "Captain Ilse Varn turned back."


def test_a_sentence_with_nothing_supported_goes_but_the_last_one_stays() -> None:
    assert revised("Captain Ilse Varn turned back. Elephants ate purple curtains.") == "Captain Ilse Varn turned back."
    alone = "Elephants ate purple curtains."
    proposal = propose(Text.of(REFERENCE), Text.of(alone), judged(alone), judged, unheard)
    assert proposal.edits == ()
    assert "Elephants" in proposal.notes[0]


def test_what_is_supported_is_left_alone() -> None:
    assert revised(REFERENCE) == REFERENCE


@pytest.mark.parametrize(("wrong", "expected"), [("lead", "The reservoir was raised."), ("clause", None)])
def test_what_is_not_so_does_not_become_so_by_leaving_out_who_said_it(wrong: str, expected: str | None) -> None:
    """The lead of a report may go only where it is the lead that is wrong."""
    said = "The captain said that the reservoir was raised."

    def judge(output: str) -> Judgement:
        about = output.lower().index("the reservoir")
        spans = [[about, len(output) - 1]] if wrong == "clause" else [[0, about]]
        supported = about == 0
        details = ACUDetails(sentence=0, spans=tuple(spans))
        return of_units(output, [Unit("a1", "acu", output, None, supported=supported, probability=float(supported), details=details)])

    proposal = propose(Text.of("The reservoir was lowered."), Text.of(said), judge(said), judge, unheard)
    assert apply(said, proposal.edits) == (expected or said)


def test_two_wrong_values_of_one_fact_are_put_right_together() -> None:
    reference = Text.of("A second flood, in 1995, left cracks in the lower gallery. Nobody was hurt.")

    def judge(output: str) -> Judgement:
        right = "1995" in output and "lower" in output
        evidence = (Evidence(0, 58, "A second flood, in 1995, left cracks in the lower gallery.", 1.0, 0),)
        details = ACUDetails(sentence=0, spans=((0, len(output)),))
        unit = Unit("a1", "acu", output, probability=float(right), supported=right, evidence=evidence, details=details)
        return of_units(output, [unit])

    wrong = "A second flood, in 1985, left cracks in the upper gallery."
    proposal = propose(reference, Text.of(wrong), judge(wrong), judge, unheard)
    assert apply(wrong, proposal.edits) == "A second flood, in 1995, left cracks in the lower gallery."
    assert len(proposal.edits) == 2


def test_what_no_place_of_the_reference_tells_as_a_whole_is_only_told_of() -> None:
    """The words are in the reference, but said of something else there."""
    output = "The ferry Aldona left Mirava on Friday."
    places: list[int] = []

    def support(sentence: str, place: int | None) -> float:
        places.extend([] if place is None else [place])
        return 1.0 if place is None else 0.2

    proposal = propose(Text.of(REFERENCE), Text.of(output), judged(output), judged, support)
    assert places and all("Tuesday" in Text.of(REFERENCE).sentence(place) for place in places)
    assert not any("Tuesday" in edit.replacement for edit in proposal.edits)


def test_a_value_that_the_sentence_has_already_is_not_put_in_again() -> None:
    reference = Text.of("His weight fell from 105 kg to 102 kg in spring.")

    def judge(output: str) -> Judgement:
        start = output.index("99 kg") if "99 kg" in output else -1
        wrong = start >= 0
        evidence = (Evidence(0, 48, reference.text, 1.0, 0),)
        details = ACUDetails(sentence=0, spans=((start, start + 5),) if wrong else ((0, len(output)),))
        unit = Unit("a1", "acu", output, None, supported=not wrong, probability=float(not wrong), evidence=evidence, details=details)
        return of_units(output, [unit])

    def mended(output: str) -> str:
        return apply(output, propose(reference, Text.of(output), judge(output), judge, unheard).edits)

    assert "105 kg to 105 kg" not in mended("His weight fell from 105 kg to 99 kg in spring.")


def test_an_error_that_shows_elsewhere_once_one_is_put_right_does_not_speak_against_it() -> None:
    """It was there before: other sentences are what they were."""
    output = "The ferry Aldona left Mirava on Friday. Captain Ilse Varn turned back in 1931."

    def judge(text: str) -> Judgement:
        found = judged(text)
        late = [e for e in found.errors if "1931" in e.text]
        return Judgement(found.units, [e for e in found.errors if e not in late or "Tuesday" in text])

    proposal = propose(Text.of(REFERENCE), Text.of(output), judge(output), judge, unheard)
    assert [edit.replacement for edit in proposal.edits] == ["Tuesday"]


def test_what_is_told_of_an_error_has_the_signs_that_a_reader_sees() -> None:
    error = ErrorSpan(8, 12, "1931", found=Span(0, 15, "9&nbsp;May 1933"))
    assert left_over(0, error) == "Sentence 1 still says “1931”, which the reference does not support: it has “9 May 1933” there."


@pytest.mark.parametrize(("said", "made"), [("", False), (" if the county paid half of it", True)])
def test_what_holds_under_a_condition_is_put_in_only_where_the_condition_stands(said: str, made: bool) -> None:
    reference = Text.of("The baker called the price fair if the county paid half of it.")

    def judge(output: str) -> Judgement:
        at = output.find("unfair")
        found = [ErrorSpan(at, at + 6, "unfair", found=Span(27, 31, "fair"))] if at >= 0 else []
        details = ACUDetails(sentence=0, spans=((0, len(output)),))
        unit = Unit("a1", "acu", output, None, supported=not found, probability=float(not found), details=details)
        return Judgement((unit,), found)

    output = f"The baker called the price unfair{said}."
    proposal = propose(reference, Text.of(output), judge(output), judge, unheard)
    assert [edit.replacement for edit in proposal.edits] == ["fair"] * made
    assert bool(proposal.notes) != made
