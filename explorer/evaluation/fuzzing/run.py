"""Texts made to break things, through the whole path: `python -m explorer.evaluation.fuzzing.run --count 50000`, or `make fuzz`.

Each pair of `explorer.adversarial` is analysed by one engine after another in turn; the analysis is held against its schema, revised
now and then, and written in every format. Told are the exceptions, by kind, and the slowest pairs beside the median of those about as
long. The same seed makes the same pairs: `--only NUMBER` runs one of them again.
"""

import argparse
import json
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from itertools import islice
from statistics import median
from typing import Any

from engines.core.errors import InputError
from engines.core.results import Analysis
from engines.core.text import Text
from engines.declaration.registry import names
from explorer.evaluation.fuzzing.adversarial import pair

THOROUGH_EVERY = 7
"""Every how many pairs the output is revised too, and a report made."""
_COUNTS = ("units", "supported", "deletions", "answered", "questions")
"""Scores that count; all others are shares."""
_SLOWEST = 20


@dataclass(frozen=True)
class Tried:
    """What came of one pair: CPU seconds, characters of both texts, the exception if there was one, and whether there were words."""

    number: int
    engine: str
    length: int
    seconds: float
    problem: str = ""
    trace: str = ""
    analysed: bool = True


def whole_path(reference: str, output: str, engine: str, thorough: bool = False) -> Analysis | None:
    """Analyse, hold the result against its schema, and write it in every format; None where there are no words to analyse.

    Args:
        thorough: revise the output too.

    Raises:
        AssertionError: what came of it breaks a promise.
        Exception: whatever failed on the way.
    """
    from explorer.services.analysis import analyze
    from explorer.services.revision import revise

    try:
        analysis = analyze(reference, output, engine=engine)
    except InputError:
        if all(Text.of(text).sentences for text in (reference, output)):
            raise
        return None
    _hold(analysis)
    if thorough and any(unit.probability is not None for unit in analysis.units):
        revision = revise(analysis)
        dumped(revision.to_json())
        analysis = Analysis.from_json({**analysis.to_json(), "edits": [edit.to_json() for edit in revision.edits]})
    _write(analysis)
    return analysis


def dumped(value: Any) -> bytes:
    """The value as it is written to a file."""
    from explorer.reading.rows import dumps

    return dumps(value).encode("utf-8")


def _hold(analysis: Analysis) -> None:
    """Hold an analysis against what it promises."""
    data = analysis.to_json()
    assert Analysis.from_json(json.loads(dumped(data))) == Analysis.from_json(data), "It does not come back as it was."
    for name, value in analysis.scores.items():
        assert name in _COUNTS or 0 <= value <= 1, f"The score {name} is {value}."
    for unit in analysis.units:
        assert unit.probability is not None and 0 <= unit.probability <= 1, f"The probability of {unit.id} is {unit.probability}."
    for document in (analysis.reference, analysis.output):
        edges = [edge for sentence in document.sentences for edge in sentence]
        assert edges == sorted(edges) and (not edges or 0 <= edges[0] <= edges[-1] <= len(document.text)), "The sentences overlap."


def _write(analysis: Analysis) -> None:
    """Write an analysis in every format."""
    from explorer.formats.exporting import foreign_text, json_text, jsonl_text
    from explorer.formats.foreign.ragtruth import ragtruth_sources
    from explorer.formats.foreign.registry import written
    from explorer.formats.sheets import csv_text

    for pieces in (csv_text([(analysis, {})]), json_text([(analysis, {})]), jsonl_text([(analysis, {})])):
        "".join(pieces).encode("utf-8")
    for shape in written():
        "".join(foreign_text([(analysis, {})], shape)).encode("utf-8")
    dumped(list(ragtruth_sources([analysis])))


def tried(seed: int, number: int, engines: Sequence[str] | None = None, longest: int | None = None) -> Tried:
    """Try the pair of this number with the engine whose turn it is, of all or of some; both texts cut after `longest` characters."""
    reference, output = (text[:longest] for text in pair(seed, number))
    chosen = engines or names()
    engine = chosen[number % len(chosen)]
    started = time.process_time()
    problem = trace = ""
    analysis = None
    try:
        analysis = whole_path(reference, output, engine, thorough=number % THOROUGH_EVERY == 0)
    except Exception as failure:
        cause = failure.__cause__ or failure
        trace = "".join(traceback.format_exception(cause))
        place = traceback.extract_tb(cause.__traceback__)[-1]
        problem = f"{type(cause).__name__}: {cause} ({place.filename.rpartition('/')[2]}:{place.lineno})"
    seconds = time.process_time() - started
    return Tried(number, engine, len(reference) + len(output), seconds, problem, trace, analysis is not None)


