"""Another name, title or object in the same part, and what was added to what the reference says."""

import pytest

from engines.core.roles import Hypothesis
from engines.core.text import Text
from engines.verification.verifier import CompactVerifier

REFERENCE = Text.of(
    "The harbour town of Tellisk lost its lifeboat in January, when an inspection found two faulty radios. The harbour "
    "master, Dilip Arora, had to tow a yacht in with his own launch. The mayor of Tellisk, Ruth Ansell, abstained when the "
    "council voted on the repairs. Coxswain Ines Halvard, who has led the crew for nine years, called the decision hasty. Of "
    "the members, twelve voted for the repairs and three against. Tom Brackley, the regional director, sent the papers to the "
    "archive in Oster. Botanist Karel Venn, who teaches chemistry at a secondary school, found a gentian nearby. The "
    "fishermen accepted a rise of 5.2 per cent; they had asked for eight. Arora is finishing a degree in law."
)


@pytest.fixture(scope="module")
def verifier() -> CompactVerifier:
    return CompactVerifier()


def _probabilities(verifier: CompactVerifier, *statements: str) -> list[float]:
    return [v.probability for v in verifier.verify(REFERENCE, [Hypothesis(statement=s) for s in statements])]


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ("Dilip Arora, the harbour master, towed a yacht in.", "Tom Brackley, the harbour master, towed a yacht in."),
        ("Ruth Ansell is the mayor of Tellisk.", "Ines Halvard is the mayor of Tellisk."),
        ("The papers were sent to the archive in Oster.", "The papers were sent to the archive in Tellisk."),
        ("Venn teaches chemistry at a secondary school.", "Venn teaches physics at a secondary school."),
        ("Arora is finishing a degree in law.", "Arora is finishing a degree in medicine."),
        ("Twelve members voted for the repairs.", "Twelve members voted against the repairs."),
        ("The fishermen accepted a rise.", "The council accepted a rise."),
    ],
)
def test_another_in_the_same_part_is_unsupported(verifier: CompactVerifier, true: str, false: str) -> None:
    supported, unsupported = _probabilities(verifier, true, false)
    assert supported > 0.5 > unsupported


def test_the_reference_s_own_name_is_shown(verifier: CompactVerifier) -> None:
    (verdict,) = verifier.verify(REFERENCE, [Hypothesis(statement="Ines Halvard is the mayor of Tellisk.")])
    assert verdict.found is not None and verdict.found.text == "Ruth Ansell"
    assert REFERENCE.text[verdict.found.start : verdict.found.end] == "Ruth Ansell"


def test_what_was_added_is_less_probable(verifier: CompactVerifier) -> None:
    plain, added = _probabilities(
        verifier, "The inspection found two faulty radios.", "The inspection found two faulty radios and a squirrel."
    )
    assert plain > 0.5 > added


def test_a_number_may_go_without_its_unit(verifier: CompactVerifier) -> None:
    right, wrong = _probabilities(
        verifier, "The fishermen had asked for a rise of eight per cent.", "The fishermen had asked for a rise of twelve per cent."
    )
    assert right > 0.5 > wrong


def test_not_before_is_after() -> None:
    reference = Text.of("The work will start in September, after the herons have left their nests.")
    (verdict,) = CompactVerifier().verify(
        reference, [Hypothesis(statement="The work will not start before the herons have left their nests.")]
    )
    assert verdict.probability > 0.5


def test_all_of_what_is_said_of_most() -> None:
    reference = Text.of("The boat was crewed by fourteen volunteers, most of them retired trawlermen, and launched thirty times a year.")
    most, every = (Hypothesis(statement=f"{word} of the volunteers were retired trawlermen.") for word in ("Most", "All"))
    supported, unsupported = (v.probability for v in CompactVerifier().verify(reference, [most, every]))
    assert supported > 0.5 > unsupported


def test_a_firm_that_is_called_by_its_name_is_no_other_one() -> None:
    reference = Text.of("Corvane Group reported a profit of £12 million. The company employs 2,300 people in seven countries.")
    (verdict,) = CompactVerifier().verify(reference, [Hypothesis(statement="Corvane employs 2,300 people.")])
    assert verdict.probability > 0.5


def test_what_a_question_with_be_says_counts(verifier: CompactVerifier) -> None:
    reference = Text.of("The Elsk is the longest river of the county.")

    def asked(size: str) -> Hypothesis:
        question, sentence = f"What is the {size} river of the county?", f"The Elsk is the {size} river of the county."
        return Hypothesis(
            question=question,
            answer="The Elsk",
            sentence=sentence,
            predicate="is",
            predicate_kind="copula",
            statement=f"{question} The Elsk",
        )

    right, wrong = verifier.verify(reference, [asked("longest"), asked("shortest")])
    assert right.probability > 0.5 > wrong.probability
