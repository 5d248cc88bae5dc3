"""What hangs on a verb: what it cannot do without, what is only added, and what would say something else without the rest."""

import re
from typing import TYPE_CHECKING

from engines.decomposition.lexicon import words
from engines.decomposition.wording.phrases import after_comma, phrase
from engines.english.noun_classes import is_time
from engines.parsing.syntax.dependencies import SUBJECTS, VERBAL, children

if TYPE_CHECKING:
    from spacy.tokens import Token

_YEAR = re.compile(r"\d{4}s?")
_MEASURES = frozenset({"DATE", "TIME", "QUANTITY", "CARDINAL", "ORDINAL", "PERCENT", "MONEY"})
_COMPARED_WITH = {"as": ("as", "same", "such"), "than": ("more", "less", "fewer", "rather", "other", "else", "different")}


def is_adjunct(added: "Token") -> bool:
    """Whether the parse is right to hang a phrase on a verb: a bare noun says when or how much, a bare participle stands behind a comma."""
    if added.dep_ in ("npadvmod", "tmod", "npmod"):
        measure = added.ent_type_ in _MEASURES or is_time(added) or added.lower_ in words("adverbial nouns")
        return measure or any(c.dep_ == "nummod" or c.ent_type_ in _MEASURES for c in added.children)
    if added.dep_ == "advcl" and added.pos_ in ("NOUN", "PROPN") and added.left_edge.i == 0:
        return False
    if added.dep_ == "advcl" and added.tag_ != "VBG":
        marked = any(c.dep_ in ("mark", "aux", "auxpass", "advmod", "nsubj", "nsubjpass") for c in added.children)
        return marked or after_comma(added) or added.right_edge.i + 1 < added.head.i
    if added.dep_ == "prep" and added.lower_ == "through" and _ends_a_range(added):
        return False
    if added.dep_ == "prep" and after_comma(added) and any(c.lower_ in ("both", "either") for c in added.children):
        return False
    return not (added.dep_ == "advmod" and added.lower_ in ("there", "here"))


def _ends_a_range(prep: "Token") -> bool:
    """The "through October" of "gigs from August through October", whose beginning hangs on a noun."""
    before = prep.left_edge.nbor(-1) if prep.left_edge.i else prep
    return any(a.dep_ == "prep" and a.lower_ == "from" and a.head != prep.head for a in before.ancestors)


def is_fact(clause: "Token") -> bool:
    """Whether an adverbial clause is asserted together with its main clause."""
    if clause.pos_ not in VERBAL or not children(clause, *SUBJECTS) or clause.tag_ in ("VB", "VBG"):
        return False
    if clause.lemma_ == "be" and any(c.dep_ in ("attr", "acomp") and (c.pos_ == "NUM" or c.lower_ == "old") for c in clause.children):
        return False
    marks = [c.lower_ for c in clause.children if c.dep_ in ("mark", "advmod") and c.i < clause.i]
    return any(m in words("asserted adverbial") for m in marks) and not any(m in words("conditional marks") for m in marks)


def is_condition(clause: "Token") -> bool:
    """Whether what is said holds only under a condition: "closes if it rains", "only if the court agrees"."""
    if clause.dep_ != "advcl" or clause.pos_ not in VERBAL:
        return False
    return any(c.dep_ == "mark" and c.lower_ in words("conditional marks") - {"whether"} for c in clause.children)


def is_purpose(verb: "Token") -> bool:
    """A coordinated "to ..." that says what for: "was passed to allow this and to widen the road"."""
    return verb.tag_ == "VB" and any(c.tag_ == "TO" for c in verb.children) and not any(c.tag_ == "TO" for c in verb.head.children)


def begins_phrase(adverb: "Token") -> bool:
    """The "along" of "along with", which says nothing without what follows."""
    following = adverb.doc[adverb.i + 1 : adverb.i + 2]
    return adverb.lower_ in ("along", "together", "apart", "ahead") and any(t.dep_ == "prep" for t in following)


def is_degree(adverb: "Token", verb: "Token") -> bool:
    """ "more than doubled", "very much liked": right before the verb."""
    return adverb.right_edge.i == verb.i - 1 and any(t.lower_ in words("degree") for t in adverb.subtree)


