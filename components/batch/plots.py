"""The distribution of the scores of a batch, drawn by Plotly in the browser: of all rows, and of each value of a column."""

from collections.abc import Iterable
from typing import Any

from components.html.markup import escape, shortened
from explorer.evaluation.batch_figures import BINS
from sessions.batches.records import Answered

MOST_BOXES = 12
"""Values of a column that have a box of their own."""

_RIGHT, _WRONG = ("No error found", "#00705c", "#5fd3b8"), ("With an error", "#b5380b", "#ff9d73")


def score_plot(rows: Iterable[Answered], score: str, column: str = "", dark: bool = False) -> Any:
    """A histogram, and beside it a box for each value of a `column` with its rows as points."""
    from plotly.subplots import make_subplots

    known = [(row.score, bool(row.errors), row.fields.get(column, ""), row.id) for row in rows if row.score is not None]
    names = sorted({name for _, _, name, _ in known if name}, key=lambda name: -sum(each[2] == name for each in known))[:MOST_BOXES]
    both = bool(column and names)
    figure = make_subplots(rows=1, cols=2 if both else 1, column_widths=[0.5, 0.5] if both else None, horizontal_spacing=0.14)
    ink, line = ("#ece9e4", "#34312d") if dark else ("#1c1b1a", "#e0dbd0")
    for wrong, (name, light, night) in ((True, _WRONG), (False, _RIGHT)):
        figure.add_histogram(
            x=[value for value, found, _, _ in known if found == wrong],
            xbins={"start": 0, "end": 1.0001, "size": 1 / BINS},
            name=name,
            marker={"color": night if dark else light, "pattern": {"shape": "/" if wrong else ""}},
            hovertemplate="%{y} rows, score %{x}<extra>" + name + "</extra>",
            row=1,
            col=1,
        )
    for name in names if both else ():
        figure.add_box(
            x=[value for value, _, own, _ in known if own == name],
            name=escape(shortened(name, 24)),
            showlegend=False,
            marker={"color": _RIGHT[2] if dark else _RIGHT[1], "size": 3},
            boxmean=True,
            boxpoints="outliers",
            row=1,
            col=2,
        )
    axis = {"gridcolor": line, "zeroline": False, "linecolor": line}
    figure.update_layout(
        height=max(320, 90 + 34 * len(names)) if both else 320,
        margin={"t": 10, "l": 50, "r": 10, "b": 44},
        barmode="stack",
        bargap=0.06,
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"family": "Errata Sans, sans-serif", "size": 13, "color": ink},
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom"},
    )
    figure.update_xaxes(**axis, title={"text": escape(score), "font": {"size": 13}}, range=[-0.01, 1.01])
    figure.update_yaxes(**axis)
    figure.update_yaxes(title={"text": "Rows", "font": {"size": 13}}, row=1, col=1)
    if both:
        figure.update_yaxes(autorange="reversed", row=1, col=2)
    return figure
