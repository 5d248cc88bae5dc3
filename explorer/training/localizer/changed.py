"""Sentences of references told again, most as they stand or in other words, in three texts of five one with a change that makes it false.

People marked mostly free retellings. A draft that keeps close to its source goes wrong in other words: a negation, "must" for "may", "once"
for "twice", "all" for "some", two people in each other's places. Most changes are those of `explorer.evaluation.perturbations`, some of
closed classes stand here.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engines.core.language import parse_strings
from engines.english.antonyms import antonyms_of
from engines.english.inflection import inflect
from engines.verification.sentences.lexical_relations import alike
from explorer.evaluation.perturbations.distortions import DISTORTIONS
from explorer.evaluation.perturbations.paraphrases import PARAPHRASES
from explorer.evaluation.perturbations.passages import Passage, finite_verb, statements, subtree
from explorer.evaluation.perturbations.rewriting import Change, Edit, Rewritten, deletion, rewrite, tokens_edit
from explorer.training.localizer.data import Labelled, Ranges

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

NAME = "changed"
_MOST = 3600
_MOST_OF_REFERENCE = 4
_MOST_SENTENCES = 4
_FALSE = 0.6
_FEW = (3, 10)
"""Sentences of a reference that is cut."""
_SHORTEST = 4
"""Words that a sentence has more than when it is shortened."""
_OTHERS = (
    ("may", "must"), ("can", "must"), ("might", "will"), ("could", "will"), ("should", "must"), ("should", "may"), ("must", "may"),
    ("once", "twice"), ("twice", "once"), ("twice", "three times"), ("always", "sometimes"), ("often", "rarely"), ("usually", "rarely"),
    ("sometimes", "always"), ("first", "last"), ("last", "first"), ("because", "although"), ("although", "because"), ("if", "unless"),
    ("unless", "if"), ("until", "since"), ("during", "after"), ("without", "with"), ("all", "some"), ("some", "all"), ("most", "some"),
    ("many", "few"), ("few", "many"), ("every", "no"), ("several", "all"), ("both", "neither of"),
)  # fmt: skip
"""Words of closed classes, and others of their class that say something else in the same place."""
_NARROWING = ("all", "only", "most")
"""What makes more or less of a plural subject."""
_UNITS = ("second", "minute", "hour", "day", "week", "month", "year")


def changed(rows: Sequence[Labelled]) -> Iterator[Labelled]:
    """Texts made of the references of some rows, of each at most four; seeded, so that the same rows give the same texts."""
    draw = random.Random(0)
    references = sorted(dict.fromkeys(row.reference for row in rows))
    draw.shuffle(references)
    used: Counter[str] = Counter()
    number = 0
    for reference in references:
        passage = _cut(Passage.of(reference), draw)
        usable = list(statements(passage))
        for _ in range(min(_MOST_OF_REFERENCE, len(usable))):
            if number == _MOST:
                return
            told = _told(passage, usable, draw, used)
            if told is not None:
                number += 1
                output, wrong, kind = told
                yield Labelled(NAME, f"{number}", passage.text.text, output, wrong, kind=kind)


def _cut(passage: Passage, draw: random.Random) -> Passage:
    """Half of the references whole, of the others some sentences that follow each other: what is pasted is as often short as long."""
    number = draw.randint(*_FEW)
    if draw.random() < 0.5 or len(passage.docs) <= number:
        return passage
    first = draw.randrange(len(passage.docs) - number)
    spans = passage.text.sentences[first : first + number]
    return Passage.of(passage.text.text[spans[0][0] : spans[-1][1]])


def _told(passage: Passage, usable: Sequence[tuple[int, "Doc"]], draw: random.Random, used: Counter[str]) -> tuple[str, Ranges, str] | None:
    """A text of some sentences, what is wrong in it, and the kind of change; None where the sentence drawn offers no change."""
    chosen = sorted(draw.sample(usable, min(draw.randint(1, _MOST_SENTENCES), len(usable))), key=lambda each: each[0])
    false = draw.randrange(len(chosen)) if draw.random() < _FALSE else -1
    output, kind = "", ""
    wrong: Ranges = ()
    for at, (index, whole) in enumerate(chosen):
        doc = _shortened(whole) if draw.random() < 0.5 else whole
        if at == false:
            distortions = _distorted(passage, index, doc, draw)
            if not distortions:
                return None
            kind = min(distortions, key=lambda name: (used[name], name))
            used[kind] += 1
            sentence = distortions[kind].text
            wrong = tuple(_word(sentence, *span, len(output) + bool(output)) for span in distortions[kind].changed)
        else:
            sentence = _reworded(passage, index, doc, draw) if doc is whole and draw.random() < 0.5 else doc.text
        output = f"{output} {sentence}".lstrip()
    return output, wrong, kind


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


def _distorted(passage: Passage, index: int, doc: "Doc", draw: random.Random) -> dict[str, Rewritten]:
    known = {_plain(sentence.text) for sentence in passage.docs}
    changes = {name: distortion(passage, index, doc, draw) for name, distortion in DISTORTIONS.items()}
    changes |= {f"{old} to {new}": Change([edit]) for old, new, edit in _of_classes(doc)}
    for name, edits in (
        ("opposite", _opposites(doc)),
        ("unit", _units(doc)),
        ("done", _done(doc)),
        ("added", _added(passage, doc)),
        ("verb", _verbs(passage, doc)),
    ):
        found = list(edits)
        if found:
            changes[name] = Change([draw.choice(found)])
    applied = {name: rewrite(doc.text, change.edits) for name, change in changes.items() if change is not None}
    return {name: new for name, new in applied.items() if new is not None and _plain(new.text) not in known}


def _reworded(passage: Passage, index: int, doc: "Doc", draw: random.Random) -> str:
    offered = (paraphrase(passage, index, doc, draw) for paraphrase in PARAPHRASES.values())
    new = [rewritten.text for edits in offered if edits and (rewritten := rewrite(doc.text, edits)) is not None]
    return draw.choice(new) if new else doc.text


def _of_classes(doc: "Doc") -> Iterator[tuple[str, str, Edit]]:
    for token in doc[:-1]:
        for old, new in _OTHERS:
            alone = token.i == 0 or doc[token.i - 1].pos_ not in ("DET", "ADJ", "PART")
            if token.lower_ == old and alone and token.pos_ != "PROPN" and token.nbor().is_alpha:
                yield old, new, tokens_edit(doc, token.i, token.i + 1, new)
    for token in doc:
        verb = finite_verb(token) if token.dep_ == "ROOT" else None
        if verb is not None and token.tag_ == "VBD":
            yield "nothing", "never", _before(token, "never")
        if token.dep_ in ("nsubj", "nsubjpass") and token.tag_ == "NNS" and token.left_edge.i == token.i:
            for new in _NARROWING:
                yield "nothing", new, _before(token, new)


def _before(token: "Token", word: str) -> Edit:
    """A word put in before another: only the word is new."""
    if token.i == 0 and not token.ent_type_:
        return Edit(token.idx, token.idx + 1, f"{word} {token.text[0].lower()}")
    return Edit(token.idx, token.idx, f"{word} ")


def _opposites(doc: "Doc") -> Iterator[Edit]:
    """Verbs, adjectives and nouns of which one opposite is known, in the same form."""
    for token in doc:
        if token.pos_ in ("VERB", "ADJ", "NOUN") and not token.ent_type_:
            for other in sorted(antonyms_of(token.lemma_.lower())):
                new = inflect(other, token.tag_) if token.pos_ == "VERB" else other if token.lower_ == token.lemma_.lower() else None
                if new:
                    yield tokens_edit(doc, token.i, token.i + 1, new)


def _units(doc: "Doc") -> Iterator[Edit]:
    """A length of time in the next unit."""
    for token in doc:
        if (
            token.lemma_ in _UNITS
            and token.i
            and (doc[token.i - 1].pos_ == "NUM" or doc[token.i - 1].lower_ in ("a", "an", "few", "several"))
        ):
            at = _UNITS.index(token.lemma_)
            for other in _UNITS[max(0, at - 1) : at] + _UNITS[at + 1 : at + 2]:
                yield tokens_edit(doc, token.i, token.i + 1, other + ("s" if token.tag_ == "NNS" else ""))


def _done(doc: "Doc") -> Iterator[Edit]:
    """What will or should be told as done."""
    for token in doc:
        if token.lower_ in ("will", "should", "would", "can") and token.dep_ == "aux" and token.i + 1 == token.head.i:
            verb = token.head
            if verb.tag_ == "VB" and verb.lemma_ != "be":
                yield tokens_edit(doc, token.i, verb.i + 1, inflect(verb.lemma_.lower(), "VBD"))


def _added(passage: Passage, doc: "Doc") -> Iterator[Edit]:
    """An adverb of manner or an adjective of another sentence of the reference, put in where none stands."""
    others = [token for other in passage.docs if other is not doc for token in other if token.text.isalpha() and token.is_lower]
    own = {token.lower_ for token in doc}
    adverbs = sorted({t.text for t in others if t.pos_ == "ADV" and t.lower_.endswith("ly") and t.dep_ == "advmod"} - own)
    adjectives = sorted({t.text for t in others if t.tag_ == "JJ" and t.dep_ == "amod"} - own)
    for token in doc:
        if token.tag_ == "VBD" and not any(c.dep_ in ("advmod", "neg") for c in token.children) and token.lemma_ != "be":
            yield from (_before(token, word) for word in adverbs)
        if (
            token.pos_ == "NOUN"
            and token.dep_ in ("dobj", "pobj", "nsubj")
            and [c.dep_ for c in token.lefts] == ["det"]
            and token.nbor(-1).lower_ != "a"
        ):
            yield from (_before(token, word) for word in adjectives)


def _verbs(passage: Passage, doc: "Doc") -> Iterator[Edit]:
    """Another verb of the reference in the place of one with the same complements."""
    for token in doc:
        if token.pos_ != "VERB" or not token.head:
            continue
        for other in passage.docs:
            for verb in other if other is not doc else ():
                like = verb.pos_ == "VERB" and verb.tag_ == token.tag_ and _complements(verb) == _complements(token)
                if like and verb.lemma_ != token.lemma_ and not alike(verb.lemma_.lower(), token.lemma_.lower()):
                    yield tokens_edit(doc, token.i, token.i + 1, verb.text)


def _complements(verb: "Token") -> frozenset[str]:
    return frozenset(child.dep_ for child in verb.children if child.dep_ in ("dobj", "xcomp", "ccomp", "prt", "prep", "dative"))


def _word(sentence: str, start: int, end: int, before: int) -> tuple[int, int]:
    """What is new in a sentence, in the text; where something was only taken away, the word after it."""
    if start == end:
        following = re.compile(r"\w+").search(sentence, start)
        start, end = following.span() if following else (max(0, start - 1), start)
    return before + start, before + end


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().lower()
