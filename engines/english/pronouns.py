"""Personal pronouns in all their forms, the sets of forms that agree with one noun, and the "it" that stands for nothing."""

import json
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from engines.core.machine.files import asset
from engines.english.lexicon import words

if TYPE_CHECKING:
    from spacy.tokens import Token

_WEATHER = frozenset({"drizzle", "hail", "rain", "sleet", "snow", "thunder"})
_OF_CLAUSES = frozenset({"appear", "emerge", "follow", "happen", "matter", "seem", "transpire", "turn"})
"""Verbs whose "it" announces a clause with "that"."""
_OF_DEEDS = frozenset({"cost", "make", "take"})
"""Verbs whose "it" announces an infinitive: "it took years to mend it"."""
_OF_SUBJECTS = frozenset({"certain", "likely", "sure", "unlikely"})
"""Adjectives whose infinitive is what the subject will do: "it is likely to rise"."""
_CONTENT = frozenset({"ccomp", "csubj"})
_CLAUSES = _CONTENT | {"acl", "advcl", "relcl", "xcomp"}


class Pronoun(NamedTuple):
    """The forms of one personal pronoun, in small letters."""

    subject: str
    object: str
    possessive: str
    independent: str
    reflexive: str

    @property
    def plain(self) -> frozenset[str]:
        """The forms that stand for a noun elsewhere: "he", "him", "his", but not "himself"."""
        return frozenset(self[:3])


I = Pronoun("i", "me", "my", "mine", "myself")  # noqa: E741
WE = Pronoun("we", "us", "our", "ours", "ourselves")
YOU = Pronoun("you", "you", "your", "yours", "yourself")
HE = Pronoun("he", "him", "his", "his", "himself")
SHE = Pronoun("she", "her", "her", "hers", "herself")
IT = Pronoun("it", "it", "its", "its", "itself")
THEY = Pronoun("they", "them", "their", "theirs", "themselves")
ALL = (I, WE, YOU, HE, SHE, IT, THEY)
SUBJECTS = frozenset(pronoun.subject for pronoun in ALL)
POSSESSIVES = frozenset(pronoun.possessive for pronoun in ALL)
PLAIN = frozenset(form for pronoun in ALL for form in pronoun.plain)
"""Personal and possessive pronouns that stand for a noun elsewhere, of every person."""

FIRST_PERSON = frozenset({*I, *WE})
MASCULINE, FEMININE, NEUTER, PLURAL = frozenset(HE), frozenset(SHE), frozenset(IT), frozenset(THEY)
"""Forms of the third person, by what they agree with; "they" also stands for a group or one person."""
OF_ONE_PERSON = MASCULINE | FEMININE
PERSONAL = HE.plain | SHE.plain
"""Forms that stand for one person named elsewhere, without the reflexives, whose noun is in their own clause."""
THIRD_PERSON = PERSONAL | IT.plain | THEY.plain
COREFERENT = frozenset({*HE, *SHE, *IT, *THEY})
"""Every form of the third person: what stands for somebody or something named elsewhere."""
THIRD_PERSON_SUBJECTS = frozenset(pronoun.subject for pronoun in (HE, SHE, IT, THEY))
REFLEXIVE = frozenset(pronoun.reflexive for pronoun in ALL) | {"yourselves"}
SPEAKERS = frozenset({I.subject, WE.subject})

SUBJECT_OF_POSSESSIVE = {pronoun.possessive: pronoun.subject for pronoun in ALL}

_WRITTEN = {"i": "I"}
SUBJECT_FORMS = {form: _WRITTEN.get(p.subject, p.subject) for p in reversed(ALL) for form in p} | {"whom": "who"}
"""Any form to the one that is a subject, as it is written."""
OBJECT_FORMS = {form: p.object for p in ALL for form in (p.subject, p.possessive)}
"""A subject or possessive form to the one that is an object."""

_OF_PERSONS = tuple(pronoun for pronoun in ALL if pronoun != IT)
INDEFINITE = frozenset({"anybody", "anyone", "everybody", "everyone", "nobody", "one", "somebody", "someone"})
"""Indefinite pronouns for persons."""
NAMING_PERSONS = frozenset(form for p in _OF_PERSONS for form in (p.subject, p.object, p.reflexive)) | INDEFINITE | {"who", "whom"}
"""Pronouns that stand for persons as a noun does."""
ABOUT_PERSONS = frozenset(form for p in _OF_PERSONS for form in p) | INDEFINITE | {"who", "whoever", "whom", "whose", "yourselves"}
"""The same with the possessive forms."""


