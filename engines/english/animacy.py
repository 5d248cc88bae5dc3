"""Who or what: whether a word stands for people.

Names by entity type, pronouns and first names (assets/parser/first_names.txt); common nouns by WordNet's classes
(assets/parser/noun_senses.txt) and a hand-written list of people and groups (assets/parser/animacy.json); partitives ("thousands of
people") by what they count.
"""

import json
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import combining, normalize

from engines.core.digits import has_digit
from engines.core.machine.files import asset
from engines.english.lexicon import words
from engines.english.noun_classes import is_age
from engines.english.number_words import TENS, UNITS
from engines.english.pronouns import ABOUT_PERSONS
from engines.english.word_forms import lemmas

if TYPE_CHECKING:
    from spacy.tokens import Token


TOLD = "names of the text"
"""Where a sentence keeps, by token, how likely its names stand for people by all places of the text (`Doc.user_data`)."""


class Lexicon(NamedTuple):
    """The word lists: noun to (class, share of its uses that mean a person), first names, groups of people."""

    classes: dict[str, tuple[str, float]]
    first_names: frozenset[str]
    groups: frozenset[str]


@cache
def lexicon() -> Lexicon:
    """The bundled word lists, read once."""
    classes: dict[str, tuple[str, float]] = {}
    for line in asset("parser", "noun_senses.txt").read_text(encoding="utf-8").splitlines():
        noun, name, *percent = line.split()
        classes[noun] = name, int(percent[0]) / 100 if percent else float(name == "person")
    lists = json.loads(asset("parser", "animacy.json").read_text(encoding="utf-8"))
    for noun in lists["people"].split():
        classes[noun] = "person", 1.0
    for noun in lists["not_people"].split():
        name, _ = classes.get(noun, ("thing", 0.0))
        classes[noun] = "thing" if name == "person" else name, 0.0
    classes.update(dict.fromkeys(lists["no_groups"].split(), ("thing", 0.0)))
    named = frozenset(asset("parser", "first_names.txt").read_text(encoding="utf-8").split()) | set(lists["first_names"].split())
    return Lexicon(classes, named, frozenset(lists["groups_of_people"].split()))


def noun_class(lemma: str) -> str:
    """WordNet's broad class of a noun lemma (person, group, time, location, act …), "" if unknown."""
    return _lookup(lemma.lower())[0]


_OF_PEOPLE = (
    "woman", "women", "man", "men", "person", "people", "child", "children", "goer", "maker", "keeper",
    "holder", "player", "ologist",
)  # fmt: skip
"""Endings of words for people: "ferryman", "schoolchildren"."""
_COUNTS = frozenset({*UNITS, *TENS})


@lru_cache(maxsize=10_000)
def _lookup(lemma: str) -> tuple[str, float]:
    classes = lexicon().classes
    plain = "".join(c for c in normalize("NFD", lemma) if not combining(c))  # "café"
    if lemma in classes or plain in classes:
        return classes[lemma if lemma in classes else plain]
    if lemma.endswith(("year-old", "month-old")):
        return "person", 1.0
    if "-" in lemma:
        first, last = lemma.rsplit("-", 1)
        counted_off = (has_digit(first) or first in _COUNTS) and last.endswith("er")  # "a 40-seater"
        return ("artifact", 0.0) if counted_off else _lookup(last)
    for ending in _OF_PEOPLE:
        if lemma.endswith(ending) and len(lemma) > len(ending) + 2:
            return "person", 1.0
    does = lemma.endswith("er") and (lemma[:-2] in classes or lemma[:-1] in classes)  # "scaffolder"
    singular = next((word for word in lemmas(lemma).get("NOUN", ()) if word != lemma and word in classes), None)
    if singular is not None:  # "larvae", which the pipeline takes for one
        return classes[singular]
    if (lemma.endswith(("ist", "eer", "ee")) and len(lemma) > 6) or (does and len(lemma) > 5):
        return "person", 0.8
    return "", 0.0


