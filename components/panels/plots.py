"""Plots of an analysis, drawn by Plotly in the browser when a person asks for them."""

from typing import Any

from components.html.groups import groups
from components.html.markup import escape, shortened
from components.html.verdicts import SUPPORTED, UNSUPPORTED, state
from engines.core.results import Analysis, Unit

_LOOKS = {
    # name, symbol, colour on light, colour on dark: told apart by shape as well as by colour
    SUPPORTED: ("Supported", "circle", "#00705c", "#5fd3b8"),
    UNSUPPORTED: ("Unsupported", "x", "#b5380b", "#ff9d73"),
}

MOST_TICKS = 12
_BUTTONS = ["zoom", "pan", "select", "lasso", "zoomIn", "zoomOut", "autoScale", "resetScale", "toImage"]


def evidence_map(analysis: Analysis, dark: bool = False) -> Any:
    """Where in the reference the best evidence of each fact lies: facts from top to bottom in the order of the output.

    A summary that follows its source runs down the diagonal; a column shows a passage that carries much, an empty strip
    one that the output leaves out.
    """
    from plotly import graph_objects

    units = [unit for group in groups(analysis) for unit in group.units if unit.evidence and unit.supported is not None]
    ink, line = ("#ece9e4", "#34312d") if dark else ("#1c1b1a", "#e0dbd0")
    figure = graph_objects.Figure()
    for verdict, (name, symbol, light, night) in _LOOKS.items():
        rows = [(number, unit) for number, unit in enumerate(units, 1) if state(unit) == verdict]
        figure.add_scatter(
            x=[_sentence(unit) for _, unit in rows],
            y=[number for number, _ in rows],
            mode="markers",
            name=name,
            marker={"symbol": symbol, "color": night if dark else light, "size": 10, "opacity": 1},
            text=[_said(unit) for _, unit in rows],
            customdata=[unit.id for _, unit in rows],
            hovertemplate="%{text}<extra></extra>",
        )
    axis = {"gridcolor": line, "zeroline": False, "linecolor": line}
    last = max(1, len(analysis.reference.sentences))
    figure.update_layout(
        height=max(260, min(620, 80 + 14 * len(units))),
        margin={"t": 10, "l": 50, "r": 10, "b": 44},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"family": "Errata Sans, sans-serif", "size": 13, "color": ink},
        modebar={"remove": _BUTTONS},
        xaxis={**axis, "title": {"text": "Sentence of the reference", "font": {"size": 13}}, "range": [0.4, last + 0.6], **_ticks(last)},
        yaxis={**axis, "title": {"text": "Fact", "font": {"size": 13}}, "range": [len(units) + 0.6, 0.4], **_ticks(len(units))},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom"},
    )
    return figure


def _ticks(last: int) -> dict[str, Any]:
    """Whole numbers from 1, as facts and sentences are counted: a tick at 0 would stand for nothing."""
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**6) if last / step <= MOST_TICKS)
    values = range(1, last + 1, step) if step < 5 else [1, *range(step, last + 1, step)]
    return {"tickmode": "array", "tickvals": list(values)}


def _sentence(unit: Unit) -> int:
    return (unit.evidence[0].sentence or 0) + 1


def _said(unit: Unit) -> str:
    """The label of a mark; Plotly reads a few tags, so it is escaped as HTML is."""
    words = f"{unit.question} {unit.answer.text}" if unit.question and unit.answer else unit.statement
    return f"{escape(shortened(words, 90))}<br>{unit.probability:.2f} · sentence {_sentence(unit)} · click to see it"
