"""How a verb is asserted."""

import pytest

from engines.verification.sentences.parsed import parsed_sentence


@pytest.mark.parametrize(
    ("sentence", "verb", "negated"),
    [
        ("She refuses to be recorded indoors.", "record", True),
        ("She wished to be recorded indoors.", "record", False),
        ("Nor, he says, has it ever asked him to stop.", "ask", True),
        ("The company has never approved, nor has it asked him to stop.", "ask", True),
        ("The company approved, and it has asked him to stop.", "ask", False),
        ("He neither eats nor drinks.", "eat", True),
        ("The loan was not, in fact, paid in May.", "pay", True),
        ("The loan was, in fact, paid in May.", "pay", False),
    ],
)
def test_what_denies_a_verb(sentence: str, verb: str, negated: bool) -> None:
    parsed = parsed_sentence(sentence)
    assert [asserted.negated for token, asserted in parsed.verbs.items() if parsed.lemmas[token] == verb] == [negated]


def test_a_relative_clause_tells_of_the_noun_right_before_it() -> None:
    parsed = parsed_sentence("The child of a Vellish mother and a father who kept a Tarsian lighthouse, she relayed messages between them.")
    keep = parsed.lemmas.index("keep")
    assert {parsed.lemmas[r.dep] for r in parsed.of(keep) if r.role == "SUBJ"} == {"who", "father"}
