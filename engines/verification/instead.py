"""What the reference has instead of a wrong answer: "Norwegian town of Brekke" where the output says "in Sweden"."""

from engines.core.results import Evidence
from engines.verification.encoding.reference import EncodedReference
from engines.verification.encoding.words import lexicon
from engines.verification.features.measuring import Measured
from engines.verification.values.finding import compare, find_values

_SURELY_SAME = 0.6
"""Predicates that are less alike than this do not tell what should stand in a role."""
_RIVAL = 0.5
_HELD = 0.6
_LONGEST = 160


def found_instead(measured: Measured, sentence: int | None) -> Evidence | None:
    """The value or argument that the reference has in the same place, None where there is none; `sentence` is the best evidence."""
    return _value(measured, sentence) or _filler(measured)


def _value(measured: Measured, sentence: int | None) -> Evidence | None:
    """A number, date or quantity of the same kind in the best sentence, where the answer's own is nowhere in the reference."""
    alignment = measured.alignment
    reference = alignment.reference
    if sentence is None:
        return None
    for claimed in find_values(alignment.text):
        inside = alignment.words.inside(claimed.start, claimed.end)
        if not (inside & measured.place.answer).any() or reference.entailing(claimed):
            continue
        for value, segment in reference.values:
            if int(reference.segments[segment, 2]) == sentence and value.kind == claimed.kind and compare(value, claimed) == "different":
                return _evidence(reference, value.start, value.end, 1.0)
    return None


def _filler(measured: Measured) -> Evidence | None:
    """What fills the role at the predicate that corresponds, where it is something else than the answer: no pronoun, nor words of it."""
    match, reference = measured.role, measured.alignment.reference
    if match is None or not match.words or match.predicate < _SURELY_SAME or match.same >= _HELD or match.rival < _RIVAL:
        return None
    said = set(measured.alignment.words.keys) | lexicon().pronouns
    if all(reference.words.keys[word] in said for word in match.words if reference.words.content[word] or len(match.words) == 1):
        return None
    start, end = int(reference.words.starts[match.words[0]]), int(reference.words.ends[match.words[-1]])
    return _evidence(reference, start, end, match.predicate * match.rival) if end - start <= _LONGEST else None


def _evidence(reference: EncodedReference, start: int, end: int, score: float) -> Evidence:
    return Evidence(start, end, reference.text.text[start:end], round(min(1.0, score), 4), reference.text.sentence_at(start))
