"""What a pronoun stands for inside its sentence, and who speaks in the first person."""

from typing import TYPE_CHECKING

from engines.english.animacy import noun_class
from engines.english.lexicon import words
from engines.english.noun_classes import is_animate, is_time
from engines.english.pronouns import (
    FEMININE,
    FIRST_PERSON,
    MASCULINE,
    NEUTER,
    OF_ONE_PERSON,
    PLURAL,
    REFLEXIVE,
    SPEAKERS,
    gender_of_first_name,
    nouns_of_gender,
)
from engines.parsing.syntax.dependencies import children, clause_verb

if TYPE_CHECKING:
    from spacy.tokens import Token

_PLACES = frozenset({"nsubj", "nsubjpass", "dobj", "pobj", "poss", "appos", "attr", "conj"})
_SALIENCE = {"nsubj": 4.0, "nsubjpass": 4.0, "dobj": 2.0, "poss": 1.5, "conj": 1.2}
_MOST_LOOKED_AT = 80
"""How many tokens back an antecedent is looked for: keeps very long sentences in bounded time."""


def antecedent(pronoun: "Token") -> "Token | None":
    """The most salient earlier noun of the sentence that agrees with a third-person pronoun."""
    form = pronoun.lower_
    if form not in OF_ONE_PERSON and form not in NEUTER and form not in PLURAL:
        return None
    best, best_salience = None, 2.0 if form in NEUTER else 1.2
    doc = pronoun.doc
    for noun in doc[max(0, pronoun.i - _MOST_LOOKED_AT) : pronoun.i]:
        if noun.pos_ not in ("NOUN", "PROPN") or noun.dep_ not in _PLACES or is_time(noun):
            continue
        if not agrees(noun, form) or _same_clause(noun, pronoun) or _is_owned(noun, form):
            continue
        salience = _SALIENCE.get(noun.dep_, 1.0)
        if salience >= best_salience:
            best, best_salience = noun, salience
    return best


def agrees(noun: "Token", form: str) -> bool:
    """Whether a noun can be what a pronoun form stands for: person or thing, gender of a name, number."""
    lemma = noun.lemma_.lower()
    plural = noun.tag_ in ("NNS", "NNPS")
    if form in OF_ONE_PERSON:
        person = noun.ent_type_ == "PERSON" or lemma in words("persons") or (noun.pos_ == "PROPN" and not noun.ent_type_)
        person = person or (noun.pos_ == "NOUN" and is_animate(noun))
        if not person or plural or lemma in words("collectives") or noun.ent_type_ in ("ORG", "NORP"):
            return False
        other = "male" if form in FEMININE else "female"
        names = [t.lower_ for t in (noun, *noun.children) if t.pos_ == "PROPN" and t.i <= noun.i and t.dep_ != "poss"]
        return lemma not in nouns_of_gender(other) and other not in map(gender_of_first_name, names)
    of_person = any(map(gender_of_first_name, (t.lower_ for t in noun.children if t.dep_ == "compound" and t.i < noun.i)))
    group = (
        (noun.ent_type_ in ("ORG", "NORP") and not of_person)
        or lemma in words("plural in sense")
        or any(c.dep_ == "conj" for c in noun.children)
    )
    if form in NEUTER:
        if noun.pos_ == "PROPN" and (noun.ent_type_ in ("", "PERSON") or _has_title(noun)):
            return False
        if noun.pos_ == "NOUN" and noun_class(noun.lemma_) == "person" and not group:  # "the granddaughter"
            return False
        return not plural and noun.ent_type_ != "PERSON" and (group or lemma not in words("persons"))
    return plural or group


def _has_title(name: "Token") -> bool:
    """Whether a noun for a person stands before a name: "the engineer Ana Ruiz"."""
    before = (c for c in name.children if c.dep_ in ("compound", "nmod") and c.pos_ == "NOUN")
    return any(noun_class(c.lemma_) == "person" for c in before)


def _same_clause(noun: "Token", pronoun: "Token") -> bool:
    """An object pronoun is not the subject of its own verb."""
    if pronoun.dep_ not in ("dobj", "pobj") or pronoun.lower_ in REFLEXIVE:
        return False
    return noun.dep_ in ("nsubj", "nsubjpass") and noun.head == clause_verb(pronoun)


def _is_owned(noun: "Token", form: str) -> bool:
    """Whether a noun belongs to whom a pronoun of that form is more likely to stand for: "her successor, she hinted"."""
    owner = next((c.lower_ for c in noun.children if c.dep_ == "poss"), "")
    return any(owner in forms and form in forms for forms in (FEMININE, MASCULINE))


def speaker(pronoun: "Token") -> "Token | None":
    """Who says "I" or "we": the subject of the verb of saying that governs the clause."""
    if pronoun.lower_ not in FIRST_PERSON:
        return None
    current = clause_verb(pronoun)
    for _ in range(6):
        if current.head == current:
            return None
        above = current.head
        if above.lemma_.lower() in words("verbs of saying"):
            subject = next(iter(children(above, "nsubj")), None)
            if subject is not None and subject.lower_ not in SPEAKERS | {"which", "that"}:
                return subject
        for child in children(above, "parataxis", "ccomp"):
            if child != current and child.lemma_ in words("verbs of saying"):
                subject = next(iter(children(child, "nsubj")), None)
                if subject is not None and subject.lower_ not in SPEAKERS:
                    return subject
        current = above
    return None
