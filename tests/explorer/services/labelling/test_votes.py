"""The raw votes of a file of QASemConsistency, beside what its paper says."""

import json
from pathlib import Path
from typing import Any

import pytest

from engines.core.errors import FormatError
from explorer.services.labelling.votes import PUBLISHED, agreement_of_votes

DEV = Path(__file__).parents[5] / "shared" / "data" / "qasem_consistency_dev.jsonl"


def record(dataset: str, number: int, qas: list[list[int]], spans: tuple[list[int], ...] = ()) -> dict[str, Any]:
    return {
        "source_id": number,
        "source": ["A", "."],
        "summary": ["B", "."],
        "model": f"{number}-bing_{number}",
        "dataset": dataset,
        "qas": [{"qa_id": n, "annotations": votes} for n, votes in enumerate(qas)],
        "spans": [{"id": n, "annotations": votes} for n, votes in enumerate(spans)],
    }


def write(path: Path, *records: dict[str, Any]) -> str:
    path.write_text("".join(json.dumps(each) + "\n" for each in records))
    return str(path)


def test_each_part_has_its_figures(tmp_path: Path) -> None:
    first = record("cliff", 1, [[0, 0, 0], [1, 1, 1], [0, 1, 1]], ([1, 1, 1], [0, 0, 1]))
    found = agreement_of_votes(write(tmp_path / "votes.jsonl", first, record("cliff", 2, [[0, 0, 0]]), record("other", 1, [[1, 0]])))
    cliff, other = found
    assert (cliff.dataset, cliff.responses, cliff.qas, cliff.spans, cliff.unanimous) == ("cliff", 2, 4, 2, 0.75)
    # 12 votes, 5 of them 1: chance (25 + 49) / 144; observed (3 + 1/3) / 4
    assert cliff.fleiss == pytest.approx((5 / 6 - 74 / 144) / (70 / 144))
    assert cliff.low == pytest.approx(0.55) and cliff.high == pytest.approx(cliff.fleiss), "the second response alone tells nothing"
    assert cliff.published == PUBLISHED["cliff"] and "of all 693 QAs; this file has 4 of them" in cliff.words()
    assert other.published is None and other.words() == "The paper has no figure for this part."


def test_sentences_of_one_response_of_verifiability_are_drawn_together(tmp_path: Path) -> None:
    parts = [{**record("verifiability", n, [[0, 0, 1]]), "model": f"abc-neeva_{n}"} for n in range(3)]
    parts = [{**each, "model": "abc-" + each["model"].split("-")[1]} for each in parts]
    (found,) = agreement_of_votes(write(tmp_path / "votes.jsonl", *parts))
    assert (found.responses, found.low) == (1, None), "one response cannot be drawn again"


def test_a_file_without_votes_of_several_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no QA that several people"):
        agreement_of_votes(write(tmp_path / "one.jsonl", record("cliff", 1, [[0]])))
    with pytest.raises(FormatError, match="line 1: this is no record of QASemConsistency"):
        agreement_of_votes(write(tmp_path / "two.jsonl", {"id": 1}))


@pytest.mark.skipif(not DEV.exists(), reason="the published votes are not here")
def test_the_published_votes_give_the_published_kappa_within_what_half_of_them_can_tell() -> None:
    found = {each.dataset: each for each in agreement_of_votes(str(DEV))}
    kappas = {name: round(each.fleiss or 0, 3) for name, each in found.items()}
    assert kappas == {"cliff": 0.741, "factscore": 0.822, "verifiability": 0.627}
    for name, each in found.items():
        assert each.low is not None and each.high is not None and each.low < PUBLISHED[name].kappa < each.high
        assert "can account for it" in each.words()
