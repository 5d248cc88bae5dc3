"""True summaries that people wrote, as they stand or in other words, and in two of three one change that makes them false.

Where an error stands among what is said in other words than the reference's, the place of a word is harder to find than in a copy, and
most of what differs is a paraphrase: these texts show which differences are errors.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence

from engines.core.language import parse_sentences
from engines.core.text import Text
from explorer.evaluation.perturbations.passages import Passage, usable
from explorer.training.localizer.changes import distorted, drawn, reworded, word_at
from explorer.training.localizer.data import Labelled
from explorer.training.localizer.sisters import Sisters

NAME = "planted"
_MOST_OF_REFERENCE = 24
_MOST_OF_TEXT = 3
_FALSE = 0.67
_LONGEST = 40
"""Sentences of a reference that are read."""


def planted(rows: Sequence[Labelled], seed: int = 0, of_reference: int = _MOST_OF_REFERENCE) -> Iterator[Labelled]:
    """Some texts of every true row; seeded, so that the same rows give the same texts.

    Args:
        of_reference: how many texts of one reference are made at most.
    """
    draw = random.Random(seed)
    true: dict[str, list[Labelled]] = {}
    for row in rows:
        if row.wrong == () and not row.kept:
            true.setdefault(row.reference, []).append(row)
    read = {reference: Passage.of(reference, _LONGEST).docs for reference in true}
    sisters = Sisters(doc for docs in read.values() for doc in docs)
    used: Counter[str] = Counter()
    for reference in sorted(true):
        number = 0
        for row in draw.sample(true[reference], len(true[reference])):
            output = Text.of(row.output)
            docs = parse_sentences(output)
            passage = Passage(output, (*docs, *read[reference]))
            plain = [index for index, doc in enumerate(docs) if usable(doc)]
            for _ in range(min(_MOST_OF_TEXT, of_reference - number) if plain else 0):
                index = draw.choice(plain)
                start, end = output.sentences[index]
                if draw.random() < _FALSE:
                    distortions = distorted(passage, index, docs[index], draw, sisters)
                    if not distortions:
                        continue
                    kind = drawn(distortions, used)
                    sentence = distortions[kind].text
                    wrong = tuple(word_at(sentence, *span, start) for span in distortions[kind].changed)
                else:
                    kind, wrong, sentence = "", (), reworded(passage, index, docs[index], draw)
                number += 1
                changed = output.text[:start] + sentence + output.text[end:]
                yield Labelled(NAME, f"{row.set}-{row.id}-{number}" + (f"-{seed}" if seed else ""), reference, changed, wrong, kind=kind)
