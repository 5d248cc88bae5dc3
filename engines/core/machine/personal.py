"""The folder in which a person keeps settings of their own: servers, keys and prompts. It is the data folder of their workspace."""

import os
from pathlib import Path

from engines.core.errors import StoreError

VARIABLE = "ERRATA_DATA_DIR"
"""Environment variable that names the folder."""

_used: list[Path] = []


def folder() -> Path:
    """The folder in use: the one of the workspace opened last, else $ERRATA_DATA_DIR, else the platform's. It need not exist."""
    return _used[-1] if _used else default_folder()


def use(path: Path) -> None:
    """Read settings from `path` from now on."""
    _used[:] = [path]


def default_folder(override: str | Path | None = None) -> Path:
    """`override`, else $ERRATA_DATA_DIR, else the platform's user data folder. Nothing is created.

    Raises:
        StoreError: no folder can have that name.
    """
    chosen = override or os.environ.get(VARIABLE)
    if chosen:
        try:
            path = Path(chosen).expanduser().absolute()
            if b"\0" in os.fsencode(path):
                raise ValueError("no file can have that name.")
            return path
        except (OSError, RuntimeError, ValueError) as problem:
            raise StoreError(f"The data folder {str(chosen)!r} cannot be used: {problem} Choose another with --data-dir.") from problem
    from platformdirs import user_data_path

    return user_data_path("errata", appauthor=False)
