"""Many people at one page at once: `python -m explorer.evaluation.crowd --people 20 --seconds 600`, or `make crowd`.

A server of its own is asked as the page asks it in a browser: each person opens the page, presses Analyze with a pair of texts of their
own, and follows the run over Gradio's queue until it is drawn; then the next pair, now and then on a page loaded anew. Every pair has
names that stand in no other, so that a text of somebody else's in a person's boxes or analysis is found. (The history is common to all
who reach a page, and is left out.) Told are how long an analysis took, from the press of the button until it was drawn, what failed, and
the memory of the server, as lines of JSON.
"""

import argparse
import json
import math
import random
import re
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from engines.declaration.registry import DEFAULT, names
from explorer.evaluation.endurance import pair
from explorer.evaluation.serving import served

FIRST = 60.0
"""Seconds after which memory is expected to stay as it is."""
_LETTERS = "bcdfghjklm"
_OWN = re.compile(rf"zq[{_LETTERS}]{{8}}", re.IGNORECASE)
LOOKS = 3
"""Analyses after which a person loads the page anew."""
_SHARED = ("history", "filters")
"""Parts of the page that are the same for everybody."""


@dataclass(frozen=True)
class Mark:
    """What there was after so many seconds: analyses drawn since the last mark with the median and the 95th percentile of their seconds,
    how many failed and how many showed words of somebody else since the beginning, and the server's memory (MB)."""

    seconds: float
    analyses: int
    median: float
    p95: float
    failed: int
    mixed: int
    memory: float


@dataclass(frozen=True)
class Page:
    """What a browser learns of the page: which of its functions Analyze and its opening call, and which part each result is drawn in."""

    analyze: int
    load: int
    parts: Sequence[str]

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> "Page":
        """Read off the page's configuration."""
        elements = {part["id"]: str(part["props"].get("elem_id") or "") for part in config["components"]}
        calls = {(elements.get(target[0], ""), target[1]): call for call in config["dependencies"] for target in call["targets"]}
        analyze = calls["analyze", "click"]
        load = next(call for (_, event), call in calls.items() if event == "load")
        return cls(analyze["id"], load["id"], [elements.get(part, "") for part in analyze["outputs"]])


@dataclass
class Told:
    """What everybody's analyses came to; safe with several threads."""

    seconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    mixed: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, seconds: float, failure: str, mixed: bool) -> None:
        """One analysis more."""
        with self._lock:
            if failure:
                self.failures.append(failure)
            else:
                self.seconds.append(seconds)
            self.mixed += mixed


def own_pair(person: int, number: int) -> tuple[str, str, str]:
    """A reference, an output and the name that both have, which no other pair has."""
    reference, output = pair(1_000_000 * (person + 1) + number)
    name = "Zq" + "".join(_LETTERS[int(digit)] for digit in f"{person:03}{number:05}")
    return f"{name} met the council. {reference}", f"{output} {name} met the council in May.", name


def strange(words: str, name: str) -> bool:
    """Whether a text has a name of another pair."""
    return any(found.lower() != name.lower() for found in _OWN.findall(words))


