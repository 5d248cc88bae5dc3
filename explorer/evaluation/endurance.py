"""Whether memory stays the same: `python -m explorer.evaluation.endurance --pairs 5000`, or `make endurance`.

One process analyses ever new pairs of texts with one engine after another in turn, or a server of its own is asked by several clients at
once (`--serve SECONDS`); the memory in use is told as it goes, as lines of JSON. The texts are generated, with names that were never seen
before, so that what is kept of words shows too.
"""

import argparse
import gc
import json
import os
import random
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engines.declaration.registry import names
from explorer.evaluation.serving import memory, served
from explorer.evaluation.speed import passage

REFERENCE, OUTPUT = 80, 25
"""Words of the texts."""
_LETTERS = "bdfglmnprstvz"


@dataclass(frozen=True)
class Mark:
    """The memory in use (MB, resident) after so many pairs and seconds; `failed` are pairs that ended in an error."""

    pairs: int
    seconds: float
    memory: float
    failed: int = 0


def pair(number: int) -> tuple[str, str]:
    """The reference and the output of this number, with words that no other has."""
    reference, output = passage(REFERENCE, 2 * number), passage(OUTPUT, 2 * number + 1)
    draw = random.Random(number)
    return _named_anew(reference, draw), _named_anew(output, draw)


def _named_anew(text: str, draw: random.Random) -> str:
    """The text with names that nobody bears in place of some words with a capital letter."""
    words = text.split(" ")
    for i in range(0, len(words), 3):
        made = "".join(draw.choice(_LETTERS) + draw.choice("aeiou") for _ in range(4))
        if words[i][:1].isupper() and words[i].isalpha():
            words[i] = made.capitalize()
    return " ".join(words)


def analysed(pairs: int, engines: Sequence[str], every: int) -> Iterator[Mark]:
    """Analyse so many pairs in this process; a mark after the first, and after `every` so many."""
    from explorer.services.analysis import analyze
    from explorer.services.workspace import Workspace

    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder, Workspace(folder) as workspace:
        for number in range(pairs):
            reference, output = pair(number)
            analyze(reference, output, engine=engines[number % len(engines)], workspace=workspace)
            if number == 0 or (number + 1) % every == 0:
                gc.collect()
                yield Mark(number + 1, time.perf_counter() - started, memory(os.getpid()))


def asked(seconds: float, engines: Sequence[str], clients: int, every: float, pause: float = 0.0) -> Iterator[Mark]:
    """Ask a server for so long, each client for pairs of its own, with `pause` seconds between an answer and the next question; a mark of
    the server's memory `every` so many seconds."""
    with served() as page:
        load = _Load(page.address, engines, pause)
        load.end = time.monotonic() + seconds
        threads = [threading.Thread(target=load.ask, args=(client, clients), daemon=True) for client in range(clients)]
        for thread in threads:
            thread.start()
        started = time.monotonic()
        while any(thread.is_alive() for thread in threads):
            until = time.monotonic() + every
            for thread in threads:
                thread.join(max(0.0, until - time.monotonic()))
            yield Mark(load.done, time.monotonic() - started, page.memory(), load.failed)


class _Load:
    """What clients ask of a server until `end`."""

    def __init__(self, address: str, engines: Sequence[str], pause: float = 0.0) -> None:
        self.address, self.engines, self.pause, self.end = address, engines, pause, 0.0
        self.done = self.failed = 0
        self._lock = threading.Lock()

    def ask(self, client: int, clients: int) -> None:
        """Ask for the pairs whose number leaves `client` when divided by `clients`, one after another."""
        import httpx

        number = client
        with httpx.Client(base_url=self.address, timeout=300, trust_env=False) as http:
            while time.monotonic() < self.end:
                reference, output = pair(number)
                data = [reference, output, self.engines[number // clients % len(self.engines)]]
                good = self._answered(http, data)
                with self._lock:
                    self.done += 1
                    self.failed += not good
                number += clients
                time.sleep(self.pause)

    def _answered(self, http: Any, data: Sequence[str]) -> bool:
        import httpx

        try:
            event = http.post("/gradio_api/call/analyze", json={"data": data}).json()["event_id"]
            told = http.get(f"/gradio_api/call/analyze/{event}").text
        except (httpx.HTTPError, KeyError, ValueError):
            return False
        return "event: complete" in told


def main() -> None:
    """Print the marks."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=int, default=1000, help="how many pairs in one process (1000)")
    parser.add_argument("--serve", type=float, metavar="SECONDS", help="ask a server for so long instead")
    parser.add_argument("--clients", type=int, default=8, help="how many ask the server at once (8)")
    parser.add_argument("--pause", type=float, default=0, help="seconds that each waits between an answer and its next question (0)")
    parser.add_argument("--every", type=float, default=50, help="pairs, or seconds of serving, between two lines (50)")
    parser.add_argument("--engine", action="append", choices=names(), help="only this engine (all)")
    parser.add_argument("--out", metavar="FILE", help="write the lines to a file too")
    options = parser.parse_args()
    engines = tuple(options.engine or names())
    marks = (
        analysed(options.pairs, engines, max(1, int(options.every)))
        if options.serve is None
        else asked(options.serve, engines, options.clients, options.every, options.pause)
    )
    for mark in marks:
        line = json.dumps(asdict(mark))
        print(line, flush=True)
        if options.out:
            with Path(options.out).open("a", encoding="utf-8") as stream:
                stream.write(line + "\n")


if __name__ == "__main__":
    main()
