"""The score header: how much of the output is supported, what was run, one mark per fact, and the ways to look at it."""

import re
from html import unescape
from urllib.parse import quote

from components.html.groups import Group
from components.html.markup import attributes, escape, joined, plural
from components.html.tours import class_menu
from components.html.verdicts import PENDING, SUPPORTED, UNANSWERED, UNSUPPORTED, is_unsure, state, tally
from components.review.answers import has_answers
from components.review.draft import can_revise
from components.review.facts import noun_of
from engines.core.results import Analysis, Unit
from engines.declaration.registry import engine_title, main_score
from engines.units.errors import completed
from engines.units.unchecked import words_not_checked

_REVISION = re.compile(r"[@/:#+\s]|-\d")

MOST_MARKS = 160
"""Up to here every fact has its own mark; beyond it the marks would be thinner than a pixel, and a single bar is drawn."""


def score_header(
    analysis: Analysis, found: list[Group], *, stored: bool, cached: bool = False, recalibrated: bool = False, revised: bool = False
) -> str:
    """The header above the panes.

    Args:
        analysis: the analysis shown.
        found: its groups, in reading order; the marks follow them.
        stored: whether it can be annotated, linked to and downloaded.
        cached: whether it was found in the store instead of being run now.
        recalibrated: whether its probabilities have been fitted to the person's votes.
        revised: whether there is a corrected draft of its output.
    """
    supported, unsupported, pending = tally(analysis.units)
    checked = supported + unsupported
    percent = f"{round(100 * supported / checked)}" if checked else "–"
    units = [unit for group in found for unit in group.units]
    label = attributes(role="img", aria_label=f"Score {percent} per cent" if checked else "No score yet")
    doubts = f'<span class="doubts">{_doubts(units)}</span>'
    run = joined([*_run(analysis, cached), "recalibrated" if recalibrated else ""])
    tools = _tools(analysis, stored) if stored or not pending else ""
    return f"""<header class="score"><div class="big"{label}>
<b>{percent}</b><span>{"%" if checked else ""}</span></div><div class="sum"><h2>{summary(analysis)}</h2>
<p>{doubts}{escape(run)}</p>{_strip(units)}</div>
<div class="ways">{_modes(analysis, stored, revised)}{tools}</div>{_FOLD}</header>"""


_FOLD = (
    '<button type="button" class="foldhead" data-fold aria-expanded="true" aria-label="Details of the header" '
    'title="Fold the header, for more room below"></button>'
)


def summary(analysis: Analysis) -> str:
    """`2 errors · 27 of 36 facts supported · 3 words not checked`, as HTML whose first two parts follow the threshold."""
    supported, unsupported, pending = tally(analysis.units)
    total, noun, count = len(analysis.units), noun_of(analysis), len(analysis.errors or ())
    if not total:
        return "No facts found"
    done = f"{supported} of {plural(supported + unsupported, noun)} supported"
    if pending:
        done = f"{supported + unsupported} of {plural(total, noun)} checked"
    unfound = "" if pending or unsupported or not supported else "No errors found · "
    found = f"{plural(count, 'error')}{' so far' if pending else ''} · " if count else unfound
    silent = sum(state(unit) == UNANSWERED for unit in analysis.units)
    without = f" · {silent} without a verdict" if silent else ""
    bare = words_not_checked(analysis)
    asked = f'{without} · <span class="count-unasked">{plural(bare, "word")} not checked</span>' if bare else without
    return f'<span class="found-errors">{found}</span><span class="found-facts">{done}</span>{asked}'


def heard(analysis: Analysis) -> str:
    """The same for who hears it when an analysis is finished: `2 errors, 27 of 36 facts supported`."""
    return unescape(re.sub(r"<[^>]*>", "", summary(completed(analysis)))).replace(" · ", ", ")


def _doubts(units: list[Unit]) -> str:
    """How many facts pass without being sure: where an error that was missed most likely is."""
    count = sum(map(is_unsure, units))
    return f"{count} unsure · " if count else ""


def _run(analysis: Analysis, cached: bool) -> list[str]:
    engine = engine_title(analysis.engine.name)
    words = f"{len(analysis.reference.text.split()):,}-word reference"
    if any(state(unit) == PENDING for unit in analysis.units):
        return [engine, _model(analysis), words]
    read = analysis.reference.read
    share = "" if read is None else "read in full" if read >= 1 else f"{read:.0%} read"
    seconds = "from the history" if cached else _seconds(analysis.timings.get("total"))
    return [engine, _own_score(analysis), _model(analysis), seconds, words, share]


