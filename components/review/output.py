"""The output pane: the text with its errors, the predicates that lead to their facts, and what is not checked; and with what to delete
struck out."""

from collections.abc import Iterator, Sequence

from components.html.groups import Group, groups
from components.html.markdown import parts_of
from components.html.markup import Mark, attributes, escape, marked, plural
from components.html.verdicts import PENDING, tally, worst
from components.review.chip import Places
from components.review.doubts.drawing import unexplained
from components.review.errors.rows import LOOK, LOOK_MEANS, Row, looked_at, named, owners
from components.review.facts import noun_of
from engines.core.details import Ranges
from engines.core.results import Analysis

NOT_CHECKED = "No question asks about these words: not checked"


def output_pane(analysis: Analysis, rows: Sequence[Row], found: list[Group] | None = None) -> str:
    """The card that holds the output; its text is exactly the text given. `rows` are its errors and what is worth a look."""
    found = groups(analysis) if found is None else found
    deletions = f'<div class="txt dels" dir="auto" lang="">{deleted_text(analysis)}</div>' if analysis.deletions or analysis.lss else ""
    places = Places(analysis)
    bare = ";".join(places.in_output(*span) for span in analysis.unchecked or ())
    return (
        '<section class="card out" aria-labelledby="output-title" tabindex="0"><div class="ch"><h3 id="output-title">Output</h3>'
        f"{_key(analysis, found)}</div>{_question(analysis)}"
        f'<div class="txt marks" dir="auto"{attributes(data_unchecked=bare or None)}>{marked_text(analysis, rows, found)}</div>'
        f"{deletions}</section>"
    )


def _question(analysis: Analysis) -> str:
    """What the output answers, where that was given."""
    if analysis.question is None:
        return ""
    return f'<p class="question"><b>Question</b> <span data-asked dir="auto">{escape(analysis.question)}</span></p>'


def _key(analysis: Analysis, found: Sequence[Group]) -> str:
    """What the lines under the words mean."""
    leading = "line whole" if all(group.whole for group in found) else "line"
    kinds: list[tuple[str, str, str | None]] = [("wavy", "error", None), (leading, "leads to its facts", None)] if found else []
    if found and analysis.words:
        kinds.append(("dashes", LOOK.lower(), LOOK_MEANS))
    if analysis.unchecked:
        kinds.append(("dots", "not checked", NOT_CHECKED))
    words = (f"<li{attributes(class_=kind, title=title)}>{words}</li>" for kind, words, title in kinds)
    return f'<ul class="key" aria-label="What the lines under the words mean">{"".join(words)}</ul>' if kinds else ""


def marked_text(analysis: Analysis, rows: Sequence[Row], found: Sequence[Group]) -> str:
    """The output with its errors as marks that can be focused, what is worth a look, the most doubtful words of unsupported facts that no
    error explains, its predicates that lead to their facts, dots under what no fact asks about, and, where facts have no predicate, the
    rest of their sentence that leads to them.

    No two marks lie on the same characters: of two the first in this list stands. The page's script draws the same when the threshold
    is moved."""
    text = analysis.output.text
    errors = [(number, row.error) for number, row in enumerate(rows) if row.now and not row.look]
    marks = [
        Mark(error.start, error.end, _error(number, named(error)), "</span>", _again("err", data_error=number)) for number, error in errors
    ]
    marks += [
        Mark(row.error.start, row.error.end, _look(number, looked_at(row.error)), "</span>", _again("maybe", data_error=number))
        for number, row in enumerate(rows)
        if row.now and row.look
    ]
    marks += _doubtful(analysis, rows, found, _taken(marks))
    known = _taken(marks)
    marks += [mark for group in found if not group.whole for mark in _anchor(group, text, known)]
    opening = f"<span{attributes(class_='unasked', title=NOT_CHECKED)}>"
    known = _taken(marks)
    marks += [Mark(*piece, opening, "</span>") for span in analysis.unchecked or () for piece in _pieces(span, known)]
    known = _taken(marks)
    marks += [mark for group in found if group.whole for mark in _anchor(group, text, known)]
    return marked(text, marks, parts_of(text))


def _doubtful(analysis: Analysis, rows: Sequence[Row], found: Sequence[Group], taken: Ranges) -> list[Mark]:
    """The most doubtful words of facts that are unsupported though no error says where, each leading to the facts of its predicate."""
    text, homes = analysis.output.text, {unit.id: group for group in found for unit in group.units}
    marks = []
    for place, unit in unexplained(analysis, owners(rows, analysis.units)).items():
        if _pieces(place, taken) != [place]:
            continue
        group = homes[unit]
        said = f"{text[slice(*place)]}, most doubtful of an unsupported {noun_of(analysis)}"
        known = attributes(class_="pred doubt", data_group=group.id, role="button", tabindex="0", aria_label=said)
        marks.append(Mark(*place, f"<span{known}>", "</span>", _again("pred doubt", data_group=group.id)))
    return marks


def _again(kind: str, **known: object) -> str:
    """A further piece of a mark: it looks the same, and the keyboard does not stop at it."""
    return f"<span{attributes(class_=kind, **known)}>"


def _taken(marks: Sequence[Mark]) -> Ranges:
    """Where marks lie, in order."""
    return tuple(sorted((mark.start, mark.end) for mark in marks))


def _error(number: int, said: str) -> str:
    # A button cannot break across lines, so this is a span that behaves as one.
    known = attributes(class_="err", data_error=number, aria_pressed="false", role="button", tabindex="0", aria_label=f"Error: {said}")
    return f"<span{known}>"


def _look(number: int, said: str) -> str:
    known = attributes(class_="maybe", data_error=number, aria_pressed="false", role="button", tabindex="0", aria_label=f"{LOOK}: {said}")
    return f"<span{known}>"


def _anchor(group: Group, text: str, taken: Ranges) -> Iterator[Mark]:
    """What is left of a predicate or sentence; the first piece with a word in it is what the keyboard reaches."""
    pieces = _pieces(group.span, taken) if group.span else []
    first = next((piece for piece in pieces if any(c.isalnum() for c in text[slice(*piece)])), None)
    if first is None:
        return
    supported, _, pending = tally(group.units)
    said = "being checked" if pending else f"{supported} of {plural(len(group.units), 'fact')} supported"
    waiting = worst(group.units) == PENDING
    for piece in pieces:
        kind = f"pred{' wait' if waiting else ''}{' whole' if group.whole else ''}"
        opening = attributes(
            class_=kind,
            data_group=group.id,
            role="button" if piece == first else None,
            tabindex="0" if piece == first else None,
            aria_label=f"{group.name}, {said}" if piece == first else None,
            aria_busy="true" if waiting and piece == first else None,
        )
        yield Mark(*piece, f"<span{opening}>", "</span>", _again(kind, data_group=group.id))


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
        opening = f"<del{attributes(data_units=chr(10).join(part.units))}>"
        button = f'{opening}<span role="button" tabindex="0" class="delb"{label}>'
        marks.append(Mark(part.start, part.end, button, "</span></del>", f'{opening}<span class="delb">'))
    return marked(analysis.output.text, marks, parts_of(analysis.output.text))
