"""What the pronouns of a text stand for, where that is plain: in their own sentence, or in the sentence before."""

from collections.abc import Container, Sequence
from typing import TYPE_CHECKING

from engines.decomposition.agreement import is_plural, singular_form
from engines.decomposition.lexicon import words
from engines.decomposition.names import (
    NO_PERSON,
    has_age,
    has_article,
    has_title,
    is_bare_name,
    is_name,
    is_plural_name,
    is_vague,
    may_be_name,
    short_name,
)
from engines.decomposition.phrases import in_quotes
from engines.decomposition.reading import is_title
from engines.parsing.animacy import is_person, noun_class
from engines.parsing.antecedents import agrees, antecedent
from engines.parsing.noun_classes import is_time

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_POSSESSIVE = frozenset({"his", "its", "their"})
_THIRD_PERSON = frozenset({"he", "she", "him", "her", "his", "it", "its", "they", "them", "their"})
_PERSON = frozenset({"he", "she", "him", "her", "his"})
_SEX = {"he": "m", "him": "m", "his": "m", "she": "f", "her": "f"}
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_FARTHEST = 3
"""Sentences looked back."""


class Pronouns:
    """Names for the pronouns of the sentences of one text."""

    def __init__(self, docs: Sequence["Doc"]) -> None:
        self._docs = docs
        self._position = {id(doc): i for i, doc in enumerate(docs)}
        self._found: dict[tuple[int, int], Token | None] = {}
        self._people: dict[str, Token] = {}

    def name(self, token: "Token", statement: list["Token"]) -> str | None:
        """What to write for `token` in a statement of these tokens; None when it is no pronoun, not plain, or its noun is there already.

        The noun named is added to `statement`, so that it is named once.
        """
        if token.lower_ not in _THIRD_PERSON or token.pos_ not in ("PRON", "DET"):
            return None
        if token.lower_ in ("her", "him", "them") and token.dep_ in _SUBJECTS:
            return None
        noun = self.antecedent(token)
        if noun is None or any(t.doc is noun.doc and (t.i == noun.i or (t in noun.conjuncts and t != token.head)) for t in statement):
            return None
        name = short_name(noun, alone=noun.is_ancestor(token))
        if not name:
            return None
        statement.append(noun)
        if token.lower_ in _POSSESSIVE or (token.lower_ == "her" and token.dep_ == "poss"):
            return name + ("'" if name.endswith("s") and noun.tag_ in ("NNS", "NNPS") else "'s")
        return name

    def agreeing(self, verb: "Token", statement: list["Token"], named: Container[int]) -> str | None:
        """How a verb is written after the name of one thing that was called "they": "Reed Boats offers"; None where it stays.

        Args:
            verb: any word.
            statement: the words of the statement.
            named: indices of the pronouns that were replaced by a name in it.
        """
        if verb.tag_ != "VBP" and verb.lower_ != "were":
            return None
        they = next((t for t in statement if t.lower_ == "they" and t.dep_ in _SUBJECTS and t.head in (verb, verb.head)), None)
        noun = self.antecedent(they) if they is not None and they.doc is verb.doc else None
        if noun is None or they is None or they.i not in named or is_plural(noun) or noun.lemma_.lower() in words("groups"):
            return None
        return singular_form(verb)

    def is_left_open(self, tokens: list["Token"]) -> bool:
        """Whether the subject of a clause inside a sentence is a pronoun that is not plain: the sentence says it better as a whole."""
        first = next((t for t in tokens if t.dep_ in _SUBJECTS), None)
        if first is None or first.lower_ not in ("he", "she", "it", "they") or _is_expletive(first):
            return False
        verb = first.head
        while verb.dep_ == "conj":
            verb = verb.head
        return verb.dep_ in ("advcl", "relcl", "ccomp") and verb.i > verb.head.i and self.antecedent(first) is None

    def antecedent(self, token: "Token") -> "Token | None":
        """The noun that a pronoun stands for, None where it is not plain."""
        doc = token.doc
        key = (self._position.get(id(doc), -1), token.i)
        if key not in self._found:
            found = self._look(token, key[0])
            self._found[key] = found
            if found is not None and found.pos_ == "PROPN" and token.lower_ in _SEX:
                self._people[_SEX[token.lower_]] = found
        return self._found[key]

    def _look(self, token: "Token", sentence: int) -> "Token | None":
        if _may_be_reporter(token):
            return None
        said_by = _reporter(token)
        if said_by is not None:
            return self.antecedent(said_by) if said_by.pos_ == "PRON" else said_by
        if token.lower_ == "it" and (_is_expletive(token) or in_quotes(token)):
            return None
        first = _coordinated_with(token)
        if first is not None:
            return self.antecedent(first) if first.pos_ == "PRON" else first
        owner = _own_subject(token)
        if owner is not None:
            return self.antecedent(owner) if owner.pos_ == "PRON" else owner
        inside = antecedent(token) or _titled(token) or _plural_subject(token)
        if inside is not None and is_vague(inside):
            return None
        if inside is not None and self._is_someone_else(token, inside):
            return None
        if inside is not None and is_title(inside) and token.lower_ in _PERSON:
            inside = None
        if inside is not None and inside.pos_ in ("NOUN", "PROPN"):
            named = _main_name(token) if inside.pos_ == "NOUN" and inside.dep_ not in _SUBJECTS else None
            return named or (None if _is_doubtful(inside, token) else inside)
        for earlier in range(sentence - 1, max(-1, sentence - 1 - _FARTHEST), -1):
            doc = self._docs[earlier]
            fitting = [
                t for t in doc if t.pos_ in ("NOUN", "PROPN", "PRON") and t.dep_ not in ("compound", "amod") and _fits(t, token.lower_)
            ]
            if not fitting:
                continue
            chosen = self._known(doc, token) or self._plain(fitting)
            if chosen is not None and chosen.pos_ == "PRON":
                return self.antecedent(chosen)
            acting = token.lower_ == "they" and token.dep_ in _SUBJECTS
            if chosen is not None and acting and chosen.dep_ not in _SUBJECTS and not is_person(chosen):
                return None
            return chosen
        if token.lower_ not in _PERSON:
            return None
        return self._only_name(token, sentence) or _named_later(token) or self._only_person(token, sentence)

    def _is_someone_else(self, token: "Token", noun: "Token") -> bool:
        """Whether "she" was said of someone before the noun was named: in "her aunt met Ana Lind, but she left", "she" may be another."""
        sex = _SEX.get(token.lower_)
        earlier = (t for t in token.doc[: noun.i] if sex and _SEX.get(t.lower_) == sex and t.pos_ == "PRON")
        return any(self.antecedent(t) is None for t in earlier)

    def _only_name(self, token: "Token", sentence: int) -> "Token | None":
        """The only name before the pronoun that is a subject, whatever kind of name it was taken for."""
        before = [t for i in range(sentence) for t in self._docs[i]] + list(self._docs[sentence][: token.i])
        names = [t for t in before if t.dep_ in _SUBJECTS and may_be_name(t)]
        return names[-1] if len({t.lower_ for t in names}) == 1 else None

    def _only_person(self, token: "Token", sentence: int) -> "Token | None":
        """The only name of a person before the pronoun, where no other person is a subject: "The report on Ana Lind says she fell"."""
        before = [t for i in range(sentence) for t in self._docs[i]] + list(self._docs[sentence][: token.i])
        names = [t for t in before if t.pos_ == "PROPN" and t.dep_ != "compound" and t.ent_type_ in ("", "PERSON")]
        if len({t.lower_ for t in names}) != 1 or has_article(names[-1]) or not agrees(names[-1], token.lower_):
            return None
        others = [t for t in before if t.dep_ in _SUBJECTS and t.pos_ in ("NOUN", "PROPN") and t.lower_ != names[-1].lower_]
        return None if any(is_person(t) for t in others) else names[-1]

    def _known(self, doc: "Doc", token: "Token") -> "Token | None":
        """Who was called "she" (or "he") before, where the sentence names them: likelier than someone else who is its subject."""
        before = self._people.get(_SEX.get(token.lower_, ""))
        return before if before is not None and any(t.lower_ == before.lower_ and t.pos_ == "PROPN" for t in doc) else None

    def _plain(self, fitting: list["Token"]) -> "Token | None":
        """The subject of the main clause, else the only noun that fits."""
        for token in fitting:
            if token.dep_ in _SUBJECTS and (token.head.dep_ == "ROOT" or (token.head.dep_ == "conj" and token.head.head.dep_ == "ROOT")):
                return token
        names = {t.lower_ for t in fitting}
        if len(names) == 1:
            return fitting[0]
        subjects = [t for t in fitting if t.dep_ in _SUBJECTS]
        return subjects[0] if len({t.lower_ for t in subjects}) == 1 else None


