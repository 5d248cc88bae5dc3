"""The models that can be chosen beyond the bundled ones: what there is, what is missing and why, what it takes, and letting go of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engines.core.errors import ErrataError, InputError, StoreError
from engines.core.machine.files import small_json
from engines.models import registry
from engines.models.ids import BACKENDS, ModelId, catalogue, local_path, parse_id

BYTES_ON_CPU, BYTES_ON_GPU = 4, 2
"""Bytes of a parameter in memory: float32 on the CPU, bfloat16 on a GPU."""
OVERHEAD = 1.15
"""What a model takes beyond its parameters while it runs, about."""
GATED = "Its authors want their terms accepted first: open https://huggingface.co/{id}, accept them, and set HF_TOKEN."


@dataclass(frozen=True)
class ModelInfo:
    """A model as shown in lists.

    Attributes:
        id: what to choose it by.
        roles, backend: what it can do and how it is run.
        available, loaded: whether it can be used now, and whether it is in memory.
        reason: why it cannot be used and what to do; "" where it can.
        parameters, bytes: parameters, and bytes on disk; about, 0 where not known.
        memory: bytes of memory that it takes when it runs on this machine, about; 0 where not known.
        own: whether it lies in the person's own folder of models; such a one may be of no role.
    """

    id: str
    title: str
    roles: tuple[str, ...]
    backend: str
    available: bool
    loaded: bool = False
    reason: str = ""
    licence: str = ""
    parameters: int = 0
    bytes: int = 0
    memory: int = 0
    figures: str = ""
    note: str = ""
    gated: bool = False
    own: bool = False

    def to_json(self) -> dict[str, Any]:
        """Plain values for the command line and the page."""
        return {**self.__dict__, "roles": list(self.roles)}


def catalogued() -> list[ModelInfo]:
    """Every model of the catalogue."""
    return [_catalogued(entry) for entry in catalogue()]


def own_models(models: Path) -> list[ModelInfo]:
    """What lies in `models`, the folder of that name in the data folder: a folder or a .gguf file each, or a link to one.

    What is no model, or not to be told which, is listed with the reason, so that it can be seen and taken out.
    """
    try:
        found = sorted(path for path in models.iterdir() if not path.name.startswith("."))
    except OSError:  # there is no such folder, or it cannot be read
        return []
    return [_own(path) for path in found if path.suffix == ".gguf" or not _is_plain_file(path)]


def _own(path: Path) -> ModelInfo:
    try:
        return replace(info(str(path)), own=True)
    except Exception as problem:  # whatever somebody put there, the others are listed
        why = str(problem) if isinstance(problem, ErrataError) else f"It cannot be looked at ({type(problem).__name__})."
        return ModelInfo(id=str(path), title=path.name, roles=(), backend="", available=False, reason=why, own=True)


def _is_plain_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def take_out(id: str, models: Path) -> Path | None:
    """Take something out of the folder `models`: a link is removed, anything else moves to a folder beside it.

    Args:
        id: its path or its name, as `own_models` lists it.

    Returns:
        Where it is now; None for a link.

    Raises:
        InputError: there is no such thing in the folder.
        StoreError: it cannot be moved.
    """
    own = {name: path for path in (models.iterdir() if models.is_dir() else ()) for name in (str(path), path.name)}
    path = own.get(id) or own.get(id.partition(":")[2])
    if path is None:
        raise InputError(f"There is nothing called {id!r} in {models}.")
    try:
        if path.is_symlink():
            path.unlink()
            return None
        aside = models.with_name(f"{models.name}-removed")
        aside.mkdir(mode=0o700, exist_ok=True)
        names = (aside / f"{path.name}{number}" for number in ("", *(f"-{n}" for n in range(2, 1000))))
        return path.rename(next(name for name in names if not name.exists()))
    except OSError as problem:
        raise StoreError(f"{path} cannot be moved: {problem.strerror}. Move it by hand.") from problem


def taken_out(id: str, place: Path | None) -> str:
    """What `take_out` did, for a person."""
    return (
        f"{id} was a link: it is removed."
        if place is None
        else f"{id} is not listed any more. It lies in {place}, to be deleted or put back."
    )


def info(id: str) -> ModelInfo:
    """What is known of one model, in or out of the catalogue.

    Raises:
        InputError: the id names no model.
    """
    entry = next((e for e in catalogue() if id in (e["id"], f"{e['backend']}:{e['id']}")), None)
    if entry is not None:
        return _catalogued(entry)
    model_id = identified(id)
    roles = roles_of(model_id.backend)
    state = registry.status(roles[0], str(model_id))
    size = _bytes_on_disk(model_id)
    parameters = 0 if model_id.source.endswith(".gguf") else size // _bytes_per_weight(model_id)
    loaded = any(str(model_id) == other for _, other in registry.loaded())
    title = Path(model_id.source).name if model_id.is_local else model_id.source
    return ModelInfo(
        id=str(model_id),
        title=title,
        roles=roles,
        backend=model_id.backend,
        available=state.available,
        loaded=loaded,
        reason=state.reason,
        parameters=parameters,
        bytes=size,
        memory=int((parameters * BYTES_ON_CPU or size) * OVERHEAD),
    )


def roles_of(backend: str) -> tuple[str, ...]:
    """The roles that models of a backend can be chosen for."""
    return tuple(role for role in BACKENDS[backend] if role != "chat")


def identified(id: str) -> ModelId:
    """The model that an id names, whatever its role.

    Raises:
        InputError: it names none, or only a bundled one.
    """
    bundled = [role for role in registry.roles() if id in registry.names(role)]
    if bundled:
        raise InputError(f"{id} comes with Errata as its {bundled[0]}: there is nothing to download or to set.")
    return parse_id(id)


def loaded() -> list[str]:
    """The ids in memory, bundled ones left out."""
    return list(dict.fromkeys(id for role, id in registry.loaded() if id not in registry.names(role)))


def unload(id: str) -> bool:
    """Let go of a model in every role that it fills; whether it was in memory."""
    name = str(identified(id))
    gone = [registry.unload(role, other) for role, other in registry.loaded() if other == name]
    return any(gone)


def free_memory() -> int:
    """Bytes of memory that are free for a model on this machine."""
    import psutil

    return int(psutil.virtual_memory().available)


def sent_to(models: Mapping[str, str]) -> list[str]:
    """The hosts other than this machine that texts go to with these models (identities by role, as an analysis records them)."""
    from engines.backends.chat.servers import loopback

    places = [identity.partition("+")[0].rpartition("@")[2] for identity in models.values() if identity.startswith("chat:")]
    return list(dict.fromkeys(place for place in places if not loopback(_host(place))))


def servers() -> Iterator[dict[str, Any]]:
    """Every server that is known: name, title, place, whether it is this machine, and why it cannot be used.

    Raises:
        InputError: the person's `servers.toml` cannot be used.
    """
    from engines.backends.chat import check_server
    from engines.backends.chat.servers import servers as known

    for server in known().values():
        try:
            check_server(server)
            reason = ""
        except ErrataError as problem:
            reason = str(problem)
        yield {
            "name": server.name,
            "title": server.title or server.name,
            "url": server.url,
            "local": server.is_loopback,
            "model": server.model,
            "reason": reason,
        }


def human_bytes(size: int) -> str:
    """A size for a person: 3.1 GB, 269 MB."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"


