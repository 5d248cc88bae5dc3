"""Changes that make a sentence false where it stands, and others that leave it true.

Most are those of `explorer.evaluation.perturbations`; changes of closed classes, and words exchanged for others of their kind, stand here.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from engines.english.antonyms import antonyms_of
from engines.english.articles import indefinite
from engines.english.inflection import inflect
from engines.verification.sentences.lexical_relations import alike
from explorer.evaluation.perturbations.distortions import DISTORTIONS
from explorer.evaluation.perturbations.paraphrases import PARAPHRASES
from explorer.evaluation.perturbations.passages import Passage, finite_verb
from explorer.evaluation.perturbations.rewriting import Change, Edit, Rewritten, rewrite, tokens_edit
from explorer.training.localizer.sisters import CLASSES, Sisters

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_OTHERS = (
    ("may", "must"), ("can", "must"), ("might", "will"), ("could", "will"), ("should", "must"), ("should", "may"), ("must", "may"),
    ("once", "twice"), ("twice", "once"), ("twice", "three times"), ("always", "sometimes"), ("often", "rarely"), ("usually", "rarely"),
    ("sometimes", "always"), ("first", "last"), ("last", "first"), ("because", "although"), ("although", "because"), ("if", "unless"),
    ("unless", "if"), ("until", "since"), ("during", "after"), ("without", "with"), ("all", "some"), ("some", "all"), ("most", "some"),
    ("many", "few"), ("few", "many"), ("every", "no"), ("several", "all"), ("both", "neither of"), ("more", "fewer"), ("more", "less"),
    ("fewer", "more"), ("less", "more"), ("most", "least"), ("least", "most"), ("higher", "lower"), ("lower", "higher"),
    ("larger", "smaller"), ("smaller", "larger"), ("longer", "shorter"), ("older", "younger"), ("younger", "older"), ("earlier", "later"),
    ("later", "earlier"), ("better", "worse"), ("worse", "better"), ("stronger", "weaker"), ("weaker", "stronger"), ("above", "below"),
    ("below", "above"), ("inside", "outside"), ("outside", "inside"), ("against", "for"), ("only", "also"), ("still", "no longer"),
    ("now", "no longer"), ("already", "not yet"), ("never", "always"), ("nobody", "everybody"), ("none", "all"), ("nothing", "everything"),
    ("daily", "weekly"), ("weekly", "monthly"), ("monthly", "weekly"), ("annual", "monthly"), ("annually", "monthly"),
)  # fmt: skip
"""Words of closed classes, and others of their class that say something else in the same place."""
_SHARES = {
    **dict.fromkeys(("sister noun", "sister verb"), 10),
    "sister adj": 6,
    **dict.fromkeys(("argument changed", "agent changed", "value changed", "name changed"), 4),
    "negation": 3,
    **dict.fromkeys(("roles swapped", "opposite", "predicate opposed", "denial", "verb", "added"), 2),
}
"""How often a kind of change is drawn; others once."""
_NARROWING = ("all", "only", "most")
"""What makes more or less of a plural subject."""
_UNITS = ("second", "minute", "hour", "day", "week", "month", "year")


def distorted(passage: Passage, index: int, doc: "Doc", draw: random.Random, sisters: Sisters) -> dict[str, Rewritten]:
    """A sentence of a passage made false in every way that it offers, by the kind of change; nothing that the passage itself says."""
    known = {_plain(sentence.text) for sentence in passage.docs}
    changes = {name: distortion(passage, index, doc, draw) for name, distortion in DISTORTIONS.items()}
    changes |= {f"{old} to {new}": Change([edit]) for old, new, edit in _of_classes(doc)}
    for name, edits in (
        ("opposite", _opposites(doc)),
        ("unit", _units(doc)),
        ("done", _done(doc)),
        ("planned", _planned(doc)),
        ("added", _added(passage, doc)),
        ("verb", _verbs(passage, doc)),
        ("denial", _denials(doc)),
        *((f"sister {pos.lower()}", _sisters(doc, pos, sisters, draw)) for pos in CLASSES),
    ):
        found = list(edits)
        if found:
            changes[name] = Change([draw.choice(found)])
    applied = {name: rewrite(doc.text, change.edits) for name, change in changes.items() if change is not None}
    return {name: new for name, new in applied.items() if new is not None and _plain(new.text) not in known}


def drawn(distortions: Mapping[str, Rewritten], used: Counter[str]) -> str:
    """The kind that was drawn least for what it should count; it is counted."""
    kind = min(distortions, key=lambda name: (used[name] / _SHARES.get(name, 1), name))
    used[kind] += 1
    return kind


def reworded(passage: Passage, index: int, doc: "Doc", draw: random.Random) -> str:
    """A sentence in other words that say the same, or as it stands where none are known."""
    offered = (paraphrase(passage, index, doc, draw) for paraphrase in PARAPHRASES.values())
    new = [rewritten.text for edits in offered if edits and (rewritten := rewrite(doc.text, edits)) is not None]
    return draw.choice(new) if new else doc.text


def _of_classes(doc: "Doc") -> Iterator[tuple[str, str, Edit]]:
    for token in doc[:-1]:
        for old, new in _OTHERS:
            alone = token.i == 0 or doc[token.i - 1].pos_ not in ("DET", "ADJ", "PART")
            if token.lower_ == old and alone and token.pos_ != "PROPN" and (token.nbor().is_alpha or token.nbor().like_num):
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


def _planned(doc: "Doc") -> Iterator[Edit]:
    """What was done told as what will be."""
    for token in doc:
        if (
            token.tag_ == "VBD"
            and token.dep_ in ("ROOT", "conj")
            and token.lemma_ not in ("be", "have", "do")
            and finite_verb(token) == token
        ):
            yield tokens_edit(doc, token.i, token.i + 1, f"will {token.lemma_.lower()}")


def _denials(doc: "Doc") -> Iterator[Edit]:
    """ "No" of a noun taken away, or put in for its article."""
    for token in doc:
        noun = token.head
        if token.dep_ != "det" or noun.dep_ not in ("dobj", "attr", "nsubj", "nsubjpass", "pobj") or noun.pos_ != "NOUN":
            continue
        following = doc[token.i + 1].text
        if token.lower_ == "no":
            yield tokens_edit(doc, token.i, token.i + 1, "some" if noun.tag_ == "NNS" else indefinite(following))
        elif token.lower_ in ("a", "an") and noun.dep_ in ("dobj", "attr"):
            yield tokens_edit(doc, token.i, token.i + 1, "no")


def _sisters(doc: "Doc", pos: str, sisters: Sisters, draw: random.Random) -> Iterator[Edit]:
    for token in doc:
        new = sisters.of(token, draw) if token.pos_ == pos else None
        if new:
            start = token.i
            article = start and doc[start - 1].lower_ in ("a", "an")
            if article and indefinite(new) != doc[start - 1].lower_:
                continue
            yield tokens_edit(doc, start, start + 1, new)


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


def word_at(sentence: str, start: int, end: int, before: int) -> tuple[int, int]:
    """What is new in a sentence, in the text; where something was only taken away, the word after it."""
    if start == end:
        following = re.compile(r"\w+").search(sentence, start)
        start, end = following.span() if following else (max(0, start - 1), start)
    return before + start, before + end


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().lower()
