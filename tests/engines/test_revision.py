"""Revisions take out or put right what is unsupported, keep the grammar, and never make the output worse."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.acueval.engine import ACUEval, ACUEvalSettings
from engines.core.details import ACUDetails
from engines.core.engine import Outcome
from engines.core.errors import SpanError
from engines.core.language import parse_strings
from engines.core.results import Edit, Evidence, Unit
from engines.core.text import Text
from engines.revision import apply, diff, propose
from engines.revision.counterparts import counterparts
from engines.revision.cuts import cuts
from engines.revision.opposites import opposites
from engines.revision.replacements import replacements
from engines.revision.wellformed import reads_as_well
from tests.engines.scale.test_engine import SharedWords

REFERENCE = "The ferry Aldona left Mirava on Tuesday. A storm damaged the mast. Captain Ilse Varn turned back. Nobody on board was hurt."


def judged(output: str) -> Sequence[Unit]:
    engine = ACUEval(SharedWords(), ACUEvalSettings(threshold=0.99))
    return [s for s in engine.run(Text.of(REFERENCE), Text.of(output)) if isinstance(s, Outcome)][-1].units


def revised(output: str) -> str:
    proposal = propose(Text.of(REFERENCE), Text.of(output), judged(output), judged)
    return apply(output, proposal.edits)


def results(sentence: str) -> set[str]:
    """The sentence after each single cut."""
    doc = parse_strings([sentence])[0]
    return {sentence[: c.start] + c.replacement + sentence[c.end :] for c in cuts(doc)}


def test_an_unsupported_adjunct_is_cut_out() -> None:
    assert (
        revised("A storm damaged the mast in 1931. Captain Ilse Varn turned back.")
        == "A storm damaged the mast. Captain Ilse Varn turned back."
    )


def test_a_wrong_value_is_replaced_by_that_of_the_evidence() -> None:
    proposal = propose(
        Text.of(REFERENCE), Text.of("The ferry Aldona left Mirava on Friday."), judged("The ferry Aldona left Mirava on Friday."), judged
    )
    assert [e.replacement for e in proposal.edits] == ["Tuesday"]
    assert "Tuesday" in proposal.edits[0].reason
    assert proposal.edits[0].units


def test_a_sentence_with_nothing_supported_goes_but_the_last_one_stays() -> None:
    assert revised("Captain Ilse Varn turned back. Elephants ate purple curtains.") == "Captain Ilse Varn turned back."
    alone = "Elephants ate purple curtains."
    proposal = propose(Text.of(REFERENCE), Text.of(alone), judged(alone), judged)
    assert proposal.edits == ()
    assert "Elephants" in proposal.notes[0]


def test_what_is_supported_is_left_alone() -> None:
    assert revised(REFERENCE) == REFERENCE


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("In 1931, the bridge fell.", "The bridge fell."),
        ("Ilse Varn, a painter from Mora, left the harbour early.", "Ilse Varn left the harbour early."),
        ("The mother and the daughter were arrested on Monday.", "The mother was arrested on Monday."),
        ("He bought an old boat for his brother.", "He bought a boat for his brother."),
        ("The office said that the large ferry sank near the coast.", "The large ferry sank near the coast."),
        ("The boat (built in 1931) sank near the coast.", "The boat sank near the coast."),
        ("She talks about rivers, boats and birds.", "She talks about rivers and boats."),
        ("The ship sank off the coast after the storm broke.", "The ship sank off the coast."),
        ("Lind was a friend of Reed and is the head of the museum.", "Lind is the head of the museum."),
        ("She met Tom Reed, the owner of the mill, a former sailor.", "She met Tom Reed, a former sailor."),
        (
            "They spoke to Nora Hale, the head of the museum, an engineer from Brekke, on Monday.",
            "They spoke to Nora Hale, the head of the museum, on Monday.",
        ),
    ],
)
def test_cuts_keep_the_grammar(sentence: str, expected: str) -> None:
    assert expected in results(sentence)


@pytest.mark.parametrize(
    ("sentence", "broken"),
    [
        ("The hall was built between 1909 and 1910.", "The hall was built between 1909."),
        ("He is known for his calm and friendly manner.", "He is known for his calm."),
        ("They stressed the need for rain.", "They stressed the need."),
        ("He acted in the films Dawn and Dusk.", "He acted in the films Dusk."),
        ("It was published under the title Dawn from 1861 until 1937.", "It was published under the title from 1861 until 1937."),
        (
            "The Mirava Hills banded greenhood occurs in the Aldona, Mount Varn and central regions of the south.",
            "The Mirava Hills banded greenhood, Mount Varn and central regions of the south.",
        ),
    ],
)
def test_what_cannot_stand_without_the_rest_is_not_cut(sentence: str, broken: str) -> None:
    assert broken not in results(sentence)


def test_a_sentence_is_not_left_without_its_verb_or_mark() -> None:
    whole, verbless, unfinished, bare = parse_strings(
        ["He stars in the series Dawn.", "The series Dawn.", "He stars in the series Dawn", "He stars."]
    )
    assert reads_as_well(whole, parse_strings(["He stars in Dawn."])[0])
    assert not reads_as_well(whole, verbless)
    assert not reads_as_well(whole, unfinished)
    assert not reads_as_well(whole, bare)


def test_a_town_is_not_replaced_without_its_state() -> None:
    docs = parse_strings(["Ana Lind was born in Leeds, Alabama.", "Ana Lind was born in Wilmington, Delaware."])
    evidence = [(Evidence(0, 42, docs[1].text, 1.0, 0), docs[1])]
    assert "Wilmington" not in [r.text for r in replacements(docs[0], docs[1].text, evidence)]


def test_the_article_fits_the_value_put_in() -> None:
    docs = parse_strings(["Lind met a 15-year-old boy.", "Lind met an 18-year-old boy."])
    found = list(replacements(docs[0], docs[1].text, [(Evidence(0, 28, docs[1].text, 1.0, 0), docs[1])]))
    assert [docs[0].text[: r.start] + r.text + docs[0].text[r.end :] for r in found] == [docs[1].text]


_TEXT = st.text(alphabet="ab ,.é\n", max_size=40)


@given(_TEXT, _TEXT)
def test_a_difference_gives_both_texts_back(before: str, after: str) -> None:
    changes = diff(before, after)
    assert "".join(c.before for c in changes) == before
    assert "".join(c.after for c in changes) == after
    assert all(c.kind in ("equal", "delete", "insert", "replace") for c in changes)


def test_any_set_of_edits_can_be_applied_and_overlaps_are_refused() -> None:
    text = "One two three four."
    edits = [Edit(4, 8, "", "x"), Edit(14, 18, "five", "y")]
    assert apply(text, edits) == "One three five."
    assert apply(text, edits[1:]) == "One two three five."
    assert apply(text, []) == text
    with pytest.raises(SpanError):
        apply(text, [Edit(0, 5, "", "x"), Edit(4, 8, "", "y")])


def test_a_lead_stays_where_more_is_reported_than_one_clause() -> None:
    found = results("Others say that the mill should close, and that the owners are unfair.")
    assert not any(s.startswith("The mill") for s in found)
    assert "She is ill." not in results("Ana Lind says she is ill.")


def test_what_is_made_is_not_left_without_all_that_was_said_of_it() -> None:
    assert not any(s == "The museum was founded." for s in results("The museum was founded by Ana Lind."))
    assert "The museum was founded in 1931." in results("The museum was founded by Ana Lind in 1931.")
    assert "Six sailors were hurt." in results("Six sailors were hurt by a falling mast.")


def test_a_word_is_replaced_by_its_opposite_that_the_evidence_has_of_the_same_thing() -> None:
    docs = parse_strings(
        ["Varn had raised the reservoir by nine metres.", "The board lowered the reservoir. An active volcano lies there."]
    )
    evidence = [(Evidence(0, 32, docs[1].text, 1.0, 0), docs[1])]
    assert [(docs[0].text[r.start : r.end], r.text) for r in opposites(docs[0], evidence)] == [("raised", "lowered")]
    (volcano,) = parse_strings(["It was a dormant volcano."])
    assert [(volcano.text[r.start : r.end], r.text) for r in opposites(volcano, evidence)] == [("a dormant", "an active")]
    assert not list(opposites(parse_strings(["They raised a child."])[0], evidence))


def put_in(sentence: str, evidence: str, *found: str) -> list[str]:
    docs = parse_strings([sentence, evidence])
    passages = [(Evidence(0, len(evidence), evidence, 1.0, 0), docs[1])]
    values = (*replacements(docs[0], evidence, passages, found), *counterparts(docs[0], passages, found))
    return [sentence[: r.start] + r.text + sentence[r.end :] for r in values]


def test_what_the_evidence_has_in_the_same_role_is_put_in() -> None:
    assert "It is to last thirty-one months." in put_in("It is to last twenty-one months.", "Building is to take thirty-one months.")
    built = put_in("The board approved the demolition.", "The board has approved the reconstruction of the dam.", "reconstruction")
    assert built == ["The board approved the reconstruction."]
    flood = put_in("A flood, in 1985, left cracks.", "A second flood, in 1995, washed away a road and left cracks.")
    assert flood == ["A flood, in 1995, left cracks."]


def test_a_value_that_is_said_of_others_is_not_put_in() -> None:
    budget = "The board has budgeted 412 million crowns."
    assert put_in("The board agreed to pay the farmers 20 million crowns.", budget, "412 million crowns") == []


@pytest.mark.parametrize(("wrong", "expected"), [("lead", "The reservoir was raised."), ("clause", None)])
def test_what_is_not_so_does_not_become_so_by_leaving_out_who_said_it(wrong: str, expected: str | None) -> None:
    """The lead of a report may go only where it is the lead that is wrong."""
    said = "The captain said that the reservoir was raised."

    def judge(output: str) -> list[Unit]:
        about = output.lower().index("the reservoir")
        spans = [[about, len(output) - 1]] if wrong == "clause" else [[0, about]]
        supported = about == 0
        details = ACUDetails(sentence=0, spans=tuple(spans))
        return [Unit("a1", "acu", output, None, supported=supported, probability=float(supported), details=details)]

    proposal = propose(Text.of("The reservoir was lowered."), Text.of(said), judge(said), judge)
    assert apply(said, proposal.edits) == (expected or said)


def test_two_wrong_values_of_one_fact_are_put_right_together() -> None:
    reference = Text.of("A second flood, in 1995, left cracks in the lower gallery. Nobody was hurt.")

    def judge(output: str) -> list[Unit]:
        right = "1995" in output and "lower" in output
        evidence = (Evidence(0, 58, "A second flood, in 1995, left cracks in the lower gallery.", 1.0, 0),)
        return [
            Unit(
                "a1",
                "acu",
                output,
                probability=float(right),
                supported=right,
                evidence=evidence,
                details=ACUDetails(sentence=0, spans=((0, len(output)),)),
            )
        ]

    wrong = "A second flood, in 1985, left cracks in the upper gallery."
    proposal = propose(reference, Text.of(wrong), judge(wrong), judge)
    assert apply(wrong, proposal.edits) == "A second flood, in 1995, left cracks in the lower gallery."
    assert len(proposal.edits) == 2


def test_a_description_stays_where_another_one_speaks_on_of_it() -> None:
    assert "He knew Ana Lind, a prominent engineer." not in results("He knew Ana Lind, the daughter of Tom Reed, a prominent engineer.")
    assert "He knew Ana Lind." in results("He knew Ana Lind, the daughter of Tom Reed.")


@pytest.mark.parametrize(
    "sentence", ["The light was made by a burner (PVB) set within a large (first order) revolving lens.", "It had (two [or] three) gates."]
)
def test_no_cut_leaves_half_a_pair_of_brackets(sentence: str) -> None:
    assert all(left.count("(") == left.count(")") and left.count("[") == left.count("]") for left in results(sentence))