def _catalogued(entry: Mapping[str, Any]) -> ModelInfo:
    roles = tuple(entry["roles"])
    id = f"{entry['backend']}:{entry['id']}"
    state = registry.status(roles[0], id)
    return ModelInfo(
        id=str(entry["id"]),
        title=str(entry["title"]),
        roles=roles,
        backend=str(entry["backend"]),
        available=state.available,
        loaded=any(other.partition("@")[0] == id for _, other in registry.loaded()),
        reason=state.reason,
        licence=str(entry["licence"]),
        parameters=int(entry["parameters"]),
        bytes=int(entry["bytes"]),
        memory=int(entry["parameters"] * BYTES_ON_CPU * OVERHEAD),
        figures=str(entry.get("figures", "")),
        note=" ".join(part for part in (str(entry.get("note", "")), _gated(entry)) if part),
        gated=bool(entry.get("gated", False)),
    )


def _gated(entry: Mapping[str, Any]) -> str:
    return GATED.format(id=entry["id"]) if entry.get("gated") else ""


def _bytes_on_disk(model_id: ModelId) -> int:
    path = local_path(model_id.source)
    if path.is_file():
        return path.stat().st_size
    return sum(file.stat().st_size for file in path.glob("*.safetensors")) if path.is_dir() else 0


def _bytes_per_weight(model_id: ModelId) -> int:
    """Bytes of a weight in a local folder, as its configuration says; 4 where it does not."""
    config = small_json(local_path(model_id.source) / "config.json")
    kind = config.get("dtype", config.get("torch_dtype")) if isinstance(config, dict) else None
    return 2 if str(kind) in ("float16", "bfloat16") else 4


def _host(place: str) -> str:
    """The host of "host:port/path"."""
    from urllib.parse import urlsplit

    return urlsplit(f"http://{place}").hostname or ""
