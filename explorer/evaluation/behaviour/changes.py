"""Changes that the behavioural suite makes to any sentence of its passages: other forms of what it says, and things it does not say.

They go beyond those that training pairs are made with (`explorer.evaluation.perturbations.corruptions`), and none of them is trained on.
"""

import random
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.core.digits import whole_number
from engines.english.articles import indefinite
from engines.english.calendar import MONTHS
from engines.english.inflection import inflect
from engines.english.number_words import UNITS, in_words
from explorer.evaluation.behaviour.additions import additions
from explorer.evaluation.behaviour.rewordings import reworded
from explorer.evaluation.perturbations.distortions import DISTORTIONS
from explorer.evaluation.perturbations.paraphrases import adjunct_dropped
from explorer.evaluation.perturbations.passages import Passage, bare, finite_verb, others
from explorer.evaluation.perturbations.rewriting import Change, Edit, rewrite, tokens_edit
from explorer.evaluation.perturbations.wrong_roles import opposites, short

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_DATE = re.compile(rf"\b(\d{{1,2}}) ({'|'.join(MONTHS)})\b( \d{{4}})?")
_PERCENT = re.compile(r"(\d)(%| per ?cent)(?!\w)")
_INTRODUCED = re.compile(r"((?:[A-Z]\w*|of|for|and|the)(?: (?:[A-Z]\w*|of|for|and|the))*) \(([A-Z]{2,5})\)")
_SAYING = frozenset({"say", "claim", "believe", "warn", "argue", "announce", "report", "testify", "insist", "think", "suggest", "suspect"})
_DRAWN = {"modality strengthened": "modality", "quantity changed": "quantity", "order flipped": "order"}
"""Changes of the training pairs whose choices are few, and the kind that they are counted in here."""
_TRIES = 6
"""So many times such a change is drawn, for every sentence to give each of its versions."""
_TURNED = {"later": "earlier", "earlier": "later", "following": "preceding"}
_WHERE = ("in", "near", "to", "from", "at", "over")
_UNGRAMMATICAL = re.compile(
    r"\b(?:(?:almost )?no (?:of|\d|[A-Z])|neither \w+s\b|not \w+ less\b|all \w+ \w+ not\b|most \w+ of\b)", re.IGNORECASE
)
"""What a quantifier may leave behind where it is put blindly."""


def harmless(passage: Passage, index: int) -> Iterator[tuple[str, str]]:
    """(kind, statement) of sentence `index` in other forms and words: acronyms, percentages, dates, numbers, another order."""
    sentence = passage.docs[index].text
    for match in _INTRODUCED.finditer(sentence):
        long = _long_form(match[1], match[2])
        start = match.start() + len(match[1]) - len(long)
        for form in (match[2], long):
            yield "acronym", sentence[:start] + form + sentence[match.end() :]
    for match in _INTRODUCED.finditer(passage.text.text):
        long, acronym = _long_form(match[1], match[2]), match[2]
        if f"({acronym})" not in sentence and re.search(rf"\b{acronym}\b", sentence):
            yield "acronym", re.sub(rf"\b{acronym}\b", long, sentence)
    for match in _PERCENT.finditer(sentence):
        for form in ("%", " percent", " per cent"):
            if form != match[2]:
                yield "percent", sentence[: match.start(2)] + form + sentence[match.end(2) :]
    for match in _DATE.finditer(sentence):
        day, month, year = match.groups()
        for form in (f"{month} {day}" + (f",{year}" if year else ""), f"the {_ordinal(int(day))} of {month}{year or ''}"):
            yield "date", sentence[: match.start()] + form + sentence[match.end() :]
    for token in passage.docs[index]:
        counts = token.dep_ == "nummod" and token.head.pos_ == "NOUN" and 0 < token.i < token.head.i
        thing = token.head.text
        if counts and thing.isalpha() and len(thing) > 2 and thing != "thirds" and (form := _counted(token.text)):
            result = rewrite(sentence, [tokens_edit(token.doc, token.i, token.i + 1, form)])
            if result:
                yield "number words", result.text
    yield from reworded(passage.docs[index])
    if not any(token.dep_ == "cc" for token in passage.docs[index]):
        edits = adjunct_dropped(passage, index, passage.docs[index], random.Random(index))
        result = rewrite(sentence, edits) if edits else None
        if result:
            yield "shortened", result.text


def _long_form(words: str, acronym: str) -> str:
    """The last words whose capitals make the acronym."""
    parts = words.split()
    for start in range(len(parts) - 1, -1, -1):
        if "".join(part[0] for part in parts[start:] if part[0].isupper()) == acronym and parts[start][0].isupper():
            return " ".join(parts[start:])
    return words


def _ordinal(day: int) -> str:
    return f"{day}{'th' if 10 < day < 14 else {1: 'st', 2: 'nd', 3: 'rd'}.get(day % 10, 'th')}"


