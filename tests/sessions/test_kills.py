"""Killed at any moment of analysing, annotating, revising, importing or restoring: what was acknowledged is there, and a file is there
whole or not at all.

ERRATA_KILLS sets how many times each is killed, for a longer run.
"""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sessions.restoring import restore
from sessions.store import Store
from tests.sessions.test_store import ROOT, pair

KILLS = int(os.environ.get("ERRATA_KILLS", "3"))
IN_A_FILE = 40

WORKER = """
import json, sys
from pathlib import Path
from sessions.annotations import Annotation
from sessions.joining.merging import Brought
from sessions.labelling.labels import Label
from sessions.restoring import restore
from sessions.store import Store
from tests.sessions.test_store import pair

folder, work, copy = sys.argv[1:4]

def things(round):
    for number in range(40):
        id = f"{round}-{number}"
        analysis = pair(id, reference="Norvik harbour. " * 100)
        yield Brought(analysis, annotations=(Annotation(id, "q1", 1, f"note {number}", "2026-01-01"),))

with Store(folder) as store:
    print("ready", flush=True)
    for round in range(100_000):
        if work == "import":
            merged = store.merge(things(round), f"file {round}")
            print(round, flush=True)
            if round % 3 == 2:
                store.undo_import(merged.number)
                print(f"undone {round}", flush=True)
        elif work == "annotate":
            store.annotate("a", "q1", 1, f"note {round}")
            store.save_draft("page", f"reference {round}", "output")
            store.label("a", Label(f"event-{round}", "Ada", "unit:q1", "note", f"note {round}"))
            print(round, flush=True)
        elif work == "analyse":
            store.save(pair(f"{round}", reference="Norvik harbour. " * 100), key=f"key {round}")
            print(round, flush=True)
        elif work == "revise":
            lists = dict.fromkeys(("edits", "comment", "notes", "past", "future", "scored"), [])
            store.save_revision("a", {**lists, "choices": [1] * (round % 50), "round": round})
            print(round, flush=True)
        else:
            restore(Path(copy), folder)
            print(round, flush=True)
"""


def killed(folder: Path, work: str, copy: Path, after: float) -> list[str]:
    """What a process that does the work had acknowledged when it was killed, so many seconds after it began."""
    command = [sys.executable, "-c", WORKER, str(folder), work, str(copy)]
    worker = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert worker.stdout is not None and worker.stdout.readline() == "ready\n"
    time.sleep(after)
    os.kill(worker.pid, signal.SIGKILL)
    said = worker.stdout.read().splitlines()
    worker.wait()
    worker.stdout.close()
    return said


@pytest.fixture
def moments() -> list[float]:
    """When to kill, in seconds: other ones in every run."""
    return [random.uniform(0.01, 0.7) for _ in range(KILLS)]


def sound(store: Store) -> None:
    assert store.integrity() == [] and store.structure() == [] and store.damaged() == []


@pytest.mark.thorough
def test_imports_are_there_whole_or_not_at_all(tmp_path: Path, moments: list[float]) -> None:
    for number, after in enumerate(moments):
        folder = tmp_path / str(number)
        said = killed(folder, "import", tmp_path, after)
        undone = {int(line.removeprefix("undone ")) for line in said if line.startswith("undone")}
        done = {int(line) for line in said if line.isdigit()}
        with Store(folder) as store:
            sound(store)
            found: dict[int, int] = {}
            for entry in store.history(limit=100_000):
                found[int(entry.id.partition("-")[0])] = found.get(int(entry.id.partition("-")[0]), 0) + 1
                assert store.annotations(entry.id)["q1"].vote == 1
            assert set(found.values()) <= {IN_A_FILE}, "a file is there in part"
            going = {max(done, default=-1), max(done, default=-1) + 1}  # its undoing, or the file after it, may just have been kept
            assert done - undone - going <= set(found) <= (done - undone) | going
            assert {int(each.name.split()[1]) for each in store.imports()} == set(found)


