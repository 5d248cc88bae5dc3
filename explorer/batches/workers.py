"""Tasks in processes of their own, each done though one be killed: when memory runs out, the system ends processes without asking."""

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, wait
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import wait as wait_for_ends
from types import TracebackType
from typing import Any, Protocol, TypeVar

from engines.core.errors import UnavailableError

Item = TypeVar("Item")
Answer = TypeVar("Answer")

AHEAD = 8
"""Tasks for each process that are begun before the first of them is answered, so that a long one holds up nobody."""
_LOOKED = 1.0
"""Seconds between two looks of a worker whether there is still somebody to work for, and of a process whether its workers live."""
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


class Workers(Protocol):
    """Whoever does tasks, used in a `with` block, at the end of which nobody works any more."""

    def once(self, task: Callable[[], Answer]) -> Answer:
        """The answer to one task, by somebody who will do the others."""

    def each(self, items: Iterator[Item], task: Callable[[Item], Answer], lost: Callable[[Item], Answer]) -> Iterator[Answer]:
        """The answer of `task` to each item, in order; that of `lost` to one that ends whoever works on it, again when it is alone."""

    def __enter__(self) -> "Workers": ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None: ...


class Here:
    """This process itself."""

    def once(self, task: Callable[[], Answer]) -> Answer:
        """See `Workers`."""
        return task()

    def each(self, items: Iterator[Item], task: Callable[[Item], Answer], lost: Callable[[Item], Answer]) -> Iterator[Answer]:
        """See `Workers`."""
        return map(task, items)

    def __enter__(self) -> "Here":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        pass


class Processes:
    """Processes on this machine, by joblib's loky. They end with this one, however it ends.

    Args:
        number: how many.
        tell: called with the number of tasks that are tried again, each alone, when a process was killed.
    """

    def __init__(self, number: int, tell: Callable[[int], None]) -> None:
        self._number, self._tell = number, tell
        self._pool: Any = None

    def once(self, task: Callable[[], Answer]) -> Answer:
        """See `Workers`.

        Raises:
            UnavailableError: the process was killed, twice.
        """
        for _ in range(2):
            try:
                return self._answer(self._submit(task))
            except BrokenExecutor:
                self._stop()
        raise UnavailableError("The worker processes are killed before they have done anything. Most likely there is too little memory.")

    def each(self, items: Iterator[Item], task: Callable[[Item], Answer], lost: Callable[[Item], Answer]) -> Iterator[Answer]:
        """See `Workers`."""
        begun: deque[tuple[Item, Future[Answer]]] = deque()
        while True:
            try:
                for item in islice(items, self._number * AHEAD - len(begun)):
                    begun.append((item, _failed()))
                    begun[-1] = item, self._submit(task, item)
                if not begun:
                    return
                answer = self._answer(begun[0][1])
            except BrokenExecutor:
                yield from self._alone(begun, task, lost)
                continue
            begun.popleft()
            yield answer

    def _alone(
        self, begun: deque[tuple[Item, Future[Answer]]], task: Callable[[Item], Answer], lost: Callable[[Item], Answer]
    ) -> Iterator[Answer]:
        """What was begun when a process was killed: the answers that are there, and the others made one at a time."""
        self._stop()
        again = [future for _, future in begun if not future.done() or future.cancelled() or future.exception() is not None]
        self._tell(len(again))
        with Processes(1, self._tell) as one:
            while begun:
                item, future = begun.popleft()
                try:
                    yield future.result() if future not in again else one._answer(one._submit(task, item))
                except BrokenExecutor:
                    one._stop()
                    yield lost(item)

    def _answer(self, future: "Future[Answer]") -> Answer:
        """The answer, waited for. A process that is killed while it hands one over leaves loky waiting for the rest of it for ever."""
        looks = 0
        while not wait([future], _LOOKED).done:
            looks = looks + 1 if self._has_dead() else 0
            if looks > 1:
                self._give_up()
        return future.result()

    def _has_dead(self) -> bool:
        """Whether a process has died that loky counts on."""
        ends = [process.sentinel for process in list(self._pool._processes.values())] if self._pool is not None else []
        return bool(ends and wait_for_ends(ends, timeout=0))

    def _give_up(self) -> None:
        """Let loky see that nobody will answer any more: nobody is left who could, and the pipe of the answers is closed."""
        self._kill()
        with suppress(OSError):
            self._pool._result_queue._writer.close()

    def _kill(self) -> None:
        import psutil

        for number in list(self._pool._processes):
            with suppress(psutil.NoSuchProcess):
                psutil.Process(number).kill()

    def _submit(self, task: Callable[..., Answer], *arguments: Any) -> "Future[Answer]":
        if self._pool is None:
            from joblib.externals.loky import ProcessPoolExecutor

            share = str(max(1, (os.cpu_count() or 1) // self._number))
            threads = {name: os.environ.get(name, share) for name in _THREADS}
            self._pool = ProcessPoolExecutor(self._number, env=threads, initializer=_begin, initargs=(os.getpid(),))
        future: Future[Answer] = self._pool.submit(task, *arguments)
        return future

    def _stop(self, at_once: bool = False) -> None:
        """Let go of the processes; `at_once` they are killed with what they do."""
        if self._pool is None:
            return
        if at_once:
            # Asked to kill its workers while tasks wait, loky stumbles over these; it copes well with workers that are found dead.
            self._kill()
        pool, self._pool = self._pool, None
        pool.shutdown(wait=True)

    def __enter__(self) -> "Processes":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stop(at_once=kind is not None)


def _failed() -> "Future[Any]":
    """Stands for a task that nobody could be given."""
    future: Future[Any] = Future()
    future.set_exception(BrokenExecutor())
    return future


def _begin(parent: int) -> None:
    """What a worker does first: it leaves Ctrl+C to the process that it works for, and ends when that is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_LOOKED)
        os._exit(1)

    threading.Thread(target=watch, name="is anybody there", daemon=True).start()
