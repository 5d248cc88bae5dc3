"""Words replaced by the opposite that the evidence has."""

from engines.core.language import parse_strings
from engines.core.results import Evidence
from engines.revision.values.antonyms import antonym_replacements


def test_a_word_is_replaced_by_its_opposite_that_the_evidence_has_of_the_same_thing() -> None:
    docs = parse_strings(
        ["Varn had raised the reservoir by nine metres.", "The board lowered the reservoir. An active volcano lies there."]
    )
    evidence = [(Evidence(0, 32, docs[1].text, 1.0, 0), docs[1])]
    assert [(docs[0].text[r.start : r.end], r.text) for r in antonym_replacements(docs[0], evidence)] == [("raised", "lowered")]
    (volcano,) = parse_strings(["It was a dormant volcano."])
    assert [(volcano.text[r.start : r.end], r.text) for r in antonym_replacements(volcano, evidence)] == [("a dormant", "an active")]
    assert not list(antonym_replacements(parse_strings(["They raised a child."])[0], evidence))
