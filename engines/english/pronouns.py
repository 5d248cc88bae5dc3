"""Personal pronouns in all their forms, and the sets of forms that agree with one noun."""

from typing import NamedTuple


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
