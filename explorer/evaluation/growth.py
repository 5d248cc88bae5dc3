"""How time and memory grow with the texts: `python -m explorer.evaluation.growth`; `make growth` writes docs/growth.md and its plot.

Every engine reads generated texts with one thread: references of 100 to 100,000 words beside an output of 60, outputs of 10 to 2,000 words
beside a reference of 500, and runs of one thing repeated, the same as reference and output. Seconds are of the processor, so that they
say the same on a busy machine; memory is the most in use beyond what was before. Each engine has a process of its own, warmed up first.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from engines.declaration.registry import names
from explorer.evaluation.growth_plot import svg
from explorer.evaluation.speed import passage

REFERENCES = (100, 300, 1000, 3000, 10_000, 30_000, 100_000)
"""Words; beside an output of `OUTPUT` words."""
OUTPUTS = (10, 30, 100, 300, 1000, 2000)
"""Words; beside a reference of `REFERENCE` words."""
OUTPUT, REFERENCE = 60, 500
RUNS = ("9", "a", "9 ", "a ", "²", "(", "1, ", "and ", "he said ", "John Smith ", "אב ", "日本")
CHARACTERS = (1000, 2000, 4000)
"""Lengths of runs."""
_GROWING = 0.5
"""Seconds from which on the last step of a row counts as growth: below it most is the same for every text."""


@dataclass(frozen=True)
class Point:
    """One analysis: what grows, how long it is, CPU seconds, and MB of memory beyond what was in use before."""

    row: str
    size: int
    seconds: float
    memory: float


def measured(engine: str) -> Iterator[Point]:
    """Every point of one engine, in this process."""
    import torch

    from explorer.services.analysis import analyze

    torch.set_num_threads(1)
    for warming in (1, 2):
        analyze(passage(100, warming), passage(OUTPUT, warming + 2), engine=engine)
    for row, size, reference, output in _pairs():
        before, started = _most_memory(reset=True), time.process_time()
        analyze(reference, output, engine=engine)
        yield Point(row, size, time.process_time() - started, max(0.0, _most_memory() - before))


def _pairs() -> Iterator[tuple[str, int, str, str]]:
    for words in REFERENCES:
        yield "words of the reference", words, passage(words, 10 + words), passage(OUTPUT, 5)
    for words in OUTPUTS:
        yield "words of the output", words, passage(REFERENCE, 6), passage(words, 20 + words)
    for run in RUNS:
        for length in CHARACTERS:
            text = (run * length)[:length]
            yield f"characters of {run!r}", length, text + " The mayor left.", text + " The mayor stayed."


def _most_memory(reset: bool = False) -> float:
    """The most memory in use since the last reset, MB; since the beginning where the system cannot reset it."""
    status = Path("/proc/self/status")
    if reset and status.exists():
        Path("/proc/self/clear_refs").write_text("5", "ascii")
    if status.exists():
        line = next(line for line in status.read_text("ascii").splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024
    import psutil

    return float(psutil.Process().memory_info().rss) / 2**20


def exponent(first: Point, last: Point) -> float | None:
    """The power of its length with which the time of a text grows, between two points; None where the time is too short to tell."""
    if last.seconds < _GROWING or first.seconds <= 0:
        return None
    return math.log(last.seconds / first.seconds) / math.log(last.size / first.size)


def table(points: Mapping[str, Sequence[Point]]) -> str:
    """The points of each engine as Markdown: a table for each thing that grows, and how steep its last step is."""
    found = []
    for row in dict.fromkeys(point.row for of in points.values() for point in of):
        lines = {engine: [p for p in of if p.row == row] for engine, of in points.items()}
        sizes = sorted({p.size for of in lines.values() for p in of})
        found.append(f"\n### {row[0].upper()}{row[1:]}\n")
        found.append("| engine | " + " | ".join(f"{size:,}" for size in sizes) + " | power |")
        found.append("|---|" + "---:|" * (len(sizes) + 1))
        for engine, of in lines.items():
            told = {p.size: f"{p.seconds:.2f} s, {p.memory:.0f} MB" for p in of}
            cells = [told.get(size, "–") for size in sizes]
            power = exponent(of[-2], of[-1]) if len(of) > 1 else None
            found.append(f"| {engine} | " + " | ".join(cells) + f" | {'–' if power is None else f'{power:.1f}'} |")
    return "\n".join(found) + "\n"


def write(points: Mapping[str, Sequence[Point]], path: Path) -> None:
    """Write the tables as a page, and the plot into a file of the same name beside it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    plot = path.with_suffix(".svg")
    plot.write_text(svg(points), "utf-8")
    path.write_text(f"{_HEAD}\n![Time and memory against the length of the texts]({plot.name})\n{table(points)}", "utf-8")


_HEAD = """# How time and memory grow

`make growth` makes this page and its plot. Each engine named here read generated texts with one thread, in a process of its own that had
loaded its models: ever longer references beside an output of 60 words, ever longer outputs beside a reference of 500, and runs of one thing
repeated, the same in reference and output. Seconds are of the processor; memory is the most in use beyond what was in use before. The last
column is the power of the length with which the time of the last step grows: 1 is in proportion, 2 is with the square; a dash where the
time is too short to tell.
"""


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", action="append", choices=names(), help="only this engine (all)")
    parser.add_argument("--json", action="store_true", help="measure one engine in this process and print a line of JSON for each point")
    parser.add_argument("--out", metavar="FILE.md", help="write the tables to this file, and the plot beside it, instead of printing")
    options = parser.parse_args()
    engines = tuple(options.engine or names())
    if options.json:
        for point in measured(engines[0]):
            print(json.dumps(asdict(point)), flush=True)
        return
    points = {}
    for engine in engines:
        command = [sys.executable, "-m", __spec__.name, "--json", "--engine", engine]
        told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env={**os.environ, "OMP_NUM_THREADS": "1"}).stdout
        points[engine] = [Point(**json.loads(line)) for line in told.splitlines()]
    if options.out:
        write(points, Path(options.out))
    else:
        print(table(points))


if __name__ == "__main__":
    main()
