"""What a model wrote, laid over the claim that it should only have deleted from."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.subsequences import aligned

CLAIM = ["In", "May,", "the", "Skipper", "of", "the", "red", "boat", "sold", "the", "boat", "to", "Ilse", "Varn", "."]


def kept(written: str) -> str:
    found = aligned(CLAIM, written)
    return " ".join(word for word, stays in zip(CLAIM, found.kept, strict=True) if stays)


def test_words_in_order_are_found_whatever_their_marks() -> None:
    assert kept("the skipper sold the boat.") == "the Skipper sold the boat"
    assert aligned(CLAIM, "the skipper sold the boat.").foreign == ()


def test_of_equal_words_those_that_stand_together_are_kept() -> None:
    assert aligned(CLAIM, "sold the boat").kept.index(True) == CLAIM.index("sold")
    assert kept("of the red boat") == "of the red boat"


def test_nothing_written_keeps_nothing() -> None:
    found = aligned(CLAIM, " \n")
    assert not any(found.kept) and found.usable


def test_words_that_the_claim_does_not_have_are_refused() -> None:
    found = aligned(CLAIM, "In May, the old Skipper sold the boat.")
    assert found.foreign == ("old",) and found.usable
    assert kept("In May, the old Skipper sold the boat.") == "In May, the Skipper sold the boat"


def test_another_text_is_not_taken_for_a_subsequence() -> None:
    assert not aligned(CLAIM, "I think that the claim cannot be checked at all").usable


def test_words_in_another_order_are_not_kept_twice() -> None:
    found = aligned(CLAIM, "Ilse Varn sold the boat")
    assert len(found.foreign) in (2, 3)


@settings(deadline=None)
@given(st.lists(st.sampled_from(["a", "b", "c", "d", "e", "f"]), min_size=1, max_size=14), st.randoms())
def test_every_subsequence_is_found(claim: list[str], random: object) -> None:
    chosen = [random.random() < 0.5 for _ in claim]  # type: ignore[attr-defined]
    written = [word for word, stays in zip(claim, chosen, strict=True) if stays]
    found = aligned(claim, " ".join(written))
    assert [word for word, stays in zip(claim, found.kept, strict=True) if stays] == written
    assert found.foreign == ()
