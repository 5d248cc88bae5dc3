"""Reading a dependency parse: spans without the parts that say something else, conjuncts, passives, relative pronouns."""

import re
from collections.abc import Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}", "``": '"', "''": '"'}
"""Treebank spellings that the spaCy model was not trained on."""
Arc = tuple["Token", "Token", str]
"""A word, what it depends on, and as what."""
SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass"})
VERBAL = frozenset({"VERB", "AUX"})
FINITE = frozenset({"VBZ", "VBP", "VBD", "MD"})
"""Tags of finite verbs."""
NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
COORDINATION = frozenset({"cc", "conj", "preconj"})
_CONJUNCT_TAGS = frozenset({"NOUN", "PROPN", "PRON", "NUM", "ADJ", "DET"})
_LOOSE = frozenset({"relcl", "acl", "prep", "advcl"})
_CONDITIONS = frozenset({"assumption", "condition", "premise", "proviso", "understanding"})
"""Nouns that make "on … that" a conjunction of condition (Quirk et al. 1985, 14.12)."""
_PUNCTUATION = frozenset({*".,;:!?\"'()[]{}-", "--", "...", "``", "''", "—", "–", "“", "”", "‘", "’", "…", "|", "/"})
_PARTICIPLE = re.compile(r"(?:ed|ing|en)$")

TokenSpan = tuple[int, int]


def children(token: "Token", *labels: str) -> list["Token"]:
    """The children of `token` with one of the dependency labels, in order."""
    return [child for child in token.children if child.dep_ in labels]


def span(token: "Token", predicate: int | None = None, drop: Collection[str] = ()) -> TokenSpan:
    """The contiguous tokens around `token` that make up its phrase.

    Left out are children with a label in `drop`, non-restrictive modifiers (after a comma), and the subtree that holds
    `predicate`: a relative clause is no part of the argument of its own verb.
    """
    inside = {token.i}
    noun = token.pos_ in NOMINAL
    doc = token.doc
    for child in token.children:
        if child.dep_ in drop:
            continue
        first = child.left_edge.i
        if noun and child.i > token.i and child.dep_ in _LOOSE and first > 0 and doc[first - 1].text == ",":
            continue
        _collect(child, predicate, inside)
    return _trimmed(token, *_contiguous(token.i, inside))


def before_asides(doc: "Doc", start: int, end: int) -> int:
    """Where a phrase ends without what is only added after a comma, an apposition or a relative clause: "Ana Ruiz, who rows, …"."""
    added = (t.left_edge.i - 1 for t in doc[start:end] if t.dep_ in ("appos", "relcl"))
    return min((comma for comma in added if comma > start and doc[comma].text == ","), default=end)


def _collect(token: "Token", predicate: int | None, inside: set[int]) -> None:
    """Add the subtree of `token` to `inside`, without the branch that leads to the predicate."""
    if predicate is None or not token.left_edge.i <= predicate <= token.right_edge.i:
        inside.update(descendant.i for descendant in token.subtree)
        return
    pending = [token]
    while pending:
        current = pending.pop()
        if current.i == predicate or (
            current.left_edge.i <= predicate <= current.right_edge.i and current.is_ancestor(token.doc[predicate])
        ):
            continue
        inside.add(current.i)
        pending.extend(current.children)


def _contiguous(index: int, inside: set[int]) -> TokenSpan:
    start = end = index
    while start - 1 in inside:
        start -= 1
    while end + 1 in inside:
        end += 1
    return start, end


def _trimmed(token: "Token", start: int, last: int) -> TokenSpan:
    doc = token.doc
    while start < token.i and (doc[start].text in _PUNCTUATION or (doc[start].dep_ in ("cc", "preconj") and doc[start].head == token)):
        start += 1
    while last > token.i and ((doc[last].text in _PUNCTUATION and not _closes(doc, start, last)) or doc[last].dep_ == "cc"):
        last -= 1
    return start, last + 1


