"""The store: what is saved is found again, whatever it contains and whoever else is writing."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from engines.core.errors import FormatError, InputError, StoreError
from engines.core.results import Analysis, Document, Engine, Unit
from sessions.listing.titles import LONGEST_TITLE, TITLE_LENGTH, title_of
from sessions.paths import DATABASE
from sessions.store import Store, UnchangingStore
from tests.strategies import analyses

ROOT = Path(__file__).parents[2]


def pair(id: str, output: str = "Ada Brekke left Norvik.", reference: str = "Ada Brekke left the harbour of Norvik.") -> Analysis:
    units = (
        Unit("q1", "qa", "Ada Brekke left.", probability=0.9, supported=True),
        Unit("q2", "qa", "Ada left Norvik.", probability=0.2, supported=False, error="intrinsic"),
        Unit("q3", "qa", "Not checked yet."),
    )
    return Analysis(
        id, "2026-03-04T05:06:07+00:00", Engine("qasem"), Document(reference, ()), Document(output, ()), {"mean": 0.1, "qasem": 0.5}, units
    )


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as opened:
        yield opened


@pytest.fixture(scope="module")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with Store(tmp_path_factory.mktemp("shared")) as opened:
        yield opened


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(analysis=analyses())
def test_any_analysis_comes_back_as_it_was(shared_store: Store, analysis: Analysis) -> None:
    shared_store.save(analysis, key="k" + analysis.id)
    assert shared_store.get(analysis.id) == analysis
    assert shared_store.find("k" + analysis.id) == analysis


def test_history_lists_newest_first_with_score_and_counts(store: Store) -> None:
    store.save(pair("a"))
    store.save(replace(pair("b"), created="2026-03-05T00:00:00+00:00"), title="A title", session="s")
    first, second = store.history()
    assert (first.id, first.title, first.session, first.score, first.supported, first.units) == ("b", "A title", "s", 0.5, 1, 2)
    assert second.title == "Ada Brekke left Norvik."
    assert [e.id for e in store.history(limit=1, offset=1)] == ["a"]
    assert store.count() == 2


def test_saving_the_same_id_again_replaces_it(store: Store) -> None:
    store.save(pair("a"))
    store.save(pair("a", output="Another town."))
    assert [e.title for e in store.history()] == ["Another town."]
    assert store.history("norvik") and not store.history("Ada Brekke left Norvik. nowhere")
    assert store.count("another") == 1
    assert store.problems() == []


@pytest.mark.parametrize("query", ["brekke", "BREK nor", "harbour", "Norvik.", "Zoë", "zoe", "東京", "100%", "a_b"])
def test_search_finds_words_and_their_beginnings(store: Store, query: str) -> None:
    store.save(replace(pair("other", "Nothing here.", "Nor there."), units=()))
    store.save(pair("wanted", "Ada Brekke, Zoë and 東京タワー grew 100% in a_b."))
    assert [e.id for e in store.history(query)] == ["wanted"]


@pytest.mark.parametrize("query", ['"', "'", "AND OR NOT (", "*", "a NEAR b", "\ud83d", "\0", "x" * 5000, "%", "_", "\\"])
def test_any_query_is_harmless(store: Store, query: str) -> None:
    store.save(pair("a"))
    store.history(query)
    assert store.count() == 1


def test_deleted_analyses_are_gone_until_restored_and_then_purged(store: Store) -> None:
    store.save(pair("a"), key="k")
    store.save(replace(pair("b", "Another output.", "Another reference."), units=()))
    store.annotate("a", "q1", 1, "right")
    assert store.delete("a") and not store.delete("a")
    assert store.find("k") is None and store.history("brekke") == []
    with pytest.raises(InputError, match="no analysis 'a'"):
        store.get("a")
    assert store.purge(timedelta(days=1)) == 0
    assert store.restore("a") and store.get("a").id == "a"
    store.delete("a")
    assert store.purge() == 1 and not store.restore("a")
    assert store.annotations("a") == {}
    for file in store.path.parent.iterdir():
        assert b"brekke" not in file.read_bytes().lower(), "the text of an erased analysis is still on the disk"


def test_annotations_and_drafts_are_kept(store: Store) -> None:
    store.save(pair("a"))
    store.annotate("a", "q1", -1, "wrong \ud800 place")
    store.annotate("a", "q1", 1, "changed my mind \ud800")
    store.annotate("a", "q2", 0, "a note")
    notes = store.annotations("a")
    assert (notes["q1"].vote, notes["q1"].note, notes["q2"].vote) == (1, "changed my mind \ud800", 0)
    store.annotate("a", "q2", 0, "")
    assert set(store.annotations("a")) == {"q1"}
    for wrong in (("a", "q1", 2, ""), ("a", "nowhere", 1, ""), ("b", "q1", 1, ""), ("a", "q1", 1, "x" * 20_000)):
        with pytest.raises(InputError):
            store.annotate(*wrong)
    store.save_draft("s", "reference \ud800", "output \0", engine="qasem")
    store.save_draft("s", "reference \ud800", "output \0 again", engine="qasem")
    draft = store.load_draft("s")
    assert draft is not None and (draft.reference, draft.output, draft.settings) == (
        "reference \ud800",
        "output \0 again",
        {"engine": "qasem"},
    )
    assert store.load_draft("another") is None


def test_large_texts_are_kept(store: Store) -> None:
    large = "wörd " * 2_000_000
    store.save(pair("a", reference=large))
    assert store.get("a").reference.text == large
    assert store.history("wörd")[0].id == "a"


def test_everything_is_owner_only(store: Store) -> None:
    store.save(pair("a"))
    assert store.path.parent.stat().st_mode & 0o077 == 0
    files = list(store.path.parent.iterdir())
    assert store.path in files and [file for file in files if file.stat().st_mode & 0o077] == []


def test_an_unchanging_store_finds_but_does_not_save(store: Store) -> None:
    store.save(pair("a"), key="k")
    with UnchangingStore(store.path.parent) as other:
        assert other.save(pair("b")) == "b"
        assert other.find("k") == pair("a")
        assert other.count() == 1


def test_a_newer_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.save(pair("a"))
    connection = sqlite3.connect(tmp_path / DATABASE)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    before = (tmp_path / DATABASE).read_bytes()
    with pytest.raises(StoreError, match="newer version"):
        Store(tmp_path)
    assert (tmp_path / DATABASE).read_bytes() == before


@pytest.mark.parametrize("content", [b"This is a diary, not a database. " * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_file_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    (tmp_path / DATABASE).write_bytes(content)
    with pytest.raises(StoreError, match=r"damaged.*move it away"):
        Store(tmp_path)
    assert (tmp_path / DATABASE).read_bytes() == content


def test_damage_inside_the_file_is_said_and_nothing_is_overwritten(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        for number in range(30):
            store.save(pair(str(number), reference="Norvik harbour. " * 500))
    data = bytearray((tmp_path / DATABASE).read_bytes())
    data[8192:-4096] = b"\x5a" * (len(data) - 12288)
    (tmp_path / DATABASE).write_bytes(data)
    with pytest.raises(StoreError, match="damaged"), Store(tmp_path) as store:
        store.history("harbour")
        list(store.every())


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / DATABASE)
    connection.execute("CREATE TABLE recipes (title TEXT)")
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match="another program"):
        Store(tmp_path)


def test_an_analysis_of_a_newer_schema_is_refused(store: Store) -> None:
    store.save(pair("a"))
    with store._database.writing() as tables:
        data = {**pair("a").to_json(), "schema": "errata/9"}
        tables.execute("UPDATE analyses SET data = ?", [json.dumps(data)])
    with pytest.raises(FormatError, match="Update Errata"):
        store.get("a")


def test_a_full_disk_is_said_and_nothing_is_half_saved(store: Store) -> None:
    store.save(pair("a"))
    with store._database.reading() as tables:
        pages = tables.execute("PRAGMA page_count").fetchone()[0]
        tables.execute(f"PRAGMA max_page_count = {pages + 2}").fetchone()
    with pytest.raises(StoreError, match="disk is full"):
        store.save(pair("b", reference="A long text. " * 50_000))
    assert [e.id for e in store.history()] == ["a"]
    assert store.problems() == []


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.history()


WRITER = """
import sys
from tests.sessions.test_store import pair
from sessions.store import Store
folder, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
with Store(folder) as store:
    print("ready", flush=True)
    for number in range(count):
        store.save(pair(f"{name}{number}", reference="Norvik harbour. " * 200))
        print(number, flush=True)