def _fits(noun: "Token", form: str) -> bool:
    if noun.pos_ == "PRON":
        same = {"he": "he him his", "she": "she her", "it": "it its", "they": "they them their"}
        base = next((k for k, v in same.items() if form in v.split()), "")
        return bool(base) and noun.lower_ in same[base].split()
    if noun.dep_ not in ("nsubj", "nsubjpass", "dobj", "pobj", "poss", "appos", "attr", "conj", "dative", "ROOT"):
        return False
    if noun.ent_type_ in ("DATE", "TIME", "CARDINAL", "MONEY", "PERCENT", "QUANTITY", "ORDINAL"):
        return False
    if form in _PERSON and (has_age(noun) or has_title(noun)):
        return True
    if form in _PERSON and ((noun.tag_ not in ("NNS", "NNPS") and is_bare_name(noun)) or (noun.dep_ in _SUBJECTS and is_name(noun))):
        return True
    if form in ("they", "them", "their") and is_plural_name(noun):
        return True
    return agrees(noun, form)


def _titled(pronoun: "Token") -> "Token | None":
    """An earlier subject of the sentence with a title or an age, whatever it was taken for: "Mr reed is ill after he ..."."""
    if pronoun.lower_ not in _PERSON:
        return None
    found = [
        t
        for t in pronoun.doc[: pronoun.i]
        if t.dep_ in _SUBJECTS and t.pos_ in ("NOUN", "PROPN") and (has_title(t) or has_age(t) or is_bare_name(t) or is_name(t))
    ]
    return found[-1] if len({t.lower_ for t in found}) == 1 else None


