"""Token classifiers that mark what an answer makes up, as LettuceDetect trains them (Kovács and Recski, 2025, on RAGTruth).

The model reads prompt and output as a pair of texts, the prompt being that of a summary with the reference as its one passage, and says
of every token of the output how probable it is that it is not supported (class 1). Of what does not fit at once the published code reads
the beginning; here a long reference is read in parts, and a word is as supported as the part that supports it best leaves it.
"""

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.backends.runtime.batching import in_batches, padded
from engines.backends.runtime.loading import Loaded, load, most_tokens
from engines.core.chunks import sentence_chunks
from engines.core.errors import ModelError
from engines.core.findings import WordSupport
from engines.core.text import Text
from engines.models.ids import ModelId
from engines.units.alignment import words_of

PROMPT = "\nSummarize the following text:\npassage 1: {}\noutput:\n"
TOKENS = 4096
"""Tokens of prompt and output together, as in the published code."""
MOST_OUTPUT = 1024
"""Tokens of an output that are read at once, in whole sentences where they are shorter."""
OVERLAP = 0.1
"""Share of a part of a long reference that the next one repeats."""
UNSUPPORTED = 1
"""The class of tokens that are not supported."""


@dataclass(frozen=True)
class _Pair:
    """A part of the reference with a part of the output: the ids, and for each token that is the output's its place and its characters."""

    ids: list[int]
    places: list[int]
    spans: list[tuple[int, int]]


class TokenClassifier:
    """A localizer (`engines.core.roles.Localizer`). Safe with several threads: they take turns."""

    def __init__(self, loaded: Loaded, name: str) -> None:
        self.name = name
        self.identity = loaded.identity
        self._loaded = loaded
        self._limit = min(TOKENS, most_tokens(loaded, TOKENS))
        self._lock = threading.RLock()

    def locate(self, reference: Text, output: Text) -> tuple[WordSupport, ...]:
        """Every word of the output with the probability of its least supported token.

        Raises:
            ModelError: the model fails.
        """
        pairs = list(self._pairs(reference, output))
        with self._lock:
            found = in_batches([pair.ids for pair in pairs], lambda batch: self._batch([pairs[i] for i in batch]), self.identity)
        least = np.full(len(output.text), np.inf)
        for pair, probabilities in zip(pairs, found, strict=True):
            here = np.full(len(output.text), -np.inf)
            for (start, end), probability in zip(pair.spans, probabilities, strict=True):
                here[start:end] = np.maximum(here[start:end], probability)
            least = np.where(np.isfinite(here), np.minimum(least, here), least)
        words = words_of(output.text).spans
        certain = ((start, end, least[start:end][np.isfinite(least[start:end])]) for start, end in words)
        return tuple(WordSupport(start, end, round(float(of.max(initial=0.0)), 4)) for start, end, of in certain)

    def _pairs(self, reference: Text, output: Text) -> Iterator[_Pair]:
        for first, last in self._parts(output):
            start, end = output.sentences[first][0], output.sentences[last - 1][1]
            room = self._limit - len(self._ids(output.text[start:end])) - len(self._ids(PROMPT)) - 4
            lengths = [len(self._ids(reference.text[a:b])) for a, b in reference.sentences]
            for begin, until in sentence_chunks(reference, max(64, room), OVERLAP, lengths):
                premise = reference.text[reference.sentences[begin][0] : reference.sentences[until - 1][1]]
                yield self._pair(premise, output.text[start:end], start)

    def _parts(self, output: Text) -> Iterator[tuple[int, int]]:
        """Runs of sentences of the output that are read at once."""
        first, taken = 0, 0
        for number, (start, end) in enumerate(output.sentences):
            length = len(self._ids(output.text[start:end]))
            if number > first and taken + length > min(MOST_OUTPUT, self._limit // 2):
                yield first, number
                first, taken = number, 0
            taken += length
        if output.sentences:
            yield first, len(output.sentences)

    def _pair(self, premise: str, part: str, offset: int) -> _Pair:
        encoded = self._loaded.tokenizer(
            PROMPT.format(self._loaded.plain(premise)),
            self._loaded.plain(part),
            truncation="only_first",
            max_length=max(self._limit, len(self._ids(part)) + 8),
            return_offsets_mapping=True,
        )
        own = [i for i, sequence in enumerate(encoded.sequence_ids(0)) if sequence == 1]
        spans = [(int(encoded.offset_mapping[i][0]) + offset, int(encoded.offset_mapping[i][1]) + offset) for i in own]
        return _Pair([int(i) for i in encoded.input_ids], own, spans)

    def _batch(self, pairs: Sequence[_Pair]) -> list[NDArray[np.float64]]:
        import torch

        ids, mask = padded([pair.ids for pair in pairs], int(self._loaded.tokenizer.pad_token_id or 0), self._loaded.device)
        with torch.inference_mode():
            logits = self._loaded.model(input_ids=ids, attention_mask=mask).logits
        probabilities = torch.softmax(logits.float(), dim=-1)[..., UNSUPPORTED].cpu().numpy().astype(np.float64)
        return [row[pair.places] for row, pair in zip(probabilities, pairs, strict=True)]

    def _ids(self, text: str) -> list[int]:
        return [int(i) for i in self._loaded.tokenizer(text, add_special_tokens=False).input_ids]


def load_localizer(model_id: ModelId) -> TokenClassifier:
    """A token classifier with two classes.

    Raises:
        UnavailableError, ModelError: see `engines.backends.runtime.loading.load`; ModelError also where it has other classes.
    """
    loaded = load(model_id, "AutoModelForTokenClassification")
    classes = loaded.model.config.num_labels
    if classes != 2:
        raise ModelError(f"{model_id} tells {classes} classes of tokens apart. A localizer has two: supported, and not.")
    return TokenClassifier(loaded, str(model_id))