def told_share(token: "Token") -> float | None:
    """How likely a name stands for people by all places of its text, None where they do not tell."""
    return token.doc.user_data.get(TOLD, {}).get(token.i)


def person_share(token: "Token") -> float:
    """How likely the noun, name or pronoun stands for people (groups and organisations included), [0, 1]."""
    of_text = told_share(token)
    if of_text is not None:
        return of_text
    word = token.lower_
    if word in _BEFORE_PERSONS and token.i + 2 < len(token.doc) and token.nbor().text == "-":
        return person_share(token.nbor(2))  # "co-authors", of which the parse makes three words
    if word in words("titles"):  # "mr tully", of which the parse makes two phrases
        return 0.97
    if word == "one" and token.i and token.nbor(-1).lower_ == "no":
        return 1.0  # "no one"
    if word == "one" and any(child.dep_ in ("amod", "det") and child.i < token.i for child in token.children):
        return 0.3  # "a new one"
    if word in _OWNED and token.dep_ not in ("poss", "det"):  # "the cook did his"
        return 0.0
    if word in ABOUT_PERSONS and token.pos_ != "NOUN" and token.text != "US":  # "the mine"
        return 1.0
    if word in words("thing pronouns"):
        return float(word == "those" and any(_tells_whom(c) for c in token.children))
    if token.pos_ in ("VERB", "AUX"):
        return 0.0
    if is_age(token):
        return 0.97
    if any(child.i == token.i - 1 and child.lower_ in words("titles") for child in token.children):
        return 0.97
    part_of = counted(token)
    if part_of is not None:
        return person_share(part_of)
    named = token.pos_ == "PROPN" or (token.ent_type_ and token.text[:1].isupper() and token.pos_ != "NOUN")
    if named and not is_common_noun(token):
        return _name(token)
    lemma = token.lemma_.lower()
    name, share = _lookup(lemma)
    if not name and token.is_title and word in lexicon().first_names:
        return 0.95
    unknown = token.tag_ == "NNS" and not name  # "brendan nicholls"
    counted_out = any(c.dep_ in ("det", "nummod", "poss") for c in token.children)  # "a lone tug"
    if (
        not counted_out
        and (token.tag_ == "NN" or unknown)
        and any(c.dep_ in ("amod", "compound") and c.i == token.i - 1 and c.lower_ in lexicon().first_names for c in token.children)
    ):
        return 0.9  # a name in small letters: "nicole ray"
    unlisted = not name and token.tag_ == "NN" and not lemmas(word)  # not "child pornography"
    beside = [c for c in token.children if c.dep_ == "compound" or (c.dep_ == "amod" and c.tag_ == "NN")] if unlisted else []
    if any(_lookup(c.lemma_.lower())[1] >= 0.8 for c in beside):
        return 0.9  # an unknown word after a role: "prime minister sorin grindeanu"
    if lemma in lexicon().groups:
        return max(share, 0.75)
    if not name and token.ent_type_ in ("PERSON", "NORP"):
        return 0.9
    if token.pos_ == "NUM" and not token.ent_type_:
        return 0.3
    alone = token.pos_ in ("ADJ", "DET", "NUM", "PRON") and token.dep_ in ("nsubj", "nsubjpass", "pobj", "dobj", "conj")
    if alone and word in words("partitives") | {"others", "those"}:
        return 0.6
    if word == "others":
        return 0.9
    return share


def is_common_noun(name: "Token") -> bool:
    """Whether what is taken for a name is none: a known noun in small letters with an article, "a grey van"."""
    return name.is_lower and bool(noun_class(name.lower_)) and any(child.dep_ == "det" for child in name.children)


