"""The map of the evidence."""

from components.panels.plots import evidence_map
from tests.components import samples
from tests.e2e import seeds


def test_every_checked_fact_is_a_mark_told_apart_by_shape() -> None:
    supported, unsupported = evidence_map(samples.analysis()).data
    assert (list(supported.y), list(unsupported.y)) == ([1, 2, 3, 5], [4, 6, 7])
    assert list(unsupported.x) == [2, 5, 5]
    assert supported.marker.symbol != unsupported.marker.symbol


def test_facts_and_sentences_are_counted_from_one() -> None:
    plot = evidence_map(samples.analysis())
    assert (list(plot.layout.xaxis.tickvals), list(plot.layout.yaxis.tickvals)) == ([1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 6, 7])
    assert plot.layout.xaxis.range[0] > 0 and plot.layout.yaxis.range[1] > 0
    long = evidence_map(seeds.big())
    assert list(long.layout.xaxis.tickvals)[:4] == [1, 50, 100, 150] and list(long.layout.yaxis.tickvals)[:3] == [1, 20, 40]


def test_labels_are_escaped() -> None:
    made = samples.hostile("<a href='javascript:alert(1)'>x</a>")
    plot = evidence_map(made, dark=True).to_plotly_json()
    names = [trace.pop("customdata") for trace in plot["data"]]  # the ids of the facts, which are looked up and never shown
    assert "<a" not in str(plot) and sorted(id for ids in names for id in ids) == sorted(unit.id for unit in made.units)


def test_an_analysis_without_evidence_gives_an_empty_map() -> None:
    traces = evidence_map(samples.analysis(facts=())).data
    assert len(traces) == 2 and not any(len(trace.y) for trace in traces)
