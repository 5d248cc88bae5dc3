"""Where the files that come with Errata lie; and small files of other hands, read so that none of them can stop the program."""

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any

from engines.core.errors import UnavailableError

ASSETS = Path(__file__).resolve().parents[3] / "assets"


def asset(*parts: str) -> Path:
    """The path of a bundled file, for example `asset("parser", "weights.safetensors")`.

    Raises:
        UnavailableError: the file is missing from the installation.
    """
    path = ASSETS.joinpath(*parts)
    if not path.exists():
        raise UnavailableError(f"The bundled file {'/'.join(parts)} is missing from {ASSETS}. Install Errata again.")
    return path


LARGEST = 16 * 2**20
"""Bytes of a file of settings: none of a model's has come near it."""


def small_file(path: Path, most: int = LARGEST, private: bool = False) -> bytes:
    """The content of a regular file; a pipe or a device, which may never end, is not waited for.

    Args:
        private: whether only its owner may be able to read it.

    Raises:
        PermissionError: others can read what should be private.
        OSError: it cannot be read, is no regular file, or is larger than `most` bytes.
    """
    with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)), "rb") as stream:
        state = os.fstat(stream.fileno())
        if not stat.S_ISREG(state.st_mode):
            raise OSError(errno.EINVAL, "it is no regular file", str(path))
        if private and os.name == "posix" and state.st_mode & 0o077:
            raise PermissionError(errno.EPERM, "it can be read by others", str(path))
        data = stream.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"it is larger than {most // 2**20} MB", str(path))
    return data


def small_json(path: Path) -> Any:
    """The JSON value of a regular file; None where there is none that can be read."""
    try:
        return json.loads(small_file(path))
    except (OSError, ValueError, RecursionError):
        return None
