"""What a clause is not complete without: the phrase a verb or its object needs, a denial's scope, a comparison, a condition."""

from typing import TYPE_CHECKING

from engines.decomposition.clauses.attachments import is_compared, is_condition, is_fact, is_likened, is_measure
from engines.decomposition.clauses.clause import Clause
from engines.decomposition.lexicon import words
from engines.decomposition.wording.phrases import after_comma, phrase
from engines.english.lexicon import closed_class
from engines.parsing.syntax.dependencies import children

if TYPE_CHECKING:
    from spacy.tokens import Token


def complete(clause: Clause) -> None:
    """Without any complement, the phrase right after the verb is taken for one: "lives in Leeds", "was born in May"."""
    verb = clause.innermost
    passive = bool(children(verb, "auxpass")) or (verb.dep_ == "acl" and verb.tag_ == "VBN")
    if verb.lemma_ in words("needs a place") and not any(c.dep_ in ("prep", "acomp", "oprd", "xcomp") for c in clause.complements):
        place = next((a for a in clause.adjuncts if a.i > verb.i and a.dep_ in ("prep", "advmod")), None)
        if place is not None:
            clause.adjuncts.remove(place)
            clause.complements.append(place)
    _keep_with_object(clause)
    aim = next((a for a in clause.adjuncts if a.dep_ == "advcl" and a.tag_ == "VB" and a.left_edge.i == verb.i + 1), None)
    if passive and aim is not None:  # "was asked to leave", "were drawn to face Reed Town"
        clause.adjuncts.remove(aim)
        clause.complements.append(aim)
    if clause.complements or (passive and verb.lemma_ not in words("bare passive needs more")) or verb.lemma_ in words("stands alone"):
        return
    following = [a for a in clause.adjuncts if a.i > verb.i and a.dep_ in ("prep", "advmod", "npadvmod", "obl") and not is_measure(a)]
    following.sort(key=lambda a: (a.dep_ != "prep" and verb.lemma_ == "be", a.i))
    if following and (following[0].dep_ == "prep" or clause.innermost.lemma_ in words("needs a complement")):
        clause.adjuncts.remove(following[0])
        clause.complements.append(following[0])


def _keep_with_object(clause: Clause) -> None:
    """What an object says nothing without: "took part in the race", "named the book to its list", "was made a Lord in Waiting"."""
    objects = [c for c in clause.complements if c.dep_ in ("dobj", "oprd", "attr")]
    for complement in objects:
        after = next((a for a in clause.adjuncts if a.dep_ == "prep" and a.i == complement.right_edge.i + 1), None)
        verb = clause.innermost.lemma_.lower()
        naming = verb in words("needs more after its object") and len(objects) == 1
        idle = verb in ("take", "have", "play", "make") and complement.lower_ in words("idle objects")
        if complement.lower_ == "way":  # "worked his way up to the top"
            after = next((a for a in clause.adjuncts if a.left_edge.i == complement.right_edge.i + 1), None)
            idle = True
        if after is not None and (
            (naming and after.lower_ in ("to", "as", "in", "on", "among")) or idle or _continues_title(complement, after)
        ):
            clause.adjuncts.remove(after)
            clause.complements.append(after)


def _continues_title(noun: "Token", prep: "Token") -> bool:
    """The "in Waiting" of "a Lord in Waiting", which is no place."""
    inner = next(iter(children(prep, "pobj")), None)
    if inner is None or inner.pos_ != "PROPN" or noun.pos_ != "PROPN" or inner.ent_type_ or not inner.is_title:
        return False
    return not any(c.dep_ == "det" for c in inner.children)


def _denies(token: "Token") -> bool:
    """Whether a word of a subject or object denies the whole clause, as a negated verb does: "no harbour", "nobody", "few visitors"."""
    few = token.lower_ == "few" and not (token.i and token.nbor(-1).lower_ in ("a", "the", "these", "those", "its", "their", "his", "her"))
    return few or token.lower_ in closed_class("denying pronouns")


def keep_whole(clause: Clause) -> None:
    """What is denied, compared or likened is said with what it is denied of or compared with.

    "did not score in the final" is not "did not score", "use as much water as they need" not "use as much water".
    """
    denying = any(t.dep_ == "neg" or t.lower_ in closed_class("denying adverbs") for t in clause.group)
    denying = denying or any(not isinstance(t, str) and t.lower_ == "only" for t in clause.subject or [])
    said = [t for t in (*(clause.subject or []), *(token for c in clause.complements for token in phrase(c)[:2])) if not isinstance(t, str)]
    denying = denying or any(_denies(token) for token in said)
    denying = denying or any(t.lower_ == "only" and t.dep_ == "advmod" for c in clause.complements for t in phrase(c)[:2])
    kept = [
        a
        for a in clause.adjuncts
        if a.i > clause.verb.i
        and ((denying and not after_comma(a) and not is_fact(a)) or is_compared(a, clause.group) or is_likened(a, clause.innermost))
    ]
    kept += [a for a in clause.adjuncts if a not in kept and is_condition(a)]
    clause.adjuncts = [a for a in clause.adjuncts if a not in kept]
    clause.complements.extend(kept)
