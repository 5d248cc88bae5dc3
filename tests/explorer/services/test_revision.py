"""Revising an analysis: all edits or some, the difference, and a score that never falls."""

import json
from dataclasses import replace

import pytest

from engines.core.errors import InputError
from engines.core.results import Analysis
from engines.core.text import Text
from explorer import analyze
from explorer.services.engines import Models
from explorer.services.revision import revise

REFERENCE = "The ferry Aldona left Mirava on Tuesday. A storm damaged the mast. Captain Ilse Varn turned back. Nobody on board was hurt."
OUTPUT = "A storm damaged the mast. Forty elephants were photographed by the bishop of Teal. Captain Ilse Varn turned back."


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return analyze(REFERENCE, OUTPUT, engine="qasem")


def test_all_edits_are_made_unless_some_are_chosen(analysis: Analysis) -> None:
    everything = revise(analysis)
    assert everything.edits
    assert everything.accepted == tuple(range(len(everything.edits)))
    assert "elephants" not in everything.text
    nothing = revise(analysis, accepted=[])
    assert nothing.text == OUTPUT
    assert nothing.edits == everything.edits
    assert "".join(c.before for c in everything.changes) == OUTPUT
    assert "".join(c.after for c in everything.changes) == everything.text


def test_the_score_does_not_fall_and_every_edit_says_why(analysis: Analysis) -> None:
    revision = revise(analysis)
    assert revision.after["qasem"] >= revision.before["qasem"]
    ids = {u.id for u in analysis.units}
    assert all(e.reason and set(e.units) <= ids and e.units for e in revision.edits)
    assert revision.comment.splitlines()[1].startswith("1. ")
    json.dumps(revision.to_json())


def test_edits_kept_with_an_analysis_are_used_as_they_are(analysis: Analysis) -> None:
    first = revise(analysis)
    again = revise(replace(analysis, edits=first.edits))
    assert again.text == first.text


def test_impossible_choices_are_refused(analysis: Analysis) -> None:
    with pytest.raises(InputError, match="edits"):
        revise(analysis, accepted=[99])
    with pytest.raises(InputError, match="no verified units"):
        revise(replace(analysis, units=()))


class Writing:
    """A reviser that writes what it is told to; `asked` are the comments that it was given."""

    name = identity = "scripted"

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)
        self.asked: list[str] = []

    def revise(self, reference: Text, output: Text, comment: str) -> str:
        self.asked.append(comment)
        return self.texts.pop(0)


def test_a_reviser_s_text_becomes_edits_to_accept_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    reference = "Ilse Varn founded the harbour school in 1978. She led it until 1990."
    analysis = analyze(reference, "Ilse Varn founded the harbour school in 1987.", engine="acueval")
    reviser = Writing("Ilse Varn founded the harbour school in 1978.")
    monkeypatch.setattr(Models, "chosen", lambda self, role: reviser if role == "reviser" else None)
    revision = revise(analysis)
    assert revision.text == "Ilse Varn founded the harbour school in 1978."
    assert [(e.replacement, e.reason) for e in revision.edits] == [("1978", "Rewritten by scripted.")]
    assert revision.edits[0].units and "1987" in reviser.asked[0] and not revision.notes


def test_a_reviser_s_text_that_does_not_hold_up_is_rejected_and_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    reference = "Ilse Varn founded the harbour school in 1978. She led it until 1990."
    analysis = analyze(reference, "Ilse Varn founded the harbour school in 1987.", engine="acueval")
    reviser = Writing("Ilse Varn founded a zoo in Sweden in 1978.")
    monkeypatch.setattr(Models, "chosen", lambda self, role: reviser if role == "reviser" else None)
    revision = revise(analysis)
    assert "rejected" in revision.notes[0] and "zoo" in revision.notes[0]
    assert "zoo" not in revision.text


def test_a_value_is_put_right_where_the_reference_builds_its_sentence_differently() -> None:
    reference = "The council of Brackwater closed the baths after a survey found that the roof would cost 2.4 million pounds to repair."
    analysis = analyze(
        reference, "The council of Brackwater closed the baths after a survey put the repair of the roof at 4.2 million pounds."
    )
    assert any(unit.supported is False for unit in analysis.units)
    assert "at 2.4 million pounds" in revise(analysis).text
