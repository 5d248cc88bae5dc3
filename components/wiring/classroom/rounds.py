"""Rounds of a quiz as the page sends them: kept with every change, so that a crash loses nothing."""

import json
from collections.abc import Callable
from typing import Any

from components.html.tours import PLACE
from components.wiring.fields import Misfit, check_call, check_names
from engines.core.errors import InputError
from explorer.services.workspace import Workspace

ROUNDS = f"{PLACE}/rounds"
"""Where the page of a quiz sends what is to be kept of it."""

LARGEST = 2**22
"""Bytes of a round as it is sent; the store takes less, and says so."""

_NOTHING = "This is nothing that the page of a quiz keeps."


def keep_round(workspace: Workspace, written: bytes) -> dict[str, Any]:
    """Keep or forget what the page sent, `{"kind": "save" or "forget", "data": {…}}`; what to tell the page.

    Raises:
        Misfit: it has a field that is not known, lacks one, or has one of another type.
        InputError: it is no JSON, or there is no such analysis; `ChangedElsewhere` where the round has been written by another page.
        StoreError: the store cannot be written.
    """
    try:
        sent = json.loads(written)
    except (ValueError, RecursionError) as problem:
        raise InputError(_NOTHING) from problem
    if not isinstance(sent, dict):
        raise InputError(_NOTHING)
    check_names(sent, ("kind", "data"))
    kind, data = sent.get("kind"), sent.get("data")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise Misfit(f"`kind` must be one of {', '.join(_KINDS)}.", "kind")
    if not isinstance(data, dict):
        raise Misfit("`data` must be an object.", "data")
    work = _KINDS[kind](workspace)
    check_call(work, data)
    return dict(work(**data))


def _saving(workspace: Workspace) -> Callable[..., dict[str, Any]]:
    def save(analysis: str, id: str, revision: int, data: dict[str, Any]) -> dict[str, Any]:
        return {"revision": workspace.store.save_round(analysis, id, revision, data)}

    return save


def _forgetting(workspace: Workspace) -> Callable[..., dict[str, Any]]:
    def forget(analysis: str, id: str | None = None) -> dict[str, Any]:
        return {"forgotten": workspace.store.forget_rounds(analysis, id)}

    return forget


_KINDS: dict[str, Callable[[Workspace], Callable[..., dict[str, Any]]]] = {"save": _saving, "forget": _forgetting}
