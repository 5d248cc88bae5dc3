"""How fast Errata is on this machine: `python -m explorer.evaluation.speed`, or `make bench`.

Texts are generated, every sentence different, so that nothing is remembered from one measurement to the next. Each figure is the
median of several runs, after the models are loaded unless it says otherwise: seconds by the clock, seconds of processor (all threads
and processes of the run), and the clock divided by that of a pinned computation on the same machine at the same time, so that
figures of different machines, or of one machine on different days, can be compared.
"""

import argparse
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

_PEOPLE = ("Ilse Varga", "Tomas Reyle", "Anneke Holt", "Mirel Doss", "Jonas Abry", "Petra Lunn", "Oskar Vey", "Dina Marsh")
_GROUPS = ("the port authority", "the seafarers' union", "the museum trust", "the city council", "a research institute", "the school board")
_PLACES = ("Hallam Bay", "Saint Orrin", "Brekke", "Dunmore", "Grey Point", "Lower Aske", "Tarrow", "Quellin")
_THINGS = (
    "a ferry",
    "the old bridge",
    "a battery plant",
    "two trams",
    "the harbour wall",
    "a weather station",
    "the library",
    "a water pump",
)
_VERBS = ("repaired", "bought", "inspected", "sold", "rebuilt", "opened", "closed", "photographed", "measured", "insured")
_REASONS = (
    "because the cable had failed",
    "after a storm damaged the quay",
    "although the budget was small",
    "while the ministry was waiting",
)


def passage(words: int, seed: int) -> str:
    """Varied English of about `words` words in paragraphs of five sentences; the same seed gives the same text."""
    draw = random.Random(seed)
    sentences: list[str] = []
    written = 0
    while written < words:
        who, other = draw.sample(_PEOPLE, 2)
        year, count = draw.randint(1950, 2024), draw.randint(3, 9999)
        group, place, thing, verb = draw.choice(_GROUPS), draw.choice(_PLACES), draw.choice(_THINGS), draw.choice(_VERBS)
        sentences.append(
            draw.choice(
                (
                    f"{who} {verb} {thing} in {place} in {year} {draw.choice(_REASONS)}.",
                    f"In {year}, {group} told {who} that {thing} would cost {count} crowns and that {other} had already {verb} it.",
                    f"{who}, who was born in {place} in {year}, said {group} {verb} {thing} for {count} visitors.",
                    f"{group[0].upper()}{group[1:]} {verb} {thing} near {place}, but {other} questioned the figure of {count} tonnes.",
                )
            )
        )
        written += len(sentences[-1].split())
    paragraphs = [" ".join(sentences[i : i + 5]) for i in range(0, len(sentences), 5)]
    return "\n\n".join(paragraphs)


@dataclass(frozen=True)
class Figure:
    """One measurement: medians over its runs.

    Attributes:
        clock, processor: seconds by the clock, and of processor over all threads and child processes.
        ratio: `clock` divided by the clock of `reference_computation`.
        rate: things done a second, where the measurement counts some.
    """

    name: str
    runs: int
    clock: float
    processor: float
    ratio: float
    rate: float | None = None


def reference_computation() -> None:
    """A fixed piece of work of the same kind as ours, some interpreter and some small matrix products, about half a second of one core."""
    import numpy as np

    numbers = np.linspace(-1, 1, 384 * 384, dtype=np.float32).reshape(384, 384)
    for _ in range(40):
        numbers = np.tanh(numbers @ numbers.T / 384)
    words: dict[str, int] = {}
    for number in range(400_000):
        key = f"w{number * 7919 % 10_007}"
        words[key] = words.get(key, 0) + len(key)


