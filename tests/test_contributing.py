"""CONTRIBUTING keeps its word: its examples run, its map is the house, and its commands are there."""

import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from explorer.services.analysis import analyze

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
BLOCKS = {match[1]: match[0] for match in re.finditer(r"(?<=```python\n)# (\S+)\n.*?(?=```)", TEXT, re.S)}
REFERENCE = "The ferry left the harbour at noon. Some passengers stayed in the bar."
OUTPUT = "The ferry left the harbour at noon. All passengers stayed in the bar."


def written(path: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The example of that file, imported as if it stood there."""
    name = path.removesuffix(".py").replace("/", ".")
    module = ModuleType(name)
    monkeypatch.setitem(sys.modules, name, module)
    exec(compile(BLOCKS[path], f"<{path}>", "exec"), module.__dict__)  # no file of that name, for coverage
    return module


def test_a_format_is_read_and_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from explorer.formats.exporting import foreign_text
    from explorer.formats.foreign import registry
    from explorer.formats.importing import imported

    row = {"source": REFERENCE, "summary": OUTPUT, "highlights": ["All passengers", "nowhere"]}
    (tmp_path / "x.jsonl").write_text(json.dumps(row))
    assert [item.analysis for item in imported(str(tmp_path / "x.jsonl"))] == [None]
    registry.register(written("explorer/formats/foreign/highlights.py", monkeypatch).FORMAT)
    try:
        (item,) = imported(str(tmp_path / "x.jsonl"))
        assert item.analysis is not None and "'nowhere'" in item.notes[0]
        assert [unit.statement for unit in item.analysis.units if unit.supported is False] == ["All passengers"]
        assert json.loads("".join(foreign_text([(item.analysis, {})], "highlights"))) == {**row, "highlights": ["All passengers"]}
    finally:
        registry.forget("highlights")


def test_a_backend_fills_its_role(monkeypatch: pytest.MonkeyPatch) -> None:
    from engines.models import ids, registry

    written("engines/backends/verifiers/overlap.py", monkeypatch)
    backends, loaders = dict(ids.BACKENDS), dict(registry._LOADERS)
    exec(BLOCKS["engines/models/ids.py"], {"BACKENDS": backends, "_LOADERS": loaders})
    for name in (name for name, module in sys.modules.items() if getattr(module, "BACKENDS", None) is ids.BACKENDS):
        monkeypatch.setattr(sys.modules[name], "BACKENDS", backends)
    monkeypatch.setattr(registry, "_LOADERS", loaders)
    try:
        made = analyze(REFERENCE, OUTPUT, engine="scale", verifier="overlap:words")
        assert made.engine.models["verifier"] == "overlap:words"
        assert [round(unit.probability or 0, 2) for unit in made.units] == [1.0, 0.83]
    finally:
        registry.unload("verifier", "overlap:words")


def test_an_engine_is_declared_in_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    from engines.declaration import registry

    registry.register(written("engines/headline/spec.py", monkeypatch).SPEC)
    try:
        made = analyze(REFERENCE, OUTPUT, engine="headline")
        assert made.engine.name == "headline" and [unit.statement for unit in made.units] == [OUTPUT[:35]]
    finally:
        registry.forget("headline")


def test_a_rule_is_found_by_its_decorator(monkeypatch: pytest.MonkeyPatch) -> None:
    import catalogue

    from engines.verification.rules.registry import rules
    from explorer.evaluation.audits.tracing import traced

    rules()
    monkeypatch.setattr(catalogue, "REGISTRY", dict(catalogue.REGISTRY))
    assert "universal" not in {conflict["rule"] for conflict in traced(REFERENCE, OUTPUT)}
    written("engines/verification/rules/edits/universals.py", monkeypatch)
    (found,) = [conflict for conflict in traced(REFERENCE, OUTPUT) if conflict["rule"] == "universal"]
    assert found["words"] == "All" and found["kind"] == "quantity"
    assert not [conflict for conflict in traced(REFERENCE, REFERENCE) if conflict["rule"] == "universal"]


def test_the_map_is_the_house() -> None:
    tree = re.search(r"```text\n(.*?)```", TEXT, re.S)
    assert tree
    room, told = "", set()
    for line in tree[1].splitlines():
        names = re.findall(r"^ *((?:[\w.]+/?)(?: [\w]+/)*)(?=  )", line)[0].split()
        if not line.startswith(" "):
            room = names[0] if names[0].endswith("/") else ""
            told |= {names[0]}
        else:
            told |= {room + name for name in names}
    assert [name for name in told if not (ROOT / name).exists()] == []
    rooms = {f"{top}/{path.name}/" for top in ("engines", "explorer", "components") for path in (ROOT / top).iterdir() if path.is_dir()}
    assert {room for room in rooms if "__pycache__" not in room} <= told


def test_its_programs_and_targets_are_there() -> None:
    programs = re.findall(r"python -m (explorer[\w.]*)", TEXT)
    assert len(programs) >= 2
    for program in programs:
        path = ROOT / program.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), program
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    named = set(re.findall(r"^\$ make (\w+)", TEXT, re.M))
    assert named >= {"run", "test", "lint", "train", "bench"} and named <= targets


def test_files_that_it_points_to_exist() -> None:
    named = set(re.findall(r"`((?:engines|explorer|components|sessions|assets|tests)/[\w./]+)`", TEXT))
    assert len(named) > 8 and [name for name in named if not (ROOT / name).exists()] == []
