"""Fetching a model from the hub when a person asks for it: safe files only, with progress, resumed where it was broken off."""

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engines.backends.runtime.weights import HUB_FILES, NOT_HUB_FILES
from engines.core.errors import ErrataError, InputError, UnavailableError
from engines.models.ids import ModelId

POLL_SECONDS = 0.5
SPARE = 500 * 2**20
"""Bytes of the disk that a download leaves free."""


@dataclass(frozen=True)
class Download:
    """How far a download has come, in bytes; `total` is 0 until it is known."""

    done: int
    total: int


def download(model_id: ModelId, told: Callable[[Download], None] = lambda _: None) -> Path:
    """The folder of the model's files, fetched as far as they are not here yet. What was fetched before it broke off is not fetched again.

    Args:
        told: is called now and then from another thread.

    Raises:
        InputError: the model is not one of the hub's.
        UnavailableError: the hub cannot be reached, does not have it, wants its terms accepted, has no safetensors of it, or
            the disk is too full; the message says what to do.
    """
    if model_id.backend == "chat":
        raise InputError(f"{model_id.source} is a model of a server: fetch it there, for example with: ollama pull {model_id.source}")
    if model_id.is_local:
        raise InputError(f"{model_id.source} is on this machine already.")
    repository, wanted = _repository(model_id.source)
    from huggingface_hub import snapshot_download

    options: dict[str, Any] = {
        "repo_id": repository,
        "revision": model_id.revision or None,
        "allow_patterns": wanted,
        "ignore_patterns": None if wanted != HUB_FILES else NOT_HUB_FILES,
    }
    with _hub_errors(model_id):
        files = snapshot_download(**options, dry_run=True, tqdm_class=_silent())
        _check(model_id, files)
        with _watched(files, told):
            return Path(snapshot_download(**options, tqdm_class=_silent()))


def pinned(model_id: ModelId, folder: Path) -> str:
    """The id with the exact revision that was fetched, so that the same weights are used tomorrow."""
    return f"{model_id.backend}:{model_id.source}@{folder.name}"


def remove(model_id: ModelId) -> int:
    """Delete a hub model from this machine's cache; the bytes freed, 0 if it was not there.

    Raises:
        InputError: the model is not one of the hub's.
    """
    if model_id.backend == "chat" or model_id.is_local:
        raise InputError(f"{model_id.source} was not downloaded by Errata: delete it where it is.")
    from huggingface_hub import scan_cache_dir
    from huggingface_hub.errors import CacheNotFound

    repository, _ = _repository(model_id.source)
    try:
        cache = scan_cache_dir()
    except CacheNotFound:
        return 0
    commits = [
        revision.commit_hash
        for repo in cache.repos
        if repo.repo_id == repository and repo.repo_type == "model"
        for revision in repo.revisions
        if not model_id.revision or model_id.revision == revision.commit_hash or model_id.revision in revision.refs
    ]
    strategy = cache.delete_revisions(*commits)
    strategy.execute()
    return int(strategy.expected_freed_size)


def _repository(source: str) -> tuple[str, list[str]]:
    """The repository of a source, and which of its files are wanted: one GGUF file where the source names it."""
    parts = source.split("/")
    if len(parts) > 2 and parts[-1].endswith(".gguf"):
        return "/".join(parts[:2]), ["/".join(parts[2:])]
    if len(parts) > 2 or not all(parts):
        raise InputError(f"There is no folder {source}, and it is no id of a hub model (owner/name).")
    return source, HUB_FILES


def _check(model_id: ModelId, files: list[Any]) -> None:
    """Whether the files make a model, and fit on the disk."""
    if not any(file.filename.endswith((".safetensors", ".gguf")) for file in files):
        raise UnavailableError(
            f"{model_id.source} has no safetensors weights in this revision, and pickled ones are never loaded. The hub often keeps "
            f"converted ones: try {model_id.backend}:{model_id.source}@refs/pr/NUMBER, with the number of that pull request on its page."
        )
    missing = sum(file.file_size or 0 for file in files if file.will_download)
    from huggingface_hub.constants import HF_HUB_CACHE

    place = next(path for path in (Path(HF_HUB_CACHE), *Path(HF_HUB_CACHE).parents) if path.exists())
    free = shutil.disk_usage(place).free
    if missing + SPARE > free:
        raise UnavailableError(
            f"{model_id.source} needs {missing / 1e9:.1f} GB on the disk, but only {free / 1e9:.1f} GB are free at {place}. "
            "Free some, or set HF_HOME to a folder on another disk."
        )


@contextmanager
def _watched(files: list[Any], told: Callable[[Download], None]) -> Iterator[None]:
    """Tell how many bytes are there, as the files grow in the cache."""
    total = sum(file.file_size or 0 for file in files)
    before = sum(file.file_size or 0 for file in files if not file.will_download)
    blobs = {parent / "blobs" for file in files for parent in Path(file.local_path).parents if parent.name.startswith("models--")}
    old = _growing(blobs, set())
    known = {path for path in old if not path.name.endswith(".incomplete")}
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(POLL_SECONDS):
            told(Download(min(total, before + sum(_growing(blobs, known).values())), total))

    told(Download(before, total))
    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
        told(Download(total, total))
    finally:
        ended.set()
        watcher.join()


def _growing(blobs: set[Path], known: set[Path]) -> dict[Path, int]:
    """Bytes of the files in the cache, without those known."""
    sizes: dict[Path, int] = {}
    for folder in blobs:
        for path in folder.glob("*"):
            try:
                if path not in known:
                    sizes[path] = path.stat().st_size
            except OSError:  # renamed while we looked
                continue
    return sizes


def _silent() -> Any:
    """A progress bar that shows nothing: ours is shown instead."""
    from tqdm.auto import tqdm

    class Silent(tqdm):
        def __init__(self, *args: Any, **options: Any) -> None:
            options.pop("name", None)
            super().__init__(*args, **{**options, "disable": True})

    return Silent


@contextmanager
def _hub_errors(model_id: ModelId) -> Iterator[None]:
    """What goes wrong at the hub as errors of ours."""
    started = time.monotonic()
    try:
        yield
    except ErrataError:
        raise
    except Exception as problem:  # the hub's library raises errors of several HTTP libraries
        raise _told(model_id, problem, time.monotonic() - started) from None


def _told(model_id: ModelId, problem: BaseException, seconds: float) -> UnavailableError:
    from huggingface_hub.errors import DryRunError, GatedRepoError, HFValidationError, RepositoryNotFoundError, RevisionNotFoundError

    if isinstance(problem, DryRunError) and problem.__cause__ is not None:
        problem = problem.__cause__
    name = model_id.source
    if isinstance(problem, GatedRepoError):
        advice = f"Open https://huggingface.co/{name}, accept them, and set HF_TOKEN to a token of yours."
        return UnavailableError(f"The authors of {name} want their terms accepted first. {advice}")
    if isinstance(problem, RevisionNotFoundError):
        return UnavailableError(f"{name} has no revision {model_id.revision!r}. Look on its page for branches, tags and commits.")
    if isinstance(problem, (RepositoryNotFoundError, HFValidationError)):
        return UnavailableError(f"The hub has no model {name}, or it is private: then set HF_TOKEN to a token that may read it.")
    first = (str(problem).strip().splitlines() or [type(problem).__name__])[0][:200]
    again = "What was fetched is kept; the same command goes on from there."
    return UnavailableError(f"{name} could not be fetched ({first}; after {seconds:.0f} s). {again}")
