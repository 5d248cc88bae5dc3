"""Verbs of which the tagger takes one form for another."""

from typing import TYPE_CHECKING

from engines.english.animacy import noun_class
from engines.english.inflection import inflect
from engines.english.lexicon import transitivity, verb_use
from engines.english.word_forms import lemmas
from engines.parsing.syntax.dependencies import SUBJECTS

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_MOSTLY = 0.6
"""Share of its active uses with an object or a clause from which a verb without either is passive."""


def mistagged(doc: "Doc") -> dict[int, str]:
    """The right tags of verbs that have another, by their places."""
    found = {}
    for token in doc:
        if token.tag_ in ("VB", "VBP") and _is_past(token):
            found[token.i] = "VBD"
        elif token.tag_ in ("VBD", "VBN") and (_is_bare(token) or _is_infinitive(token)):
            found[token.i] = "VB"
        elif token.tag_ == "VBN" and _is_active(token):
            found[token.i] = "VBD"
        elif token.tag_ == "VBD" and _is_done(token):
            found[token.i] = "VBN"
        elif told_by(token) is not None:
            found[token.i] = "VBZ"
    return found


def told_by(verb: "Token") -> "Token | None":
    """The subject of a verb that is taken for a plural noun, in a sentence that has no other verb: "the ferry leaves at noon"."""
    if verb.tag_ != "NNS" or verb.dep_ != "ROOT" or verb.i == 0 or "VERB" not in lemmas(verb.lower_):
        return None
    subject = verb.nbor(-1)
    determined = any(child.dep_ == "det" and child.i < subject.i for child in verb.children)
    named = noun_class(subject.lemma_) in ("plant", "state", "time")  # "the autumn leaves in the park"
    single = not named and subject.dep_ == "compound" and subject.head == verb and subject.tag_ == "NN" and determined
    alone = not any(token.pos_ in ("AUX", "VERB") for token in verb.doc)
    return subject if single and alone and any(child.dep_ == "prep" and child.i > verb.i for child in verb.children) else None


def _is_past(verb: "Token") -> bool:
    """Whether a verb that is tagged as present can only be past: "she swam the lake"; or is as well past and told in a past tense: "it sank
    when they cut the rope"."""
    known = lemmas(verb.lower_).get("VERB", ())
    if not known or verb.lower_.endswith("s") or inflect(known[0], "VBD") != verb.lower_:
        return False
    told = verb.dep_ in ("advcl", "ccomp", "conj", "relcl") and verb.tag_ == "VBP" and verb.head.tag_ == "VBD"
    return verb.lower_ not in known or told


def _is_done(verb: "Token") -> bool:
    """Whether a verb that needs an object and has none is joined with a passive one: "was taken to hospital and discharged that day"."""
    head = verb.head
    if verb.dep_ != "conj" or head.tag_ != "VBN" or not any(c.dep_ == "auxpass" for c in head.children):
        return False
    if any(c.dep_ in ("aux", "auxpass", "ccomp", "dobj", "oprd", "prt", "xcomp", *SUBJECTS) for c in verb.children):
        return False
    lemma = verb.lemma_.lower()
    completed = verb_use(lemma).completed
    mostly = transitivity(lemma) == "transitive" or (completed is not None and completed >= _MOSTLY)
    return mostly and inflect(lemma, "VBN") == verb.lower_


def _is_bare(verb: "Token") -> bool:
    """Whether a verb whose past is also an infinitive is joined with one: "will clear the shed and put it there", "and saw it up"."""
    head = verb.head
    if verb.dep_ != "conj" or head.tag_ != "VB" or any(c.dep_ in ("aux", "auxpass", "mark", *SUBJECTS) for c in verb.children):
        return False
    return verb.lower_ in lemmas(verb.lower_).get("VERB", ()) and any(c.tag_ == "MD" for c in head.children)


def _is_infinitive(verb: "Token") -> bool:
    """Whether a verb whose form is also another one's past stands right behind its "to": "proposed to fell the elms"."""
    auxiliaries = [c for c in verb.children if c.dep_ in ("aux", "auxpass")]
    marked = len(auxiliaries) == 1 and auxiliaries[0].tag_ == "TO" and auxiliaries[0].i == verb.i - 1
    return marked and verb.lower_ in lemmas(verb.lower_).get("VERB", ())


def _is_active(verb: "Token") -> bool:
    """Whether a verb that is tagged as a participle has all that a verb in the past has, and no auxiliary: "Ada, however, found that"."""
    labels = {child.dep_ for child in verb.children}
    if verb.dep_ != "ROOT" or "nsubj" not in labels or labels & {"aux", "auxpass", "nsubjpass", "agent"}:
        return False
    known = lemmas(verb.lower_).get("VERB", ())
    return bool(labels & {"ccomp", "dobj", "xcomp"}) and bool(known) and inflect(known[0], "VBD") == verb.lower_
