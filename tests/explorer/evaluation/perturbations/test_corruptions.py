"""Generated pairs: seeded, well formed, and false where they say so."""

import json
from pathlib import Path

import pytest

from engines.parsing import load_parser
from explorer.evaluation.perturbations.corruptions import Pair, generate
from explorer.training.verifier.generated_questions import CONTEXT, generated_qa_rows

REFERENCE = (
    "Minister Karin Holm opened the new bridge in Brekke on 4 May 2019. She thanked the 41 workers who had built it. "
    "The Aster Foundation praised the Halvik Council on Monday. Olav Lund bought the old mill in Tarnholm for $2 million and sold it. "
    "The ferry did not sail after the storm. Ravi Moss said that the school may close in June."
)


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    return generate(REFERENCE, seed=3, sentences=6)


def of_kind(pairs: list[Pair], kind: str) -> list[str]:
    return [pair.statement for pair in pairs if pair.kind == kind]


def test_the_same_seed_gives_the_same_pairs(pairs: list[Pair]) -> None:
    assert generate(REFERENCE, seed=3, sentences=6) == pairs
    assert generate(REFERENCE, seed=4, sentences=6) != pairs


def test_labels_follow_kinds(pairs: list[Pair]) -> None:
    labels = {pair.kind: pair.label for pair in pairs}
    assert labels["copied"] == 1
    assert labels["negation"] == labels["value changed"] == labels["name changed"] == 0
    assert all((pair.kind == "copied") <= (pair.statement in REFERENCE) for pair in pairs)
    assert all(pair.statement not in REFERENCE for pair in pairs if pair.label == 0)


def test_negation_is_added_and_removed(pairs: list[Pair]) -> None:
    negated = of_kind(pairs, "negation")
    assert "Minister Karin Holm did not open the new bridge in Brekke on 4 May 2019." in negated
    assert "The ferry sailed after the storm." in negated


def test_roles_are_swapped(pairs: list[Pair]) -> None:
    assert "The Halvik Council praised the Aster Foundation on Monday." in of_kind(pairs, "roles swapped")


def test_voice_changes_keep_the_meaning(pairs: list[Pair]) -> None:
    assert "The Halvik Council was praised by the Aster Foundation on Monday." in of_kind(pairs, "voice changed")


def test_changed_characters_are_marked(pairs: list[Pair]) -> None:
    for pair in pairs:
        for start, end in pair.changed:
            assert 0 <= start <= end <= len(pair.statement)
    changed = next(pair for pair in pairs if pair.kind == "value changed")
    assert changed.changed


def test_generated_questions_are_labelled_one_by_one(tmp_path: Path) -> None:
    for name in ("lss", "train_summedits"):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps({"reference": REFERENCE}) + "\n", encoding="utf-8")
    rows = generated_qa_rows(tmp_path, load_parser())
    by_item: dict[str, set[tuple[str, int]]] = {}
    for row in rows:
        by_item.setdefault(row.item, set()).add((row.subset, row.label))
        assert row.subset == CONTEXT or row.label in (0, 1)
        if row.subset == "copied":
            assert row.label == 1
        if row.subset == "negation":
            assert row.label == 0
    local = [labels for item, labels in by_item.items() if item.startswith(("value changed", "name changed"))]
    assert any({label for _, label in labels} == {0, 1} for labels in local)
