"""Whether what a question rests on stays when a part of every token's vector is left out."""

from dataclasses import replace

import numpy as np
import pytest

from engines.core import language
from engines.core.text import Text
from engines.parsing.scoring.selection import DISPLAY
from engines.parsing.scoring.steadiness import PARSES, Steadiness, steadiness
from engines.parsing.sentence import TokenPredicate, TokenQA, steady_questions

STEADY, LEAST = DISPLAY.steady, DISPLAY.rather_steady
SIMPLE = "The council bought the old mill in May."
WINDING = (
    "Opponents feared that parked cars on Tanner Street would hold up fire engines; deputy chair Orla Vint noted that plans held 38 spaces."
)
BOUGHT = 2


def docs_of(*sentences: str):
    return [language.parse_sentences(Text.of(sentence))[0] for sentence in sentences]


def parses(changed: dict[int, int], tag: dict[int, int] | None = None) -> Steadiness:
    """ "The council bought the old mill in May .", and four parses of it with other heads, two of them with other tags."""
    heads = np.tile(np.array([1, 2, 2, 5, 5, 2, 2, 6, 2]), (5, 1))
    tags = np.tile(np.arange(9, dtype=np.uint64), (5, 1))
    for token, head in changed.items():
        heads[1:, token] = head
    for token, other in (tag or {}).items():
        tags[1:3, token] = other
    nothing = np.zeros((5, 9), dtype=bool)
    return Steadiness(heads, np.zeros((5, 9), dtype=np.uint64), tags, nothing, np.arange(9) == 8, np.arange(10))


def test_a_plain_sentence_stays_as_it_is() -> None:
    (steady,) = steadiness(docs_of(SIMPLE))
    assert steady is not None
    assert len(steady.heads) == PARSES + 1
    assert steady.of(BOUGHT, 3, 6) == 1.0
    assert steady.of(BOUGHT, 0, 2) == 1.0


def test_what_the_pipeline_guesses_does_not() -> None:
    (doc,) = docs_of(WINDING)
    (steady,) = steadiness([doc])
    assert steady is not None
    feared = next(token.i for token in doc if token.text == "feared")
    assert steady.of(feared, feared + 1, len(doc) - 1) < 0.8


def test_a_sentence_has_the_same_parses_whatever_stands_beside_it() -> None:
    (alone,) = steadiness(docs_of(SIMPLE))
    _, beside = steadiness(docs_of(WINDING, SIMPLE))
    assert alone is not None
    assert beside is not None
    for own, other in zip(alone, beside, strict=True):
        assert np.array_equal(own, other)


def test_spaces_between_words_change_nothing() -> None:
    text = "The council  bought   the old\t mill in May."
    (plain,), (spaced,) = steadiness(docs_of(SIMPLE)), steadiness(docs_of(text))
    assert plain is not None
    assert spaced is not None
    assert np.array_equal(plain.heads, spaced.heads)
    (doc,) = docs_of(text)
    place = {token.text: token.i for token in doc}
    assert spaced.of(place["bought"], place["the"], place["mill"] + 1) == plain.of(BOUGHT, 3, 6)


def test_vectors_of_another_size_tell_nothing() -> None:
    (doc,) = docs_of(SIMPLE)
    bare = language.tokenized([SIMPLE])[0]
    steady, unknown = steadiness([doc, bare])
    assert steady is not None
    assert unknown is None


@pytest.mark.parametrize(
    ("changed", "tag", "share"),
    [
        ({}, None, 1.0),
        ({4: 3}, None, 1.0),  # an arc inside the answer
        ({6: 5}, None, 0.0),  # "the old mill in May"
        ({5: 6}, None, 0.0),  # the arc from the answer to the predicate
        ({8: 5}, None, 1.0),  # a mark
        ({}, {BOUGHT: 99}, 0.5),
        ({}, {4: 99}, 1.0),
    ],
)
def test_a_question_rests_on_path_borders_and_form(changed: dict[int, int], tag: dict[int, int] | None, share: float) -> None:
    assert parses(changed, tag).of(BOUGHT, 3, 6) == share


def test_a_word_of_the_form_more_or_less_is_another_question() -> None:
    steady = parses({})
    functions = steady.functions.copy()
    functions[1, 4] = True
    heads = steady.heads.copy()
    heads[1, 4] = BOUGHT
    assert steady._replace(heads=heads, functions=functions).of(BOUGHT, 0, 2) == 0.75


class Shares:
    """Steadiness by the first token of the answer."""

    def __init__(self, shares: dict[int, float]) -> None:
        self.shares = shares

    def of(self, _predicate: int, start: int, _end: int) -> float:
        return self.shares[start]


def kept(shares: dict[int, float], *qas: TokenQA) -> list[str]:
    (doc,) = docs_of(SIMPLE)
    predicate = TokenPredicate(BOUGHT, "bought", "verb", "buy", qas)
    return [qa.question for p in steady_questions([predicate], Shares(shares), doc, DISPLAY) for qa in p.qas]  # type: ignore[arg-type]


WHAT = TokenQA("What did someone buy?", 3, 6, "", "OBJ")
WHO = TokenQA("Who bought something?", 0, 2, "", "SUBJ")
WHICH = TokenQA("Which mill?", 4, 6, "", "OBJ")


def test_unsteady_questions_are_not_asked() -> None:
    assert kept({3: 1.0, 0: LEAST - 0.01}, WHAT, WHO) == [WHAT.question]


def test_a_rather_steady_one_is_asked_where_it_alone_has_a_word() -> None:
    assert kept({3: 1.0, 0: LEAST}, WHAT, WHO) == [WHAT.question, WHO.question]
    assert kept({3: 1.0, 4: LEAST}, WHAT, WHICH) == [WHAT.question]
    assert kept({3: LEAST, 4: STEADY}, WHAT, WHICH) == [WHICH.question]


def test_an_answer_in_the_sentence_before_is_not_measured() -> None:
    assert kept({3: 1.0}, WHAT, replace(WHO, sentence=-1, start=40, end=41)) == [WHAT.question, WHO.question]


def test_a_predicate_without_questions_is_none() -> None:
    assert kept({3: 0.0, 0: 0.0}, WHAT, WHO) == []
