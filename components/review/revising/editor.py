"""The draft as a box to write in, with what the script needs to keep the edits in their places, and the tools of the live check."""

from components.html.markup import Offsets, attributes, escape, showable
from components.review.revising.marked import STATES
from engines.core.results import Analysis
from explorer.reading.pairs import MOST_OUTPUT
from explorer.services.drafting import RevisionDraft
from explorer.services.live.placing import Placed, draft_text, lines

_KEYS = (
    '<p class="hint keys"><kbd>F8</kbd> next error, <kbd>Shift F8</kbd> the one before, <kbd>Alt Enter</kbd> puts in what the reference '
    "has, <kbd>Ctrl Z</kbd> takes back what you wrote or decided, <kbd>Esc</kbd> leaves the box.</p>"
)


def editor(analysis: Analysis, draft: RevisionDraft, places: list[Placed | None]) -> str:
    """The box, hidden until somebody wants to write; its text is the draft. The lines under its words lie in a layer behind it."""
    text = showable(draft_text(analysis.output.text, draft))
    offsets = Offsets(text)
    where = ";".join(offsets.pair(place.start, place.end) if place else "-" for place in places)
    box = attributes(
        aria_label="Corrected draft",
        aria_describedby="live-state",
        spellcheck="false",
        autocomplete="off",
        autocapitalize="off",
        dir="auto",
        rows=1,
        maxlength=MOST_OUTPUT,
        data_places=where,
        data_written="yes" if draft.written is not None else None,
    )
    # A line feed right after the opening tag would be lost.
    return (
        '<div class="write" hidden><div class="pad txt"><div class="under" aria-hidden="true" dir="auto"></div>'
        f"<textarea{box}>\n{escape(text)}</textarea></div></div>"
    )


def live_bar() -> str:
    """What the live check says of the draft, and the ways through its errors."""
    return (
        '<div class="livebar" hidden><p id="live-state" class="hint" role="status"></p><div class="tools">'
        '<button type="button" data-live="before">Previous error</button><button type="button" data-live="next">Next error</button>'
        '<button type="button" data-live="put">Put in</button></div></div>'
    )


def live_errors() -> str:
    """Where the script lists the errors of the draft."""
    return (
        '<section class="found-live" aria-labelledby="found-live-title" hidden><div class="eh"><h4 id="found-live-title">'
        f'Errors in the draft <span class="tally"></span></h4></div><ol></ol>{_KEYS}</section>'
    )


def edit_data(analysis: Analysis, draft: RevisionDraft, number: int) -> dict[str, str]:
    """What an edit takes out and puts in, for the script."""
    edit = draft.edits[number]
    return {
        "data_before": showable(lines(analysis.output.text[edit.start : edit.end])),
        "data_after": showable(lines(edit.replacement)),
    }


def state_of(place: Placed | None) -> str:
    """The state of an edit as a class of CSS."""
    return STATES[place.choice] if place else "overtaken"
