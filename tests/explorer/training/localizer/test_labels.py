"""What the localizer is trained on: words that edits made wrong, and pronouns without antecedent."""

import json
from pathlib import Path
from random import Random

import numpy as np
import pytest

from engines.core.language import parse_strings
from engines.core.text import Text
from explorer.evaluation.perturbations.passages import Passage
from explorer.training.localizer.changed import changed
from explorer.training.localizer.changes import distorted
from explorer.training.localizer.data import Labelled, labelled
from explorer.training.localizer.invented import invented
from explorer.training.localizer.planted import planted
from explorer.training.localizer.pronouns import pronoun_errors
from explorer.training.localizer.rows import items
from explorer.training.localizer.sisters import Sisters

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


def judged(folder: Path, **more: object) -> Path:
    """Where QAs of "Ostervik was born in Halden . She was a painter ." were judged: she was born there, and was no painter."""
    qas = [
        {"qa_id": 0, "predicate_idx": 2, "predicate": "born", "predicate_pos": "VERB", "question": "where was someone born?"}
        | {"answer_idx": "3-5", "answer": "in Halden", "annotations": [0, 0, 1]},
        {"qa_id": 1, "predicate_idx": 7, "predicate": "was", "predicate_pos": "AUX", "question": "Who was a painter?"}
        | {"answer_idx": "6-7", "answer": "She", "annotations": [1, 1, 0]},
    ]
    summary = [["Ostervik", "was", "born", "in", "Halden", "."], ["She", "was", "a", "painter", "."]]
    row = {"source": ["Ostervik", "of", "Halden", "."], "summary": summary, "dataset": "cliff", "spans": [], "qas": qas} | more
    (folder / "qasem_consistency_dev.jsonl").write_text(json.dumps(row), "utf-8")
    return folder


def test_somewhere_in_an_unsupported_answer_or_what_was_asked_a_word_is_wrong(tmp_path: Path) -> None:
    (row,) = labelled(judged(tmp_path), ["qasem"])
    assert row.output == "Ostervik was born in Halden. She was a painter." and row.wrong is None and row.supported is False
    assert [row.output[a:b] for a, b in row.right] == ["in Halden", "born"]
    assert [[row.output[a:b] for a, b in group] for group in row.somewhere] == [["She", "was", "a", "painter"]]
    (item,) = items(tmp_path, ["qasem"])
    words = [row.output[a:b] for a, b in item.spans]
    assert [words[i] for i in np.flatnonzero(item.weight)] == ["born", "in", "Halden"] and not item.wrong.any()
    assert [[words[i] for i in group] for group in item.groups] == [["She", "painter"]]


def test_words_that_people_labelled_come_before_their_answers(tmp_path: Path) -> None:
    labels = [["correct"] * 4 + ["extrinsic", "correct"], ["correct"] * 5]
    (row,) = labelled(judged(tmp_path, cliff_labels=labels), ["qasem"])
    assert [row.output[a:b] for a, b in row.wrong or ()] == ["Halden"] and not row.somewhere


def test_what_people_revised_in_one_place_is_wrong_there(tmp_path: Path) -> None:
    rows = [("The man and woman are frowning.", 1), ("The man and woman are smiling.", 0), ("Nobody is at home.", 0)]
    lines = [json.dumps({"id": f"{i}", "reference": "R.", "output": output, "label": label}) for i, (output, label) in enumerate(rows)]
    (tmp_path / "train_cad_nli.jsonl").write_text("\n".join(lines), "utf-8")
    found = [[row.output[a:b] for a, b in row.wrong or ()] for row in labelled(tmp_path, ["cad"])]
    assert found == [[], ["smiling"]]


REFERENCE = (
    "The council will open the new library in June because the roof was repaired. Marta Ostervik thanked Jonas Felde for the plan. "
    "Visitors may borrow films twice a week. Some members of the board criticised the cost before the vote."
)


