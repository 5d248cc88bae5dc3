"""Opposites."""

from engines.english.antonyms import antonyms_of


def test_opposites_are_found_from_either_side() -> None:
    assert "fall" in antonyms_of("rise") and "rise" in antonyms_of("fall")
    assert antonyms_of("ferry") == frozenset()