def _model(analysis: Analysis) -> str:
    """The verifier's name without its revision, and whether it was a deep check: what a person chose."""
    chosen = re.split(r"[+#]", analysis.engine.models.get("verifier", ""))[0]
    name = short_model(chosen) if ":" in chosen else _REVISION.split(chosen)[0]
    localizer = analysis.engine.models.get("localizer", "")
    deep = "deep check" if localizer.startswith("compact-") and "+" in localizer else ""  # a language model read along
    return " · ".join(part for part in (f"{name} verifier" if name else "", deep) if part)


def short_model(id: str) -> str:
    """`m` of `chat:m@http://127.0.0.1:8080/v1`, `my-judge` of `nli:/models/my-judge`."""
    source = id.partition(":")[2].partition("@")[0] or id
    return source.rstrip("/").rpartition("/")[2] or id


def _own_score(analysis: Analysis) -> str:
    """The engine's own score where it is something else than the share of supported facts."""
    supported, unsupported, _ = tally(list(analysis.units))
    score = main_score(analysis.engine.name, analysis.scores)
    if score is None or (supported + unsupported and abs(score - supported / (supported + unsupported)) < 0.005):
        return ""
    return f"score {score:.2f}"


def _seconds(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{seconds:.1f} s" if seconds >= 0.1 else "under 0.1 s"


def _strip(units: list[Unit]) -> str:
    supported, unsupported, pending = tally(units)
    silent = len(units) - supported - unsupported - pending
    more = [f"{pending} being checked" if pending else "", f"{silent} without a verdict" if silent else ""]
    label = joined([f"{supported} supported", f"{unsupported} unsupported", *more], ", ")
    if len(units) > MOST_MARKS:
        counts = {SUPPORTED: supported, UNSUPPORTED: unsupported, PENDING: pending, UNANSWERED: silent}
        marks = "".join(f'<i class="{name} share" style="flex:{n}"></i>' for name, n in counts.items())
        return f'<div class="strip whole" role="img" aria-label="{label}">{marks}</div>'
    marks = "".join(f"<i{attributes(class_=state(unit), data_unit=unit.id)}></i>" for unit in units)
    return f'<div class="strip" role="img" aria-label="{label}">{marks}</div>' if units else ""


def _modes(analysis: Analysis, stored: bool, revised: bool) -> str:
    modes = [("review", "Review")]
    if has_answers(analysis):
        modes.append(("table", "Table"))
    if analysis.deletions or analysis.lss is not None:
        modes.append(("delete", "Deletions"))
    if stored and any(state(unit) != PENDING for unit in analysis.units):
        modes.append(("annotate", "Annotate"))
    if stored and (revised or can_revise(analysis)):
        modes.append(("revise", "Revise"))
    if len(modes) == 1:
        return ""
    buttons = "".join(
        f'<button type="button" data-mode="{mode}" aria-pressed="{"true" if mode == "review" else "false"}">{title}</button>'
        for mode, title in modes
    )
    return f'<div class="seg" role="group" aria-label="View">{buttons}</div>'


def _tools(analysis: Analysis, stored: bool) -> str:
    """What can be done with an analysis; one that is only read can be printed."""
    if not stored:
        return f'<div class="tools">{print_menu()}</div>'
    name = escape(analysis.id)
    place = escape(quote(analysis.id, safe="", errors="replace"))
    live = '<button type="button" data-live-edit title="Edit the output, and see its errors come and go">Edit and check live</button>'
    return (
        f'<div class="tools"><button type="button" data-edit>Edit texts</button>{live}'
        '<button type="button" data-copy="link">Copy link</button>'
        f'<a href="/annotate/{place}" title="In two steps, by keyboard, under a name; blind or with the verdicts">Two-step annotation</a>'
        f'<a href="/errata/analysis/{place}.json" download="errata-{name}.json">JSON</a>'
        f'<a href="/errata/analysis/{place}.csv" download="errata-{name}.csv" title="A fact a row, for spreadsheets">CSV</a>'
        f'<a href="/errata/analysis/{place}.html" download="errata-{name}.html">HTML report</a>{print_menu()}{class_menu(place)}</div>'
    )


def print_menu() -> str:
    """What is printed: everything, or only what is wrong."""
    return (
        '<details class="menu"><summary>Print</summary><div><button type="button" data-print="all">Print everything</button>'
        '<button type="button" data-print="no">Print only unsupported</button></div></details>'
    )
