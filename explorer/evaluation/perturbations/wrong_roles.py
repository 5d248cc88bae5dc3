"""Changes that put somebody or something else in a part of a sentence: arguments exchanged, another subject, another argument."""

import json
import random
from functools import cache
from typing import TYPE_CHECKING, Any

from engines.core.machine.files import asset
from explorer.evaluation.perturbations.passages import Passage, finite_verb, others, subtree
from explorer.evaluation.perturbations.rewriting import Change, phrase, swap, tokens_edit

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


@cache
def opposites() -> dict[str, Any]:
    """The word lists of `assets/verifier/opposites.json`."""
    lists: dict[str, Any] = json.loads(asset("verifier", "opposites.json").read_text("utf-8"))
    return lists


def roles_swapped(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> Change | None:
    """Subject and object of a verb exchanged ("the dog bit the man" to "the man bit the dog"), also through "by" and a preposition."""
    found = []
    for verb in doc:
        if verb.pos_ != "VERB" or verb.lemma_.lower() in opposites()["symmetric verbs"] or _reciprocal(verb):
            continue
        subject = next((c for c in verb.children if c.dep_ in ("nsubj", "nsubjpass")), None)
        objects = [c for c in verb.children if c.dep_ in ("dobj", "dative")]
        objects += [
            p
            for c in verb.children
            if c.dep_ in ("agent", "prep") and c.lower_ in ("by", "to", "against", "from")
            for p in c.children
            if p.dep_ == "pobj"
        ]
        for object_ in objects:
            if subject is not None and _swappable(subject, object_):
                alike = (subject.ent_type_ == object_.ent_type_ != "") + (subject.pos_ == object_.pos_ == "PROPN")
                found.append((alike, verb, subject, object_))
    if not found:
        return None
    best = max(alike for alike, *_ in found)
    _, verb, subject, object_ = random_.choice([entry for entry in found if entry[0] == best])
    return Change(swap(doc, short(subject), short(object_)), verb.lemma_.lower())


def _reciprocal(verb: "Token") -> bool:
    return any(token.lower_ in ("each", "other", "another", "together", "both") for token in verb.subtree)


def short(noun: "Token") -> tuple[int, int]:
    """The noun phrase without relative clauses and appositions after the noun."""
    start, end = subtree(noun)
    for child in noun.children:
        if child.i > noun.i and (child.dep_ in ("relcl", "appos", "acl", "punct", "advcl")):
            end = min(end, child.left_edge.i)
    while end > noun.i + 1 and noun.doc[end - 1].is_punct:
        end -= 1
    return start, end


def _swappable(subject: "Token", object_: "Token") -> bool:
    if "PRON" in (subject.pos_, object_.pos_) or subject.lemma_ == object_.lemma_ or subject.i >= object_.i:
        return False
    first, second = short(subject), short(object_)
    plural = [t.tag_ in ("NNS", "NNPS") or any(c.dep_ == "conj" for c in t.children) for t in (subject, object_)]
    agree = plural[0] == plural[1] or _past(subject.head)
    animate = [bool(t.ent_type_ in ("PERSON", "ORG", "GPE", "NORP")) or t.pos_ == "PROPN" for t in (subject, object_)]
    apart = first[1] <= second[0] and first[1] - first[0] <= 8 and second[1] - second[0] <= 8
    return (
        apart
        and agree
        and (animate[0] == animate[1])
        and object_.ent_type_ not in ("DATE", "TIME", "MONEY", "CARDINAL", "PERCENT", "QUANTITY")
    )


def _past(verb: "Token") -> bool:
    first = finite_verb(verb)
    return first is not None and (first.tag_ == "MD" or (first.tag_ == "VBD" and first.lemma_ != "be") or first.lower_ == "had")


def agent_changed(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> Change | None:
    """The subject of another sentence or clause put in the place of this one's ("A resigned. B stayed." to "B resigned")."""
    here = [t for t in doc if t.dep_ in ("nsubj", "nsubjpass") and t.pos_ in ("NOUN", "PROPN") and t.head.pos_ == "VERB"]
    there = [
        t
        for d in passage.docs
        for t in d
        if t.dep_ in ("nsubj", "nsubjpass") and t.pos_ in ("NOUN", "PROPN") and short(t)[1] - short(t)[0] <= 6
    ]
    random_.shuffle(here)
    for subject in here:
        plural = subject.tag_ in ("NNS", "NNPS")
        options = [
            t
            for t in there
            if (t.ent_type_ == subject.ent_type_ and (t.tag_ in ("NNS", "NNPS")) == plural)
            and others(subject.text, [t.text])
            and subject.lemma_.lower() != t.lemma_.lower()
            and not passage.together((t.lemma_, subject.head.lemma_))
        ]
        if options:
            other = random_.choice(options)
            new = phrase(other.doc, *short(other))
            return Change([tokens_edit(doc, *short(subject), new)], subject.head.lemma_.lower())
    return None


def argument_changed(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> Change | None:
    """The object of a verb or preposition replaced by one of another sentence of the reference."""
    here = [
        t
        for t in doc
        if t.dep_ in ("dobj", "pobj", "attr") and t.pos_ == "NOUN" and not t.ent_type_ and not any(c.dep_ == "conj" for c in t.children)
    ]
    there = [
        t for d in passage.docs if d is not doc for t in d if t.dep_ in ("dobj", "pobj", "attr") and t.pos_ == "NOUN" and not t.ent_type_
    ]
    random_.shuffle(here)
    for noun in here:
        governor = noun.head.head if noun.dep_ == "pobj" else noun.head
        options = [
            t
            for t in there
            if t.dep_ == noun.dep_
            and t.tag_ == noun.tag_
            and t.lemma_ != noun.lemma_
            and (t.dep_ != "pobj" or t.head.lower_ == noun.head.lower_)
            and t.lemma_.lower() not in passage.sentence_stems[index]
            and not passage.together((governor.lemma_, t.lemma_))
            and short(t)[1] - short(t)[0] <= 6
        ]
        if options:
            other = random_.choice(options)
            predicate = governor.lemma_.lower() if governor.pos_ == "VERB" else ""
            return Change([tokens_edit(doc, *short(noun), phrase(other.doc, *short(other)))], predicate)
    return None
