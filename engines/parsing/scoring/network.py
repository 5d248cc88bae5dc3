"""A small feed-forward network over a candidate's symbols, numbers and contextual token vectors.

The vectors are those of the spaCy pipeline itself (96 numbers for each token, from its convolutional encoder), so they
cost nothing. What the first layer makes of a symbol or of a token is worked out once and looked up for each row.
"""

from collections.abc import Mapping

import numpy as np

from engines.parsing.scoring.features import SYMBOLS, VECTOR_PLACES, Rows


def scaled(numbers: np.ndarray) -> np.ndarray:
    """Numbers with their long tails drawn in."""
    return np.sign(numbers) * np.log1p(np.abs(numbers))


def symbol_codes(symbols: np.ndarray, vocabulary: np.ndarray, at: np.ndarray) -> np.ndarray:
    """(rows, symbols) codes: each column has its own range, which begins with the code of unknown symbols."""
    codes = np.empty(symbols.shape, np.int64)
    for j in range(symbols.shape[1]):
        known = vocabulary[at[j] : at[j + 1]]
        base = at[j] + j
        column = symbols[:, j]
        if len(known):
            place = np.minimum(np.searchsorted(known, column), len(known) - 1)
            codes[:, j] = base + np.where(known[place] == column, place + 1, 0)
        else:
            codes[:, j] = base
    return codes


class Network:
    """One trained network."""

    def __init__(self, arrays: Mapping[str, np.ndarray]) -> None:
        """Read what `explorer.training.parser.network` wrote.

        Args:
            arrays: `embedding` (codes, width), `symbols` (symbols * width, hidden), `numbers` (numbers, hidden), `vectors`
                (places, 96, hidden), `product` (96, hidden), `bias`; `hidden` and `hidden_bias`, `output` and `output_bias`;
                `mean` and `deviation` of the scaled numbers, `vector_mean` and `vector_deviation`.
        """
        weights = {name: value.astype(np.float32) for name, value in arrays.items()}
        embedding = weights["embedding"]
        width = embedding.shape[1]
        first = weights["symbols"].reshape(len(SYMBOLS), width, -1)
        column = np.repeat(np.arange(len(SYMBOLS)), np.diff(arrays["vocabulary_at"]) + 1)
        self._table = np.einsum("cw,cwh->ch", embedding, first[column])
        self._weights = weights

    def margins(self, rows: Rows, codes: np.ndarray) -> np.ndarray:
        """Log-odds of each row; `codes` as of `symbol_codes`."""
        w = self._weights
        numbers = (scaled(rows.numbers) - w["mean"]) / w["deviation"]
        vectors = (rows.vectors - w["vector_mean"]) / w["vector_deviation"]
        hidden = numbers @ w["numbers"] + w["bias"]
        for column in codes.T:
            hidden += self._table[column]
        for k in range(len(VECTOR_PLACES)):
            hidden += (vectors @ w["vectors"][k])[rows.tokens[:, k]]
        hidden += (vectors[rows.tokens[:, 0]] * vectors[rows.tokens[:, 1]]) @ w["product"]
        hidden = np.maximum(hidden, 0)
        hidden = np.maximum(hidden @ w["hidden"] + w["hidden_bias"], 0)
        return (hidden @ w["output"] + w["output_bias"])[:, 0]


class Networks:
    """Several networks that share a vocabulary; their log-odds are averaged."""

    def __init__(self, arrays: Mapping[str, np.ndarray]) -> None:
        """`vocabulary` and `vocabulary_at`, and the arrays of network k under `k/`."""
        self._vocabulary, self._at = arrays["vocabulary"].astype(np.uint32), arrays["vocabulary_at"]
        numbers = sorted({name.split("/")[0] for name in arrays if "/" in name})
        parts = [{name.split("/")[1]: value for name, value in arrays.items() if name.startswith(f"{k}/")} for k in numbers]
        self._networks = [Network({**part, "vocabulary_at": self._at}) for part in parts]

    def margins(self, rows: Rows) -> np.ndarray:
        """Log-odds of each row."""
        codes = symbol_codes(rows.symbols, self._vocabulary, self._at)
        return np.mean([network.margins(rows, codes) for network in self._networks], axis=0)
