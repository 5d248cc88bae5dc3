"""Labels of content units that follow from what people said of words and of questions."""

import json
from pathlib import Path

import numpy as np
import pytest

from explorer.training.verifier.content_units import Units, lss_units, probabilities, qasem_units, regression

OUTPUT = "Ilse Varn opened a bakery in Orlestad in 2011."


def test_a_unit_is_supported_if_people_kept_all_its_words(tmp_path: Path) -> None:
    row = {
        "id": "1",
        "reference": "Ilse Varn opened a bakery in Orlestad.",
        "output": OUTPUT,
        "lss": ["Ilse Varn opened a bakery in Orlestad."],
    }
    (tmp_path / "lss.jsonl").write_text(json.dumps({**row, "ratings": [4]}) + "\n")
    labels = {unit.unit.statement: unit.label for unit in lss_units(tmp_path)}
    assert labels["Ilse Varn opened a bakery."] == 1
    assert labels["Ilse Varn opened a bakery in 2011."] == 0
    assert all(OUTPUT[a:b] for unit in lss_units(tmp_path) for a, b in unit.unit.spans)


def test_a_unit_is_unsupported_if_a_question_within_it_is(tmp_path: Path) -> None:
    shared = {
        "id": "1",
        "subset": "x",
        "reference": "Ilse Varn opened a bakery.",
        "sentence": OUTPUT,
        "predicate": "opened",
        "predicate_pos": "VERB",
    }
    rows = [
        {**shared, "question": "Who opened something?", "answer": "Ilse Varn", "label": 1},
        {**shared, "question": "When did someone open something?", "answer": "in 2011", "label": 0},
    ]
    (tmp_path / "qasem_consistency_qas.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    labels = {unit.unit.statement: unit.label for unit in qasem_units(tmp_path)}
    assert labels["Ilse Varn opened a bakery."] == 1
    assert labels["Ilse Varn opened a bakery in 2011."] == 0


def test_sets_of_different_strictness_do_not_turn_the_weights() -> None:
    pytest.importorskip("sklearn")
    random = np.random.default_rng(0)
    parts = []
    for shift in (0.0, 4.0):
        labels = random.integers(0, 2, 300)
        matrix = labels[:, None] + random.normal(size=(300, 2)) + shift
        parts.append(Units(matrix, labels, np.arange(300).astype(str)))
    head = regression(parts)
    assert head.statement > 0 and head.word > 0
    told = probabilities(head, parts[0])
    assert told[parts[0].labels == 1].mean() > told[parts[0].labels == 0].mean()
