"""The command line as a whole: quick to answer, clear about mistakes, never a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from engines.declaration.registry import names
from explorer.cli.main import COMMANDS
from tests.explorer.running import Errata, write_rows

ROOT = Path(__file__).parents[3]

HEAVY = {"torch", "spacy", "transformers", "gradio", "plotly", "sqlite_utils", "diskcache", "pandas", "numpy", "rich", "joblib", "tqdm"}


def test_help_names_every_command(errata: Errata) -> None:
    ran = errata("--help")
    assert ran.code == 0 and all(f"    {name}" in ran.out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(errata: Errata, name: str) -> None:
    ran = errata(name, "--help")
    assert ran.code == 0 and ran.out.startswith(f"usage: errata {name}")


def test_help_loads_no_library() -> None:
    code = "import sys; from explorer.cli.main import main\ntry: main(['--help'])\nfinally: print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    loaded = set(done.stderr.split())
    assert "explorer.cli.main" in loaded and not HEAVY & loaded


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nonsense"],
        ["analyze"],
        ["analyze", "--reference", "-", "--output", "-"],
        ["analyze", "--reference", "missing.txt", "--output", "missing.txt"],
        ["analyze", "--reference", __file__, "--output", __file__, "--json", "--html", "x.html"],
        ["analyze", "--reference", __file__, "--output", __file__, "--engine", "nonsense"],
        ["analyze", "--reference", __file__, "--output", __file__, "--verifier", "nonsense"],
        ["analyze", "--reference", __file__, "--output", __file__, "--set", "threshold"],
        ["analyze", "--reference", __file__, "--output", __file__, "--html", "missing-folder/x.html"],
        ["analyze", "--reference", __file__, "--output", __file__, "--html", __file__],
        ["compare", "--reference", "-", "--output", "-"],
        ["compare", "--reference", __file__, "--output", __file__, "--engine", "nonsense"],
        ["verify", "missing.jsonl"],
        ["verify", "/"],
        ["verify", "\0"],
        ["verify", __file__, "--out", __file__],
        ["verify", __file__, "--verifier", "nonsense"],
        ["parse", __file__, "--kinds", "nonsense"],
        ["parse", __file__, "--out", "/"],
        ["retrieve", __file__, "--branches", "1"],
        ["retrieve", __file__, "--beam", "0"],
        ["retrieve", __file__, "--beam", "many"],
        ["batch", __file__],
        ["batch", __file__, "--out", "-"],
        ["batch", __file__, "--out", "x.jsonl", "--workers", "0"],
        ["batch", __file__, "--out", "x.jsonl", "--engine", "nonsense"],
        ["benchmark", "missing.jsonl"],
        ["benchmark", __file__, "--engine", "nonsense"],
        ["history", "show"],
        ["history", "nonsense"],
        ["history", "list", "words"],
        ["cache", "nonsense"],
        ["export", "--format", "pdf"],
        ["import"],
        ["import", "missing.json"],
        ["serve", "--port", "99999"],
        ["serve", "--port", "x"],
    ],
    ids=lambda arguments: " ".join(a.rsplit("/", 1)[-1] for a in arguments).replace("\0", "NUL") or "none",
)
def test_wrong_use_is_said_and_exits_with_2(errata: Errata, arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = errata(*arguments)
    assert ran.code == 2
    assert ran.err.strip() or "usage:" in ran.out
    assert not list(tmp_path.iterdir()), "a command that was called wrongly must write nothing"


@pytest.mark.parametrize("command", [["history"], ["analyze"], ["export"], ["import"], ["serve"]])
def test_a_data_folder_that_cannot_be_used_is_said(errata: Errata, command: list[str], pair: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    extra = {
        "analyze": ["--reference", pair[0], "--output", pair[1]],
        "import": [write_rows(tmp_path / "x.jsonl", [{}])],
        "serve": ["--no-browser"],
    }
    ran = errata(*command, *extra.get(command[0], []), "--data-dir", tmp_path / "file" / "data")
    assert ran.code == 1 and "cannot be used" in ran.err and "--data-dir" in ran.err


def test_a_reader_that_goes_away_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "explorer", "models", "--json"], cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, text=True
    )
    os.close(writing)
    assert done.returncode != 2 and "Traceback" not in done.stderr and "Exception ignored" not in done.stderr


def test_what_the_history_has_comes_without_loading_a_model(tmp_path: Path) -> None:
    (tmp_path / "reference.txt").write_text("The ferry left the harbour in May.", "utf-8")
    (tmp_path / "output.txt").write_text("The ferry left in June.", "utf-8")
    arguments = ["analyze", "--reference", "reference.txt", "--output", "output.txt", "--json", "--data-dir", "data"]
    arguments += [word for name in names() for word in ("--engine", name)]
    code = f"import sys; from explorer.cli.main import main; main({arguments!r}); print(*sys.modules, file=sys.stderr)"
    runs = [
        subprocess.run(
            [sys.executable, "-c", code], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True
        )
        for _ in range(2)
    ]
    assert runs[0].stdout == runs[1].stdout and len(runs[1].stdout.splitlines()) == len(names())
    first, again = (set(run.stderr.split()) for run in runs)
    assert {"torch", "spacy"} <= first and not {"torch", "spacy", "thinc", "transformers", "gradio", "pandas"} & again