def slowest(results: Iterable[Tried], most: int = _SLOWEST) -> list[tuple[float, Tried]]:
    """Those that took longest against the median of the pairs of their engine about as long, with how many times as long they took.

    Those that are revised as well are held against each other: every edit is tried, which takes as long as an analysis. What has no words
    to analyse takes no time, and counts for nothing.
    """
    groups: dict[tuple[str, int, bool], list[Tried]] = defaultdict(list)
    for result in results:
        if result.analysed:
            groups[(result.engine, result.length.bit_length(), result.number % THOROUGH_EVERY == 0)].append(result)
    usual = {kind: max(median(result.seconds for result in group), 1e-3) for kind, group in groups.items()}
    found = [(one.seconds / usual[kind], one) for kind, group in groups.items() for one in group]
    return sorted(found, key=lambda item: -item[0])[:most]


def _ready() -> None:
    """One thread, and every model loaded, so that the first pairs take no longer than others."""
    import torch

    from explorer.evaluation.speed import passage

    torch.set_num_threads(1)
    for engine in names():
        whole_path(passage(40, 1), passage(20, 2), engine, thorough=True)


def _all(seed: int, numbers: range, engines: Sequence[str], workers: int, longest: int | None) -> Iterator[Tried]:
    if workers == 1:
        _ready()
        yield from (tried(seed, number, engines, longest) for number in numbers)
        return
    with ProcessPoolExecutor(workers, initializer=_ready) as pool:
        rest = iter(numbers)
        pending = [pool.submit(tried, seed, number, engines, longest) for number in islice(rest, 4 * workers)]
        while pending:
            yield pending.pop(0).result()
            pending += [pool.submit(tried, seed, number, engines, longest) for number in islice(rest, 1)]


def main() -> int:
    """Try pairs and print what came of them; 1 if anything failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="how many pairs (1000)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first (0)")
    parser.add_argument("--seed", type=int, default=0, help="another seed makes other pairs (0)")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="run this pair alone and print it")
    parser.add_argument("--engine", action="append", choices=names(), help="only this engine (all in turn)")
    parser.add_argument("--workers", type=int, default=1, help="processes, each with one thread of torch (1)")
    parser.add_argument("--longest", type=int, metavar="CHARACTERS", help="cut both texts after so many characters (as they are made)")
    parser.add_argument("--out", help="append every result to this file, a line of JSON each")
    options = parser.parse_args()
    engines = tuple(options.engine or names())
    if options.only is not None:
        print(*(ascii(text[: options.longest]) for text in pair(options.seed, options.only)), sep="\n")
        result = next(_all(options.seed, range(options.only, options.only + 1), engines, 1, options.longest))
        print(result.trace or f"{result.seconds:.2f} s")
        return int(bool(result.problem))
    numbers = range(options.first, options.first + options.count)
    results = []
    for result in _all(options.seed, numbers, engines, options.workers, options.longest):
        results.append(result)
        if result.problem:
            print(f"{result.number} {result.engine} {result.problem}", file=sys.stderr, flush=True)
        if options.out:
            with open(options.out, "a", encoding="utf-8") as stream:  # noqa: PTH123  (closed each time: a run may be stopped)
                stream.write(json.dumps(asdict(result)) + "\n")
    _tell(results)
    return int(any(result.problem for result in results))


def _tell(results: Sequence[Tried]) -> None:
    problems = Counter(result.problem for result in results if result.problem)
    counts = f"{len(results):,} pairs ({sum(r.analysed for r in results):,} with words to analyse), {sum(problems.values()):,} exceptions"
    print(f"{counts}, median {median(r.seconds for r in results):.3f} s of CPU")
    lengths = sorted(result.length for result in results)
    told = ", ".join(f"{share:.0%} {lengths[int(share * (len(lengths) - 1))]:,}" for share in (0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 1))
    print(f"characters of both texts: {told}")
    for problem, count in problems.most_common():
        print(f"{count:7,}  {problem}")
    print("slowest against the median of the pairs of their engine about as long:")
    for times, result in slowest(results):
        print(f"{times:7.1f} times  {result.seconds:7.2f} s  {result.length:6,} characters  {result.engine:8}  number {result.number}")


if __name__ == "__main__":
    sys.exit(main())
