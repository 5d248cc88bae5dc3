"""The same word is recognised however it is written, and offsets are exact."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.verification.encoding.words import key, split


@pytest.mark.parametrize(
    ("written", "tokenised"),
    [
        ("He didn't sail in 2017–2022.", "He did n't sail in 2017 – 2022 ."),
        ("A 24-year-old won the 1500m race.", "A 24 - year - old won the 1500 m race ."),
        ("Brenn's second-hand boat cost 5,000 crowns.", "Brenn 's second - hand boat cost 5,000 crowns ."),
        ("All 26,500 of the 1,200,000 tickets", "All 26 , 500 of the 1 , 200 , 000 tickets"),
        ("They cannot, won't and can't stay.", "They can not , wo n't and ca n't stay ."),
    ],
)
def test_tokenised_and_plain_text_have_the_same_words(written: str, tokenised: str) -> None:
    assert split(written).keys == split(tokenised).keys


@pytest.mark.parametrize(
    ("a", "b"), [("Sept", "September"), ("five", "5"), ("5,000", "5000"), ("Zoë", "zoe"), ("sails", "sailing"), ("n't", "not")]
)
def test_forms_of_a_word_share_a_key(a: str, b: str) -> None:
    assert key(a) == key(b)


def test_numbers_names_and_function_words_are_told_apart() -> None:
    words = split("Ada Brenn sold the 12 boats in Lindholm")
    assert [w for w, name in zip(words.surfaces, words.names, strict=True) if name] == ["Ada", "Brenn", "Lindholm"]
    assert [w for w, number in zip(words.surfaces, words.numbers, strict=True) if number] == ["12"]
    assert not words.content[list(words.surfaces).index("the")]


@settings(deadline=None)
@given(st.text(max_size=200))
def test_offsets_are_exact_for_any_text(text: str) -> None:
    words = split(text)
    assert all(text[a:b] == surface for a, b, surface in zip(words.starts, words.ends, words.surfaces, strict=True))
    assert all(b <= a for b, a in zip(words.ends[:-1], words.starts[1:], strict=True))
