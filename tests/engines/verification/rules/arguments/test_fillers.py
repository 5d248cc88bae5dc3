"""Another filler of a role, another relative, and what was refused: held against whatever has the same place in the reference."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.arguments.refusals import refused
from engines.verification.rules.case import Case
from tests.engines.verification.rules.instead import told

LIBRARY = (
    "Tilda Arne, the second daughter of a bookbinder, studied composition with Emil Sark at Lorn and later opened the harbour library with "
    "her brother Piet. Edmund Holt handed the keys of the library to Nora Vey. The reading room was lit by a lamp from Oster."
)
HOUSE = (
    "Her father Joren worked at the yard. In winter her mother taught her mathematics at the kitchen table. The house passed to her niece "
    "Mila Brandt, while her sister Else sold the garden. Her grandmother said that the garden was lost at cards. In 1911 she married the "
    "cellist Jakob Roth, who died in 1916."
)
CHAIR = (
    "Arne was offered the chair of weaving in 1951 and declined it. The repairs of the dyke were put off for want of money. The trustees "
    "did not approve the sale of the hall. The firm at first refused to build the engine; it changed its mind in May. The council did not "
    "advertise the posts properly. The clerk read the letter that the mayor had turned down last year."
)


@pytest.mark.parametrize(
    ("statement", "instead"),
    [
        ("Arne was the daughter of an organist.", "bookbinder"),
        ("Arne was the daughter of a bookbinder.", None),
        ("Arne studied composition with Otto Brandt.", "Emil Sark"),  # a name that the reference has nowhere
        ("Edmund handed the keys to Vey.", None),  # one name by its other word
        ("Jonas Reck passed the keys of the library to Vey.", "Edmund Holt"),  # another word for the same deed
        ("The room was lit by a lantern from Oster.", None),  # of one kind, and much the same
        ("Arne was the daughter of a worker.", None),  # a bookbinder is one
        ("Arne opened the library with her sister.", None),  # nothing says that she did not
    ],
)
def test_what_fills_a_role_excludes_what_cannot_be_it(statement: str, instead: str | None) -> None:
    assert told(statement, LIBRARY).get("other filler") == instead


MATCH = (
    "Kit Aberle opened the match for Stowe, and his cousin Lorne Aberle made it two. With a borrowed lance Denny Quill beat Kit Aberle on "
    "Sunday."
)


@pytest.mark.parametrize(
    ("statement", "instead"),
    [
        ("Quill beat Lorne Aberle on Sunday.", "Kit Aberle"),  # another one of the same last name
        ("Quill beat Kit Aberle on Sunday.", None),
        ("Quill beat Aberle on Sunday.", None),  # may be either
    ],
)
def test_of_two_people_with_one_last_name_each_is_another_one(statement: str, instead: str | None) -> None:
    assert told(statement, MATCH).get("other filler") == instead


@pytest.mark.parametrize(
    ("statement", "instead"),
    [
        ("The house passed to her daughter Mila.", "niece"),
        ("The house passed to her niece Mila.", None),
        ("Long before, her aunt taught her some mathematics.", "mother"),
        ("Her grandfather said that the garden was lost.", None),  # many say things
        ("Roth was her husband.", None),
        ("Joren's daughter sold the house.", None),  # told from the other side
    ],
)
def test_relatives_are_called_as_the_reference_calls_them(statement: str, instead: str | None) -> None:
    assert told(statement, HOUSE).get("kinship") == instead


@pytest.mark.parametrize(
    ("statement", "instead"),
    [
        ("The repairs of the dyke were carried out.", "put off"),
        ("The trustees approved the sale.", "approve"),
        ("The trustees did not approve the sale.", None),
        ("The mayor turned down the letter, which the clerk read.", None),  # both are told
        ("The firm built the engine.", None),  # it only refused at first
        ("The council advertised the posts.", None),  # the manner is denied
        ("The mayor rejected the letter.", None),
        ("After she had accepted the chair she left.", None),  # set off against what was before
    ],
)
def test_what_was_refused_was_not_done(statement: str, instead: str | None) -> None:
    assert told(statement, CHAIR).get("refused") == instead


def test_a_clause_is_looked_up_by_itself() -> None:
    reference = (
        "The new bakehouse at Carrow Lane opened in May with twelve ovens and supplies twenty shops along the coast. Its loaves are sold "
        "in Orlo, Leth and Tarn. A bursary for apprentices was planned. The bakers declined a rise in wages."
    )
    statement = "The bakehouse at Carrow Lane supplies twenty shops along the coast with loaves, and the bakers accepted a rise in wages."
    assert told(statement, reference).get("refused") == "declined"


SLEDGES = (
    "He denied that the insurer's money had been spent on other departments. Nobody suspected bad faith. Ilse Orr did not sign the pledge."
)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("The director admitted that the insurer's money had been spent on other departments.", "admitted"),
        ("Several members suspected bad faith.", "Several members"),
        ("Ilse Orr signed the pledge.", "signed"),
    ],
)
def test_the_word_that_says_that_it_came_about_is_wrong(statement: str, words: str) -> None:
    case = Case(align(encoded(Text.of(SLEDGES)), [statement])[0])
    (found,) = list(refused(case))
    spans = case.hypothesis.spans
    assert statement[spans[min(found.tokens)][0] : spans[max(found.tokens)][1]] == words
