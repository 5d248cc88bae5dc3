"""Analyses for programs that await them."""

import asyncio
import threading
from collections.abc import Mapping
from contextlib import closing
from typing import Any

from engines.core.errors import Cancelled
from engines.core.results import Analysis
from engines.declaration.registry import DEFAULT
from explorer.services.analysis import Finished, stream
from explorer.services.workspace import Workspace


async def aanalyze(
    reference: str,
    output: str,
    *,
    engine: str = DEFAULT,
    verifier: str = "compact",
    models: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    workspace: Workspace | None = None,
    title: str | None = None,
    session: str | None = None,
) -> Analysis:
    """The same as `analyze`, to be awaited: it runs in a thread, and the event loop goes on meanwhile.

    A task that is cancelled stops its run at the next step; what a workspace has stored by then stays. Several at once share the models
    and the processor, so they take turns more than they save time, unless the models are behind servers; for many pairs there is
    `errata batch`.

    Raises:
        InputError, UnavailableError, Incomplete: see `analyze`.
    """
    stop = threading.Event()
    chosen: dict[str, Any] = {"engine": engine, "verifier": verifier, "models": models, "settings": settings}

    def run() -> Analysis:
        with closing(stream(reference, output, **chosen, workspace=workspace, title=title, session=session)) as events:  # type: ignore[type-var]
            for event in events:
                if stop.is_set():
                    raise Cancelled("The run was stopped.")
                if isinstance(event, Finished):
                    return event.analysis
        raise AssertionError("a run ends with its analysis or an error")

    try:
        return await asyncio.to_thread(run)
    finally:
        stop.set()