def _tells_whom(child: "Token") -> bool:
    """Whether what stands behind "those" says that people are meant: "those who came", "those affected"; and where nothing before it is
    plural, so that it stands for nothing of the text, "those watching", "those on the list"."""
    if child.dep_ in ("relcl", "acl") and (child.tag_ == "VBN" or child.left_edge.lower_ == "who"):
        return True
    behind = (child.dep_ == "acl" and child.tag_ == "VBG") or (child.dep_ == "prep" and child.lower_ in ("in", "on", "with", "without"))
    return behind and not any(token.tag_ in ("NNS", "NNPS") for token in child.doc[: child.head.i])


def counted(token: "Token") -> "Token | None":
    """What a partitive counts: "people" for "thousands" in "thousands of people"; a part of a place is no person. What was counted before
    a number that stands alone: "of nine boats seven". Of "the number of boats" it is the number that is spoken of."""
    lemma = token.lemma_.lower()
    if token.pos_ == "NUM" and token.dep_ in ("dobj", "nsubj", "nsubjpass") and not any(token.children):
        before = (t for t in reversed(token.doc[: token.i]) if t.tag_ == "NNS" and any(c.dep_ == "nummod" for c in t.children))
        return None if token.ent_type_ == "DATE" else next(before, None)
    if lemma == "number" and any(child.lower_ == "the" for child in token.children):
        return None  # "the number of patients rose"
    if lemma == "each" and token.i > 1 and token.nbor(-1).text == "," and token.nbor(-2).tag_ in ("NNS", "NNPS"):
        return token.nbor(-2)  # "214 violins, each numbered in pencil"
    if lemma not in words("partitives") and not (token.pos_ == "NUM" and token.ent_type_ != "DATE"):
        return None
    for child in token.children:
        if child.dep_ == "prep" and child.lower_ == "of":
            whole = next((grandchild for grandchild in child.children if grandchild.dep_ == "pobj" and grandchild.i > token.i), None)
            of_place = whole is not None and whole.ent_type_ in ("GPE", "LOC", "FAC") and lemma in words("parts of one thing")
            return None if of_place else whole
    return None


_BEFORE_PERSONS = frozenset({"co", "ex", "vice"})
_OWNED = frozenset({"hers", "his", "mine", "ours", "theirs", "yours"})
_ENTITY_SHARES = {
    "PERSON": 0.97, "NORP": 0.9, "ORG": 0.6, "GPE": 0.7, "LOC": 0.05, "FAC": 0.05, "WORK_OF_ART": 0.05, "EVENT": 0.02, "DATE": 0.02,
    "TIME": 0.0, "MONEY": 0.0, "PERCENT": 0.1, "QUANTITY": 0.0, "ORDINAL": 0.2, "CARDINAL": 0.2, "LAW": 0.0, "LANGUAGE": 0.3,
    "PRODUCT": 0.1,
}  # fmt: skip


_THINGS_WITH_NAMES = frozenset({"EVENT", "FAC", "GPE", "LAW", "LOC", "ORG", "PRODUCT", "WORK_OF_ART"})


def _name(token: "Token") -> float:
    if has_digit(token.text):  # "G09"
        return 0.02
    names = lexicon().first_names
    for child in token.children:
        if child.i >= token.i or child.dep_ != "compound" or _is_named_after(token):
            continue
        if child.lower_ in names or child.lower_ in words("titles") or _is_role(child) or _is_rank(child, token):
            return 0.97
    if token.lower_ in names and token.ent_type_ not in ("GPE", "LOC", "FAC", "ORG"):
        return 0.95
    if token.ent_type_ in ("PERSON", "") and (_is_thing_with_article(token) or _is_titled_work(token)):
        return 0.2
    if token.ent_type_ != "PERSON" and _is_called_thing(token):
        return 0.2
    if token.ent_type_:
        share = _ENTITY_SHARES.get(token.ent_type_, 0.5)
        name, person = named_class(token)
        if token.ent_type_ in ("ORG", "PERSON") and name and name not in ("person", "group"):
            return min(share, 0.45 + 0.3 * person)
        if token.ent_type_ == "ORG" and name == "group" and token.lemma_.lower() not in lexicon().groups:  # "the Ruiz Institute"
            return 0.5
        return max(share, person) if token.ent_type_ == "ORG" else share
    name, person = named_class(token)
    if name in ("cognition", "attribute", "state", "feeling") and token.tag_ == "NNP" and any(c.pos_ == "PROPN" for c in token.children):
        return 0.5  # "Paloma Faith"
    if name:
        return max(person, 0.75 if token.lemma_.lower() in lexicon().groups else 0.0)
    return 0.45 if token.text.isupper() and len(token) > 2 else 0.5


