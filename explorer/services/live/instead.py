"""What could be put in the place of an error: what the reference is shown to have there, in the form that fits."""

from dataclasses import replace

from engines.core.findings import ErrorSpan
from engines.core.language import parse_sentences
from engines.core.results import Analysis
from engines.core.spans import Span
from engines.core.text import Text
from engines.revision.shown import fitted, of_one_class, opens_sentence

Put = tuple[int, int, str]
"""Characters of the output, and the words to put there; none of them where the error is a word too many."""


def instead(analysis: Analysis) -> list[Put | None]:
    """For each error what could be put there; None where the reference has nothing, or nothing that fits as it is."""
    reference, output = Text.of(analysis.reference.text), Text.of(analysis.output.text)
    return [_put(reference, output, error) for error in analysis.errors or ()]


def _put(reference: Text, output: Text, error: ErrorSpan) -> Put | None:
    index = output.sentence_at(error.start)
    if error.found is None or index is None or error.end > output.sentences[index][1]:
        return None
    put = fitted(output, error, error.found.text, opens_sentence(reference, error.found))
    if put is None or not put[2]:
        return put
    return put if of_one_class(output, parse_sentences(output, [index])[0], _narrowed(error, put[2]), reference) else None


def _narrowed(error: ErrorSpan, words: str) -> ErrorSpan:
    """The error with only those words as what the reference has: of "fourteen months" the number, where "months" stands already."""
    found = error.found
    at = -1 if found is None else found.text.casefold().find(words.casefold())
    if found is None or at < 0:
        return error
    start, text = found.start + at, found.text[at : at + len(words)]
    return replace(error, found=Span(start, start + len(text), text))
