"""What could be put in the place of an error: what the reference is shown to have there, in the form that fits."""

from engines.core.findings import ErrorSpan
from engines.core.language import parse_sentences
from engines.core.results import Analysis
from engines.core.text import Text
from engines.revision.values.shown import put_instead

Put = tuple[int, int, str]
"""Characters of the output, and the words to put there; none of them where the error is a word too many."""


def instead(analysis: Analysis) -> list[Put | None]:
    """For each error what could be put there; None where the reference has nothing, or nothing that fits as it is."""
    reference, output = Text.of(analysis.reference.text), Text.of(analysis.output.text)
    return [_put(reference, output, error) for error in analysis.errors or ()]


def _put(reference: Text, output: Text, error: ErrorSpan) -> Put | None:
    index = output.sentence_at(error.start)
    if index is None or error.end > output.sentences[index][1]:
        return None
    return put_instead(output, parse_sentences(output, [index])[0], error, reference)
