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

from engines.roles import Parser
from engines.text import Text
from explorer.training.distortions import DISTORTIONS
from explorer.training.paraphrases import PARAPHRASES, respaced
from explorer.training.passages import Passage, statements
from explorer.training.rewriting import Edit, Rewritten, rewrite

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


@dataclass(frozen=True)
class QAPair:
    """The QA form of a pair: `sentence` is the statement, `answer` and `predicate` are spans of it (code points)."""

    kind: str
    label: int
    reference: str
    sentence: str
    question: str
    answer: str
    answer_span: tuple[int, int]
    predicate: str
    predicate_span: tuple[int, int]
    predicate_kind: str
    role: str
    statement: str


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


def without_evidence(pair: Pair) -> Pair | None:
    """A supported pair whose sentence is cut out of the reference, which then supports it no more.

    None if other sentences say much the same.
    """
    text = Text.of(pair.reference)
    start, end = text.sentences[pair.sentence]
    rest = pair.reference[:start] + pair.reference[end:]
    words = {w for w in _plain(pair.statement).split() if len(w) > 3}
    others = (set(_plain(text.sentence(i)).split()) for i in range(len(text.sentences)) if i != pair.sentence)
    if pair.label != 1 or len(text.sentences) < 3 or any(len(words & other) > 0.45 * len(words) for other in others):
        return None
    return replace(pair, kind="evidence removed", label=0, reference=re.sub(r"  +", " ", rest).strip(), sentence=-1, changed=())


def questions(pairs: Iterable[Pair], parser: Parser, kinds: Iterable[str] = ("verb", "noun", "copula")) -> Iterator[QAPair]:
    """The QAs of generated statements: all of a supported one, and of a false one only those that the change made false.

    These are the QAs whose answer or predicate holds changed characters, and for changes of roles or polarity those of that verb.
    """
    for pair in pairs:
        text = Text.of(pair.statement)
        for parsed in parser.parse(text, kinds):
            for qa in parsed.qas:
                spans = ((qa.answer.start, qa.answer.end), (parsed.predicate.start, parsed.predicate.end))
                touched = any(start < e and s < end for s, e in pair.changed for start, end in spans)
                concerned = not pair.predicate or parsed.lemma == pair.predicate
                if pair.label == 0 and not (touched and concerned if pair.changed and pair.kind != "negation" else concerned):
                    continue
                yield QAPair(
                    pair.kind,
                    pair.label,
                    pair.reference,
                    pair.statement,
                    qa.question,
                    qa.answer.text,
                    spans[0],
                    parsed.predicate.text,
                    spans[1],
                    parsed.predicate.kind,
                    qa.role,
                    qa.statement,
                )
