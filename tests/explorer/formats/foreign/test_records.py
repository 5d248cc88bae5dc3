"""What people marked in other tools comes in as analyses: every mark at its place, the two polarities told apart, damage said."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.results import Analysis
from explorer.formats.foreign.marks.reading import Marked, Marks, units_of
from explorer.formats.foreign.questions.tokens import joined_tokens
from explorer.formats.importing import Imported, imported
from explorer.reading.pairs import with_our_names
from explorer.reading.rows import Row, read_rows
from tests.explorer.formats.foreign.published import FACTGENIE, FAITHBENCH

REFERENCE = "The ferry Aldona left Mirava on Tuesday. A storm damaged the mast."
OUTPUT = "The ferry Aldona left Mirava on Friday. A storm broke the mast, it said."


def read(path: Path, records: list[Any]) -> list[Imported]:
    path.write_text("\n".join(json.dumps(record) for record in records), encoding="utf-8")
    return list(imported(str(path)))


def only(found: list[Imported]) -> Analysis:
    (result,) = found
    assert result.analysis is not None, result.notes
    return result.analysis


def red(analysis: Analysis) -> list[tuple[str, str | None]]:
    return [(unit.statement, unit.error) for unit in analysis.units if unit.supported is False]


def mark(words: str, **more: object) -> dict[str, object]:
    start = OUTPUT.index(words)
    return {"start": start, "end": start + len(words), "text": words, **more}


def test_ragtruth_takes_its_references_from_the_file_beside_it(tmp_path: Path) -> None:
    sources = [{"source_id": "7", "source_info": REFERENCE}, {"source_id": "8", "source_info": {"passages": "P", "question": "Q"}}]
    (tmp_path / "source_info.jsonl").write_text("\n".join(map(json.dumps, sources)) + "\nnonsense\n")
    labels = [
        mark("Friday", label_type="Evident Conflict", meta="The source says Tuesday."),
        mark("it said", label_type="Subtle Baseless Info"),
    ]
    rows = [{"id": "1", "source_id": 7, "response": OUTPUT, "labels": labels}, {"id": "2", "source_id": 99, "response": "x", "labels": []}]
    first, second = read(tmp_path / "response.jsonl", rows)
    assert first.analysis is not None and first.analysis.reference.text == REFERENCE and first.analysis.engine.name == "person"
    assert red(first.analysis) == [("Friday", "intrinsic"), ("it said", "extrinsic")]
    assert [note["note"] for note in first.annotations] == ["The source says Tuesday."]
    assert second.analysis is None and "no source 99" in second.notes[0]


def test_ragtruth_without_its_references_says_what_is_missing(tmp_path: Path) -> None:
    (result,) = read(tmp_path / "response.jsonl", [{"source_id": 7, "response": OUTPUT, "labels": []}])
    assert result.analysis is None and "source_info.jsonl" in result.notes[0]


def test_lettucedetect_and_records_of_its_shape(tmp_path: Path) -> None:
    row = {"prompt": REFERENCE, "answer": OUTPUT, "labels": [mark("Friday", label="conflict")], "split": "test", "task_type": "Summary"}
    assert red(only(read(tmp_path / "a.jsonl", [row]))) == [("Friday", "intrinsic")]
    row = {"document": REFERENCE, "output": OUTPUT, "annotations": [{"start": OUTPUT.index("Friday"), "text": "Friday", "type": 0}]}
    assert red(only(read(tmp_path / "b.jsonl", [row]))) == [("Friday", "extrinsic")]


def test_label_studio_tasks(tmp_path: Path) -> None:
    value = {**mark("broke"), "labels": ["Contradiction"]}
    result = [
        {"from_name": "label", "to_name": "summary", "type": "labels", "value": value},
        {"type": "choices", "value": {"choices": ["x"]}},
    ]
    task = {"data": {"document": REFERENCE, "summary": OUTPUT}, "annotations": [{"result": result}]}
    (tmp_path / "x.json").write_text(json.dumps([task, {**task, "annotations": [{}]}]))
    first, second = imported(str(tmp_path / "x.json"))
    assert first.analysis is not None and red(first.analysis) == [("broke", "intrinsic")]
    assert second.analysis is None and "without a 'result'" in second.notes[0]


def test_refchecker_claims(tmp_path: Path) -> None:
    claims = [
        {"triplet": ["Aldona", "left", "Mirava"], "human_label": "Entailment"},
        {"triplet": ["Aldona", "left on", "Friday"], "human_label": "Contradiction"},
        {"triplet": ["a storm", "broke", "the mast"], "human_label": "Neutral"},
        {"triplet": ["no", "label", "here"]},
    ]
    (result,) = read(tmp_path / "x.jsonl", [{"response": OUTPUT, "question": "?", "reference": [REFERENCE], "gpt4_response_kg": claims}])
    assert result.analysis is not None and len(result.analysis.units) == 3 and "claim 4" in result.notes[0]
    assert red(result.analysis) == [("Aldona left on Friday", "intrinsic"), ("a storm broke the mast", "extrinsic")]


def test_qasem_consistency_has_opposite_polarities(tmp_path: Path) -> None:
    qas = [
        {"qa_id": 0, "predicate_idx": 2, "predicate_pos": "VERB", "question": "who left?", "answer_idx": "0-2", "answer": "The Aldona"},
        {"qa_id": 1, "predicate_idx": 2, "predicate_pos": "VERB", "question": "when?", "answer_idx": "4-5", "answer": "Friday"},
        {"qa_id": 2, "predicate_idx": 2, "predicate_pos": "VERB", "question": "where?", "answer_idx": "0-1", "answer": "Mirava"},
        {"qa_id": 3, "predicate_idx": 2, "predicate_pos": "VERB", "question": "why?", "answer_idx": "0-1", "answer": "nowhere"},
    ]
    votes = ([0, 0, 0], [1, 1, 0], [1, 1, 1], [0, 0, 0])
    record = {
        "source": ["The", "ferry", "left", "on", "Tuesday", "."],
        "summary": [["The", "Aldona", "left", "on", "Friday", "."], ["Mirava", "cheered", "."]],
        "qas": [{**qa, "annotations": vote} for qa, vote in zip(qas, votes, strict=True)],
        "spans": [{"id": 0, "qaIds": [1], "annotations": [0, 0, 1]}, {"id": 1, "qaIds": [0, 2], "annotations": [1, 1, 1]}],
    }
    (result,) = read(tmp_path / "x.jsonl", [record])
    analysis = result.analysis
    assert analysis is not None and analysis.output.text == "The Aldona left on Friday. Mirava cheered."
    assert [(u.answer.text, u.supported, u.error) for u in analysis.units if u.answer] == [
        ("The Aldona", True, None),
        ("Friday", False, "extrinsic"),
        ("Mirava", False, "intrinsic"),
    ]
    assert analysis.units[1].probability == pytest.approx(1 / 3)
    assert result.notes == ["line 1: QA 4, 'why?': its answer is not in the output."]


def test_a_mark_that_is_off_is_found_or_said(tmp_path: Path) -> None:
    labels = [{"start": 3, "end": 9, "text": "Friday"}, {"start": 0, "end": 5, "text": "Berit"}, {"text": "x"}, {"start": 5, "end": 9999}]
    (result,) = read(tmp_path / "x.jsonl", [{"prompt": REFERENCE, "answer": OUTPUT, "labels": labels}])
    assert result.analysis is not None and red(result.analysis) == [("Friday", "extrinsic")]
    assert len(result.notes) == 5 and "found at 32" in result.notes[0] and "'Berit'" in result.notes[1]


def test_the_same_record_is_the_same_analysis(tmp_path: Path) -> None:
    row = {"prompt": REFERENCE, "answer": OUTPUT, "labels": [mark("Friday")]}
    assert only(read(tmp_path / "a.jsonl", [row])).id == only(read(tmp_path / "a.jsonl", [row])).id


@pytest.mark.parametrize("field", ["source", "summary", "qas", "spans", "prompt", "answer", "labels", "data", "annotations", "claims"])
@pytest.mark.parametrize("value", [None, 3, "x", [3], {"a": 1}, [[]], [None], [{}], [{"result": 3}], {"document": "a", "summary": "b"}])
def test_damage_is_said_and_never_a_crash(tmp_path: Path, field: str, value: object) -> None:
    whole = {"source": ["a"], "summary": ["b"], "qas": []}, {"prompt": "a", "answer": "b", "labels": []}, {"data": {}, "annotations": []}
    for record in whole:
        (result,) = read(tmp_path / "x.jsonl", [{**record, field: value}])
        assert result.analysis is not None or result.notes


def test_rows_of_known_sets_have_reference_and_output(tmp_path: Path) -> None:
    path = tmp_path / "aggrefact.csv"
    path.write_text("dataset,origin,id,doc,summary,label\nxsumfaith,XSum,1,A ferry left.,A ferry sank.,0\n", encoding="utf-8")
    (row,) = read_rows(str(path))
    assert isinstance(row, Row)
    assert (row.text("reference"), row.text("output"), row.data["subset"]) == ("A ferry left.", "A ferry sank.", "xsumfaith")
    question = {"reference": "A ferry left.", "question": "What left?", "answer": "A ferry"}
    assert "output" not in with_our_names(question)


@given(st.text(max_size=80), st.lists(st.tuples(st.integers(0, 80), st.integers(1, 20)), max_size=5))
def test_marked_and_unmarked_pieces_lie_in_the_output_and_never_overlap_the_marks(output: str, spans: list[tuple[int, int]]) -> None:
    marks = Marks(tuple(Marked(start, start + length) for start, length in spans if start + length <= len(output)))
    units = list(units_of(output, marks))
    assert sum(unit.supported is False for unit in units) == len(marks.placed)
    for unit in units:
        assert unit.answer is not None and output[unit.answer.start : unit.answer.end] == unit.answer.text == unit.statement
        if unit.supported:
            assert not any(m.start < unit.answer.end and m.end > unit.answer.start for m in marks.placed)


@given(st.lists(st.text(min_size=1, max_size=6), max_size=12))
def test_tokens_stand_at_their_places(tokens: list[str]) -> None:
    text, places = joined_tokens(tokens)
    assert [text[start:end] for start, end in places] == tokens


def test_tokens_are_joined_as_people_write() -> None:
    assert joined_tokens(["He", "said", ":", '"', "I", "ca", "n't", "(", "yet", ")", ".", '"'])[0] == 'He said: "I can\'t (yet)."'


def tool_file(**more: object) -> dict[str, Any]:
    """What loc-unfaith saves: the questions are judged 0 covered, 1 not, 2 without sense; an answer that is not there is 0."""
    words = ["Ada", "left", "Norvik", "in", "June", "."]
    asked = [("Who left?", 0, 1, 0), ("What did someone leave?", 2, 3, 1), ("When did someone leave?", 3, 5, None), ("Who June?", 4, 5, 2)]
    qas = [
        {
            "id": n,
            "predicateId": "1-2",
            "question": q,
            "answerStartToken": [a],
            "answerEndToken": [b],
            **({} if label is None else {"label": label}),
        }
        for n, (q, a, b, label) in enumerate(asked)
    ]
    spans = [
        {"start": 1, "end": 2, "predicate": True, "qaIds": [0, 1, 2]},
        {"start": 3, "end": 5, "predicate": False, "qaIds": [2], "label": 0},
    ]
    tokens = [{"id": n, "text": word} for n, word in enumerate(words)]
    return {"tokens": tokens, "spans": spans, "qas": qas, "notes": "Hard.", **more}


def test_the_annotation_tool_of_the_paper_has_an_analysis_a_summary(tmp_path: Path) -> None:
    source = [{"id": n, "text": word} for n, word in enumerate(["Ada", "left", "Vell", "in", "May", "."])]
    found = read(tmp_path / "a.jsonl", [{"source": source, "summaries": [tool_file(), tool_file()], "duration": 3, "done": True}])
    assert len(found) == 2 and all(item.analysis for item in found)
    analysis = found[0].analysis
    assert analysis is not None and (analysis.reference.text, analysis.output.text) == ("Ada left Vell in May.", "Ada left Norvik in June.")
    assert [(u.answer and u.answer.text, u.supported, u.error) for u in analysis.units] == [
        ("Ada", True, None),
        ("Norvik", False, "intrinsic"),
        ("in June", False, "extrinsic"),
    ]
    assert analysis.units[0].predicate and analysis.units[0].predicate.text == "left"
    assert analysis.warnings == ("The annotator noted: Hard.",)
    assert any("makes no sense" in note for note in found[0].notes)


def test_a_file_that_nobody_has_annotated_yet_says_so(tmp_path: Path) -> None:
    given = tool_file()
    bare = [{name: value for name, value in qa.items() if name != "label"} for qa in given["qas"]]
    record = {"source": given["tokens"], "summary": given["tokens"], "spans": [], "qas": bare}
    (found,) = read(tmp_path / "a.jsonl", [record])
    assert found.analysis is None and "none of its 4 questions has been judged" in found.notes[-1]


def test_marks_without_their_reference_say_what_is_missing(tmp_path: Path) -> None:
    marks = [{"text": "Friday", "type": 0, "start": OUTPUT.index("Friday"), "reason": "It was Tuesday."}]
    bare = {"dataset": "d", "setup_id": "m", "output": OUTPUT, "annotations": marks}
    missing, whole = read(tmp_path / "factgenie.jsonl", [bare, {**bare, "reference": REFERENCE}])
    assert missing.analysis is None and "field 'reference'" in missing.notes[0]
    assert whole.analysis is not None and red(whole.analysis)[0][0] == "Friday"


def test_faithbench_has_fields_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "batch_1.json").write_text(json.dumps({"samples": FAITHBENCH}), encoding="utf-8")
    first, second = imported(str(tmp_path / "batch_1.json"))
    assert first.analysis is not None and second.analysis is not None and first.notes == second.notes == []
    assert red(first.analysis) == [("Friday", "intrinsic"), ("it said", "extrinsic")]
    friday, broke = (next(unit for unit in first.analysis.units if unit.statement == word) for word in ("Friday", "broke"))
    assert (friday.evidence[0].text, friday.details.label) == ("Tuesday", "Unwanted.Intrinsic")
    assert (broke.supported, broke.probability) == (None, None), "questionable is neither right nor wrong"
    assert {note["unit"]: note["note"] for note in first.annotations}[friday.id] == "Ilse: It was Tuesday."
    judged = [unit for unit in first.analysis.units if unit.supported is not None]
    assert first.analysis.scores["units"] == len(judged) < len(first.analysis.units)
    assert red(second.analysis) == [] and all(unit.supported for unit in second.analysis.units), "nobody marked anything"


def test_before_its_release_faithbench_called_things_otherwise(tmp_path: Path) -> None:
    old = {"annot_id": 1, "annotator": "x", "label": ["Unwanted", "Unwanted.Instrinsic"], "note": "", "summary_span": "Friday"}
    found = read(tmp_path / "a.jsonl", [{"sample_id": 0, "source": REFERENCE, "summary": OUTPUT, "annotations": [old], "meta_model": "m"}])
    assert red(only(found)) == [("Friday", "intrinsic")] and "has no 'start' and was found at" in found[0].notes[0]


@pytest.mark.parametrize(
    "record",
    [
        {"source": REFERENCE, "summary": OUTPUT, "annotations": [{"first": 3, "last": 9, "label": "wrong"}]},
        {"source": REFERENCE, "summary": OUTPUT, "sample_id": 1, "annotations": [{"summary_span": "Berit", "summary_start": 3}]},
        {"prompt": REFERENCE, "answer": OUTPUT, "labels": [{"start": 900, "end": 905}]},
        {"document": REFERENCE, "output": OUTPUT, "spans": [{"begin": 3, "words": "Friday"}, {"begin": 4}]},
        {"reference": REFERENCE, "output": OUTPUT, "setup_id": "m", "annotations": [{"text": "Berit", "type": 0, "start": 1}]},
        {
            "source": ["a"],
            "summary": ["b"],
            "qas": [{"qa_id": 0, "question": "who?", "answer": "c", "answer_idx": "0-1", "annotations": [1]}],
        },
    ],
)
def test_labels_that_cannot_be_placed_are_refused_and_never_right(tmp_path: Path, record: dict[str, Any]) -> None:
    (found,) = read(tmp_path / "x.jsonl", [record])
    assert found.analysis is None and found.refused
    assert "placed in the output" in found.notes[-1] or "questions is judged" in found.notes[-1]


def test_the_rest_of_a_text_with_a_mark_that_is_nowhere_is_not_called_right(tmp_path: Path) -> None:
    (found,) = read(
        tmp_path / "x.jsonl", [{"prompt": REFERENCE, "answer": OUTPUT, "labels": [mark("Friday"), {"start": 3, "text": "Berit"}]}]
    )
    assert found.analysis is not None and red(found.analysis) == [("Friday", "extrinsic")]
    assert {unit.supported for unit in found.analysis.units} == {False, None}
    assert found.analysis.scores == {"person": 0.0, "units": 1.0, "supported": 0.0}
    assert "'Berit', is not in the output" in found.notes[0] and "comes without verdicts" in found.notes[1]


def task(**more: object) -> dict[str, Any]:
    return {"data": {"document": REFERENCE, "summary": OUTPUT}, **more}


def region(words: str, to_name: str = "text", **more: object) -> dict[str, Any]:
    value = {**mark(words), "labels": ["Contradiction"], **more}
    return {"from_name": "kind", "to_name": to_name, "type": "labels", "value": value}


def test_label_studio_calls_the_text_what_its_interface_does(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text(json.dumps([task(annotations=[{"result": [region("Friday")]}])]))
    assert red(only(list(imported(str(tmp_path / "x.json"))))) == [("Friday", "intrinsic")]
    elsewhere = {**region("Friday", "document"), "value": {"start": 0, "end": 3, "text": "The", "labels": ["x"]}}
    (tmp_path / "x.json").write_text(json.dumps([task(annotations=[{"result": [elsewhere, region("broke")]}])]))
    (found,) = imported(str(tmp_path / "x.json"))
    assert found.analysis is not None and red(found.analysis) == [("broke", "intrinsic")]
    assert "a mark in the document, not in the output" in found.notes[0]


@pytest.mark.parametrize(
    "given",
    [
        {"annotations": [], "predictions": []},
        {"annotations": [{"was_cancelled": True, "result": []}]},
        {"annotations": [{"result": [{"type": "choices", "from_name": "all", "to_name": "text", "value": {"choices": ["bad"]}}]}]},
        {"annotations": [{"result": [region("Friday", start=900, end=903, text="Vell")]}]},
    ],
)
def test_a_task_in_which_nobody_marked_words_is_refused(tmp_path: Path, given: dict[str, Any]) -> None:
    (tmp_path / "x.json").write_text(json.dumps([task(**given)]))
    (found,) = imported(str(tmp_path / "x.json"))
    assert found.analysis is None and found.refused and found.notes


def test_places_that_were_counted_in_utf16_are_told_by_their_words(tmp_path: Path) -> None:
    output = "🚢 Friday 🚢 or Friday."
    labels = [{"start": 16, "end": 22, "text": "Friday"}]
    (found,) = read(tmp_path / "x.jsonl", [{"prompt": REFERENCE, "answer": output, "labels": labels}])
    assert found.analysis is not None and "UTF-16" in found.notes[0]
    (wrong,) = [unit for unit in found.analysis.units if unit.supported is False]
    assert wrong.answer is not None and wrong.answer.start == output.rindex("Friday")


def test_factgenie_says_what_its_kinds_are_called(tmp_path: Path) -> None:
    (found,) = read(tmp_path / "x.jsonl", FACTGENIE)
    assert found.analysis is not None and red(found.analysis) == [("Friday", "intrinsic")]
    assert [unit.details.label for unit in found.analysis.units if unit.supported is False] == ["Contradiction"]


def test_lists_and_lines_are_told_apart_whatever_the_file_is_called(tmp_path: Path) -> None:
    rows = [{"prompt": REFERENCE, "answer": OUTPUT, "labels": [mark(word)]} for word in ("Friday", "broke")]
    (tmp_path / "list.jsonl").write_text(json.dumps(rows))
    assert [red(item.analysis)[0][0] for item in imported(str(tmp_path / "list.jsonl")) if item.analysis] == ["Friday", "broke"]