def figures(runs: int = 5) -> Iterator[Figure]:
    """Every measurement, as it is finished.

    Args:
        runs: how often each is repeated; with other texts each time where a text counts as new.
    """
    pinned = _timed(lambda run: reference_computation(), runs)
    yield _figure("reference computation", pinned, pinned)
    for name, work in _processes():
        yield _figure(name, _timed(work, max(1, runs // 2)), pinned)
    _analyze(passage(60, 1), passage(20, 2))
    yield from _parsing(runs, pinned)
    yield _figure("12 QAs on 700 words, reference new", _timed(_verify, runs), pinned)
    yield from _analyses(runs, pinned)


def memory() -> dict[str, float]:
    """Megabytes of this process: resident now, and at most so far (where the system tells)."""
    import psutil

    now = psutil.Process().memory_info().rss / 1e6
    try:
        import resource
    except ImportError:
        return {"resident": now}
    unit = 1e6 if sys.platform == "darwin" else 1e3
    return {"resident": now, "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit}


def _processes() -> Iterator[tuple[str, Callable[[int], object]]]:
    """Work that a new process does: the command line, and the start of the page."""
    with tempfile.TemporaryDirectory() as folder:
        reference, output = Path(folder, "reference.txt"), Path(folder, "output.txt")
        reference.write_text(passage(500, 8), "utf-8")
        output.write_text(passage(60, 9), "utf-8")
        command = ["analyze", "--reference", str(reference), "--output", str(output), "--json"]
        yield "help, new process", lambda run: _command("--help")
        yield "analyze 500 + 60 words, new process and folder", lambda run: _command(*command, "--data-dir", str(Path(folder, f"new{run}")))
        again = str(Path(folder, "again"))
        _command(*command, "--data-dir", again)
        yield "the same again, new process", lambda run: _command(*command, "--data-dir", again)
        yield "page answers, new process", lambda run: _serve(again)


def _command(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "explorer", *arguments], check=True, capture_output=True)


def _serve(folder: str) -> None:
    import httpx

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "explorer", "serve", "--no-browser", "--port", str(port), "--data-dir", folder]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            for _ in range(1200):
                try:
                    if httpx.get(f"http://127.0.0.1:{port}/").status_code == 200:
                        return
                except httpx.TransportError:
                    time.sleep(0.05)
            raise RuntimeError("The page did not answer within a minute.")
        finally:
            server.kill()  # at once: how long it takes to end in order is not what is asked
            server.wait(20)


def _parsing(runs: int, pinned: "_Times") -> Iterator[Figure]:
    from engines.core.text import Text
    from engines.models import registry

    texts = [Text.of(passage(4000, 30 + run)) for run in range(runs)]
    times = _timed(lambda run: registry.get("parser", "rules").parse(texts[run]), runs)
    yield _figure("parser, 4,000 words", times, pinned, statistics.mean(len(text.sentences) for text in texts))


def _verify(run: int) -> None:
    from engines.core.roles import Hypothesis
    from engines.core.text import Text
    from engines.models import registry

    reference, sentence = Text.of(passage(700, 50 + run)), "Ilse Varga repaired a ferry in Brekke in 1984."
    asked = [
        ("Who repaired something?", "Ilse Varga"),
        ("What did someone repair?", "a ferry"),
        ("Where did someone repair something?", "Brekke"),
    ]
    questions = [
        Hypothesis(f"{question} {answer}", question=question, answer=answer, sentence=f"{sentence[:-1]} and {word}.")
        for word in ("left", "stayed", "slept", "sang")
        for question, answer in asked
    ]
    registry.get("verifier", "compact").verify(reference, questions)


def _analyses(runs: int, pinned: "_Times") -> Iterator[Figure]:
    from explorer.services.workspace import Workspace

    with tempfile.TemporaryDirectory() as folder, Workspace(folder) as workspace:
        for number, (words, length) in enumerate(((500, 60), (8000, 400))):
            count = runs if words < 1000 else max(1, runs // 2)
            pairs = [(passage(words, 100 + 40 * number + run), passage(length, 120 + 40 * number + run)) for run in range(count)]
            changed = [output.replace("crowns", "thalers", 1).replace("tonnes", "pounds", 1) for _, output in pairs]
            name = f"{words:,} + {length} words"
            for what, outputs in (("first", [o for _, o in pairs]), ("again", [o for _, o in pairs]), ("one word changed", changed)):
                times = _timed(partial(_analyze_one, pairs, outputs, workspace), count)
                yield _figure(f"{name}, {what}", times, pinned)


def _analyze_one(pairs: list[tuple[str, str]], outputs: list[str], workspace: Any, run: int) -> None:
    _analyze(pairs[run][0], outputs[run], workspace)


def _analyze(reference: str, output: str, workspace: Any = None) -> None:
    from explorer.services.analysis import analyze

    analyze(reference, output, workspace=workspace)


_Times = list[tuple[float, float]]


def _timed(work: Callable[[int], object], runs: int) -> _Times:
    """(clock, processor) seconds of each run; `work` is told its number."""
    times = []
    for run in range(runs):
        clock, processor = time.perf_counter(), _processor()
        work(run)
        times.append((time.perf_counter() - clock, _processor() - processor))
    return times


def _processor() -> float:
    spent = os.times()
    return spent.user + spent.system + spent.children_user + spent.children_system


def _figure(name: str, times: _Times, pinned: _Times, things: float | None = None) -> Figure:
    clock, processor = (statistics.median(column) for column in zip(*times, strict=True))
    rate = None if things is None else things / clock
    return Figure(name, len(times), clock, processor, clock / statistics.median(seconds for seconds, _ in pinned), rate)


def main() -> None:
    """Print the figures as a table, or as JSON lines with --json."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON lines instead of a table")
    parser.add_argument("--runs", type=int, default=5, help="how often each measurement is repeated (default: 5)")
    arguments = parser.parse_args()
    if not arguments.json:
        print(f"{'clock s':>9} {'proc. s':>9} {'ratio':>7} {'a second':>9}  median of runs")
    for figure in figures(max(1, arguments.runs)):
        if arguments.json:
            print(json.dumps(asdict(figure)), flush=True)
        else:
            rate = "" if figure.rate is None else f"{figure.rate:.0f}"
            print(f"{figure.clock:9.3f} {figure.processor:9.3f} {figure.ratio:7.2f} {rate:>9}  {figure.name} ({figure.runs})", flush=True)
    print(json.dumps({"memory, MB": memory()}) if arguments.json else ", ".join(f"{k} {v:.0f} MB" for k, v in memory().items()))


if __name__ == "__main__":
    main()
