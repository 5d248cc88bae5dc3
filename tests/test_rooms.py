"""The rooms of the house: who may import whom, how large they are, and that importing costs nothing."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.imports import Graph, circles, imports, modules, siblings

ROOT = Path(__file__).parents[1]
ROOMS = ("engines", "sessions", "explorer", "components")
FILES = modules(ROOT, ROOMS)

MOST_MODULES = 14
"""Modules that lie side by side in one folder: more is a room that wants walls."""

MOST_LINES = 310
"""Lines of a module: one idea has room in about 300."""

HEAVY = ("torch", "spacy", "transformers", "gradio", "plotly", "lemminflect", "sklearn", "lightgbm", "scipy", "pandas")


@pytest.fixture(scope="module")
def graph() -> Graph:
    """Who imports whom: reading every module takes seconds, which whoever runs other tests need not wait for."""
    return imports(FILES)


def test_rooms_import_only_what_lies_below_them() -> None:
    done = subprocess.run([Path(sys.executable).with_name("lint-imports"), "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_modules_import_each_other_in_a_circle(graph: Graph) -> None:
    assert circles(graph) == []


def test_no_rooms_import_each_other_in_a_circle(graph: Graph) -> None:
    packages = {name.rpartition(".")[0] for name in graph} - {""}
    found = {package: found for package in sorted(packages) if (found := circles(siblings(graph, package)))}
    assert found == {}


def test_circles_are_found_wherever_an_import_stands(tmp_path: Path) -> None:
    sources = {
        "a": "from room import b\n",
        "b": "def late():\n    from room.c.one import x\n",
        "c/one": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import room.a\n",
        "c/two": "import json\nfrom room.c import one\n",
    }
    for name, source in sources.items():
        path = tmp_path / "room" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    graph = imports(modules(tmp_path, ["room"]))
    assert graph["room.c.two"] == {"room.c.one"}
    assert circles(graph) == [["room.a", "room.b", "room.c.one"]]
    assert circles(siblings(graph, "room")) == [["a", "b", "c"]] and circles(siblings(graph, "room.c")) == []


def test_no_folder_is_a_crowd() -> None:
    crowd = [path for path in FILES.values() if path.name != "__init__.py"] + list((ROOT / "tests").rglob("test_*.py"))
    counts = Counter(path.parent.relative_to(ROOT).as_posix() for path in crowd)
    assert len(counts) > 40 and {folder: count for folder, count in counts.items() if count > MOST_MODULES} == {}


def test_no_module_is_longer_than_one_idea() -> None:
    lengths = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in FILES.items()}
    assert max(lengths.values()) > 100 and {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


@pytest.mark.parametrize("room", ROOMS)
def test_importing_a_room_loads_no_model_library(room: str) -> None:
    names = [name for name in FILES if name.partition(".")[0] == room and not name.endswith("__main__")]
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
    for path in FILES.values():
        text = path.read_text(encoding="utf-8")
        assert "trust_remote_code=True" not in text, path
        assert "import pickle" not in text, path
