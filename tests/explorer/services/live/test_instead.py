"""What could be put in the place of an error."""

from dataclasses import replace

from engines.core.findings import ErrorSpan
from engines.core.results import Analysis, Document, Engine
from engines.core.spans import Span
from engines.core.text import Text
from explorer.services.live.instead import instead

REFERENCE = "The ferry was built in 1973 in Tessen. An engineer found the cracks. It took fourteen months."


def with_error(output: str, words: str, found: str | None) -> Analysis:
    start = output.index(words)
    at = None if found is None else Span(REFERENCE.index(found), REFERENCE.index(found) + len(found), found)
    error = ErrorSpan(start, start + len(words), words, 0.9, "intrinsic", (), at)
    made = [Document(text, Text.of(text).sentences) for text in (REFERENCE, output)]
    return Analysis("a", "", Engine("qasem", {}, {}), *made, scores={}, units=(), errors=(error,))


def test_what_the_reference_has_is_put_in_as_it_fits() -> None:
    output = "It was built in 1937. A teacher found the cracks."
    assert instead(with_error(output, "1937", "1973")) == [(16, 20, "1973")]
    assert instead(with_error(output, "teacher", "engineer")) == [(22, 31, "An engineer")]


def test_of_what_the_reference_has_only_that_is_put_in_which_does_not_stand_there() -> None:
    output = "The repairs take sixteen months."
    assert instead(with_error(output, "sixteen", "fourteen months")) == [(17, 24, "fourteen")]


def test_what_does_not_fit_is_not_offered() -> None:
    output = "It was built in 1937."
    assert instead(with_error(output, "1937", None)) == [None]
    assert instead(with_error(output, "1937", "engineer found the cracks")) == [None]
    assert instead(replace(with_error(output, "1937", "1973"), errors=())) == []
