"""Where the files of a model lie on this machine, and what tells one set of weights from another.

Nothing is downloaded here: a model that is not in the hub's cache is a clear error with the command that fetches it. Only
safetensors (and GGUF) weights count as a model; a folder with pickled weights alone is refused.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engines.core.errors import UnavailableError
from engines.models.ids import ModelId, local_path

HUB_FILES = ["*.safetensors", "*.json", "*.model", "*.txt", "*.jinja"]
NOT_HUB_FILES = ["*/*", "consolidated*"]
"""Which files of a hub repository make a model; in subfolders there are other formats and copies."""

_HUB_ID = re.compile(r"[\w.-]+/[\w.-]+|[\w.-]+")
_HUB_FILE = re.compile(r"([\w.-]+/[\w.-]+)/(.+\.gguf)")
_PICKLES = ("*.bin", "*.pt", "*.pth", "*.ckpt", "*.h5", "*.msgpack")
_LONGEST_HEADER = 100_000_000
"""Bytes; as in the safetensors library."""
_LARGEST_CONFIG = 20_000_000
"""Bytes; those with many labels have a few millions."""
_GGUF_COUNT = 8
"""Where a GGUF file has the number of its tensors: 8 bytes after its name and version."""
_SAMPLES = 64
_SAMPLE_BYTES = 2**16


@dataclass(frozen=True)
class Located:
    """A model's files: its folder, the name of the GGUF file in it ("" for safetensors), and what its answers depend on."""

    folder: Path
    gguf: str
    identity: str


def locate(model_id: ModelId) -> Located:
    """The files of a model.

    Raises:
        UnavailableError: they are not on this machine, not whole, or not of a kind that is loaded; the message says what to do.
    """
    path = local_path(model_id.source)
    if path.exists():
        folder, gguf = (path.parent, path.name) if path.is_file() else (path, "")
        _check_files(model_id, folder, gguf)
        return Located(folder, gguf, f"{model_id.backend}:{path.name}@{fingerprint(folder, gguf)}")
    folder, gguf = _in_cache(model_id)
    _check_files(model_id, folder, gguf)
    return Located(folder, gguf, f"{model_id.backend}:{model_id.source}@{folder.name}")


def check(model_id: ModelId) -> None:
    """Whether a model could be loaded, as far as its files and the packages that it needs tell.

    Raises:
        UnavailableError: as `locate`.
    """
    path = local_path(model_id.source)
    if path.exists():
        _check_files(model_id, *((path.parent, path.name) if path.is_file() else (path, "")))
    else:
        _check_files(model_id, *_in_cache(model_id))


def fingerprint(folder: Path, gguf: str = "") -> str:
    """16 hexadecimal digits that change with the weights, the configuration or the tokenizer of a local model, wherever it lies.

    Of large weight files the size, the beginning and evenly spaced samples are read, not all of it.
    """
    digest = hashlib.sha256()
    files = [folder / gguf] if gguf else sorted([*folder.glob("*.safetensors"), *folder.glob("*.json"), *folder.glob("*.model")])
    for file in files:
        digest.update(f"{file.name}\0{file.stat().st_size}\0".encode())
        for piece in _samples(file):
            digest.update(piece)
    return digest.hexdigest()[:16]


