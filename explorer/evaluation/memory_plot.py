"""Memory drawn as a line over pairs or minutes: `python -m explorer.evaluation.memory_plot --pairs FILE --minutes FILE --out memory.svg`.

The files have the lines that `endurance` and `crowd` write with `--out`.
"""

import argparse
import json
import math
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

from explorer.evaluation.growth_plot import COLOURS, HEIGHT, STYLE, WIDTH

Line = Sequence[tuple[float, float]]
"""Places of a line: how far (pairs, or minutes), and the resident memory in MB."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 24, 26, 34
_STEPS = 4
"""Lines of the grid that each axis has at least."""


def lines(path: Path) -> tuple[Line, Line]:
    """What a file tells, over the pairs and over the minutes; the pairs of lines that only count those since the line before are added up.

    Raises:
        ValueError: a line has no memory.
    """
    pairs: list[tuple[float, float]] = []
    minutes: list[tuple[float, float]] = []
    done = 0
    for number, text in enumerate(path.read_text("utf-8").splitlines(), 1):
        mark = json.loads(text)
        if not isinstance(mark, dict) or "memory" not in mark:
            raise ValueError(f"{path.name}, line {number} has no memory. Give a file that endurance or crowd wrote with --out.")
        done = mark["pairs"] if "pairs" in mark else done + mark["analyses"]
        pairs.append((done, mark["memory"]))
        minutes.append((mark["seconds"] / 60, mark["memory"]))
    return pairs, minutes


def svg(panels: Mapping[str, Mapping[str, Line]]) -> str:
    """A panel beside the other, named by what runs along it; in each a line for each name. The axes begin at 0."""
    width = WIDTH * len(panels)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" height="{HEIGHT}" role="img">']
    parts.append(f"<title>Resident memory over time</title><style>{STYLE}</style>")
    for number, (along, drawn) in enumerate(panels.items()):
        parts.append(f'<g transform="translate({number * WIDTH},0)">{_panel(along, drawn)}</g>')
    return "\n".join([*parts, "</svg>\n"])


def _panel(along: str, drawn: Mapping[str, Line]) -> str:
    places = [place for line in drawn.values() for place in line]
    if not places:
        return ""
    step_x, step_y = (_step(max(place[axis] for place in places)) for axis in (0, 1))
    last_x, last_y = (math.ceil(max(place[axis] for place in places) / step) * step for axis, step in ((0, step_x), (1, step_y)))

    def at(x: float, y: float) -> tuple[float, float]:
        return _LEFT + x / last_x * (WIDTH - _LEFT - _RIGHT), HEIGHT - _BOTTOM - y / last_y * (HEIGHT - _TOP - _BOTTOM)

    parts = [f'<text class="title" x="{_LEFT}" y="14">MB of memory</text>']
    parts.append(f'<text x="{WIDTH - _RIGHT}" y="{HEIGHT - 4}" text-anchor="end">{escape(along)}</text>')
    for number in range(round(last_x / step_x) + 1):
        x, bottom = at(number * step_x, 0)
        parts.append(f'<path class="grid" d="M{x:.1f} {_TOP}V{bottom:.1f}"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 14:.1f}" text-anchor="middle">{number * step_x:,g}</text>')
    for number in range(round(last_y / step_y) + 1):
        x, y = at(0, number * step_y)
        parts.append(f'<path class="grid" d="M{x:.1f} {y:.1f}H{WIDTH - _RIGHT}"/>')
        parts.append(f'<text x="{x - 5:.1f}" y="{y + 4:.1f}" text-anchor="end">{number * step_y:,g}</text>')
    for number, (name, line) in enumerate(drawn.items()):
        colour = COLOURS[number % len(COLOURS)]
        way = "L".join(f"{x:.1f} {y:.1f}" for x, y in (at(*place) for place in line))
        parts.append(f'<path d="M{way}" stroke="{colour}"><title>{escape(name)}</title></path>')
    return "".join(parts)


def _step(highest: float) -> float:
    """A round number that fits a few times into the highest value."""
    rough = max(highest, 1e-9) / _STEPS
    power = 10.0 ** math.floor(math.log10(rough))
    return max(power * step for step in (1, 2, 5) if power * step <= rough)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the drawing."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=Path, action="append", default=[], metavar="FILE", help="draw it over the pairs")
    parser.add_argument("--minutes", type=Path, action="append", default=[], metavar="FILE", help="draw it over the minutes")
    parser.add_argument("--out", type=Path, required=True, help="the SVG")
    options = parser.parse_args(arguments)
    panels = {f"pairs: {path.stem}": {path.stem: lines(path)[0]} for path in options.pairs}
    panels |= {f"minutes: {path.stem}": {path.stem: lines(path)[1]} for path in options.minutes}
    options.out.write_text(svg(panels), "utf-8")


if __name__ == "__main__":
    main()
