"""A sentence that is broken by an edit is noticed."""

from engines.core.language import parse_strings
from engines.revision.grammaticality import reads_as_well


def test_a_sentence_is_not_left_without_its_verb_or_mark() -> None:
    whole, verbless, unfinished, bare = parse_strings(
        ["He stars in the series Dawn.", "The series Dawn.", "He stars in the series Dawn", "He stars."]
    )
    assert reads_as_well(whole, parse_strings(["He stars in Dawn."])[0])
    assert not reads_as_well(whole, verbless)
    assert not reads_as_well(whole, unfinished)
    assert not reads_as_well(whole, bare)


def test_a_number_is_not_left_before_a_noun_of_the_other_number() -> None:
    one, two, boats = parse_strings(
        ["Officers arrested one Spanish citizen.", "Officers arrested two Spanish citizen.", "Officers saw two boats."]
    )
    assert not reads_as_well(one, two)
    assert reads_as_well(one, boats)
