"""Tasks on a Dask cluster, whose workers may be on other machines and come and go."""

from collections import deque
from collections.abc import Callable, Iterator
from itertools import islice
from types import TracebackType
from typing import Any

from engines.core.errors import UnavailableError
from explorer.batches.workers import AHEAD, Answer, Item

_CONNECTING = 20
"""Seconds in which a scheduler has to answer."""
_FEWEST = 4
"""Threads that a cluster is taken to have at least: one that grows with its work may have none yet."""


class Cluster:
    """The workers behind a scheduler. A task whose worker dies is given to another by Dask itself, until it seems to have ended several.

    Args:
        address: of the scheduler, for example tcp://10.0.0.5:8786.

    Raises:
        UnavailableError: Dask is not installed, or no scheduler answers.
    """

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError as problem:
            raise UnavailableError("Dask is not installed. Run: pip install distributed") from problem
        try:
            self._client = Client(address, timeout=_CONNECTING, set_as_default=False)
        except (OSError, ValueError, TypeError) as problem:
            raise UnavailableError(f"No Dask scheduler answers at {address}: {problem}. Start one, or check the address.") from problem

    def once(self, task: Callable[[], Answer]) -> Answer:
        """See `Workers`."""
        from distributed.scheduler import KilledWorker

        try:
            answer: Answer = self._answer(self._client.submit(task, pure=False))
            return answer
        except KilledWorker as problem:
            raise UnavailableError("The cluster's workers are killed before they have done anything: too little memory?") from problem

    def each(self, items: Iterator[Item], task: Callable[[Item], Answer], lost: Callable[[Item], Answer]) -> Iterator[Answer]:
        """See `Workers`."""
        from distributed import wait
        from distributed.scheduler import KilledWorker

        threads = max(_FEWEST, sum(self._client.nthreads().values()))
        begun: deque[tuple[Item, Any]] = deque()
        while True:
            begun.extend((item, self._client.submit(task, item, pure=False)) for item in islice(items, AHEAD * threads - len(begun)))
            if not begun:
                return
            item, future = begun.popleft()
            try:
                answer = self._answer(future)
            except KilledWorker:  # it, or another that a dead worker had as well: which one shows when it is alone
                with self._client.as_current():
                    wait([other for _, other in begun])
                try:
                    answer = self._answer(self._client.submit(task, item, pure=False))
                except KilledWorker:
                    answer = lost(item)
            yield answer

    def _answer(self, future: Any) -> Any:
        """What comes of a task.

        Raises:
            KilledWorker: the workers that had it have died.
            UnavailableError: the cluster is gone, or cannot do the task.
        """
        from distributed.scheduler import KilledWorker

        try:
            return future.result()
        except KilledWorker:
            raise
        except Exception as problem:  # whatever a cluster stumbles over: the task itself tells its own failures
            words = f"The Dask cluster stopped with {type(problem).__name__}: {problem}".rstrip(".")
            raise UnavailableError(f"{words}. What is done is kept; start again to go on. Its workers need the same Errata.") from problem

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._client.close()
