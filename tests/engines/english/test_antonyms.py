"""Opposites."""

from engines.english.antonyms import antonyms_of, sure_antonyms_of


def test_opposites_are_found_from_either_side() -> None:
    assert "fall" in antonyms_of("rise") and "rise" in antonyms_of("fall")
    assert antonyms_of("ferry") == frozenset()


def test_sure_opposites_are_of_our_own_list() -> None:
    assert "fall" in sure_antonyms_of("rise") and "rise" in sure_antonyms_of("fall")
    wordnet_alone = {word for word in ("man", "man's", "black", "hot", "sun") if antonyms_of(word) - sure_antonyms_of(word)}
    assert "black" in wordnet_alone
    assert sure_antonyms_of("rise") <= antonyms_of("rise")
