"""Things added to a sentence that its passage does not tell: circumstances, reasons, descriptions, further objects and deeds.

What is added is chosen to fit the sentence's grammar, not its matter, so that no passage can happen to tell of it.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from engines.english.animacy import noun_class
from engines.english.lexicon import closed_class
from engines.verification.values.finding import find_values
from explorer.evaluation.perturbations.passages import finite_verb, subtree, usable
from explorer.evaluation.perturbations.rewriting import Edit, rewrite, tokens_edit

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_CIRCUMSTANCES = ("during a thunderstorm", "to everyone's surprise", "during a carnival", "despite a strong wind")
_DOINGS = (
    "in front of several cameras",
    "without telling the neighbours",
    "at the request of an uncle",
    "with the help of two volunteers",
    "to please a wealthy aunt",
)
"""Circumstances of what somebody does."""
_REASONS = ("because of a dispute over money", "because of a strike", "because of a bet")
_DESCRIPTIONS = ("a former boxer", "a trained dentist", "the youngest of six children", "a keen gardener")
_DEEDS = ("and later wrote a poem about it", "and then gave a speech in the garden", "and received a bunch of flowers")
_MANNERS = ("secretly", "reluctantly", "proudly", "hastily")
_ITEMS = {
    "two photographers": "thank arrest hire fire invite rescue praise meet see interview blame criticise push hurt injure",
    "a pair of gloves": "steal buy sell find discover hide carry lose examine bring see show search",
    "a swimming pool": "build open restore found finance design",
    "a jar of mustard": "eat buy mix feed",
}
"""What may be done to these too."""
_QUALITIES = {"person": "elderly", "artifact": "Italian", "group": "notorious", "act": "secret", "communication": "confidential"}
_TIMES = ("in the spring of 2003", "on the first Sunday of the month", "late in the evening")
_NEGATIVE = closed_class("denying adverbs") | closed_class("denying pronouns") | {"nor", "without", "few", "fewer", "less"}
"""What is not done at all is not done in spring either."""
_HAPPENING = frozenset({"die", "fall", "rise", "lose", "miss", "grow", "kill", "collide", "cause"})
"""What is done for no reason of one's own."""
_STATES = frozenset({"be", "have", "cost", "weigh", "contain", "hold", "own", "consist", "last", "lie", "include", "mean"})


def additions(doc: "Doc", index: int) -> Iterator[str]:
    """A statement made from a parsed sentence with one thing added; `index` chooses among the kinds of things."""
    if not usable(doc) or any(token.lower_ in _NEGATIVE for token in doc):
        return
    for step in range(len(_ADDITIONS)):
        edits = _ADDITIONS[(index + 3 * step + len(doc)) % len(_ADDITIONS)](doc, index + len(doc))
        result = rewrite(doc.text, edits) if edits else None
        if result:
            yield result.text
            return


def _root(doc: "Doc") -> "Token":
    return next(token for token in doc if token.head == token and not token.is_punct)


def _deed(doc: "Doc") -> bool:
    """Whether the sentence tells of something done once, and ends with that and no further clause."""
    root = _root(doc)
    first = finite_verb(root)
    below = any(c.dep_ in ("ccomp", "advcl", "conj", "parataxis", "relcl") and c.pos_ in ("VERB", "AUX") for c in doc)
    return root.pos_ == "VERB" and root.lemma_ not in _STATES and first is not None and first.tag_ == "VBD" and not below


def _at_end(doc: "Doc", words: str) -> list[Edit]:
    last = doc[-2] if doc[-1].is_punct else doc[-1]
    end = last.idx + len(last)
    return [Edit(end, end, f" {words}")]


def _circumstance(doc: "Doc", choice: int) -> list[Edit] | None:
    if not _deed(doc):
        return None
    words = _DOINGS if _person(doc) is not None and choice % 2 else _CIRCUMSTANCES
    return _at_end(doc, words[choice % len(words)])


def _reason(doc: "Doc", choice: int) -> list[Edit] | None:
    told = any(token.lower_ in ("because", "for", "to", "since") for token in doc)
    subject = next((c for c in _root(doc).children if c.dep_ == "nsubj"), None)
    somebody = subject is not None and (subject.ent_type_ in ("PERSON", "ORG") or noun_class(subject.lemma_.lower()) in ("person", "group"))
    chosen = somebody and not told and _root(doc).lemma_ not in _HAPPENING
    return _at_end(doc, _REASONS[choice % len(_REASONS)]) if _deed(doc) and chosen else None


def _time(doc: "Doc", choice: int) -> list[Edit] | None:
    told = any(v.kind in ("date", "time", "relative") for v in find_values(doc.text))
    return _at_end(doc, _TIMES[choice % len(_TIMES)]) if _deed(doc) and not told else None


def _person(doc: "Doc") -> "Token | None":
    """The subject of the sentence if it is a person by first and last name."""
    people = {entity.root.i for entity in doc.ents if entity.label_ == "PERSON" and len(entity) > 1}
    return next((c for c in _root(doc).children if c.dep_ == "nsubj" and c.i in people), None)


def _description(doc: "Doc", choice: int) -> list[Edit] | None:
    person = _person(doc)
    if person is None or doc[person.i + 1].is_punct or person.right_edge != person:
        return None
    end = person.idx + len(person)
    return [Edit(end, end, f", {_DESCRIPTIONS[choice % len(_DESCRIPTIONS)]},")]


def _further_deed(doc: "Doc", choice: int) -> list[Edit] | None:
    return _at_end(doc, _DEEDS[choice % len(_DEEDS)]) if _deed(doc) and _person(doc) is not None else None


def _manner(doc: "Doc", choice: int) -> list[Edit] | None:
    root, person = _root(doc), _person(doc)
    if person is None or root.tag_ != "VBD" or not _deed(doc) or any(c.dep_ == "advmod" and c.i < root.i for c in root.children):
        return None
    return [Edit(root.idx, root.idx, f"{_MANNERS[choice % len(_MANNERS)]} ")]


def _further_object(doc: "Doc", choice: int) -> list[Edit] | None:
    for noun in doc:
        item = next((item for item, verbs in _ITEMS.items() if noun.head.lemma_ in verbs.split()), "")
        plain = noun.dep_ == "dobj" and noun.pos_ == "NOUN" and subtree(noun)[1] == noun.i + 1 and noun.head.tag_ in ("VBD", "VBN")
        if (
            plain
            and item
            and not any(c.dep_ == "nummod" for c in noun.children)
            and (noun.i + 1 == len(doc) or doc[noun.i + 1].lower_ != "and")
        ):
            end = noun.idx + len(noun)
            return [Edit(end, end, f" and {item}")]
    return None


def _quality(doc: "Doc", choice: int) -> list[Edit] | None:
    for noun in doc:
        quality = _QUALITIES.get(noun_class(noun.lemma_.lower()) or "")
        article = doc[noun.i - 1] if noun.i else None
        if quality and noun.pos_ == "NOUN" and noun.dep_ in ("dobj", "nsubj") and article is not None:
            if article.lower_ in ("the", "each", "some"):
                return [Edit(noun.idx, noun.idx, f"{quality} ")]
            if article.lower_ not in ("a", "an"):
                continue
            new = f"{'an' if quality[0] in 'aeiouI' else 'a'} {quality}"
            return [tokens_edit(doc, article.i, article.i + 1, new)]
    return None


_ADDITIONS: tuple[Callable[["Doc", int], list[Edit] | None], ...] = (
    _circumstance,
    _reason,
    _description,
    _further_deed,
    _manner,
    _further_object,
    _quality,
    _time,
)
