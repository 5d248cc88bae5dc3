"""The longest supported subsequence of whole outputs, with the bundled models."""

import re

import pytest

from engines.core.engine import Outcome, Progress
from engines.core.errors import InputError
from engines.core.results import Analysis, Document, Engine
from engines.core.text import Text
from engines.lss.engine import LSS, LSSSettings
from engines.models import registry
from engines.verification.word_support.head import load_head

REFERENCE = (
    "The port authority of Hallam Bay will retire its last diesel ferry in November. "
    "It will be replaced by two electric catamarans built in the town of Brekke. "
    "Each catamaran can carry 310 passengers. Parliament approved 41 million crowns for the project in 2022."
)
OUTPUT = "Parliament approved 41 million crowns in 2022, after an angry debate with the farmers. A honest old captain retired in Kenya."


def lss(**settings: object) -> LSS:
    return LSS(registry.get("parser", "rules"), registry.get("verifier", "compact"), load_head(), LSSSettings.of(settings))


def outcome(reference: str, output: str, **settings: object) -> Outcome:
    last = list(lss(**settings).run(Text.of(reference), Text.of(output)))[-1]
    assert isinstance(last, Outcome)
    return last


def test_what_is_not_supported_is_deleted_and_explained() -> None:
    found = outcome(REFERENCE, OUTPUT)
    assert found.lss == "Parliament approved 41 million crowns in 2022."
    assert found.lss_star == "Parliament approved 41 million crowns in 2022."
    units = {u.id: u for u in found.units}
    deleted = [OUTPUT[d.start : d.end] for d in found.deletions]
    assert deleted[0] == "after an angry debate with the farmers"
    assert "captain retired in Kenya" in deleted[1]
    for deletion in found.deletions:
        assert deletion.units
        for name in deletion.units:
            unit = units[name]
            assert unit.supported is False and unit.probability is not None and unit.error
            assert all(REFERENCE[e.start : e.end] == e.text for e in unit.evidence)
    assert found.scores["lss_precision"] == 1.0
    assert 0 < found.scores["lss_bleu"] < found.scores["lss_rouge1"] < 1


def test_a_copy_of_the_reference_is_kept_whole() -> None:
    copy = "Parliament approved 41 million crowns for the project in 2022."
    found = outcome(REFERENCE, copy)
    assert found.lss == found.lss_star == copy
    assert not found.deletions and found.scores["lss_bleu"] == pytest.approx(1.0)


def test_paragraphs_stay_paragraphs() -> None:
    first, second = REFERENCE.split(". ", 1)
    output = f"{first}.\n\n{second.partition('. ')[0]}.\nParliament approved 41 million crowns."
    assert outcome(REFERENCE, output).lss == output


@pytest.mark.parametrize(
    ("output", "kept"),
    [
        ("Parliament approved 41 million crowns for the project in 2021.", "Parliament approved 41 million crowns for the project."),
        ("Each catamaran can carry 310 passengers to Norway.", "Each catamaran can carry 310 passengers."),
    ],
)
def test_a_wrong_value_or_name_goes_even_from_a_copied_sentence(output: str, kept: str) -> None:
    assert outcome(REFERENCE, output).lss_star == kept


def test_nothing_is_left_of_an_output_about_something_else() -> None:
    found = outcome(REFERENCE, "Penguins hunt squid near frozen volcanoes.")
    assert found.lss == "" and found.lss_star == ""
    assert found.scores["lss_bleu"] == found.scores["lss_f1"] == 0.0


def test_the_first_outcome_has_questions_without_verdicts() -> None:
    steps = list(lss().run(Text.of(REFERENCE), Text.of(OUTPUT)))
    assert isinstance(steps[0], Progress)
    first = next(s for s in steps if isinstance(s, Outcome))
    assert first.units and all(u.probability is None for u in first.units)


@pytest.mark.parametrize(
    "addition", ["Farmers had come to the angry debate.", "The captain, an honest old man, retired in Kenya.", "It rained in Brekke."]
)
def test_more_evidence_never_deletes_more(addition: str) -> None:
    before, after = (outcome(reference, OUTPUT).lss or "" for reference in (REFERENCE, f"{REFERENCE} {addition}"))
    rest = iter(re.findall(r"\w+", after))
    assert all(word in rest for word in re.findall(r"\w+", before))


@pytest.mark.parametrize("support", ["verifier", "both"])
def test_a_verifier_can_decide(support: str) -> None:
    found = outcome(REFERENCE, OUTPUT, support=support)
    assert found.lss is not None and "Parliament approved 41 million crowns" in found.lss and "Kenya" not in found.lss


def test_a_lower_threshold_keeps_more() -> None:
    strict, lenient = (outcome(REFERENCE, OUTPUT, threshold=t).scores["lss_ratio"] for t in (0.9, 0.1))
    assert strict <= lenient


def test_the_result_survives_its_json_form() -> None:
    found = outcome(REFERENCE, OUTPUT + "\n\n- 😀 Second: “naïve” captains…")
    text = OUTPUT + "\n\n- 😀 Second: “naïve” captains…"
    analysis = Analysis(
        "a", "now", Engine("lss"), Document(REFERENCE, Text.of(REFERENCE).sentences), Document(text, Text.of(text).sentences),
        found.scores, found.units, found.deletions, found.lss, found.lss_star,
    )  # fmt: skip
    assert Analysis.from_json(analysis.to_json()) == analysis


def test_settings_are_checked() -> None:
    with pytest.raises(InputError, match="Unknown settings"):
        LSSSettings.of({"beam": 3})
    with pytest.raises(InputError, match="threshold"):
        LSSSettings.of({"threshold": 1.0})
    with pytest.raises(InputError, match="support"):
        LSSSettings.of({"support": "magic"})


@pytest.mark.parametrize("text", ["a" * 4100 + " ferry.", "Parliament approved" + ",9" * 2500, "- ǰulian ŉot İstanbul."])
def test_no_score_says_that_more_is_kept_than_there_was(text: str) -> None:
    found = outcome(text, text)
    assert found.lss
    for name, value in found.scores.items():
        assert name == "deletions" or 0 <= value <= 1, name
