"""`errata agreement`: figures and disagreements to read or as JSON, labels as files, and the raw votes of a file."""

import json
from pathlib import Path

import pytest

from sessions.labelling.labels import Label
from sessions.store import Store
from tests.components import samples
from tests.explorer.running import Errata, read_rows, write_rows
from tests.explorer.services.labelling.samples import People

ID = samples.analysis().id


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Store(tmp_path / "data") as store:
        store.save(samples.analysis())
        people = People(store)
        people.say("Ada", ID, q1="supported", q2="supported", q3="contradicts")
        people.say("Bo", ID, mode="seeded", q1="supported", q2="contradicts", q3="contradicts")
    return tmp_path / "data"


def test_agreement_is_printed_or_given_as_json(errata: Errata, folder: Path) -> None:
    printed = errata("agreement", "--data-dir", folder)
    assert printed.code == 0 and "Krippendorff's alpha" in printed.out and "open, a tie" in printed.out
    assert "Ada: Supported; Bo: Contradicts the reference" in printed.out
    (made,) = errata("agreement", ID, "--json", "--data-dir", folder).rows
    assert made["agreement"][0]["pairs"] == [{"first": "Ada", "second": "Bo", "kappa": pytest.approx(0.4), "units": 3, "same": 2}]
    assert [each["item"] for each in made["disagreements"]] == ["unit:q2"] and made["ties"] == 1
    blind = errata("agreement", "--blind", "--json", "--data-dir", folder)
    assert [one["name"] for one in blind.rows[0]["annotators"]] == ["Ada"]


def test_own_spans_have_figures_of_their_own(errata: Errata, folder: Path) -> None:
    assert "own spans" not in errata("agreement", "--data-dir", folder).out
    with Store(folder) as store:
        for name, place in (("Ada", "own:0-9"), ("Bo", "own:0-14")):
            store.label(ID, Label(f"event-own-{name}", name, place, "own", "entity"))
    printed = errata("agreement", "--data-dir", folder)
    assert "F1 of words" in printed.out and "marked or not" in printed.out
    (made,) = errata("agreement", "--json", "--data-dir", folder).rows
    assert [(mark["annotator"], mark["text"]) for mark in made["own_spans"]["marks"]] == [
        ("Ada", samples.OUTPUT[:9]),
        ("Bo", samples.OUTPUT[:14]),
    ]
    (pair,) = made["own_spans"]["pairs"]
    assert pair["exact"] == 0 and 0 < pair["words"] < 1 and 0 < made["own_spans"]["marked"] < 1


def test_labels_are_written_and_ties_are_named(errata: Errata, folder: Path, tmp_path: Path) -> None:
    ran = errata("agreement", "--out", tmp_path / "gold.jsonl", "--labels", "majority", "--data-dir", folder)
    (record,) = read_rows(tmp_path / "gold.jsonl")
    assert [qa["annotations"] for qa in record["qas"]] == [[0], [1]] and "a tie, Ada supported, Bo intrinsic" in ran.err
    (written,) = errata("agreement", "--out", "-", "--data-dir", folder).rows
    assert [qa["annotations"] for qa in written["qas"]] == [[0, 0], [0, 1], [1, 1]] and written["annotators"] == ["Ada", "Bo"]


def test_raw_votes_stand_beside_what_the_paper_says(errata: Errata, tmp_path: Path) -> None:
    qas = [{"annotations": votes} for votes in ([0, 0, 0], [1, 1, 1], [0, 1, 1])]
    file = write_rows(tmp_path / "votes.jsonl", [{"dataset": "cliff", "source_id": n, "model": "m", "qas": qas} for n in range(2)])
    printed = errata("agreement", "--votes", file)
    assert printed.code == 0 and "cliff" in printed.out and "0.72" in printed.out
    assert "this file has 6 of them" in printed.out.replace("\n", " ")
    assert json.loads(errata("agreement", "--votes", file, "--json").out)["qas"] == 6


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--labels", "majority"), 2, "name a file with --out"),
        (("--out", "x.jsonl", "--rows"), 2, "A row has one label"),
        (("--votes", "nosuch.jsonl"), 2, "nosuch.jsonl"),
        (("--votes", "x", "--blind"), 2, "--json alone"),
        (("nosuch",), 1, "no analysis 'nosuch'"),
        (("--annotator", "Zoe"), 1, "Nobody has labelled"),
    ],
)
def test_mistakes_are_told(errata: Errata, folder: Path, arguments: tuple[str, ...], code: int, said: str) -> None:
    ran = errata("agreement", *arguments, "--data-dir", folder)
    assert ran.code == code and said in ran.err
