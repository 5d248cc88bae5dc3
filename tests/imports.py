"""Who imports whom in the source tree: every import counts, also one inside a function or for types alone."""

import ast
from collections.abc import Iterable, Mapping
from pathlib import Path

Graph = Mapping[str, frozenset[str]]
"""For each module the modules of the house that it imports."""


def modules(root: Path, rooms: Iterable[str]) -> dict[str, Path]:
    """The files of all modules of the rooms, by their dotted names; packages stand for their `__init__`."""
    paths = [path for room in rooms for path in sorted((root / room).rglob("*.py"))]
    return {".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


def imports(files: Mapping[str, Path]) -> dict[str, frozenset[str]]:
    """The imports between these modules."""
    return {name: frozenset(_imported(path, files) - {name}) for name, path in files.items()}


def _imported(path: Path, files: Mapping[str, Path]) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.module and not node.level, f"{path}: imports name their module in full"
            found |= {each if (each := f"{node.module}.{alias.name}") in files else node.module for alias in node.names}
    return found & files.keys()


def circles(graph: Graph) -> list[list[str]]:
    """The groups of modules that import each other, directly or by way of others."""
    reached = {name: _reached(name, graph) for name in graph}
    groups = {tuple(sorted(other for other in reached[name] if name in reached[other])) for name in graph if name in reached[name]}
    return [list(group) for group in sorted(groups)]


def _reached(start: str, graph: Graph) -> set[str]:
    """All that a module imports, directly or by way of others."""
    found: set[str] = set()
    ahead = list(graph[start])
    while ahead:
        if (name := ahead.pop()) not in found:
            found.add(name)
            ahead += graph[name]
    return found


def siblings(graph: Graph, package: str) -> dict[str, frozenset[str]]:
    """The modules and packages right inside a package, and which of each other they import, what lies in them included."""
    start, found = f"{package}.", dict[str, set[str]]()
    for name, imported in graph.items():
        if name.startswith(start):
            child = name.removeprefix(start).partition(".")[0]
            others = {other.removeprefix(start).partition(".")[0] for other in imported if other.startswith(start)}
            found.setdefault(child, set()).update(others - {child})
    return {name: frozenset(others) for name, others in found.items()}