def _closes(doc: "Doc", start: int, last: int) -> bool:
    mark = doc[last].text
    if mark == ")":
        return any(doc[k].text == "(" for k in range(start, last))
    if mark == '"':
        return sum(doc[k].text == '"' for k in range(start, last)) % 2 == 1
    return False


def clause_span(token: "Token", predicate: int | None, keep_mark: bool = False) -> TokenSpan:
    """The span of a clause, without a leading "that" or "whether" unless `keep_mark`."""
    start, end = span(token, predicate)
    doc = token.doc
    while start < token.i:
        first = doc[start]
        complementizer = not keep_mark and first.dep_ == "mark" and first.lower_ in ("that", "whether")
        if not complementizer and first.text not in _PUNCTUATION:
            break
        start += 1
    return start, end


def shown_number(verb: "Token") -> str:
    """The number that the verb or its first auxiliary shows (singular, plural, first), "" if it shows none."""
    for token in (*(child for child in verb.children if child.dep_ in ("aux", "auxpass") and child.i < verb.i), verb):
        if token.tag_ == "MD" or token.lower_ == "to":
            return ""
        if token.tag_ == "VBZ" or token.lower_ in ("was", "is", "has"):
            return "singular"
        if token.tag_ == "VBP" or token.lower_ in ("were", "are", "have"):
            return "first" if token.lower_ in ("am", "'m") else "plural"
    return ""


def is_one_name(noun: "Token") -> bool:
    """Whether names joined by "and" are one, as a verb in the singular tells: "Marks and Spencer is", "Sea and Harbour plans"."""
    later = conjoined_later(noun)
    names = [t for t in (noun, *later) if t.pos_ in ("NOUN", "PROPN") and t.text[0].isupper()]
    if len(later) != 1 or len(names) != 2 or noun.dep_ not in SUBJECTS:
        return False
    *between, joint = noun.doc[noun.i + 1 : later[0].left_edge.i] or [noun]
    of = not between or (between[0].lower_ == "of" and all(token.text[0].isupper() for token in between[1:]))  # "Museum of Rope and Salt"
    return of and joint.lower_ in ("and", "&") and shown_number(noun.head) == "singular"


def coordinated(token: "Token") -> list["Token"]:
    """The heads that a noun phrase names: itself, its later conjuncts, and appositions to any of these."""
    later = [] if is_one_name(token) else conjoined_later(token)
    heads = [token, *(c for c in later if c.pos_ in _CONJUNCT_TAGS and not _tells_how(token, c))]
    appositions = [c for head in heads for c in children(head, "appos") if c.pos_ in ("NOUN", "PROPN") and beside(head, c)]
    return heads + appositions


def _tells_how(noun: "Token", conjunct: "Token") -> bool:
    """Whether what the parse joins to a noun is an adjective that tells how it is: "her songs, quieter and shorter, were ignored"."""
    return noun.pos_ in ("NOUN", "PROPN") and conjunct.tag_.startswith("JJ") and not any(c.dep_ == "det" for c in conjunct.children)


def beside(noun: "Token", apposition: "Token") -> bool:
    """Whether nothing but the noun's own modifiers stands between it and its apposition (else the parse has gone astray)."""
    gap = range(noun.i + 1, apposition.left_edge.i)
    if len(gap) <= 2:
        return True
    own = {token.i for child in noun.children if child != apposition for token in child.subtree}
    return all(i in own or noun.doc[i].is_punct for i in gap)


def noun_spans(token: "Token", predicate: int | None = None) -> list[tuple["Token", TokenSpan]]:
    """The minimal phrases of a noun phrase: one for each conjunct and apposition (head, span)."""
    drop = {"appos"} if is_one_name(token) else COORDINATION | {"appos"}
    return [(head, span(head, predicate, drop)) for head in coordinated(token)]


def conjoined_later(token: "Token") -> list["Token"]:
    """Conjuncts of `token` to its right."""
    return [c for c in token.conjuncts if c.i > token.i]


