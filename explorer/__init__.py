"""What a person does with Errata: `from explorer import analyze`.

`analyze`, `stream`, `compare` and `revise` do the work, a `Workspace` keeps it, and an `Analysis` is what comes of it. Every error that
is raised on purpose is an `ErrataError`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engines.core.errors import (
        Cancelled,
        ErrataError,
        FormatError,
        InputError,
        ModelError,
        ReadOnlyError,
        SpanError,
        StoreError,
        UnavailableError,
    )
    from engines.core.results import Analysis
    from explorer.evaluation.benchmark.benchmarking import benchmark
    from explorer.services.analysis import Incomplete, analyze, stream
    from explorer.services.comparison import Comparison, compare
    from explorer.services.revision import Revision, revise
    from explorer.services.workspace import Workspace

__all__ = [
    "Analysis",
    "Cancelled",
    "Comparison",
    "ErrataError",
    "FormatError",
    "Incomplete",
    "InputError",
    "ModelError",
    "ReadOnlyError",
    "Revision",
    "SpanError",
    "StoreError",
    "UnavailableError",
    "Workspace",
    "analyze",
    "benchmark",
    "compare",
    "revise",
    "stream",
]

_HOMES = {
    "engines.core.errors": (
        "Cancelled",
        "ErrataError",
        "FormatError",
        "InputError",
        "ModelError",
        "ReadOnlyError",
        "SpanError",
        "StoreError",
        "UnavailableError",
    ),
    "engines.core.results": ("Analysis",),
    "explorer.evaluation.benchmark.benchmarking": ("benchmark",),
    "explorer.services.analysis": ("Incomplete", "analyze", "stream"),
    "explorer.services.comparison": ("Comparison", "compare"),
    "explorer.services.revision": ("Revision", "revise"),
    "explorer.services.workspace": ("Workspace",),
}


def __getattr__(name: str) -> Any:
    """Import on first use, so that the command line answers before any model library is loaded."""
    for module, names in _HOMES.items():
        if name in names:
            from importlib import import_module

            return getattr(import_module(module), name)
    raise AttributeError(f"module 'explorer' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
