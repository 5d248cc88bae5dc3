"""Systems run over labelled outputs: in this process or on workers, each answer kept as soon as it is there."""

import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

from explorer.evaluation.benchmark.labels.gold import Item
from explorer.evaluation.benchmark.systems.answering import System, answered
from explorer.evaluation.benchmark.systems.answers import Answer, SavedAnswers, answer_key

TOGETHER = 32
"""Most items of one reference that are answered in one go."""

_Task = tuple[tuple[int, ...], tuple[Item, ...]]
_Done = tuple[tuple[int, ...], list[Answer]]


def run(systems: Sequence[System], items: Sequence[Item], out: str | None = None, workers: int = 1) -> dict[str, list[Answer]]:
    """The answers of every system to every item, in the order of the items.

    Args:
        out: a file of answers that the run goes on from, and adds to.
        workers: how many processes.

    Raises:
        StoreError: `out` holds something else, or cannot be written.
        InputError, UnavailableError: a system cannot run.
    """
    with SavedAnswers(out) as saved:
        return {system.name: _of_system(system, items, saved, workers) for system in systems}


def _of_system(system: System, items: Sequence[Item], saved: SavedAnswers, workers: int) -> list[Answer]:
    from explorer.batches.workers import Here, Processes
    from explorer.reading.progress import progress

    identity = system.identity()
    keys = [answer_key(identity, item) for item in items]
    first = {key: place for place, key in reversed([*enumerate(keys)])}  # texts that come twice are answered once
    pending = [place for place, key in enumerate(keys) if first[key] == place and saved.get(key) is None]
    if known := len(set(keys)) - len(pending):
        print(f"errata: {system.name}: {known} of {len(set(keys))} are answered already", file=sys.stderr)
    by_place = {place: Answer(error=f"line {items[place].line}: not answered.") for place in pending}
    with Here() if workers == 1 else Processes(workers, _tell_killed) as doing:
        done = _flat(doing.each(_tasks(items, pending), partial(_answered, system), _killed))
        for place, answer in progress(done, len(pending), system.name):
            by_place[place] = answer
            about = {"system": system.name, "line": items[place].line, "id": items[place].id}
            saved.keep(keys[place], about, answer)
    found = {keys[place]: answer for place, answer in by_place.items()}
    missing = Answer(error="not answered.")
    return [found.get(key) or saved.get(key) or missing for key in keys]


def _tasks(items: Sequence[Item], pending: Sequence[int]) -> Iterator[_Task]:
    """Items to be answered, those of one reference that follow each other together."""
    for _, group in groupby(pending, key=lambda place: items[place].reference):
        places = tuple(group)
        for start in range(0, len(places), TOGETHER):
            some = places[start : start + TOGETHER]
            yield some, tuple(items[place] for place in some)


def _answered(system: System, task: _Task) -> _Done:
    places, items = task
    return places, answered(system, items)


def _flat(done: "Iterator[_Done]") -> Iterator[tuple[int, Answer]]:
    for places, answers in done:
        yield from zip(places, answers, strict=True)


def _killed(task: _Task) -> _Done:
    """The answers to items that ended their worker, and again when they were tried alone."""
    why = "the process that analysed it was killed twice. Most likely it needs more memory than there is."
    return task[0], [Answer(error=f"line {item.line}: {why}") for item in task[1]]


def _tell_killed(count: int) -> None:
    print(f"errata: A worker was killed, perhaps for want of memory; {count} references are tried again one by one.", file=sys.stderr)
