"""Forms of verbs."""

import pytest

from engines.english.inflection import inflect, singular_form, verb_lemma


@pytest.mark.parametrize(
    ("lemma", "tag", "form"),
    [
        ("set", "VBD", "set"),
        ("bear", "VBN", "born"),
        ("found", "VBD", "founded"),
        ("lie", "VBD", "lay"),
        ("stop", "VBG", "stopping"),
        ("carry", "VBZ", "carries"),
        ("tweet", "VBD", "tweeted"),
        ("re-open", "VBD", "re-opened"),
    ],
)
def test_forms(lemma: str, tag: str, form: str) -> None:
    assert inflect(lemma, tag) == form


def test_a_lemma_that_does_not_fit_its_form_is_corrected() -> None:
    assert verb_lemma("riding", "rid", "VBG") == "ride"
    assert verb_lemma("carried", "carry", "VBD") == "carry"
    assert verb_lemma("reobtained", "reobtaine", "VBD") == "reobtain" and verb_lemma("released", "release", "VBD") == "release"
    assert verb_lemma("uninstalled", "uninstalle", "VBD") == "uninstall" and verb_lemma("mislabelled", "mislabelle", "VBD") == "mislabel"
    assert verb_lemma("understood", "understand", "VBD") == "understand" and verb_lemma("united", "unite", "VBN") == "unite"


def test_a_verb_agrees_with_one_subject() -> None:
    assert singular_form("were", "be", "VBD") == "was"
    assert singular_form("carry", "carry", "VBP") == "carries"
    assert singular_form("carried", "carry", "VBD") is None
