"""Pairs made from real references: statements that a sentence supports, and statements made false by one change.

Negatives follow the error types of the factuality literature (negation, swapped roles, entities, numbers, dates, places, predicates,
modality, quantity, attribution, order of events); every new value comes from the same reference where possible and must not hold there.
All choices are drawn from one seed.
"""

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from explorer.evaluation.perturbations.distortions import DISTORTIONS
from explorer.evaluation.perturbations.paraphrases import PARAPHRASES, respaced
from explorer.evaluation.perturbations.passages import Passage, statements
from explorer.evaluation.perturbations.rewriting import Edit, Rewritten, rewrite

if TYPE_CHECKING:
    from spacy.tokens import Doc


@dataclass(frozen=True)
class Pair:
    """A generated example.

    Attributes:
        kind: what was done, such as "copied", "negation", "roles swapped".
        label: 1 supported, 0 not.
        reference: the whole reference.
        statement: the sentence to be verified.
        sentence: index of the sentence of the reference (`Text.of`) that it was made from.
        changed: the characters of the statement that are new.
        predicate: lemma of the verb that a change of roles or of polarity concerns, "" otherwise.
    """

    kind: str
    label: int
    reference: str
    statement: str
    sentence: int
    changed: tuple[tuple[int, int], ...] = ()
    predicate: str = ""


def generate(reference: str, seed: int = 0, sentences: int = 4, kinds: Iterable[str] | None = None) -> list[Pair]:
    """Pairs from up to `sentences` sentences of a reference: all rewritings and corruptions that fit each of them.

    `kinds` limits them to those named. The same reference and seed give the same pairs.
    """
    random_ = random.Random(f"{seed}:{reference}")
    passage = Passage.of(reference)
    usable = list(statements(passage))
    chosen = random_.sample(usable, min(sentences, len(usable)))
    wanted = None if kinds is None else set(kinds)
    pairs = [pair for index, doc in sorted(chosen, key=lambda item: item[0]) for pair in _from_sentence(passage, index, doc, random_)]
    return [pair for pair in dict.fromkeys(pairs) if wanted is None or pair.kind in wanted]


def _from_sentence(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> Iterator[Pair]:
    reference = passage.text.text
    base = Pair("copied", 1, reference, doc.text, index)
    yield base
    for kind, text in respaced(doc):
        yield replace(base, kind=kind, statement=text)
    known = {_plain(sentence.text) for sentence in passage.docs}
    for kind, paraphrase in PARAPHRASES.items():
        result = _applied(doc, paraphrase(passage, index, doc, random_))
        if result:
            yield replace(base, kind=kind, statement=result.text, changed=result.changed)
    for kind, distortion in DISTORTIONS.items():
        change = distortion(passage, index, doc, random_)
        result = _applied(doc, list(change.edits)) if change else None
        if change and result and _plain(result.text) not in known:
            yield replace(base, kind=kind, label=0, statement=result.text, changed=result.changed, predicate=change.predicate)


def _applied(doc: "Doc", edits: list[Edit] | None) -> Rewritten | None:
    result = rewrite(doc.text, edits) if edits else None
    return result if result and _plain(result.text) != _plain(doc.text) and len(result.text.split()) >= 4 else None


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().lower()
