"""Files of rows taken into the data folder: whatever their kind, looked through once, and refused with words where they cannot be used."""

import gzip
import json
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.core.errors import ErrataError, FormatError, InputError
from explorer.batches.session import intake
from explorer.batches.session.columns import guessed
from explorer.batches.session.intake import ANSWERS, PAIRS, File
from explorer.services.workspace import Workspace

ROWS = [
    {"id": n, "article": f"The mill number {n} closed in 19{n:02}.", "summary": f"Mill {n} closed.", "model": "AB"[n % 2]} for n in range(6)
]


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace(tmp_path / "data") as workspace:
        yield workspace


def taken(workspace: Workspace, name: str, data: bytes) -> tuple[str, File]:
    upload = intake.begun(workspace)
    place = intake.place_for(workspace, upload, name)
    place.write_bytes(data)
    return upload, intake.taken_in(workspace, upload, place, name)


def lines(rows: list[Any]) -> bytes:
    return "\n".join(json.dumps(row) for row in rows).encode()


CSV = b"id,article,summary,model\r\n" + b"".join(
    f'{row["id"]},"{row["article"]}",{row["summary"]},{row["model"]}\r\n'.encode() for row in ROWS
)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("rows.jsonl", lines(ROWS)),
        ("rows.json", json.dumps(ROWS).encode()),
        ("rows.csv", CSV),
        ("rows.tsv", CSV.replace(b",", b"\t")),
        ("Rows.JSONL.GZ", gzip.compress(lines(ROWS))),
        ("rows.csv.gz", gzip.compress(CSV)),
    ],
)
def test_every_kind_of_file_gives_the_same_columns(workspace: Workspace, name: str, data: bytes) -> None:
    upload, file = taken(workspace, name, data)
    assert (file.kind, file.total, file.bad) == (PAIRS, 6, 0)
    by_name = {column.name: column for column in file.columns}
    assert by_name["model"].values == ("A", "B") and by_name["model"].groups and not by_name["article"].groups
    assert guessed(file.columns).reference == ("article",) and guessed(file.columns).output == "summary"
    again = list(intake.lines_of(workspace, upload))
    assert len(again) == 6 and isinstance(again[2][1], dict) and again[2][1]["summary"] == "Mill 2 closed."
    assert intake.file_of(workspace, upload) == file


def test_lines_that_cannot_be_read_are_counted_and_kept(workspace: Workspace) -> None:
    upload, file = taken(workspace, "rows.jsonl", b"{broken\n" + lines(ROWS[:2]))
    assert (file.total, file.bad) == (3, 1)
    line, why = next(intake.lines_of(workspace, upload))
    assert line == 1 and isinstance(why, str) and "not JSON" in why


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("rows.xlsx", b"x", "Save it as one of"),
        ("rows.jsonl", b"", "has no rows"),
        ("rows.jsonl", b"{broken\n{broken", "No row of rows.jsonl can be read"),
        ("rows.csv", b"", "empty"),
        ("rows.jsonl.gz", b"no gzip at all", "cannot be unpacked"),
        ("rows.csv", b"\xff\xfe\x00\x01", "cannot be read"),
    ],
)
def test_files_of_no_use_are_refused_with_what_to_do(workspace: Workspace, name: str, data: bytes, words: str) -> None:
    with pytest.raises(ErrataError, match=words):
        taken(workspace, name, data)


def test_a_small_file_that_unpacks_to_a_large_one_is_refused(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "LARGEST_INSIDE", 2**20)
    with pytest.raises(FormatError, match="unpacks to more than"):
        taken(workspace, "rows.jsonl.gz", gzip.compress(b" " * 2**21))


def test_too_many_rows_are_refused(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "MOST_ROWS", 4)
    with pytest.raises(FormatError, match="more than 4 rows"):
        taken(workspace, "rows.jsonl", lines(ROWS))


def test_what_errata_batch_wrote_is_known_as_answers(workspace: Workspace) -> None:
    answer = {"id": 1, "model": "A", "scores": {"scale": 0.5}, "errata": "00-00"}
    assert taken(workspace, "results.jsonl", lines([answer, {"id": 2, "error": "line 2: empty."}]))[1].kind == ANSWERS


def test_ragtruth_is_joined_with_its_references_and_labelled(workspace: Workspace) -> None:
    upload = intake.begun(workspace)
    response = {
        "id": "7",
        "source_id": "s1",
        "model": "Alder",
        "labels": [{"start": 11, "end": 15, "text": "1911", "label_type": "Evident Conflict"}],
    }
    source = {"source_id": "s1", "task_type": "QA", "source_info": "The mill closed in 1902."}
    intake.place_for(workspace, upload, "source_info.jsonl").write_bytes(lines([source]))
    place = intake.place_for(workspace, upload, "response.jsonl")
    place.write_bytes(
        lines([{**response, "response": "It was in  1911."}, {**response, "id": "8", "labels": [], "response": "It was in 1902."}])
    )
    file = intake.taken_in(workspace, upload, place, "response.jsonl")
    rows = [data for _, data in intake.lines_of(workspace, upload)]
    assert file.bad == 0 and isinstance(rows[0], dict) and isinstance(rows[1], dict)
    assert rows[0]["reference"] == "The mill closed in 1902." and (rows[0]["label"], rows[1]["label"]) == (0, 1)
    assert rows[0]["model"] == "Alder"


def test_places_are_checked_and_what_nobody_began_is_removed(workspace: Workspace) -> None:
    for id in ("../../etc", "abc", "0123456789ab0"):
        with pytest.raises(InputError):
            intake.folder_of(workspace, id)
    upload, _ = taken(workspace, "rows.jsonl", lines(ROWS))
    kept, _ = taken(workspace, "rows.jsonl", lines(ROWS))
    workspace.store.save_batch(kept, "kept", {"total": 6})
    for id in (upload, kept):
        before = time.time() - 2 * 86_400
        os.utime(intake.folder_of(workspace, id), (before, before))
    intake.begun(workspace)
    assert intake.folder_of(workspace, kept).is_dir() and not intake.folder_of(workspace, upload).exists()
    with pytest.raises(InputError, match="not here any more"):
        intake.file_of(workspace, upload)
