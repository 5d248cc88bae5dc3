"""Small GGUF models unpacked once: what their quantised weights stand for is kept as safetensors, which load in seconds."""

import logging
import shutil
import tempfile
from pathlib import Path

from engines.backends.runtime.loading import Loaded, load
from engines.backends.runtime.weights import fingerprint
from engines.core.machine import personal
from engines.models.ids import ModelId, local_path

log = logging.getLogger("errata")
LARGEST = 400_000_000
"""Bytes of the largest file that is unpacked: its weights then take three to four times as much."""


def load_unpacked(model_id: ModelId, kind: str) -> Loaded:
    """As `load` does; a small local GGUF file is unpacked into the personal folder the first time, where that can be written.

    Raises:
        UnavailableError, ModelError: see `engines.backends.runtime.loading.load`.
    """
    path = local_path(model_id.source)
    if path.suffix != ".gguf" or not path.is_file() or path.stat().st_size > LARGEST:
        return load(model_id, kind)
    folder = personal.folder() / "unpacked" / f"{path.stem}-{fingerprint(path.parent, path.name)}"
    if not folder.is_dir():
        loaded = load(model_id, kind)
        _keep(loaded, folder)
        return loaded
    return load(ModelId(model_id.backend, str(folder)), kind)


def _keep(loaded: Loaded, folder: Path) -> None:
    """Write a loaded model as a folder that loads as it does, all or nothing; without it the file is unpacked again next time."""
    import torch
    from safetensors.torch import save_file

    settings = {name: value for name, value in loaded.model.config.to_dict().items() if name != "quantization_config"}
    settings |= {"architectures": [type(loaded.model).__name__], "dtype": "float32"}
    beside = None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        beside = Path(tempfile.mkdtemp(dir=folder.parent))
        loaded.tokenizer.save_pretrained(beside)
        type(loaded.model.config).from_dict(settings).save_pretrained(beside)
        tied = set(getattr(loaded.model, "_tied_weights_keys", None) or ()) if loaded.model.config.tie_word_embeddings else set()
        weights = {name: tensor.to(torch.float16).contiguous() for name, tensor in loaded.model.state_dict().items() if name not in tied}
        save_file(weights, str(beside / "model.safetensors"), {"format": "pt"})
        beside.rename(folder)
    except OSError as problem:
        log.warning("%s is not kept unpacked: %s", folder.name, problem)
    finally:
        if beside is not None and beside.exists():
            shutil.rmtree(beside, ignore_errors=True)
