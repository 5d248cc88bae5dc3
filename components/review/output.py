"""The output pane: the text with its errors, the predicates that lead to their facts, and what is not checked; and with what to delete
struck out."""

from collections.abc import Iterator, Sequence

from components.html.groups import Group, groups
from components.html.markup import Mark, attributes, marked, plural
from components.html.verdicts import PENDING, tally, worst
from components.review.chip import Places
from components.review.errors.rows import Row, named
from engines.core.details import Ranges
from engines.core.results import Analysis
from engines.units.alignment import words_of

NOT_CHECKED = "No question asks about these words: not checked"


def output_pane(analysis: Analysis, rows: Sequence[Row], found: list[Group] | None = None) -> str:
    """The card that holds the output; its text is exactly the text given. `rows` are its errors."""
    found = groups(analysis) if found is None else found
    deletions = f'<div class="txt dels" dir="auto" lang="">{deleted_text(analysis)}</div>' if analysis.deletions or analysis.lss else ""
    places = Places(analysis)
    bare = ";".join(places.in_output(*span) for span in analysis.unchecked or ())
    return (
        '<section class="card out" aria-labelledby="output-title" tabindex="0"><div class="ch"><h3 id="output-title">Output</h3>'
        f"{_key(analysis)}</div>"
        f'<div class="txt marks" dir="auto"{attributes(data_unchecked=bare or None)}>{marked_text(analysis, rows, found)}</div>'
        f"{deletions}</section>"
    )


def _key(analysis: Analysis) -> str:
    """What the lines under the words mean."""
    kinds = [("wavy", "error", None), ("line", "leads to its facts", None)] if analysis.units else []
    if analysis.unchecked:
        kinds.append(("dots", "not checked", NOT_CHECKED))
    return f'<div class="key">{"".join(f"<span{attributes(class_=kind, title=title)}>{words}</span>" for kind, words, title in kinds)}</div>'


def marked_text(analysis: Analysis, rows: Sequence[Row], found: Sequence[Group]) -> str:
    """The output with its errors as marks that can be focused, a button on each predicate that has facts (or on the sentence where
    facts have no predicate), and dots under what no fact asks about. No two of them lie on the same characters: of two the first in
    this list stands. The page's script draws the same when the threshold is moved."""
    text = analysis.output.text
    errors = [(number, row.error) for number, row in enumerate(rows) if row.now]
    taken = tuple((error.start, error.end) for _, error in errors)
    marks = [Mark(error.start, error.end, _error(number, named(error)), "</span>") for number, error in errors]
    for group in found:
        if group.span is not None:
            marks += _anchor(group, text, _pieces(group.span, taken))
    taken += tuple((mark.start, mark.end) for mark in marks)
    bare = [piece for span in analysis.unchecked or () for piece in _pieces(span, tuple(sorted(taken)))]
    opening = f"<span{attributes(class_='bare', title=NOT_CHECKED)}>"
    return marked(text, [*marks, *(Mark(start, end, opening, "</span>") for start, end in bare)])


def words_not_checked(analysis: Analysis) -> int:
    """How many words no fact asks about and no error lies on."""
    errors = tuple((error.start, error.end) for error in analysis.errors or ())
    bare = [piece for span in analysis.unchecked or () for piece in _pieces(span, errors)]
    return sum(len(words_of(analysis.output.text[start:end]).spans) for start, end in bare)


def _error(number: int, said: str) -> str:
    # A button cannot break across lines, so this is a span that behaves as one.
    return (
        f'<span role="button" tabindex="0"{attributes(class_="err", data_error=number, aria_label=f"Error: {said}", aria_pressed="false")}>'
    )


def _anchor(group: Group, text: str, pieces: Sequence[tuple[int, int]]) -> Iterator[Mark]:
    """What is left of a predicate or sentence between errors; the first piece with a word in it is what the keyboard reaches."""
    first = next((piece for piece in pieces if any(c.isalnum() for c in text[slice(*piece)])), None)
    if first is None:
        return
    supported, _, pending = tally(group.units)
    said = "being checked" if pending else f"{supported} of {plural(len(group.units), 'fact')} supported"
    waiting = worst(group.units) == PENDING
    for piece in pieces:
        opening = attributes(
            class_=f"pred{' wait' if waiting else ''}{' whole' if group.whole else ''}",
            data_group=group.id,
            role="button" if piece == first else None,
            tabindex="0" if piece == first else None,
            aria_label=f"{group.name}, {said}" if piece == first else None,
            aria_busy="true" if waiting and piece == first else None,
        )
        yield Mark(*piece, f"<span{opening}>", "</span>")


def _pieces(span: tuple[int, int], taken: Ranges) -> list[tuple[int, int]]:
    """What is left of a span between those that are taken, which are in order."""
    left, (at, end) = [], span
    for start, stop in taken:
        if stop <= at or start >= end:
            continue
        if at < start:
            left.append((at, start))
        at = max(at, stop)
    return [*left, (at, end)] if at < end else left


def deleted_text(analysis: Analysis) -> str:
    """The output with the parts struck out that the reference does not support, each a button that leads to what explains it."""
    marks = []
    for part in analysis.deletions:
        words = plural(len(part.units), "fact")
        label = attributes(aria_label=f"Deleted: {analysis.output.text[part.start : part.end]} ({words})")
        opening = f'<del{attributes(data_units=chr(10).join(part.units))}><span role="button" tabindex="0" class="delb"{label}>'
        marks.append(Mark(part.start, part.end, opening, "</span></del>"))
    return marked(analysis.output.text, marks)
