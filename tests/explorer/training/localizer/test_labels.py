"""What the localizer is trained on: words that edits made wrong, and pronouns without antecedent."""

import json
from pathlib import Path

from explorer.training.localizer.data import Labelled, labelled
from explorer.training.localizer.pronouns import pronoun_errors

ROWS = [
    ("a_og", 1, "The crew dumped yellow paint on the road."),
    ("a_0", 0, "The crew dumped yellow paint on the river."),
    ("a_1", 1, "The crew poured yellow paint on the street."),
    ("a_2", 0, "The crew dumped pink paint on the street."),
]


def written(folder: Path) -> Path:
    lines = (json.dumps({"id": id, "reference": "R.", "output": output, "label": label}) for id, label, output in ROWS)
    (folder / "train_summedits.jsonl").write_text("\n".join(lines), "utf-8")
    return folder


def test_what_a_harmful_edit_changed_and_no_harmless_one_did_is_wrong(tmp_path: Path) -> None:
    found = {row.id: row for row in labelled(written(tmp_path), ["summedits"])}
    words = {id: [row.output[a:b] for a, b in row.wrong or ()] for id, row in found.items()}
    assert words == {"a_og": [], "a_0": ["river"], "a_1": [], "a_2": ["pink"]}
    assert [found["a_2"].output[a:b] for a, b in found["a_2"].unknown] == ["street"] and found["a_2"].sure < found["a_0"].sure == 1


def test_a_pronoun_stands_where_a_first_mention_stood() -> None:
    rows = [
        Labelled("fib", "1", "R.", "The minister opened the bridge.", ()),
        Labelled("fib", "2", "S.", "The minister opened the bridge.", None, supported=False),
    ]
    (made,) = pronoun_errors(rows)
    ((start, end),) = made.wrong or ()
    assert made.output[start:end] in ("He", "She", "It") and made.output[end:] == " opened the bridge." and made.id.startswith("1-")
