"""Which conflicts count: none in a copy, none where a sentence that says as much agrees, and only those of the words asked about."""

import numpy as np
import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import Alignment, align
from engines.verification.encoding.reference import encoded
from engines.verification.rules import pipeline
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.pipeline import conflicts, counting, shown, switched_off, trace
from engines.verification.rules.registry import rules
from engines.verification.rules.weights import rule_weight, weight

REFERENCE = (
    "Karin Holm opened the new bridge over the Vass river on 4 May 2019. "
    "The Halvik board criticised the Brekke company for closing the quay. "
    "All 41 workers were paid in full. The ferry stopped after the storm in June."
)


def case(statement: str, reference: str = REFERENCE) -> Case:
    return Case(aligned(statement, reference))


def aligned(statement: str, reference: str = REFERENCE) -> Alignment:
    return align(encoded(Text.of(reference)), [statement])[0]


def names(statement: str, reference: str = REFERENCE) -> set[str]:
    return {conflict.rule for conflict in conflicts(case(statement, reference))[0]}


@pytest.mark.parametrize(
    "statement",
    [
        "Karin Holm opened the new bridge over the Vass river on 4 May 2019.",
        "The new bridge over the Vass river was opened by Karin Holm on May 4, 2019.",
        "The Brekke company was criticised by the Halvik board for closing the quay.",
        "A band played at the harbour until midnight.",
        "All forty-one workers were paid in full.",
        "",
    ],
)
def test_agreeing_unrelated_and_empty_statements_have_no_conflict(statement: str) -> None:
    assert names(statement) == set()
    assert names("Tora Lund opened the new bridge over the Vass river on 4 May 2019.") >= {"entity in a copy"}


def test_one_agreeing_sentence_is_enough() -> None:
    """What one sentence contradicts and another that says nearly the same bears out is seen, but does not count."""
    reference = "Rents in Tarn fell by 8 per cent in May 2019. In the winter rents in Tarn rose by 8 per cent."
    statement = "Rents in Tarn rose by 8 per cent."
    assert "antonym" in {conflict.rule for conflict in trace(case(statement, reference))}
    assert "antonym" not in names(statement, reference)
    assert "antonym" in names(statement, reference.split(". ")[0] + ".")


def test_the_mildest_of_the_conflicts_with_near_premises_counts() -> None:
    *_, other = sorted(rules(), key=lambda of: rule_weight(of, "statement"))
    name = next(of for of in rules() if rule_weight(of, "statement") < rule_weight(other, "statement"))
    mild = Conflict(ConflictKind.ADDITION, frozenset({1}), near=1, rule=name)
    grave = Conflict(ConflictKind.NEGATION, frozenset({1}), near=0, rule=other)
    own = Conflict(ConflictKind.CAUSE, frozenset({1}), rule="cause")
    part = frozenset({0, 1})
    assert counting([grave, mild], part, [0.9, 0.8]) == (mild,)
    assert counting([grave], part, [0.9, 0.85]) == ()
    assert counting([grave], part, [0.9, 0.7]) == (grave,)
    assert counting([grave, own], part, [0.9, 0.85]) == (own,)
    assert counting([grave], frozenset({0}), [0.9]) == ()


def test_a_conflict_counts_only_for_the_words_asked_about() -> None:
    of = case("Karin Holm opened the new bridge over the Vass river on 9 May 2019.")
    surfaces = of.alignment.words.surfaces
    date = np.array([s in ("9", "May", "2019", "opened") for s in surfaces])
    opener = np.array([s in ("Karin", "Holm", "opened") for s in surfaces])
    of_date, of_opener = conflicts(of, [date, opener])
    assert {conflict.kind for conflict in of_date} == {ConflictKind.QUANTITY} and of_opener == ()


def test_what_a_word_is_false_with_must_be_asked_about_too() -> None:
    conflict = Conflict(ConflictKind.ENTITY, frozenset({3}), beside=frozenset({7}))
    assert conflict.concerns(frozenset({3})) and conflict.concerns(frozenset({3, 7}))
    assert not conflict.concerns(frozenset({3, 4})) and not conflict.concerns(frozenset({7}))


def test_copies_are_known_whatever_their_case_and_spacing() -> None:
    assert case("the ferry  stopped after the STORM in june").is_copy
    assert not case("The ferry stopped after a storm in June.").is_copy
    assert not case("workers were paid").is_copy


def test_a_conflict_is_shown_with_the_words_of_both_sides() -> None:
    statement = "Tora Lund opened the new bridge over the Vass river on 4 May 2019."
    of = case(statement)
    told = [each for conflict in conflicts(of)[0] for each in shown(of, conflict)]
    assert {(c.kind, statement[c.start : c.end], c.found.text) for c in told if c.found} == {("entity", "Tora Lund", "Karin Holm")}
    assert all((c.start, c.end) == (0, 9) for c in told)
    assert all(type(c).from_json(c.to_json(), of.reference.text.text, statement) == c for c in told)


def test_several_rules_are_switched_off_one_inside_the_other() -> None:
    of = "Tora Lund opened the new bridge over the Vass river on 4 May 2019."
    every = names(of)
    with switched_off("entity in a copy"):
        assert names(of) == every - {"entity in a copy"}
        with switched_off("entity in a role"):
            assert names(of) == every - {"entity in a copy", "entity in a role"}
    assert names(of) == every


def test_weights_are_shares_and_the_greatest_counts() -> None:
    assert weight((), "statement") == 0
    assert all(0 <= rule_weight(name, of) <= 1 for name in rules() for of in ("statement", "question"))
    both = [Conflict(ConflictKind.NEGATION, frozenset(), rule=name) for name in ("negation", "added noun")]
    assert weight(both, "question") == max(rule_weight("negation", "question"), rule_weight("added noun", "question"))


def test_endless_sentences_are_not_compared_place_by_place() -> None:
    words = " ".join(f"item{i}" for i in range(600))
    of = case(f"The list has {words} and a bell.", f"The list has {words} and a drum.")
    assert all(difference.pairs == () for difference in of.differences)


def test_rules_are_asked_once_about_a_sentence_whose_pronouns_stand_for_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Case] = []
    monkeypatch.setattr(pipeline, "_trace", lambda case, _: asked.append(case) or ())
    plain, pronoun = (aligned(text) for text in ("Karin Holm closed the old bridge in 2019.", "She closed the old bridge in 2019."))
    before = ("Karin Holm is the minister.",)
    for of in (Case(plain), Case(plain), Case(plain, before)):
        trace(of)
    assert len(asked) == 1
    trace(Case(pronoun)), trace(Case(pronoun, before)), trace(Case(pronoun, before))
    assert len(asked) == 3
    with switched_off("antonym"):
        trace(Case(plain))
    assert len(asked) == 4
