"""A batch as one HTML file: its figures, and its worst rows in full."""

from components.batch.page import figures_part, made_with
from components.html.markup import joined, plural
from components.report import batch_report
from components.wiring.batch.showing import MOST_FAILED, figures_of
from engines.core.errors import ErrataError
from explorer.services.tabs.runs import Runs
from explorer.services.workspace import Workspace
from sessions.batches.looking import FAILED, Look

WORST = 20
"""Rows that are in the file with all of their facts."""


def report(workspace: Workspace, runs: Runs, id: str) -> str:
    """The file.

    Raises:
        InputError: there is no such batch.
    """
    store = workspace.store
    batch = store.batch(id)
    failed = store.listed_answers(id, Look(shown=FAILED), MOST_FAILED)
    figures = figures_part(batch, figures_of(workspace, batch, runs), failed, linked=False)
    analyses = []
    for row in store.listed_answers(id, Look(), WORST):
        try:
            if row.analysis is not None:
                analyses.append((row.id, store.get(row.analysis)))
        except ErrataError:  # removed, or damaged: the others are shown
            continue
    line = joined([plural(batch.answered, "row"), *made_with(batch)])
    return batch_report(batch.name, line, figures, analyses)
