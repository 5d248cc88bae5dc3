"""What a person does with Errata. Programs say `from errata import analyze`, which gives the names here (`explorer/package/errata`).

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
    from engines.core.findings import Conflict, Deletion, Edit, ErrorSpan, WordSupport
    from engines.core.results import Analysis, Document, Unit
    from engines.core.spans import Evidence, Predicate, Span
    from engines.units.errors import worth_a_look
    from explorer.awaiting import aanalyze
    from explorer.evaluation.benchmark.benchmarking import benchmark
    from explorer.evaluation.benchmark.measuring import Dev, Plan
    from explorer.evaluation.benchmark.results import Benchmark
    from explorer.evaluation.benchmark.systems.answering import System
    from explorer.services.analysis import Finished, Incomplete, Partial, Stage, analyze, stream
    from explorer.services.comparison import Comparison, compare
    from explorer.services.revision import Revision, revise
    from explorer.services.workspace import Workspace

__all__ = [
    "Analysis",
    "Benchmark",
    "Cancelled",
    "Comparison",
    "Conflict",
    "Deletion",
    "Dev",
    "Document",
    "Edit",
    "ErrataError",
    "ErrorSpan",
    "Evidence",
    "Finished",
    "FormatError",
    "Incomplete",
    "InputError",
    "ModelError",
    "Partial",
    "Plan",
    "Predicate",
    "ReadOnlyError",
    "Revision",
    "Span",
    "SpanError",
    "Stage",
    "StoreError",
    "System",
    "UnavailableError",
    "Unit",
    "WordSupport",
    "Workspace",
    "aanalyze",
    "analyze",
    "benchmark",
    "compare",
    "revise",
    "stream",
    "worth_a_look",
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
    "engines.core.findings": ("Conflict", "Deletion", "Edit", "ErrorSpan", "WordSupport"),
    "engines.core.results": ("Analysis", "Document", "Unit"),
    "engines.core.spans": ("Evidence", "Predicate", "Span"),
    "engines.units.errors": ("worth_a_look",),
    "explorer.evaluation.benchmark.benchmarking": ("benchmark",),
    "explorer.evaluation.benchmark.measuring": ("Dev", "Plan"),
    "explorer.evaluation.benchmark.results": ("Benchmark",),
    "explorer.evaluation.benchmark.systems.answering": ("System",),
    "explorer.services.analysis": ("Finished", "Incomplete", "Partial", "Stage", "analyze", "stream"),
    "explorer.awaiting": ("aanalyze",),
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
