"""Models by role and id, loaded when first asked for and kept.

An id is a bundled name ("compact") or what `engines.models.ids` reads ("nli:FOLDER", "chat:MODEL@SERVER"). A module that a backend
names must have the function it names: loaders take a `ModelId`; language models are loaded once as the role "chat" and then fill
the other roles through `engines.backends.chat_roles`.
"""

import sys
import threading
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from engines.core.errors import ErrataError, InputError
from engines.core.machine.collecting import collect
from engines.core.roles import ChatModel
from engines.models.ids import ModelId, local_path, parse_id

_BUNDLED: dict[str, dict[str, str]] = {
    "parser": {"rules": "engines.parsing:load_parser"},
    "verifier": {"compact": "engines.verification:load_verifier"},
    "localizer": {"compact": "engines.verification.localizer:load_localizer"},
}
_LOADERS = {
    "flan-t5": "engines.backends.verifiers.seq2seq:load_flan",
    "true": "engines.backends.verifiers.seq2seq:load_true",
    "minicheck": "engines.backends.verifiers.minicheck:load_minicheck",
    "nli": "engines.backends.verifiers.classification:load_nli",
    "qasem-t5": "engines.backends.generators.qasem_t5:load_parser",
    "question-t5": "engines.backends.generators.question_t5:load_question_writer",
    "squad": "engines.backends.squad:load_reader",
    "lss-t5": "engines.backends.generators.lss_t5:load_lss_writer",
    "lettucedect": "engines.backends.lettucedect:load_localizer",
    "causal": "engines.backends.causal:load_causal",
    "chat": "engines.backends.chat:load",
}
"""`load(model_id: ModelId)` of each backend; for the last two it gives an `engines.core.roles.ChatModel`."""
_EXPECTING = "engines.backends.expectations:load_language_model"
"""The same for a causal model that does not answer but says what it expects, the role "language_model"."""
LANGUAGE_MODELS = ("causal", "chat")
"""Backends whose models fill several roles."""
_CHAT_ROLES = "engines.backends.chat_roles:fill"
"""`fill(role: str, chat: ChatModel)` gives what fills the role by asking the language model."""
_CHECKS = {"chat": "engines.backends.chat:check"}
"""`check(model_id)` raises what loading would, without loading, where it is not a matter of files."""

_lock = threading.RLock()
_turns: dict[tuple[str, str], threading.RLock] = {}
_loaded: dict[tuple[str, str], Any] = {}


@dataclass(frozen=True)
class Status:
    """Whether a model can be used: `reason` says why not and what to do, "" where it can."""

    available: bool
    loaded: bool = False
    reason: str = ""


def roles() -> tuple[str, ...]:
    """The roles that bundled models fill."""
    return tuple(_BUNDLED)


def names(role: str) -> tuple[str, ...]:
    """The names of the bundled models of a role."""
    return tuple(_BUNDLED.get(role, {}))


def identify(role: str, id: str) -> ModelId | None:
    """What an id names; None for a bundled model.

    Raises:
        InputError: it names nothing that could fill the role.
    """
    if id in _BUNDLED.get(role, {}):
        return None
    if ":" not in id and "/" not in id and not _is_path(id):
        known = ", ".join(names(role)) or "none bundled"
        raise InputError(f"There is no {role.replace('_', ' ')} called {id!r}. Known: {known}; or BACKEND:SOURCE, see `errata models`.")
    return parse_id(id, role)


def get(role: str, id: str) -> Any:
    """The model that fills `role` under `id`, loaded once.

    Raises:
        InputError: the id names nothing that could fill the role.
        UnavailableError: something that it needs is not on this machine; the message says what to do.
        ModelError: it is here, but cannot be loaded.
    """
    model_id = identify(role, id)
    if model_id is not None and role not in ("chat", "language_model") and model_id.backend in LANGUAGE_MODELS:
        # Filled anew each time, so that a prompt that was edited counts at once; the model itself is loaded once.
        return fill(role, get("chat", str(model_id)))
    key = (role, str(model_id or id))
    with _lock:
        turn = _turns.setdefault(key, threading.RLock())
    with turn:  # whoever wants another model does not wait for this one
        known = _loaded.get(key)
        if known is None or _outdated(known):
            known = _function(_BUNDLED[role][id])() if model_id is None else _load(role, model_id)
            _loaded[key] = known
        return known


def fill(role: str, chat: ChatModel) -> Any:
    """A language model put into a role; nothing is loaded and nothing kept.

    Raises:
        InputError: a language model cannot fill the role.
    """
    return _function(_CHAT_ROLES)(role, chat)


def status(role: str, id: str) -> Status:
    """Whether the model could be loaded, found out without loading it."""
    try:
        model_id = identify(role, id)
        if {(role, str(model_id or id)), ("chat", str(model_id))} & _loaded.keys() and not (model_id and model_id.backend == "chat"):
            return Status(True, True)
        if model_id is not None:
            _function(_CHECKS.get(model_id.backend, "engines.backends.runtime.weights:check"))(model_id)
    except ErrataError as problem:
        return Status(False, False, str(problem))
    except Exception as problem:  # whatever lies in a folder or in the hub's cache, it can be listed
        return Status(False, False, f"{id} cannot be looked at ({type(problem).__name__}: {problem}). Remove it, or fetch it again.")
    return Status(True)


def unload(role: str, id: str) -> bool:
    """Let go of a model; a language model with every role that it fills. Returns whether it was in memory."""
    with _lock:
        model_id = identify(role, id)
        name = str(model_id or id)
        shared = model_id is not None and model_id.backend in LANGUAGE_MODELS
        gone = [key for key in tuple(_loaded) if key == (role, name) or (shared and key[1] == name)]
        for key in gone:
            model = _loaded.pop(key)
            if hasattr(model, "close"):
                model.close()
            del model
        collect()
        torch = sys.modules.get("torch")
        if gone and torch is not None and torch.cuda.is_available():
            torch.cuda.empty_cache()
        return bool(gone)


def loaded() -> tuple[tuple[str, str], ...]:
    """The (role, id) pairs that are in memory."""
    return tuple(_loaded)


def _load(role: str, model_id: ModelId) -> Any:
    return _function(_EXPECTING if role == "language_model" else _LOADERS[model_id.backend])(model_id)


def _outdated(model: Any) -> bool:
    """Whether what a model was loaded by has changed since: the settings of its server."""
    outdated = getattr(model, "outdated", None)
    return bool(outdated and outdated())


def _function(path: str) -> Any:
    module, name = path.split(":")
    return getattr(import_module(module), name)


def _is_path(id: str) -> bool:
    return id.endswith(".gguf") or local_path(id).is_dir()