def is_punctuation(token: "Token") -> bool:
    """Whether the token is a mark that never begins or ends an answer."""
    return token.text in _PUNCTUATION


def verb_form(token: "Token") -> str:
    """How a word can be a predicate: "verb", "adjective" or "noun"."""
    if token.pos_ in VERBAL:
        return "verb"
    if token.dep_ == "amod" and token.tag_ in ("VBN", "VBG", "JJ") and _PARTICIPLE.search(token.lower_):
        return "verb"
    return "adjective" if token.pos_ == "ADJ" else "noun"


def is_relative_pronoun(token: "Token") -> bool:
    """Whether the word stands for the noun that a relative clause modifies."""
    return token.tag_ in ("WDT", "WP", "WP$") or (token.lower_ == "that" and token.dep_ in ("nsubj", "nsubjpass", "dobj", "pobj"))


def relative_head(verb: "Token") -> "Token | None":
    """The noun that a relative clause modifies, when `verb` heads the clause or is embedded in it."""
    current = verb
    for _ in range(5):
        if current.dep_ == "relcl":
            return _whole_of(current.head, current)
        if current.dep_ not in ("conj", "xcomp", "ccomp", "advcl", "pcomp", "prep", "acomp") or current.head == current:
            return None
        current = current.head
    return None


def _whole_of(noun: "Token", clause: "Token") -> "Token":
    """The noun before "of", if a relative clause after a comma may speak of it too: "the plan of the harbour, which she drew"."""
    of = noun.head
    first = clause.left_edge.i
    if noun.dep_ != "pobj" or of.lower_ != "of" or noun.pos_ != "NOUN" or noun.ent_type_ or noun.doc[first - 1].text != ",":
        return noun
    whole = of.head
    same_number = whole.tag_ == noun.tag_ and whole.pos_ == "NOUN"
    return whole if same_number and noun.doc[first].lower_ == "which" else noun


def antecedent_of_relative(token: "Token", verb: "Token") -> "Token":
    """What a relative pronoun in the clause of `verb` stands for; the token itself when it is none."""
    if is_relative_pronoun(token):
        return relative_head(verb) or token
    return token


def clause_verb(token: "Token") -> "Token":
    """The nearest verb at or above `token`."""
    current = token
    while current.head != current and current.pos_ not in VERBAL:
        current = current.head
    return current


def is_inverted(verb: "Token") -> bool:
    """Whether a clause is a condition by the order of its words: "should it return, we will come", "had he known"."""
    subject = next((c for c in verb.children if c.dep_ in SUBJECTS), None)
    if subject is None or not subject.left_edge.i or not (verb.dep_ == "advcl" or (verb.dep_ == "ccomp" and verb.i < verb.head.i)):
        return False
    first = subject.left_edge.nbor(-1)
    opens = verb.dep_ == "advcl" or first.i == 0 or first.nbor(-1).is_punct
    return first.head == verb and first.dep_ == "aux" and first.lower_ in ("should", "had", "were") and opens


def is_opened_as_condition(head: "Token") -> bool:
    """Whether a clause tells on what condition, by its order or by what stands before "that": "on the understanding that it is free"."""
    return is_inverted(head) or (head.lower_ == "on" and is_condition(head))


def is_condition(token: "Token") -> bool:
    """Whether "provided", "providing" or "on condition" opens a clause: "she will come, provided she is back by three"."""
    if token.lower_ == "on" and token.dep_ == "prep":
        nouns = (c for c in token.children if c.dep_ == "pobj" and c.lower_ in _CONDITIONS)
        return any(c.dep_ in ("acl", "ccomp", "relcl") and c.left_edge.lower_ == "that" for noun in nouns for c in noun.children)
    if token.lower_ not in ("provided", "providing") or token.dep_ not in ("prep", "advcl", "acl"):
        return False
    return bool(children(token, "ccomp", "pcomp")) and not children(token, "dobj", "aux", "auxpass", "nsubj", "nsubjpass")
