"""Which kind of error something is, by what is shown of it.

Where the reference is shown to have something else in the place of the words, it contradicts them (*intrinsic*); words that it has nowhere,
with nothing shown in their place, are not in it (*extrinsic*). A value or a name that it has, though of something else, is used against it
(*intrinsic*): a reader who finds it there will not believe that it is not. Of other words that it has, but not so, the kind stays what the
engine says.
"""

import re
from functools import lru_cache

from engines.core.findings import SpanKind
from engines.english.detection import function_words
from engines.english.word_forms import lemmas

_WORD = re.compile(r"[^\W_]+(?:['’.,:/-][^\W_]+)*")


def shown_kind(kind: SpanKind, words: str, found: bool, reference: str) -> SpanKind:
    """The kind of an error that agrees with what is shown.

    Args:
        kind: what the engine says.
        words: those of the output that are wrong.
        found: whether something that the reference has in their place is shown.
        reference: the whole reference.
    """
    if kind == "coreference":
        return kind
    if found:
        return "intrinsic"
    known = _known(reference)
    written = [match.group() for match in _WORD.finditer(words)]
    content = [word for word in written if (len(word) > 2 and word.lower() not in function_words()) or word.isdecimal()]
    if content and all(_exact(word) and word.lower() in known for word in content):
        return "intrinsic"
    return "extrinsic" if content and not any(_forms(word.lower()) & known for word in content) else kind


def _exact(word: str) -> bool:
    """Whether a word is a value or a name, as far as its first character tells."""
    return word[0].isdecimal() or word[0].isupper()


@lru_cache(maxsize=8)
def _known(reference: str) -> frozenset[str]:
    return frozenset(form for word in set(_forms_of(reference)) for form in _forms(word))


def _forms_of(text: str) -> list[str]:
    return [match.group().lower() for match in _WORD.finditer(text)]


def _forms(word: str) -> frozenset[str]:
    """A word with its lemmas, and with its parts where it is a compound."""
    parts = word.split("-") if any(c.isalpha() for c in word) else ()
    return frozenset((word, *(lemma for found in lemmas(word).values() for lemma in found), *parts))
