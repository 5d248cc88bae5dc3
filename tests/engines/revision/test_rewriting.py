"""What a model rewrote, as edits that can be accepted one by one, and when its text is rejected."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.details import ACUDetails
from engines.core.results import Unit
from engines.revision import apply
from engines.revision.rewriting import edits_of, objection

OUTPUT = "Ilse Varn, a pilot, founded the harbour school in 1987 and led it until her death."


def unit(statement: str, supported: bool, spans: list[list[int]] | None = None) -> Unit:
    return Unit("a1", "acu", statement, probability=float(supported), supported=supported, details=ACUDetails(spans=tuple(spans or ())))


def test_each_change_is_an_edit_with_the_facts_it_touches() -> None:
    start = OUTPUT.index("1987")
    wrong = unit("Ilse Varn founded the harbour school in 1987.", False, [[start, start + 4]])
    made = edits_of(OUTPUT, "Ilse Varn founded the harbour school in 1978 and led it until her death.", [wrong], "reviser")
    assert [(OUTPUT[e.start : e.end], e.replacement) for e in made] == [(", a pilot,", ""), ("1987", "1978")]
    assert [e.units for e in made] == [(), ("a1",)]


words = st.lists(st.sampled_from(["a", "ferry", "left", "in", "1987", ",", ".", "\n"]), max_size=12).map(" ".join)


@settings(deadline=None)
@given(words, words)
def test_all_edits_together_give_what_was_written(before: str, after: str) -> None:
    assert apply(before, edits_of(before, after, (), "x")) == after.strip() or not before


def never(_: str) -> list[Unit]:
    raise AssertionError("the engine was run for nothing")


def test_a_revision_may_not_grow() -> None:
    assert "longer" in objection(OUTPUT, OUTPUT + " She was admired by many people.", (), never)
    assert objection(OUTPUT, OUTPUT[:-1], (), lambda _: ()) == ""
    assert objection(OUTPUT, "  ", (), never) == "it is empty"


def test_a_revision_may_keep_an_error_but_not_bring_a_new_one() -> None:
    old, new = unit("She was a pilot.", False), unit("She was a baker.", False)
    assert objection(OUTPUT, OUTPUT, [old], lambda _: [old]) == ""
    assert "a baker" in objection(OUTPUT, OUTPUT, [old], lambda _: [old, new])
