"""What every run on the page has in common: its buttons, and that whatever goes wrong is told and leaves the page usable."""

import logging
from collections.abc import Callable, Iterator

from components.html import status
from components.wiring.handlers.history import listed
from components.wiring.handlers.view import Drawing, View, updates
from engines.core.errors import ErrataError

log = logging.getLogger("errata")


def guarded_run(view: View, what: str, work: Callable[[], Iterator[Drawing]]) -> Iterator[Drawing]:
    """The drawings of a run, with the buttons set before and after it; whatever goes wrong is told and the page stays usable."""
    parts, update = view.parts, updates()
    starting = {parts.status: status.working("Starting"), parts.cancel: update(interactive=True)}
    yield starting | {button: update(interactive=False) for button in (parts.analyze, parts.compare)}
    ready = {parts.cancel: update(interactive=False)} | {button: update(interactive=True) for button in (parts.analyze, parts.compare)}
    try:
        yield from work()
    except ErrataError as problem:
        yield {parts.status: status.problem(str(problem)), **ready}
    except Exception as problem:  # a defect: the page must stay usable and the texts in the boxes stay
        log.exception("The %s failed", what)
        words = f"The {what} stopped because of a defect in Errata ({type(problem).__name__}). Your texts are still in the boxes."
        yield {parts.status: status.problem(words), **ready}
    else:
        yield {**ready, **listed(view)}
