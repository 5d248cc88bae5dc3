"""Whether a pronoun has somebody to stand for in the output, and whether the reference speaks of him, her, it or them there."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engines.english.animacy import noun_class
from engines.english.pronouns import WE, I, is_expletive
from engines.verification.encoding.reference import EncodedReference
from engines.verification.localizer.reading import Reading, ReadSentence
from engines.verification.localizer.signals.base import Array, Signal
from engines.verification.names.aliases import name_words
from engines.verification.names.coreference import links, personal
from engines.verification.names.finding import find_names
from engines.verification.names.genders import gender_of_word
from engines.verification.names.speakers import speakers, spoken
from engines.verification.rules.arguments.people import saying

if TYPE_CHECKING:
    from spacy.tokens import Doc

COLUMNS = ("is_pronoun", "linked", "is_subject", "names_before", "sort", "description", "first_sentence", "near", "other_near", "share")
_SORTS = {"male": 1, "female": 2, "thing": 3, "plural": 4}
_OTHER = {"male": "female", "female": "male"}
_MOST_NAMES = 8
_LOOKED_BACK = 60
"""Tokens before a pronoun among which a name is looked for."""
_I, _WE = frozenset(I), frozenset(WE)
_PLURAL = "plural"
_FIRST = "first"
"""The sort of "I" and "my": in a conversation whoever speaks, a woman or a man."""


def rows(reading: Reading) -> Sequence[Array]:
    """(words, len(COLUMNS)) of every sentence."""
    linked = {(link.doc, link.end - 1) for link in links([sentence.tree.doc for sentence in reading.sentences])}
    everywhere = reading.reference.derived(_everywhere)
    in_turn = bool(spoken(reading.reference.text.text))
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
            first = _FIRST if in_turn and sort in _OTHER else ""
            other = _OTHER.get(sort, "")
            both = everywhere["male"] + everywhere["female"]
            found[i] = (
                1,
                antecedent,
                token.dep_ in ("nsubj", "nsubjpass"),
                min(names, _MOST_NAMES),
                _SORTS[sort],
                0,
                number == 0,
                near[sort] + near[first] > 0,
                near[other] > 0,
                (everywhere[sort] + everywhere[first]) / max(1, both + everywhere[first]) if other else 0.5,
            )
        names += sum(entity.label_ in ("PERSON", "ORG", "GPE") for entity in tree.doc.ents)
        table.append(found)
    return table


def unsaid(reading: Reading, linked: Sequence[Array]) -> list[NDArray[np.bool_]]:
    """(words,) of every sentence: pronouns that nothing can show to be wrong.

    An "it" that stands for nothing ("it is clear that …"), and "he" and "she" of which the reference does not tell whether it should be the
    other: it calls nobody he or she, as where people speak of themselves, and the pronoun stands for somebody of whom it can be said, or
    comes after a name and no title, noun or first name of the reference tells of anybody of the other sex; or it stands for somebody who
    speaks in the reference, of whom that says "I"; and "they" where somebody who speaks there says "we".

    Args:
        linked: (words,) of every sentence, the column of that name.
    """
    sexes = reading.reference.derived(_sexes)
    own = _of_speakers(reading)
    named, found = False, []
    for number, (sentence, stands) in enumerate(zip(reading.sentences, linked, strict=True)):
        of = np.zeros(len(sentence.tree), dtype=bool)
        for i, word in enumerate(sentence.tree.words):
            token = sentence.tree.doc[word.head]
            other = _OTHER.get(personal(token))
            untold = other is not None and sexes is not None and (bool(stands[i]) or (named and other not in sexes))
            of[i] = untold or (number, word.head) in own or (token.lower_ == "it" and is_expletive(token))
            named = named or token.pos_ == "PROPN"
        found.append(of)
    return found


def _of_speakers(reading: Reading) -> set[tuple[int, int]]:
    """The pronouns, by sentence and token, that stand for who speaks in the reference and is not known to be of the other sex.

    That is the name which a pronoun is linked with, or where there is none the last name in its sentence and the one before; where nobody
    stands there at all, whoever says "I" in the sentences of the reference that fit best.
    """
    names = reading.reference.derived(_speaking)
    if not names:
        return set()
    docs = [sentence.tree.doc for sentence in reading.sentences]
    linked = {(link.doc, link.end - 1): link.antecedent for link in links(docs)}
    found = set()
    for number, (sentence, doc) in enumerate(zip(reading.sentences, docs, strict=True)):
        for token in doc:
            sort = personal(token)
            if sort == _PLURAL and saying(sentence.case, _WE):
                found.add((number, token.i))
            other = _OTHER.get(sort)
            if other is None:
                continue
            antecedent = linked.get((number, token.i))
            words = set(name_words(antecedent.text)) if antecedent is not None and antecedent.named else _last_name(docs, number, token.i)
            if antecedent is None and not words and not _has_person(docs, number, token.i):
                words = set(saying(sentence.case, _I))
            meant = [name for name in names if name & words]
            if meant and not any(gender_of_word(word.title()) == other for name in meant for word in name):
                found.add((number, token.i))
    return found


def _has_person(docs: Sequence["Doc"], number: int, before: int) -> bool:
    """Whether a noun for a person stands before a token, in its sentence or the one before it."""
    return any(
        token.pos_ == "NOUN" and noun_class(token.lemma_) == "person"
        for doc in (docs[number][:before], docs[number - 1] if number else docs[number][:0])
        for token in doc
    )


def _last_name(docs: Sequence["Doc"], number: int, before: int) -> set[str]:
    """The words of the last name near before a token, in its sentence or at the end of the one before it."""
    for doc in (docs[number][max(0, before - _LOOKED_BACK) : before], docs[number - 1][-_LOOKED_BACK:] if number else docs[number][:0]):
        for token in reversed(doc):
            if token.pos_ == "PROPN" and token.ent_type_ not in ("DATE", "TIME"):
                return set(name_words(token.text))
    return set()


def _speaking(reference: EncodedReference) -> list[frozenset[str]]:
    """The words of the names of those who speak for themselves in a reference; also those of a longer name that a label is a part of."""
    labels = [frozenset(name_words(speaker)) for speaker in speakers(reference.text.text)]
    longer = [frozenset(name.words) for name in find_names(reference.text.model_text)] if labels else []
    return [label.union(*(name for name in longer if label < name)) for label in labels if label]


def _sexes(reference: EncodedReference) -> frozenset[str] | None:
    """Those that titles, nouns and first names tell; None where anybody is called he or she."""
    if reference.derived(_everywhere).keys() & _OTHER.keys():
        return None
    return frozenset(gender_of_word(word) for word in reference.words.surfaces)


def _everywhere(reference: EncodedReference) -> "Counter[str]":
    return _counted(reference.words.surfaces)


def _near(sentence: ReadSentence) -> "Counter[str]":
    """The pronouns of the sentences of the reference that fit best, by sort."""
    return _counted(p.sentence.text[start:end] for p in sentence.case.premises for start, end in p.sentence.spans)


def _counted(words: Iterable[str]) -> "Counter[str]":
    return Counter(sort for word in words if (sort := personal(word) or (_FIRST if word.lower() in _I else "")))


SIGNAL = Signal("pronouns", COLUMNS, rows)
