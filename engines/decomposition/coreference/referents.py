"""What a pronoun may stand for, by the nouns of a sentence: who fits, who is meant, who is said to say it, and where it is doubtful."""

from typing import TYPE_CHECKING

from engines.decomposition.coreference.names import NO_PERSON, has_age, has_article, has_title, is_bare_name, is_name, is_plural_name
from engines.decomposition.lexicon import words
from engines.decomposition.wording.agreement import is_plural
from engines.english.animacy import is_person, noun_class
from engines.english.noun_classes import is_time
from engines.english.pronouns import HE, IT, PERSONAL, SHE, THEY
from engines.parsing.syntax.antecedents import agrees

if TYPE_CHECKING:
    from spacy.tokens import Token

POSSESSIVE = frozenset({HE.possessive, IT.possessive, THEY.possessive})
"""Possessive pronouns; "her" may also be an object."""
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})


def fits(noun: "Token", form: str) -> bool:
    """Whether a noun of an earlier sentence can be what a pronoun form stands for."""
    if noun.pos_ == "PRON":
        return any(form in pronoun.plain and noun.lower_ in pronoun.plain for pronoun in (HE, SHE, IT, THEY))
    if noun.dep_ not in ("nsubj", "nsubjpass", "dobj", "pobj", "poss", "appos", "attr", "conj", "dative", "ROOT"):
        return False
    if noun.ent_type_ in ("DATE", "TIME", "CARDINAL", "MONEY", "PERCENT", "QUANTITY", "ORDINAL"):
        return False
    if form in PERSONAL and (has_age(noun) or has_title(noun)):
        return True
    if form in PERSONAL and ((noun.tag_ not in ("NNS", "NNPS") and is_bare_name(noun)) or (noun.dep_ in _SUBJECTS and is_name(noun))):
        return True
    if form in THEY.plain and is_plural_name(noun):
        return True
    return agrees(noun, form)


def titled_subject(pronoun: "Token") -> "Token | None":
    """An earlier subject of the sentence with a title or an age, whatever it was taken for: "Mr reed is ill after he ..."."""
    if pronoun.lower_ not in PERSONAL:
        return None
    found = [
        t
        for t in pronoun.doc[: pronoun.i]
        if t.dep_ in _SUBJECTS and t.pos_ in ("NOUN", "PROPN") and (has_title(t) or has_age(t) or is_bare_name(t) or is_name(t))
    ]
    return found[-1] if len({t.lower_ for t in found}) == 1 else None


def coordinated_with(possessive: "Token") -> "Token | None":
    """The first of several subjects, of which a possessive speaks: "the mayor and her driver"."""
    if possessive.dep_ != "poss" or possessive.head.dep_ != "conj":
        return None
    first = possessive.head.head
    while first.dep_ in ("conj", "appos") and first.head.pos_ in ("NOUN", "PROPN", "PRON"):
        first = first.head
    return first if first.dep_ in _SUBJECTS and first.i < possessive.i and first.pos_ in ("NOUN", "PROPN", "PRON") else None


def plural_subject(pronoun: "Token") -> "Token | None":
    """The subject of the sentence before "they" where it is the name of a group."""
    if pronoun.lower_ not in THEY.plain:
        return None
    found = [t for t in pronoun.doc[: pronoun.i] if t.dep_ in _SUBJECTS and is_plural_name(t)]
    return found[-1] if len({t.lower_ for t in found}) == 1 else None


def main_name(pronoun: "Token") -> "Token | None":
    """The person who is the subject of the sentence before a pronoun: likelier than any noun after."""
    if pronoun.lower_ not in PERSONAL:
        return None
    root = pronoun.sent.root
    subject = next((c for c in root.children if c.dep_ in _SUBJECTS and c.i < pronoun.i), None)
    return subject if subject is not None and subject.pos_ == "PROPN" and agrees(subject, pronoun.lower_) else None


def own_subject(possessive: "Token") -> "Token | None":
    """The subject of the clause that a possessive stands in, where they agree: "the club sold its ground"."""
    if possessive.dep_ != "poss" or possessive.lower_ not in (*POSSESSIVE, "her"):
        return None
    for clause in (a for a in possessive.ancestors if a.pos_ in ("VERB", "AUX")):
        subject = next((c for c in clause.children if c.dep_ in _SUBJECTS and c.i < possessive.i), None)
        if subject is not None or clause.dep_ not in ("pcomp", "advcl", "xcomp", "conj"):
            break
    else:
        return None
    if subject is not None and subject.tag_ in ("WP", "WDT") and clause.dep_ == "relcl":
        if subject.lower_ == "who" and possessive.lower_ in PERSONAL and not is_plural(clause.head):
            return clause.head
        subject = clause.head
    if subject is None or possessive in subject.subtree:
        return None
    return subject if fits(subject, possessive.lower_) or subject.pos_ == "ADJ" else None


