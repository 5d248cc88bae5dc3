"""Every check of a statement is asked: a cut that only this check stands against, beside a cut of the same sentence that is good."""

import pytest
from spacy.tokens import Doc

from engines.core.language import parse_strings, pipeline
from engines.core.text import Text
from engines.decomposition import decompose
from engines.decomposition.checks import wellformedness
from engines.decomposition.checks.wellformedness import CHECKS, CHECKS_OF_CLAUSES, is_well_formed
from engines.decomposition.wording.phrases import Items

CASES = [
    # check, sentence, a wrong cut and a good one: words of the sentence, "+word" for one that the statement adds
    ("repeats_word", "The mill was sold in May.", "The mill +was was sold", "The mill was sold"),
    ("ends_open", "Rovers won the cup in May.", "Rovers won the", "Rovers won the cup"),
    ("says_nothing", "The plan includes a bridge.", "The plan includes", "The plan includes a bridge"),
    ("cuts_brackets", "The firm (in Mora) sold boats.", "The firm ( sold boats", "The firm sold boats"),
    ("has_token_twice", "The mill in Mora was sold.", "The mill was sold Mora mill", "The mill was sold"),
    (
        "joins_noun_phrases",
        "They founded the centre, which is the first of its kind.",
        "They founded the centre the first of its kind",
        "They founded the centre",
    ),
    ("lost_preposition", "The film was made with Ana Lind in Mora.", "The film was made Ana Lind", "The film was made"),
    ("starts_inside", "The famous Mora players won a match.", "players won a match", "The famous Mora players won a match"),
    ("ends_inside", "The shop stocks expensive nets.", "The shop stocks expensive", "The shop stocks expensive nets"),
    ("lost_subject", "The boats sank and the mill was sold.", "was sold", "the mill was sold"),
]


def cut(sentence: str, words: str) -> Items:
    """The items of a statement, each word the next one of the sentence that is written so."""
    (doc,) = parse_strings([sentence])
    items: Items = []
    at = 0
    for word in words.split():
        if word.startswith("+"):
            items.append(word[1:])
            continue
        token = next((t for t in doc[at:] if t.text == word), None) or next(t for t in doc if t.text == word)
        items.append(token)
        at = token.i + 1
    return items


@pytest.mark.parametrize(("name", "sentence", "wrong", "good"), CASES)
def test_a_cut_in_the_wrong_place_is_noticed(name: str, sentence: str, wrong: str, good: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_well_formed(cut(sentence, good))
    assert not is_well_formed(cut(sentence, wrong))
    for table in ("CHECKS", "CHECKS_OF_CLAUSES"):
        left = tuple(check for check in getattr(wellformedness, table) if check.__name__ != name)
        monkeypatch.setattr(wellformedness, table, left)
    assert is_well_formed(cut(sentence, wrong))


def test_a_word_with_an_open_bracket_is_noticed() -> None:
    assert not is_well_formed(cut("The player(s left Mora.", "The player(s left Mora"))
    assert is_well_formed(cut("The players left Mora.", "The players left Mora"))


def test_a_list_is_not_cut_in_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """The parse of the list is a flat one, which the parser gives now and then."""
    words = ["It", "sells", "boats", ",", "nets", ",", "ropes", "and", "sails"]
    classes = ["PRON", "VERB", "NOUN", "PUNCT", "NOUN", "PUNCT", "NOUN", "CCONJ", "NOUN"]
    labels = ["nsubj", "ROOT", "dobj", "punct", "conj", "punct", "conj", "cc", "conj"]
    doc = Doc(pipeline().vocab, words=words, pos=classes, deps=labels, heads=[1, 1, 1, 2, 2, 2, 2, 2, 2])
    assert is_well_formed(list(doc[:3]))
    assert is_well_formed(list(doc))
    assert not is_well_formed(list(doc[:5]))
    monkeypatch.setattr(wellformedness, "CHECKS", tuple(check for check in CHECKS if check.__name__ != "cuts_list"))
    assert is_well_formed(list(doc[:5]))


def test_every_check_has_a_case() -> None:
    assert {name for name, *_ in CASES} | {"cuts_word", "cuts_list"} == {check.__name__ for check in (*CHECKS, *CHECKS_OF_CLAUSES)}


def test_a_description_is_cut_on_purpose() -> None:
    inside = cut("The famous painter Ana Lind left.", "Ana Lind +was +a painter")
    assert is_well_formed(inside, described=True)


def test_the_writer_asks_the_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    text = Text.of("Rovers sign keeper on loan Ilse Varga has joined Rovers from Dunmore Town.")
    wrong = "Rovers has joined Rovers from Dunmore Town."
    found = [unit.statement for unit in decompose(text)]
    assert found and wrong not in found
    monkeypatch.setattr(wellformedness, "CHECKS_OF_CLAUSES", ())
    assert wrong in [unit.statement for unit in decompose(text)]


def test_nothing_is_no_statement() -> None:
    assert not is_well_formed([])
    assert not is_well_formed(["was", "sold"])
