"""The output with one strip of heat per judge under each of its lines, so that all are aligned on the same characters."""

from collections.abc import Sequence

from components.html.markdown import parts_of
from components.html.markup import Mark, attributes, marked
from explorer.services.comparison import Opinion
from explorer.services.disagreements import Disagreement

LEVELS = ("unsupported", "doubtful", "likely", "supported")
"""What the quarters of probability are called, lowest first; the second and third meet at the threshold of a comparison."""

SILENT = "says nothing"
_HEIGHTS = {1: 12, 2: 11, 3: 11, 4: 10, 5: 10, 6: 9}
_LEAST_HEIGHT = 7


def level(probability: float | None) -> str:
    """`0` to `3` for the quarter that a probability lies in, `n` where a judge says nothing."""
    return "n" if probability is None else str(min(3, max(0, int(probability * 4))))


def heatmap(output: str, opinions: Sequence[Opinion], found: Sequence[Disagreement]) -> str:
    """The output in pieces on which every judge says the same; a piece knows the disagreement that it belongs to.

    The text is exactly the text given. Lanes lie in the order of `opinions`, from top to bottom.
    """
    known = [opinion for opinion in opinions if opinion.analysis is not None]
    place = _places(len(output), found)
    pieces, start = [], 0
    levels = [[level(value) for value in opinion.support] for opinion in known]
    columns = list(zip(*levels, strict=True)) if levels else [()] * len(output)
    for end in range(1, len(output) + 1):
        if end < len(output) and columns[end] == columns[start] and place[end] == place[start]:
            continue
        if columns[start]:
            opening = _opening(columns[start], place[start], [opinion.judge.name for opinion in known])
            pieces.append(Mark(start, end, opening, "</span>"))
        start = end
    pitch = _HEIGHTS.get(len(known), _LEAST_HEIGHT) if known else 0
    lanes = ",".join(f"0 calc(100% - {(len(known) - 1 - number) * pitch + 2}px)" for number in range(len(known))) or "0 0"
    style = f"--lanes:{len(known)};--pitch:{pitch}px;--places:{lanes}"
    return f'<div class="txt heat" dir="auto"{attributes(style=style)}>{marked(output, pieces, parts_of(output, blocks=False))}</div>'


def legend() -> str:
    """What the fills mean, told apart without colour too."""
    words = [*((str(number), name) for number, name in enumerate(LEVELS)), ("n", SILENT)]
    return (
        '<div class="legend">' + "".join(f'<span><i class="l{key}" aria-hidden="true"></i>{name}</span>' for key, name in words) + "</div>"
    )


def _opening(column: Sequence[str], place: int | None, names: Sequence[str]) -> str:
    fills = ",".join(f"var(--l{key})" for key in column)
    title = " · ".join(f"{name}: {SILENT if key == 'n' else LEVELS[int(key)]}" for name, key in zip(names, column, strict=True))
    return f"<span{attributes(class_='hp', data_d=place, title=title, style=f'background-image:{fills}')}>"


def _places(length: int, found: Sequence[Disagreement]) -> list[int | None]:
    """For each character the number of the disagreement that it lies in."""
    places: list[int | None] = [None] * length
    for number, disagreement in enumerate(found):
        for at in range(max(0, disagreement.span.start), min(length, disagreement.span.end)):
            places[at] = number
    return places
