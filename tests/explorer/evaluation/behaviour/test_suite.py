"""The behavioural suite itself: its cases are sound, and it tells a careful verifier from a careless one."""

from collections.abc import Sequence

import pytest

from engines.core.roles import Hypothesis, Verdict
from engines.core.text import Text
from explorer.evaluation.behaviour.cases import Case, cases, passages, widened
from explorer.evaluation.behaviour.suite import run, summary, table


class WordVerifier:
    """Supports whatever has all its words in the reference."""

    name = identity = "words"

    def verify(self, reference: Text, hypotheses: Sequence[Hypothesis]) -> list[Verdict]:
        known = set(reference.text.split())
        return [Verdict(0.95 if set(h.statement.split()) <= known else 0.05) for h in hypotheses]

    def score_ranges(
        self, reference: Text, hypotheses: Sequence[Hypothesis], ranges: Sequence[Sequence[tuple[int, int]]]
    ) -> list[list[float]]:
        return [[0.0] * len(r) for r in ranges]

    def read(self, reference: Text) -> float:
        return 1.0


@pytest.fixture(scope="module")
def everything() -> list[Case]:
    """Those of every sixth passage: enough for each kind."""
    return cases(chosen=passages()[::6])


def test_there_are_several_hundred_cases_of_every_kind(everything: list[Case]) -> None:
    assert len(passages()) >= 50
    assert len(everything) > 500
    assert {"copied", "negation", "role", "number", "alias", "acronym", "pronoun", "paste in reference"} <= {c.kind for c in everything}
    assert {c.head for c in everything} == {"statement", "qa"}


def test_copied_sentences_are_in_their_reference(everything: list[Case]) -> None:
    for case in everything:
        if case.kind == "copied" and case.evidence is not None:
            text = Text.of(case.reference)
            said = case.hypothesis.sentence or case.hypothesis.statement
            assert text.sentence(case.evidence) == said
        if case.kind == "evidence deleted":
            assert case.hypothesis.statement not in case.reference


def test_hand_written_statements_are_not_in_their_reference() -> None:
    for passage in passages():
        for variant in passage.variants:
            assert variant.statement not in passage.sentences
            assert 0 <= variant.sentence < len(passage.sentences)


def test_a_bag_of_words_passes_copies_and_fails_roles(everything: list[Case]) -> None:
    rows = {(row["head"], row["kind"]): row["passed"] for row in summary(run(WordVerifier(), everything))}
    assert rows["statement", "copied"] == 1.0
    assert rows["statement", "role"] < 0.6
    assert rows["statement", "full stop"] < 1.0
    assert "copied" in table(summary(run(WordVerifier(), everything[:20])))


def test_changes_are_made_of_every_passage_and_never_twice() -> None:
    for passage in passages()[::5]:
        made = [variant for variant in widened(passage).variants if variant.generated]
        statements = [variant.statement for variant in made]
        assert made and len(set(statements)) == len(statements)
        assert not {*passage.sentences, *(v.statement for v in passage.variants)} & set(statements)
        assert all(statement[0].isupper() or statement[0].isdigit() for statement in statements)


def test_what_is_added_stands_in_an_otherwise_unchanged_sentence() -> None:
    for passage in passages()[::5]:
        for variant in widened(passage).variants:
            if variant.generated and variant.kind == "extrinsic":
                words, kept = variant.statement.split(), passage.sentences[variant.sentence].rstrip(".").split()
                assert len(words) > len(kept)
                assert sum(word.strip(",.") in {w.strip(",.") for w in words} for word in kept) >= len(kept) - 1