def _coordinated_with(possessive: "Token") -> "Token | None":
    """The first of several subjects, of which a possessive speaks: "the mayor and her driver"."""
    if possessive.dep_ != "poss" or possessive.head.dep_ != "conj":
        return None
    first = possessive.head.head
    while first.dep_ in ("conj", "appos") and first.head.pos_ in ("NOUN", "PROPN", "PRON"):
        first = first.head
    return first if first.dep_ in _SUBJECTS and first.i < possessive.i and first.pos_ in ("NOUN", "PROPN", "PRON") else None


def _plural_subject(pronoun: "Token") -> "Token | None":
    """The subject of the sentence before "they" where it is the name of a group."""
    if pronoun.lower_ not in ("they", "them", "their"):
        return None
    found = [t for t in pronoun.doc[: pronoun.i] if t.dep_ in _SUBJECTS and is_plural_name(t)]
    return found[-1] if len({t.lower_ for t in found}) == 1 else None


def _main_name(pronoun: "Token") -> "Token | None":
    """The person who is the subject of the sentence before a pronoun: likelier than any noun after."""
    if pronoun.lower_ not in _PERSON:
        return None
    root = pronoun.sent.root
    subject = next((c for c in root.children if c.dep_ in _SUBJECTS and c.i < pronoun.i), None)
    return subject if subject is not None and subject.pos_ == "PROPN" and agrees(subject, pronoun.lower_) else None


