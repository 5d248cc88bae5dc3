"""Tasks on joblib workers, each done though a worker be killed: when memory runs out, the system ends processes without asking."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from typing import Any, Generic, TypeVar

from explorer.reading.usage import UsageError

Item = TypeVar("Item")
Answer = TypeVar("Answer")


def on_workers(
    items: Iterator[Item],
    task: Callable[[Item], Answer],
    lost: Callable[[Item], Answer],
    tell: Callable[[int], None],
    workers: int,
    backend: str,
) -> Iterator[Answer]:
    """The answer of `task` to each item, as they come.

    When a worker is killed, those that were under way are tried again, one at a time; one that is killed again is what kills them.

    Args:
        lost: the answer to an item that is killed again when it is alone.
        tell: called with the number of items to be tried again when a worker was killed.
        workers: how many processes, 2 or more.
        backend: of joblib.

    Raises:
        UsageError: the backend is not known.
    """
    under_way: dict[int, Item] = {}
    numbered = enumerate(items)
    while True:
        taking = _Taking(numbered, under_way)
        try:
            for number, answer in _parallel(taking, task, workers, backend):
                del under_way[number]
                yield answer
            return
        except BrokenExecutor:
            taking.end()
        tell(len(under_way))
        for number in sorted(under_way):
            item = under_way.pop(number)
            try:
                ((_, answer),) = _parallel(iter([(number, item)]), task, workers, backend)
            except BrokenExecutor:
                answer = lost(item)
            yield answer


def _parallel(
    numbered: Iterator[tuple[int, Item]], task: Callable[[Item], Answer], workers: int, backend: str
) -> Iterator[tuple[int, Answer]]:
    from joblib import Parallel, delayed, parallel_config

    try:
        with parallel_config(backend=backend, n_jobs=workers):
            parallel = Parallel(return_as="generator_unordered", pre_dispatch="2*n_jobs", batch_size=1)
            yield from parallel(delayed(_numbered)(task, number, item) for number, item in numbered)
    except (ValueError, ImportError) as problem:
        raise UsageError(f"The workers cannot be started with the backend {backend!r}: {problem}") from problem


def _numbered(task: Callable[[Any], Any], number: int, item: Any) -> tuple[int, Any]:
    return number, task(item)


class _Taking(Generic[Item]):
    """Items as joblib takes them, from a thread of its own, each noted in `under_way`; ended, it gives no more."""

    def __init__(self, numbered: Iterator[tuple[int, Item]], under_way: dict[int, Item]) -> None:
        self._numbered, self._under_way = numbered, under_way
        self._lock = threading.Lock()
        self._ended = False

    def __iter__(self) -> "_Taking[Item]":
        return self

    def __next__(self) -> tuple[int, Item]:
        with self._lock:
            if self._ended:
                raise StopIteration
            number, item = next(self._numbered)
            self._under_way[number] = item
            return number, item

    def end(self) -> None:
        """Give no more; when this returns, nothing is being taken."""
        with self._lock:
            self._ended = True
