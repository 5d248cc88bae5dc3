"""The folder in which a person keeps settings of their own: servers, keys and prompts. It is the data folder of their workspace.

A program may work with several folders at once, and a text must never reach a server of another's: what is done for one stands in
`within` its folder. `use` sets the folder for all else.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from engines.core.errors import StoreError

VARIABLE = "ERRATA_DATA_DIR"
"""Environment variable that names the folder."""

_used: list[Path] = []
_within: ContextVar[Path | None] = ContextVar("the folder of the work under way", default=None)


def folder() -> Path:
    """The folder in use: that of the work under way, else the program's, else $ERRATA_DATA_DIR, else the platform's. It need not exist."""
    return _within.get() or (_used[-1] if _used else default_folder())


def use(path: Path) -> None:
    """Read settings from `path` from now on, wherever no work stands in a folder of its own."""
    _used[:] = [path]


@contextmanager
def within(path: Path) -> Iterator[None]:
    """Within the block settings are read from `path`, by this thread or task alone. No generator may pause in it: who goes on with
    the generator would be within the block, too."""
    token = _within.set(path)
    try:
        yield
    finally:
        _within.reset(token)


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
