"""LSS from an encoder-decoder model fine-tuned on it (Mittal et al., section 5): reference and claim in, what is supported out.

A reference longer than the model reads at once is read in chunks of whole sentences; a word stays if any chunk supports it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.backends.generators.beam_search import written
from engines.backends.runtime.loading import Loaded, load
from engines.core.chunks import sentence_chunks
from engines.core.subsequences import aligned
from engines.core.text import Text
from engines.models.ids import ModelId

BEAMS = 4
LIMIT = 1024
"""Tokens read at once: twice what the paper's models were trained with, which relative positions bear."""
OVERLAP = 0.25


@dataclass(frozen=True)
class SeqLSSWriter:
    """An LSS writer (`engines.core.roles.LSSWriter`)."""

    loaded: Loaded
    name: str

    @property
    def identity(self) -> str:
        """The model and how it writes."""
        return f"{self.loaded.identity}/beams{BEAMS}#{LIMIT}"

    def write(self, reference: Text, claims: Sequence[str]) -> list[str]:
        """What the model leaves of each claim; of several chunks the words that any of them leaves, in their order."""
        inputs: list[list[int]] = []
        counts = []
        for claim in claims:
            pieces = self._pieces(reference, claim)
            inputs += [self._encode(piece, claim) for piece in pieces]
            counts.append(len(pieces))
        longest = max((len(self._ids(claim)) for claim in claims), default=0)
        replies = iter(written(self.loaded, inputs, BEAMS, longest + 16))
        texts = [[self._text(next(replies)[0]) for _ in range(count)] for count in counts]
        return [each[0] if len(each) == 1 else _union(claim, each) for claim, each in zip(claims, texts, strict=True)]

    def _encode(self, reference: str, claim: str) -> list[int]:
        plain = self.loaded.plain
        return self._ids(f"Reference: {plain(reference)}\n Claim: {plain(claim)}\n Output:", marks=True)

    def _pieces(self, reference: Text, claim: str) -> list[str]:
        text = reference.model_text
        if len(self._encode(text, claim)) <= LIMIT:
            return [text]
        room = max(1, LIMIT - len(self._encode("", claim)))
        lengths = [len(self._ids(text[start:end])) for start, end in reference.sentences]
        chunks = sentence_chunks(reference, room, OVERLAP, lengths)
        return [text[reference.sentences[first][0] : reference.sentences[last - 1][1]] for first, last in chunks]

    def _ids(self, text: str, marks: bool = False) -> list[int]:
        return list(self.loaded.tokenizer(text, add_special_tokens=marks).input_ids)

    def _text(self, ids: list[int]) -> str:
        return str(self.loaded.tokenizer.decode(ids, skip_special_tokens=True)).strip()


def load_lss_writer(model_id: ModelId) -> SeqLSSWriter:
    """An encoder-decoder model fine-tuned on LSS.

    Raises:
        UnavailableError, ModelError: see `engines.backends.runtime.loading.load`.
    """
    return SeqLSSWriter(load(model_id, "AutoModelForSeq2SeqLM"), str(model_id))


def _union(claim: str, texts: Sequence[str]) -> str:
    """The words of a claim that any of several texts keeps; a text that is no subsequence of it keeps none."""
    words = claim.split()
    kept = [False] * len(words)
    for found in (aligned(words, text) for text in texts):
        if found.usable:
            kept = [a or b for a, b in zip(kept, found.kept, strict=True)]
    return " ".join(word for word, stays in zip(words, kept, strict=True) if stays)
