"""`errata models download` against a hub on this machine: what is fetched, found again, resumed, refused and removed."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.explorer.hub import COMMIT, REPOSITORY, Hub, serving
from tests.explorer.running import Ran

ROOT = Path(__file__).parents[3]
WEIGHTS = bytes(range(256)) * 4096
FILES = {
    "config.json": json.dumps({"architectures": ["BertForSequenceClassification"], "model_type": "bert"}).encode(),
    "tokenizer.json": b"{}",
    "model.safetensors": WEIGHTS,
    "pytorch_model.bin": b"pickled",
    "modeling_judge.py": b"raise SystemExit",
    "onnx/model.json": b"{}",
    "README.md": b"# Judge",
}
Errata = Callable[..., Ran]


@pytest.fixture
def errata(tmp_path: Path) -> Errata:
    """Runs `errata models …` in a process of its own, with the hub and its cache given by the environment."""

    def run(hub: Hub, *arguments: str) -> Ran:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("HF_")}
        environment |= {"HF_ENDPOINT": hub.url, "HF_HOME": str(tmp_path / "hf"), "ERRATA_DATA_DIR": str(tmp_path / "data")}
        environment |= {"HF_HUB_DISABLE_XET": "1", "HF_HUB_DISABLE_TELEMETRY": "1", "HF_HUB_DOWNLOAD_TIMEOUT": "5"}
        done = subprocess.run(
            [sys.executable, "-m", "explorer", "models", *arguments], cwd=ROOT, env=environment, capture_output=True, text=True
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return run


def test_safe_files_are_fetched_found_and_removed(errata: Errata) -> None:
    id = f"nli:{REPOSITORY}"
    with serving(FILES) as hub:
        assert "errata models download" in errata(hub, "show", id).out
        ran = errata(hub, "download", id, "--json")
        assert ran.code == 0, ran.err
        row = ran.rows[0]
        assert row["pinned"] == f"nli:{REPOSITORY}@{COMMIT}"
        assert {path.name for path in Path(row["folder"]).rglob("*") if path.is_file()} == {
            "config.json",
            "tokenizer.json",
            "model.safetensors",
        }
        assert Path(row["folder"], "model.safetensors").read_bytes() == WEIGHTS
        for wanted in (id, row["pinned"]):
            assert errata(hub, "show", wanted, "--json").rows[0]["available"]
        before = dict(hub.sent)
        assert errata(hub, "download", id).code == 0 and hub.sent == before
        assert errata(hub, "remove", id, "--json").rows[0]["freed"] >= len(WEIGHTS)
        assert not errata(hub, "show", id, "--json").rows[0]["available"]
        assert "not on this machine" in errata(hub, "remove", id).out


def test_a_download_goes_on_where_it_broke_off(errata: Errata) -> None:
    large = WEIGHTS * 24
    with serving({**FILES, "model.safetensors": large}) as hub:
        hub.breaks_at = 23 * len(WEIGHTS)
        errata(hub, "download", f"nli:{REPOSITORY}")
        again = errata(hub, "download", f"nli:{REPOSITORY}", "--json")
        assert Path(again.rows[0]["folder"], "model.safetensors").read_bytes() == large
        assert hub.sent["model.safetensors"] < 1.5 * len(large)


def test_pickled_weights_are_not_fetched(errata: Errata) -> None:
    with serving({name: data for name, data in FILES.items() if name != "model.safetensors"}) as hub:
        ran = errata(hub, "download", f"nli:{REPOSITORY}")
        assert ran.code == 1 and "no safetensors" in ran.err and "refs/pr/" in ran.err and not hub.sent


@pytest.mark.parametrize(
    ("id", "words"),
    [
        (f"nli:{REPOSITORY}@v9", "has no revision 'v9'"),
        ("nli:invented/nothing", "The hub has no model invented/nothing"),
        ("nli:../../etc/nothing", "no id of a hub model"),
        ("chat:llama3.2@ollama", "ollama pull llama3.2"),
        ("compact", "comes with Errata"),
    ],
)
def test_what_cannot_be_fetched_is_said(errata: Errata, id: str, words: str) -> None:
    with serving(FILES) as hub:
        ran = errata(hub, "download", id)
        assert ran.code == 1 and words in ran.err and "Traceback" not in ran.err


def test_terms_to_be_accepted_and_a_hub_out_of_reach_are_said(errata: Errata) -> None:
    with serving(FILES, gated=True) as hub:
        assert "terms accepted" in errata(hub, "download", f"nli:{REPOSITORY}").err
    assert "could not be fetched" in errata(hub, "download", f"nli:{REPOSITORY}").err
