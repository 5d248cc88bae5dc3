"""The data folder: where everything that lasts is kept, owner-only."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from engines.core.errors import ReadOnlyError, StoreError
from engines.core.machine.files import ASSETS
from engines.core.machine.personal import VARIABLE, default_folder

DATABASE = "errata.db"
CACHE = "cache"

_FORBIDDEN = ("assets", "components", "engines", "explorer", "sessions", "tests", ".git")
"""Rooms of the program: what lies in them is shipped, served or committed, so nobody's texts may go there."""


def chosen_folder(override: str | Path | None = None) -> Path:
    """The folder that would be used: `override`, else $ERRATA_DATA_DIR, else the platform's user data folder. Nothing is created."""
    return default_folder(override)


def data_folder(override: str | Path | None = None) -> Path:
    """The data folder, created with owner-only permissions if it is not there.

    A folder that already holds other files keeps its permissions; ours are owner-only all the same.

    Raises:
        ReadOnlyError: nothing can be written there.
        StoreError: it cannot be created or used, or it lies inside the program's own folders.
    """
    folder = _resolved(override)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not any(folder.iterdir()) or (folder / DATABASE).exists():
            folder.chmod(0o700)
    except OSError as problem:
        raise _problem(folder, problem) from problem
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise ReadOnlyError(f"The data folder {folder} is read-only. Make it writable, or choose another with --data-dir or ${VARIABLE}.")
    return folder


def viewed_folder(override: str | Path | None = None) -> Path:
    """The data folder to read from: it has a database, and nothing is created or changed in it.

    Raises:
        StoreError: there is no such folder, or nothing to view in it.
    """
    folder = _resolved(override)
    if not os.access(folder / DATABASE, os.R_OK):
        raise StoreError(f"There is no history in {folder} that could be read. Choose another folder with --data-dir or ${VARIABLE}.")
    return folder


def private_folder(path: Path) -> Path:
    """`path` as a folder that only its owner can enter, created if needed.

    Raises:
        StoreError: it cannot be created.
    """
    try:
        path.mkdir(mode=0o700, exist_ok=True)
        path.chmod(0o700)
    except OSError as problem:
        raise _problem(path, problem) from problem
    return path


def private_file(path: Path) -> Path:
    """`path` as a file that only its owner can read, created empty if needed; SQLite gives its side files the same permissions.

    Raises:
        StoreError: it cannot be created, or is not a regular file.
    """
    try:
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        if not path.is_file():
            raise StoreError(f"{path} should be a file, but is something else. Move it away.")
        if path.stat().st_mode & 0o077:
            path.chmod(0o600)
    except OSError as problem:
        raise _problem(path, problem) from problem
    return path


def write_private(path: Path, text: str) -> None:
    """Write `text` to `path` as UTF-8, owner-only; the old content stays until the new one is complete.

    Raises:
        StoreError: the file cannot be written.
    """
    with private_writer(path) as stream:
        stream.write(text)


@contextmanager
def private_writer(path: Path) -> Iterator[IO[str]]:
    """A UTF-8 stream into a file that only its owner can read; the old content stays until the new one is complete.

    Raises:
        StoreError: the file cannot be written.
    """
    with replacing(path) as draft, draft.open("w", encoding="utf-8", newline="") as stream:
        yield stream


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """An empty owner-only file beside `path`, which takes its place when all has gone well and is removed when it has not.

    Raises:
        StoreError: the file cannot be written.
    """
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        os.close(os.open(draft, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
        yield draft
        _flush(draft)
        draft.replace(path)
    except OSError as problem:
        raise _problem(path, problem) from problem
    finally:
        with suppress(OSError):
            draft.unlink()


def _flush(path: Path) -> None:
    """Have the disk hold a file before it takes another's name."""
    descriptor = os.open(path, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _resolved(override: str | Path | None) -> Path:
    try:
        folder = chosen_folder(override).resolve()
    except (OSError, ValueError, RuntimeError) as problem:
        raise StoreError(f"The data folder {str(override)!r} cannot be used: {problem}. Choose another with --data-dir.") from problem
    _refuse_program_folders(folder)
    return folder


def _refuse_program_folders(folder: Path) -> None:
    program = ASSETS.parent
    if folder == program or any(folder.is_relative_to(program / room) for room in _FORBIDDEN):
        raise StoreError(
            f"The data folder may not be {folder}, which belongs to the program. Choose another with --data-dir or ${VARIABLE}."
        )


def _problem(path: Path, problem: OSError) -> StoreError:
    """What keeps a file from being written, as the error that it is."""
    unwritable = problem.errno in (errno.EROFS, errno.EACCES, errno.EPERM)
    return (ReadOnlyError if unwritable else StoreError)(_why(path, problem))


def _why(path: Path, problem: OSError) -> str:
    reasons = {
        errno.EROFS: "the disk is read-only",
        errno.EACCES: "permission is denied",
        errno.EPERM: "permission is denied",
        errno.ENOSPC: "the disk is full",
        errno.EDQUOT: "the disk quota is used up",
        errno.ENOTDIR: "a part of the path is a file, not a folder",
        errno.EEXIST: "a file of that name is in the way",
    }
    reason = reasons.get(problem.errno or 0, problem.strerror or str(problem))
    return f"{path} cannot be used: {reason}. Choose another data folder with --data-dir or ${VARIABLE}."
