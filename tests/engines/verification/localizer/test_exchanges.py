"""What could stand in the place of a word: of its class, in its form, with the place where the reference has it."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.exchanges import KINDS, Candidate, candidates
from engines.verification.localizer.reading import read_output

REFERENCE = Text.of(
    "Mayor Ilse Varga criticised the ferry company on 4 May 2019. Karin Holm had repaired 41 boats by 7 June 2018. "
    "Boats from Hallam Bay carried wooden chairs to Dunmore."
)


def found(output: str, sentences: tuple[int, ...] = (0, 1, 2)) -> list[Candidate]:
    return candidates(read_output(encoded(REFERENCE), Text.of(output)), sentences)


def put(output: str, word: str) -> dict[str, set[str]]:
    """What could stand for a word, by kind."""
    start = output.index(word)
    told: dict[str, set[str]] = {kind: set() for kind in KINDS}
    for one in found(output):
        if (one.exchange.start, one.exchange.end) == (start, start + len(word)):
            told[one.kind].add(one.exchange.text)
    return {kind: texts for kind, texts in told.items() if texts}


@pytest.mark.parametrize(
    ("output", "word", "kind", "texts", "never"),
    [
        ("The mayor praises the ferry company.", "praises", "verb", {"criticises", "repairs", "carries"}, {"praises", "criticised"}),
        ("The mayor praised the ferry company.", "praised", "verb", {"criticised", "repaired", "carried"}, set()),
        ("She repaired 38 boats.", "38", "value", {"41"}, {"4 May 2019"}),
        ("It happened on 9 June 2018.", "9 June 2018", "value", {"4 May 2019", "7 June 2018"}, {"41"}),
        ("Karin Holm criticised the company.", "Karin Holm", "name", {"Mayor Ilse Varga"}, {"Karin Holm"}),
        ("She criticised the company.", "She", "pronoun", {"He", "They", "Karin Holm"}, set()),
        ("The mayor criticised her company.", "her", "pronoun", {"his", "their", "Karin Holm's"}, set()),
        ("They carried wooden tables.", "tables", "noun", {"chairs", "boats"}, {"company"}),
    ],
)
def test_what_can_stand_there(output: str, word: str, kind: str, texts: set[str], never: set[str]) -> None:
    told = put(output, word)
    assert texts <= told[kind] and not never & told[kind], told


def test_it_is_told_where_the_reference_has_it() -> None:
    for one in found("The mayor praises 38 boats of Karin Holm in Dunmore."):
        assert one.exchange.until == len("The mayor praises 38 boats of Karin Holm in Dunmore.")
        if one.found:
            assert REFERENCE.text[one.found.start : one.found.end] == one.found.text
            assert one.kind == "verb" or one.found.text.lower() == one.exchange.text.lower()
    assert {one.found.text for one in found("The mayor praises it.") if one.kind == "verb" and one.found} >= {"criticised", "repaired"}


def test_only_the_sentences_that_are_read_count() -> None:
    assert not [one for one in found("She repaired 38 boats.", (0,)) if one.kind == "value"]
    assert found("", ()) == []
