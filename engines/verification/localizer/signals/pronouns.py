"""Whether a pronoun has somebody to stand for in the output, and whether the reference speaks of him, her, it or them there."""

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from engines.core.plain.turns import turns
from engines.english.pronouns import I
from engines.verification.encoding.reference import EncodedReference
from engines.verification.localizer.reading import Reading, ReadSentence
from engines.verification.localizer.signals.base import Array, Signal
from engines.verification.names.coreference import links, personal

COLUMNS = ("is_pronoun", "linked", "is_subject", "names_before", "sort", "description", "first_sentence", "near", "other_near", "share")
_SORTS = {"male": 1, "female": 2, "thing": 3, "plural": 4}
_GENDERED = ("male", "female")
_MOST_NAMES = 8
_I = frozenset(I)
_FIRST = "first"
"""The sort of "I" and "my": in a conversation whoever speaks, a woman or a man."""


def rows(reading: Reading) -> Sequence[Array]:
    """(words, len(COLUMNS)) of every sentence."""
    linked = {(link.doc, link.end - 1) for link in links([sentence.tree.doc for sentence in reading.sentences])}
    everywhere = _counted(reading.reference.words.surfaces)
    in_turn = bool(turns(reading.reference.text.text))
    names, table = 0, []
    for number, sentence in enumerate(reading.sentences):
        tree = sentence.tree
        found = np.zeros((len(tree), len(COLUMNS)), dtype=np.float32)
        near: Counter[str] | None = None
        for i, word in enumerate(tree.words):
            token = tree.doc[word.head]
            sort = personal(token)
            antecedent = (number, word.head) in linked
            if not sort:
                found[i, 5] = antecedent
                continue
            near = _near(sentence) if near is None else near
            spoken = _FIRST if in_turn and sort in ("male", "female") else ""
            other = {"male": "female", "female": "male"}.get(sort, "")
            both = everywhere["male"] + everywhere["female"]
            found[i] = (
                1,
                antecedent,
                token.dep_ in ("nsubj", "nsubjpass"),
                min(names, _MOST_NAMES),
                _SORTS[sort],
                0,
                number == 0,
                near[sort] + near[spoken] > 0,
                near[other] > 0,
                (everywhere[sort] + everywhere[spoken]) / max(1, both + everywhere[spoken]) if other else 0.5,
            )
        names += sum(entity.label_ in ("PERSON", "ORG", "GPE") for entity in tree.doc.ents)
        table.append(found)
    return table


def unsaid(reading: Reading) -> list[NDArray[np.bool_]]:
    """(words,) of every sentence: "he" and "she" after a name, where the reference calls nobody one or the other.

    Whether it is a man or a woman can then not be told from it, as where people speak of themselves.
    """
    open_, named, found = not reading.reference.derived(_calls_somebody), False, []
    for sentence in reading.sentences:
        of = np.zeros(len(sentence.tree), dtype=bool)
        for i, word in enumerate(sentence.tree.words if open_ else ()):
            token = sentence.tree.doc[word.head]
            of[i] = named and personal(token) in _GENDERED
            named = named or token.pos_ == "PROPN"
        found.append(of)
    return found


def _calls_somebody(reference: EncodedReference) -> bool:
    return any(personal(word) in _GENDERED for word in reference.words.surfaces)


def _near(sentence: ReadSentence) -> "Counter[str]":
    """The pronouns of the sentences of the reference that fit best, by sort."""
    return _counted(p.sentence.text[start:end] for p in sentence.case.premises for start, end in p.sentence.spans)


def _counted(words: Iterable[str]) -> "Counter[str]":
    return Counter(sort for word in words if (sort := personal(word) or (_FIRST if word.lower() in _I else "")))


SIGNAL = Signal("pronouns", COLUMNS, rows)
