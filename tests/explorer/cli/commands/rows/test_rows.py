"""`verify`, `parse` and `retrieve`: rows in, exactly the agreed rows out; bad rows are named and left out."""

import io
import json
import sys
from pathlib import Path

import pytest

from engines.models import registry
from tests.explorer.running import OUTPUT, REFERENCE, Errata, read_rows, write_rows

GOOD = [
    {"id": "qa", "reference": REFERENCE, "question": "Who approved something?", "answer": "Parliament", "sentence": OUTPUT.split(". ")[1]},
    {"id": 2, "reference": REFERENCE, "statement": "Parliament approved 41 million crowns in 2022."},
    {"id": "out", "reference": REFERENCE, "output": OUTPUT + " The king of Tarrow ate 900 melons."},
]
BAD = [
    b"not json",
    b"[1, 2]",
    b'{"id": 9',
    b"\xff\xfe",
    b"[" * 100_000,
    {"id": "x"},
    {"reference": "no id"},
    {"id": "y", "reference": REFERENCE},
]


def test_verify_answers_questions_statements_and_outputs(errata: Errata, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert errata("verify", write_rows(tmp_path / "in.jsonl", GOOD), "--out", out).code == 0
    answers = read_rows(out)
    assert [a["id"] for a in answers] == ["qa", 2, "out"]
    for answer in answers:
        assert list(answer) == ["id", "probability", "supported", "error", "evidence"]
        assert 0 <= answer["probability"] <= 1 and answer["supported"] == (answer["probability"] >= 0.5)
        assert (answer["error"] is None) == answer["supported"]
        for passage in answer["evidence"]:
            assert REFERENCE[passage["start"] : passage["end"]] == passage["text"]
    assert answers[1]["supported"]


def test_an_output_is_the_mean_of_its_sentences(errata: Errata, tmp_path: Path) -> None:
    sentences = ["Parliament approved 41 million crowns in 2022.", "The king of Tarrow ate 900 melons."]
    rows = [{"id": i, "reference": REFERENCE, "statement": s} for i, s in enumerate(sentences)]
    rows.append({"id": "both", "reference": REFERENCE, "output": " ".join(sentences)})
    first, second, both = errata("verify", write_rows(tmp_path / "in.jsonl", rows)).rows
    assert both["probability"] == pytest.approx((first["probability"] + second["probability"]) / 2, abs=1e-3)


def test_questions_of_one_sentence_are_verified_together_wherever_they_stand(
    errata: Errata, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    verifier = registry.get("verifier", "compact")
    seen: list[list[str]] = []
    real = type(verifier).verify

    def watched(self, reference, hypotheses):  # type: ignore[no-untyped-def]
        seen.append([h.answer for h in hypotheses])
        return real(self, reference, hypotheses)

    monkeypatch.setattr(type(verifier), "verify", watched)
    asked = [("r1", "s1", "a"), ("r2", "s1", "b"), ("r1", "s1", "c"), ("r1", "s2", "d")]
    rows = [{"id": a, "reference": f"{r} reference text.", "sentence": s, "question": "What?", "answer": a} for r, s, a in asked]
    ran = errata("verify", write_rows(tmp_path / "in.jsonl", rows), "--no-cache")
    assert [row["id"] for row in ran.rows] == ["a", "b", "c", "d"]
    assert seen == [["a", "c", "d"], ["b"]]


def test_verifying_again_asks_no_model(errata: Errata, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = write_rows(tmp_path / "in.jsonl", GOOD)
    first = errata("verify", rows, "--data-dir", tmp_path / "data")
    monkeypatch.setattr(type(registry.get("verifier", "compact")), "verify", lambda *_: pytest.fail("a model was asked again"))
    assert errata("verify", rows, "--data-dir", tmp_path / "data").out == first.out


@pytest.mark.parametrize("command", ["verify", "parse", "retrieve"])
def test_bad_rows_are_named_by_line_and_never_stop_the_run(errata: Errata, tmp_path: Path, command: str) -> None:
    good = {
        "id": "good",
        "reference": REFERENCE,
        "statement": "A ferry sank.",
        "text": OUTPUT,
        "claim": "A ferry.",
        "reference_sentences": [REFERENCE],
    }
    ran = errata(command, write_rows(tmp_path / "in.jsonl", [*BAD[:-1], good]))
    assert ran.code == 0
    assert [row["id"] for row in ran.rows] == ["good"]
    for line in range(1, len(BAD)):
        assert f"line {line}:" in ran.err
    assert errata(command, write_rows(tmp_path / "bad.jsonl", BAD[:3])).code == 1
    assert errata(command, write_rows(tmp_path / "empty.jsonl", [])).code == 0


def test_a_model_that_stumbles_over_one_row_does_not_stop_the_others(
    errata: Errata, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parser = registry.get("parser", "rules")
    real = type(parser).parse

    def stumbling(self, text, kinds=None):  # type: ignore[no-untyped-def]
        if "stone" in text.text:
            raise ValueError("a stone")
        return real(self, text, kinds)

    monkeypatch.setattr(type(parser), "parse", stumbling)
    rows = [{"id": 1, "text": OUTPUT}, {"id": 2, "text": "A stone fell."}, {"id": 3, "text": OUTPUT}]
    ran = errata("parse", write_rows(tmp_path / "in.jsonl", rows))
    assert ran.code == 0 and [row["id"] for row in ran.rows] == [1, 3] and "line 2: the parser failed" in ran.err


def test_parse_counts_characters_of_texts(errata: Errata, tmp_path: Path) -> None:
    text = "👩‍👩‍👧\r\nAda Brekke left the harbour.\n\n- Two ferries sank \ud83d in 1990."
    (row,) = errata("parse", write_rows(tmp_path / "in.jsonl", [{"id": 1, "text": text}])).rows
    assert list(row) == ["id", "predicates"] and row["predicates"]
    for predicate in row["predicates"]:
        assert list(predicate) == ["index", "text", "kind", "qas"]
        assert text[predicate["index"] :].startswith(predicate["text"])
        for qa in predicate["qas"]:
            assert list(qa) == ["question", "answer", "start", "end"]
            assert text[qa["start"] : qa["end"]] == qa["answer"] and qa["question"].endswith("?")


def test_parse_counts_tokens_and_parses_exactly_the_predicates_given(errata: Errata, tmp_path: Path) -> None:
    tokens = ["Ada", "Brekke", "left", "the", "harbour", "and", "``", "sold", "''", "it", "-LRB-", "in", "-RRB-", "\ud800", "1990"]
    rows = [
        {"id": "given", "tokens": tokens, "predicates": [7, 2, 4]},
        {"id": "found", "tokens": tokens},
        {"id": "none", "tokens": tokens, "predicates": []},
        {"id": "odd", "tokens": ["", " ", "a\nb", "left"], "predicates": [3]},
        {"id": "empty", "tokens": []},
    ]
    given, found, none, odd, empty = errata("parse", write_rows(tmp_path / "in.jsonl", rows)).rows
    assert sorted(p["index"] for p in given["predicates"]) == [2, 4, 7]
    assert 2 in [p["index"] for p in found["predicates"]]
    assert none["predicates"] == empty["predicates"] == []
    assert [p["index"] for p in odd["predicates"]] == [3]
    for predicate in given["predicates"] + found["predicates"]:
        assert predicate["text"] == tokens[predicate["index"]]
        for qa in predicate["qas"]:
            assert 0 <= qa["start"] < qa["end"] <= len(tokens) and qa["answer"] == " ".join(tokens[qa["start"] : qa["end"]])


@pytest.mark.parametrize("predicates", [[17], [-1], ["2"], [True], 2, [1.0]])
def test_parse_refuses_predicates_that_are_no_tokens(errata: Errata, tmp_path: Path, predicates: object) -> None:
    ran = errata("parse", write_rows(tmp_path / "in.jsonl", [{"id": 1, "tokens": ["Ada", "left"], "predicates": predicates}]))
    assert ran.code == 1 and "line 1" in ran.err


def test_kinds_can_be_chosen(errata: Errata, tmp_path: Path) -> None:
    rows = write_rows(tmp_path / "in.jsonl", [{"id": 1, "text": "The old harbour was a market and Ada, a pilot, sold two blue ferries."}])
    (row,) = errata("parse", rows, "--kinds", "copula").rows
    assert {p["kind"] for p in row["predicates"]} == {"copula"}


def test_retrieve_finds_the_sentence_and_keeps_the_way(errata: Errata, tmp_path: Path) -> None:
    sentences = [
        "",
        "Snow fell on Tarrow.",
        "***",
        "Parliament approved 41 million crowns in 2022.",
        "A ferry left.",
        "Cats sleep.",
        "Rain fell.\nTwice.",
    ]
    rows = [{"id": 1, "claim": "Parliament approved 41 million crowns.", "reference_sentences": sentences}]
    (row,) = errata("retrieve", write_rows(tmp_path / "in.jsonl", rows)).rows
    assert list(row) == ["id", "sentence", "score", "calls", "trace"]
    assert row["sentence"] == 3 and 0 <= row["score"] <= 1 and row["calls"] == len(row["trace"])
    assert row["trace"][-1]["kept"] or any(n["kept"] and (n["first"], n["last"]) == (3, 4) for n in row["trace"])
    (wide,) = errata("retrieve", tmp_path / "in.jsonl", "--exhaustive").rows
    assert wide["calls"] == 5


@pytest.mark.parametrize(
    "row",
    [
        {"claim": "x", "reference_sentences": []},
        {"claim": "", "reference_sentences": ["a"]},
        {"claim": "x", "reference_sentences": "a"},
        {"claim": 3, "reference_sentences": ["a"]},
    ],
)
def test_retrieve_refuses_what_cannot_be_searched(errata: Errata, tmp_path: Path, row: dict[str, object]) -> None:
    ran = errata("retrieve", write_rows(tmp_path / "in.jsonl", [{"id": 1, **row}]))
    assert ran.code == 1 and "line 1" in ran.err


def test_rows_come_from_standard_input_and_from_csv(errata: Errata, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = json.dumps({"id": 1, "text": OUTPUT}).encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbf" + data)))
    from_input = errata("parse", "-").rows
    (tmp_path / "in.csv").write_text(f'id,text\r\n1,"{OUTPUT}"\r\n', encoding="utf-8-sig")
    from_csv = errata("parse", tmp_path / "in.csv").rows
    assert from_input[0]["predicates"] == from_csv[0]["predicates"] != []
