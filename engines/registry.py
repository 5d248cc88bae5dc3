"""Models by role and name, loaded when first asked for and kept."""

import threading
from importlib import import_module
from typing import Any

from engines.errors import InputError

_FACTORIES: dict[str, dict[str, str]] = {
    "parser": {"rules": "engines.parsing:load_parser"},
    "verifier": {"compact": "engines.verification:load_verifier"},
}
_lock = threading.RLock()
_loaded: dict[tuple[str, str], Any] = {}


def roles() -> tuple[str, ...]:
    """The roles that models fill."""
    return tuple(_FACTORIES)


def names(role: str) -> tuple[str, ...]:
    """The names known for a role."""
    return tuple(_FACTORIES.get(role, {}))


def get(role: str, name: str) -> Any:
    """The model that fills `role` under `name`, loaded once.

    Raises:
        InputError: no model of that name is known for the role.
        UnavailableError: it is known, but something that it needs is not installed.
    """
    with _lock:
        if (role, name) not in _loaded:
            factory = _FACTORIES.get(role, {}).get(name)
            if factory is None:
                known = ", ".join(names(role)) or "none"
                raise InputError(f"There is no {role} called {name!r}. Known: {known}.")
            module, function = factory.split(":")
            _loaded[(role, name)] = getattr(import_module(module), function)()
        return _loaded[(role, name)]


def loaded() -> tuple[tuple[str, str], ...]:
    """The (role, name) pairs that are in memory."""
    return tuple(_loaded)
