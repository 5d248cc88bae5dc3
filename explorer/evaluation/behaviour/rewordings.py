"""The same said otherwise where a careless rule sees a conflict: speaker first, second event first, other words for how many."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from explorer.evaluation.perturbations.passages import subtree
from explorer.evaluation.perturbations.rewriting import phrase
from explorer.evaluation.perturbations.wrong_roles import short

if TYPE_CHECKING:
    from spacy.tokens import Doc

_VOUCHING = frozenset({"say", "claim", "believe", "warn", "argue", "announce", "testify", "insist", "think", "suspect", "conclude", "find"})
_BOUNDS = (
    (r"(?<!no )more than (?=\d)", "over "),
    (r"over (?=\d)", "more than "),
    (r"fewer than (?=\d)", "less than "),
    (r"at least (?=\d)", "no fewer than "),
    (r"up to (?=\d)", "at most "),
    (r"nearly (?=\d)", "almost "),
    (r"about (?=\d)", "roughly "),
    (r"most of (?=them|its \w+s\b|her \w+s\b|their \w+s\b)", "many of "),
    (r"all of (?=them|its \w+s\b|her \w+s\b|their \w+s\b)", "most of "),
)
_CHANCES = (
    (r"\bmight (?=[a-z])", "may "),
    (r"\bplans to\b", "intends to"),
    (r"\bplan to\b", "intend to"),
    (r"\bhopes to\b", "wants to"),
    (r"\bwants to\b", "intends to"),
    (r"\bis expected to\b", "is likely to"),
    (r"\bare expected to\b", "are likely to"),
    (r"\ballegedly\b", "reportedly"),
    (r"\bwill probably\b", "is likely to"),
    (r"\bwill (?!probably)(?=[a-z]+ )", "is going to "),
)


def reworded(doc: "Doc") -> Iterator[tuple[str, str]]:
    """(kind, statement) of a parsed sentence that says the same, or what follows from it, in other words."""
    yield from (("attribution kept", text) for text in _speaker_first(doc))
    yield from (("order kept", text) for text in _other_event_first(doc))
    for kind, pairs in (("quantity kept", _BOUNDS), ("modality kept", _CHANCES)):
        for old, new in pairs:
            plural = new == "is likely to" or new == "is going to "
            if plural and not _singular(doc):
                new = new.replace("is", "are", 1)
            text, count = re.subn(old, new, doc.text, count=1)
            if count:
                yield kind, text
            upper = re.sub(rf"^{old}", new.capitalize(), doc.text[:1].lower() + doc.text[1:], count=1)
            if not count and upper[1:] != doc.text[1:]:
                yield kind, upper


def _singular(doc: "Doc") -> bool:
    root = next(token for token in doc if token.head == token)
    subject = next((c for c in root.children if c.dep_ in ("nsubj", "nsubjpass")), None)
    return subject is None or (subject.tag_ not in ("NNS", "NNPS") and subject.lower_ not in ("they", "we", "you"))


def _speaker_first(doc: "Doc") -> Iterator[str]:
    """ "According to the judge, the witness lied" for "The judge said that the witness lied"."""
    root = next(token for token in doc if token.head == token)
    subject = next((c for c in root.children if c.dep_ == "nsubj" and c.pos_ in ("NOUN", "PROPN")), None)
    clause = next((c for c in root.children if c.dep_ == "ccomp" and c.i > root.i), None)
    plain = root.tag_ in ("VBD", "VBZ", "VBP") and not any(c.dep_ in ("neg", "aux", "conj", "advcl", "dobj") for c in root.children)
    if subject is None or clause is None or root.lemma_ not in _VOUCHING or not plain or subtree(subject)[0] != 0:
        return
    start, end = subtree(clause)
    start += doc[start].lower_ == "that"
    if start in (root.i + 1, root.i + 2) and end >= len(doc) - 1:
        first, last = short(subject)
        name = phrase(doc, first, last) if doc[0].pos_ in ("DET", "PRON") else doc[first:last].text
        yield f"According to {name}, {phrase(doc, start, end)}."


def _other_event_first(doc: "Doc") -> Iterator[str]:
    """ "Before it rained, they ate" for "They ate before it rained"."""
    root = next(token for token in doc if token.head == token)
    for clause in root.children:
        start, end = subtree(clause)
        timed = (
            clause.dep_ == "advcl" and doc[start].lower_ in ("before", "after") and doc[start].dep_ == "mark" and doc[start].head == clause
        )
        if timed and start > 0 and end >= len(doc) - 1 and doc[start - 1].text != "," and not any(t.lower_ == "and" for t in doc):
            yield f"{doc[start].text.capitalize()} {doc[start + 1 : end].text}, {phrase(doc, 0, start)}."