class Person:
    """Somebody with the page open in a tab of their own."""

    def __init__(self, address: str, number: int, engines: Sequence[str], pause: float) -> None:
        self.address, self.number, self.engines, self.pause = address, number, engines, pause
        self._draw = random.Random(number)
        self._tab = f"crowd-{number}-{self._draw.getrandbits(64):x}"
        self._session = ""

    def stay(self, until: float, told: Told) -> None:
        """Ask for one analysis after another until that time of the monotonic clock."""
        import httpx

        with httpx.Client(base_url=self.address, timeout=300, trust_env=False) as http:
            number, page = 0, None
            while time.monotonic() < until:
                started = time.monotonic()
                try:
                    if page is None or number % LOOKS == 0:
                        page = self._opened(http)
                        started = time.monotonic()
                    failure, mixed = self._analysed(http, page, number)
                except (httpx.HTTPError, ValueError, KeyError) as problem:
                    failure, mixed = f"{type(problem).__name__}: {problem}", False
                told.add(time.monotonic() - started, failure, mixed)
                page, number = None if failure else page, number + 1
                time.sleep(self._draw.uniform(0.5, 1.5) * self.pause)

    def _opened(self, http: Any) -> Page:
        http.get("/").raise_for_status()
        page = Page.of(http.get("/config").json())
        self._session = f"{self._draw.getrandbits(48):012x}"
        asked = {"data": [json.dumps({"tab": self._tab})], "fn_index": page.load, "session_hash": self._session}
        http.post("/gradio_api/run/predict", json=asked).raise_for_status()
        return page

    def _analysed(self, http: Any, page: Page, number: int) -> tuple[str, bool]:
        """Why there was no analysis, "" where there was one; and whether it had words of somebody else."""
        reference, output, name = own_pair(self.number, number)
        chosen = {"tab": self._tab, "engine": self.engines[number % len(self.engines)], "verifier": "compact"}
        asked = {"data": [reference, output, json.dumps(chosen)], "fn_index": page.analyze, "session_hash": self._session}
        http.post("/gradio_api/queue/join", json=asked).raise_for_status()
        drawn = mixed = False
        with http.stream("GET", "/gradio_api/queue/data", params={"session_hash": self._session}) as answer:
            answer.raise_for_status()
            for message in _messages(answer.iter_lines()):
                for part, words in _parts(message, page):
                    mixed = mixed or strange(words, name)
                    drawn = drawn or (part == "review" and name.lower() in words.lower())
                if message["msg"] == "process_completed":
                    failure = "" if message["success"] else str(message["output"])[:200]
                    return failure or ("" if drawn else "The analysis was not drawn."), mixed
        return "The connection was closed.", mixed


def _messages(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    for line in lines:
        if line.startswith("data:"):
            yield json.loads(line[5:])


def _parts(message: Mapping[str, Any], page: Page) -> Iterator[tuple[str, str]]:
    """What a message draws, each with its part of the page; what all share is left out."""
    drawn = (message.get("output") or {}).get("data") or []
    for part, value in zip(page.parts, drawn, strict=False):
        if part not in _SHARED:
            yield part, json.dumps(value, ensure_ascii=False)


def gathered(people: int, seconds: float, engines: Sequence[str], every: float, pause: float) -> Iterator[Mark]:
    """So many people at a server for so long; a mark `every` so many seconds, and one over all of it at the end."""
    told = Told()
    with served() as page:
        until = time.monotonic() + seconds
        crowd = [Person(page.address, number, engines, pause) for number in range(people)]
        threads = [threading.Thread(target=person.stay, args=(until, told), daemon=True) for person in crowd]
        for thread in threads:
            thread.start()
        started, before = time.monotonic(), 0
        while any(thread.is_alive() for thread in threads):
            next_mark = time.monotonic() + every
            for thread in threads:
                thread.join(max(0.0, next_mark - time.monotonic()))
            since = told.seconds[before:]
            before += len(since)
            yield _mark(time.monotonic() - started, since, told, page.memory())
        yield _mark(time.monotonic() - started, list(told.seconds), told, page.memory())
    for failure in dict.fromkeys(told.failures):
        print(failure, file=sys.stderr)


def _mark(passed: float, seconds: Sequence[float], told: Told, memory: float) -> Mark:
    middle, late = (median(seconds), sorted(seconds)[math.ceil(0.95 * len(seconds)) - 1]) if seconds else (0.0, 0.0)
    return Mark(round(passed, 1), len(seconds), round(middle, 3), round(late, 3), len(told.failures), told.mixed, round(memory, 1))


def main() -> int:
    """Print the marks; 1 if anything failed or anybody saw another's text."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=20, help="how many there are at once (20)")
    parser.add_argument("--seconds", type=float, default=600, help="how long they stay (600)")
    parser.add_argument("--pause", type=float, default=0, help="seconds that each looks at a result, about (0)")
    parser.add_argument("--every", type=float, default=30, help="seconds between two lines (30)")
    parser.add_argument("--engine", action="append", choices=names(), help=f"ask these engines in turn ({DEFAULT})")
    parser.add_argument("--out", metavar="FILE", help="write the lines to a file too")
    options = parser.parse_args()
    mark = None
    for mark in gathered(options.people, options.seconds, options.engine or [DEFAULT], options.every, options.pause):
        line = json.dumps(asdict(mark))
        print(line, flush=True)
        if options.out:
            with Path(options.out).open("a", encoding="utf-8") as stream:
                stream.write(line + "\n")
    return int(mark is None or mark.failed > 0 or mark.mixed > 0)


if __name__ == "__main__":
    sys.exit(main())
