"""The wheel: everything that a person needs is in it, nothing that makes the weights, and it works from wherever it is installed."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.imports import imports, modules

ROOT = Path(__file__).parents[1]
ROOMS = ("engines", "sessions", "explorer", "components")
TRAINING = "explorer.training"
SOURCES = (*ROOMS, "assets", "app.py", "pyproject.toml", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy so that nothing is left among the sources."""
    source, made = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheel")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, source / name)
    pip("wheel", "--no-build-isolation", "--wheel-dir", made, source)
    (found,) = made.glob("errata-*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel in it and nothing else."""
    folder = tmp_path_factory.mktemp("installed")
    pip("install", "--target", folder, wheel)
    return folder


def pip(command: str, *arguments: object) -> None:
    options = ["--no-deps", "--no-index", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([sys.executable, "-m", "pip", command, *options, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


def errata(installed: Path, *arguments: object) -> str:
    """What the installed command prints, run from its own folder: the sources are out of reach."""
    command = [sys.executable, installed / "bin" / "errata", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(installed), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, cwd=installed, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_the_wheel_holds_the_rooms_and_their_assets_but_neither_training_nor_tests(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"app.py", "components/page.py", "explorer/cli/main.py", "explorer/evaluation/benchmark/benchmarking.py"} <= names
    assert {f"{room}/py.typed" for room in ROOMS} <= names
    assets = {p for p in (ROOT / "assets").rglob("*") if p.is_file() and "screenshots" not in p.parts}
    assert len(assets) > 40 and {p.relative_to(ROOT).as_posix() for p in assets} <= names
    unwanted = ("explorer/training/", "tests/", "assets/screenshots/")
    assert [name for name in names if name.startswith(unwanted)] == []


def test_nothing_that_is_installed_asks_for_what_is_not() -> None:
    graph = imports(modules(ROOT, ROOMS))
    asking = [name for name, asked in graph.items() if not name.startswith(TRAINING) and any(each.startswith(TRAINING) for each in asked)]
    assert asking == [] and len([name for name in graph if name.startswith(TRAINING)]) > 20


def test_what_is_installed_analyses_texts(installed: Path, tmp_path: Path) -> None:
    assert "usage: errata" in errata(installed, "--help")
    reference, output = tmp_path / "reference.txt", tmp_path / "output.txt"
    reference.write_text("The ferry left the harbour in May.", encoding="utf-8")
    output.write_text("The ferry left in June.", encoding="utf-8")
    texts = ("--reference", reference, "--output", output, "--data-dir", tmp_path / "data")
    units = json.loads(errata(installed, "analyze", *texts, "--json"))["units"]
    assert {unit["answer"]["text"]: unit["supported"] for unit in units} == {"The ferry": True, "in June": False}
    assert errata(installed, "analyze", *texts, "--html", tmp_path / "report.html") is not None
    assert "@font-face" in (tmp_path / "report.html").read_text(encoding="utf-8")


def test_what_is_installed_comes_from_the_wheel(installed: Path) -> None:
    code = "import engines.core.machine.files as files, components.page as page; print(files.ASSETS, page.__file__)"
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    done = subprocess.run([sys.executable, "-c", code], cwd=installed, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(installed / "assets"), str(installed / "components" / "page.py")]
