"""Verb groups in questions and statements."""

from engines.parsing.syntax.verb_groups import VerbGroup
from engines.parsing.wording.conjugation import finite, inverted


def test_agreement_and_do_support() -> None:
    assert finite(VerbGroup(present=True, negated=True), "carry", "plural") == ["don't", "carry"]
    assert finite(VerbGroup(passive=True), "carry", "plural") == ["were", "carried"]
    assert finite(VerbGroup(present=True), "be", "first") == ["am"]
    assert inverted(VerbGroup(), "carry") == ("did", ["carry"])
    assert inverted(VerbGroup(modal="may", negated=True), "carry") == ("may", ["not", "carry"])
    assert inverted(VerbGroup(present=True), "be") == ("is", [])
