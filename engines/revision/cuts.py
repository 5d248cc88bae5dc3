"""What can be cut out of a sentence so that the rest is still a sentence: modifiers, adjuncts, conjuncts, clauses, a report's lead.

Each cut is worked out on the parse of the whole sentence and brings its own repairs (commas, capital, article, agreement), so that
any set of cuts that do not overlap can be made together.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.english.animacy import is_person
from engines.english.articles import indefinite
from engines.english.inflection import singular_form
from engines.parsing.syntax.dependencies import SUBJECTS, children
from engines.revision.removable import coarse_class, ends_list, removable

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_SET_OFF = frozenset({"appos", "relcl", "acl", "advcl", "parataxis", "prep", "npadvmod"})
_QUOTES = frozenset({'"', "“", "”", "``", "''", "‘", "’", "'"})
_VALUES = frozenset({"DATE", "TIME", "MONEY", "QUANTITY", "PERCENT"})
_FINAL = frozenset({".", "!", "?"})
_BRACKETS = (("(", ")"), ("[", "]"), ("“", "”"))
_LONGEST = 0.75
"""Largest share of a sentence's words that one cut may take; more is a deletion of the sentence."""


@dataclass(frozen=True)
class Cut:
    """A change within one sentence: characters [start, end) become `replacement`; `removed` are the characters that go."""

    start: int
    end: int
    replacement: str
    removed: tuple[int, int]
    what: str


def cuts(doc: "Doc") -> list[Cut]:
    """The cuts of a sentence, shortest first; offsets into the sentence."""
    found: dict[tuple[int, int], Cut] = {}
    for first, last, what in removable(doc):
        if last - first + 1 > _LONGEST * len(doc) or first > last:
            continue
        cut = _made(doc, first, last, what)
        if cut is not None:
            found.setdefault((cut.start, cut.end), cut)
    for token in doc:
        cut = _last_of_several(token)
        if cut is not None:
            found.setdefault((cut.start, cut.end), cut)
    return sorted(found.values(), key=lambda c: c.removed[1] - c.removed[0])


def _last_of_several(token: "Token") -> Cut | None:
    """The cut of the last item of a list: the one before it takes the conjunction."""
    if not ends_list(token) or coarse_class(token) != coarse_class(token.head):
        return None
    doc, head = token.doc, token.head
    comma = doc[head.left_edge.i - 1]
    conjunction = next(t for t in doc[head.i : token.left_edge.i] if t.dep_ == "cc")
    if comma.text != "," or conjunction.lower_ not in ("and", "or"):
        return None
    before = doc[comma.i - 1]
    start, end = before.idx + len(before.text), doc[token.right_edge.i].idx + len(doc[token.right_edge.i].text)
    kept = doc.text[head.left_edge.idx : conjunction.idx].rstrip(" ,")
    removed = (conjunction.idx, end)
    return Cut(start, end, f" {conjunction.text} {kept}", removed, "conjunct")


def _carries_on(doc: "Doc", last: int) -> bool:
    """Whether what follows a description speaks on of it: ", the son of Tom Reed, a baker", ", selling nets, including seines"."""
    if last + 2 >= len(doc) or doc[last + 1].text != ",":
        return False
    following = doc[last + 2]
    noun = next((t for t in (following, *following.ancestors) if t.left_edge.i == following.i and t.dep_ == "appos"), None)
    return (noun is not None and is_person(doc[last])) or following.lower_ in ("including", "such")


