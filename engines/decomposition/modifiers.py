"""What noun phrases say on the side: appositions, relative and participial clauses, names with a description before them, ages."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.decomposition.clauses import Clause, clause_of
from engines.decomposition.lexicon import words
from engines.decomposition.phrases import (
    Items,
    after_comma,
    in_brackets,
    in_quotes,
    is_detached,
    is_restricted,
    noun_phrase,
    own_tokens,
    phrase,
    trimmed,
)
from engines.decomposition.reading import is_title
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
    if is_title(noun):
        return False
    if any(c.dep_ == "conj" and c.pos_ in ("NOUN", "PROPN", "PRON") for c in noun.children):
        return True
    if any(c.dep_ == "nummod" and c.lower_ not in ("one", "1") and c.ent_type_ not in ("DATE", "ORDINAL") for c in noun.children):
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
    head = [t for t in described_by(noun) if t.i != token.i]
    if token.pos_ == "NUM" or token.ent_type_ in ("CARDINAL", "DATE"):
        return _age(token, head, noun)
    if token.pos_ not in ("NOUN", "PROPN") or (
        in_brackets(token) and (token.pos_ == "PROPN" or not any(c.dep_ in _BEFORE for c in token.children))
    ):
        return None
    if noun.ent_type_ in ("GPE", "LOC", "FAC", "DATE") and is_person(token):
        return None
    if is_person(noun) and token.ent_type_ in ("GPE", "LOC", "FAC", "ORG", "DATE"):
        return None
    if (is_title(token) and noun.pos_ == "PROPN") or token.doc[token.left_edge.i].pos_ == "ADV" or _is_of_another_kind(noun, token):
        return None
    if noun.pos_ == token.pos_ == "NOUN" and (noun.tag_ == "NNS") != (token.tag_ == "NNS"):
        return None
    if noun.pos_ == "PROPN" and token.tag_ == "NN" and any(c.dep_ in ("cc", "conj") for c in noun.children):
        return None
    if any(c.dep_ in ("cc", "conj") for c in token.children) and noun.tag_ not in ("NNS", "NNPS"):
        return None
    described = phrase(token)
    role = bool(described) and (described[0].dep_ == "det" or any(c.dep_ == "prep" and c.lower_ == "of" for c in token.children))
    if noun.pos_ == token.pos_ == "PROPN" and not role:
        return None
    if (
        not described
        or not head
        or (token.pos_ == "PROPN" and noun.pos_ == "PROPN" and noun.ent_type_ in ("GPE", "LOC", "FAC", "DATE", "ORG"))
    ):
        return None
    bare = token.tag_ == "NN" and not any(c.dep_ in ("det", "poss", "nummod") for c in token.children)
    lead: Items = [article(described[0])] if bare else []
    indefinite = not any(c.dep_ in ("det", "poss") and c.lower_ not in ("a", "an") for c in noun.children)
    if token.pos_ == "PROPN" and noun.pos_ == "NOUN" and is_person(noun) and indefinite:
        return [*described, being(token, is_past(noun)), *head]
    return [*head, being(noun, is_past(noun)), *lead, *described]


def article(word: "Token") -> str:
    """The indefinite article for a word."""
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


def described_by(noun: "Token") -> list["Token"]:
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
    if any(t.dep_ in ("cc", "conj") for t in kept):
        return None
    if not kept or (any(t.lower_ in words("plain titles") for t in kept[-1:]) and len(kept) < 2):
        return None
    determined = kept[0].dep_ in ("det", "poss") or (kept[0].head.dep_ == "poss") or any(t.dep_ == "poss" and t.i < title.i for t in kept)
    lead: Items = [] if determined else [article(kept[0])]
    return [*sorted([*names, name], key=lambda t: t.i), being(name, is_past(name)), *lead, *kept]


def opening_description(token: "Token") -> Items | None:
    """ "Mayor of Mora, Ana Lind said ..." -> Ana Lind is mayor of Mora, where the parse hangs the description on the verb."""
    if token.dep_ not in ("npadvmod", "advcl") or token.pos_ != "NOUN" or token.left_edge.i > 0 or not is_person(token):
        return None
    name = next((c for c in token.head.children if c.dep_ in SUBJECTS and c.pos_ == "PROPN"), None)
    end = token.right_edge.i
    if name is None or name.left_edge.i != end + 2 or token.doc[end + 1].text != ",":
        return None
    return [*described_by(name), being(name, is_past(name)), *phrase(token)]


def _follows_title(token: "Token", before: list["Token"]) -> bool:
    return any(c.pos_ == "NOUN" and c.i < token.i for c in before)


def relative_clause(verb: "Token") -> Clause | None:
    """The clause of a relative clause with its noun put in place of the relative pronoun; None where that is not possible."""
    noun = verb.head
    if verb.dep_ != "relcl" or noun.pos_ not in ("NOUN", "PROPN") or noun.lower_ in ("one", "people", "those", "way", "reason", "time"):
        return None
    pronoun = _relative_pronoun(verb)
    if _is_singled_out(noun) or (pronoun is not None and pronoun.dep_ in SUBJECTS and not _agree(noun, verb)):
        return None
    person = _person_above(noun) if pronoun is not None and pronoun.lower_ == "who" else None
    if pronoun is not None and pronoun.lower_ == "who" and person is None and noun.pos_ != "PROPN":
        return None
    noun = person or _described(noun)
    if pronoun is not None and pronoun.lower_ == "which" and _is_about_more(pronoun, noun, verb):
        return None
    named: Items = list(described_by(noun)) if noun.dep_ != "conj" else noun_phrase(noun, alone=True)
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
        if noun.ent_type_ not in ("GPE", "LOC", "FAC", "ORG") and noun.lemma_.lower() not in words("organisations and places"):
            return None
        place = "in" if noun.ent_type_ in ("GPE", "LOC") or noun.lemma_.lower() in words("places lived in") else "at"
        clause.replaced = {pronoun.i: [place, *named]}
        clause.complements.append(pronoun)
        return clause
    if pronoun.dep_ == "dobj" and pronoun.head in clause.group:
        clause.replaced = {pronoun.i: list(named)}
        clause.complements.insert(0, pronoun)
        return clause
    return None


def _is_singled_out(noun: "Token") -> bool:
    """Whether what follows a noun is needed to know what is meant: "no boat that sank", "the most goals scored in a year"."""
    return any(
        (c.dep_ == "det" and c.lower_ in ("no", "any", "every", "each")) or c.lower_ == "most" or c.tag_ == "JJS" for c in noun.children
    )


def _agree(noun: "Token", verb: "Token") -> bool:
    """Whether a noun can be the subject of a verb, by their number."""
    finite = next((t for t in (*children(verb, "aux", "auxpass"), verb) if t.tag_ in ("VBZ", "VBP", "VBD")), None)
    if finite is None or (noun.pos_ == "PROPN" and finite.lower_ != "were"):
        return True
    if finite.tag_ == "VBZ" or finite.lower_ == "was":
        return not is_plural(noun)
    return (finite.tag_ != "VBP" and finite.lower_ != "were") or is_plural(noun) or noun.lemma_.lower() in words("groups")


def _is_about_more(which: "Token", noun: "Token", verb: "Token") -> bool:
    """Whether "which" may take up a whole clause ("..., which would make it hard") or cannot be what the parse has it stand for."""
    dashed = which.i > 0 and which.nbor(-1).text in ("-", "–", "—", "--")
    whole = verb.lemma_.lower() in words("said of clauses") or any(
        c.dep_ == "aux" and c.lower_ in ("would", "could") for c in verb.children
    )
    person = is_person(noun) and (noun.pos_ == "NOUN" or noun.dep_ == "conj")
    return dashed or person or (whole and after_comma(which))


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
        if above.dep_ == "acl":
            above = above.head
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
    inner = noun.dep_ == "pobj" and noun.head.lower_ in ("with", "of", "for", "by") and noun.head.head.pos_ == "NOUN"
    if inner and (verb.tag_ == "VBG" or not any(c.dep_ in ("det", "poss", "nummod") for c in noun.children)):
        return None
    known = noun.pos_ == "PROPN" or is_person(noun) or any(c.dep_ in ("det", "nummod") for c in noun.children)
    if (
        verb.tag_ == "VBG"
        and (not known or verb.lemma_ in ("include", "concern", "regard", "follow", "be", "have", "involve"))
        and not is_detached(verb)
    ):
        return None
    if _is_singled_out(noun) or noun.lower_ in ("something", "anything", "number"):
        return None
    noun = _described(noun)
    named: Items = list(described_by(noun))
    if not named or children(verb, *SUBJECTS):
        return None
    drop = [verb]
    named = [t for t in named if isinstance(t, str) or not any(t == d or d.is_ancestor(t) for d in drop)]
    clause = clause_of(verb, named, noun)
    formerly = any(t.lower_ in words("past adverbs") for t in clause.group)
    clause.borrowed = [being(noun, formerly or is_past(noun))]
    return clause


def on_the_side(doc_tokens: Iterator["Token"]) -> Iterator[tuple[str, Items, "Token"]]:
    """Statements from noun phrases alone: (kind, items, the word that they are about)."""
    for token in doc_tokens:
        if token.dep_ == "appos":
            items = apposition(token)
            if items:
                yield "apposition", items, token
        items = described_name(token) or opening_description(token)
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