def _counted(surface: str) -> str:
    """A number below a hundred in words for digits, and a small one in digits for words; "" for others."""
    number = whole_number(surface, 99)
    if number is not None and number > 1:
        return in_words(number)
    word = surface.lower()
    return str(UNITS.index(word)) if word in UNITS[2:] else ""


def wrong(passage: Passage, index: int) -> Iterator[tuple[str, str]]:
    """(kind, statement) of sentence `index` made false: nationality, speaker, certainty, quantity, order, something added."""
    doc = passage.docs[index]
    changes = [
        *(("wrong nationality", edits) for edits in _nationalities(doc, index)),
        *(("place", edits) for edits in _places(passage, index, doc)),
        *(("attribution", edits) for edits in _speakers(passage, doc)),
        *(("modality", edits) for edits in _carried_out(doc)),
        *(("order", [tokens_edit(doc, t.i, t.i + 1, _TURNED[t.lower_])]) for t in doc if t.lower_ in _TURNED),
        *_drawn(passage, index, doc),
    ]
    for kind, edits in changes:
        result = rewrite(doc.text, edits)
        if result and not _UNGRAMMATICAL.search(result.text):
            yield kind, result.text
    for statement in additions(doc, index):
        yield "extrinsic", statement


def _drawn(passage: Passage, index: int, doc: "Doc") -> Iterator[tuple[str, list[Edit]]]:
    for name, kind in _DRAWN.items():
        for seed in range(_TRIES):
            change: Change | None = DISTORTIONS[name](passage, index, doc, random.Random(seed))
            if change:
                yield kind, change.edits


def _places(passage: Passage, index: int, doc: "Doc") -> Iterator[list[Edit]]:
    """Another place for the first one that is named after a preposition."""
    here = [e for e in doc.ents if e.label_ == "GPE" and e.root.dep_ == "pobj" and e.root.head.lower_ in _WHERE and len(e) == 1]
    free = [name for name in opposites()["invented places"] if name not in passage.text.text]
    for entity in here[:1]:
        yield [tokens_edit(doc, entity.start, entity.end, free[(index + len(doc)) % len(free)])]


def _nationalities(doc: "Doc", index: int) -> Iterator[list[Edit]]:
    known = opposites()["nationalities"]
    for token in doc:
        if token.ent_type_ == "NORP" and token.tag_ in ("JJ", "NNP") and token.text.endswith(("n", "sh", "ch", "ese")):
            for new in (known[(index + len(doc) + step) % len(known)] for step in (0, 5)):
                article = doc[token.i - 1] if token.i and doc[token.i - 1].lower_ in ("a", "an") else None
                edits = [tokens_edit(doc, token.i, token.i + 1, new)]
                if article is not None:
                    edits.append(tokens_edit(doc, article.i, article.i + 1, indefinite(new)))
                if new != token.text:
                    yield edits


def _speakers(passage: Passage, doc: "Doc") -> Iterator[list[Edit]]:
    """Another person of the passage in the place of who says something, and its denial."""
    for verb in doc:
        subject = next((c for c in verb.children if c.dep_ == "nsubj"), None)
        clause = next((c for c in verb.children if c.dep_ == "ccomp" and c.i > verb.i), None)
        if verb.lemma_.lower() not in _SAYING or subject is None or clause is None or verb.tag_ not in ("VBD", "VBZ", "VBP"):
            continue
        name = doc[slice(*short(subject))].text
        if subject.pos_ == "PROPN":
            for new in others(name, _people(passage))[:3]:
                if not set(new.split()) & set(doc.text.split()):
                    yield [tokens_edit(doc, *short(subject), new)]
        that = "" if any(c.lower_ == "that" and c.dep_ == "mark" for c in clause.children) else " that"
        yield [tokens_edit(doc, verb.i, verb.i + 1, inflect("deny", verb.tag_) + that)]


def _people(passage: Passage) -> list[str]:
    """Those who do something somewhere in the passage, by first and last name."""
    doing = (e for d in passage.docs for e in d.ents if e.label_ == "PERSON" and len(e) > 1 and e.root.dep_ in ("nsubj", "nsubjpass"))
    return list(dict.fromkeys(bare(entity).text for entity in doing))


def _carried_out(doc: "Doc") -> Iterator[list[Edit]]:
    """What will or should be done told as done."""
    if any(token.lower_ in ("if", "next") for token in doc):
        return
    for verb in doc:
        auxiliary = finite_verb(verb) if verb.tag_ == "VB" and verb.pos_ == "VERB" else None
        if auxiliary is not None and auxiliary.lower_ in ("will", "should") and auxiliary.i + 1 == verb.i and not _negated(verb):
            yield [tokens_edit(doc, auxiliary.i, verb.i + 1, inflect(verb.lemma_.lower(), "VBD"))]


def _negated(verb: "Token") -> bool:
    return any(child.dep_ == "neg" for child in verb.children)