def _own_subject(possessive: "Token") -> "Token | None":
    """The subject of the clause that a possessive stands in, where they agree: "the club sold its ground"."""
    if possessive.dep_ != "poss" or possessive.lower_ not in (*_POSSESSIVE, "her"):
        return None
    for clause in (a for a in possessive.ancestors if a.pos_ in ("VERB", "AUX")):
        subject = next((c for c in clause.children if c.dep_ in _SUBJECTS and c.i < possessive.i), None)
        if subject is not None or clause.dep_ not in ("pcomp", "advcl", "xcomp", "conj"):
            break
    else:
        return None
    if subject is not None and subject.tag_ in ("WP", "WDT") and clause.dep_ == "relcl":
        if subject.lower_ == "who" and possessive.lower_ in _PERSON and not is_plural(clause.head):
            return clause.head
        subject = clause.head
    if subject is None or possessive in subject.subtree:
        return None
    return subject if _fits(subject, possessive.lower_) or subject.pos_ == "ADJ" else None


def _is_doubtful(noun: "Token", pronoun: "Token") -> bool:
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
    if (
        pronoun.lower_ in ("they", "them", "their")
        and noun.tag_ not in ("NNS", "NNPS")
        and not any(c.dep_ == "conj" for c in noun.children)
    ):
        return any(t.tag_ in ("NNS", "NNPS") and t.dep_ not in ("compound", "npadvmod") for t in pronoun.doc[noun.i + 1 : pronoun.i])
    if pronoun.lower_ == "they" and pronoun.dep_ in _SUBJECTS:
        if noun.dep_ not in _SUBJECTS and not is_person(noun) and noun.lemma_.lower() not in words("groups"):
            return True
        subjects = {t.lower_ for t in pronoun.doc[: pronoun.i] if t.dep_ in _SUBJECTS and t.tag_ in ("NNS", "NNPS")}
        return len(subjects | {noun.lower_}) > 1
    if pronoun.lower_ in _PERSON and pronoun.dep_ == "poss":
        before = pronoun.doc[: pronoun.i]
        people = {
            t.lower_ for t in before if t.dep_ != "compound" and (t.ent_type_ == "PERSON" or (t.pos_ == "PROPN" and t.dep_ == "poss"))
        }
        clause = next((a for a in pronoun.ancestors if a.pos_ in ("VERB", "AUX")), None)
        return len(people | {noun.lower_}) > 1 and (clause is None or noun not in clause.children)
    return False


def _named_later(pronoun: "Token") -> "Token | None":
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


def _may_be_reporter(token: "Token") -> bool:
    """Whether "he" or "she" is probably whoever is said to say it, but it is not sure: "reed boats says he is ill"."""
    if token.lower_ not in _PERSON or token.dep_ not in _SUBJECTS or token.head.dep_ != "ccomp" or _reporter(token) is not None:
        return False
    subject = next((c for c in token.head.head.children if c.dep_ in _SUBJECTS and c.i < token.i), None)
    if subject is None or subject.pos_ not in ("NOUN", "PROPN") or any(c.dep_ == "det" for c in subject.children):
        return False
    return noun_class(subject.lemma_) in ("", "person", "group")


def _reporter(token: "Token") -> "Token | None":
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
    if form in _PERSON:
        human = is_person(subject) or subject.pos_ == "PROPN" or named or has_age(subject)
        return subject if human and not several and subject.ent_type_ not in ("GPE", "LOC", "DATE") else None
    organised = subject.ent_type_ in ("ORG", "GPE") or subject.lemma_.lower() in words("groups")
    return subject if form == "it" and organised and not several else None


def _is_expletive(token: "Token") -> bool:
    """The "it" of "it was announced that" and "it is raining"."""
    if token.dep_ == "expl":
        return True
    head = token.head
    clausal = any(c.dep_ in ("ccomp", "csubj", "xcomp", "acl", "advcl") and c.i > head.i for c in head.children)
    complement = any(
        c.dep_ in ("acomp", "attr") and any(g.dep_ in ("xcomp", "ccomp", "acl", "relcl") for g in c.children) for c in head.children
    )
    passive_report = head.tag_ == "VBN" and clausal
    return token.dep_ in _SUBJECTS and (passive_report or (head.lemma_ == "be" and (clausal or complement)))
