"""What `errata doctor` looks at: Python, packages, models, bundled files, the data folder."""

import os
import platform
import stat
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Literal

from engines.core.errors import ErrataError


@dataclass(frozen=True)
class Finding:
    """One thing looked at. "fine", "odd" (works, but not as meant) or "wrong" (does not work); `found` says what to do."""

    what: str
    state: Literal["fine", "odd", "wrong"]
    found: str


def findings(data_dir: str | None = None) -> Iterator[Finding]:
    """Everything looked at, in order."""
    yield _python()
    yield from _packages()
    yield from _models()
    yield from _data(data_dir)
    yield from _own_settings(data_dir)


def _python() -> Finding:
    found = f"{platform.python_version()} on {platform.system()} {platform.machine()}, {os.cpu_count()} processors"
    return Finding("Python", "fine" if sys.version_info >= (3, 11) else "wrong", found)


def _packages() -> Iterator[Finding]:
    """Every package that Errata is pinned to, against what is installed."""
    try:
        required = metadata.requires("errata") or []
    except metadata.PackageNotFoundError:
        yield Finding("errata", "odd", "runs from its folder, not installed. Run: pip install -e .")
        return
    yield Finding("errata", "fine", metadata.version("errata"))
    for requirement in required:
        if ";" in requirement:
            continue
        name, _, wanted = requirement.partition("==")
        yield _package(name.strip(), wanted.strip())


def _package(name: str, wanted: str) -> Finding:
    try:
        installed = metadata.version(name)
    except metadata.PackageNotFoundError:
        return Finding(name, "wrong", f"not installed. Run: pip install {name}=={wanted}")
    if installed.split("+")[0] != wanted:
        return Finding(name, "odd", f"{installed}, but Errata was tested with {wanted}")
    return Finding(name, "fine", installed)


def _models() -> Iterator[Finding]:
    from explorer.services.models import model_rows

    for row in model_rows():
        yield Finding(f"{row['role']} {row['name']}", "fine" if row["available"] else "wrong", str(row["reason"] or "available"))


def _data(data_dir: str | None) -> Iterator[Finding]:
    from sessions.paths import DATABASE, data_folder

    try:
        folder = data_folder(data_dir)
    except ErrataError as problem:
        yield Finding("data folder", "wrong", str(problem))
        return
    yield _permissions("data folder", folder)
    yield _database(folder)
    if (folder / DATABASE).exists():
        yield _permissions("database", folder / DATABASE)
    yield _cache(folder)


def _permissions(what: str, path: Path) -> Finding:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        return Finding(what, "odd", f"{path} can be read by others ({mode:03o}). Run: chmod go-rwx {path}")
    return Finding(what, "fine", f"{path} (owner only)")


def _database(folder: Path) -> Finding:
    from sessions.store import Store

    try:
        with Store(folder) as store:
            problems = store.problems()
            count = store.count()
    except ErrataError as problem:
        return Finding("history", "wrong", str(problem))
    if problems:
        return Finding("history", "wrong", f"the database is damaged: {problems[0]}. Export what you can and move it away.")
    return Finding("history", "fine", f"{count:,} analyses")


def _cache(folder: Path) -> Finding:
    from sessions.cache import Cache

    with Cache(folder) as cache:
        figures = cache.figures()
        if cache.problem:
            return Finding("cache", "odd", f"out of use ({cache.problem}). Delete the folder {figures.path}; it holds no work of yours.")
    return Finding(
        "cache", "fine", f"{figures.answers:,} answers, {figures.bytes / 2**20:.1f} MB of at most {figures.limit / 2**20:,.0f} MB"
    )


def _own_settings(data_dir: str | None) -> Iterator[Finding]:
    """The person's own servers and prompts, where there are any; no server is asked."""
    from engines.backends.chat.servers import FILE
    from engines.backends.chat_roles.prompts import PLACEHOLDERS, read_prompt
    from engines.core import personal
    from explorer.model_choice.catalogue import servers
    from sessions.paths import chosen_folder

    personal.use(chosen_folder(data_dir))
    folder = personal.folder()
    if (folder / FILE).exists():
        try:
            names = ", ".join(server["name"] for server in servers())
            yield Finding("servers", "fine", f"{folder / FILE}: {names}")
        except ErrataError as problem:
            yield Finding("servers", "wrong", str(problem))
    for path in sorted((folder / "prompts").glob("*.md")):
        if path.stem not in PLACEHOLDERS:
            yield Finding(f"prompt {path.stem}", "odd", f"{path} is used for nothing. Prompts: {', '.join(PLACEHOLDERS)}.")
            continue
        try:
            yield Finding(f"prompt {path.stem}", "fine", f"{path}, version {read_prompt(path.stem, path).version}")
        except ErrataError as problem:
            yield Finding(f"prompt {path.stem}", "wrong", str(problem))
