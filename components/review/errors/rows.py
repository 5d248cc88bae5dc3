"""The errors of an analysis as a list: for each its words, what the reference has instead, and the facts that it makes red."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from components.html.markdown import without_marks
from components.html.markup import attributes, escape, plural, shortened
from components.html.verdicts import PENDING, error_words, state
from components.review.chip import Places
from engines.core.findings import ErrorSpan
from engines.core.results import Analysis, Unit
from engines.units.errors import completed
from engines.units.readings import readings

LONGEST_WORDS = 160
LONGEST_FOUND = 120
"""Characters of an error, and of what the reference has instead, that are shown."""

FIGURE = "probability that these words are not supported"


@dataclass(frozen=True)
class Row:
    """An error, the thresholds at which there is one (above the first of each pair, up to the second), and whether it is there now."""

    error: ErrorSpan
    at: tuple[tuple[float, float], ...]
    now: bool


def error_rows(analysis: Analysis) -> list[Row]:
    """Every error of any threshold once, in the order of the output."""
    ranges: dict[ErrorSpan, list[tuple[float, float]]] = {}
    for reading in readings(analysis):
        for error in reading.errors:
            known = ranges.setdefault(error, [])
            if known and known[-1][1] == reading.above:
                known[-1] = (known[-1][0], reading.upto)
            else:
                known.append((reading.above, reading.upto))
    now = frozenset(completed(analysis).errors or ())
    return [Row(error, tuple(at), error in now) for error, at in sorted(ranges.items(), key=lambda item: (item[0].start, item[0].end))]


def owners(rows: Sequence[Row], units: Sequence[Unit]) -> dict[str, int]:
    """Under which of the rows each fact stands that is red now: the first that it is part of."""
    red = {unit.id for unit in units if unit.supported is False}
    found: dict[str, int] = {}
    for number, row in enumerate(rows):
        for id in row.error.units if row.now else ():
            if id in red:
                found.setdefault(id, number)
    return found


def error_list(
    analysis: Analysis,
    rows: Sequence[Row],
    places: Places,
    facts: Callable[[int], Sequence[str]],
    noun: str,
    opened: Collection[int] = (),
) -> str:
    """The section. Rows of other thresholds are there and hidden.

    Args:
        facts: gives the list items that stand under the row of that number.
        noun: what the facts are called.
        opened: the numbers of the rows whose facts are shown at once.
    """
    if not rows:
        return ""
    units = {unit.id: unit for unit in analysis.units}
    items = "".join(_row(number, row, units, places, facts(number), noun, number in opened) for number, row in enumerate(rows))
    count = sum(row.now for row in rows)
    heading = f'<h4>Errors <span class="tally count-errors">{count}</span></h4><span class="hint" aria-hidden="true">how sure</span>'
    section = attributes(class_="errors", aria_label="Errors", hidden=not count)
    return f'<section{section}><div class="eh">{heading}</div><ol>{items}</ol></section>'


def named(error: ErrorSpan) -> str:
    """An error in one line, for who hears it: `1 March: not in the reference, which has 1 February`."""
    found = f", which has {shortened(without_marks(error.found.text), LONGEST_FOUND)}" if error.found else ""
    return f"{shortened(without_marks(error.text), LONGEST_WORDS)}: {error_words(error.kind, error.text)}{found}"


def _row(number: int, row: Row, units: dict[str, Unit], places: Places, facts: Sequence[str], noun: str, opened: bool) -> str:
    error = row.error
    behind = [units[id] for id in error.units if id in units]
    at = ";".join(f"{above!r} {upto!r}" for above, upto in row.at)
    item = attributes(
        class_="error open" if opened else "error",
        data_error=number,
        data_at=at,
        data_units="\n".join(error.units),
        data_said=named(error),
        hidden=not row.now,
    )
    button = attributes(class_="eb", aria_pressed="false", tabindex="-1", **places.error_links(error, behind))
    return (
        f'<li{item}><div class="erow"><button type="button"{button}>'
        f'<span class="ico" aria-hidden="true"></span><span class="sr">Error: </span>{_words(error, behind, places)}'
        f"{_figure(error)}</button>{_more(error, facts, noun, opened)}</div>"
        f'<ul class="fold">{"".join(facts)}</ul></li>'
    )


def _words(error: ErrorSpan, behind: Sequence[Unit], places: Places) -> str:
    """The words, the kind of error, and what the reference has: instead of them, or else nearest to them."""
    kind = f'<span class="kind">{error_words(error.kind, error.text)}</span>'
    if error.found:
        found = escape(shortened(without_marks(error.found.text), LONGEST_FOUND))
        has = f'<span class="has">{kind}<span class="sr">, </span> reference has: <b class="found" dir="auto">{found}</b></span>'
    else:
        known = next((unit for unit in behind if state(unit) != PENDING), None)
        has = f'<span class="has">{kind}</span>{places.closest(known) if known else ""}'
    words = escape(shortened(without_marks(error.text), LONGEST_WORDS))
    return f'<span class="et"><b class="wrong" dir="auto">{words}</b><span class="sr">, </span>{has}</span>'


def _figure(error: ErrorSpan) -> str:
    width = round(100 * error.probability)
    return (
        f'<span class="pr" title="{FIGURE.capitalize()}"><span class="bar" aria-hidden="true"><i style="width:{width}%"></i></span>'
        f'<span class="num"><span class="sr">, {FIGURE} </span>{error.probability:.2f}</span></span>'
    )


def _more(error: ErrorSpan, facts: Sequence[str], noun: str, opened: bool) -> str:
    """What opens the facts under the row; not there where nothing stands under it."""
    count = len(facts) or len(error.units)
    expanded = "true" if opened else "false"
    label = attributes(
        aria_expanded=expanded,
        aria_label=f"{plural(count, noun)} behind “{shortened(without_marks(error.text), LONGEST_WORDS)}”",
        hidden=not count,
    )
    return f'<button type="button" class="unfold"{label}>{plural(count, noun)}</button>'
