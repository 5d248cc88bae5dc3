"""Words as the learned models see them: hashes, classes of words that are used alike, the pipeline's vectors."""

from collections.abc import Mapping
from functools import lru_cache
from zlib import crc32

import numpy as np

VECTOR_SIZE = 96
"""Numbers in a token vector of the spaCy pipeline."""
COARSE, FINE = "coarse", "fine"
"""How finely words are put into classes."""


@lru_cache(20_000)
def symbol(text: str) -> int:
    """The hash that stands for a string in the symbol columns; the empty string is 0."""
    return crc32(text.encode("utf-8", "surrogatepass")) if text else 0


class WordClasses:
    """Classes of words that are used alike (clusters of MiniLM's input embeddings), coarse and fine, by the hash of the lemma."""

    def __init__(self, arrays: Mapping[str, np.ndarray]) -> None:
        """`hash` (sorted uint32), `coarse` and `fine` (class numbers) of each word."""
        self._hash = arrays["hash"].astype(np.uint32)
        self._class = {COARSE: arrays["coarse"].astype(np.uint32), FINE: arrays["fine"].astype(np.uint32)}

    def of(self, lemmas: np.ndarray, which: str) -> np.ndarray:
        """The class of each hashed lemma plus one, 0 for an unknown word."""
        place = np.minimum(np.searchsorted(self._hash, lemmas), len(self._hash) - 1)
        return np.where(self._hash[place] == lemmas, self._class[which][place] + 1, 0).astype(np.uint32)
