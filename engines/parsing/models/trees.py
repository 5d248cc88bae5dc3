"""Gradient-boosted trees evaluated as bit masks, all trees of a row at once.

After QuickScorer (Lucchese et al. 2015): a tree keeps one bit for each of its leaves; every test that fails clears the
leaves of its left branch; the lowest bit left is the leaf reached. The masks of all tests on one feature are merged
into a table over the feature's bins, so a batch costs one table look-up and one AND for each feature.
"""

from collections.abc import Mapping, Sequence

import numpy as np

MOST_LEAVES = 16
"""Leaves of a tree: the bits of a mask."""
_ALL = np.uint16(0xFFFF)
_CHUNK = 512
"""Rows at a time: keeps the masks in the processor's cache."""


class Trees:
    """An ensemble over symbol features (hashes; a test is membership in a set) and number features (a test is `<=`)."""

    def __init__(self, arrays: Mapping[str, np.ndarray], symbols: int, numbers: int) -> None:
        """Read what `explorer.training.parser.trees` wrote.

        Args:
            arrays: `feature`, `tree`, `mask` (leaves of the left branch), `threshold` of each test; `codes` and `codes_at`
                (the symbol codes that go left, test by test); `leaves` (trees, 16); `vocabulary` and `vocabulary_at` (sorted
                hashes by symbol feature: the code of a hash is its place plus one, 0 if absent); `bias`.
            symbols, numbers: how many features of each sort there are; symbol features come first.
        """
        self._leaves = np.ascontiguousarray(arrays["leaves"], np.float32)
        self._bias = float(arrays["bias"][0])
        self._symbols = symbols
        at = arrays["vocabulary_at"]
        self._vocabulary = [np.asarray(arrays["vocabulary"][at[f] : at[f + 1]], np.uint32) for f in range(symbols)]
        self._thresholds: list[np.ndarray] = [np.zeros(0, np.float32)] * symbols
        self._tables: dict[int, np.ndarray] = {}
        for feature in range(symbols + numbers):
            self._add_feature(arrays, feature)
        self._lowest = _lowest_bits()
        self._offsets = (np.arange(len(self._leaves)) * MOST_LEAVES).astype(np.int32)

    def _add_feature(self, arrays: Mapping[str, np.ndarray], feature: int) -> None:
        tests = np.flatnonzero(arrays["feature"] == feature)
        is_symbol = feature < self._symbols
        if is_symbol:
            bins = len(self._vocabulary[feature]) + 1
        else:
            thresholds = np.unique(arrays["threshold"][tests].astype(np.float32))
            self._thresholds.append(thresholds)
            bins = len(thresholds) + 1
        if not len(tests):
            return
        table = np.full((bins, len(self._leaves)), _ALL, np.uint16)
        for test in tests:
            fails = np.ones(bins, bool)
            if is_symbol:
                fails[arrays["codes"][arrays["codes_at"][test] : arrays["codes_at"][test + 1]]] = False
            else:
                fails[: np.searchsorted(thresholds, np.float32(arrays["threshold"][test])) + 1] = False
            table[fails, arrays["tree"][test]] &= ~arrays["mask"][test]
        self._tables[feature] = table

    def margins(self, symbols: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """Log-odds of each row; `symbols` (rows, n) uint32 hashes, `numbers` (rows, m) float32."""
        return self.margins_of_parts(symbols, numbers, 1)[:, 0]

    def margins_of_parts(self, symbols: np.ndarray, numbers: np.ndarray, parts: int) -> np.ndarray:
        """(rows, parts) log-odds when the trees are those of several ensembles of equal size, one after the other."""
        bins = {feature: self._bins(feature, symbols, numbers) for feature in self._tables}
        result = np.empty((len(symbols), parts), np.float32)
        for start in range(0, len(symbols), _CHUNK):
            end = min(start + _CHUNK, len(symbols))
            alive = np.full((end - start, len(self._leaves)), _ALL, np.uint16)
            looked_up = np.empty_like(alive)
            for feature, table in self._tables.items():
                np.take(table, bins[feature][start:end], axis=0, out=looked_up, mode="clip")
                np.bitwise_and(alive, looked_up, out=alive)
            leaf = self._lowest[alive] + self._offsets
            values = self._leaves.ravel()[leaf]
            result[start:end] = values.reshape(end - start, parts, -1).sum(axis=2) + self._bias
        return result

    def _bins(self, feature: int, symbols: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        if feature < self._symbols:
            known = self._vocabulary[feature]
            if not len(known):
                return np.zeros(len(symbols), np.int64)
            column = symbols[:, feature]
            place = np.minimum(np.searchsorted(known, column), len(known) - 1)
            return np.where(known[place] == column, place + 1, 0)
        return np.searchsorted(self._thresholds[feature], numbers[:, feature - self._symbols], side="left")


def merged(parts: Sequence[Mapping[str, np.ndarray]]) -> dict[str, np.ndarray]:
    """The arrays of several ensembles that share their vocabulary as those of one."""
    trees = np.cumsum([0, *(len(part["leaves"]) for part in parts)])
    codes = np.cumsum([0, *(len(part["codes"]) for part in parts)])
    starts = [part["codes_at"][:-1] + before for part, before in zip(parts, codes, strict=False)]
    joined = {name: np.concatenate([part[name] for part in parts]) for name in ("feature", "mask", "threshold", "leaves", "codes")}
    return {
        **joined,
        "tree": np.concatenate([part["tree"] + before for part, before in zip(parts, trees, strict=False)]),
        "codes_at": np.concatenate([*starts, codes[-1:]]),
        "bias": parts[0]["bias"],
        "vocabulary": parts[0]["vocabulary"],
        "vocabulary_at": parts[0]["vocabulary_at"],
    }


def _lowest_bits() -> np.ndarray:
    """The index of the lowest set bit of every 16-bit number."""
    numbers = np.arange(1 << 16, dtype=np.int32)
    lowest = np.zeros(1 << 16, np.int32)
    for bit in range(15, -1, -1):
        lowest[(numbers >> bit) & 1 == 1] = bit
    return lowest


def probability(margins: np.ndarray) -> np.ndarray:
    """The logistic function."""
    return 1.0 / (1.0 + np.exp(-np.clip(margins, -30.0, 30.0)))
