"""What the tours show is what the engines give today; `make tours` writes it anew."""

import json

import pytest

from engines.core.machine.files import asset
from explorer.training.tours import FOLDER, made, text

ENGINES = ("qasem", "scale", "acueval", "qags", "lss")


@pytest.mark.parametrize("engine", ENGINES)
def test_the_tour_shows_what_the_engine_gives(engine: str) -> None:
    kept, now = json.loads(asset(FOLDER, f"{engine}.json").read_text(encoding="utf-8")), json.loads(json.dumps(made(engine)))

    def facts(of: dict) -> list[tuple]:
        return [(u["statement"], u["question"], u["supported"]) for u in of["analysis"]["units"]]

    assert facts(kept) == facts(now), "Run `make tours`, and read the tour of this engine again."
    for before, after in zip(kept["analysis"]["units"], now["analysis"]["units"], strict=True):
        assert before["probability"] == pytest.approx(after["probability"], abs=0.01)
        assert [node["kept"] for node in before["trace"]] == [node["kept"] for node in after["trace"]]
    assert kept["analysis"]["scores"] == pytest.approx(now["analysis"]["scores"], abs=0.01)
    assert [(e["text"], e["kind"]) for e in kept["analysis"]["errors"]] == [(e["text"], e["kind"]) for e in now["analysis"]["errors"]]
    assert kept["analysis"]["lss"] == now["analysis"]["lss"]
    if engine == "lss":
        assert [word[:2] for word in kept["words"]] == [word[:2] for word in now["words"]] and len(kept["words"]) > 40


def test_every_planted_error_stands_in_the_texts() -> None:
    told = text()
    for each in told["wrong"]:
        assert each["words"] in told["output"] and each["words"] not in told["reference"] and each["found"] in told["reference"]
