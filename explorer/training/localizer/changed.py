"""Sentences of references told again, most as they stand or in other words, in three texts of five one with a change that makes it false.

People marked mostly free retellings. A draft that keeps close to its source goes wrong in other words: a negation, "must" for "may", "once"
for "twice", "all" for "some", two people in each other's places.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engines.core.language import parse_strings
from explorer.evaluation.perturbations.passages import Passage, statements, subtree
from explorer.evaluation.perturbations.rewriting import Edit, deletion, rewrite
from explorer.training.localizer.changes import distorted, drawn, reworded, word_at
from explorer.training.localizer.data import Labelled, Ranges
from explorer.training.localizer.sisters import Sisters

if TYPE_CHECKING:
    from spacy.tokens import Doc

NAME = "changed"
_MOST = 3600
_MOST_OF_REFERENCE = 4
_MOST_SENTENCES = 4
_FALSE = 0.6
_FEW = (3, 10)
"""Sentences of a reference that is cut."""
_SHORTEST = 4
"""Words that a sentence has more than when it is shortened."""


def changed(rows: Sequence[Labelled]) -> Iterator[Labelled]:
    """Texts made of the references of some rows, of each at most four; seeded, so that the same rows give the same texts."""
    draw = random.Random(0)
    references = sorted(dict.fromkeys(row.reference for row in rows))
    draw.shuffle(references)
    passages = [cut(Passage.of(reference), draw) for reference in references]
    sisters = Sisters(doc for passage in passages for doc in passage.docs)
    used: Counter[str] = Counter()
    number = 0
    for passage in passages:
        usable = list(statements(passage))
        for _ in range(min(_MOST_OF_REFERENCE, len(usable))):
            if number == _MOST:
                return
            told = _told(passage, usable, draw, used, sisters)
            if told is not None:
                number += 1
                output, wrong, kind = told
                yield Labelled(NAME, f"{number}", passage.text.text, output, wrong, kind=kind)


def cut(passage: Passage, draw: random.Random) -> Passage:
    """Half of the references whole, of the others some sentences that follow each other: what is pasted is as often short as long."""
    number = draw.randint(*_FEW)
    if draw.random() < 0.5 or len(passage.docs) <= number:
        return passage
    first = draw.randrange(len(passage.docs) - number)
    spans = passage.text.sentences[first : first + number]
    return Passage.of(passage.text.text[spans[0][0] : spans[-1][1]])


def _told(
    passage: Passage, usable: Sequence[tuple[int, "Doc"]], draw: random.Random, used: Counter[str], sisters: Sisters
) -> tuple[str, Ranges, str] | None:
    """A text of some sentences, what is wrong in it, and the kind of change; None where the sentence drawn offers no change."""
    chosen = sorted(draw.sample(usable, min(draw.randint(1, _MOST_SENTENCES), len(usable))), key=lambda each: each[0])
    false = draw.randrange(len(chosen)) if draw.random() < _FALSE else -1
    output, kind = "", ""
    wrong: Ranges = ()
    for at, (index, whole) in enumerate(chosen):
        doc = told_again(passage, index, whole, draw)
        sentence = doc.text
        if at == false:
            distortions = distorted(passage, index, doc, draw, sisters)
            if not distortions:
                return None
            kind = drawn(distortions, used)
            sentence = distortions[kind].text
            wrong = tuple(word_at(sentence, *span, len(output) + bool(output)) for span in distortions[kind].changed)
        output = f"{output} {sentence}".lstrip()
    return output, wrong, kind


def told_again(passage: Passage, index: int, whole: "Doc", draw: random.Random) -> "Doc":
    """A sentence shortened, in other words, or as it stands."""
    doc = _shortened(whole) if draw.random() < 0.5 else whole
    if doc is whole and draw.random() < 0.5:
        told = reworded(passage, index, doc, draw)
        return parse_strings([told])[0] if told != doc.text else doc
    return doc


def _shortened(doc: "Doc") -> "Doc":
    """The sentence without what commas set off and without clauses that "and" or "but" joins to it: what is left is still true."""
    edits: list[Edit] = []
    for token in doc:
        start, end = subtree(token)
        set_off = token.dep_ in ("relcl", "appos") and start and doc[start - 1].text == "," and token.i > start - 1
        joined = token.dep_ == "conj" and token.head.dep_ == "ROOT" and any(c.dep_ in ("nsubj", "nsubjpass") for c in token.children)
        link = next((c for c in token.head.children if c.dep_ == "cc" and token.head.i < c.i < start), None) if joined else None
        if joined and link is not None and link.lower_ in ("and", "but"):
            start = link.i
        elif not set_off:
            continue
        edit = deletion(doc, start, end)
        if all(edit.end <= other.start or other.end <= edit.start for other in edits):
            edits.append(edit)
    new = rewrite(doc.text, edits) if edits else None
    return parse_strings([new.text])[0] if new is not None and len(new.text.split()) > _SHORTEST else doc
