"""The rooms of the house: who may import whom, and that importing costs nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
HEAVY = ("torch", "spacy", "transformers", "gradio", "plotly", "lemminflect", "sklearn", "lightgbm", "scipy", "pandas")


def modules(room: str) -> list[str]:
    """The dotted names of all modules of a room."""
    paths = sorted((ROOT / room).rglob("*.py"))
    return [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths if path.name != "__main__.py"
    ]


def test_rooms_import_only_what_lies_below_them() -> None:
    done = subprocess.run([Path(sys.executable).with_name("lint-imports"), "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("room", ["engines", "sessions", "explorer", "components"])
def test_importing_a_room_loads_no_model_library(room: str) -> None:
    names = modules(room)
    code = f"""
import sys
from importlib import import_module
for name in {names!r}:
    import_module(name)
    loaded = [heavy for heavy in {HEAVY!r} if heavy in sys.modules]
    assert not loaded, f"importing {{name}} loads {{loaded}}"
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


def test_assets_hold_no_code_and_no_pickles() -> None:
    wrong = [path for path in (ROOT / "assets").rglob("*") if path.suffix in {".py", ".pkl", ".pickle", ".pt", ".pth", ".bin", ".joblib"}]
    assert not wrong


def test_nothing_calls_home_or_trusts_remote_code() -> None:
    for room in ("engines", "sessions", "explorer", "components"):
        for path in (ROOT / room).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            assert "trust_remote_code=True" not in text, path
            assert "import pickle" not in text, path
