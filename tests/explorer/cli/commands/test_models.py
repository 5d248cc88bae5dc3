"""`errata models` with servers, folders, presets and estimates; and analyses by a model of a server."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.core.machine import personal
from engines.models import registry
from tests.engines.backends.chat.misbehaving import Call, serving
from tests.explorer.running import OUTPUT, REFERENCE, Errata, write_rows


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder of the test's own; the environment names no server."""
    for name in ("OPENAI_BASE_URL", "OPENAI_API_KEY", "ERRATA_SERVER_URL", "ERRATA_SERVER_MODEL", "ERRATA_SERVER_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(personal, "_used", [])
    data = tmp_path / "data"
    data.mkdir()
    yield data
    for role, id in registry.loaded():
        if role == "chat":
            registry.unload(role, id)


@pytest.fixture
def pair(tmp_path: Path) -> list[object]:
    (tmp_path / "reference.txt").write_text(REFERENCE)
    (tmp_path / "output.txt").write_text(OUTPUT)
    return ["--reference", tmp_path / "reference.txt", "--output", tmp_path / "output.txt"]


def settings(folder: Path, text: str) -> None:
    (folder / "servers.toml").write_text(text)
    (folder / "servers.toml").chmod(0o600)


def judge(call: Call) -> None:
    """Writes each sentence as its own fact; supports what has catamarans in it."""
    question = call.question
    if "<statement>" in question:
        call.label(0.9 if "catamarans" in question.split("<statement>")[1] else 0.1)
    else:
        sentence = question.split("<sentence>\n")[1].split("\n</sentence>")[0]
        call.stream(json.dumps({"facts": [sentence]}))


def test_the_list_has_models_servers_and_presets_and_says_what_is_missing(errata: Errata, folder: Path) -> None:
    settings(folder, '[lab]\nurl = "https://llm.example.org/v1"\nmodel = "judge"\nkey_env = "NO_SUCH_KEY"\n')
    rows = errata("models", "--json", "--data-dir", folder).rows
    by_name = {(r["role"], r["name"]): r for r in rows}
    assert by_name["verifier", "google/flan-t5-large"]["licence"] == "Apache-2.0"
    assert not by_name["server", "lab"]["local"] and "NO_SUCH_KEY" in by_name["server", "lab"]["reason"]
    assert by_name["server", "ollama"]["local"] and by_name["preset", "qasem"]["available"]
    assert all(r["available"] or r["reason"] for r in rows)
    shown = errata("models", "--data-dir", folder).out
    assert "chat:judge@lab" in shown and "are sent there" in shown and "scale-paper" in shown


def test_broken_settings_do_not_hide_the_list(errata: Errata, folder: Path) -> None:
    settings(folder, "[lab")
    ran = errata("models", "--data-dir", folder)
    assert ran.code == 0 and "flan-t5" in ran.out and "servers.toml" in ran.err


def test_folders_of_ones_own_are_listed(errata: Errata, folder: Path) -> None:
    (folder / "models" / "judge").mkdir(parents=True)
    (folder / "models" / "judge" / "config.json").write_text('{"architectures": ["BertForSequenceClassification"]}')
    row = next(r for r in errata("models", "list", "--json", "--data-dir", folder).rows if r["role"] == "verifier" and "judge" in r["name"])
    assert row["name"] == f"nli:{folder / 'models' / 'judge'}" and "no weights" in row["reason"]


def test_a_model_is_tried_and_its_answers_told(errata: Errata, folder: Path) -> None:
    def ferry(call: Call) -> None:
        call.label(0.8 if "1998" in call.question.split("<statement>")[1] else 0.3)

    with serving(ferry, {"data": [{"id": "m"}]}) as told:
        ran = errata("models", "check", f"chat:m@{told.url}", "--data-dir", folder)
        assert ran.code == 0 and "0.80 for a true statement, 0.30" in ran.out
        # Another name for this machine stands for a server elsewhere.
        away = errata("models", "check", f"chat:m@{told.url.replace('127.0.0.1', '0.0.0.0')}", "--json", "--data-dir", folder).rows[0]
        assert any("Texts are sent to 0.0.0.0:" in note for note in away["notes"])
    assert errata("models", "check", f"chat:m@{told.url}", "--data-dir", folder).code == 1
    assert errata("models", "check", "chat:m@ollama", "--role", "cook", "--data-dir", folder).code in (1, 2)


def test_facts_are_written_and_judged_by_a_server_and_the_result_says_where_texts_went(
    errata: Errata, folder: Path, pair: list[object]
) -> None:
    with serving(judge, {"data": [{"id": "m"}]}) as told:
        place = told.url.removeprefix("http://").replace("127.0.0.1", "0.0.0.0")
        settings(folder, f'default = "away"\n[away]\nurl = "http://{place}"\nmodel = "m"\n')
        asked = ["--engine", "acueval", "--verifier", "chat:m@away", "--model", "writer=chat:m@away", "--data-dir", folder, "--json"]
        ran = errata("analyze", *pair, *asked)
        assert ran.code == 0, ran.err
        analysis = ran.rows[0]
        assert [u["supported"] for u in analysis["units"]] == [True, False]
        assert analysis["warnings"] == [f"The texts were sent to {place.removesuffix('/v1')}."]
        assert "+acu_writer/1#" in analysis["engine"]["models"]["writer"]
        before = len(told.bodies)
        assert errata("analyze", *pair, *asked).rows[0]["id"] == analysis["id"] and len(told.bodies) == before


def test_presets_set_what_was_not_named(errata: Errata, folder: Path, pair: list[object]) -> None:
    ran = errata(
        "analyze", *pair, "--preset", "scale-paper", "--verifier", "compact", "--set", "threshold=0.4", "--data-dir", folder, "--json"
    )
    engine = ran.rows[0]["engine"]
    assert engine["name"] == "scale" and engine["settings"]["beam"] == 1 and engine["settings"]["threshold"] == 0.4
    assert errata("analyze", *pair, "--preset", "best", "--data-dir", folder).code == 2
    missing = errata("analyze", *pair, "--preset", "qasem-paper", "--data-dir", folder)
    assert missing.code == 1 and "errata models download" in missing.err


def test_an_estimate_is_made_without_asking_anyone(errata: Errata, folder: Path, tmp_path: Path) -> None:
    settings(folder, '[lab]\nurl = "https://llm.example.org/v1"\nprice_in = 1.0\nprice_out = 2.0\n')
    rows = write_rows(tmp_path / "rows.jsonl", [{"id": i, "reference": REFERENCE * 10, "output": OUTPUT} for i in range(3)])
    chosen = ["--engine", "acueval", "--verifier", "chat:m@lab", "--model", "writer=chat:m@lab", "--data-dir", folder]
    verifier, writer = errata("models", "estimate", rows, *chosen, "--json").rows
    assert verifier["role"] == "verifier" and writer["calls"] == 6
    assert verifier["cost"] == pytest.approx((verifier["tokens_in"] + 2 * verifier["tokens_out"]) / 1e6)
    assert "For 3 pairs" in errata("models", "estimate", rows, *chosen).out
    assert "No language model" in errata("models", "estimate", rows, "--data-dir", folder).err


def test_a_batch_says_beforehand_what_it_will_ask(errata: Errata, folder: Path, tmp_path: Path) -> None:
    with serving(judge, {"data": [{"id": "m"}]}) as told:
        settings(folder, f'[near]\nurl = "{told.url}"\nprice_in = 1000000\n')
        rows = write_rows(tmp_path / "rows.jsonl", [{"id": 1, "reference": REFERENCE, "output": OUTPUT}, {"id": 2}])
        out = tmp_path / "out.jsonl"
        ran = errata("batch", rows, "--out", out, "--engine", "scale", "--verifier", "chat:m@near", "--data-dir", folder)
        assert re.search(r"verifier: about \d+ questions to chat:m@near, [\d,]+ tokens to read, which costs about", ran.err)
        assert json.loads(out.read_text().splitlines()[0])["scores"]["scale"] == pytest.approx(0.5)


def test_the_doctor_looks_at_servers_and_prompts_of_ones_own(errata: Errata, folder: Path) -> None:
    settings(folder, '[lab]\nurl = "file:///etc/passwd"\n')
    (folder / "prompts").mkdir()
    (folder / "prompts" / "verifier.md").write_text("Is it so?")
    (folder / "prompts" / "poem.md").write_text("Roses are red.")
    found = {r["what"]: r for r in errata("doctor", "--json", "--data-dir", folder).rows}
    assert found["servers"]["state"] == "wrong" and "http://" in found["servers"]["found"]
    assert found["prompt verifier"]["state"] == "wrong" and found["prompt poem"]["state"] == "odd"
