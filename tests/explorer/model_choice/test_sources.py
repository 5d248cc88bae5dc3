"""A sentence that cites a numbered source is checked against that source alone."""

import pytest

from engines.core.plain.sources import citations, numbered_sources
from engines.core.results import Analysis
from engines.core.text import Text
from explorer.model_choice.sources import UNCITED, UNNUMBERED, only
from explorer.services.analysis import analyze

REFERENCE = (
    "[1] The Eskdale mill opened in 1912. It stood beside the river Orrin.\n"
    "[2] Ilse Varga bought the Eskdale mill in 1987 for 40,000 crowns.\n"
    "[3] The roof of the mill failed in 2019, and the museum closed for three months."
)
OUTPUT = (
    "The Eskdale mill opened in 1912 [1]. Ilse Varga bought the mill in 1987.[1] The roof of the mill failed in 2019 [2, 3]. "
    "The museum closed for three months."
)


def supported(analysis: Analysis) -> list[set[bool | None]]:
    """What is said of the units of each sentence."""
    said: list[set[bool | None]] = [set() for _ in analysis.output.sentences]
    for unit in analysis.units:
        said[unit.details.sentence or 0].add(unit.supported)
    return said


def test_sources_begin_where_a_line_begins_with_their_number() -> None:
    sources = numbered_sources(REFERENCE)
    assert [(s.number, REFERENCE[s.start : s.end].split()[1]) for s in sources] == [(1, "The"), (2, "Ilse"), (3, "The")]
    assert [s.number for s in numbered_sources("Source 1: One.\nSource 2 - Two.\nMore.")] == [1, 2]
    assert [s.number for s in numbered_sources("Document [1](Title: A) One.\nDocument [2](Title: B) Two.")] == [1, 2]
    assert numbered_sources("[1] alone.") == numbered_sources("The mill [1] burned.\nThe pier [2] stayed.") == ()


def test_citations_stand_in_a_sentence_or_right_after_it() -> None:
    assert citations(OUTPUT, Text.of(OUTPUT).sentences) == [(1,), (1,), (2, 3), ()]


def test_only_some_sources_can_be_read_and_offsets_stay() -> None:
    part = only(Text.of(REFERENCE), numbered_sources(REFERENCE)[1:2])
    assert part.text == REFERENCE and len(part.model_text) == len(REFERENCE)
    assert "Ilse Varga" in part.model_text and "1912" not in part.model_text and "roof" not in part.model_text


@pytest.mark.parametrize("engine", ["qasem", "scale", "acueval", "qags"])
def test_a_fact_of_another_source_than_the_cited_one_is_not_supported(engine: str) -> None:
    anywhere = analyze(REFERENCE, OUTPUT, engine=engine)
    assert all(True in said for said in supported(anywhere))
    own = analyze(REFERENCE, OUTPUT, engine=engine, settings={"own_source": True})
    said = supported(own)
    assert True in said[0] and False in said[1] and True in said[2] and True in said[3]
    assert engine == "qags" or True not in said[1] or own.scores[engine] < anywhere.scores[engine]
    inside = numbered_sources(REFERENCE)[0]
    shown = [e for u in own.units if (u.details.sentence or 0) < 2 for e in u.evidence]
    assert shown and all(inside.start <= e.start < inside.end for e in shown)
    assert UNCITED in own.warnings and own.engine.settings["own_source"] is True


def test_a_reference_without_numbered_sources_says_so() -> None:
    plain = REFERENCE.replace("[1] ", "").replace("[2] ", "").replace("[3] ", "")
    analysis = analyze(plain, OUTPUT, engine="scale", settings={"own_source": True})
    assert UNNUMBERED in analysis.warnings and {u.supported for u in analysis.units} == {True}


def test_evidence_names_its_source() -> None:
    from components.review.reason import closest

    analysis = analyze(REFERENCE, OUTPUT, engine="scale", settings={"own_source": True})
    shown = [closest(unit, analysis.reference) for unit in analysis.units]
    assert "Source 1" in shown[0] and "Source 2" not in shown[1]
