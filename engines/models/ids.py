"""How a model is named where a person chooses one: a bundled name, or BACKEND:SOURCE[@REVISION].

SOURCE is a hub id, a local folder or a GGUF file; for the backend `chat` it is MODEL[@SERVER]. The backend may be left out for
models of the catalogue and for folders whose configuration tells it without guessing.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engines.core.errors import InputError
from engines.core.machine.files import ASSETS, small_json

BACKENDS: Mapping[str, tuple[str, ...]] = {
    "flan-t5": ("verifier",),
    "true": ("verifier",),
    "minicheck": ("verifier",),
    "nli": ("verifier",),
    "qasem-t5": ("parser",),
    "question-t5": ("question_writer",),
    "squad": ("reader",),
    "lss-t5": ("lss_writer",),
    "lettucedect": ("localizer",),
    "causal": ("chat", "verifier", "writer", "question_writer", "lss_writer", "reviser", "language_model"),
    "chat": ("chat", "verifier", "writer", "question_writer", "lss_writer", "reviser"),
}
"""Every backend with the roles that its models can fill; "chat" is the language model itself (`engines.core.roles.ChatModel`)."""


@dataclass(frozen=True)
class ModelId:
    """A model that does not come with Errata.

    Attributes:
        backend: one of BACKENDS.
        source: hub id, folder or file; for `chat` the model's name on its server.
        revision: branch, tag or commit of a hub model; for `chat` the name of the server; "" if not given.
    """

    backend: str
    source: str
    revision: str = ""

    def __str__(self) -> str:
        return f"{self.backend}:{self.source}" + (f"@{self.revision}" if self.revision else "")

    @property
    def is_local(self) -> bool:
        """Whether the source is a folder or file of this machine."""
        return self.backend != "chat" and local_path(self.source).exists()


@cache
def catalogue() -> tuple[Mapping[str, Any], ...]:
    """Published models that are known to work: id, roles, backend, title, licence, parameters, bytes, figures (assets/models)."""
    path = ASSETS / "models" / "catalogue.json"
    return tuple(json.loads(path.read_text("utf-8"))["models"]) if path.exists() else ()


def parse_id(text: str, role: str = "") -> ModelId:
    """The model that `text` names, for a role if one is given.

    Raises:
        InputError: no backend is given and none can be told, the backend is not one for the role, there is no source, or nothing can
            have the name of the source or of the revision.
    """
    backend, colon, rest = text.strip().partition(":")
    if not colon or backend not in BACKENDS:
        backend, rest = "", text.strip()
    source, revision = _source(rest, backend)
    if not source:
        raise InputError(f"{_shown(text)} names no model. Write BACKEND:SOURCE, for example nli:FOLDER or chat:MODEL@SERVER.")
    _check_names(backend, source, revision)
    backend = backend or _told(source, role)
    if role and role not in BACKENDS[backend]:
        fitting = ", ".join(name for name, roles in BACKENDS.items() if role in roles)
        raise InputError(f"A {backend} model cannot be the {role.replace('_', ' ')}. Backends for this role: {fitting}.")
    return ModelId(backend, source, revision)


def local_path(source: str) -> Path:
    """Where a source lies if it is a folder or file of this machine; it need not be there.

    Raises:
        InputError: no file can have that name, or it cannot be looked for.
    """
    try:
        path = Path(source).expanduser()
        path.exists()
        return path
    except (OSError, RuntimeError, ValueError) as problem:
        why = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem) or type(problem).__name__
        raise InputError(f"{_shown(source)} names no model: {why.rstrip('.')}.") from None


def _check_names(backend: str, source: str, revision: str) -> None:
    """What is put together to paths and addresses must not lead elsewhere."""
    if not (source + revision).isprintable():
        raise InputError(f"{_shown(source)} names no model: it holds a character that no name has.")
    if backend == "chat":
        return
    if ".." in re.split(r"[/\\]", revision):
        raise InputError(f"{_shown(revision)} is no revision of a model: give a branch, a tag or a commit.")
    if not local_path(source).exists() and ".." in re.split(r"[/\\]", source):
        raise InputError(f"There is no folder or file {_shown(source)}, and it is no id of a hub model (owner/name).")


def _shown(text: str) -> str:
    return repr(text if len(text) <= 80 else f"{text[:79]}…")


def _source(rest: str, backend: str) -> tuple[str, str]:
    """Source and revision; an @ that belongs to a folder's name is left there."""
    source, at, revision = rest.rpartition("@")
    if not at or not source or (backend != "chat" and local_path(rest).exists()):
        return rest, ""
    return source, revision


def _told(source: str, role: str) -> str:
    """The backend of a source named without one: from the catalogue, else from the folder's configuration."""
    known = [str(entry["backend"]) for entry in catalogue() if entry["id"] == source and (not role or role in entry["roles"])]
    if known:
        return known[0]
    fitting = [name for name, roles in BACKENDS.items() if not role or role in roles]
    told = _from_configuration(local_path(source))
    if told in fitting:
        return told
    raise InputError(f"Which kind of model {_shown(source)} is cannot be told. Say it in front: {', '.join(f'{b}:…' for b in fitting)}.")


def _from_configuration(path: Path) -> str:
    """The backend that the architecture of a local model has, where there is only one; "" otherwise."""
    if path.suffix == ".gguf":
        return "causal"
    config = small_json(path / "config.json")
    architectures = config.get("architectures") if isinstance(config, dict) else None
    first = str(architectures[0]) if isinstance(architectures, list) and architectures else ""
    endings = {
        "ForTokenClassification": "lettucedect",
        "ForSequenceClassification": "nli",
        "ForQuestionAnswering": "squad",
        "ForCausalLM": "causal",
    }
    return next((backend for ending, backend in endings.items() if first.endswith(ending)), "")
