"""The output pane: the text with its predicates as buttons, and the same text with what to delete struck out."""

from components.html.groups import Group, groups
from components.html.markup import Mark, attributes, marked, plural
from components.html.verdicts import PENDING, tally, worst
from engines.core.results import Analysis


def output_pane(analysis: Analysis, found: list[Group] | None = None) -> str:
    """The card that holds the output; its text is exactly the text given."""
    found = groups(analysis) if found is None else found
    deletions = f'<div class="txt dels" dir="auto" lang="">{deleted_text(analysis)}</div>' if analysis.deletions or analysis.lss else ""
    return (
        '<section class="card out" aria-labelledby="output-title" tabindex="0"><h3 id="output-title">Output</h3>'
        f'<div class="txt marks" dir="auto">{marked_text(analysis, found)}</div>{deletions}</section>'
    )


def marked_text(analysis: Analysis, found: list[Group]) -> str:
    """The output with a button on each predicate that has facts, or on the sentence where facts have no predicate."""
    marks = []
    for group in found:
        if group.span is None:
            continue
        supported, _, pending = tally(group.units)
        said = "being checked" if pending else f"{supported} of {plural(len(group.units), 'fact')} supported"
        kind = worst(group.units)
        name = f"Sentence {(group.sentence or 0) + 1}" if group.whole else group.title
        opening = attributes(
            class_=f"pred {kind}{' whole' if group.whole else ''}",
            data_group=group.id,
            aria_label=f"{name}, {said}",
            aria_busy="true" if kind == PENDING else None,
        )
        # A button cannot break across lines, so a sentence is a span that behaves as one.
        if group.whole:
            marks.append(Mark(*group.span, f'<span role="button" tabindex="0"{opening}>', "</span>"))
        else:
            marks.append(Mark(*group.span, f'<button type="button"{opening}>', "</button>"))
    return marked(analysis.output.text, marks)


def deleted_text(analysis: Analysis) -> str:
    """The output with the parts struck out that the reference does not support, each a button that leads to what explains it."""
    marks = []
    for part in analysis.deletions:
        words = plural(len(part.units), "fact")
        label = attributes(aria_label=f"Deleted: {analysis.output.text[part.start : part.end]} ({words})")
        opening = f'<del{attributes(data_units=chr(10).join(part.units))}><span role="button" tabindex="0" class="delb"{label}>'
        marks.append(Mark(part.start, part.end, opening, "</span></del>"))
    return marked(analysis.output.text, marks)
