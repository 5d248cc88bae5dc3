"""The learned part of the verifier: small models over named features, evaluated with numpy from safetensors.

A *head* is a blend of a standardised logistic regression and forests of decision trees, followed by a calibration. Its files
hold arrays and names only; nothing is unpickled.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from engines.calibration.monotone import Calibration
from engines.core.errors import ModelError

Matrix = NDArray[np.float64]
Column = NDArray[np.float64]
FOREST_PARTS = ("feature", "threshold", "left", "value", "roots")


@dataclass(frozen=True, eq=False)
class Linear:
    """Logistic regression on standardised features."""

    mean: Column
    scale: Column
    coefficients: Column
    intercept: float

    def probability(self, matrix: Matrix) -> Column:
        """(rows, features) -> (rows,) probabilities."""
        return sigmoid(np.clip((matrix - self.mean) / self.scale, -8, 8) @ self.coefficients + self.intercept)


@dataclass(frozen=True, eq=False)
class Forest:
    """Decision trees in flat arrays: node -> feature (-1 in a leaf), threshold, left child (right is the next), value.

    `boosted`: values are summed log-odds, else the trees' probabilities are averaged.
    """

    feature: NDArray[np.int16]
    threshold: NDArray[np.float32]
    left: NDArray[np.int32]
    value: NDArray[np.float32]
    roots: NDArray[np.int32]
    boosted: bool
    base: float = 0.0

    def probability(self, matrix: Matrix) -> Column:
        """(rows, features) -> (rows,) probabilities; all trees of all rows descend together."""
        values = matrix.astype(np.float32)
        answers = [self._block(values[i : i + 512]) for i in range(0, len(values), 512)]
        return np.concatenate(answers) if answers else np.empty(0)

    def _block(self, values: NDArray[np.float32]) -> Column:
        node = np.tile(self.roots.astype(np.int64), len(values))
        flat, first = values.reshape(-1), np.repeat(np.arange(len(values)) * values.shape[1], len(self.roots))
        going = np.flatnonzero(self.feature[node] >= 0)
        while len(going):
            at = node[going]
            right = flat[first[going] + self.feature[at]] > self.threshold[at]
            node[going] = self.left[at] + right
            going = going[self.feature[node[going]] >= 0]
        reached = self.value[node].astype(np.float64).reshape(len(values), -1)
        return sigmoid(reached.sum(axis=1) + self.base) if self.boosted else reached.mean(axis=1)


@dataclass(frozen=True, eq=False)
class Head:
    """One verification head.

    Attributes:
        features: the names of its features, in the order of its matrices.
        members: (weight, model) pairs; the weights sum to 1.
        calibration: maps the blend to calibrated probabilities.
    """

    features: tuple[str, ...]
    members: tuple[tuple[float, Linear | Forest], ...]
    calibration: Calibration

    def raw(self, columns: Mapping[str, Column]) -> Column:
        """The blend before calibration."""
        matrix = np.stack([columns[name] for name in self.features], axis=1)
        return np.sum([weight * model.probability(matrix) for weight, model in self.members], axis=0)

    def probability(self, columns: Mapping[str, Column]) -> Column:
        """Calibrated probabilities, one per row of the columns."""
        return self.calibration.apply(self.raw(columns))


def sigmoid(values: Column) -> Column:
    """Logistic function without overflow."""
    return 1 / (1 + np.exp(-np.clip(values, -50, 50)))


def save(heads: Mapping[str, Head], path: Path, notes: Mapping[str, str] | None = None) -> None:
    """Write heads as one safetensors file; names and scalars go into its metadata as JSON."""
    from safetensors.numpy import save_file

    arrays: dict[str, NDArray] = {}
    layout: dict[str, object] = {}
    for name, head in heads.items():
        members = []
        for i, (weight, model) in enumerate(head.members):
            prefix = f"{name}.{i}"
            if isinstance(model, Linear):
                arrays |= {f"{prefix}.mean": model.mean, f"{prefix}.scale": model.scale, f"{prefix}.coefficients": model.coefficients}
                members.append({"kind": "linear", "weight": weight, "intercept": model.intercept})
            else:
                arrays |= {f"{prefix}.{part}": getattr(model, part) for part in FOREST_PARTS}
                members.append({"kind": "forest", "weight": weight, "boosted": model.boosted, "base": model.base})
        layout[name] = {"features": list(head.features), "members": members, "calibration": head.calibration.to_json()}
    save_file({k: np.ascontiguousarray(v) for k, v in arrays.items()}, path, {"heads": json.dumps(layout), **(notes or {})})
    path.chmod(0o644)


def load(path: Path) -> dict[str, Head]:
    """Read heads that `save` wrote.

    Raises:
        ModelError: the file is damaged or not of this kind.
    """
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as file:
            layout = json.loads(file.metadata()["heads"])
            arrays = {k: file.get_tensor(k) for k in file.keys()}  # noqa: SIM118
        return {name: _head(name, data, arrays) for name, data in layout.items()}
    except (SafetensorError, KeyError, TypeError, ValueError, OSError) as problem:
        raise ModelError(f"The verifier's weights in {path.name} cannot be read ({problem}). Install Errata again.") from problem


def _head(name: str, data: Mapping, arrays: Mapping[str, NDArray]) -> Head:
    members: list[tuple[float, Linear | Forest]] = []
    for i, member in enumerate(data["members"]):
        prefix = f"{name}.{i}"
        if member["kind"] == "linear":
            mean, scale, coefficients = (arrays[f"{prefix}.{part}"] for part in ("mean", "scale", "coefficients"))
            members.append((member["weight"], Linear(mean, scale, coefficients, member["intercept"])))
        else:
            feature, threshold, left, value, roots = (arrays[f"{prefix}.{part}"] for part in FOREST_PARTS)
            members.append((member["weight"], Forest(feature, threshold, left, value, roots, member["boosted"], member["base"])))
    return Head(tuple(data["features"]), tuple(members), Calibration.from_json(data["calibration"]))
