"""The revision of an output: the draft with its edits marked word by word, the decision on each, and the comment behind them."""

from collections.abc import Sequence

from components.html.markup import attributes, escape, plural, showable
from components.html.panes import height_line
from components.review.chip import Places
from components.review.revising.editor import edit_data, editor, live_bar, live_errors, state_of
from components.review.revising.marked import OVERTAKEN, marked_draft, words
from engines.core.results import Analysis, Unit
from engines.declaration.registry import known
from engines.revision import left_over
from engines.units.errors import completed
from explorer.services.drafting import ACCEPTED, REJECTED, UNDECIDED, RevisionDraft, Tally
from explorer.services.live.placing import Placed, lines, placed

_NOTHING = '<p class="nofacts">No edit was found that the engine, run again, finds better supported.</p>'
_NOT_ASKED = '<p class="nofacts">No edits have been proposed to this draft.</p>'


def can_revise(analysis: Analysis) -> bool:
    """Whether edits can be asked for: something is unsupported, and it was found by an engine that can judge an edit.

    One whose result is itself a revision cannot, nor can what was imported from elsewhere.
    """
    declared = known(analysis.engine.name)
    return declared is not None and declared.judges_edits and any(unit.supported is False for unit in analysis.units)


def revision_pane(analysis: Analysis, draft: RevisionDraft) -> str:
    """The left pane in the mode Revise."""
    units = {unit.id: unit for unit in analysis.units}
    places, lying = Places(analysis), placed(analysis.output.text, draft)
    state = attributes(
        data_analysis=analysis.id,
        data_choices=_written([draft.choices]),
        data_past=_written(draft.past),
        data_future=_written(draft.future),
        data_edits=len(draft.edits),
    )
    rows = "".join(_row(number, place, draft, analysis, units, places) for number, place in enumerate(lying))
    listed = f'<ol class="edits">{rows}</ol>' if rows else _NOTHING if draft.proposed else _NOT_ASKED + _propose(analysis)
    heading = f'<div class="ch"><h3 id="draft-title">Corrected draft</h3>{_take()}</div>'
    text = f'<div class="txt draft" dir="auto">{marked_draft(analysis.output.text, draft)}</div>{editor(analysis, draft, lying)}'
    return (
        f'<section class="left rev" aria-label="Revision"{state}>'
        f'<section class="card out" aria-labelledby="draft-title" tabindex="0">{heading}{text}</section>'
        f'{live_bar()}{height_line()}<div class="bar2"><h3 id="edits-title">Edits</h3><span class="hint decided"></span>'
        f"{_tools() if draft.edits else ''}</div>"
        f'<div class="groups" role="region" aria-labelledby="edits-title" tabindex="-1">{_scores(draft)}{live_errors()}'
        f"{listed}{_notes(analysis, draft.notes)}{_comment(draft.comment)}</div></section>"
    )


def _propose(analysis: Analysis) -> str:
    if not can_revise(analysis):
        return ""
    return '<p class="ask"><button type="button" data-rev="propose">Propose edits</button></p>'


def _take() -> str:
    return (
        '<div class="tools"><button type="button" data-write aria-pressed="false">Edit by hand</button>'
        '<button type="button" data-whole title="A full analysis of this draft, as a new entry of the history">Analyze draft</button>'
        '<button type="button" data-copy="draft">Copy draft</button><button type="button" data-save="draft">Download</button></div>'
    )


def _tools() -> str:
    names = (("all", "Accept all"), ("none", "Reject all"), ("undo", "Undo"), ("redo", "Redo"))
    return '<div class="rtools">' + "".join(f'<button type="button" data-rev="{name}">{title}</button>' for name, title in names) + "</div>"


