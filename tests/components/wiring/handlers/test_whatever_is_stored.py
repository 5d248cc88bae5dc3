"""Nothing that is stored keeps the page from opening: each such thing is shown as damaged, and can be removed."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from components.wiring.handlers.events import VIEWING, Events
from components.wiring.handlers.view import Parts
from explorer.services.workspace import Workspace
from sessions.store import Store
from tests.components import samples
from tests.components.reading import parsed
from tests.engines.models.test_ids import NOBODY

PARTS: Any = SimpleNamespace(**{name: name for name in Parts.__dataclass_fields__})


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace(tmp_path / "data") as opened:
        opened.store.save(samples.analysis())
        opened.store.save(samples.analysis(id="b" * 12))
        yield opened


def opened(workspace: Workspace, **named: str) -> dict[str, Any]:
    """What is drawn when the page is opened at `?a=` or `?c=`."""
    request: Any = SimpleNamespace(query_params=named)
    return Events(workspace, PARTS).load(request)


def change(workspace: Workspace, sql: str, *values: object) -> None:
    with workspace.store._database.writing() as tables:
        tables.execute(sql, values)


def test_a_sound_page_says_nothing_of_damage(workspace: Workspace) -> None:
    drawing = opened(workspace, a=samples.analysis().id)
    assert "amaged" not in json.dumps({part: str(value) for part, value in drawing.items()})
    assert len(parsed(drawing["history"]).all("open")) == 2 and 'data-unit="q4"' in drawing["review"]


@pytest.mark.parametrize(
    "created", ["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00+14:00", "", "soon", "2026-13-45", 7, b"\xff", "9" * 5000]
)
def test_a_time_that_no_calendar_holds_is_left_unsaid(workspace: Workspace, created: object) -> None:
    change(workspace, "UPDATE analyses SET created = ? WHERE id = ?", created, "b" * 12)
    assert len(parsed(opened(workspace)["history"]).all("open")) == 2


@pytest.mark.parametrize("data", ["{", "{}", "[]", b"\xff", '{"schema": "errata/2"}'])
def test_a_damaged_analysis_is_said_marked_and_can_be_deleted(workspace: Workspace, data: object) -> None:
    change(workspace, "UPDATE analyses SET data = ? WHERE id = ?", data, "b" * 12)
    assert "damaged" in opened(workspace, a="b" * 12)["status"]
    drawing = opened(workspace)
    root = parsed(drawing["history"])
    assert len([entry for entry in root.all("open") if "damaged" in entry.text]) == 1
    assert {"b" * 12, samples.analysis().id} <= {button.attributes["data-delete"] for button in root.all("del")}
    handlers = Events(workspace, PARTS).history
    assert "Undo" in handlers.remove({"id": "b" * 12, "title": "x"})["gone"]
    assert "amaged" not in opened(workspace)["history"]


def test_values_that_cannot_be_drawn_are_said_and_marked(workspace: Workspace) -> None:
    change(workspace, "UPDATE analyses SET data = json_set(data, '$.timings.total', 'x', '$.units[0].question', 7) WHERE id = ?", "b" * 12)
    change(workspace, "UPDATE analyses SET data = json_set(data, '$.warnings', json('[[]]'), '$.lss', 3) WHERE id = ?", "b" * 12)
    opened(workspace, a="b" * 12, c=f"{'b' * 12},{samples.analysis().id}")
    assert 'data-unit="q4"' in opened(workspace, a=samples.analysis().id)["review"]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=5,
    ),
    field=st.sampled_from(["engine", "verifier", "engines", "verifiers", "settings", "models", "analysed", "preset", "threshold"]),
)
def test_any_choice_that_was_kept_lets_the_page_open(workspace: Workspace, field: str, value: object) -> None:
    for session in ("page", "models"):
        workspace.store.save_draft(session, "r", "o", **{field: value})
    drawing = opened(workspace)
    assert len(parsed(drawing["history"]).all("open")) == 2 and drawing["reference"] == "r"


@pytest.mark.parametrize("data", ["{", "[]", '{"reference": 1, "output": [], "settings": {}}', b"\xff\xfe"])
def test_a_damaged_draft_is_shown_and_removed_and_typing_goes_on(workspace: Workspace, data: object) -> None:
    workspace.store.save_draft("page", "r", "o")
    workspace.store.save_draft("models", "", "", models={})
    change(workspace, "UPDATE drafts SET data = ?", data)
    drawing = opened(workspace)
    buttons = [button for button in parsed(drawing["history"]).all(tag="button") if "data-discard" in button.attributes]
    assert len(buttons) == 2 and "reference" not in drawing and "damaged" in drawing["status"]
    from components.wiring.autosave import saved

    saved(workspace, json.dumps({"kind": "draft", "data": {"reference": "new", "output": "text"}}).encode())
    assert opened(workspace)["reference"] == "new"
    events = Events(workspace, PARTS)
    for thing in workspace.store.damaged():
        events.history.remove({"kind": thing.kind, "id": thing.id})
    assert "data-discard" not in opened(workspace)["history"]


def test_damaged_notes_revisions_and_calibrations_leave_their_analysis_to_be_read(workspace: Workspace) -> None:
    id = samples.analysis().id
    for unit in ("q1", "q2"):
        workspace.store.annotate(id, unit, 1, f"note on {unit}")
    workspace.store.save_revision(id, {"edits": 3})
    workspace.store.save_calibration("qasem", "compact@1", {"calibration": 7})
    change(workspace, "UPDATE annotations SET note = '{' WHERE unit = 'q1'")
    drawing = opened(workspace, a=id)
    assert "note on q2" in drawing["review"] and drawing["history"].count("data-discard") == 3


@pytest.mark.parametrize("id", NOBODY)
def test_a_model_that_cannot_be_named_is_said_and_not_kept(workspace: Workspace, id: str) -> None:
    events = Events(workspace, PARTS)
    drawing = events.models.chose({"models": {"verifier": id, "writer": "causal:invented/model"}, "engine": "acueval"})
    assert "is not kept" in drawing["model_states"]
    kept = workspace.store.load_draft("models")
    assert kept and kept.settings == {"models": {"writer": "causal:invented/model"}}
    workspace.store.save_draft("models", "", "", models={"verifier": id, "reader": "squad:x"})  # as earlier versions kept it
    drawing = opened(workspace)
    assert len(parsed(drawing["history"]).all("open")) == 2 and "bad" in drawing["model_states"]


def test_odd_things_in_the_folder_of_models_are_shown_and_taken_out(workspace: Workspace) -> None:
    models = workspace.folder / "models"
    (models / "t5").mkdir(parents=True)
    (models / "t5" / "config.json").write_text('{"architectures": ["T5ForConditionalGeneration"]}')
    (models / "deep").mkdir()
    (models / "deep" / "config.json").write_bytes(b"[" * 10**5)
    drawing = opened(workspace)
    assert drawing["models"].count("data-aside") == 2 and len(parsed(drawing["history"]).all("open")) == 2
    events = Events(workspace, PARTS)
    for name in ("t5", "deep"):
        drawing = events.models.unload({"id": str(models / name), "aside": True})
    assert "data-aside" not in drawing["models"] and "models-removed" in drawing["model_states"]


@pytest.mark.parametrize("content", [b"[" * 100_000, b"\xff", b"default = 3", b"[lab]\nurl = 7"])
def test_settings_of_servers_that_cannot_be_read_are_said(workspace: Workspace, content: bytes) -> None:
    (workspace.folder / "servers.toml").write_bytes(content)
    drawing = opened(workspace)
    assert "servers.toml" in drawing["models"] and len(parsed(drawing["history"]).all("open")) == 2


@pytest.mark.parametrize(
    "table", ["units", "annotations", "drafts", "imports", "revisions", "calibrations", "analyses", "tags", "comparisons"]
)
def test_a_table_that_is_gone_is_said(workspace: Workspace, table: str) -> None:
    change(workspace, f"DROP TABLE {table}")
    drawing = opened(workspace, a=samples.analysis().id)
    assert drawing["choices"] and drawing["models"]
    assert "amaged" in drawing["status"] + drawing.get("history", "")


def test_a_folder_that_cannot_be_written_is_viewed(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace.close()
    workspace._store, workspace._again = Store(workspace.folder, viewing=True), float("inf")
    drawing = opened(workspace, a=samples.analysis().id)
    assert 'data-unit="q4"' in drawing["review"] and VIEWING in drawing["status"]
