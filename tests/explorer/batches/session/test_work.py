"""The run of a batch: rows are answered and kept one by one, a run that was stopped goes on, and answers of elsewhere are opened."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from explorer.batches.session import intake
from explorer.batches.session.columns import Columns
from explorer.batches.session.downloads import lines, written
from explorer.batches.session.trial import Timed, timed
from explorer.batches.session.work import Done, about_of, run
from explorer.services.workspace import Workspace
from sessions.batches.looking import FAILED, Look
from tests.explorer.running import Errata, write_rows
from tests.explorer.running import read_rows as rows_of

REFERENCE = "The port of Hallam Bay will retire its last diesel ferry in November. Parliament approved 41 million crowns in 2022."
ROWS: list[dict[str, Any]] = [
    {"key": "a", "text": REFERENCE, "answer": "The ferry will be retired in November.", "model": "Alder", "label": 1},
    {"key": "b", "text": REFERENCE, "answer": "The ferry will be retired in May.", "model": "Birch", "label": 0},
    {"key": "c", "text": REFERENCE, "answer": "", "model": "Birch", "label": 0},
    {
        "key": "d",
        "text": REFERENCE,
        "answer": "Parliament approved 41 million crowns.",
        "model": "Alder",
        "label": 1,
        "note": {"by": ["Ada"]},
    },
]
COLUMNS = Columns(("text",), "answer", "key", label="label", groups=("model",))
SCALE = {"engine": "scale", "verifier": "compact"}


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace(tmp_path / "data") as workspace:
        yield workspace


def began(workspace: Workspace, rows: list[Any], columns: Columns = COLUMNS, name: str = "rows.jsonl") -> str:
    id = intake.begun(workspace)
    place = intake.place_for(workspace, id, name)
    place.write_bytes("\n".join(json.dumps(row) for row in rows).encode())
    file = intake.taken_in(workspace, id, place, name)
    workspace.store.save_batch(id, "Ferries", about_of(file, columns, SCALE, 1))
    return id


def test_every_row_is_an_analysis_in_the_store_and_a_bad_row_is_told(workspace: Workspace) -> None:
    id = began(workspace, ROWS)
    done = [event for event in run(workspace, id) if isinstance(event, Done)]
    assert (done[-1].done, done[-1].total, done[-1].failed) == (4, 4, 1)
    rows = list(workspace.store.answers(id, carried=True))
    assert [row.id for row in rows] == ["a", "b", "c", "d"] and [row.label for row in rows] == [1, 0, 0, 1]
    assert [row.fields for row in rows][:2] == [{"model": "Alder", "label": "1"}, {"model": "Birch", "label": "0"}]
    assert "output is empty" in rows[2].error and rows[2].analysis is None
    analysis = workspace.store.get(str(rows[1].analysis))
    assert (
        analysis.output.text == ROWS[1]["answer"]
        and rows[1].errors == len(analysis.errors or ())
        and rows[1].score == analysis.scores["scale"]
    )
    found = workspace.store.batch_of(analysis.id)
    assert found is not None and (found[0].name, found[1].id) == ("Ferries", "b")
    assert rows[3].carried["note"] == {"by": ["Ada"]}


def test_a_run_that_was_stopped_goes_on_and_answers_nothing_twice(workspace: Workspace) -> None:
    id = began(workspace, ROWS)
    events = run(workspace, id)
    for event in events:
        if isinstance(event, Done) and event.done == 2:
            break
    events.close()  # type: ignore[attr-defined]
    before = {row.position: row.analysis for row in workspace.store.answers(id)}
    assert set(before) == {0, 1}
    last = [event for event in run(workspace, id) if isinstance(event, Done)][-1]
    after = {row.position: row.analysis for row in workspace.store.answers(id)}
    assert last.done == 4 and {place: after[place] for place in before} == before and len(after) == 4
    again = [event for event in run(workspace, id) if isinstance(event, Done)]
    assert len(again) == 1 and again[0].failed == 1  # the failed row alone is tried again


def test_what_is_downloaded_is_what_errata_batch_writes(workspace: Workspace, errata: Errata, tmp_path: Path) -> None:
    id = began(workspace, ROWS)
    list(run(workspace, id))
    ours = [json.loads(line) for line in lines(workspace, id)]
    rows, out = write_rows(tmp_path / "rows.jsonl", ROWS), tmp_path / "out.jsonl"
    errata(
        "batch", rows, "--out", out, "--engine", "scale", "--map", "reference=text,output=answer,id=key", "--data-dir", tmp_path / "other"
    )
    theirs = rows_of(out)
    assert [row["id"] for row in ours] == [row["id"] for row in theirs]
    for own, other in zip(ours, theirs, strict=True):
        assert (
            own.get("scores") == other.get("scores")
            and {**own, "analysis": 0, "error": 0}.keys() == {**other, "analysis": 0, "error": 0}.keys()
        )
    table = written(workspace, id, "csv").read().decode("utf-8-sig").splitlines()
    assert table[0].startswith("id,reference,output,") and "model" in table[0]


def test_answers_that_were_made_elsewhere_open_as_a_batch(workspace: Workspace, errata: Errata, tmp_path: Path) -> None:
    rows, out = write_rows(tmp_path / "rows.jsonl", ROWS), tmp_path / "out.jsonl"
    errata(
        "batch", rows, "--out", out, "--engine", "scale", "--map", "reference=text,output=answer,id=key", "--data-dir", tmp_path / "other"
    )
    id = began(workspace, [*rows_of(out), {"id": "e"}], Columns(label="label", groups=("model",)), "results.jsonl")
    last = [event for event in run(workspace, id) if isinstance(event, Done)][-1]
    found = {row.id: row for row in workspace.store.answers(id)}
    assert (last.done, last.failed) == (5, 2) and found["e"].error == "line 5: there is no answer in this row."
    assert workspace.store.get(str(found["b"].analysis)).output.text == ROWS[1]["answer"] and found["b"].label == 0
    assert workspace.store.count_answers(id, Look(shown=FAILED)) == 2


def test_scores_alone_are_opened_and_damaged_analyses_told(workspace: Workspace) -> None:
    rows = [
        {"id": 1, "scores": {"scale": 0.25, "support": 0.2}, "errata": "00-00"},
        {"id": 2, "scores": {}, "analysis": {"schema": "errata/2"}},
    ]
    id = began(workspace, rows, Columns(), "results.jsonl")
    list(run(workspace, id))
    first, second = workspace.store.answers(id)
    assert (first.score, first.support, first.analysis) == (0.25, 0.2, None) and not first.error
    assert "damaged" in second.error


def test_question_and_passages_are_kept_with_the_analysis(workspace: Workspace) -> None:
    row = {
        "query": "When was it built?",
        "contexts": ["The pier was built in 1911.", "It burnt down in 1950."],
        "answer": "The pier was built in 1911 [1].",
    }
    id = began(workspace, [row], Columns(("contexts",), "answer", question="query"))
    list(run(workspace, id))
    (answer,) = workspace.store.answers(id)
    analysis = workspace.store.get(str(answer.analysis))
    assert analysis.question == "When was it built?" and analysis.reference.text.startswith("[1] The pier")
    assert "built?" not in analysis.output.text and not analysis.errors


def test_rows_are_timed_before_the_start_and_nothing_is_kept(workspace: Workspace) -> None:
    id = began(workspace, ROWS)
    found = [event for event in timed(workspace, id, COLUMNS, SCALE) if isinstance(event, Timed)][-1]
    assert found.seconds is not None and found.seconds > 0 and found.total == 4 and "output is empty" in found.problem
    assert not list(workspace.store.answers(id)) and workspace.store.count() == 0
