"""The rules by name. A module of this room that defines a rule with `@rule` is found by itself."""

import pkgutil
from collections.abc import Callable
from functools import cache
from importlib import import_module

import catalogue

from engines.verification import rules as room
from engines.verification.rules.base import ConflictKind, Found, FunctionRule, Rule

registered = catalogue.create("errata", "rules")


def rule(name: str, kind: ConflictKind, reads: str) -> Callable[[Found], Found]:
    """Register a function that yields the conflicts of a case as a rule.

    Args:
        name: unique, in the field's terms.
        kind: the kind of error that it sees.
        reads: what it looks at, in one line.
    """

    def register(find: Found) -> Found:
        registered.register(name, func=FunctionRule(name, kind, reads, find))
        return find

    return register


@cache
def _load() -> None:
    for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
        import_module(module.name)


def rules() -> dict[str, Rule]:
    """Every registered rule by its name, in alphabetical order."""
    _load()
    return dict(sorted(registered.get_all().items()))
