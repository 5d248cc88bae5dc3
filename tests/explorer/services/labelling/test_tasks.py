"""What is asked of an annotator, in which order, and what the answers come to."""

from dataclasses import replace

from explorer.services.labelling.tasks import task_of
from explorer.services.labelling.verdicts import annotated, majority
from sessions.labelling.labels import Label
from tests.components import samples
from tests.explorer.services.labelling.samples import claims, questions, words


def log(*said: tuple[str, str, str]) -> list[Label]:
    return [Label(f"event-{n}", "Ada", item, step, label, seconds=1.5) for n, (item, step, label) in enumerate(said)]


def span(words: str) -> str:
    found = samples.span(samples.OUTPUT, words)
    return f"span:{found.start}-{found.end}"


def test_first_every_answer_once_and_then_every_question() -> None:
    task = task_of(questions())
    steps = [item.step for item in task.items]
    assert steps == ["covered"] * 6 + ["support"] * 7
    boats = next(item for item in task.items if item.id == span("Two electric boats"))
    assert boats.subjects == ("unit:q3", "unit:q5"), "one vote on an answer counts for all its questions"
    places = [item.places[0] for item in task.items[:6]]
    assert places == sorted(places), "in the order of the text"
    assert [item.id for item in task.items[6:]] == [f"unit:q{n}" for n in range(1, 8)], "the questions of a predicate together"


def test_predicates_are_asked_of_where_that_is_wanted() -> None:
    items = [item.id for item in task_of(questions(), predicates=True).items if item.step == "covered"]
    built = samples.span(samples.OUTPUT, "built")
    assert f"predicate:{built.start}-{built.end}" in items and len(items) == 6 + 5


def test_an_answer_that_is_not_in_the_reference_settles_its_questions() -> None:
    task = task_of(questions())
    found = annotated(task, "Ada", log((span("Two electric boats"), "covered", "uncovered"), ("unit:q1", "support", "contradicts")))
    assert found.labels == {"unit:q1": "intrinsic", "unit:q3": "extrinsic", "unit:q5": "extrinsic"}
    assert (found.done, found.items, found.seconds) == (4, 13, 3.0) and not found.complete
    predicate = samples.span(samples.OUTPUT, "built")
    settled = annotated(task, "Ada", log((f"predicate:{predicate.start}-{predicate.end}", "covered", "uncovered")))
    assert settled.labels == {"unit:q3": "extrinsic", "unit:q4": "extrinsic"}


def test_a_claim_is_asked_both_things_at_once_and_may_be_answered_so() -> None:
    task = task_of(claims())
    assert [(item.id, item.step) for item in task.items] == [(f"unit:a{n}", step) for n in (1, 2) for step in ("covered", "support")]
    found = annotated(task, "Ada", log(("unit:a1", "covered", "uncovered"), ("unit:a2", "support", "supported")))
    assert found.labels == {"unit:a1": "extrinsic", "unit:a2": "supported"} and found.complete


def test_of_lss_the_words_are_labelled() -> None:
    task = task_of(words())
    asked = {subject.words: subject.supported for subject in task.subjects}
    assert asked["Sardona"] is False and asked["boats"] is True, "what is deleted is not supported"
    assert not {"in", "will", "it"} & set(asked), "words of grammar are not asked of"
    assert all(subject.id.startswith("word:") for subject in task.subjects)


def test_what_the_engine_says_is_a_proposal_and_no_more() -> None:
    task = task_of(questions())
    proposals = {(item.id, item.step): item.proposal for item in task.items}
    assert proposals[span("in Sardona"), "covered"] == "uncovered" and proposals[span("Fares"), "covered"] == "covered"
    assert proposals["unit:q4", "support"] == "contradicts" and proposals["unit:q3", "support"] == "supported"
    unchecked = replace(questions(), units=tuple(replace(u, supported=None, probability=None, error=None) for u in questions().units))
    assert {item.proposal for item in task_of(unchecked).items} == {""}


def test_marks_of_their_own_come_with_their_comments() -> None:
    said = log(("own:10-15", "own", "negation"), ("own:10-15", "note", "not so"), ("own:2-4", "own", "swap"))
    found = annotated(task_of(questions()), "Ada", said)
    assert [(mark.start, mark.end, mark.kind, mark.note) for mark in found.own] == [(2, 4, "swap", ""), (10, 15, "negation", "not so")]


def test_the_majority_is_of_supported_or_not_and_ties_are_named() -> None:
    assert majority(["supported", "supported", "extrinsic"]) == "supported"
    assert majority(["supported", "intrinsic", "extrinsic"]) == "intrinsic", "not supported by two; of what kind is a tie"
    assert majority(["supported", "intrinsic"]) == "" and majority([]) is None
    assert majority(["supported", "intrinsic", "senseless"]) == "" and majority(["senseless", "senseless", "supported"]) == "senseless"
    assert majority(["extrinsic", "extrinsic", "intrinsic", "supported"]) == "extrinsic"
