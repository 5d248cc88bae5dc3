"""Who of the people of a reference is a man and who is a woman."""

from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.rules.arguments.told_genders import told_genders


def test_titles_first_names_and_what_people_are_tell() -> None:
    text = (
        "Baron Lothar Quist met Mrs Brask. The postman, Dario Ove, waved to Tilda Oldrun and to her father. Oldrun and Fen Marrow laughed. "
        "Halvard Ulvik and his wife, Thora Ulvik, had left with Nadia Roe and Peter Roe. The train from Paris was late."
    )
    genders = told_genders(encoded(Text.of(text)))
    assert {word: genders[word] for word in ("quist", "brask", "ove", "tilda", "oldrun", "thora", "nadia", "peter")} == {
        "quist": "male",
        "brask": "female",
        "ove": "male",
        "tilda": "female",
        "oldrun": "female",
        "thora": "female",
        "nadia": "female",
        "peter": "male",
    }
    assert not any(genders.get(word) for word in ("ulvik", "roe", "fen", "marrow", "paris"))


def test_a_pronoun_behind_a_name_may_tell_otherwise() -> None:
    text = (
        "Maria Holm moved in spring. Then he left. Holm said that he was ill. Peter Vole said that he would stay. "
        "Ruben Lund met Tilda Orr, and she laughed."
    )
    genders = told_genders(encoded(Text.of(text)))
    assert (genders["maria"], genders["holm"]) == ("", "")
    assert (genders["peter"], genders["vole"], genders["orr"]) == ("male", "male", "female")


def test_a_text_without_names_tells_of_nobody() -> None:
    assert told_genders(encoded(Text.of("the nurse retired in may. she had worked there for years."))) == {}
