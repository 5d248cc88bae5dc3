"""No circles between modules, imports inside functions and for type checking included."""

import ast
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROOMS = ("english", "parsing", "decomposition", "lss", "qags", "revision", "backends")


@cache
def imports() -> dict[str, set[str]]:
    """The modules of `engines` with those that each imports anywhere in it."""
    paths = {".".join(p.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): p for p in (ROOT / "engines").rglob("*.py")}
    found: dict[str, set[str]] = {name: set() for name in paths}
    for name, path in paths.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    whole = f"{node.module}.{alias.name}"
                    found[name] |= {module for module in (whole if whole in paths else node.module,) if module in paths}
            elif isinstance(node, ast.Import):
                found[name] |= {alias.name for alias in node.names if alias.name in paths}
    return found


def reached(graph: dict[str, set[str]], start: str) -> set[str]:
    """The modules that importing one leads to."""
    seen: set[str] = set()
    pending = [*graph[start]]
    while pending:
        module = pending.pop()
        if module not in seen:
            seen.add(module)
            pending.extend(graph[module])
    return seen


@pytest.mark.parametrize("room", ROOMS)
def test_no_module_imports_itself_by_a_detour(room: str) -> None:
    graph = imports()
    modules = [name for name in graph if name == f"engines.{room}" or name.startswith(f"engines.{room}.")]
    assert modules
    assert [name for name in modules if name in reached(graph, name)] == []


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_are_small(room: str) -> None:
    folders = [folder for folder in ((ROOT / "engines" / room), *(ROOT / "engines" / room).rglob("*/")) if folder.name != "__pycache__"]
    for folder in folders:
        modules = [path for path in folder.glob("*.py") if path.name != "__init__.py"]
        assert len(modules) <= 14, folder
        assert all(len(path.read_text(encoding="utf-8").splitlines()) <= 300 for path in modules), folder
