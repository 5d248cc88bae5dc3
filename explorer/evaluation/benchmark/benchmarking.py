"""A benchmark from rows to figures: `from errata import benchmark`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engines.core.errors import FormatError, InputError
from explorer.evaluation.benchmark.labels.gold import Item
from explorer.evaluation.benchmark.labels.reading import References, items_of
from explorer.evaluation.benchmark.measuring import Plan, measure
from explorer.evaluation.benchmark.results import Benchmark
from explorer.evaluation.benchmark.systems.answering import VERIFIER, System
from explorer.evaluation.benchmark.systems.running import run
from explorer.formats.foreign.sources import Sources
from explorer.reading.columns import Columns
from explorer.reading.rows import BadRow, read_rows, table_rows


def benchmark(
    rows: Any,
    systems: Sequence[str | System | Callable[[str, str], Any]] = (VERIFIER,),
    *,
    columns: Columns | None = None,
    verifier: str = "compact",
    models: Mapping[str, str] | None = None,
    settings: Mapping[str, Any] | None = None,
    plan: Plan | None = None,
    out: str | None = None,
    workers: int = 1,
    references: str | None = None,
    supported: str | None = None,
) -> Benchmark:
    """How well systems agree with people, at every level that the labels allow.

    Args:
        rows: name of a file, a pandas data frame, a data set of Hugging Face, or a list of mappings.
        systems: engines, "verifier" for the verifier alone, functions of reference and output, or systems of any kind (`System`).
        columns: the table's own names for fields of ours, {"reference": "article", "output": "summary"}.
        verifier, models, settings: what the engines named run with.
        plan: which figures, and how they are made.
        out: a file of answers that the run adds to, and goes on from.
        workers: how many processes.
        references: a table of references that rows name by an id.
        supported: the label that means supported, where that is not 1.

    Raises:
        InputError: a system is not known, or two have one name.
        FormatError: no row can be used; the message says why the first cannot.
        UsageError: a file is not there.
        UnavailableError: a package or a model is not installed.
        StoreError: `out` holds something else, or cannot be written.
    """
    chosen = [_system(of, verifier, models or {}, settings or {}) for of in systems]
    if len({system.name for system in chosen}) < len(chosen):
        raise InputError("Two systems have one name: give each its own.")
    bad: list[BadRow] = []
    items = labelled(rows, bad, columns, references, supported)
    if not items:
        raise FormatError(f"No row can be used{f': {bad[0].reason}' if bad else '.'}")
    return measure(items, run(chosen, items, out, workers), plan)


def _system(of: Any, verifier: str, models: Mapping[str, str], settings: Mapping[str, Any]) -> System:
    """What is measured, as it was named."""
    if isinstance(of, System):
        return of
    if callable(of):
        return System(getattr(of, "__name__", type(of).__name__), function=of)
    return System(of, of, verifier, models, settings)


def labelled(
    rows: Any,
    bad: list[BadRow],
    columns: Columns | None = None,
    references: str | None = None,
    supported: str | None = None,
    limit: int | None = None,
) -> list[Item]:
    """The labelled outputs of a file or a table, from its first `limit` rows; rows that cannot be used are added to `bad`.

    Raises:
        UsageError, FormatError, UnavailableError: see `explorer.reading.rows.read_rows`.
    """
    from itertools import islice

    path = rows if isinstance(rows, str) else "-"
    found = read_rows(rows, columns) if isinstance(rows, str) else table_rows(rows, columns)
    return items_of(islice(found, limit), bad, Sources(path), References(references) if references else None, supported)
