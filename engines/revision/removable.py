"""Which parts of a sentence can be removed: modifiers, adjuncts, conjuncts and reporting clauses that the rest can do without."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.decomposition.lexicon import words
from engines.english.animacy import is_person
from engines.english.lexicon import closed_class
from engines.parsing.syntax.dependencies import SUBJECTS, VERBAL, children
from engines.revision.reporting_clauses import reporting_clause

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_LOOSE = frozenset({"prep", "advcl", "npadvmod", "advmod", "appos", "relcl", "acl", "parataxis", "agent", "amod", "nummod", "nmod", "intj"})
_KEPT_ADVERBS = closed_class("denying adverbs") | {"no", "only", "allegedly", "reportedly", "nearly", "almost"}
_COMPLEMENTS = frozenset({"dobj", "attr", "acomp", "xcomp", "ccomp", "oprd", "prt", "advmod"})


def removable(doc: "Doc") -> Iterator[tuple[int, int, str]]:
    """(first token, last token, what it is) of everything that may be removed."""
    for token in doc:
        if token.dep_ in _LOOSE and _may_go(token):
            yield token.left_edge.i, token.right_edge.i, "modifier"
        if token.dep_ == "conj" and not any(t.dep_ == "mark" for t in token.children):
            yield from _conjunct(token)
        if token.dep_ == "ccomp" and token.head.dep_ == "ROOT":
            yield from reporting_clause(token)
        if token.dep_ == "compound" and token.head.ent_type_ == "PERSON" and token.pos_ == "NOUN" and is_person(token):
            yield token.left_edge.i, token.i, "modifier"


def _may_go(token: "Token") -> bool:
    if token.dep_ in ("advmod", "amod", "nummod", "nmod") and token.lower_ in _KEPT_ADVERBS:
        return False
    if token.dep_ == "npadvmod":
        following = token.doc[token.right_edge.i + 1 : token.right_edge.i + 2]
        return not _is_bound(token) and not any(t.dep_ == "prep" and t.head == token.head for t in following)
    if token.dep_ == "appos" and token.left_edge.i == token.head.i + 1:  # "under the title Dawn"
        return not any(c.dep_ == "det" and c.lower_ == "the" for c in token.head.children)
    if token.dep_ == "nummod":
        return token.head.tag_ == "NNS" and token.head.i > token.i and not _is_unit(token.head)
    if token.dep_ == "amod":
        verb = token.pos_ == "VERB" and token.i > 0 and token.nbor(-1).text == ","
        return token.i < token.head.i and token.tag_ not in ("JJS", "JJR") and not verb
    if token.dep_ == "prep":
        return not (token.lower_ == "of" and token.i > token.head.i) and any(True for _ in token.children) and not _is_bound(token)
    if token.dep_ == "agent" and _is_bound(token):
        return False
    return not (token.dep_ == "advmod" and (token.head.pos_ in ("ADJ", "ADV", "NUM") or token.tag_ == "WRB"))


def _is_unit(noun: "Token") -> bool:
    return noun.ent_type_ in ("DATE", "TIME", "MONEY", "PERCENT", "QUANTITY") or noun.lower_ in words("measures")


def _is_bound(added: "Token") -> bool:
    """A phrase that its verb cannot do without: the only thing said of a form of "be", of "lives" or of a bare participle; or its noun,
    which says nothing alone ("the need for rain")."""
    verb = added.head
    if added.i > verb.i and verb.lemma_.lower() in words("nouns that need more"):
        return True
    if (
        added.i > verb.i
        and verb.lower_ in words("participles that need more")
        and not any(c.i > verb.i and c != added for c in verb.children)
    ):
        return True
    if verb.pos_ not in VERBAL or added.i < verb.i:
        return False
    others = [c for c in verb.children if c.i != added.i and (c.dep_ in _COMPLEMENTS or (c.dep_ in ("prep", "agent") and c.i < added.i))]
    if others or verb.lemma_.lower() in words("stands alone"):
        return False
    passive = bool(children(verb, "auxpass", "nsubjpass"))
    if passive and verb.lemma_.lower() in words("passives of making"):
        # "The museum was founded" says nothing: who or when was all there was to say.
        return not any(c != added and c.dep_ in ("prep", "agent", "npadvmod", "advcl") for c in verb.children)
    return not passive or verb.lemma_.lower() in words("bare passive needs more")


def _conjunct(token: "Token") -> Iterator[tuple[int, int, str]]:
    """The later conjunct with its conjunction; the first one with the conjunction after it."""
    doc, head = token.doc, token.head
    if coarse_class(head) != coarse_class(token) or _is_listed(head) or _is_paired(head):
        return
    first = token.left_edge.i
    # Two verbs side by side are a sign that one of them is none.
    unjoined = first > 0 and not (doc[first - 1].dep_ in ("cc", "preconj") or doc[first - 1].is_punct or doc[first - 1].pos_ == "ADV")
    if ends_list(token) or unjoined:
        return
    while first > 0 and (doc[first - 1].dep_ in ("cc", "preconj") or doc[first - 1].text == ",") and doc[first - 1].i > head.i:
        first -= 1
    yield first, token.right_edge.i, "conjunct"
    begin = head.i if head.pos_ in VERBAL else _without_determiner(head, token)
    if head.pos_ in VERBAL:
        own = [c for c in head.children if c.dep_ in ("aux", "auxpass", "neg")]
        shared = not children(token, "aux", "auxpass", *SUBJECTS) and token.tag_ == head.tag_
        if children(token, *SUBJECTS):
            begin = head.left_edge.i
        elif own and not shared:
            begin = min(c.i for c in own)
    before = token.left_edge.i - 1
    if head.i <= before and begin <= before and any(doc[k].dep_ == "cc" for k in range(head.i, token.left_edge.i)):
        yield begin, before, "conjunct"


def coarse_class(token: "Token") -> str:
    """What a conjunct is, so far as one can stand for all: a verb, a noun, or something else."""
    if token.pos_ in VERBAL:
        return "verb"
    return "noun" if token.pos_ in ("NOUN", "PROPN", "PRON") else token.pos_


def _is_listed(head: "Token") -> bool:
    """The first of several names after a plural: "the films Dawn and Dusk"."""
    before = head.doc[max(0, head.left_edge.i - 1) : head.i]
    named = [t for t in before if t.dep_ in ("compound", "nmod", "pobj", "dobj")]
    plural = [head.head] if head.dep_ in ("appos", "nmod") else named
    return len(head.conjuncts) == 1 and head.pos_ == "PROPN" and any(t.tag_ == "NNS" for t in plural)


def _is_paired(head: "Token") -> bool:
    """The first of two that only stand together: "between 1909 and 1910", "both A and B"."""
    return head.head.lower_ in ("between", "both") or any(c.lower_ in ("both", "either", "neither") for c in head.children)


def ends_list(token: "Token") -> bool:
    """The last of three or more, where "and" stands before it alone: "Browns, Indians and Cavaliers"."""
    head = token.head
    if token.dep_ != "conj" or head.dep_ != "conj" or any(c.dep_ == "conj" for c in token.children) or token.pos_ in VERBAL:
        return False
    joined = any(t.dep_ == "cc" for t in token.doc[head.i : token.left_edge.i])
    return joined and not any(t.dep_ == "cc" for t in token.doc[head.head.i : head.left_edge.i])


def _without_determiner(head: "Token", token: "Token") -> int:
    own = any(c.dep_ in ("det", "poss") for c in token.children)
    determiner = [c for c in head.children if c.dep_ in ("det", "poss") and c.i < head.i]
    return head.left_edge.i if own or not determiner or token.pos_ == "PROPN" else determiner[-1].right_edge.i + 1
