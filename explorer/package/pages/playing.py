"""Plays the examples of a page: its commands, and its Python; what they print takes the place of what the page shows.

A page is played in a folder of its own, which has the files of `docs/examples`, with a data folder of its own. Commands of one page build
on those before, and so does its Python. A command is only read, not run, where it says "# needs …" behind it: a network, a model, other
people's data; or where it never ends by itself. Ollama alone has somebody to stand in for it.
"""

import contextlib
import gzip
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from engines.core.machine import personal
from explorer.cli.main import command_parser, main
from explorer.package.pages.markdown import Block, blocks, replaced
from explorer.package.pages.standing_in import standing_in

EXAMPLES = Path(__file__).parents[3] / "docs" / "examples"
ADDRESS = "127.0.0.1:7860"
ID, EVENT = "5c1f0e2a77d4", "eb979f434f9a4ffcbb28b50b51936f2c"
"""What ids of analyses and of calls look like in the pages."""
WIDTH = 100
"""Columns of a terminal."""
INSTALLING = re.compile(r"(make|python3 -m venv|(\S*/python -m )?pip|\S*/python (app\.py|-m pytest)|apt-get|source)\b")
"""Commands that install, or are tested as they are."""
_ENDLESS = re.compile(r"errata serve\b|.*--backend dask")
_NEEDS = re.compile(r"\s+# needs (.+)$")
_SECONDS = re.compile(r"\b\d+(\.\d+)? s\b")


class Failed(AssertionError):
    """An example does not do what the page says."""


def needs(page: str) -> list[str]:
    """What the commands of a page need that are not run."""
    lines = [line for block in blocks(page) if block.kind == "console" for line in block.text.splitlines() if not _stands_in(line)]
    return [found[1] for line in lines if (found := _NEEDS.search(line))]


def _stands_in(line: str) -> bool:
    """Whether a command needs nothing but what has somebody to stand in for it."""
    return "errata " in line and line.endswith("# needs Ollama")


