"""Headings of an output: lines of their own that say what follows, and state nothing that a reference could support.

Every engine passes over them, and what localizes words does: what a heading says is told as unchecked.
"""

import re
from typing import TYPE_CHECKING

from engines.core.language import parse_sentences
from engines.core.plain.markdown import EMPHASIS_SIGN, HEADING_SIGN
from engines.core.text import Text

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_WORDS = r"[^\W\d_][^\d.!?:;,\n]{0,60}"
_HEADING = re.compile(
    rf"[ \t]*(?:(?P<marked>{HEADING_SIGN}(?:\d{{1,2}}(?:\.\d{{1,2}})*[.)]?[ \t]+)?){_WORDS}\n"
    rf"|(?P<bold>{EMPHASIS_SIGN})?{_WORDS}\n[ \t]*\n)(?=\s*\S)"
)
"""A line of words alone with more to come: marked as a heading, perhaps numbered, or with an empty line after it."""
_SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "expl"})


def stated(output: Text) -> Text:
    """The output with nothing to be read where its headings are; sentences and offsets stay."""
    passed = headings(output)
    if not passed:
        return output
    plain = list(output.model_text)
    for start, end in (output.sentences[i] for i in passed):
        plain[start:end] = ("\n" if c == "\n" else " " for c in plain[start:end])
    return Text(output.text, output.sentences, "".join(plain))


def is_read(output: Text, start: int, end: int) -> bool:
    """Whether there is anything to be read between two places."""
    return not output.model_text[start:end].isspace()


def headings(output: Text) -> frozenset[int]:
    """The numbers of the sentences that are headings; none where there is nothing else."""
    lines = {i: line for i, place in enumerate(output.sentences) if (line := _line_alone(output.text, *place))}
    if not lines:
        return frozenset()
    parsed = zip(lines.items(), parse_sentences(output, list(lines)), strict=True)
    found = frozenset(i for (i, line), doc in parsed if _states_nothing(doc, bool(line["marked"] or line["bold"])))
    return found if len(found) < len(output.sentences) else frozenset()


def _line_alone(text: str, start: int, end: int) -> re.Match[str] | None:
    line = _HEADING.match(text, text.rfind("\n", 0, start) + 1)
    return line if line is not None and end <= line.end() else None


def _states_nothing(doc: "Doc", marked: bool) -> bool:
    """Whether there is no subject; in a line marked as a heading "Harbour works" is a noun rather than a clause of two words."""
    subjects = [token for token in doc if token.dep_ in _SUBJECTS]
    return not subjects or (marked and all(_may_be_compound(subject) for subject in subjects))


def _may_be_compound(subject: "Token") -> bool:
    verb = subject.head
    beside = [token for token in verb.children if token.dep_ != "punct"]
    return verb.dep_ == "ROOT" and verb.tag_ in ("VBZ", "VBP", "NNS") and beside == [subject] and subject.nbor() == verb
