"""A negative prefix before a word that there is denies it; letters that only look like one do not."""

import pytest

from engines.english.antonyms import antonyms_of, prefixed


@pytest.mark.parametrize(
    ("word", "denied"),
    [
        ("unsuitable", "suitable"),
        ("illegal", "legal"),
        ("illegally", "legally"),
        ("unreliably", "reliably"),
        ("nontoxic", "toxic"),
        ("disloyal", "loyal"),
        ("immobile", "mobile"),
        ("irreparable", "reparable"),
        ("unload", "load"),
        ("uninhabited", "inhabited"),
        ("unrepaired", "repaired"),  # no list has it
    ],
)
def test_what_is_denied_and_what_denies_it(word: str, denied: str) -> None:
    assert denied in prefixed(word) and word in prefixed(denied)
    assert denied in antonyms_of(word) and word in antonyms_of(denied)


@pytest.mark.parametrize(
    ("word", "rest"),
    [
        ("important", "portant"),
        ("under", "der"),
        ("disclose", "close"),
        ("discovered", "covered"),
        ("informed", "formed"),  # of "inform"
        ("inhabitable", "habitable"),  # of "inhabit"
        ("invaluable", "valuable"),
        ("inflammable", "flammable"),
        ("dismiss", "miss"),
        ("united", "ited"),
        ("income", "come"),
    ],
)
def test_other_words_begin_so_too(word: str, rest: str) -> None:
    assert rest not in prefixed(word) and word not in prefixed(rest)