class Playground:
    """Where a page is played; `address` is that of a running server, for examples that ask one."""

    def __init__(self, folder: Path, address: str = "") -> None:
        self.folder, self.address = folder, address
        shutil.copytree(EXAMPLES, folder, dirs_exist_ok=True)
        (folder / "pairs.jsonl.gz").write_bytes(gzip.compress((folder / "pairs.jsonl").read_bytes()))
        self.names: dict[str, Any] = {"__name__": "__page__", **self._given()}
        self.run: list[str] = []
        """The commands and pieces of Python that were run."""

    def play(self, page: str) -> str:
        """The page as it is when its examples are run again.

        Raises:
            Failed: a command or a piece of Python fails.
        """
        changes: list[tuple[Block, str]] = []
        before: str | None = None
        with self._here():
            for block in blocks(page):
                printed, before = before, None
                if block.note.startswith("file: "):
                    (self.folder / block.note.removeprefix("file: ")).write_text(block.text, encoding="utf-8")
                elif block.kind == "console":
                    changes.append((block, self.console(block.text)))
                elif block.kind == "python":
                    before = self.python(block.text)
                elif block.kind == "text" and printed:
                    changes.append((block, printed))
        return replaced(page, changes)

    def console(self, text: str) -> str:
        """A transcript with what its commands print now; commands that show no output keep showing none."""
        lines: list[str] = []
        for command, shown in _commands(text):
            printed = self.command(command)
            lines += [f"$ {command}", *(printed.splitlines() if shown else ())]
        return "".join(f"{line}\n" for line in lines)

    def command(self, line: str) -> str:
        """What a command prints; several are joined by &&.

        Raises:
            Failed: it ends with another exit code than 0.
        """
        written, line = line, _NEEDS.sub("", line)
        ours = [shlex.split(part.split("  #")[0]) for part in line.split(" && ")]
        if not all(part and part[0] == "errata" for part in ours) or re.search(r"[|>;]", line):
            return "" if line != written or INSTALLING.match(line) else self._shell(written)
        if _ENDLESS.match(line) or (line != written and not _stands_in(written)):
            understood(line)
            return ""
        self.run.append(written)
        return _tidy("".join(self._errata(_without_workers([self._last() if word == ID else word for word in part[1:]])) for part in ours))

    def _shell(self, line: str) -> str:
        """What a command of the system prints."""
        self.run.append(line)
        if "curl" in line and not self.address:
            return EVENT
        asked = line.replace(ADDRESS, self.address).replace(EVENT, str(self.names.get("event")))
        done = subprocess.run(asked, shell=True, capture_output=True, text=True, timeout=120, check=False)
        if done.returncode:
            raise Failed(f"{line}\n{done.stdout}{done.stderr}")
        if found := re.search(r'"event_id":"(\w+)"', done.stdout):
            self.names["event"] = found[1]
        return done.stdout.replace(found[1], EVENT) if found else done.stdout

    def python(self, code: str) -> str | None:
        """What a piece of Python prints; None where it needs a server and there is none."""
        if ADDRESS in code and not self.address:
            return None
        self.run.append(code)
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(compile(code.replace(ADDRESS, self.address), "<example>", "exec"), self.names)
        except Exception as problem:
            raise Failed(f"{type(problem).__name__}: {problem}\nin\n{code}") from problem
        return _tidy(printed.getvalue())

    def _given(self) -> dict[str, Any]:
        """What examples may take for given: the texts of the example, and a table."""
        read: Callable[[str], str] = lambda name: (self.folder / name).read_text(encoding="utf-8").strip()  # noqa: E731
        given: dict[str, Any] = {"reference": read("article.txt"), "output": read("summary.txt")}
        with contextlib.suppress(ImportError):
            import pandas

            given["frame"] = pandas.read_csv(self.folder / "table.csv")
        return given

    @contextlib.contextmanager
    def _here(self) -> Iterator[None]:
        """In the folder, with its data and a terminal of a certain width."""
        data = self.folder / "data"
        own = {"ERRATA_DATA_DIR": str(data), "COLUMNS": str(WIDTH), "NO_COLOR": "1"}
        with contextlib.chdir(self.folder), patch.dict(os.environ, own), personal.within(data):
            data.mkdir(mode=0o700, exist_ok=True)
            (data / "servers.toml").write_text(f'[ollama]\nurl = "{standing_in()}"\n', encoding="utf-8")
            yield

    def _errata(self, arguments: list[str]) -> str:
        with tempfile.TemporaryFile("w+", encoding="utf-8") as printed:
            said = io.StringIO()
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(said):
                code = main(arguments)
                sys.stdout.flush()
            if code:
                raise Failed(f"errata {shlex.join(arguments)} ended with {code}: {said.getvalue()}")
            printed.seek(0)
            return printed.read()

    def _last(self) -> str:
        """The id of an analysis that is in the history."""
        from explorer.services.workspace import Workspace

        with Workspace() as workspace:
            return next(workspace.store.every()).id


def understood(line: str) -> None:
    """Whether the commands of ours in a line can be read.

    Raises:
        SystemExit: one cannot.
    """
    for part in _NEEDS.sub("", line).split(" && "):
        if part.startswith("errata "):
            command_parser().parse_args(shlex.split(part.split("  #")[0])[1:])


def same(shown: str, printed: str, near: float = 0.06) -> bool:
    """Whether two texts are the same but for fractions that are nearly so: processors differ in the last digits."""
    number = re.compile(r"-?\d+\.\d+")
    if number.sub("0", shown) != number.sub("0", printed):
        return False
    return all(abs(float(a) - float(b)) <= near for a, b in zip(number.findall(shown), number.findall(printed), strict=True))


def _commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a transcript, each with the lines that it prints."""
    command, shown = "", list[str]()
    for line in text.splitlines():
        if line.startswith("$ "):
            if command:
                yield command, shown
            command, shown = line[2:], []
        else:
            shown.append(line)
    if command:
        yield command, shown


def _without_workers(arguments: list[str]) -> list[str]:
    """The same in this process: how rows are shared out is tested elsewhere."""
    if "--workers" not in arguments:
        return arguments
    at = arguments.index("--workers")
    return arguments[:at] + arguments[at + 2 :]


def _tidy(printed: str) -> str:
    """Without what is different every time: seconds and ids; and without spaces at the ends of lines."""
    text = "".join(f"{line.rstrip()}\n" for line in printed.splitlines())
    return re.sub(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12}\b", ID, _SECONDS.sub("0.5 s", text))
