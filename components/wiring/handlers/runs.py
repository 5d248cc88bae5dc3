"""Runs on the page: begun, followed wherever the page is opened again, and stopped. The runs themselves belong to the server."""

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from components.html import status
from components.wiring.handlers.asked import Asked, asked_of
from components.wiring.handlers.history import listed
from components.wiring.handlers.view import Drawing, View, updates
from engines.core.errors import Cancelled, ErrataError
from explorer.services.tabs.drafts import session_of
from explorer.services.tabs.run import Run, State
from explorer.services.tabs.runs import Runs

BEAT = 4.0
"""Seconds after which the page is told that a run goes on; where it hears nothing for longer it asks again."""

REDRAWN_EVERY = 0.2
"""Least seconds between two drawings of a run: a person cannot follow more."""

REDRAWN_EVERY_MILLION = 4.0
"""Further seconds for every million characters of HTML: long texts take the browser time, and it must stay responsive."""

CANCELLED = "Cancelled. What was checked so far is still shown; only what was complete is in the history."
CANCELLED_BESIDE = "Cancelled. Only what was complete is in the history."
LOST = "The run was lost when Errata was stopped. Your texts are in the boxes: start it again, and what it had asked models is remembered."


class Picture(Protocol):
    """How a kind of run is drawn."""

    def doing(self, state: State) -> tuple[str, int, int]:
        """What is being done, in words, and how much of how much."""

    def so_far(self, state: State) -> Any:
        """What there is to draw of a run that goes on: another object whenever it should be drawn again, None for nothing."""

    def drawn(self, state: State) -> Drawing:
        """The same as the page shows it."""

    def ended(self, state: State) -> Drawing:
        """The result, with the status row where there is something to say; nothing where there is none."""

    def told(self, state: State) -> str:
        """The status row for a page that shows something else."""


@dataclass(frozen=True)
class RunHandlers:
    """What a person does with runs."""

    view: View
    runs: Runs
    pictures: Mapping[str, Picture]

    def begin(self, asked: Asked, kind: str, on: Any, work: Callable[[], Iterator[Any]]) -> Iterator[Drawing]:
        """Begin a run of the tab, and draw it until it has ended.

        Args:
            on: what it is done on, as JSON has it: the same once more goes on with the run that is there.
        """
        key = hashlib.sha256(json.dumps(on, sort_keys=True).encode("ascii")).hexdigest()
        try:
            run = self.runs.begin(session_of(asked.tab) if asked.tab else secrets.token_urlsafe(16), kind, key, work, asked.press)
        except Cancelled:
            yield self.idle() | {self.view.parts.status: status.message(CANCELLED)}
            return
        except ErrataError as problem:
            yield {self.view.parts.status: status.problem(str(problem))}
            return
        run.aside = False
        yield from self._drawn(run, asked)

    def follow(self, data: Mapping[str, Any]) -> Iterator[Drawing]:
        """Draw the run of a tab that has lost sight of it, or wants to see it again."""
        asked = asked_of(data)
        run = self._of(asked)
        if run is None or run.state().cancelled:
            yield self.idle() | {self.view.parts.status: status.problem(LOST) if run is None else status.message(CANCELLED)}
            return
        if data.get("show"):
            run.aside = False
        yield from self._drawn(run, asked)

    def found(self, asked: Asked) -> Run | None:
        """The run that a page that was opened again is to show: one that goes on, or the one that it was left with."""
        run = self._of(asked)
        return run if run is not None and not run.state().cancelled and (not run.ended or run.id == asked.run) else None

    def standing(self, run: Run) -> Drawing:
        """A run on a page that was opened again: its result, or how far it is, from where the page is going to follow it."""
        state, picture = run.state(), self.pictures[run.kind]
        if state.ended:
            return self._ended(run, picture, state)
        return {self.view.parts.status: self._working(run, state, 0), **self.busy()}

    def cancel(self, written: str) -> Drawing:
        """Stop the run of a tab; its thread ends with the step that it is at, the page is told at once."""
        asked = asked_of(written)
        run = self._of(asked)
        if asked.tab:
            self.runs.cancel(session_of(asked.tab), asked.press)
        words = CANCELLED_BESIDE if run is not None and run.aside else CANCELLED
        return self.idle() | {self.view.parts.status: status.message(words)}

    def known(self, asked: Asked) -> bool:
        """Whether the run that a page was left with is remembered here."""
        run = self._of(asked)
        return run is not None and run.id == asked.run

    def beside(self, drawing: Drawing, asked: Asked) -> Drawing:
        """What the page shows instead of the run of its tab, with the status row of the run where one goes on."""
        run = self._of(asked)
        if run is None or run.ended:
            return drawing
        run.aside = True
        return drawing | {self.view.parts.status: self._working(run, run.state(), 0)}

    def busy(self) -> Drawing:
        """The buttons while a run goes on."""
        parts, update = self.view.parts, updates()
        return {parts.analyze: update(interactive=False), parts.compare: update(interactive=False), parts.cancel: update(interactive=True)}

    def idle(self) -> Drawing:
        """The buttons where none does."""
        parts, update = self.view.parts, updates()
        return {parts.analyze: update(interactive=True), parts.compare: update(interactive=True), parts.cancel: update(interactive=False)}

    def _of(self, asked: Asked) -> Run | None:
        """The run of a tab; a page that does not say its tab has none that it could find again."""
        return self.runs.of(session_of(asked.tab)) if asked.tab else None

    def _drawn(self, run: Run, asked: Asked) -> Iterator[Drawing]:
        """The run until it has ended, or somebody else follows it; the end of one that was stopped is drawn by who stopped it."""
        picture, last, next_drawing, state = self.pictures[run.kind], None, 0.0, None
        for beat, state in enumerate(run.follow(BEAT, REDRAWN_EVERY), 1):
            if state.ended:
                break
            drawing: Drawing = {self.view.parts.status: self._working(run, state, beat)} | (self.busy() if beat == 1 else {})
            found = None if run.aside else picture.so_far(state)
            if run.aside:
                last = None
            elif found is not None and found is not last and time.monotonic() >= next_drawing:
                drawn = picture.drawn(state)
                length = sum(len(page) for page in drawn.values() if isinstance(page, str))
                last, next_drawing = found, time.monotonic() + REDRAWN_EVERY_MILLION * length / 1e6
                drawing |= drawn
            yield drawing
        if state is not None and state.ended and not state.cancelled:
            yield self._ended(run, picture, state) | self.idle() | listed(self.view, asked)

    def _ended(self, run: Run, picture: Picture, state: State) -> Drawing:
        row, problem = self.view.parts.status, state.problem
        if run.aside:
            return {row: status.problem(str(problem)) if problem else picture.told(state)}
        drawing = {row: status.message("")} | picture.ended(state)
        if isinstance(problem, ErrataError):
            drawing[row] = status.problem(str(problem))
        elif problem is not None:
            words = f"The {run.kind} stopped because of a defect in Errata ({type(problem).__name__}). Your texts are still in the boxes."
            drawing[row] = status.problem(words)
        return drawing

    def _working(self, run: Run, state: State, beat: int) -> str:
        if state.waiting:
            words, done, total = f"Waiting for {state.waiting} other run{'s' if state.waiting > 1 else ''} on this server", 0, 0
        else:
            words, done, total = self.pictures[run.kind].doing(state)
        if run.aside:
            words = f"{run.kind.capitalize()}: {words[:1].lower()}{words[1:]}"
        return status.working(words, done, total, run=run.id, beat=beat, seconds=state.seconds, aside=run.aside)
