"""What a person does with Errata: `from explorer import analyze`."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from explorer.services.analysis import analyze, stream
    from explorer.services.comparison import compare
    from explorer.services.revision import revise
    from explorer.services.workspace import Workspace

__all__ = ["Workspace", "analyze", "compare", "revise", "stream"]

_HOMES = {
    "analyze": "explorer.services.analysis",
    "stream": "explorer.services.analysis",
    "compare": "explorer.services.comparison",
    "revise": "explorer.services.revision",
    "Workspace": "explorer.services.workspace",
}


def __getattr__(name: str) -> Any:
    """Import on first use, so that the command line answers before any model library is loaded."""
    if name not in _HOMES:
        raise AttributeError(f"module 'explorer' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
