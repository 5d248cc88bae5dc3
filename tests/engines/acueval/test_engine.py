"""ACUEval streams its units, scores them by mean probability and share, and comments on what is unsupported."""

from engines.acueval.engine import ACUEval, ACUEvalSettings
from engines.core.engine import Outcome
from engines.core.text import Text
from engines.units.comment import comment
from tests.engines.scale.test_engine import SharedWords

REFERENCE = "The ferry Aldona left Mirava at noon. A storm damaged the mast. Captain Ilse Varn turned back."
OUTPUT = "The ferry Aldona left Mirava at noon. The captain shot a whale."


def outcomes(engine: ACUEval) -> list[Outcome]:
    return [step for step in engine.run(Text.of(REFERENCE), Text.of(OUTPUT)) if isinstance(step, Outcome)]


def test_units_come_unverified_first_and_judged_last() -> None:
    first, *_, last = outcomes(ACUEval(SharedWords()))
    assert all(u.probability is None for u in first.units)
    assert all(u.probability is not None and u.kind == "acu" and u.evidence and u.trace for u in last.units)
    assert [u.id for u in first.units] == [u.id for u in last.units]
    for unit in last.units:
        assert all(0 <= a < b <= len(OUTPUT) for a, b in unit.details.spans)


def test_the_score_is_the_mean_probability_and_the_share_beside_it() -> None:
    last = outcomes(ACUEval(SharedWords(), ACUEvalSettings(threshold=0.9)))[-1]
    probabilities = [u.probability or 0 for u in last.units]
    assert last.scores["acueval"] == sum(probabilities) / len(probabilities)
    assert last.scores["acueval_hard"] == sum(p >= 0.9 for p in probabilities) / len(probabilities)
    assert last.scores["acueval_sentence_1"] > last.scores["acueval_sentence_2"]


def test_the_comment_numbers_the_unsupported_facts() -> None:
    last = outcomes(ACUEval(SharedWords(), ACUEvalSettings(threshold=0.9)))[-1]
    text = comment(last.units)
    assert "1. The captain shot a whale." in text
    assert "Mirava" not in text
    assert comment([u for u in last.units if u.supported]) == ""


def test_reports_alone_can_be_checked() -> None:
    output = Text.of("The office said that the ferry sank.")
    for reported, expected in ((True, 2), (False, 1)):
        engine = ACUEval(SharedWords(), ACUEvalSettings(reported=reported))
        last = [s for s in engine.run(Text.of(REFERENCE), output) if isinstance(s, Outcome)][-1]
        assert len(last.units) == expected
