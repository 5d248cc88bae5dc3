"""Errata for programs: which parts of a text does its reference not support, and where is the evidence?

`from errata import analyze` is all that most programs need. What stands in `__all__` is public: it is documented in `docs/api.md` and
changes only with a line in the changelog. What lies below is not. The names are listed once, in `explorer`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from explorer import *  # noqa: F403 - so that type checkers know every name, and no other

    __version__: str
else:
    __all__ = import_module("explorer").__all__

    def __getattr__(name: str) -> Any:
        """Import on first use, so that `import errata` costs nothing."""
        if name == "__version__":
            return import_module("explorer.cli.main").VERSION
        if name in __all__:
            return getattr(import_module("explorer"), name)
        raise AttributeError(f"module 'errata' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *import_module("explorer").__all__, "__version__"})
