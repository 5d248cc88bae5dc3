"""What noun phrases say on the side without a verb: appositions, names with a description before them, ages."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.core.digits import whole_number
from engines.decomposition.lexicon import words
from engines.decomposition.normalization.sentences import is_title
from engines.decomposition.wording.agreement import article, being, is_past, is_plural
from engines.decomposition.wording.phrases import (
    Items,
    coordination,
    in_brackets,
    is_detached,
    phrase,
    trimmed,
)
from engines.english.animacy import is_person
from engines.english.word_forms import lemmas
from engines.parsing.syntax.dependencies import SUBJECTS

if TYPE_CHECKING:
    from spacy.tokens import Token

_BEFORE = frozenset({"det", "amod", "compound", "poss", "nummod"})


def apposition(token: "Token") -> Items | None:
    """ "Ana Lind, a painter from Mora," -> Ana Lind is a painter from Mora; "Ana Lind, 23," -> Ana Lind is 23 years old."""
    noun = token.head
    while noun.dep_ == "appos" and is_detached(noun):
        noun = noun.head
    if not is_detached(token) or noun.pos_ not in ("NOUN", "PROPN") or noun.ent_type_ in ("DATE", "TIME"):
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
    if token.ent_type_ == "PERSON" and noun.pos_ == "NOUN" and not is_person(noun):
        return None
    if is_person(noun) and token.ent_type_ in ("GPE", "LOC", "FAC", "ORG", "DATE"):
        return None
    if (is_title(token) and noun.pos_ == "PROPN") or token.doc[token.left_edge.i].pos_ == "ADV" or is_of_another_kind(noun, token):
        return None
    if noun.pos_ == token.pos_ == "NOUN" and (noun.tag_ == "NNS") != (token.tag_ == "NNS"):
        return None
    if _is_elsewhere(token, noun) or (token.tag_ == "NNS" and not is_plural(noun)):
        return None
    if noun.tag_ == "NNS" and token.tag_ == "NNP":  # the first of "three players, Ana Lind and Jon Ask"
        return None
    if noun.pos_ == "PROPN" and token.tag_ == "NN" and any(c.dep_ in ("cc", "conj") for c in noun.children):
        return None
    if any(c.dep_ in ("cc", "conj", "appos") and c.i > token.i for c in token.children) and noun.tag_ not in ("NNS", "NNPS"):
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
    bare = token.tag_ == "NN" and not is_title(token) and not any(c.dep_ in ("det", "poss", "nummod") for c in token.children)
    if bare and token.is_lower and is_person(noun) and not is_person(token) and any(c.dep_ == "compound" for c in token.children):
        return [*described, being(token, is_past(noun)), *head]  # a name in small letters
    if bare and token.is_lower and not lemmas(token.lower_):
        return None
    lead: Items = [article(described[0])] if bare else []
    indefinite = not any(c.dep_ in ("det", "poss") and c.lower_ not in ("a", "an") for c in noun.children)
    if token.pos_ == "PROPN" and noun.pos_ == "NOUN" and is_person(noun) and indefinite:
        return [*described, being(token, is_past(noun)), *head]
    return [*head, being(noun, is_past(noun)), *lead, *described]


def _is_elsewhere(token: "Token", noun: "Token") -> bool:
    """Whether a description may be of another noun that stands right before it: "the son of Tom Reed, a baker"."""
    before = token.left_edge.nbor(-1) if token.left_edge.i else None
    while before is not None and before.is_punct and before.i > noun.i:
        before = before.nbor(-1)
    if before is None or before.i <= noun.i:
        return False
    nearest = before
    while nearest.dep_ in ("compound", "nummod", "case", "poss", "amod") and nearest.head.i > noun.i:
        nearest = nearest.head
    if nearest.i <= noun.i or nearest.pos_ == "NUM" or nearest.dep_ == "appos":
        return False
    return nearest.pos_ == "PROPN" and (is_person(nearest) == is_person(token) or token.pos_ == "PROPN")


def is_of_another_kind(noun: "Token", described: "Token") -> bool:
    """An organisation or place is no injury: such an apposition is said of something else."""
    if noun.ent_type_ not in ("ORG", "GPE", "LOC", "FAC") or described.pos_ == "PROPN" or is_person(described):
        return False
    return described.lemma_.lower() not in words("organisations and places") | words("groups") | words("places lived in")


def _age(token: "Token", head: list["Token"], noun: "Token") -> Items | None:
    if not whole_number(token.text, 120) or not head or not is_person(noun):
        return None
    return [*head, being(noun, is_past(noun)), token, "years old" if token.text != "1" else "year old"]


def described_by(noun: "Token") -> list["Token"]:
    """The noun phrase without its conjuncts and the clauses after it; of a name, without anything after it."""
    drop = coordination(noun)
    drop += [c for c in noun.children if c.dep_ == "relcl" or is_detached(c) or (c.dep_ == "acl" and c.i > noun.i)]
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
    if any(t.lower_ in ("fellow", "same", "such") for t in kept) or any(t.text == "The" and t.i for t in kept):
        return None
    if any(t.dep_ in ("cc", "conj") for t in kept):
        return None
    if not kept or (any(t.lower_ in words("plain titles") for t in kept[-1:]) and len(kept) < 2):
        return None
    determined = kept[0].dep_ in ("det", "poss") or (kept[0].head.dep_ == "poss") or any(t.dep_ == "poss" and t.i < title.i for t in kept)
    lead: Items = [] if determined else [article(kept[0])]
    return [*sorted([*names, name], key=lambda t: t.i), "was" if is_past(name) else "is", *lead, *kept]


def opening_description(token: "Token") -> Items | None:
    """ "Mayor of Mora, Ana Lind said ..." -> Ana Lind is mayor of Mora, where the parse hangs the description on the verb."""
    if (
        token.dep_ not in ("npadvmod", "advcl", *SUBJECTS)
        or token.pos_ != "NOUN"
        or token.tag_ != "NN"
        or token.left_edge.i > 0
        or not is_person(token)
    ):
        return None
    name = next((c for c in token.head.children if c.dep_ in SUBJECTS and c.pos_ == "PROPN" and c.i > token.i), None)
    end = token.right_edge.i
    if name is None or name.left_edge.i != end + 2 or token.doc[end + 1].text != ",":
        return None
    return [*described_by(name), being(name, is_past(name)), *phrase(token)]


def _follows_title(token: "Token", before: list["Token"]) -> bool:
    return any(c.pos_ == "NOUN" and c.i < token.i for c in before)


def noun_phrase_statements(doc_tokens: Iterator["Token"]) -> Iterator[tuple[str, Items, "Token"]]:
    """Statements from noun phrases alone: (kind, items, the word that they are about)."""
    for token in doc_tokens:
        if token.dep_ == "appos":
            items = apposition(token)
            if items:
                yield "apposition", items, token
        items = described_name(token) or opening_description(token)
        if items:
            yield "description", items, token
