"""A run that belongs to the server: it has a thread of its own, goes on whether or not anybody looks, and can be stopped at any time."""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from engines.core.errors import Cancelled, ErrataError

log = logging.getLogger("errata")

Kept = TypeVar("Kept")


@dataclass(frozen=True)
class State:
    """How far a run has come.

    Attributes:
        version: grows with every change.
        latest: the newest event of each type, by its type; once the run has ended only what it told last.
        seconds: since it was asked for.
        waiting: how many runs go before it; 0 when it has begun.
        ended: whether it has come to its end, by itself or because it was stopped.
        problem: what ended it early: `Cancelled` where it was stopped; None where nothing did.
    """

    version: int = 0
    latest: Mapping[type, Any] = field(default_factory=dict)
    seconds: float = 0.0
    waiting: int = 0
    ended: bool = False
    problem: BaseException | None = None

    @property
    def cancelled(self) -> bool:
        """Whether it was stopped."""
        return isinstance(self.problem, Cancelled)

    def told(self, kind: type[Kept]) -> Kept | None:
        """The newest event of a type, None where there was none."""
        return self.latest.get(kind)


class Run:
    """Work that tells events, done in a thread; only the newest event of each type is kept, however many there are.

    Attributes:
        id: tells it from every other and cannot be guessed.
        kind, key: what is done, and on what: a second run of the same kind and key would do the same again.
        aside: whether its page shows something else meanwhile.
    """

    def __init__(self, kind: str, key: str, work: Callable[[], Iterator[Any]]) -> None:
        self.id, self.kind, self.key, self.aside = secrets.token_urlsafe(16), kind, key, False
        self._work = work
        self._changed = threading.Condition()
        self._began = time.monotonic()
        self._version, self._waiting, self._latest = 0, 0, dict[type, Any]()
        self._ended, self._problem = 0.0, None  # type: float, BaseException | None
        self._follower: object = None

    @property
    def ended(self) -> bool:
        """Whether it has come to its end; the thread of one that was stopped may still finish its step."""
        return bool(self._ended)

    def state(self) -> State:
        """How far it has come."""
        with self._changed:
            seconds = (self._ended or time.monotonic()) - self._began
            return State(self._version, dict(self._latest), seconds, self._waiting, self.ended, self._problem)

    def queued(self, waiting: int) -> None:
        """Tell how many runs go before it."""
        with self._changed:
            if waiting != self._waiting:
                self._waiting = waiting
                self._told()

    def work(self) -> None:
        """Do the work, in the thread of whoever calls."""
        try:
            with closing(_generator(self._work())) as events:
                for event in events:
                    if not self._tell(event):
                        return
            self._end(None)
        except Exception as problem:  # told to whoever follows; a defect is logged with its place
            if not isinstance(problem, ErrataError) and not self.ended:
                log.exception("The %s failed", self.kind)
            self._end(problem)

    def cancel(self) -> bool:
        """Stop it: it has ended at once, and its thread ends with the step that it is at. False if it had ended before."""
        return self._end(Cancelled(f"The {self.kind} was stopped."))

    def follow(self, beat: float, pause: float = 0.0) -> Iterator[State]:
        """How far it has come, now and whenever that changes, until it has ended; whoever follows last is the only one who is told.

        Args:
            beat: seconds after which something is told even where nothing has changed.
            pause: least seconds between two tellings; the end is told at once.
        """
        me = object()
        with self._changed:
            self._follower = me
            self._changed.notify_all()
        while self._follower is me:
            state = self.state()
            yield state
            if state.ended:
                return
            with self._changed:
                self._changed.wait_for(lambda: self.ended or self._follower is not me, pause)
                self._changed.wait_for(partial(self._is_news, me, state.version), max(0.0, beat - pause))

    def _is_news(self, follower: object, seen: int) -> bool:
        return self._version != seen or self._follower is not follower

    def _tell(self, event: Any) -> bool:
        """Keep an event; False where nobody wants any more."""
        with self._changed:
            if self.ended:
                return False
            self._latest.pop(type(event), None)
            self._latest[type(event)] = event
            self._told()
        return True

    def _end(self, problem: BaseException | None) -> bool:
        with self._changed:
            if self.ended:
                return False
            self._ended, self._problem, self._waiting = time.monotonic(), problem, 0
            self._latest = dict([*self._latest.items()][-1:])
            self._told()
        return True

    def _told(self) -> None:
        self._version += 1
        self._changed.notify_all()


def _generator(events: Iterator[Any]) -> Generator[Any, None, None]:
    """The events, from something that can be closed."""
    yield from events