def test_sentences_of_a_reference_are_told_again_and_some_changed() -> None:
    rows = [Labelled("fib", f"{i}", f"{REFERENCE} Entry {i} was read.", "A.", ()) for i in range(30)]
    made = list(changed(rows))
    assert made == list(changed(rows)) and {bool(row.wrong) for row in made} == {True, False}
    kinds = {row.kind for row in made}
    assert {"may to must", "order flipped", "roles swapped", "done"} <= kinds
    for row in made:
        sentences = [row.output[a:b] for a, b in Text.of(row.output).sentences]
        told = [sentence for sentence in sentences if sentence in row.reference]
        assert row.wrong or len(told) + 1 >= len(sentences) / 2
        assert all(0 <= start < end <= len(row.output) for start, end in row.wrong or ())
        if row.kind == "may to must":
            assert [row.output[a:b] for a, b in row.wrong or ()] == ["must"]


def test_true_summaries_are_told_again_and_one_place_changed() -> None:
    summary = "The library opens in June. Ostervik praised Felde's plan. No visitor may borrow a map."
    rows = [Labelled("fib", f"{i}", f"{REFERENCE} Entry {i} was read.", summary, (), supported=True) for i in range(20)]
    rows.append(Labelled("fib", "false", REFERENCE, summary, None, supported=False))
    made = list(planted(rows))
    assert made == list(planted(rows)) and {bool(row.wrong) for row in made} == {True, False}
    assert not any(row.id.startswith("fib-false") for row in made)
    for row in made:
        told = [row.output[a:b] for a, b in Text.of(row.output).sentences]
        assert len(set(told) - {summary[a:b] for a, b in Text.of(summary).sentences}) <= 1
        assert all(0 <= a < b <= len(row.output) for a, b in row.wrong or ())


def test_sentences_that_a_reference_does_not_have_are_put_among_its_own() -> None:
    other = "The ferry to Skarholm carried nine hundred passengers in August. Its captain, Ilse Varn, retired after forty years at sea."
    rows = [Labelled("fib", f"{i}", f"{[REFERENCE, other][i % 2]} Entry {i} was read.", "A.", ()) for i in range(30)]
    made = list(invented(rows))
    assert made == list(invented(rows)) and {bool(row.wrong) for row in made} == {True, False}
    for row in made:
        wrong = [row.output[a:b] for a, b in row.wrong or ()]
        known = {word.lower() for word in row.reference.replace(".", "").split()}
        assert not known.intersection(word.lower() for word in wrong)
        assert len(wrong) >= 3 or not wrong
        assert not set(row.wrong or ()) & set(row.unknown)
        if wrong:
            first, last = min((row.wrong or ())[0], row.unknown[0]), max((row.wrong or ())[-1], row.unknown[-1])
            assert (first[0], last[1]) in Text.of(row.output).sentences


@pytest.mark.parametrize(
    ("sentence", "kind", "changed"),
    [
        ("The council found no leak in the roof.", "denial", "The council found a leak in the roof."),
        ("The council paid for more books last year.", "more to fewer", "The council paid for fewer books last year."),
        ("The council closed the library last year.", "planned", "The council will close the library last year."),
        ("The library is at least 50 metres long.", "least to most", "The library is at most 50 metres long."),
    ],
)
def test_a_change_makes_a_sentence_false(sentence: str, kind: str, changed: str) -> None:
    passage = Passage.of(sentence)
    assert distorted(passage, 0, passage.docs[0], Random(0), Sisters([]))[kind].text == changed


def test_a_word_is_exchanged_for_one_of_its_kind_that_is_no_other_name_of_it() -> None:
    docs = [*parse_strings(["The nurse met a doctor, a physician and a teacher."] * 3)]
    sisters, draw = Sisters(docs), Random(0)
    drawn = {sisters.of(parse_strings(["One nurse spoke."])[0][1], draw) for _ in range(40)}
    assert drawn == {"doctor", "physician", "teacher"}
    doctor = {sisters.of(parse_strings(["Two doctors spoke."])[0][1], draw) for _ in range(40)}
    assert doctor == {"nurses", "teachers"}
