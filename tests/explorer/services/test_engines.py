"""Every role of every engine given to a model: what is recorded, what is remembered, and what is refused."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engines.core.errors import InputError, UnavailableError
from engines.models import registry
from engines.models.ids import BACKENDS, ModelId, parse_id
from explorer.services.analysis import analyze
from explorer.services.engines import ROLES, build
from explorer.services.workspace import Workspace
from tests.engines.backends import tiny_models
from tests.explorer.running import Errata

REFERENCE = "The ferry Aldona left the port of Mirava at noon. A storm rose near the islands. Captain Varn turned the ship around."
OUTPUT = "The ferry Aldona left Mirava in the evening. Captain Varn turned the ship around."
LABELS = {0: "contradiction", 1: "entailment"}


@pytest.fixture(scope="module")
def ids(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An id for every role, each of a tiny model."""
    nli = tiny_models.bert(tmp_path_factory.mktemp("nli"), id2label=LABELS)
    squad = tiny_models.roberta(tmp_path_factory.mktemp("squad"), kind="QuestionAnswering")
    t5, chat = tiny_models.t5(tmp_path_factory.mktemp("t5")), tiny_models.llama(tmp_path_factory.mktemp("llama"))
    return {
        "verifier": f"nli:{nli}",
        "parser": f"qasem-t5:{t5}",
        "writer": f"causal:{chat}",
        "question_writer": f"question-t5:{t5}",
        "reader": f"squad:{squad}",
        "lss_writer": f"lss-t5:{t5}",
        "reviser": f"causal:{chat}",
    }


@pytest.fixture
def workspace(tmp_path: Path) -> Iterator[Workspace]:
    with Workspace(tmp_path / "data", keep_history=False) as opened:
        yield opened


ROLES_OF = {
    "qasem": {"parser", "verifier"},
    "scale": {"verifier"},
    "acueval": {"writer", "verifier"},
    "qags": {"parser", "question_writer", "reader"},
    "lss": {"parser", "verifier", "lss_writer"},
}


@pytest.mark.parametrize("engine", ROLES_OF)
def test_an_engine_runs_on_models_and_asks_none_of_them_twice(
    engine: str, ids: dict[str, str], workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = analyze(REFERENCE, OUTPUT, engine=engine, models=ids, workspace=workspace)
    assert set(first.engine.models) == ROLES_OF[engine]
    chosen = ids if engine != "qags" else {**ids, "verifier": ""}
    for role, identity in first.engine.models.items():
        assert identity.startswith(chosen[role].partition(":")[0]), role

    def never(*_: Any, **__: Any) -> None:
        pytest.fail("a model was run again")

    for role, id in registry.loaded():
        if id.startswith("chat:"):  # of another test, whose server may be gone
            continue
        loaded = getattr(registry.get(role, id), "_loaded", None) or getattr(registry.get(role, id), "loaded", None)
        form = getattr(registry.get(role, id), "form", None)
        model = loaded.model if loaded else form.loaded.model if form else None
        if model is not None:
            monkeypatch.setattr(model, "forward", never)
    again = analyze(REFERENCE, OUTPUT, engine=engine, models=ids, workspace=workspace)
    assert again.units == first.units and again.scores == first.scores


def test_another_model_is_another_analysis(ids: dict[str, str], tmp_path: Path) -> None:
    with Workspace(tmp_path / "data") as workspace:
        bundled = analyze(REFERENCE, OUTPUT, engine="scale", workspace=workspace)
        other = analyze(REFERENCE, OUTPUT, engine="scale", verifier=ids["verifier"], workspace=workspace)
        assert bundled.id != other.id
        assert bundled.engine.models != other.engine.models
        assert analyze(REFERENCE, OUTPUT, engine="scale", models={"verifier": ids["verifier"]}, workspace=workspace).id == other.id


def test_scale_cuts_the_reference_for_the_model_as_its_settings_say(ids: dict[str, str], workspace: Workspace) -> None:
    long = " ".join([REFERENCE] * 6)
    run = build("scale", ids["verifier"], {"chunk_size": 60}, workspace.cache)
    assert "#60/" in run.models["verifier"]
    few = analyze(long, OUTPUT, engine="scale", verifier=ids["verifier"], settings={"chunk_size": 60}, workspace=workspace)
    more = analyze(long, OUTPUT, engine="scale", verifier=ids["verifier"], settings={"chunk_size": 100}, workspace=workspace)
    assert len(few.units[0].details.chunks) > len(more.units[0].details.chunks) > 1


def test_no_whole_chunk_is_shown_as_evidence(ids: dict[str, str]) -> None:
    for engine in ("acueval", "qasem"):
        evidence = [e for unit in analyze(REFERENCE, OUTPUT, engine=engine, verifier=ids["verifier"]).units for e in unit.evidence]
        assert evidence and all(e.sentence is not None and "\n" not in e.text and e.text.count(".") == 1 for e in evidence)


@pytest.mark.parametrize(
    ("models", "says"),
    [
        ({"judge": "nli:x"}, "no role called 'judge'"),
        ({"reader": "nli:somewhere"}, "cannot be the reader"),
        ({"verifier": "nonsense"}, "no verifier called 'nonsense'"),
        ({"parser": "somebody/something"}, "cannot be told"),
        ({"writer": "causal:"}, "names no model"),
    ],
)
def test_what_cannot_fill_a_role_is_refused(models: dict[str, str], says: str) -> None:
    with pytest.raises(InputError, match=says):
        build("qasem", models=models)


def test_a_model_that_is_not_here_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match="errata models download nli:somebody/something@v2"):
        build("scale", "nli:somebody/something@v2")
    with pytest.raises(UnavailableError, match="no folder or file"):
        build("scale", f"nli:{tmp_path}/nothing")
    state = registry.status("verifier", "nli:somebody/something")
    assert not state.available and "not on this machine" in state.reason