def _scores(draft: RevisionDraft) -> str:
    """Before, now and with all edits; the button scores what has not been scored yet."""
    known = ";".join(f"{' '.join(map(str, numbers))}={_share(tally)}" for numbers, tally in draft.scored.items())
    before, full = _said(draft.before), _said(draft.full)
    again = '<button type="button" data-rev="score">Score the draft</button>' if draft.edits else ""
    return (
        f'<dl class="stand" aria-live="polite"{attributes(data_known=known)}><div><dt>Original</dt><dd>{before}</dd></div>'
        f'<div class="now"><dt>Draft</dt><dd>{_said(draft.now)}</dd></div><div><dt>With all edits</dt><dd>{full}</dd></div>'
        f"<div>{again}</div></dl>"
    )


def _share(tally: Tally) -> str:
    return f"{tally.supported}/{tally.units}"


def _said(tally: Tally | None) -> str:
    if tally is None:
        return "not scored yet"
    if not tally.units:
        return "nothing left to check"
    return f"<b>{round(100 * tally.supported / tally.units)}%</b> {tally.supported} of {tally.units}"


def _row(number: int, place: Placed | None, draft: RevisionDraft, analysis: Analysis, units: dict[str, Unit], places: Places) -> str:
    edit, state = draft.edits[number], state_of(place)
    original = analysis.output.text[edit.start : edit.end]
    behind = [units[id] for id in edit.units if id in units]
    best = next((unit for unit in behind if unit.evidence), behind[0] if behind else None)
    links = places.links(best) if best else {}
    links.pop("data_trace", None)
    choice = place.choice if place else None
    row = attributes(class_=f"er {state}", data_e=number, **edit_data(analysis, draft, number))
    chip = attributes(aria_pressed="false", tabindex="0" if number == 0 else "-1", **links)
    off = attributes(aria_disabled="true" if state == OVERTAKEN else None)
    decisions = "".join(
        f'<button type="button" data-choose="{which}" aria-pressed="{_true(choice == which)}"{off} aria-label="{name}: edit {number + 1}">'
        f"{name}</button>"
        for which, name in ((ACCEPTED, "Accept"), (REJECTED, "Reject"))
    )
    return (
        f'<li{row}><button type="button" class="echip"{chip}><span class="qt" dir="auto">'
        f'<span class="ew">{words(original.strip(), edit.replacement.strip())}</span><span class="reason">{escape(edit.reason)}</span>'
        f'<span class="lost">Its place was changed by hand: this edit is not made.</span></span></button>'
        f'<div class="ad" role="group" aria-label="Decide on edit {number + 1}">{decisions}</div></li>'
    )


def _notes(analysis: Analysis, notes: Sequence[str]) -> str:
    """What could not be put right; the script hides what hands have put right since, by the words that each is about."""
    if not notes:
        return ""
    sentences = analysis.output.sentences
    about = {
        left_over(index, error): error.text
        for error in completed(analysis).errors or ()
        for index, (start, end) in enumerate(sentences)
        if start <= error.start < end
    }
    items = "".join(f"<li{attributes(data_says=showable(lines(about[n])) if n in about else None)}>{escape(n)}</li>" for n in notes)
    return f'<section class="left-over"><h4>Not put right</h4><ul>{items}</ul></section>'


def _comment(comment: Sequence[str]) -> str:
    """The numbered comment of unsupported facts, for whoever revises."""
    items = "".join(f"<li>{escape(statement)}</li>" for statement in comment)
    return (
        f'<section class="comment"><div class="ch"><h4>Comment: {plural(len(comment), "unsupported fact")}</h4>'
        f'<div class="tools"><button type="button" data-copy="comment">Copy comment</button></div></div><ol>{items}</ol></section>'
    )


def _written(rows: Sequence[Sequence[int]]) -> str:
    """Choices as the script reads them: `+.-` for accepted, open, rejected; one word for each set of choices."""
    signs = {ACCEPTED: "+", UNDECIDED: ".", REJECTED: "-"}
    return " ".join("".join(signs[choice] for choice in row) for row in rows)


def _true(value: bool) -> str:
    return "true" if value else "false"
