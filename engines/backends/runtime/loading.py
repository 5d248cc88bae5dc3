"""Loading a transformers model: safetensors or GGUF only, no code from the hub, nothing fetched, on the best device there is."""

import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engines.backends.runtime.weights import Located, locate, tensors
from engines.core.errors import ModelError, UnavailableError
from engines.core.machine.kernels import keep_few_kernels
from engines.core.plain.copying import safe_text
from engines.models.ids import ModelId

if TYPE_CHECKING:
    import torch
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

_OF_LAYERS = re.compile(r"^n_layers?$|(?:^|_)layers$|^(?:num|n)_.*(?:layers?|experts|blocks)$")
_lock = threading.Lock()


@dataclass(frozen=True)
class Loaded:
    """A model in memory with its tokenizer; `identity` changes whenever its answers could change."""

    model: "PreTrainedModel"
    tokenizer: "PreTrainedTokenizerBase"
    identity: str

    @property
    def device(self) -> "torch.device":
        """Where the model computes."""
        return self.model.device

    def plain(self, text: str) -> str:
        """The text as any tokenizer can read it (`safe_text`), with the first character of what this one would read as a mark of its own
        replaced, one for one.

        What a person pastes can so never end a prompt, begin a message or stand for padding.
        """
        text = safe_text(text)
        for mark in _marks(self.tokenizer):
            if mark in text:
                text = text.replace(mark, {"<": "‹", "[": "("}.get(mark[0], " ") + mark[1:])
        return text


def load(model_id: ModelId, kind: str) -> Loaded:
    """Load a model whose files are on this machine.

    Args:
        kind: the class of transformers that builds it: AutoModelForSeq2SeqLM, AutoModelForSequenceClassification, …

    Raises:
        UnavailableError: its files are not here, or a package that its tokenizer needs.
        ModelError: it is not a model of that kind, or its files are damaged.
    """
    import transformers

    keep_few_kernels()
    located = locate(model_id)
    device, dtype = best_device()
    options: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}
    if located.gguf:
        options["gguf_file"] = located.gguf
    with _lock, _quiet():
        try:
            config = transformers.AutoConfig.from_pretrained(located.folder, **options)
            _check_layers(located, config.to_dict())
            tokenizer = transformers.AutoTokenizer.from_pretrained(located.folder, **options)
            safe = {} if located.gguf else {"use_safetensors": True}
            model, report = getattr(transformers, kind).from_pretrained(
                located.folder, config=config, dtype=dtype, output_loading_info=True, **options, **safe
            )
        except ImportError as problem:
            raise UnavailableError(f"The model {model_id} needs a package that is not installed: {_first_line(problem)}") from problem
        except Exception as problem:  # damaged files and foreign models end in errors of many kinds
            raise ModelError(f"The model {model_id} cannot be loaded as {_words(kind)}: {_first_line(problem)}") from problem
    missing = sorted(report["missing_keys"])
    if missing:
        raise ModelError(
            f"The model {model_id} is not {_words(kind)}: it has no weights for {missing[0]}"
            f"{f' and {len(missing) - 1} more' if len(missing) > 1 else ''}. Choose a model of that kind, or another backend."
        )
    if not tokenizer.is_fast:
        raise ModelError(f"The tokenizer of {model_id} cannot say where its tokens stand. Choose a model with a tokenizer.json.")
    return Loaded(model.to(device).eval(), tokenizer, _identity(located, dtype))


def _check_layers(located: Located, config: Mapping[str, Any]) -> None:
    """Whether a configuration asks for no more layers than its weights could fill: the model is built before they are read.

    Raises:
        ValueError: it asks for more.
    """
    most = tensors(located)
    for name, value in _counts(config):
        if value > most:
            raise ValueError(f"its configuration asks for {value:,} ({name}), and its weights have {most:,} tensors in all.")


def _counts(config: Mapping[str, Any]) -> Iterator[tuple[str, int]]:
    """What a configuration says that there are several of: layers, experts, blocks; those of its parts too."""
    for name, value in config.items():
        if isinstance(value, Mapping):
            yield from _counts(value)
        elif type(value) is int and _OF_LAYERS.search(name):
            yield name, value


def best_device() -> "tuple[torch.device, torch.dtype]":
    """CUDA with bfloat16 (float32 on cards without it), Apple's GPU or the CPU with float32."""
    import torch

    if torch.cuda.is_available():
        return torch.device("cuda"), torch.bfloat16 if torch.cuda.is_bf16_supported() else torch.float32
    if torch.backends.mps.is_available():
        return torch.device("mps"), torch.float32
    return torch.device("cpu"), torch.float32


def most_tokens(loaded: Loaded, otherwise: int) -> int:
    """The most tokens that a model reads at once, as its configuration and its tokenizer say; `otherwise` where neither does."""
    config = loaded.model.config
    limits = [otherwise]
    positions = getattr(config, "max_position_embeddings", None) or getattr(config, "n_positions", None)
    if positions and getattr(config, "position_biased_input", True):
        offset = (config.pad_token_id or 0) + 1 if config.model_type in ("roberta", "xlm-roberta", "camembert") else 0
        limits = [int(positions) - offset]
    if 0 < loaded.tokenizer.model_max_length < 10**6:
        limits.append(int(loaded.tokenizer.model_max_length))
    return min(limits)


def _identity(located: Located, dtype: "torch.dtype") -> str:
    name = str(dtype).removeprefix("torch.")
    return located.identity + ("" if name == "float32" else f"/{name}")


def _marks(tokenizer: "PreTrainedTokenizerBase") -> list[str]:
    """What the tokenizer never reads as text, longest first."""
    added = [str(token) for token in tokenizer.get_added_vocab()]
    special = {*tokenizer.all_special_tokens, *(token for token in added if re.search(r"[<\[|]", token))}
    return sorted((mark for mark in special if len(mark) > 1), key=lambda mark: (-len(mark), mark))


def _words(kind: str) -> str:
    """A class of transformers as a person would call it."""
    spoken = {
        "Seq2SeqLM": "an encoder-decoder model",
        "SequenceClassification": "a sequence classification model",
        "QuestionAnswering": "a question answering model",
        "CausalLM": "a causal language model",
    }
    return spoken[kind.removeprefix("AutoModelFor")]


def _first_line(problem: BaseException) -> str:
    lines = [line.strip() for line in str(problem).splitlines() if line.strip()]
    return (lines or [type(problem).__name__])[0][:300]


@contextmanager
def _quiet() -> Iterator[None]:
    """Without the library's own progress bars and advice."""
    from transformers.utils import logging

    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if bars:
            logging.enable_progress_bar()