def is_doubtful(noun: "Token", pronoun: "Token") -> bool:
    """Whether something else may be meant: "it" after a noun of the sentence's opening, "his" where two people were named."""
    if pronoun.lower_ == "it" and pronoun.dep_ in ("dobj", "pobj"):
        between = [
            t for t in pronoun.doc[noun.i + 1 : pronoun.i] if t.pos_ in ("NOUN", "PROPN") and not is_time(t) and not noun.is_ancestor(t)
        ]
        return any(t.dep_ in ("nsubj", "nsubjpass", "dobj", "pobj") and agrees(t, "it") and not is_time(t) for t in between)
    if pronoun.lower_ == "it" and pronoun.dep_ in _SUBJECTS:
        verb = pronoun.head
        opening = next((a for a in (noun, *noun.ancestors) if a.head == verb), None)
        return opening is not None and opening.dep_ in ("prep", "advcl", "npadvmod")
    if pronoun.lower_ in THEY.plain and noun.tag_ not in ("NNS", "NNPS") and not any(c.dep_ == "conj" for c in noun.children):
        return any(t.tag_ in ("NNS", "NNPS") and t.dep_ not in ("compound", "npadvmod") for t in pronoun.doc[noun.i + 1 : pronoun.i])
    if pronoun.lower_ == "they" and pronoun.dep_ in _SUBJECTS:
        if noun.dep_ not in _SUBJECTS and not is_person(noun) and noun.lemma_.lower() not in words("groups"):
            return True
        subjects = {t.lower_ for t in pronoun.doc[: pronoun.i] if t.dep_ in _SUBJECTS and t.tag_ in ("NNS", "NNPS")}
        return len(subjects | {noun.lower_}) > 1
    if pronoun.lower_ in PERSONAL and pronoun.dep_ == "poss":
        before = pronoun.doc[: pronoun.i]
        people = {
            t.lower_ for t in before if t.dep_ != "compound" and (t.ent_type_ == "PERSON" or (t.pos_ == "PROPN" and t.dep_ == "poss"))
        }
        clause = next((a for a in pronoun.ancestors if a.pos_ in ("VERB", "AUX")), None)
        return len(people | {noun.lower_}) > 1 and (clause is None or noun not in clause.children)
    return False


def named_later(pronoun: "Token") -> "Token | None":
    """The subject of the main clause for a pronoun in a phrase before it: "While he was away, Tom Reed ...", "After his return, ..."."""
    if pronoun.dep_ not in (*_SUBJECTS, "poss"):
        return None
    opening = next((a for a in pronoun.ancestors if a.head.pos_ in ("VERB", "AUX") and a.head.i > a.right_edge.i), None)
    if opening is None or opening.dep_ not in ("advcl", "prep"):
        return None
    name = next((c for c in opening.head.children if c.dep_ in _SUBJECTS and c.i > pronoun.i), None)
    if name is None or has_article(name) or name.ent_type_ in (*(NO_PERSON - {"GPE", "LOC"}), "ORG"):
        return None
    others = any(t.ent_type_ == "PERSON" and t.lower_ != name.lower_ for t in pronoun.doc[: pronoun.i])
    return name if (name.pos_ == "PROPN" or name.ent_type_ == "PERSON") and not others else None


def may_be_reporter(token: "Token") -> bool:
    """Whether "he" or "she" is probably whoever is said to say it, but it is not sure: "reed boats says he is ill"."""
    if token.lower_ not in PERSONAL or token.dep_ not in _SUBJECTS or token.head.dep_ != "ccomp" or reporter(token) is not None:
        return False
    subject = next((c for c in token.head.head.children if c.dep_ in _SUBJECTS and c.i < token.i), None)
    if subject is None or subject.pos_ not in ("NOUN", "PROPN") or any(c.dep_ == "det" for c in subject.children):
        return False
    return noun_class(subject.lemma_) in ("", "person", "group")


def reporter(token: "Token") -> "Token | None":
    """Who says the clause of which a pronoun is the subject: "staff say they are tired"."""
    if token.dep_ not in _SUBJECTS or token.head.dep_ != "ccomp" or token.head.head.lemma_.lower() not in words("saying"):
        return None
    subject = next((c for c in token.head.head.children if c.dep_ in _SUBJECTS and c.i < token.i), None)
    if subject is None or subject.pos_ not in ("NOUN", "PROPN", "PRON"):
        return None
    named = is_name(subject) or has_title(subject)
    several = (subject.tag_ in ("NNS", "NNPS") and not named) or any(c.dep_ == "conj" for c in subject.children)
    form = token.lower_
    if subject.pos_ == "PRON":
        return subject if subject.lower_ == form else None
    if form == "they":
        return subject if several or subject.lemma_.lower() in words("groups") or subject.ent_type_ in ("ORG", "NORP") else None
    if form in PERSONAL:
        human = is_person(subject) or subject.pos_ == "PROPN" or named or has_age(subject)
        return subject if human and not several and subject.ent_type_ not in ("GPE", "LOC", "DATE") else None
    organised = subject.ent_type_ in ("ORG", "GPE") or subject.lemma_.lower() in words("groups")
    return subject if form == "it" and organised and not several else None
