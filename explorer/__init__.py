"""What a person does with Errata: analyse, check files, look back, export; also from Python.

from explorer import analyze
analysis = analyze(reference, output)
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from explorer.analysis import analyze, stream
    from explorer.workspace import Workspace

__all__ = ["Workspace", "analyze", "stream"]


def __getattr__(name: str) -> Any:
    """Import on first use, so that `python -m explorer --help` stays fast."""
    if name in ("analyze", "stream"):
        from explorer import analysis

        return getattr(analysis, name)
    if name == "Workspace":
        from explorer.workspace import Workspace

        return Workspace
    raise AttributeError(f"module 'explorer' has no attribute {name!r}")
