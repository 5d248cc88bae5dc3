"""Plots of a benchmark drawn as an SVG of their own, in squares from 0 to 1."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from explorer.evaluation.benchmark.presenting.columns import level_title
from explorer.evaluation.benchmark.results import Curve, Plot

COLOURS = ("#2f7fd0", "#d9722b", "#2f9e62", "#b0559d", "#8a8f2a", "#c2474f", "#5f6fd0")
"""One for each system, of a lightness that shows on white and on black."""
DASHES = ("", "7 3", "2 3", "9 3 2 3", "5 5", "12 3", "1 4")
"""And a stroke, so that systems are told apart without colour."""
SIDE = 200
"""Of a square, in units of the drawing."""
ACROSS = 3
"""Squares in a row."""
_LEFT, _TOP, _BOTTOM, _GAP, _LINE = 42, 26, 40, 18, 17
_ENTRY, _LETTER = 44, 6.5
"""Room of a name below the plots, and of each of its letters."""
_STYLE = (
    "text{font:11px system-ui,sans-serif;fill:#444}.title{font-weight:600}.grid{stroke:#bbb;stroke-width:.5}"
    ".even{stroke:#888;stroke-dasharray:3 3}path{fill:none;stroke-width:1.8}"
    "@media (prefers-color-scheme:dark){text{fill:#ccc}.grid{stroke:#555}}"
)


def svg(plots: Sequence[Plot], title: str) -> str:
    """The plots side by side, three in a row, each with the names of its curves below where they say more than the system."""
    systems = list(dict.fromkeys(curve.system for plot in plots for curve in plot.curves))
    high = _TOP + SIDE + _BOTTOM
    legends = [[curve for curve in plot.curves if curve.note] for plot in plots]
    rows = [range(first, min(first + ACROSS, len(plots))) for first in range(0, len(plots), ACROSS)]
    parts, y = [], 0.0
    for row in rows:
        for place, number in enumerate(row):
            drawn = _square(plots[number], systems) + _names(legends[number], systems, high + _LINE // 3)
            parts.append(f'<g transform="translate({place * (_LEFT + SIDE + _GAP)},{y:g})">{drawn}</g>')
        y += high + _LINE * max(len(legends[number]) for number in row)
    width = min(ACROSS, max(1, len(plots))) * (_LEFT + SIDE + _GAP)
    x, y = float(_LEFT), y + 12
    for number, system in enumerate(systems):
        across = _ENTRY + _LETTER * len(system)
        if x > _LEFT and x + across > width:
            x, y = float(_LEFT), y + _LINE
        parts.append(_legend(x, y, number, system))
        x += across
    height = y + 12
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:g}" width="{width}" height="{height:g}" role="img">'
    return "\n".join([head, f"<title>{escape(title)}</title><style>{_STYLE}</style>", *parts, "</svg>\n"])


def write_plots(plots: Sequence[Plot], folder: Path, prefix: str = "") -> list[Path]:
    """Write a drawing for each level that has plots, named after it, into a folder that is made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for level in dict.fromkeys(plot.level for plot in plots):
        path = folder / f"{prefix}{level}.svg"
        path.write_text(svg([plot for plot in plots if plot.level == level], level_title(level)), "utf-8")
        written.append(path)
    return written


def _square(plot: Plot, systems: Sequence[str]) -> str:
    drawn = [f'<text class="title" x="{_LEFT}" y="14">{escape(plot.title)}</text>']
    for tenth in (0, 2, 4, 6, 8, 10):
        x, y = _at(tenth / 10, tenth / 10)
        drawn.append(f'<path class="grid" d="M{x:.1f} {_TOP}V{_TOP + SIDE}M{_LEFT} {y:.1f}H{_LEFT + SIDE}"/>')
        drawn.append(f'<text x="{x:.1f}" y="{_TOP + SIDE + 14}" text-anchor="middle">{tenth / 10:g}</text>')
        drawn.append(f'<text x="{_LEFT - 5}" y="{y + 4:.1f}" text-anchor="end">{tenth / 10:g}</text>')
    drawn.append(f'<text x="{_LEFT + SIDE / 2}" y="{_TOP + SIDE + 29}" text-anchor="middle">{escape(plot.across)}</text>')
    middle = _TOP + SIDE / 2
    drawn.append(f'<text x="11" y="{middle}" text-anchor="middle" transform="rotate(-90 11 {middle})">{escape(plot.up)}</text>')
    if plot.diagonal:
        drawn.append(f'<path class="even" d="M{_LEFT} {_TOP + SIDE}L{_LEFT + SIDE} {_TOP}"/>')
    for curve in plot.curves:
        number = systems.index(curve.system)
        places = "L".join(f"{x:.1f} {y:.1f}" for x, y in (_at(a, b) for a, b in zip(curve.x, curve.y, strict=True)))
        if places:
            drawn.append(f'<path d="M{places}" {_stroke(number)}><title>{escape(curve.name)}</title></path>')
    return "".join(drawn)


def _names(curves: Sequence[Curve], systems: Sequence[str], y: float) -> str:
    placed = enumerate(curves)
    return "".join(_legend(_LEFT, y + _LINE * row, systems.index(curve.system), curve.name) for row, curve in placed)


def _legend(x: float, y: float, number: int, name: str) -> str:
    return f'<path d="M{x:g} {y - 4:g}h18" {_stroke(number)}/><text x="{x + 23:g}" y="{y:g}">{escape(name)}</text>'


def _stroke(number: int) -> str:
    dash = DASHES[number % len(DASHES)]
    return f'stroke="{COLOURS[number % len(COLOURS)]}"' + (f' stroke-dasharray="{dash}"' if dash else "")


def _at(x: float, y: float) -> tuple[float, float]:
    return _LEFT + min(max(x, 0.0), 1.0) * SIDE, _TOP + SIDE - min(max(y, 0.0), 1.0) * SIDE
