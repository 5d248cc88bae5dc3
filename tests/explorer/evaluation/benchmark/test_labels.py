"""What people said of outputs, read from rows of every shape; all texts are invented."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.errors import FormatError
from explorer.evaluation.benchmark.benchmarking import labelled
from explorer.evaluation.benchmark.labels.gold import Item
from explorer.evaluation.benchmark.labels.published import changed, token_ranges
from explorer.reading.rows import BadRow
from tests.explorer.running import write_rows

REFERENCE = "The ferry Aldona left Mirava on Tuesday. A storm damaged the mast."
OUTPUT = "The ferry Aldona left Mirava on Friday. A storm broke the mast."


def read(rows: list[Any], **options: Any) -> tuple[list[Item], list[str]]:
    bad: list[BadRow] = []
    items = labelled(rows, bad, **options)
    return items, [row.reason for row in bad]


def words(item: Item) -> list[str]:
    assert item.spans is not None
    return [item.output[start:end] for start, end in item.spans]


def test_own_rows_have_labels_ratings_spans_and_pairs() -> None:
    rows = [
        {"id": "a", "reference": REFERENCE, "output": OUTPUT, "spans": [[32, 38]], "faithful": "b", "type": "Entity"},
        {"id": "b", "reference": REFERENCE, "output": REFERENCE, "spans": []},
        {"id": "c", "reference": REFERENCE, "output": OUTPUT, "ratings": [5, "4"]},
        {"id": "d", "reference": REFERENCE, "output": OUTPUT, "label": "0", "human": 0.25},
    ]
    (a, b, c, d), bad = read(rows)
    assert bad == [] and words(a) == ["Friday"] and (a.label, a.faithful, a.fields["type"]) == (0, "b", "Entity")
    assert (b.spans, b.label) == ((), 1)
    assert (c.rating, c.label, c.spans) == (4.5, None, None) and (d.rating, d.label) == (0.25, 0)


def test_rows_without_labels_or_with_wrong_ones_are_named() -> None:
    pair = {"reference": REFERENCE, "output": OUTPUT}
    rows = [
        pair,
        {**pair, "label": "perhaps"},
        {**pair, "spans": [[5, 900]]},
        {**pair, "spans": [[7, 7]]},
        {**pair, "human": "good"},
        {"reference": "", "output": OUTPUT, "label": 1},
        {"reference": REFERENCE, "statement": "It left."},
    ]
    items, bad = read(rows)
    assert items == [] and [reason.partition(":")[0] for reason in bad] == [f"line {n}" for n in range(1, 8)]
    assert "'spans'" in bad[0] and "--supported" in bad[1] and "[5, 900]" in bad[2]


def test_another_label_can_mean_supported() -> None:
    rows = [{"reference": REFERENCE, "output": OUTPUT + str(n), "label": label} for n, label in enumerate(("faithful", "wrong", "wrong"))]
    assert [item.label for item in read(rows, supported="faithful")[0]] == [1, 0, 0]


def test_questions_of_one_sentence_are_facts_of_one_output() -> None:
    asked = {"reference": REFERENCE, "sentence": "The ferry left Mirava on Friday.", "predicate": "left", "predicate_pos": "VERB"}
    rows = [
        {**asked, "id": 1, "question": "What left?", "answer": "The ferry", "label": 1},
        {**asked, "id": 2, "question": "When did something leave?", "answer": "on Friday", "label": 0},
        {"reference": REFERENCE, "id": 3, "question": "What left?", "answer": "a ship", "label": 0},
        {"reference": REFERENCE, "id": 4, "statement": "A storm came.", "label": 1},
    ]
    (sentence, lone, statement), bad = read(rows)
    assert bad == [] and [unit.label for unit in sentence.units] == [1, 0] and not sentence.judged_whole
    assert [sentence.output[s:e] for s, e in sentence.units[1].places] == ["on Friday", "left"]
    assert lone.output == "" and lone.units[0].places == ()
    assert statement.output == "A storm came." and statement.units[0].places == ((0, 13),)


def test_labelled_sentences_are_facts_at_their_places() -> None:
    row = {"reference": REFERENCE, "output": OUTPUT, "human": 0.5, "sentence_labels": [1, 0]}
    (item,), _ = read([{**row, "sentences": ["The ferry Aldona left Mirava on Friday.", "A storm broke the mast."]}])
    assert [(item.output[s:e], unit.label) for unit in item.units for s, e in unit.places] == [
        ("The ferry Aldona left Mirava on Friday.", 1),
        ("A storm broke the mast.", 0),
    ]
    assert "does not stand" in read([{**row, "sentences": ["Something", "else"]}])[1][0]


def test_pairs_of_bump_are_the_summary_and_its_error() -> None:
    pair = {"article": REFERENCE, "reference_summary": REFERENCE, "error_type": "Extrinsic Entity Error", "scores": {"x": 1}}
    rows = [
        {**pair, "edited_summary": OUTPUT},
        {**pair, "edited_summary": REFERENCE.replace("ferry ", ""), "corrected_error_type": "Other"},
    ]
    (faithful, wrong, cut), bad = read(rows)
    assert bad == [] and faithful.spans == () and faithful.id == wrong.faithful == cut.faithful
    assert words(wrong) == ["Friday", "broke"] and wrong.fields["type"] == "Extrinsic Entity" and cut.fields["type"] == "Other"
    assert words(cut) == ["The Aldona"]
    assert "article" in read([{"edited_summary": OUTPUT, "reference_summary": REFERENCE}])[1][0]


def test_claims_and_tokens_of_wice() -> None:
    evidence = ["The ferry left.", "A storm came."]
    tokens = {
        "claim": "The ferry left, late.",
        "claim_tokens": ["The", "ferry", "left", ",", "late", "."],
        "non_supported_spans": [False, False, False, False, True, False],
        "evidence": evidence,
        "meta": {"id": "x1"},
    }
    labels = ("supported", "partially_supported", "not_supported")
    rows = [tokens, *({"claim": f"C{n}.", "evidence": evidence, "label": label} for n, label in enumerate(labels))]
    items, bad = read(rows)
    assert bad == [] and words(items[0]) == ["late"] and items[0].id == "x1" and items[0].reference == "The ferry left.\nA storm came."
    assert [item.label for item in items[1:]] == [1, 0, 0]
    assert "token 'left'" in read([{**tokens, "claim": "The ferry."}])[1][0]


def test_sentences_of_tofueval_take_their_documents_from_a_table(tmp_path: Path) -> None:
    row = {"doc_id": "m1", "annotation_id": 3, "topic": "Ferries", "model_name": "Model-A", "sent_idx": 1, "type": "[]"}
    rows = [
        {**row, "summ_sent": "It left.", "sent_label": "yes"},
        {**row, "sent_idx": 2, "summ_sent": "It sank.", "sent_label": "no", "type": "Extrinsic"},
        {**row, "doc_id": "m2", "summ_sent": "It rose.", "sent_label": "no"},
    ]
    (tmp_path / "documents.csv").write_text(f'meeting_id,source\nm1,"{REFERENCE}"\n')
    items, bad = read(rows, references=str(tmp_path / "documents.csv"))
    assert [(item.output, item.label, item.reference) for item in items] == [("It left.", 1, REFERENCE), ("It sank.", 0, REFERENCE)]
    assert items[1].fields["type"] == "Extrinsic" and items[0].id == "m1-3-Ferries-Model-A-1"
    assert "'m2'" in bad[0] and "--references" in read(rows)[1][0]
    (tmp_path / "wrong.csv").write_text("name\nx\n")
    with pytest.raises(FormatError, match="doc_id"):
        read(rows, references=str(tmp_path / "wrong.csv"))


def test_llm_aggrefact_and_any_table_through_its_columns() -> None:
    (item,), _ = read([{"dataset": "Ferries", "doc": REFERENCE, "claim": OUTPUT, "label": 0, "contamination_identifier": "-"}])
    assert (item.reference, item.output, item.label, item.fields["subset"]) == (REFERENCE, OUTPUT, 0, "Ferries")
    columns = {"reference": "story", "output": "text", "label": "ok"}
    (item,), _ = read([{"story": REFERENCE, "text": OUTPUT, "ok": 1}], columns=columns)
    assert (item.reference, item.output, item.label) == (REFERENCE, OUTPUT, 1)


def test_marks_of_other_tools_are_spans(tmp_path: Path) -> None:
    mark = {"start": 32, "end": 38, "text": "Friday", "label": "conflict"}
    lettuce = [
        {"prompt": REFERENCE, "answer": OUTPUT, "labels": [mark], "split": "test", "task_type": "Summary"},
        {"prompt": REFERENCE, "answer": REFERENCE, "labels": [], "split": "test"},
    ]
    (wrong, right), bad = read(lettuce)
    assert bad == [] and words(wrong) == ["Friday"] and (wrong.label, right.label, right.spans) == (0, 1, ())
    (tmp_path / "source_info.jsonl").write_text(json.dumps({"source_id": "7", "source_info": REFERENCE}))
    path = write_rows(tmp_path / "response.jsonl", [{"id": "r1", "source_id": "7", "response": OUTPUT, "labels": [mark]}])
    bad_rows: list[BadRow] = []
    (item,) = labelled(str(path), bad_rows)
    assert words(item) == ["Friday"] and (item.id, item.reference) == ("r1", REFERENCE)


def test_samples_of_faithbench_are_marked_texts(tmp_path: Path) -> None:
    mark = {"annot_id": 1, "annotator_id": "a", "annotator_name": "Ada", "label": ["Unwanted.Intrinsic"], "note": ""}
    mark |= {"summary_span": "Friday", "summary_start": 32, "summary_end": 38}
    wrong = {"sample_id": 0, "source": REFERENCE, "summary": OUTPUT, "annotations": [mark], "metadata": {"summarizer": "m"}}
    lost = {**wrong, "sample_id": 1, "annotations": [{**mark, "summary_span": "Sunday"}]}
    (tmp_path / "batch.json").write_text(json.dumps({"samples": [wrong, lost]}))
    bad: list[BadRow] = []
    (item,) = labelled(str(tmp_path / "batch.json"), bad)
    assert words(item) == ["Friday"] and (item.label, item.reference, item.id) == (0, REFERENCE, 0)
    assert len(bad) == 1 and bad[0].reason.startswith("line 2"), "a mark that cannot be placed is no faithful text"


def test_qasem_consistency_gives_facts_and_places() -> None:
    qa = {"predicate_idx": 3, "predicate_pos": "VERB", "predicate": "left", "sent_id": 0}
    record = {
        "source_id": 5,
        "source": REFERENCE.replace(".", " .").split(),
        "summary": [["The", "ferry", "Aldona", "left", "Mirava", "on", "Friday", "."]],
        "dataset": "ferries",
        "spans": [{"id": 0, "start": 6, "end": 7, "qaIds": [1], "annotations": [0, 0, 1]}],
        "qas": [
            {**qa, "qa_id": 0, "question": "what left?", "answer_idx": "0-3", "answer": "The ferry Aldona", "annotations": [0, 0, 0]},
            {**qa, "qa_id": 1, "question": "when did it leave?", "answer_idx": "5-7", "answer": "on Friday", "annotations": [1, 1, 0]},
        ],
    }
    (item,), bad = read([record])
    assert bad == [] and [unit.label for unit in item.units] == [1, 0] and item.label == 0
    assert words(item) == ["on Friday"] and item.units[1].asked["predicate"] == "left" and item.units[1].asked["sentence"] == item.output


def test_the_same_faithful_text_counts_once_and_contradicting_labels_are_kept() -> None:
    row = {"id": "b", "reference": REFERENCE, "output": REFERENCE, "spans": []}
    assert len(read([row, row])[0]) == 1
    other = {"reference": REFERENCE, "output": OUTPUT}
    assert [item.label for item in read([{**other, "label": 1}, {**other, "label": 0}])[0]] == [1, 0]


@given(st.lists(st.sampled_from(["the", "ferry", "left", "on", "Friday", ",", "."]), max_size=12), st.data())
def test_changed_words_lie_in_the_text_and_nothing_is_changed_in_a_copy(tokens: list[str], data: st.DataObject) -> None:
    before = " ".join(tokens)
    after = " ".join(data.draw(st.permutations(tokens)))
    parts = changed(before, after)
    assert all(0 <= start < end <= len(after) for start, end in parts) and changed(after, after) == ()
    assert bool(parts) == (before.split() != after.split())
    places = token_ranges(after, after.split())
    assert [after[start:end] for start, end in places] == after.split()
