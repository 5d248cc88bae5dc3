"""Several engines on one pair: aligned on characters, disagreements first, agreement as kappa."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.details import Details
from engines.core.errors import InputError, ModelError
from engines.core.findings import Conflict
from engines.core.results import Analysis, Document, Engine, Predicate, Span, Unit
from engines.units.alignment import kappa, runs, spans_of, support_by_character
from explorer.services import comparison
from explorer.services.analysis import Finished, Stage
from explorer.services.comparison import Compared, Working, compare, comparison_of, judges_of, stream_comparison
from explorer.services.disagreements import disagreements, support_of
from explorer.services.workspace import Workspace

REFERENCE = "The port will retire its last diesel ferry in November. Parliament approved 41 million crowns in 2022."
OUTPUT = "Parliament approved 41 million crowns in 1950. The port will retire its ferry."


def unit(number: int, text: str, start: int, end: int, probability: float | None) -> Unit:
    supported = None if probability is None else probability >= 0.5
    return Unit(f"u{number}", "qa", "", answer=Span.of(text, start, end), probability=probability, supported=supported)


def analysis(engine: str, units: tuple[Unit, ...], output: str = OUTPUT) -> Analysis:
    return Analysis("x", "now", Engine(engine), Document(REFERENCE, ()), Document(output, ()), {engine: 0.5}, units)


def test_a_character_is_as_supported_as_its_least_supported_unit() -> None:
    text = "abcdefgh"
    units = (unit(1, text, 0, 4, 0.9), unit(2, text, 2, 6, 0.3), unit(3, text, 0, 8, None))
    assert support_by_character(units, 8) == (0.9, 0.9, 0.3, 0.3, 0.3, 0.3, None, None)


def test_the_words_of_an_error_are_unsupported_and_not_the_whole_unit() -> None:
    text = "Two boats sailed to Vell in June."
    june = text.index("in June")
    conflict = Conflict("month", "value", june + 3, june + 7)
    units = (replace(unit(1, text, 0, june + 7, 0.1), conflicts=(conflict,)), unit(2, text, 0, 9, 0.9))
    found = support_of(analysis("a", units, text))
    assert found[:9] == (0.9,) * 9 and found[june + 3 : june + 7] == (pytest.approx(0.1),) * 4
    assert set(found[9 : june + 3]) == {None}  # only what is unsupported is about these, and they are not what is wrong with it
    assert support_by_character(units, len(text))[0] == 0.1


def test_an_error_lies_where_it_is_found_and_leads_to_its_units() -> None:
    text = "She praised the old plan in May."
    told = [
        replace(unit(n, text, *place, 0.2), predicate=Predicate(4, 11, "praised")) for n, place in enumerate(((0, 3), (12, 24), (25, 31)))
    ]
    first, second = analysis("a", tuple(told), text), analysis("b", (unit(1, text, 0, 31, 0.9),), text)
    (only,) = disagreements(text, {"a": first, "b": second})
    assert (only.span.text, only.units["a"]) == ("praised", ("u0", "u1", "u2"))


def test_units_of_several_parts_cover_each_of_them() -> None:
    assert spans_of(Unit("a", "acu", "", details=Details(spans=((0, 2), (5, 7))))) == [(0, 2), (5, 7)]


@given(st.lists(st.tuples(st.sampled_from([True, False, None]), st.sampled_from([True, False, None])), max_size=30))
def test_kappa_is_symmetric_and_at_most_one(pairs: list[tuple[bool | None, bool | None]]) -> None:
    first, second = [a for a, _ in pairs], [b for _, b in pairs]
    value = kappa(first, second)
    assert value == kappa(second, first)
    assert value is None or -1 <= value <= 1


def test_kappa_takes_chance_away() -> None:
    first = [True] * 20 + [True] * 5 + [False] * 10 + [False] * 15
    second = [True] * 20 + [False] * 5 + [True] * 10 + [False] * 15
    assert kappa(first, second) == pytest.approx(0.4)
    assert kappa([None, True], [True, None]) is None


@given(st.lists(st.sampled_from([None, 0.2, 0.8]), max_size=40))
def test_runs_cover_every_character_once(support: list[float | None]) -> None:
    rebuilt = [value for start, end, value in runs(support) for _ in range(end - start)]
    assert rebuilt == support


def test_judges_have_names_of_their_own() -> None:
    assert [j.name for j in judges_of(["qasem", "lss", "qasem"], ["compact"])] == ["qasem", "lss"]
    with pytest.raises(InputError, match="no engine called 'oracle'"):
        judges_of(["oracle"], ["compact"])
    with pytest.raises(InputError, match="at least one"):
        judges_of([], ["compact"])


def test_engines_are_compared_as_they_come(tmp_path: Path) -> None:
    with Workspace(tmp_path) as workspace:
        events = list(stream_comparison(REFERENCE, OUTPUT, engines=["qasem", "lss"], workspace=workspace))
        again = compare(REFERENCE, OUTPUT, engines=["qasem", "lss"], workspace=workspace)
    compared = [e.comparison for e in events if isinstance(e, Compared)]
    assert [len(c.opinions) for c in compared] == [1, 2]
    assert [c.complete for c in compared] == [False, True]
    assert any(isinstance(e, Working) and e.analysis for e in events)
    final = compared[-1]
    assert set(final.agreement) == {("qasem", "lss")}
    assert all(o.analysis and len(o.support) == len(OUTPUT) and o.seconds > 0 and o.score for o in final.opinions)
    for found in final.disagreements:
        assert OUTPUT[found.span.start : found.span.end] == found.span.text
    ranks = [(-d.minority, -d.spread) for d in final.disagreements]
    assert ranks == sorted(ranks)
    assert json.loads(json.dumps(final.to_json()))["opinions"][1]["score"]["name"] == "lss_bleu"
    assert all(o.cached for o in again.opinions)


def test_words_belong_together_until_a_judge_changes_sides() -> None:
    text = "The old ferry left Vell in May. It sank."
    first = (unit(1, text, 0, 30, 0.9), unit(2, text, 32, 39, 0.9))
    second = (unit(1, text, 4, 13, 0.1), unit(2, text, 19, 23, 0.8), unit(3, text, 32, 39, 0.2))
    found = disagreements(text, {"a": analysis("a", first, text), "b": analysis("b", second, text)})
    assert [d.span.text for d in found] == ["old ferry", "It sank"]
    assert found[0].units == {"a": ("u1",), "b": ("u1",)}
    assert found[0].minority == 1


def test_words_of_grammar_go_with_what_follows_them() -> None:
    text = "She sailed in a storm from Vell."
    first = (unit(1, text, 0, 31, 0.9),)
    second = (unit(1, text, 0, 10, 0.2), unit(2, text, 11, 21, 0.8), unit(3, text, 22, 31, 0.1))
    found = disagreements(text, {"a": analysis("a", first, text), "b": analysis("b", second, text)})
    assert [d.span.text for d in found] == ["from Vell", "She sailed"]


def test_who_is_on_the_same_side_does_not_disagree() -> None:
    text = "The ferry sank in May. It left Vell. Ana saw it."
    first = (unit(1, text, 0, 21, 0.07), unit(2, text, 23, 35, 0.95), unit(3, text, 37, 47, 0.9))
    second = (unit(1, text, 0, 21, 0.06), unit(2, text, 23, 35, 0.55), unit(3, text, 37, 47, 0.2))
    found = disagreements(text, {"a": analysis("a", first, text), "b": analysis("b", second, text)})
    assert [(d.span.text, d.probabilities, d.spread) for d in found] == [
        ("Ana saw", {"a": 0.9, "b": pytest.approx(0.2)}, pytest.approx(0.7))
    ]


def test_the_figures_of_a_disagreement_show_its_sides() -> None:
    """A word of grammar that a judge finds no support for is not what the two differ about."""
    text = "The ferry sailed from Vell."
    first = (unit(1, text, 4, 16, 0.9), unit(2, text, 17, 21, 0.07), unit(3, text, 22, 26, 0.9))
    second = (unit(1, text, 4, 26, 0.06),)
    (only,) = disagreements(text, {"a": analysis("a", first, text), "b": analysis("b", second, text)})
    assert only.probabilities == {"a": 0.9, "b": pytest.approx(0.06)}


def test_stored_analyses_are_put_side_by_side() -> None:
    year = OUTPUT.index("1950")
    one, two = (analysis(name, (unit(1, OUTPUT, year, year + 4, p),)) for name, p in (("qasem", 0.1), ("lss", 0.9)))
    again = comparison_of([one, two, one])
    assert [o.judge.name for o in again.opinions] == ["qasem", "lss", "qasem #2"]
    assert again.complete and again.disagreements[0].span.text == "1950"
    with pytest.raises(InputError, match="different texts"):
        comparison_of([one, replace(one, output=Document("Another.", ()))])
    with pytest.raises(InputError, match="nothing to compare"):
        comparison_of([])


def test_one_failure_does_not_stop_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def fake(reference: str, output: str, *, engine: str, **_: object) -> object:
        yield Stage("Loading models", 0, 1)
        if engine == "qags":
            raise ZeroDivisionError
        if engine == "qasem":
            raise ModelError("The weights are damaged. Download them again.")
        year = output.index("1950")
        yield Finished(analysis(engine, (unit(1, output, year, year + 4, 0.2),)))

    monkeypatch.setattr(comparison, "stream", fake)
    broken = compare(REFERENCE, OUTPUT, engines=["qags", "lss"])
    assert "defect" in broken.opinions[0].problem and broken.opinions[1].analysis is not None
    result = compare(REFERENCE, OUTPUT, engines=["qasem", "lss"])
    assert result.opinions[0].problem.startswith("The weights are damaged")
    assert result.opinions[1].analysis is not None
    assert result.agreement == {}
