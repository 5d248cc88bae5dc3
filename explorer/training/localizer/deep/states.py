"""Train the probe of a language model's states (`engines.verification.localizer.states`) on the errors that people wrote into true texts.

    python -m explorer.training.localizer.deep.states --data ../shared/data --kept FOLDER --language-model causal:FILE.gguf

Two to three seconds for each text; the folder keeps what the signals say and what the model's states are between runs.
"""

import argparse
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.core.roles import LanguageModel
from engines.core.text import Text
from engines.models import registry
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.reading import read_output
from engines.verification.localizer.signals.language import words_of
from engines.verification.localizer.states import ASSET, standardised, word_states
from explorer.training.localizer.rows import Item, items
from explorer.training.localizer.train import ASSETS
from explorer.training.localizer.words import FOLDS, Words

SET = "bump"
STRENGTH = 3e-4
"""Inverse regularisation."""
WRONG = 5.0
"""What a wrong word counts beside another."""
SHARE, OFFSET = 0.75, 1.64
"""What the probe's log-odds count beside those of the localizer with its deep check, and what is added to them first, so that about as many
true texts raise an alarm as without it; both chosen by cross-validated log-odds (assets/localizer/CARD.md)."""


def states_of(found: Sequence[Item], model: LanguageModel, kept: Path) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """(words, 2 * width) of all items laid end to end, and the scale of the model, kept between runs.

    Raises:
        SystemExit: the model does not tell its states.
    """
    key = hashlib.sha256(repr((model.identity, [(item.of.id, item.of.output) for item in found])).encode()).hexdigest()
    path = kept / f"states-{SET}.npz"
    if path.exists():
        with np.load(path) as stored:
            if str(stored["key"]) == key:
                return stored["rows"].astype(np.float32), stored["scale"]
    rows: dict[int, NDArray[np.float16]] = {}
    scale: Any = None
    for i in sorted(range(len(found)), key=lambda i: found[i].of.reference):
        reading = read_output(encoded(Text.of(found[i].of.reference)), Text.of(found[i].of.output), model)
        expected = reading.expected
        if expected is None or expected.states is None:
            raise SystemExit(f"{model.name} does not tell its states.")
        scale = expected.scale
        rows[i] = np.concatenate(word_states(expected, words_of(reading))).astype(np.float16)
    laid = np.concatenate([rows[i] for i in range(len(found))])
    np.savez(path, key=key, rows=laid, scale=scale)
    return laid.astype(np.float32), scale


def fitted(rows: NDArray[np.float32], wrong: NDArray[np.bool_]) -> tuple[NDArray[np.float64], float]:
    """The weights (2 * width,) and the bias of a logistic regression on standardised states."""
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(C=STRENGTH, max_iter=300).fit(rows, wrong, sample_weight=np.where(wrong, WRONG, 1.0))
    return model.coef_[0], float(model.intercept_[0])


def cross_validated(words: Words, rows: NDArray[np.float32], wrong: NDArray[np.bool_]) -> NDArray[np.float64]:
    """(words,) log-odds by probes that did not see a word's reference."""
    odds = np.zeros(len(rows))
    for fold in range(FOLDS):
        held = words.fold == fold
        weights, bias = fitted(rows[~held], wrong[~held])
        odds[held] = rows[held] @ weights + bias
    return odds


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the texts, cross-validate, write the probe, print the figures."""
    from safetensors.numpy import save_file
    from sklearn.metrics import roc_auc_score

    parser = argparse.ArgumentParser(prog="python -m explorer.training.localizer.deep.states", description="Train the probe of states.")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="folder of the development data")
    parser.add_argument("--kept", type=Path, required=True, help="folder with what the signals say")
    parser.add_argument("--language-model", metavar="ID", required=True, help="a causal language model (causal:FILE.gguf)")
    parser.add_argument("--out", type=Path, default=ASSETS / "localizer", help="where the probe goes")
    given = parser.parse_args(arguments)
    model = registry.get("language_model", given.language_model)
    found = items(given.data, (SET,), given.kept)
    words = Words(found)
    read, scale = states_of(found, model, given.kept)
    mean, deviation = np.nanmean(read, axis=0), np.nanstd(read, axis=0) + np.float32(1e-4)
    rows, wrong = standardised(read, mean, deviation), words.wrong > 0.5
    held = cross_validated(words, rows, wrong)
    weights, bias = fitted(rows, wrong)
    arrays = {"scale": scale, "mean": mean, "deviation": deviation, "weights": SHARE * weights, "bias": SHARE * np.array([bias + OFFSET])}
    save_file({name: np.ascontiguousarray(array, dtype=np.float32) for name, array in arrays.items()}, str(given.out / ASSET))
    np.savez(given.kept / f"states-{SET}-odds.npz", odds=held, ends=np.array(words.ends), ids=np.array([item.of.id for item in found]))
    print(json.dumps({"words": len(wrong), "wrong": int(wrong.sum()), "word AUC": round(100 * roc_auc_score(wrong, held), 1)}), flush=True)


if __name__ == "__main__":
    main()
