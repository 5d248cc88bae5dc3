"""A batch as the page shows it: what is stored of it, with how far its run on this server is."""

from collections import OrderedDict
from datetime import datetime
from threading import Lock
from typing import Any

from components.batch.page import Standing, back_to, batch_view, figures_part, progress, rows_part, score_name, shown_groups, standing
from components.batch.plots import score_plot
from components.batch.rows import PAGE, Page
from explorer.evaluation.batch_figures import DRAWS, Figures, figures
from explorer.services.tabs.runs import Runs
from explorer.services.workspace import Workspace
from sessions.batches.looking import FAILED, Look
from sessions.batches.records import Batch

MOST_FAILED = 10
"""Rows that failed which are told at once; the others are found among the rows."""

MOST_KEPT = 8
"""Batches whose figures are remembered."""

_known: "OrderedDict[tuple[Any, ...], Figures]" = OrderedDict()
_lock = Lock()


def owner_of(id: str) -> str:
    """To whom the run of a batch belongs: not to a tab, so that it goes on whoever looks."""
    return f"batch-{id}"


def stood(batch: Batch, runs: Runs) -> Standing:
    """How far a batch is."""
    run = runs.of(owner_of(batch.id))
    return standing(batch, run.state() if run is not None else None)


def figures_of(workspace: Workspace, batch: Batch, runs: Runs) -> Figures:
    """The figures of a batch; the intervals come when it rests."""
    groups = tuple(shown_groups(batch))
    draws = 0 if stood(batch, runs).runs else DRAWS
    key = (str(workspace.settings_folder), batch.id, batch.answered, batch.failed, groups, draws)
    with _lock:
        if key in _known:
            _known.move_to_end(key)
            return _known[key]
    found = figures(workspace.store.answers(batch.id), groups, draws)
    with _lock:
        _known[key] = found
        while len(_known) > MOST_KEPT:
            _known.popitem(last=False)
    return found


def page_of(workspace: Workspace, id: str, look: Look, start: int = 0) -> Page:
    """A page of the rows that are looked for."""
    total = workspace.store.count_answers(id, look)
    start = min(start, max(0, (total - 1) // PAGE * PAGE))
    return Page(workspace.store.listed_answers(id, look, PAGE, start), look, start, total)


def whole(workspace: Workspace, runs: Runs, id: str) -> str:
    """All of a batch.

    Raises:
        InputError: there is no such batch.
    """
    batch = workspace.store.batch(id)
    found = figures_of(workspace, batch, runs)
    failed = workspace.store.listed_answers(id, Look(shown=FAILED), MOST_FAILED)
    return batch_view(batch, stood(batch, runs), found, page_of(workspace, id, Look()), failed, datetime.now().astimezone())


def figures_html(workspace: Workspace, runs: Runs, id: str) -> str:
    """The figures of a batch and what failed."""
    batch = workspace.store.batch(id)
    failed = workspace.store.listed_answers(id, Look(shown=FAILED), MOST_FAILED)
    return figures_part(batch, figures_of(workspace, batch, runs), failed)


def rows_html(workspace: Workspace, runs: Runs, id: str, look: Look, start: int) -> str:
    """A page of its rows."""
    batch = workspace.store.batch(id)
    return rows_part(batch, page_of(workspace, id, look, start), figures_of(workspace, batch, runs))


def state_of(workspace: Workspace, runs: Runs, id: str) -> dict[str, Any]:
    """How far a batch is, with what is drawn of it."""
    found = stood(workspace.store.batch(id), runs)
    return {"html": progress(found), "running": found.runs, "done": found.answered}


def plot_of(workspace: Workspace, id: str, dark: bool) -> Any:
    """The distribution of its scores, drawn by Plotly."""
    batch = workspace.store.batch(id)
    column = next(iter(shown_groups(batch)), "")
    return score_plot(workspace.store.answers(id), score_name(batch), column, dark)


def origin_of(workspace: Workspace, analysis: str) -> str:
    """The line above an analysis that is a row of a batch; nothing for any other."""
    found = workspace.store.batch_of(analysis)
    if found is None:
        return ""
    batch, row = found
    before, after = workspace.store.neighbours(batch.id, row.position)
    return back_to(batch, row, before, after)