def test_models_on_the_command_line(ids: dict[str, str], errata: Errata, tmp_path: Path) -> None:
    (tmp_path / "r.txt").write_text(REFERENCE)
    (tmp_path / "o.txt").write_text(OUTPUT)
    pair = ["--reference", str(tmp_path / "r.txt"), "--output", str(tmp_path / "o.txt")]
    ran = errata("analyze", *pair, "--engine", "qags", "--model", f"reader={ids['reader']}", "--json")
    assert ran.code == 0
    assert ran.rows[0]["engine"]["models"]["reader"].startswith("squad:")
    assert errata("analyze", *pair, "--model", "reader").code == 2
    refused = errata("analyze", *pair, "--model", "reader=nli:x")
    assert refused.code == 2 and "cannot be the reader" in refused.err
    missing = errata("analyze", *pair, "--verifier", "nli:somebody/something")
    assert missing.code == 1 and "errata models download" in missing.err


def test_ids_are_read_as_they_are_written(ids: dict[str, str], tmp_path: Path) -> None:
    assert parse_id("nli:somebody/model@v1.2", "verifier") == ModelId("nli", "somebody/model", "v1.2")
    assert parse_id("chat:llama3.1:8b@kitchen", "verifier") == ModelId("chat", "llama3.1:8b", "kitchen")
    assert parse_id("google/flan-t5-base") == ModelId("flan-t5", "google/flan-t5-base")
    folder = ids["verifier"].partition(":")[2]
    assert parse_id(folder, "verifier") == ModelId("nli", folder)
    odd = tmp_path / "model@home"
    odd.mkdir()
    assert parse_id(f"nli:{odd}") == ModelId("nli", str(odd))
    assert str(parse_id("nli:somebody/model@v1.2")) == "nli:somebody/model@v1.2"
    with pytest.raises(InputError, match="flan-t5"):
        parse_id(ids["parser"].partition(":")[2], "verifier")


def test_every_backend_has_a_loader_and_every_role_a_backend() -> None:
    assert set(registry._LOADERS) == set(BACKENDS)
    assert set(ROLES) | {"chat"} == {role for roles in BACKENDS.values() for role in roles}


def test_a_model_in_the_hubs_cache_is_found_by_its_id(ids: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil

    from huggingface_hub import constants

    commit = "0123456789abcdef0123456789abcdef01234567"
    repository = tmp_path / "models--somebody--tiny"
    shutil.copytree(ids["verifier"].partition(":")[2], repository / "snapshots" / commit)
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(commit)
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    found = registry.get("verifier", "nli:somebody/tiny")
    assert found.identity.startswith(f"nli:somebody/tiny@{commit}")
    (repository / "snapshots" / commit / "model.safetensors").unlink()
    registry.unload("verifier", "nli:somebody/tiny")
    assert "no weights" in registry.status("verifier", "nli:somebody/tiny").reason


def test_a_model_that_loads_slowly_keeps_nobody_waiting(ids: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    import threading

    registry.get("verifier", ids["verifier"])
    registry.unload("reader", ids["reader"])
    begun, go_on = threading.Event(), threading.Event()
    load = registry._load

    def slowly(role: str, model_id: ModelId) -> Any:
        begun.set()
        assert go_on.wait(30)
        return load(role, model_id)

    monkeypatch.setattr(registry, "_load", slowly)
    found: list[Any] = []
    threads = [threading.Thread(target=lambda: found.append(registry.get("reader", ids["reader"]))) for _ in range(2)]
    for thread in threads:
        thread.start()
    assert begun.wait(30)
    registry.get("verifier", ids["verifier"])
    go_on.set()
    for thread in threads:
        thread.join(30)
    assert len(found) == 2 and found[0] is found[1]
