"""`errata batch`: many pairs, resumable; a bad row becomes an error row and never stops the run."""

import argparse
import sys

from engines.declaration.registry import DEFAULT
from explorer.cli.commands import options
from explorer.reading.rows import check_file, check_output
from explorer.reading.usage import DONE, FAILED, UsageError


def register(commands: "options.Commands[argparse.ArgumentParser]") -> None:
    """Add the command."""
    parser = options.command(
        commands,
        "batch",
        "Analyse many pairs of a file.",
        "Reads  {id, reference, output}; whatever else a row has is carried through.\n"
        "Writes {id, scores, analysis}, or {id, error} for a row that cannot be analysed.\n"
        "With an OUT that ends in .csv these stand in OUT.jsonl beside it, and OUT is a table with a pair a row and a column a score.\n"
        "Started again with the same OUT it goes on where it stopped: finished ids are skipped, failed ones are tried again.",
    )
    options.add_rows(parser, out_required=True)
    options.add_engine(parser)
    options.add_preset(parser)
    options.add_verifier(parser, default=None)
    options.add_models(parser)
    options.add_settings(parser)
    parser.add_argument("--workers", metavar="N", type=options.whole_number(1), default=1, help="processes (default: 1)")
    parser.add_argument("--backend", default="loky", help="joblib backend of the workers: loky, dask, ray … (default: loky)")
    options.add_cache(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Analyse the pairs."""
    args.engine = None if args.engine is None else [args.engine]
    options.apply_preset(args)
    engine, verifier = (args.engine or [DEFAULT])[0], args.verifier or "compact"
    check_file(args.rows)
    if args.out == "-":
        raise UsageError("--out must be a file: the run goes on from it when it is started again.")
    table = args.out if args.out.lower().endswith(".csv") else None
    answers = f"{args.out}.jsonl" if table else args.out
    for path in {args.out, answers}:
        check_output(path, args.rows)
    settings = options.settings(args.settings)
    options.check_engine(engine)
    options.check_model("verifier", verifier)
    models = options.models(args.models, args.deep)
    _tell(args.rows, engine, verifier, models)
    from explorer.batches.batch import Job, run_batch

    job = Job(engine, verifier, settings, None if args.no_cache else str(options.workspace(args).folder), models)
    summary = run_batch(args.rows, answers, job, args.workers, args.backend)
    if table:
        from explorer.batches.table import write_table

        write_table(answers, table)
    summary.report()
    return DONE if summary.analysed or summary.skipped or not summary.failed else FAILED


def _tell(path: str, engine: str, verifier: str, models: dict[str, str]) -> None:
    """Say what language models would be asked, before it begins; standard input can be read only once."""
    if path == "-":
        return
    from explorer.model_choice.estimating import estimate, in_words
    from explorer.reading.rows import Row, read_rows

    pairs = (
        (row.optional("reference"), row.optional("output"))
        for row in read_rows(path)
        if isinstance(row, Row) and all(isinstance(row.data.get(name), str) for name in ("reference", "output"))
    )
    for found in estimate(pairs, engine, verifier, models):
        print(f"errata: {in_words(found)}", file=sys.stderr)
