"""Personal pronouns in all their forms, the sets of forms that agree with one noun, and the "it" that stands for nothing."""

from typing import TYPE_CHECKING, NamedTuple

from engines.english.lexicon import words

if TYPE_CHECKING:
    from spacy.tokens import Token

_WEATHER = frozenset({"drizzle", "hail", "rain", "sleet", "snow", "thunder"})
_OF_CLAUSES = frozenset({"appear", "emerge", "follow", "happen", "matter", "seem", "transpire", "turn"})
"""Verbs whose "it" announces a clause with "that"."""
_OF_DEEDS = frozenset({"cost", "make", "take"})
"""Verbs whose "it" announces an infinitive: "it took years to mend it"."""
_CLAUSES = frozenset({"acl", "advcl", "ccomp", "csubj", "relcl", "xcomp"})


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
    infinitive = any(any(g.lower_ == "to" and g.dep_ in ("aux", "auxpass") for g in c.children) for c in clauses)
    finite = any(c.dep_ in ("ccomp", "csubj") for c in clauses)
    if lemma == "be":
        return _announces(verb, clauses)
    if token.dep_ == "nsubjpass" or lemma in _OF_CLAUSES:
        return finite
    return lemma in _OF_DEEDS and infinitive


def _announces(be: "Token", clauses: list["Token"]) -> bool:
    for said in be.children:
        if said.i < be.i or said.dep_ not in ("acomp", "attr", "prep"):
            continue
        below = [c for c in said.children if c.dep_ in _CLAUSES]
        if said.dep_ == "prep":  # "it was on Tuesday that …"
            return any(c.dep_ in ("ccomp", "csubj", "advcl", "relcl") for c in clauses)
        if said.dep_ == "acomp":
            of_subject = said.lemma_.lower() in words("adjectives of the subject") | {"likely", "unlikely", "certain", "sure"}
            return any(c.dep_ in ("ccomp", "csubj") for c in (*clauses, *below)) or (not of_subject and bool(clauses or below))
        cleft = said.pos_ == "PROPN" or said.ent_type_ in ("DATE", "TIME", "PERSON", "ORG", "GPE")
        return bool(clauses) or any(c.dep_ != "relcl" or cleft for c in below)
    return False