"""


def start_writer(folder: Path, name: str, count: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", textwrap.dedent(WRITER), str(folder), name, str(count)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def test_two_processes_write_at_once(tmp_path: Path) -> None:
    writers = [start_writer(tmp_path, name, 40) for name in "xy"]
    for writer in writers:
        writer.communicate(timeout=120)
        assert writer.returncode == 0
    with Store(tmp_path) as store:
        assert store.count("harbour") == 80
        assert store.problems() == []


def test_killed_in_mid_write_nothing_finished_is_lost(tmp_path: Path) -> None:
    writer = start_writer(tmp_path, "k", 100_000)
    assert writer.stdout is not None
    while not writer.stdout.readline().startswith("20"):
        pass
    time.sleep(0.02)
    os.kill(writer.pid, signal.SIGKILL)
    last = [line for line in writer.stdout.read().splitlines() if line.isdigit()]
    writer.wait()
    writer.stdout.close()
    finished = int(last[-1]) if last else 20
    with Store(tmp_path) as store:
        assert store.problems() == []
        assert store.count("harbour") >= finished + 1
        assert store.get(f"k{finished}").reference.text.startswith("Norvik")
        store.save(pair("after"))


def test_a_title_is_the_outputs_beginning_until_one_is_given(store: Store) -> None:
    assert title_of("The ferry sank.") == "The ferry sank."
    long = title_of("word " * 100)
    assert long.endswith("word …") and len(long) <= TITLE_LENGTH + 2
    id = store.save(pair("t"))
    assert store.title_given(id) is None
    assert store.rename(id, "  Two\nlines ") and store.title_given(id) == "Two lines"
    store.save(pair("t"))
    assert store.history()[0].title == "Two lines"
    assert store.rename(id, " ") and store.title_given(id) is None
    assert not store.rename("nowhere", "x")
    store.save(pair("long"), title="x\n" * 10_000)
    assert len(store.title_given("long") or "") <= LONGEST_TITLE