def test_votes_notes_and_drafts_that_were_acknowledged_are_there(tmp_path: Path, moments: list[float]) -> None:
    for number, after in enumerate(moments):
        folder = tmp_path / str(number)
        with Store(folder) as store:
            store.save(pair("a"))
        said = killed(folder, "annotate", tmp_path, after)
        with Store(folder) as store:
            sound(store)
            last = int(said[-1]) if said else -1
            kept = store.annotations("a").get("q1")
            assert (int(kept.note.split()[1]) if kept else -1) >= last
            assert len(store.labels("a")) > last
            draft = store.load_draft("page")
            assert (int(draft.reference.split()[1]) if draft else -1) >= last


def test_analyses_that_were_acknowledged_are_there_with_all_their_units(tmp_path: Path, moments: list[float]) -> None:
    for number, after in enumerate(moments):
        folder = tmp_path / str(number)
        said = killed(folder, "analyse", tmp_path, after)
        with Store(folder) as store:
            sound(store)
            kept = {int(analysis.id): len(analysis.units) for analysis in store.every()}
            assert set(kept.values()) <= {3} and {int(line) for line in said} <= set(kept)
            assert len(kept) - len(said) in (0, 1)
            assert all(store.find(f"key {line}") is not None for line in said)


@pytest.mark.thorough
def test_decisions_of_a_revision_that_were_acknowledged_are_there(tmp_path: Path, moments: list[float]) -> None:
    for number, after in enumerate(moments):
        folder = tmp_path / str(number)
        with Store(folder) as store:
            store.save(pair("a"))
        said = killed(folder, "revise", tmp_path, after)
        with Store(folder) as store:
            sound(store)
            kept = store.load_revision("a")
            assert (kept["round"] if kept else -1) >= (int(said[-1]) if said else -1)
            assert not kept or len(kept["choices"]) == kept["round"] % 50


@pytest.mark.thorough
def test_a_restore_is_done_or_was_never_begun(tmp_path: Path, moments: list[float]) -> None:
    with Store(tmp_path / "source") as store:
        for number in range(200):
            store.save(pair(f"copied {number}", reference="Norvik harbour. " * 200))
        store.back_up(tmp_path / "copy.db")
    for number, after in enumerate(moments):
        folder = tmp_path / str(number)
        with Store(folder) as store:
            for other in range(50):
                store.save(pair(f"mine {other}"))
        killed(folder, "restore", tmp_path / "copy.db", after / 4)
        with Store(folder) as store:
            sound(store)
            ids = {entry.id for entry in store.history(limit=1000)}
        mine, copied = {f"mine {n}" for n in range(50)}, {f"copied {n}" for n in range(200)}
        assert ids in (mine, copied)
        if ids == copied:
            first = min((folder / "backups").glob("*.db"), key=lambda path: path.stat().st_mtime_ns)
            restored = restore(first, folder)
            with Store(folder) as store:
                assert {entry.id for entry in store.history(limit=1000)} == mine and restored.before


def test_two_processes_import_and_annotate_in_one_folder(tmp_path: Path) -> None:
    script = """
import sys
from sessions.annotations import Annotation
from sessions.joining.merging import Brought
from sessions.store import Store
from tests.sessions.test_store import pair
folder, name = sys.argv[1:3]
with Store(folder) as store:
    for round in range(8):
        things = [Brought(pair(f"{name}{round}-{n}"), annotations=(Annotation("", "q1", 1, name, "2026-01-01"),)) for n in range(15)]
        shared = Brought(pair("shared"), annotations=(Annotation("shared", "q1", 1, f"{name} {round}", f"2026-01-{round + 1:02}"),))
        merged = store.merge([*things, shared], f"{name} {round}")
        store.annotate(f"{name}{round}-0", "q2", -1, "seen")
        if round % 4 == 3:
            store.undo_import(merged.number)
"""
    runs = [subprocess.Popen([sys.executable, "-c", script, str(tmp_path), name], cwd=ROOT) for name in "xy"]
    assert [run.wait(120) for run in runs] == [0, 0]
    with Store(tmp_path) as store:
        sound(store)
        # An undone import leaves the one analysis that was worked on since.
        assert store.count() == 2 * (6 * 15 + 2 * 1) + 1
        assert store.annotations("shared")["q1"].note.endswith(("6", "7"))
        assert len(store.imports()) == 12
