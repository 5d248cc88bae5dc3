"""Whether a sentence still reads as one after an edit, by comparing its parse with that of the sentence before."""

from typing import TYPE_CHECKING

from engines.decomposition.lexicon import words
from engines.parsing.syntax.dependencies import FINITE, SUBJECTS, VERBAL

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_NOUNS = frozenset({"NOUN", "PROPN", "PRON", "NUM", "X", "SYM", "DET"})
_OBJECTS = frozenset({"dobj", "pobj", "nsubj", "nsubjpass", "attr"})
_FOLLOWING = frozenset(
    {"dobj", "attr", "acomp", "prep", "agent", "xcomp", "ccomp", "oprd", "advmod", "npadvmod", "dative", "prt", "advcl", "conj", "expl"}
)
_LEFT_OVER = frozenset({"some", "others", "both", "many", "several", "all", "each"})
_FINAL = frozenset(".!?…")


def reads_as_well(before: "Doc", after: "Doc") -> bool:
    """Whether `after` has none of the breaks that `before` did not have already: a mark lost, a verb bare, a phrase without its noun."""
    return not breaks(after) - breaks(before)


def breaks(doc: "Doc") -> frozenset[str]:
    """The signs of a broken sentence."""
    found = set()
    text = doc.text.rstrip("\"'”’) ")
    if not text or text[-1] not in _FINAL:
        found.add("no mark at the end")
    if not any(t.tag_ in FINITE for t in doc):
        found.add("no finite verb")
    for token in doc:
        if token.dep_ == "ROOT" and token.pos_ not in VERBAL:
            found.add("no verb")
        if token.pos_ in VERBAL and token.dep_ in ("ROOT", "conj"):
            found.update(_of_verb(token))
        if token.dep_ in _OBJECTS and token.pos_ == "ADJ" and not _stands_for_noun(token):
            found.add(f"no noun: {token.lower_}")
        if token.dep_ in ("det", "poss") and token.tag_ in ("DT", "PRP$") and token.i + 1 < len(doc) and token.nbor().is_punct:
            found.add(f"no noun: {token.lower_}")
        if token.dep_ == "nummod" and token.head.tag_ == "NN" and token.head.i > token.i and token.lower_ not in ("one", "1"):
            found.add(f"no plural: {token.head.lower_}")
        following = doc[token.i + 1] if token.i + 1 < len(doc) else None
        cut_off = following is None or following.is_punct or following.dep_ == "cc"
        if token.dep_ in ("prep", "agent") and not any(True for _ in token.children) and (token.head.pos_ in ("NOUN", "PROPN") or cut_off):
            found.add(f"no noun: {token.lower_}")
        if token.lower_ in _LEFT_OVER and cut_off and token.i > 0 and token.nbor(-1).text == ",":
            found.add(f"no noun: {token.lower_}")
    return frozenset(found)


def _of_verb(verb: "Token") -> set[str]:
    """A main verb without a subject, or one that is left with nothing to say."""
    labels = {c.dep_ for c in verb.children}
    found = set()
    if verb.dep_ == "ROOT" and verb.tag_ in FINITE and not labels & SUBJECTS and "expl" not in labels:
        found.add("no subject")
    passive = "auxpass" in labels
    after = {c.dep_ for c in verb.children if c.i > verb.i}
    if not after & _FOLLOWING and not passive and verb.lemma_.lower() not in words("stands alone"):
        found.add(f"bare: {verb.lemma_}")
    if passive and not after & _FOLLOWING and verb.lemma_.lower() in words("bare passive needs more"):
        found.add(f"bare: {verb.lemma_}")
    return found


def _stands_for_noun(adjective: "Token") -> bool:
    """ "the poor", "the second of three"."""
    return any(c.dep_ == "det" for c in adjective.children) or adjective.tag_ in ("JJS", "JJR")
