"""How fast Errata is on this machine: `python -m explorer.evaluation.speed`, or `make bench`.

Texts are generated, every sentence different, so that nothing is remembered from one measurement to the next. Each
figure is wall-clock seconds (or sentences a second) of one run after the models are loaded, unless it says otherwise.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
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
    while sum(map(len, (s.split() for s in sentences))) < words:
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
    paragraphs = [" ".join(sentences[i : i + 5]) for i in range(0, len(sentences), 5)]
    return "\n\n".join(paragraphs)


def measure() -> dict[str, float]:
    """All figures by name."""
    figures: dict[str, float] = {"help, seconds in a new process": _seconds(_help)}
    figures["models loaded, seconds"] = _seconds(lambda: _analyze(passage(60, 1), passage(20, 2)))
    figures.update(_parsing())
    figures.update(_analyses())
    return figures


def _help() -> None:
    subprocess.run([sys.executable, "-m", "explorer", "--help"], check=True, capture_output=True)


def _parsing() -> dict[str, float]:
    import torch

    from engines.core.text import Text
    from engines.models import registry

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    text = Text.of(passage(8000, 3))
    seconds = _seconds(lambda: registry.get("parser", "rules").parse(text))
    torch.set_num_threads(threads)
    return {"parser, sentences a second on one thread": len(text.sentences) / seconds}


def _analyses() -> dict[str, float]:
    from explorer.services.workspace import Workspace

    figures = {}
    with tempfile.TemporaryDirectory() as folder, Workspace(folder) as workspace:
        for name, reference, output in (
            ("500 + 60 words", passage(500, 4), passage(60, 5)),
            ("8,000 + 400 words", passage(8000, 6), passage(400, 7)),
        ):
            figures[f"{name}, first analysis, seconds"] = _seconds(partial(_analyze, reference, output, workspace))
            figures[f"{name}, the same again, seconds"] = _seconds(partial(_analyze, reference, output, workspace))
            changed = output.replace("crowns", "thalers", 1).replace("tonnes", "pounds", 1)
            figures[f"{name}, one word changed, seconds"] = _seconds(partial(_analyze, reference, changed, workspace))
    return figures


def _analyze(reference: str, output: str, workspace: Any = None) -> None:
    from explorer.services.analysis import analyze

    analyze(reference, output, workspace=workspace)


def _seconds(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def main() -> None:
    """Print the figures as a table, or as JSON with --json."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    figures = measure()
    if arguments.json:
        print(json.dumps(figures))
    else:
        for name, value in figures.items():
            print(f"{value:10.3f}  {name}")


if __name__ == "__main__":
    main()