def _samples(file: Path) -> Iterator[bytes]:
    size = file.stat().st_size
    with file.open("rb") as stream:
        if size <= _SAMPLES * _SAMPLE_BYTES:
            yield stream.read()
            return
        for i in range(_SAMPLES):
            stream.seek(i * (size - _SAMPLE_BYTES) // (_SAMPLES - 1))
            yield stream.read(_SAMPLE_BYTES)


def _check_files(model_id: ModelId, folder: Path, gguf: str) -> None:
    if gguf:
        _check_gguf(model_id, gguf)
        return
    special = next((path for path in _entries(folder) if not path.is_file() and not path.is_dir()), None)
    if special is not None:
        raise UnavailableError(f"{special} is no regular file, and no model has another kind. Take it out of the folder.")
    if not (folder / "config.json").is_file():
        raise UnavailableError(f"There is no config.json in {folder}. Give the folder of a model as the hub stores it.")
    if (folder / "config.json").stat().st_size > _LARGEST_CONFIG:
        raise UnavailableError(f"config.json in {folder} has more than {_LARGEST_CONFIG // 10**6} MB: it is not that of a model.")
    if not any(folder.glob("*.safetensors")):
        pickled = any(path for pattern in _PICKLES for path in folder.glob(pattern))
        why = "only pickled weights, which can run code and are never loaded" if pickled else "no weights"
        raise UnavailableError(f"There are {why} in {folder}. Give a folder with safetensors weights, or another revision of the model.")
    missing = _missing_shards(folder)
    if missing:
        raise UnavailableError(f"The weights in {folder} are not whole: {missing[0]} is missing. {_how(model_id)}")


def _entries(folder: Path) -> list[Path]:
    """What lies in a folder; nothing where it is no folder that can be read."""
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def tensors(located: Located) -> int:
    """How many tensors the weights of a model have, as their headers say; 0 where they cannot be read.

    Nothing but the headers is read, and no more of them than a file can hold.
    """
    if located.gguf:
        with (located.folder / located.gguf).open("rb") as stream:
            return int.from_bytes(stream.read(_GGUF_COUNT + 8)[_GGUF_COUNT:], "little")
    return sum(map(_tensors_in, located.folder.glob("*.safetensors")))


def _tensors_in(file: Path) -> int:
    """The tensors of a safetensors file: its header is JSON, after 8 bytes that give its length."""
    with file.open("rb") as stream:
        length = int.from_bytes(stream.read(8), "little")
        if length > min(_LONGEST_HEADER, file.stat().st_size):
            return 0
        try:
            return len(json.loads(stream.read(length)).keys() - {"__metadata__"})
        except (ValueError, AttributeError, RecursionError):
            return 0


def _missing_shards(folder: Path) -> list[str]:
    """Weight files that the index of a model in several files names and that are not there."""
    index = folder / "model.safetensors.index.json"
    try:
        named = set(json.loads(index.read_text("utf-8"))["weight_map"].values()) if index.is_file() else set()
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return [index.name]
    return sorted(name for name in named if not (folder / name).is_file())


def _check_gguf(model_id: ModelId, name: str) -> None:
    from importlib.util import find_spec

    if model_id.backend != "causal" or not name.endswith(".gguf"):
        raise UnavailableError(f"{name} is no folder. Only language models (causal:…) are loaded from a single file, and only from .gguf.")
    absent = [package for package in ("gguf", "accelerate") if find_spec(package) is None]
    if absent:
        raise UnavailableError(f"GGUF files need what is not installed: {', '.join(absent)}. Run: pip install {' '.join(absent)}")


def _in_cache(model_id: ModelId) -> tuple[Path, str]:
    """The folder of a hub model in the hub's cache, and the GGUF file where the source names one."""
    from huggingface_hub import snapshot_download, try_to_load_from_cache
    from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError

    source, revision = model_id.source, model_id.revision or None
    file = _HUB_FILE.fullmatch(source)
    if file is None and (not _HUB_ID.fullmatch(source) or source.startswith(".")):
        raise UnavailableError(f"There is no folder or file {source}. Check the path, or give the id of a hub model.")
    try:
        if file is not None:
            found = try_to_load_from_cache(file[1], file[2], revision=revision)
            if not isinstance(found, str):
                raise UnavailableError(f"The model {source} is not on this machine. {_how(model_id)}")
            return Path(found).parent, Path(found).name
        folder = snapshot_download(
            source, revision=revision, local_files_only=True, allow_patterns=HUB_FILES, ignore_patterns=NOT_HUB_FILES
        )
        return Path(folder), ""
    except (LocalEntryNotFoundError, HFValidationError, OSError, ValueError) as problem:
        raise UnavailableError(f"The model {source} is not on this machine. {_how(model_id)}") from problem


def _how(model_id: ModelId) -> str:
    return f"Download it with: errata models download {model_id}"
