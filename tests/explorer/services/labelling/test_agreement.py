"""Annotators against each other and the engine; what they differ on; and their labels as files that train and score."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engines.core.errors import InputError
from engines.core.results import Engine
from explorer.evaluation.benchmark.labels.reading import items_of
from explorer.formats.foreign.qasem_consistency import qasem_consistency
from explorer.formats.foreign.sources import Sources
from explorer.reading.rows import read_rows
from explorer.services.labelling.agreement import labelled, report
from explorer.services.labelling.by_words import by_words, support_said
from explorer.services.labelling.gold import Choice, records
from explorer.training.verifier.data import qa_rows
from sessions.labelling.labels import Label
from sessions.store import Store
from tests.components import samples
from tests.explorer.services.labelling.samples import People, claims, place, questions, words

ID = samples.analysis().id


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as opened:
        for analysis in (questions(), claims(), words()):
            opened.save(analysis)
        yield opened


@pytest.fixture
def people(store: Store) -> People:
    return People(store)


def test_figures_and_disagreements(store: Store, people: People) -> None:
    people.say("Ada", ID, q1="supported", q2="supported", q3="supported", q4="contradicts")
    people.say("Bo", ID, mode="seeded", q1="supported", q2="contradicts", q3="supported", q4="contradicts", **{place("Fares"): "uncovered"})
    made = report(labelled(store))
    support = made.levels[0]
    assert (support.name, support.units, support.alike) == ("support", 4, 4)
    (pair,) = support.pairs
    assert (pair.first, pair.second, pair.units, pair.same) == ("Ada", "Bo", 4, 3) and pair.kappa == pytest.approx(0.5)
    assert support.fleiss == pytest.approx(7 / 15) and support.alpha == pytest.approx(0.5333, abs=0.001)
    assert made.people == {"Ada": (4, 8.0, 0), "Bo": (5, 10.0, 5)}, "labels, seconds, and those made with verdicts in sight"
    (dispute,) = made.disputes
    assert (dispute.subject.id, dict(dispute.said), dispute.majority) == ("unit:q2", {"Ada": "supported", "Bo": "intrinsic"}, "")
    assert made.ties == 1
    engine = {pair.first: (pair.units, pair.same) for pair in made.engines}
    assert engine == {"Ada": (4, 4), "Bo": (5, 4), "the majority": (4, 4)}, "a tie is nobody's label"
    assert report(labelled(store, blind_only=True)).people.keys() == {"Ada"}
    assert report(labelled(store, annotators=["Bo"])).people.keys() == {"Bo"}


def test_who_finds_no_sense_says_neither(store: Store, people: People) -> None:
    people.say("Ada", ID, q1="supported", q2="senseless")
    people.say("Bo", ID, q1="supported", q2="supported")
    support, kind, _ = report(labelled(store)).levels
    assert support.units == 1 and kind.units == 2 and kind.pairs[0].same == 1


def test_the_first_step_is_compared_by_itself(store: Store, people: People) -> None:
    people.say("Ada", ID, **{place("Fares"): "uncovered", place("in May"): "covered"})
    people.say("Bo", ID, **{place("Fares"): "uncovered", place("in May"): "uncovered"})
    people.say("Ada", "c1a1c1a1c1a1", a1="supported")
    people.say("Bo", "c1a1c1a1c1a1", a1="uncovered")
    first = report(labelled(store)).levels[2]
    assert first.units == 3 and first.pairs[0].same == 1, "who calls a claim supported has found it in the reference"


def test_nobody_has_labelled_anything(store: Store) -> None:
    with pytest.raises(InputError, match="Nobody has labelled"):
        report(labelled(store))


def test_what_is_adjudicated_is_decided_by_whomever_last(store: Store, people: People) -> None:
    people.say("Ada", ID, q2="supported")
    people.say("Bo", ID, q2="contradicts")
    people.say("Cy", ID, step="adjudicated", q2="intrinsic")
    made = report(labelled(store))
    assert made.disputes[0].decided == "intrinsic" and made.ties == 0 and "Cy" not in made.people
    people.say("Di", ID, step="adjudicated", q2="supported")
    assert report(labelled(store)).to_json()["disagreements"][0]["adjudicated"] == "supported"


def test_annotators_stand_beside_every_engine_by_words(store: Store, people: People) -> None:
    store.save(replace(questions(), id="5ca1e", engine=Engine("scale")))
    people.say("Ada", ID, q4="contradicts", q3="supported")
    store.label(ID, Label("event-own", "Ada", "own:0-9", "own", "entity"))
    (one,) = labelled(store)
    support = support_said(one, "Ada")
    sardona = samples.span(samples.OUTPUT, "Sardona")
    assert support[sardona.start] == 0.0 and support[0] == 0.0 and support[samples.OUTPUT.index("Two")] == 1.0 and support[-2] is None
    assert {pair.second for pair in by_words(store, [one])} == {"QASem", "SCALE", "ACUEval", "LSS"}


@pytest.mark.parametrize(
    ("choice", "votes", "left_out"),
    [
        ("votes", {"q1": [0, 0], "q2": [0, 1], "q3": [1, 1], "q4": [0, 1]}, 0),
        ("majority", {"q1": [0], "q3": [1]}, 2),
        ("adjudicated", {"q1": [0], "q3": [1], "q4": [1]}, 1),
    ],
)
def test_labels_become_a_file_of_qasem_consistency(
    store: Store, people: People, choice: Choice, votes: dict[str, list[int]], left_out: int
) -> None:
    people.say("Ada", ID, q1="supported", q2="supported", q4="supported", **{place("Two electric boats"): "uncovered"})
    people.say("Bo", ID, q1="supported", q2="contradicts", q4="contradicts", **{place("Two electric boats"): "uncovered"})
    people.say("Cy", ID, step="adjudicated", q4="intrinsic")
    missing: list[str] = []
    (record,) = records(labelled(store, [ID]), choice, missing)
    asked = {f"q{n}": unit.question for n, unit in enumerate(samples.analysis().units, 1)}
    found = {qa["question"]: qa["annotations"] for qa in record["qas"]}
    assert found == {asked[unit]: own for unit, own in votes.items()} | {asked["q5"]: votes["q3"]}, "q5 has the same answer as q3"
    boats = next(span for span in record["spans"] if len(span["qaIds"]) == 2)
    assert boats["annotations"] == [0] * len(votes["q3"]) and len(missing) == left_out
    analysis = qasem_consistency(json.loads(json.dumps(record)), [])
    assert len(analysis.units) == len(found), "what reads the data set reads it"


def test_the_verifier_can_be_trained_on_them(store: Store, people: People, tmp_path: Path) -> None:
    people.say("Ada", ID, q1="supported", q4="contradicts")
    file = tmp_path / "qasem_consistency_qas.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in records(labelled(store), "majority", [], rows=True)))
    first, second = qa_rows(tmp_path)
    assert (first.hypothesis.question, first.label) == ("What will stop something?", 1)
    assert (second.hypothesis.answer, second.label) == ("in Sardona", 0)
    assert second.hypothesis.sentence == "Two electric boats built in Sardona will replace it." and second.reference == samples.REFERENCE


def test_labels_are_read_as_gold(store: Store, people: People, tmp_path: Path) -> None:
    people.say("Ada", ID, q1="supported", q4="contradicts")
    people.say("Ada", "c1a1c1a1c1a1", a1="contradicts", a2="supported")
    sardona = samples.span(samples.OUTPUT, "Sardona")
    store.label("1551551551ab", Label("event-word", "Ada", f"word:{sardona.start}-{sardona.end}", "covered", "uncovered"))
    file = tmp_path / "gold.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records(labelled(store), "majority", [])))
    bad: list[Any] = []
    items = items_of(read_rows(str(file), renamed=False), bad, Sources(str(file)))
    assert not bad and sorted(unit.label for item in items for unit in item.units) == [0, 0, 1, 1]
    assert ((sardona.start, sardona.end),) in [item.spans for item in items]
