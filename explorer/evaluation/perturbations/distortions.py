"""Changes that make a sentence false with respect to its reference, one kind of error each."""

import random
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from engines.english.articles import indefinite
from engines.english.inflection import inflect
from engines.english.planning import INTENDING
from explorer.evaluation.perturbations.passages import Passage, bare, entity_kind, finite_verb, others
from explorer.evaluation.perturbations.rewriting import Change, affirmation, negation, tokens_edit
from explorer.evaluation.perturbations.wrong_roles import agent_changed, argument_changed, opposites, roles_swapped, short
from explorer.evaluation.perturbations.wrong_values import equal_value_then_changed, value_changed

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


Distortion = Callable[[Passage, int, "Doc", random.Random], Change | None]
_SAYING = frozenset(
    {
        "say",
        "tell",
        "claim",
        "argue",
        "announce",
        "add",
        "explain",
        "believe",
        "suggest",
        "warn",
        "report",
        "state",
        "insist",
        "think",
        "admit",
    }
)
_BEFORE_NUMBERS = frozenset({"over", "under", "nearly", "almost", "half", "at least", "more than", "less than", "up to", "fewer than"})


def _root(doc: "Doc") -> "Token":
    return next(token for token in doc if token.head == token and not token.is_punct)


def negated(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> Change | None:
    """The main clause negated, or its negation taken away."""
    root = _root(doc)
    edits = affirmation(root) or negation(root)
    return Change(edits, root.lemma_.lower()) if edits else None


def clause_negated(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> Change | None:
    """A finite clause below the main one negated: "said that it did not rain"."""
    verbs = [t for t in doc if t.dep_ in ("ccomp", "conj", "relcl") and t.pos_ in ("VERB", "AUX") and finite_verb(t) is not None]
    random_.shuffle(verbs)
    for verb in verbs:
        edits = affirmation(verb) or negation(verb)
        if edits:
            return Change(edits, verb.lemma_.lower())
    return None


def attribution_changed(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> Change | None:
    """What one person said put in the mouth of another."""
    for verb in doc:
        subject = next((c for c in verb.children if c.dep_ == "nsubj" and c.pos_ == "PROPN"), None)
        if verb.lemma_.lower() not in _SAYING or subject is None:
            continue
        kind = "organisation" if subject.ent_type_ == "ORG" else "person"
        options = others(doc[slice(*short(subject))].text, passage.entities.get(kind, ()))
        new = random_.choice(options) if options else random_.choice(opposites()["invented people"])
        return Change([tokens_edit(doc, *short(subject), new)], verb.lemma_.lower())
    return None


def name_changed(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> Change | None:
    """A person, place, organisation or nationality replaced by another of the same kind, usually one that the reference mentions."""
    entities = [entity for entity in doc.ents if entity_kind(entity)]
    random_.shuffle(entities)
    for entity in entities:
        kind, name = entity_kind(entity), bare(entity)
        invented = opposites()["nationalities" if kind == "nationality" else "invented people" if kind == "person" else f"invented {kind}s"]
        known = others(name.text, [n for n in passage.entities.get(kind, ()) if n not in doc.text])
        if kind == "person" and len(name) == 1:
            invented = [full.split()[-1] for full in invented]
        known = [
            n
            for n in known
            if (kind != "nationality" or n.endswith("s") == name.text.endswith("s")) and not passage.together((n, *_around(name)))
        ]
        options = known if known and random_.random() < 0.7 else others(name.text, invented)
        if options:
            new = random_.choice(options)
            edits = [tokens_edit(doc, name.start, name.end, new)]
            if name.start and doc[name.start - 1].lower_ in ("a", "an"):
                edits.append(tokens_edit(doc, name.start - 1, name.start, indefinite(new)))
            return Change(edits)
    return None


def _around(name: Any) -> list[str]:
    return [name.root.head.lemma_] if name.root.head.pos_ in ("VERB", "NOUN") else []


def predicate_opposed(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> Change | None:
    """A verb, adjective or other word replaced by its opposite."""
    lists = opposites()
    verbs, adjectives, words = (dict(lists[key]) for key in ("verbs", "adjectives", "words"))
    found = []
    for token in doc:
        lemma, lower = token.lemma_.lower(), token.lower_
        if token.pos_ == "VERB" and lemma in verbs:
            found.append((token, inflect(verbs[lemma], token.tag_)))
        elif token.pos_ == "ADJ" and lower in adjectives and not token.ent_type_:
            found.append((token, adjectives[lower]))
        elif token.pos_ in ("NOUN", "ADP", "SCONJ", "ADV", "DET", "ADJ") and lower in words and not token.ent_type_:
            found.append((token, words[lower]))
    if not found:
        return None
    token, new = random_.choice(found)
    edits = [tokens_edit(doc, token.i, token.i + 1, new if not token.text[0].isupper() else new[0].upper() + new[1:])]
    if token.i and doc[token.i - 1].lower_ in ("a", "an"):
        edits.append(tokens_edit(doc, token.i - 1, token.i, indefinite(new)))
    return Change(edits, token.lemma_.lower() if token.pos_ == "VERB" else "")


def modality_strengthened(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> Change | None:
    """What may be, is planned or alleged told as a fact."""
    hedges = set(opposites()["hedges"])
    for token in doc:
        if token.dep_ == "aux" and token.lower_ in ("may", "might", "could") and token.head.tag_ == "VB" and token.i + 1 == token.head.i:
            verb = token.head
            new = _in_past(verb, token)
            return Change([tokens_edit(doc, token.i, verb.i + 1, new)], verb.lemma_.lower())
        plan = token.lemma_ in INTENDING and token.tag_ in ("VBD", "VBZ", "VBP")
        if plan and token.i + 2 < len(doc) and doc[token.i + 1].lower_ == "to" and doc[token.i + 2].tag_ == "VB":
            verb = doc[token.i + 2]
            new = _in_past(verb, token)
            return Change([tokens_edit(doc, token.i, verb.i + 1, new)], verb.lemma_.lower())
        if token.lower_ in hedges and token.dep_ == "advmod" and token.head.pos_ == "VERB" and token.i:
            return Change([tokens_edit(doc, token.i, token.i + 1, "certainly")], token.head.lemma_.lower())
    return None


def _in_past(verb: "Token", plan: "Token") -> str:
    if verb.lemma_ != "be":
        return inflect(verb.lemma_.lower(), "VBD")
    holder = verb if plan.dep_ == "aux" else plan
    plural = any(c.dep_ in ("nsubj", "nsubjpass") and (c.tag_ == "NNS" or c.lower_ in ("they", "we", "you")) for c in holder.children)
    return "were" if plural else "was"


def quantity_changed(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> Change | None:
    """Some to all, at least to at most, more than to less than."""
    found = []
    for old, new in opposites()["quantifiers"]:
        words = tuple(old.split())
        for i in range(len(doc) - len(words)):
            if tuple(t.lower_ for t in doc[i : i + len(words)]) == words and _quantifies(doc, i, i + len(words), old, new):
                found.append(tokens_edit(doc, i, i + len(words), new))
    return Change([random_.choice(found)]) if found else None


def _quantifies(doc: "Doc", start: int, end: int, old: str, new: str) -> bool:
    following = doc[end]
    if following.pos_ not in (("NUM", "SYM") if old in _BEFORE_NUMBERS else ("NOUN", "NUM", "ADJ", "PROPN", "ADP")):
        return False
    if start and doc[start - 1].lower_ in ("a", "the", "any", "not", "so", "very", "too", "as"):
        return False
    if old == "both" and any(token.lower_ == "and" for token in doc[end:]):
        return False
    return not (new.endswith("the") and following.tag_ != "NNS") and not (following.lower_ == "of" and "of" in new)


def order_flipped(passage: Passage, index: int, doc: "Doc", random_: random.Random) -> Change | None:
    """Before for after."""
    for token in doc:
        if token.lower_ in ("before", "after") and token.dep_ in ("mark", "prep") and token.i + 1 < len(doc):
            return Change([tokens_edit(doc, token.i, token.i + 1, "after" if token.lower_ == "before" else "before")])
    return None


DISTORTIONS: dict[str, Distortion] = {
    "negation": negated,
    "clause negation": clause_negated,
    "roles swapped": roles_swapped,
    "agent changed": agent_changed,
    "attribution changed": attribution_changed,
    "name changed": name_changed,
    "value changed": value_changed,
    "value changed and reworded": equal_value_then_changed,
    "predicate opposed": predicate_opposed,
    "modality strengthened": modality_strengthened,
    "quantity changed": quantity_changed,
    "order flipped": order_flipped,
    "argument changed": argument_changed,
}