def is_expletive(token: "Token") -> bool:
    """Whether an "it" stands for nothing: "it rained", "it was decided that", "it is easy to see", "it cost £5 to mend", "it was Ana who".

    After Quirk et al. (1985, 18.33: extraposition; 18.25: cleft sentences; 10.26: weather); of "it is ready to leave" the subject is meant.
    """
    if token.dep_ == "expl":
        return True
    verb = token.head
    if token.lower_ != "it" or token.dep_ not in ("nsubj", "nsubjpass"):
        return False
    lemma = verb.lemma_.lower()
    if lemma in _WEATHER:
        return True
    clauses = [c for c in verb.children if c.i > verb.i and c.dep_ in _CLAUSES]
    if lemma == "be":
        return _announces(verb, clauses)
    if token.dep_ == "nsubjpass" or lemma in _OF_CLAUSES:
        return any(c.dep_ in _CONTENT for c in clauses)
    return lemma in _OF_DEEDS and any(_is_infinitive(c) for c in clauses)


def _announces(be: "Token", clauses: list["Token"]) -> bool:
    """Whether what follows "it is" is what is meant; a clause that tells when or why it is so says nothing of that."""
    for said in be.children:
        if said.i < be.i or said.dep_ not in ("acomp", "attr", "prep"):
            continue
        if said.dep_ == "prep":  # "it was on Tuesday that …"
            if any(c.dep_ in _CONTENT or c.dep_ == "relcl" for c in clauses) or any(map(_is_whole, said.subtree)):
                return True
            continue
        besides = [said, *(c for c in said.children if c.dep_ == "appos")]  # "it was Ana, a nurse, who"
        below = [c for one in besides for c in one.children if c.dep_ in _CLAUSES]
        content = any(c.dep_ in _CONTENT for c in (*clauses, *below))
        deed = any(_is_infinitive(c) for c in (*clauses, *below))
        if said.dep_ == "acomp":
            meant = said.lemma_.lower() in words("adjectives of the subject") | _OF_SUBJECTS
            return content or (deed and not meant and not any(c.lower_ in ("enough", "too") for c in said.children))
        named = said.pos_ == "PROPN" or said.ent_type_ in ("DATE", "TIME", "PERSON", "ORG", "GPE")
        cleft = named and any(c.dep_ in ("advcl", "relcl") for c in (*clauses, *below))  # "it was Tuesday when …"
        return content or cleft or (deed and not any(c.tag_ in ("JJS", "RBS") or c.ent_type_ == "ORDINAL" for c in said.children))
    return False


def _is_whole(clause: "Token") -> bool:
    """Whether a clause that was read as a relative one lacks nothing that its "that" could be: "from a note that they learnt the news"."""
    if clause.dep_ != "relcl":
        return False
    that = next((c for c in clause.children if c.lower_ == "that" and not c.dep_.startswith("nsubj")), None)
    return that is not None and any(c.dep_ in ("dobj", "ccomp", "xcomp") for c in clause.children if c != that)


def _is_infinitive(verb: "Token") -> bool:
    return any(child.lower_ == "to" and child.dep_ in ("aux", "auxpass") for child in verb.children)


def gender_of_first_name(name: str) -> str:
    """male or female of a first name in small letters that nearly only men or women have, "" of any other word."""
    return _first_names().get(name, "")


@cache
def _first_names() -> dict[str, str]:
    """Those written by hand in `assets/parser/animacy.json`, and those of `assets/parser/name_genders.txt`."""
    lists = json.loads(asset("parser", "animacy.json").read_text(encoding="utf-8"))
    found = {name: gender for gender, sort in (("male", "men"), ("female", "women")) for name in lists[sort].split()}
    lines = asset("parser", "name_genders.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split() for line in lines) | found


@cache
def nouns_of_gender(sort: str) -> frozenset[str]:
    """Lemmas of nouns that stand for men alone ("male"), women alone ("female") or "no persons", by `assets/verifier/genders.json`."""
    return frozenset(json.loads(asset("verifier", "genders.json").read_text("utf-8"))[sort].split())
