"""What `errata doctor` looks at: Python, packages, models, bundled files, the data folder, the person's own settings."""

import os
import platform
import sys
from collections.abc import Iterator
from importlib import metadata
from typing import TYPE_CHECKING

from engines.core.errors import ErrataError
from engines.core.machine import threads
from explorer.services.folder_health import Finding, kept_findings

if TYPE_CHECKING:
    from engines.backends.chat.servers import Server


def findings(data_dir: str | None = None, thorough: bool = False) -> Iterator[Finding]:
    """Everything looked at, in order; with `thorough` all that is stored is read, and of packages and models only their files."""
    if not thorough:
        yield _python()
        yield _threads()
        yield from _packages()
        yield from _models()
    else:
        yield from _model_files()
    yield from kept_findings(data_dir, thorough)
    yield from _own_settings(data_dir)


def _python() -> Finding:
    found = f"{platform.python_version()} on {platform.system()} {platform.machine()}, {os.cpu_count()} processors"
    return Finding("Python", "fine" if sys.version_info >= (3, 11) else "wrong", found)


def _threads() -> Finding:
    try:
        chosen = threads.wanted()
    except ErrataError as problem:
        return Finding("threads", "wrong", str(problem))
    if chosen is not None:
        return Finding("threads", "fine", f"{chosen} for all work, as {threads.VARIABLE} says")
    found = f"one for a few words, {threads.threads_for(threads.LARGE)} for more"
    return Finding("threads", "fine", found + (" while the machine is this busy" if threads.is_busy() else ""))


def _packages() -> Iterator[Finding]:
    """Every package that Errata needs, against what is installed."""
    try:
        required = metadata.requires("errata") or []
    except metadata.PackageNotFoundError:
        yield Finding("errata", "odd", "runs from its folder, not installed. Run: pip install -e .")
        return
    yield Finding("errata", "fine", metadata.version("errata"))
    yield from (_package(requirement) for requirement in required if ";" not in requirement)


def _package(requirement: str) -> Finding:
    """A package against the versions that are asked for, `gradio<7,>=6.31`."""
    from packaging.requirements import Requirement

    asked = Requirement(requirement)
    try:
        installed = metadata.version(asked.name)
    except metadata.PackageNotFoundError:
        return Finding(asked.name, "wrong", f"not installed. Run: pip install '{requirement}'")
    if not asked.specifier.contains(installed, prereleases=True):
        return Finding(asked.name, "odd", f"{installed}, but Errata is made for {asked.specifier}. Run: pip install '{requirement}'")
    return Finding(asked.name, "fine", installed)


def _models() -> Iterator[Finding]:
    from explorer.services.engines import model_rows

    for row in model_rows():
        yield Finding(f"{row['role']} {row['name']}", "fine" if row["available"] else "wrong", str(row["reason"] or "available"))


def _model_files() -> Iterator[Finding]:
    """The files of the bundled models, byte for byte."""
    from explorer.model_choice.checksums import checked

    try:
        found = list(checked())
    except ErrataError as problem:
        yield Finding("model files", "wrong", str(problem))
        return
    wrong = {name: said for name, said in found if said}
    if not wrong:
        yield Finding("model files", "fine", f"{len(found)} files, as they were made")
    for name, said in wrong.items():
        yield Finding(f"model {name}", "wrong", said)


def _own_settings(data_dir: str | None) -> Iterator[Finding]:
    """The person's own servers and prompts, where there are any; no server is asked."""
    from engines.backends.chat.servers import FILE, own_servers
    from engines.backends.chat_roles.prompts import PLACEHOLDERS, read_prompt
    from engines.core.machine import personal
    from sessions.paths import chosen_folder

    personal.use(chosen_folder(data_dir))
    folder = personal.folder()
    if (folder / FILE).exists():
        try:
            known = own_servers()
            yield Finding("servers", "fine", f"{folder / FILE}: {', '.join(server.name for server in known)}")
        except ErrataError as problem:
            known = []
            yield Finding("servers", "wrong", str(problem))
        yield from (_key(server) for server in known if server.key_file)
    for path in sorted((folder / "prompts").glob("*.md")):
        if path.stem not in PLACEHOLDERS:
            yield Finding(f"prompt {path.stem}", "odd", f"{path} is used for nothing. Prompts: {', '.join(PLACEHOLDERS)}.")
            continue
        try:
            yield Finding(f"prompt {path.stem}", "fine", f"{path}, version {read_prompt(path.stem, path).version}")
        except ErrataError as problem:
            yield Finding(f"prompt {path.stem}", "wrong", str(problem))


def _key(server: "Server") -> Finding:
    """Whether the key of a server can be read, and by its owner only."""
    try:
        server.key()
    except ErrataError as problem:
        return Finding(f"key of {server.name}", "wrong", str(problem))
    return Finding(f"key of {server.name}", "fine", f"{server.key_file} (owner only)")
