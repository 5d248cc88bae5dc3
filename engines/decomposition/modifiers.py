"""What noun phrases say on the side: appositions, relative and participial clauses, names with a description before them, ages."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.decomposition.clauses import Clause, clause_of
from engines.decomposition.lexicon import words
from engines.decomposition.phrases import (
    Items,
    in_brackets,
    in_quotes,
    is_detached,
    is_restricted,
    noun_phrase,
    own_tokens,
    phrase,
    trimmed,
)
from engines.parsing.animacy import is_person
from engines.parsing.syntax import SUBJECTS, VERBAL, children

if TYPE_CHECKING:
    from spacy.tokens import Token

_FARTHEST = 4
"""Tokens between a noun and a participle that can safely be said of it: the parse is often wrong beyond."""
_VOWELS = "aeiou"
_BEFORE = frozenset({"det", "amod", "compound", "poss", "nummod"})
_RELATIVE = frozenset({"who", "which", "that", "whom"})


def is_past(token: "Token") -> bool:
    """Whether the clause around a word speaks of the past."""
    current = token
    while current.head != current and current.pos_ not in VERBAL:
        current = current.head
    return current.tag_ == "VBD" or any(c.tag_ == "VBD" for c in current.children if c.dep_ in ("aux", "auxpass"))


def is_plural(noun: "Token") -> bool:
    """Whether a noun takes a plural verb."""
    if any(c.dep_ == "conj" and c.pos_ in ("NOUN", "PROPN", "PRON") for c in noun.children):
        return True
    if noun.tag_ == "NNPS" and noun.ent_type_ in ("ORG", "GPE", "FAC", "PRODUCT", "WORK_OF_ART", "EVENT"):
        return False
    return noun.tag_ in ("NNS", "NNPS") or noun.lower_ in ("they", "we", "you", "police", "people", "these", "those")


def being(noun: "Token", past: bool) -> str:
    """The form of "be" for a noun."""
    if noun.lower_ == "i":
        return "was" if past else "am"
    if is_plural(noun):
        return "were" if past else "are"
    return "was" if past else "is"


def apposition(token: "Token") -> Items | None:
    """ "Ana Lind, a painter from Mora," -> Ana Lind is a painter from Mora; "Ana Lind, 23," -> Ana Lind is 23 years old."""
    noun = token.head
    while noun.dep_ == "appos" and is_detached(noun):
        noun = noun.head
    if not is_detached(token) or noun.pos_ not in ("NOUN", "PROPN"):
        return None
    head = [t for t in _named(noun) if t.i != token.i]
    if token.pos_ == "NUM" or token.ent_type_ in ("CARDINAL", "DATE"):
        return _age(token, head, noun)
    if token.pos_ not in ("NOUN", "PROPN") or (
        in_brackets(token) and (token.pos_ == "PROPN" or not any(c.dep_ in _BEFORE for c in token.children))
    ):
        return None
    if token.doc[token.left_edge.i].pos_ == "ADV" or _is_of_another_kind(noun, token):
        return None
    if noun.pos_ == token.pos_ == "NOUN" and (noun.tag_ == "NNS") != (token.tag_ == "NNS"):
        return None
    if any(c.dep_ in ("cc", "conj") for c in token.children) and noun.tag_ not in ("NNS", "NNPS"):
        return None
    described = phrase(token)
    if (
        not described
        or not head
        or (token.pos_ == "PROPN" and noun.pos_ == "PROPN" and noun.ent_type_ in ("GPE", "LOC", "FAC", "DATE", "ORG"))
    ):
        return None
    bare = token.tag_ == "NN" and not any(c.dep_ in ("det", "poss", "nummod") for c in token.children)
    article: Items = [_article(described[0])] if bare else []
    return [*head, being(noun, is_past(noun)), *article, *described]


def _article(word: "Token") -> str:
    return "an" if word.lower_[0] in _VOWELS else "a"


def _is_of_another_kind(noun: "Token", described: "Token") -> bool:
    """An organisation or place is no injury: such an apposition is said of something else."""
    if noun.ent_type_ not in ("ORG", "GPE", "LOC", "FAC") or described.pos_ == "PROPN" or is_person(described):
        return False
    return described.lemma_.lower() not in words("organisations and places") | words("groups") | words("places lived in")


def _age(token: "Token", head: list["Token"], noun: "Token") -> Items | None:
    if not token.text.isdecimal() or not 1 <= int(token.text) <= 120 or not head or not is_person(noun):
        return None
    return [*head, being(noun, is_past(noun)), token, "years old" if token.text != "1" else "year old"]


def _named(noun: "Token") -> list["Token"]:
    """The noun phrase without its conjuncts and the clauses after it; of a name, without anything after it."""
    drop = [
        c for c in noun.children if c.dep_ in ("cc", "conj", "preconj", "relcl") or is_detached(c) or (c.dep_ == "acl" and c.i > noun.i)
    ]
    if noun.pos_ == "PROPN":
        drop += [c for c in noun.children if c.dep_ == "prep" and c.lower_ != "of"]
    return phrase(noun, drop)


def described_name(name: "Token") -> Items | None:
    """ "the Norwegian painter Ana Lind" -> Ana Lind is a Norwegian painter (or: is Norway's painter)."""
    if name.pos_ != "PROPN" or name.ent_type_ != "PERSON":
        return None
    before = sorted(
        (c for c in name.children if c.i < name.i and c.dep_ in ("compound", "nmod", "amod", "poss", "det", "nummod")), key=lambda t: t.i
    )
    names = [c for c in before if c.dep_ == "compound" and (c.ent_type_ == "PERSON" or (c.pos_ == "PROPN" and _follows_title(c, before)))]
    titles = [c for c in before if c.dep_ in ("compound", "nmod") and c.pos_ == "NOUN" and c.ent_type_ != "PERSON"]
    if not titles:
        return None
    title = titles[-1]
    first_name = min((t.i for t in [*names, name]), default=name.i)
    if title.i != first_name - 1 or not is_person(title):
        return None
    if (names and names[0].i < title.i) or (title.lower_ in words("plain titles") and len(before) - len(names) < 2) or title.tag_ == "NNS":
        return None
    kept = [t for c in before if c.i <= title.i and c.ent_type_ != "PERSON" for t in sorted(c.subtree, key=lambda t: t.i)]
    kept = trimmed(sorted(set(kept), key=lambda t: t.i))
    if not kept or (any(t.lower_ in words("plain titles") for t in kept[-1:]) and len(kept) < 2):
        return None
    determined = kept[0].dep_ in ("det", "poss") or (kept[0].head.dep_ == "poss") or any(t.dep_ == "poss" and t.i < title.i for t in kept)
    article: Items = [] if determined else [_article(kept[0])]
    return [*sorted([*names, name], key=lambda t: t.i), being(name, is_past(name)), *article, *kept]


def _follows_title(token: "Token", before: list["Token"]) -> bool:
    return any(c.pos_ == "NOUN" and c.i < token.i for c in before)


def relative_clause(verb: "Token") -> Clause | None:
    """The clause of a relative clause with its noun put in place of the relative pronoun; None where that is not possible."""
    noun = verb.head
    if verb.dep_ != "relcl" or noun.pos_ not in ("NOUN", "PROPN") or noun.lower_ in ("one", "people", "those", "way", "reason", "time"):
        return None
    if any(c.dep_ == "det" and c.lower_ in ("no", "any", "every", "each") for c in noun.children):
        return None
    pronoun = _relative_pronoun(verb)
    noun = _described(noun)
    if pronoun is not None and pronoun.lower_ == "who":
        noun = _person_above(noun) or noun
    if pronoun is not None and pronoun.lower_ == "which" and noun.ent_type_ == "PERSON":
        return None
    named: Items = list(_named(noun)) if noun.dep_ != "conj" else noun_phrase(noun, alone=True)
    if not own_tokens(named):
        return None
    if pronoun is not None and pronoun.dep_ in ("nsubj", "nsubjpass"):
        return clause_of(verb, list(named), noun)
    clause = clause_of(verb)
    if clause.subject is None or clause.head is None or clause.head.i == noun.i:
        return None
    if pronoun is None:
        return None
    clause.complements = [c for c in clause.complements if c.i != pronoun.i]
    clause.adjuncts = [c for c in clause.adjuncts if c.i != pronoun.i]
    if pronoun.tag_ == "WP$" or pronoun.lower_ == "whose":
        return _possessive(clause, pronoun, named)
    if pronoun.lower_ == "where" and pronoun.dep_ == "advmod":
        place = "in" if noun.ent_type_ in ("GPE", "LOC") or noun.lemma_.lower() in words("places lived in") else "at"
        clause.replaced = {pronoun.i: [place, *named]}
        clause.complements.append(pronoun)
        return clause
    if pronoun.dep_ == "dobj" and pronoun.head in clause.group:
        clause.replaced = {pronoun.i: list(named)}
        clause.complements.insert(0, pronoun)
        return clause
    return None


def _described(noun: "Token") -> "Token":
    """The noun that an apposition describes: what is said of "a painter" in "Ana Lind, a painter who ..." is said of her."""
    if noun.dep_ != "appos" or not is_detached(noun) or noun.head.pos_ not in ("NOUN", "PROPN") or _is_of_another_kind(noun.head, noun):
        return noun
    return noun.head


def _person_above(noun: "Token") -> "Token | None":
    """The nearest noun that "who" can stand for: "a settler in the area who ..." is about the settler."""
    current = noun
    for _ in range(4):
        if is_person(current) or current.ent_type_ in ("ORG", "NORP") or current.tag_ == "NNS":
            return _described(current)
        above = current.head.head if current.dep_ == "pobj" else current.head
        if above == current or above.pos_ not in ("NOUN", "PROPN"):
            return None
        current = above
    return None


def _possessive(clause: Clause, pronoun: "Token", named: Items) -> Clause | None:
    if clause.subject is None or pronoun not in clause.subject:
        return None
    at = clause.subject.index(pronoun)
    clause.subject = [*clause.subject[:at], *list(named), "'s", *clause.subject[at + 1 :]]
    return clause


def _relative_pronoun(verb: "Token") -> "Token | None":
    for token in verb.subtree:
        if token.i >= verb.i:
            break
        if (
            token.tag_ in ("WDT", "WP", "WP$")
            or token.lower_ == "where"
            or (token.lower_ in _RELATIVE and token.dep_ in (*SUBJECTS, "dobj", "pobj"))
        ):
            return token
    return None


def participle(verb: "Token") -> Clause | None:
    """ "four boats moored in Mirava" -> Four boats were moored in Mirava; "a man carrying a flag" -> A man was carrying a flag."""
    noun = verb.head
    if verb.dep_ != "acl" or verb.tag_ not in ("VBN", "VBG") or noun.pos_ not in ("NOUN", "PROPN") or verb.i < noun.i:
        return None
    if verb.left_edge.i - noun.i > _FARTHEST:
        return None
    known = noun.pos_ == "PROPN" or is_person(noun) or any(c.dep_ in ("det", "nummod") for c in noun.children)
    if (
        verb.tag_ == "VBG"
        and (not known or verb.lemma_ in ("include", "concern", "regard", "follow", "be", "have", "involve"))
        and not is_detached(verb)
    ):
        return None
    if any(c.dep_ == "det" and c.lower_ in ("no", "any", "every", "each") for c in noun.children) or noun.lower_ in (
        "something",
        "anything",
        "number",
    ):
        return None
    noun = _described(noun)
    named: Items = list(_named(noun))
    if not named or children(verb, *SUBJECTS):
        return None
    drop = [verb]
    named = [t for t in named if isinstance(t, str) or not any(t == d or d.is_ancestor(t) for d in drop)]
    clause = clause_of(verb, named, noun)
    clause.borrowed = [being(noun, is_past(noun))]
    return clause


def on_the_side(doc_tokens: Iterator["Token"]) -> Iterator[tuple[str, Items, "Token"]]:
    """Statements from noun phrases alone: (kind, items, the word that they are about)."""
    for token in doc_tokens:
        if token.dep_ == "appos":
            items = apposition(token)
            if items:
                yield "apposition", items, token
        items = described_name(token)
        if items:
            yield "description", items, token


def may_stand_alone(verb: "Token") -> bool:
    """Whether the clause on the side of a noun is said of it as a fact: not under a negation or a condition, not part of a title."""
    if in_quotes(verb):
        return False
    current = verb.head
    while current.head != current:
        if current.dep_ in ("advcl", "ccomp") and any(
            c.dep_ == "mark" and c.lower_ in words("conditional marks") for c in current.children
        ):
            return False
        if current.pos_ in VERBAL and any(c.dep_ == "neg" for c in current.children) and is_restricted(verb.head):
            return False
        current = current.head
    return True
