"""A logistic model over hashed conjunctions of a row's features ("hashing trick", Weinberger et al. 2009).

Conjunctions of path, role, words and word classes say most of what there is to say about a candidate; a linear model
over some four hundred of them costs a few array operations for a whole batch.
"""

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from engines.parsing.models.words import COARSE, FINE, WordClasses
from engines.parsing.scoring.features import NUMBERS, SYMBOLS

BITS = 20
"""The weight table has 2**BITS entries."""
_CLASSES = ("predicate coarse", "predicate fine class", "head coarse", "head fine class")
_COLUMNS = (*SYMBOLS, *_CLASSES, *(f"#{name}" for name in NUMBERS))
_PAIRED = (
    "path",
    "upward path",
    "first step down",
    "path tags",
    "variant",
    "rule role",
    "rule source",
    "head label",
    "head tag",
    "head entity",
    "predicate lemma",
    "head lemma",
    "head preposition",
    "head mark word",
    "other role",
    "other relation",
    "predicate label",
    "predicate fine",
    "predicate coarse",
    "head coarse",
    "frame",
)
_TRIPLES = (
    ("path", "rule role", "variant"),
    ("rule role", "rule wh", "variant"),
    ("predicate lemma", "head preposition", "path"),
    ("head label", "variant", "before tag"),
    ("variant", "before tag", "after tag"),
    ("path", "variant", "rule source"),
    ("other role", "other relation", "rule role"),
    ("path", "predicate fine", "variant"),
    ("predicate coarse", "head coarse", "path"),
    ("predicate fine class", "path", "variant"),
    ("predicate fine class", "rule role", "head preposition"),
    ("frame", "rule role", "path"),
    ("head fine class", "path", "rule role"),
)
_ROUGH = frozenset({"distance", "absolute distance", "edge distance", "length", "sentence length"})
_CHUNK = 256
_ONE, _TWO, _THREE, _MIX = (np.uint32(k) for k in (0x9E3779B1, 0x85EBCA6B, 0xC2B2AE35, 0x2C1B3C6D))


def _conjunctions() -> np.ndarray:
    """(conjunctions, 3) column indices; a missing column points behind the last one, which holds zeros."""
    numbers = [name for name in _COLUMNS if name.startswith("#")]
    chosen: list[tuple[str, ...]] = [(name,) for name in _COLUMNS]
    chosen += list(combinations(_PAIRED, 2))
    chosen += [(name, number) for name in ("path", "variant") for number in numbers]
    chosen += _TRIPLES
    place = {name: k for k, name in enumerate(_COLUMNS)}
    rows = [[*(place[name] for name in names), *[len(_COLUMNS)] * (3 - len(names))] for names in chosen]
    return np.array(rows, np.int64)


_AT = _conjunctions()
_SALT = (np.arange(len(_AT), dtype=np.uint64) * np.uint64(0x27D4EB2F) % np.uint64(1 << 32)).astype(np.uint32)


class Linear:
    """The weights of the logistic model."""

    def __init__(self, arrays: Mapping[str, np.ndarray], classes: WordClasses) -> None:
        self._weights = arrays["weights"].astype(np.float32)
        self._bias = float(arrays["bias"][0])
        self._classes = classes

    def margins(self, symbols: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        """Log-odds of each row (columns as in `engines.parsing.scoring.features`)."""
        result = np.empty(len(symbols), np.float32)
        for start in range(0, len(symbols), _CHUNK):
            part = slice(start, start + _CHUNK)
            result[part] = self._weights[places(symbols[part], numbers[part], self._classes)].sum(axis=1)
        return result + self._bias


def places(symbols: np.ndarray, numbers: np.ndarray, classes: WordClasses) -> np.ndarray:
    """(rows, conjunctions) places of a row's conjunctions in the weight table."""
    lemma = {name: symbols[:, SYMBOLS.index(f"{name} lemma")] for name in ("predicate", "head")}
    word_classes = [classes.of(lemma[name], which) for name in ("predicate", "head") for which in (COARSE, FINE)]
    bins = [_binned(name, numbers[:, k]) for k, name in enumerate(NUMBERS)]
    zero = np.zeros(len(symbols), np.uint32)
    columns = np.column_stack([symbols, *word_classes, *bins, zero])
    hashed = (columns * _ONE)[:, _AT[:, 0]]
    second = columns * _TWO
    hashed += (second ^ (second >> np.uint32(13)))[:, _AT[:, 1]]
    third = columns * _THREE
    hashed += (third ^ (third >> np.uint32(11)))[:, _AT[:, 2]]
    hashed += _SALT
    hashed ^= hashed >> np.uint32(15)
    hashed *= _MIX
    hashed ^= hashed >> np.uint32(13)
    hashed *= _THREE
    hashed >>= np.uint32(32 - BITS)
    return hashed.astype(np.int32)


def _binned(name: str, column: np.ndarray) -> np.ndarray:
    """A number as a small whole number: rough logarithmic bins for distances and lengths."""
    if name in _ROUGH:
        value = np.sign(column) * np.floor(np.log2(np.abs(column) + 1) * 1.5)
    elif name == "best rule overlap":
        value = np.floor(column * 5)
    else:
        value = np.clip(column, -8, 8)
    return (value.astype(np.int64) + 1000).astype(np.uint32)
