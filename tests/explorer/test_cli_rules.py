"""`errata rules`: the rules with their counts, those that fire on a pair, and what each is worth."""

import json
from pathlib import Path

import pytest

from engines.verification.rules.registry import rules
from engines.verification.rules.weights import FILE, stored
from explorer.evaluation.audits import rules as audit
from tests.explorer.running import OUTPUT, REFERENCE, Errata

FALSE = OUTPUT.replace("41 million", "54 million")


def pair(folder: Path, output: str) -> list[object]:
    (folder / "reference.txt").write_text(REFERENCE, encoding="utf-8")
    (folder / "output.txt").write_text(output, encoding="utf-8")
    return ["--reference", folder / "reference.txt", "--output", folder / "output.txt"]


def test_list_names_every_rule_with_what_was_counted(errata: Errata) -> None:
    lines = errata("rules", "list", "--json").rows
    assert [line["name"] for line in lines] == list(rules())
    for line in lines:
        assert 0 <= line["right"] <= line["fired"] == sum(of["fired"] for of in line["natural"].values())
        assert set(line["weight"]) == {"statement", "question"} and line["reads"] and line["frank"]
    assert any(line["fired"] for line in lines)
    assert set(stored()["rules"]) == set(rules()), "a rule was never counted: python -m explorer.evaluation.audits.rules --counts"
    shown = errata("rules", "list").out
    assert all(name in shown for name in rules())


def test_trace_shows_the_words_on_both_sides(errata: Errata, tmp_path: Path) -> None:
    found = errata("rules", "trace", *pair(tmp_path, FALSE), "--json").rows
    assert {line["rule"] for line in found if line["counts"]} >= {"quantity in context"}
    for line in found:
        assert line["words"] == " ".join(FALSE[start:end] for start, end in line["spans"])
        assert "54" in line["words"] and "41 million" in line["found"]["text"]
        assert REFERENCE[line["found"]["start"] : line["found"]["end"]] == line["found"]["text"]
    shown = errata("rules", "trace", *pair(tmp_path, FALSE)).out
    assert "54 million" in shown and "41 million" in shown


def test_trace_of_a_faithful_output_and_with_rules_off(errata: Errata, tmp_path: Path) -> None:
    assert errata("rules", "trace", *pair(tmp_path, OUTPUT)).out == "No rule fires.\n"
    off = [argument for name in rules() for argument in ("--off", name)]
    assert errata("rules", "trace", *pair(tmp_path, FALSE), *off, "--json").rows == []
    assert errata("rules", "trace", *pair(tmp_path, FALSE), "--json").rows
    wrong = errata("rules", "trace", *pair(tmp_path, FALSE), "--off", "telepathy")
    assert wrong.code == 2 and "telepathy" in wrong.err


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A folder like that of the development data, with a row or two in each file."""
    text = {"reference": REFERENCE, "output": FALSE}
    asked = {"sentence": FALSE.split(". ")[1], "predicate": "approved", "predicate_pos": "VERB", "reference": REFERENCE, "subset": "a"}
    files = {
        "qasem_consistency_qas": [
            {**asked, "id": "1", "question": "Who approved something?", "answer": "Parliament", "label": 1},
            {**asked, "id": "2", "question": "How much did someone approve?", "answer": "54 million crowns", "label": 0},
        ],
        "qags_cnndm": [{**text, "id": "c", "sentences": FALSE.split(". "), "sentence_labels": [1, 0]}],
        "qags_xsum": [{**text, "id": "x", "sentences": FALSE.split(". "), "sentence_labels": [1, 0]}],
        "lss": [{**text, "id": "l", "lss": [FALSE.split(". ")[0] + "."], "lss_star": [FALSE.split(". ")[0] + "."], "ratings": [3]}],
        "loc_bump": [{**text, "id": "b", "spans": [[FALSE.index("54"), FALSE.index("54") + 10]]}],
        "loc_wice": [{**text, "id": "w", "spans": []}],
        "train_fib": [{**text, "id": f"f{i}", "label": 0} for i in range(2)],
    }
    for name, rows in files.items():
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return tmp_path


def test_ablate_switches_each_rule_off_in_turn(errata: Errata, data: Path) -> None:
    kept = data / "kept"
    lines = errata("rules", "ablate", "--data", data, "--kept", kept, "--json").rows
    assert [line["off"] for line in lines] == ["", *rules(), "all"]
    assert lines[0]["auc"]["questions"] == 100 and lines[0]["right"] > 0
    assert set(lines[1]["change"]) == set(lines[0]["auc"])
    assert any(line["fired"] for line in lines[1:-1])
    table = errata("rules", "ablate", "--data", data, "--kept", kept, "--markdown").out.splitlines()
    assert len(table) == len(rules()) + 4 and table[0].startswith("| off | right / fired |")
    assert "quantity in context" in errata("rules", "ablate", "--data", data, "--kept", kept).out


def test_rules_are_counted_anew_and_weigh_what_they_weighed(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "ASSETS", data)
    (data / "verifier").mkdir()
    audit.main(["--data", str(data), "--kept", str(data), "--counts"])
    found = json.loads((data / "verifier" / FILE).read_text("utf-8"))
    assert {name: rule["weight"] for name, rule in found["rules"].items()} == {name: w["weight"] for name, w in stored()["rules"].items()}
    assert found["rules"]["quantity in context"]["natural"]["bump"] == {"fired": 1, "right": 1}
    assert found["prior"] == stored()["prior"]


def test_what_is_missing_is_said(errata: Errata, tmp_path: Path) -> None:
    assert errata("rules").code == 2
    assert errata("rules", "ablate", "--data", tmp_path / "nowhere").code == 2
    assert errata("rules", "ablate", "--data", tmp_path).code == 2