def _is_called_thing(name: "Token") -> bool:
    """Whether what stands beside a name says that it is a thing: "the Concept Learner, a model"."""
    beside = next((c for c in name.children if c.dep_ == "appos" and c.pos_ == "NOUN" and noun_class(c.lemma_)), None)
    return beside is not None and person_share(beside) == 0.0 and noun_class(beside.lemma_) != "group"


def _is_named_after(token: "Token") -> bool:
    """Whether a name ends with what a thing is that may bear somebody's name: "Wade International Airport", but "Ann Church"."""
    return token.ent_type_ in _THINGS_WITH_NAMES and named_class(token)[0] not in ("", "person")


def _is_role(word: "Token") -> bool:
    """Whether a common noun before a name says what somebody is: "writer Ana Ruiz"."""
    return word.pos_ == "NOUN" and _lookup(word.lemma_.lower())[1] >= 0.8


def _is_rank(word: "Token", name: "Token") -> bool:
    """Whether what a person is begins a name: "Councillor Ana Ruiz"."""
    first = word.pos_ == "PROPN" and word == name.left_edge and word.i + 2 <= name.i
    return first and name.ent_type_ in ("", "PERSON") and _lookup(word.lower_)[1] >= 0.8


def _is_titled_work(name: "Token") -> bool:
    """Whether the noun before a name says that it is a work: "the film Haider"."""
    before = [c for c in name.children if c.i < name.i and c.dep_ in ("compound", "nmod") and c.pos_ == "NOUN"]
    return bool(before) and _lookup(before[-1].lemma_.lower()) == ("communication", 0.0)


def _is_thing_with_article(name: "Token") -> bool:
    """Whether an article makes a name that of a ship, an inn, a river: "the Svanhild"; people have one with a title or as a family only."""
    if name.tag_ != "NNP" or name.lower_.endswith("s") or name.i == 0 or named_class(name)[0]:
        return False
    before = name.nbor(-1)
    return before.lower_ == "the" and before.head == name


def named_class(name: "Token") -> tuple[str, float]:
    """The class of the noun that a name is made of: "Championships" in "World Championships"."""
    lemma = name.lemma_.lower()
    found = _lookup(lemma)
    plural = lemma.endswith("s") and (name.tag_ == "NNPS" or any(child.dep_ == "compound" for child in name.children))
    return found if found[0] or not plural else _lookup(lemma[:-1])


def is_person(token: "Token") -> bool:
    """Whether "who" asks for this word rather than "what"."""
    return person_share(token) >= 0.5


def placeholder(token: "Token") -> str:
    """The indefinite pronoun that stands for the word in a question: someone or something; something for what is itself asked for."""
    if token.tag_ == "WP" and token.lower_ == "what":
        return "something"
    if any(child.tag_ == "WRB" for child in token.children):  # "how many"
        return "something"
    return "someone" if is_person(token) else "something"


def is_name_in_small_letters(token: "Token") -> bool:
    """Whether a word tagged as a common noun is in no dictionary: "floyd", a name in a text without capitals."""
    if token.pos_ != "NOUN" or not token.is_lower or noun_class(token.lemma_.lower()):
        return False
    return not lemmas(token.lower_)
