"""A sentence whose statements leave much of it out is given as a whole."""

from engines.core.language import parse_strings
from engines.core.text import Text
from engines.decomposition import decompose, writer
from engines.decomposition.checks.coverage import uncovered


def test_a_share_of_the_content_words_may_be_left_out() -> None:
    (doc,) = parse_strings(["The ferry left the harbour on Monday."])
    assert not uncovered(doc, [list(doc[:5])])
    assert uncovered(doc, [list(doc[:2])])
    assert uncovered(doc, [])


def test_the_writer_gives_a_sentence_that_its_statements_do_not_cover(monkeypatch) -> None:
    text = Text.of("The ferry left the harbour.")
    assert [unit.kind for unit in decompose(text)] == ["clause"]
    monkeypatch.setattr(writer, "uncovered", lambda doc, statements: True)
    assert {unit.statement for unit in decompose(text)} == {"The ferry left the harbour."}
    monkeypatch.setattr(writer, "drafts", lambda doc: [])
    assert [unit.kind for unit in decompose(text)] == ["sentence"]