def _made(doc: "Doc", first: int, last: int, what: str) -> Cut | None:
    """The cut of tokens [first, last] with its repairs; None when nothing would be left, or only a part of a word would go."""
    while last > first and doc[last].text in _FINAL and last >= len(doc) - 2:
        last -= 1
    while what == "modifier" and last > first and doc[last].dep_ == "cc":
        last -= 1
    if not _is_whole(doc, first, last):
        return None
    label = doc[first : last + 1].root.dep_
    if label == "appos" and last + 1 < len(doc) and doc[last + 1].dep_ == "cc":
        return None
    if label in ("appos", "acl", "relcl") and _carries_on(doc, last):
        return None
    before, after = doc[first - 1] if first else None, doc[last + 1] if last + 1 < len(doc) else None
    if before is not None and after is not None and _encloses(before.text, after.text):
        first, last = first - 1, last + 1
    elif before is not None and before.text in (",", "-", "--", "–", "—"):
        closes = after is not None and after.text == before.text
        if closes and label in _SET_OFF and what == "modifier":
            # "Ada, a nurse, a member of the board, left": without either aside two commas stay.
            beside = _begins_aside(doc, last + 2, first) or _ends_aside(doc, first - 2)
            first, last = first - 1, last + (not beside)
        elif after is None or after.is_punct or label in ("appos", "relcl"):
            first -= 1
    elif first == 0 and after is not None and after.text in (",", "-", ":"):
        last += 1
    start, end = doc[first].idx, doc[last].idx + len(doc[last].text)
    following = doc[last + 1] if last + 1 < len(doc) else None
    if (following is None and first == 0) or any(doc.text.count(a, start, end) != doc.text.count(b, start, end) for a, b in _BRACKETS):
        return None
    removed = (start, end)
    if first == 0 and following is not None:
        word = following.text
        return Cut(start, following.idx + len(word), word[:1].upper() + word[1:], removed, what)
    if doc[first - 1].whitespace_ and (following is None or following.is_punct or doc[last].whitespace_):
        start -= len(doc[first - 1].whitespace_)
    if following is not None and doc[first - 1].lower_ in ("a", "an") and following.is_alpha:
        article = doc[first - 1]
        fitting = indefinite(doc[last + 1 :].text)
        if fitting != article.lower_:
            fitting = fitting.capitalize() if article.text[0].isupper() else fitting
            return Cut(article.idx, end, fitting, removed, what)
    return _agreeing(doc, first, last, Cut(start, end, "", removed, what))


def _begins_aside(doc: "Doc", index: int, before: int) -> bool:
    """Whether the token at `index` begins an aside about a word that stands before `before`."""
    if index >= len(doc):
        return False
    token = doc[index]
    return any(t.dep_ in ("appos", "relcl", "acl") and t.left_edge.i == index and t.head.i < before for t in (token, *token.ancestors))


def _ends_aside(doc: "Doc", index: int) -> bool:
    """Whether the token at `index` ends an aside between commas."""
    if index < 0:
        return False
    token = doc[index]
    asides = (t for t in (token, *token.ancestors) if t.dep_ in ("appos", "relcl", "acl") and t.right_edge.i == index)
    return any(t.left_edge.i > 0 and doc[t.left_edge.i - 1].text == "," for t in asides)


def _encloses(before: str, after: str) -> bool:
    return (before in ("(", "[") and after in (")", "]")) or (before in _QUOTES and after in _QUOTES)


def _is_whole(doc: "Doc", first: int, last: int) -> bool:
    """Whether the cut begins and ends with words and values: "high" is only a part of "high-end", "97 AD" of "the year 97 AD"."""
    if any(0 < k < len(doc) and doc[k].ent_iob_ == "I" and doc[k].ent_type_ in _VALUES for k in (first, last + 1)):
        return False
    if last + 1 < len(doc) and doc[last].pos_ == "PROPN" and doc[last + 1].text[0].isupper():
        return False
    start, end = doc[first].idx, doc[last].idx + len(doc[last].text)
    before, after = doc.text[start - 1 : start], doc.text[end : end + 1]
    return not (before.isalnum() or (before and before in "-/'’")) and not (after.isalnum() or (after and after in "-/'’"))


def _agreeing(doc: "Doc", first: int, last: int, cut: Cut) -> Cut:
    """The verb in the singular where a cut leaves one of two subjects."""
    if cut.what != "conjunct":
        return cut
    root = doc[first : last + 1].root
    conjunct = root if root.dep_ == "conj" else next((t for t in doc[first : last + 1] if t.dep_ == "conj" and t.head == root.head), None)
    head = conjunct.head if conjunct is not None else root
    others = [t for t in (head, *head.conjuncts) if not first <= t.i <= last]
    if head.dep_ not in SUBJECTS or len(others) != 1 or others[0].tag_ not in ("NN", "NNP"):
        return cut
    verb = head.head
    finite = next((t for t in (*children(verb, "aux", "auxpass"), verb) if t.tag_ in ("VBP", "VBD") and t.i > last), None)
    if finite is None:
        return cut
    form = singular_form(finite.text, finite.lemma_, finite.tag_)
    if form is None:
        return cut
    return Cut(cut.start, finite.idx + len(finite.text), doc.text[cut.end : finite.idx] + form, cut.removed, cut.what)
