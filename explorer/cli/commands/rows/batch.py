"""`errata batch`: many pairs, resumable; a bad row becomes an error row and never stops the run."""

import argparse
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

from engines.declaration.registry import DEFAULT
from explorer.cli.commands import options
from explorer.reading.columns import columns_of
from explorer.reading.pipes import read_again
from explorer.reading.rows import Row, check_file, check_output, read_rows
from explorer.reading.saving import check_table, is_saved_as_table
from explorer.reading.usage import DONE, FAILED, UsageError

if TYPE_CHECKING:
    from explorer.batches.plan import Reading
    from explorer.batches.workers import Workers

_STOPPING = ("SIGTERM", "SIGHUP")
"""Signals that ask a process to end, beside that of Ctrl+C; not every system has both."""


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "batch",
        "Analyse many pairs of a file.",
        "Reads  {id, reference, output}; whatever else a row has is carried through, and what has a name of ours under 'carried'.\n"
        "       A row without an id has that of its line. A list in 'reference' or 'passages' becomes numbered sources; a 'question' is\n"
        "       kept with the analysis, and not checked.\n"
        "Writes {id, scores, analysis}, or {id, error} for a row that cannot be analysed, in the order of the rows.\n"
        "With an OUT that ends in .csv or .parquet these stand in OUT.jsonl beside it; OUT is a table: a pair a row, a column a score.\n"
        "Files that end in .gz are compressed.\n\n"
        "Started again with the same OUT it goes on where it stopped: what was answered is skipped, what failed is tried again. An answer\n"
        "is known by its id, texts, engine, settings and models; where OUT has others, that is an error. Exit code 1 if a row failed.",
    )
    options.add_rows(parser, out_required=True)
    options.add_map(parser)
    options.add_engine(parser)
    options.add_preset(parser)
    options.add_verifier(parser, default=None)
    options.add_models(parser)
    options.add_settings(parser)
    parser.add_argument("--scores-only", action="store_true", help="write {id, scores} without the analysis: a small part of the size")
    parser.add_argument(
        "--update",
        action="store_true",
        help="take answers out of OUT that no row asks for, or that were made with another engine, other settings or models",
    )
    parser.add_argument("--shard", metavar="I/N", default="1/1", help="only the I-th of N equal parts of the rows, for N machines")
    parser.add_argument("--workers", metavar="N", type=options.whole_number(1), default=1, help="processes (default: 1)")
    parser.add_argument("--backend", choices=("loky", "dask"), default="loky", help="what runs the workers (default: loky, here)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of the Dask cluster, for example tcp://10.0.0.5:8786")
    options.add_cache(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Analyse the pairs."""
    args.engine = None if args.engine is None else [args.engine]
    options.apply_preset(args)
    engine, verifier = (args.engine or [DEFAULT])[0], args.verifier or "compact"
    check_file(args.rows)
    table, answers = _files(args.out)
    for path in {args.out, answers}:
        check_output(path, args.rows)
    if (args.backend == "dask") != bool(args.scheduler):
        raise UsageError("A Dask cluster is used with --backend dask and --scheduler ADDRESS, both.")
    settings, columns = options.settings(args.settings), columns_of(args.map or ())
    options.check_engine(engine)
    options.check_model("verifier", verifier)
    models = options.models(args.models, args.deep)
    from explorer.batches.batch import Job, run_batch
    from explorer.batches.passages import with_passages
    from explorer.batches.plan import Shard

    shard, workspace = Shard.read(args.shard), options.workspace(args)
    folder = str(workspace.settings_folder if args.no_cache else workspace.folder)
    job = Job(engine, verifier, settings, folder, models, not args.no_cache, not args.scores_only)
    with _ended_by_signals(), read_again(args.rows) as path:

        def read() -> Iterator[Any]:
            return map(with_passages, read_rows(path, columns))

        _tell(read, engine, verifier, models)
        with _workers(args) as workers:
            summary = run_batch(read, answers, job, workers, shard, args.update)
    if table:
        from explorer.batches.table import write_table

        write_table(answers, table)
    summary.report()
    return FAILED if summary.failed else DONE


def _files(out: str) -> tuple[str | None, str]:
    """The table to write in the end, if one is wanted, and the file of answers.

    Raises:
        UsageError: it can be neither.
    """
    lowered = out.lower()
    if out == "-":
        raise UsageError("--out must be a file: the run goes on from it when it is started again.")
    if lowered.endswith(".csv.gz"):
        raise UsageError("A table is written without compression: choose a name that ends in .csv, or in .jsonl.gz for compressed answers.")
    if not is_saved_as_table(out):
        return None, out
    check_table(out)
    return out, f"{out}.jsonl"


def _workers(args: argparse.Namespace) -> "Workers":
    if args.backend == "dask":
        from explorer.batches.cluster import Cluster

        return Cluster(args.scheduler)
    from explorer.batches.workers import Here, Processes

    return Here() if args.workers == 1 else Processes(args.workers, _tell_killed)


def _tell_killed(count: int) -> None:
    print(f"errata: A worker was killed, perhaps for want of memory; {count} pairs are tried again one by one.", file=sys.stderr)


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Within the block signals that ask this process to end do so as Ctrl+C does: workers are stopped, and what is done is kept."""

    before: dict[int, Any] = {}

    def end(number: int, _: object) -> NoReturn:
        for other in before:  # once is enough: what is stopped now is not to be stopped in that
            signal.signal(other, signal.SIG_IGN)
        print("errata: stopped; start it again to go on", file=sys.stderr)
        raise SystemExit(128 + number)

    for name in _STOPPING if threading.current_thread() is threading.main_thread() else ():
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:  # who has it ignored, with nohup, means it
            before[number] = signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _tell(read: "Reading", engine: str, verifier: str, models: dict[str, str]) -> None:
    """Say what language models would be asked, before it begins."""
    from explorer.model_choice.estimating import estimate, in_words

    pairs = (
        (row.optional("reference"), row.optional("output"))
        for row in read()
        if isinstance(row, Row) and all(isinstance(row.data.get(name), str) for name in ("reference", "output"))
    )
    for found in estimate(pairs, engine, verifier, models):
        print(f"errata: {in_words(found)}", file=sys.stderr)
