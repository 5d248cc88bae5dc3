"""Growth drawn: seconds and memory against the length of the texts, both axes logarithmic, as an SVG of its own."""

import math
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Protocol

COLOURS = ("#2f7fd0", "#d9722b", "#2f9e62", "#b0559d", "#8a8f2a", "#c2474f", "#5f6fd0")
"""One for each line, of a lightness that shows on white and on black."""
WIDTH, HEIGHT = 300, 220
"""Of a panel, in units of the drawing."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 24, 26, 34
_LEGEND = 24
STYLE = (
    "text{font:11px system-ui,sans-serif;fill:#444}.title{font-weight:600}.grid{stroke:#bbb;stroke-width:.5}"
    ".even{stroke:#888;stroke-dasharray:3 3}path{fill:none;stroke-width:1.8}"
    "@media (prefers-color-scheme:dark){text{fill:#ccc}.grid{stroke:#555}}"
)


class Measured(Protocol):
    """What is drawn of a measurement."""

    @property
    def row(self) -> str:
        """What grows."""
        ...

    @property
    def size(self) -> int:
        """How long it is."""
        ...

    @property
    def seconds(self) -> float:
        """Processor seconds."""
        ...

    @property
    def memory(self) -> float:
        """MB."""
        ...


Panel = tuple[str, str, Callable[[Measured], float]]
PANELS: tuple[Panel, ...] = (
    ("words of the reference", "processor seconds", lambda point: point.seconds),
    ("words of the output", "processor seconds", lambda point: point.seconds),
    ("words of the reference", "MB of memory", lambda point: point.memory),
)


def svg(points: Mapping[str, Sequence[Measured]], panels: Sequence[Panel] = PANELS) -> str:
    """A panel beside the other, a line for each engine; the dashed line grows as the text does."""
    width, height = WIDTH * len(panels), HEIGHT + _LEGEND
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">']
    parts.append(f"<title>Time and memory against the length of the texts</title><style>{STYLE}</style>")
    for number, panel in enumerate(panels):
        parts.append(f'<g transform="translate({number * WIDTH},0)">{_panel(points, panel)}</g>')
    for number, engine in enumerate(points):
        x = _LEFT + number * 90
        colour = COLOURS[number % len(COLOURS)]
        parts.append(f'<path d="M{x} {HEIGHT + 8}h18" stroke="{colour}"/><text x="{x + 23}" y="{HEIGHT + 12}">{escape(engine)}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _panel(points: Mapping[str, Sequence[Measured]], panel: Panel) -> str:
    row, unit, value = panel
    lines = {engine: [(p.size, max(value(p), 0.01)) for p in of if p.row == row] for engine, of in points.items()}
    every = [place for line in lines.values() for place in line]
    if not every:
        return ""
    (low_x, high_x), (low_y, high_y) = (_decades([place[axis] for place in every]) for axis in (0, 1))

    def at(x: float, y: float) -> tuple[float, float]:
        across = (math.log10(x) - low_x) / (high_x - low_x)
        up = (math.log10(y) - low_y) / (high_y - low_y)
        return _LEFT + across * (WIDTH - _LEFT - _RIGHT), HEIGHT - _BOTTOM - up * (HEIGHT - _TOP - _BOTTOM)

    drawn = [f'<text class="title" x="{_LEFT}" y="14">{escape(unit)}</text>']
    drawn.append(f'<text x="{WIDTH - _RIGHT}" y="{HEIGHT - 4}" text-anchor="end">{escape(row)}</text>')
    for power in range(low_x, high_x + 1):
        x, bottom = at(10.0**power, 10.0**low_y)
        drawn.append(f'<path class="grid" d="M{x:.1f} {_TOP}V{bottom:.1f}"/>')
        drawn.append(f'<text x="{x:.1f}" y="{bottom + 14:.1f}" text-anchor="middle">{_number(power)}</text>')
    for power in range(low_y, high_y + 1):
        x, y = at(10.0**low_x, 10.0**power)
        drawn.append(f'<path class="grid" d="M{x:.1f} {y:.1f}H{WIDTH - _RIGHT}"/>')
        drawn.append(f'<text x="{x - 5:.1f}" y="{y + 4:.1f}" text-anchor="end">{_number(power)}</text>')
    steps = min(high_x - low_x, high_y - low_y)
    drawn.append(_path([at(10.0**low_x, 10.0**low_y), at(10.0 ** (low_x + steps), 10.0 ** (low_y + steps))], 'class="even"'))
    for number, line in enumerate(lines.values()):
        drawn.append(_path([at(*place) for place in line], f'stroke="{COLOURS[number % len(COLOURS)]}"'))
    return "".join(drawn)


def _decades(values: Sequence[float]) -> tuple[int, int]:
    """The powers of ten around the values."""
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def _number(power: int) -> str:
    return f"{10**power:,}" if power >= 0 else f"{10.0**power:g}"


def _path(places: Sequence[tuple[float, float]], attributes: str) -> str:
    return f'<path d="M{"L".join(f"{x:.1f} {y:.1f}" for x, y in places)}" {attributes}/>' if places else ""
