"""The errors of an analysis as a list: for each its words, what the reference has instead, and the facts that it makes red; and what is
less sure and worth a look."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from components.html.markdown import without_marks
from components.html.markup import attributes, escape, plural, shortened
from components.html.verdicts import PENDING, error_words, state
from components.review.chip import Places
from engines.core.findings import ErrorSpan
from engines.core.results import Analysis, Unit
from engines.units.errors import completed, doubtful, touches
from engines.units.readings import readings

LONGEST_WORDS = 160
LONGEST_FOUND = 120
"""Characters of an error, and of what the reference has instead, that are shown."""

LOOK = "Worth a look"
LOOK_MEANS = "The likeliest places of an error that was missed: not sure enough to be called errors, and counted nowhere"
ABSENT = "not in the reference in these words"
FIGURE = "probability that these words are not supported"


@dataclass(frozen=True)
class Row:
    """An error, the thresholds at which there is one (above the first of each pair, up to the second), and whether it is there now; or
    what is no error and worth a `look`, at any threshold at which no error touches it."""

    error: ErrorSpan
    at: tuple[tuple[float, float], ...]
    now: bool
    look: bool = False


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


def all_rows(analysis: Analysis) -> list[Row]:
    """The errors of any threshold, and after them what is worth a look, the likeliest first."""
    errors = error_rows(analysis)
    now = [row.error for row in errors if row.now]
    return [*errors, *(Row(each, (), not touches(each, now), look=True) for each in doubtful(analysis))]


def owners(rows: Sequence[Row], units: Sequence[Unit]) -> dict[str, int]:
    """Under which of the rows each fact stands that is red now: the first that it is part of."""
    red = {unit.id for unit in units if unit.supported is False}
    found: dict[str, int] = {}
    for number, row in enumerate(rows):
        for id in row.error.units if row.now and not row.look else ():
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
    units = {unit.id: unit for unit in analysis.units}
    wrong = [(number, row) for number, row in enumerate(rows) if not row.look]
    if not wrong:
        return ""
    items = "".join(_row(number, row, units, places, facts(number), noun, number in opened) for number, row in wrong)
    count = sum(row.now for _, row in wrong)
    heading = f'<h4>Errors <span class="tally count-errors">{count}</span></h4><span class="hint" aria-hidden="true">how sure</span>'
    section = attributes(class_="errors", aria_label="Errors", hidden=not count)
    return f'<section{section}><div class="eh">{heading}</div><ol>{items}</ol></section>'


def look_list(analysis: Analysis, rows: Sequence[Row], places: Places) -> str:
    """The section of what is worth a look; it counts nowhere."""
    units = {unit.id: unit for unit in analysis.units}
    looks = [(number, row) for number, row in enumerate(rows) if row.look]
    if not looks:
        return ""
    items = "".join(_look(number, row, units, places) for number, row in looks)
    heading = f'<h4>{LOOK}</h4><span class="hint" aria-hidden="true">less sure</span>'
    section = attributes(class_="looks", aria_label=LOOK, hidden=not any(row.now for _, row in looks))
    return f'<section{section}><div class="eh" title="{LOOK_MEANS}">{heading}</div><ol>{items}</ol></section>'


def _look(number: int, row: Row, units: dict[str, Unit], places: Places) -> str:
    error = row.error
    behind = [units[id] for id in error.units if id in units]
    item = attributes(class_="look", data_error=number, data_said=looked_at(error), hidden=not row.now)
    words = _words(error, behind, places, "" if places.stands(error.text) else ABSENT)
    button = attributes(class_="eb", aria_pressed="false", tabindex="-1", **places.error_links(error, behind[:1]))
    return (
        f'<li{item}><div class="erow"><button type="button"{button}>'
        f'<span class="ico" aria-hidden="true"></span><span class="sr">{LOOK}: </span>{words}{_figure(error)}</button></div></li>'
    )


def looked_at(error: ErrorSpan) -> str:
    """What is worth a look in one line, for who hears it."""
    found = f"; the reference has {shortened(without_marks(error.found.text), LONGEST_FOUND)}" if error.found else ""
    return f"{shortened(without_marks(error.text), LONGEST_WORDS)}{found}"


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
    words = _words(error, behind, places, error_words(error.kind, error.text))
    return (
        f'<li{item}><div class="erow"><button type="button"{button}>'
        f'<span class="ico" aria-hidden="true"></span><span class="sr">Error: </span>{words}'
        f"{_figure(error)}</button>{_more(error, facts, noun, opened)}</div>"
        f'<ul class="fold">{"".join(facts)}</ul></li>'
    )


def _words(error: ErrorSpan, behind: Sequence[Unit], places: Places, said: str) -> str:
    """The words, what is `said` of them, and what the reference has: instead of them, or else nearest to them."""
    kind = f'<span class="kind">{said}</span>' if said else ""
    if error.found:
        found = escape(shortened(without_marks(error.found.text), LONGEST_FOUND))
        then = '<span class="sr">, </span>' if kind else ""
        has = f'<span class="has">{kind}{then} reference has: <b class="found" dir="auto">{found}</b></span>'
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
