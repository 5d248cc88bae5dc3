"""Plots of a benchmark, drawn by Plotly in the browser from what stands in the page."""

from collections.abc import Sequence
from typing import Any

from components.html.markup import escape
from explorer.evaluation.benchmark.presenting.drawing import COLOURS
from explorer.evaluation.benchmark.results import Plot

_DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot", "solid")
SIDE = 340
"""Width of a plot in pixels."""
_GREY = "#8a8780"
"""Of lines and words: it shows on light and on dark paper."""


def figure(plot: Plot, systems: Sequence[str]) -> Any:
    """A plot as a figure of Plotly; each system has its colour and stroke in all of them."""
    from plotly import graph_objects

    drawn = graph_objects.Figure()
    if plot.diagonal:
        drawn.add_scatter(
            x=[0, 1], y=[0, 1], mode="lines", line={"color": _GREY, "width": 1, "dash": "dot"}, hoverinfo="skip", showlegend=False
        )
    for curve in plot.curves:
        number = systems.index(curve.system)
        drawn.add_scatter(
            x=list(curve.x),
            y=list(curve.y),
            mode="lines+markers" if len(curve.x) < 40 else "lines",
            name=escape(curve.name),
            line={"color": COLOURS[number % len(COLOURS)], "width": 2, "dash": _DASHES[number % len(_DASHES)]},
            marker={"size": 5},
            hovertemplate=f"{escape(plot.across)} %{{x:.2f}}<br>{escape(plot.up)} %{{y:.3f}}<extra>{escape(curve.name)}</extra>",
        )
    axis = {"range": [-0.02, 1.02], "gridcolor": "rgba(138,135,128,.25)", "zeroline": False, "tickformat": ".1f"}
    drawn.update_layout(
        title={"text": escape(plot.title), "font": {"size": 14}, "x": 0.02, "y": 0.98},
        width=SIDE,
        height=SIDE + 60 + 20 * ((len(plot.curves) + 1) // 2),
        margin={"t": 34, "l": 50, "r": 10, "b": 46},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"family": "Errata Sans, sans-serif", "size": 12, "color": _GREY},
        xaxis={**axis, "title": {"text": escape(plot.across)}},
        yaxis={**axis, "title": {"text": escape(plot.up)}},
        legend={"orientation": "h", "y": -0.22, "yanchor": "top", "x": 0},
    )
    return drawn


def drawn_plots(plots: Sequence[Plot], name: str) -> str:
    """The plots as HTML that Plotly's script draws, which `plotly_script` gives; `name` is like no other on the page."""
    systems = list(dict.fromkeys(curve.system for plot in plots for curve in plot.curves))
    return "".join(
        figure(plot, systems).to_html(
            full_html=False, include_plotlyjs=False, div_id=f"{name}-{number}", config={"displaylogo": False, "responsive": False}
        )
        for number, plot in enumerate(plots)
    )


def plotly_script() -> str:
    """Plotly itself, to stand in a page once, before what it draws."""
    from plotly.offline import get_plotlyjs

    return f"<script>{get_plotlyjs()}</script>"
