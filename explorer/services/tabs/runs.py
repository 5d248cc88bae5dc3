"""The runs of a server: each tab has one of its own, few are done at a time, and what has ended is forgotten in the end."""

import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from engines.core.errors import Cancelled, InputError
from engines.core.machine.recent import Recent
from explorer.services.tabs.run import Run
from explorer.services.warming import Warming

AT_ONCE = 4
"""Runs that are done side by side; others wait for their turn."""

MOST_WAITING = 60
"""Runs that may wait."""

MOST_ENDED = 32
"""Runs whose results are kept, for pages that are not there when their runs end; the history has them in any case."""

_MOST_STOPPED = 1000
"""Owners of whom it is remembered what they stopped last."""


class Runs:
    """Who has which run. Safe with several threads.

    Owners are names that nobody can guess: who knows one sees and stops its run, and there is no list of them.
    Where models are loaded beforehand (`warming`), every run waits for them, begins that where nobody has, and tells what it waits for.
    """

    def __init__(self, at_once: int = AT_ONCE, warming: Warming | None = None) -> None:
        self._at_once, self._warming = at_once, warming
        self._lock = threading.Lock()
        self._of: dict[str, Run] = {}
        self._waiting: deque[Run] = deque()
        self._working: set[Run] = set()
        self._stopped: Recent[str, str] = Recent(_MOST_STOPPED, lambda _: 1)
        self._closed = False

    def begin(self, owner: str, kind: str, key: str, work: Callable[[], Iterator[Any]], press: str = "") -> Run:
        """A run for an owner: a new one, or the one that is doing just this already.

        Args:
            press: names what asked for it, so that it is not begun where word of its being stopped came first; "" for nothing.

        Raises:
            Cancelled: it was stopped before it was asked for.
            InputError: the owner has another run that goes on, or too many runs wait.
        """
        with self._lock:
            if press and self._stopped.get(owner) == press:
                raise Cancelled(f"The {kind} was stopped.")
            known = self._of.get(owner)
            if known is not None and not known.ended:
                if (known.kind, known.key) == (kind, key):
                    return known
                raise InputError(f"The {known.kind} of this tab still goes on. Wait until it is finished, or cancel it.")
            if self._closed or len(self._waiting) >= MOST_WAITING:
                raise InputError("Too many runs are waiting on this server. Try again in a minute.")
            run = Run(kind, key, lambda: self._when_warm(work))
            self._of.pop(owner, None)
            self._of[owner] = run
            self._waiting.append(run)
            self._forget()
            self._admit()
        return run

    def of(self, owner: str) -> Run | None:
        """The last run of an owner, whether or not it has ended; None where there is none, or it was forgotten."""
        with self._lock:
            return self._of.get(owner)

    def cancel(self, owner: str, press: str = "") -> bool:
        """Stop the run of an owner; False if none goes on. What `press` asks for is not begun any more, either, should it come later."""
        with self._lock:
            if press:
                self._stopped.keep(owner, press)
        run = self.of(owner)
        if run is None or not run.cancel():
            return False
        with self._lock:
            self._admit()
        return True

    def close(self) -> None:
        """Stop every run, and begin no other."""
        with self._lock:
            self._closed = True
            for run in self._of.values():
                run.cancel()
            self._waiting.clear()

    def _when_warm(self, work: Callable[[], Iterator[Any]]) -> Iterator[Any]:
        """The work, once the models that are being loaded beforehand are there."""
        if self._warming is not None:
            self._warming.begin()
            yield from self._warming.stages()
        yield from work()

    def _admit(self) -> None:
        """Begin the runs whose turn it is, and tell the others how many go before them."""
        self._waiting = deque(run for run in self._waiting if not run.ended)
        while self._waiting and len(self._working) < self._at_once:
            run = self._waiting.popleft()
            self._working.add(run)
            run.queued(0)
            threading.Thread(target=self._work, args=(run,), name=f"{run.kind} {run.id[:4]}", daemon=True).start()
        for number, run in enumerate(self._waiting):
            run.queued(len(self._working) + number)

    def _work(self, run: Run) -> None:
        try:
            run.work()
        finally:
            with self._lock:
                self._working.discard(run)
                self._admit()

    def _forget(self) -> None:
        """Let go of the oldest runs that have ended."""
        ended = [owner for owner, run in self._of.items() if run.ended]
        for owner in ended[: max(0, len(ended) - MOST_ENDED)]:
            del self._of[owner]
