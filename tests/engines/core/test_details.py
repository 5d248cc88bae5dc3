"""What units have besides: typed, written without what is not set, and nothing lost that is not known here."""

from engines.core.details import ACUDetails, ChunkScore, Details, QADetails, QuestionDetails, SentenceDetails, details_class
from engines.core.findings import Conflict
from engines.core.results import Unit
from engines.core.spans import Evidence, Span

REFERENCE, OUTPUT = "The kiln was lit at dawn. It cooled by noon.", "The kiln was lit at noon."


def test_only_what_is_set_is_written() -> None:
    assert QADetails().to_json() == {}
    assert QADetails(sentence=0, kept=0.0, role="when").to_json() == {"sentence": 0, "kept": 0.0, "role": "when"}


def test_details_come_back_typed() -> None:
    noon = Span.of(OUTPUT, 20, 24)
    dawn = Evidence(20, 24, "dawn", 0.5, 0)
    for details in (
        QADetails(sentence=0, found=dawn, missing=("noon",), error_if_unsupported="intrinsic", implied=True, votes=(1, 0)),
        SentenceDetails(spans=((0, 25),), chunks=(ChunkScore(0, 25, 0.25),), calls=3),
        ACUDetails(focus=((17, 24),), form="adjunct", attributed=True),
        QuestionDetails(output_answer=noon, reference_answer=Span.of(REFERENCE, 20, 24), f1=0.0, em=0.0),
    ):
        assert details_class(details.kind).read(details.to_json(), REFERENCE, OUTPUT) == details


def test_what_is_not_known_or_does_not_fit_is_kept_as_it_is() -> None:
    data = {
        "sentence": "first",
        "spans": [[0, 999]],
        "temperature": {"of": [1, 2]},
        "found": {"start": 0, "end": 4, "text": "Oven"},
        "role": "when",
    }
    read = QADetails.read(data, REFERENCE, OUTPUT)
    assert read.role == "when" and read.sentence is None and read.spans == () and read.found is None
    assert read.to_json() == data


def test_a_unit_of_an_unknown_kind_keeps_its_details() -> None:
    unit = Unit("x1", "omen", "The kiln cracked.", details=Details(sentence=0, other={"stars": 3}))
    assert details_class("omen") is Details
    assert details_class("omen").read(unit.to_json()["details"], REFERENCE, OUTPUT) == unit.details


def test_details_given_plainly_are_those_of_the_kind() -> None:
    assert Unit("a1", "acu", "It cooled.", details=Details(sentence=1)).details == ACUDetails(sentence=1)


def test_a_conflict_is_held_against_both_texts() -> None:
    conflict = Conflict("clock", "value", 20, 24, Span.of(REFERENCE, 20, 24))
    assert Conflict.from_json(conflict.to_json(), REFERENCE, OUTPUT) == conflict
