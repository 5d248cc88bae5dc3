"""Sentences of references told again, and in three texts of five among them one that the reference does not have at all.

It comes from what was cut off of the same reference, or from another reference: what is made up from beginning to end. In the other
generated sets every sentence is the reference's own but for a word or two, so that a model that has seen nothing else takes a sentence
without any counterpart for a free retelling.
"""

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from explorer.evaluation.perturbations.passages import Passage, statements
from explorer.training.localizer.changed import cut, told_again
from explorer.training.localizer.data import Labelled, Ranges

if TYPE_CHECKING:
    from spacy.tokens import Doc

NAME = "invented"
_MOST = 1200
_MOST_OF_REFERENCE = 2
_MOST_SENTENCES = 3
_FALSE = 0.6
_FEWEST_WORDS = 3
"""Words that the reference has nowhere, of a sentence that it does not have."""


def invented(rows: Sequence[Labelled]) -> Iterator[Labelled]:
    """Texts made of the references of some rows; seeded, so that the same rows give the same texts."""
    draw = random.Random(0)
    references = sorted(dict.fromkeys(row.reference for row in rows))
    draw.shuffle(references)
    whole = [Passage.of(reference) for reference in references[: _MOST // _MOST_OF_REFERENCE * 2]]
    number = 0
    for place, passage in enumerate(whole):
        part = cut(passage, draw)
        usable = list(statements(part))
        for _ in range(min(_MOST_OF_REFERENCE, len(usable))):
            if number == _MOST:
                return
            chosen = sorted(draw.sample(usable, min(draw.randint(1, _MOST_SENTENCES), len(usable))), key=lambda each: each[0])
            told = [told_again(part, index, doc, draw) for index, doc in chosen]
            at = -1
            if draw.random() < _FALSE:
                source = passage if draw.random() < 0.5 else whole[(place + draw.randrange(1, len(whole))) % len(whole)]
                foreign = _foreign(part, source, draw)
                if foreign is None:
                    continue
                at = draw.randint(0, len(told))
                told.insert(at, foreign)
            number += 1
            output, wrong, unknown = _joined(told, at, part)
            yield Labelled(NAME, f"{number}", part.text.text, output, wrong, unknown, kind="made up" if wrong else "")


def _foreign(part: Passage, source: Passage, draw: random.Random) -> "Doc | None":
    """A statement of a source of which some words stand nowhere in a passage."""
    found = [doc for _, doc in statements(source) if len(_new_words(doc, part)) >= _FEWEST_WORDS]
    return draw.choice(found) if found else None


def _new_words(doc: "Doc", part: Passage) -> Ranges:
    """The places of the content words that a passage does not have."""
    stems = frozenset().union(*part.sentence_stems)
    return tuple((t.idx, t.idx + len(t)) for t in doc if t.is_alpha and not t.is_stop and t.lemma_.lower() not in stems)


def _joined(told: Sequence["Doc"], at: int, part: Passage) -> tuple[str, Ranges, Ranges]:
    """The text, and of the sentence that was put in what is wrong and what nobody can say."""
    output = ""
    wrong: Ranges = ()
    unknown: Ranges = ()
    for index, doc in enumerate(told):
        start = len(output) + bool(output)
        if index == at:
            new = _new_words(doc, part)
            rest = ((t.idx, t.idx + len(t)) for t in doc if (t.idx, t.idx + len(t)) not in new)
            wrong = tuple((start + first, start + last) for first, last in new)
            unknown = tuple((start + first, start + last) for first, last in rest)
        output = f"{output} {doc.text}".lstrip()
    return output, wrong, unknown