def is_needed(prep: "Token", verb: "Token") -> bool:
    """Prepositions that a verb cannot do without: "consist of", "served as", "accused of"."""
    word = prep.lower_
    if (word == "of" or (prep.i > 0 and prep.doc[prep.i - 1].pos_ == "NUM" and word == "out")) and prep.i > verb.i:
        return True
    if word == "out" and (prep.i == verb.i + 1 or not children(prep, "pobj")):
        return True
    if word == "in" and any(c.dep_ == "pobj" and c.pos_ == "NUM" and not _YEAR.fullmatch(c.text) for c in prep.children):
        return True
    dated = any(c.dep_ == "pobj" and c.ent_type_ in ("DATE", "TIME") for c in prep.children)
    if dated and verb.lemma_ in ("include", "cast", "star", "feature"):
        return False
    seen_as = verb.lemma_.lower() in ("brand", "characterise", "characterize", "cite", "describe", "hail", "portray", "regard", "view")
    return (word == "as" and prep.i > verb.i and (seen_as or not any(c.dep_ == "pcomp" for c in prep.children))) or (
        verb.lemma_.lower() in words(f"needs {word}") if word in ("to", "for", "from", "in", "on", "with", "at", "into") else False
    )


def is_measure(adjunct: "Token") -> bool:
    """ "30 km" of "30 km from the coast", which is said with the rest."""
    following = adjunct.right_edge.i + 1
    siblings = adjunct.head.children
    return adjunct.dep_ == "npadvmod" and any(c.dep_ == "prep" and c.left_edge.i == following and c.i > adjunct.i for c in siblings)


def continuation(prep: "Token") -> "Token | None":
    """The other end of a range: the "to June" of "from May to June", the "to $9" of "of $7 to $9"."""
    if prep.dep_ != "prep":
        return None
    after = prep.right_edge.i + 1
    following = prep.doc[after] if after < len(prep.doc) else None
    if (
        following is None
        or following.dep_ != "prep"
        or following.lower_ not in ("to", "until", "till", "through")
        or following.head != prep.head
    ):
        return None
    amounts = prep.right_edge.pos_ == "NUM" and any(t.pos_ in ("NUM", "SYM") for t in following.subtree)
    return following if prep.lower_ == "from" or amounts else None


def continues(prep: "Token") -> bool:
    """Whether a phrase is the other end of a range."""
    return prep.dep_ == "prep" and any(c.dep_ == "prep" and c.i < prep.i and continuation(c) == prep for c in prep.head.children)


def is_compared(added: "Token", group: list["Token"]) -> bool:
    """Whether a phrase with "as" or "than" says what something before it is compared with: "as much water as they need"."""
    word = added.lower_ if added.dep_ == "prep" else next((c.lower_ for c in added.children if c.dep_ == "mark"), "")
    if word not in _COMPARED_WITH or not group:
        return False
    before = added.doc[min(t.i for t in group) : added.left_edge.i]
    return any(t.lower_ in _COMPARED_WITH[word] or (word == "than" and t.tag_ in ("JJR", "RBR")) for t in before)


def is_likened(added: "Token", verb: "Token") -> bool:
    """ "felt like she was dreaming", "looked as if it would rain", and what is asked: "asked if it rained"."""
    if added.dep_ == "advcl" and verb.lemma_.lower() in ("ask", "wonder", "see", "check", "decide", "know", "learn"):
        return any(c.dep_ == "mark" and c.lower_ in ("if", "whether") for c in added.children)
    marked = added.lower_ == "like" or any(c.dep_ == "mark" and c.lower_ in ("like", "as", "if") for c in added.children)
    return marked and verb.lemma_.lower() in ("feel", "look", "seem", "sound", "appear")


def is_connective(adjunct: "Token") -> bool:
    """ "However", "in addition", "for example": they join sentences and say nothing themselves."""
    phrase_text = " ".join(t.lower_ for t in phrase(adjunct))
    if adjunct.tag_ == "WRB":
        return True
    return phrase_text in words("connective phrases") or adjunct.lower_ in words("connectives")
