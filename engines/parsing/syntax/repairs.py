"""What the parser of the pipeline often takes for something else, put right before questions are asked.

Each repair is one of grammar: verbs that are joined by "and" stand in one tense; what somebody finds or makes so is an object with an
adjective; a number is no particle's; what one is accused of is no part of one; the "that" of a clause that is told is no object.
The pipeline's own parse is left as it is, since others read it too.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from engines.english.lexicon import verb_use
from engines.parsing.syntax.dependencies import FINITE, SUBJECTS

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

Arc = tuple["Token", "Token", str]
"""A word, what it depends on, and as what."""
_BEFORE_NUMBERS = frozenset({"over", "under", "around", "about"})
_BEFORE_DATES = frozenset({"on", "in", "at"})
BOUNDING = frozenset({"begin", "close", "end", "finish", "open", "start"})
"""Verbs of which a length of time may be the object."""
_OFTEN = 0.3
"""Share of a verb's uses from which a preposition is the verb's rather than the object's."""
_INFINITE = frozenset({"VB", "VBG"})


def repaired(doc: "Doc") -> "Doc":
    """The same parse where nothing is to be put right, else a copy with other arcs."""
    arcs = [arc for repair in _REPAIRS for arc in repair(doc)]
    if not arcs:
        return doc
    copy = doc.copy()
    for token, head, relation in arcs:
        copy[token.i].head = copy[head.i]
        copy[token.i].dep_ = relation
    return copy


def _small_clauses(doc: "Doc") -> Iterator[Arc]:
    """ "Finds the price low", where the parse has a clause without a verb."""
    for adjective in doc:
        if adjective.dep_ != "ccomp" or adjective.pos_ != "ADJ" or adjective.i < adjective.head.i:
            continue
        verbal = any(c.dep_ in ("mark", "aux", "auxpass", "cop") for c in adjective.children)
        subjects = [c for c in adjective.children if c.dep_ == "nsubj" and adjective.head.i < c.i < adjective.i]
        if len(subjects) == 1 and not verbal and not any(c.dep_ == "dobj" for c in adjective.head.children):
            yield subjects[0], adjective.head, "dobj"
            yield adjective, adjective.head, "oprd"


def _numbers(doc: "Doc") -> Iterator[Arc]:
    """ "Drew over 900 orders", where the parse has a particle."""
    for token in doc[:-1]:
        number = token.nbor()
        if token.dep_ == "prt" and token.lower_ in _BEFORE_NUMBERS and number.pos_ == "NUM" and not any(token.children):
            yield token, number, "advmod"


def _conjoined(doc: "Doc") -> Iterator[Arc]:
    """ "Declined because they would not pay, and left": a finite verb is joined to a finite one, not to an infinitive."""
    for verb in doc:
        head = verb.head
        if verb.dep_ != "conj" or verb.tag_ not in FINITE or head.tag_ not in _INFINITE or any(c.dep_ in SUBJECTS for c in verb.children):
            continue
        auxiliaries = {c.lemma_ for c in head.children if c.dep_ == "aux"}
        set_off = any(c.text == "," and head.i < c.i < verb.i for c in head.children)
        if "do" in auxiliaries or not (set_off or auxiliaries <= {"to"}):  # "did not know and was unfit", "would pay and was late"
            continue
        above = head
        while above.head != above and above.tag_ != verb.tag_:
            above = above.head
        if above.tag_ == verb.tag_ and above.i < head.i:
            yield verb, above, "conj"
            yield from ((c, above, "cc") for c in head.children if c.dep_ == "cc" and head.i < c.i < verb.i)


def _of_the_verb(doc: "Doc") -> Iterator[Arc]:
    """ "Accused them of leaving", where the parse hangs "of leaving" on "them"."""
    for preposition in doc:
        noun = preposition.head
        if preposition.dep_ != "prep" or noun.dep_ != "dobj" or noun.head.pos_ != "VERB":
            continue
        done = any(c.dep_ == "pcomp" and c.tag_ == "VBG" for c in preposition.children)
        if done and verb_use(noun.head.lemma_.lower()).prepositions.get(preposition.lower_, 0.0) >= _OFTEN:
            yield preposition, noun.head, "prep"


def _conjunctions(doc: "Doc") -> Iterator[Arc]:
    """ "Told the board that the roof leaked", where the parse makes "that" the object of a verb that is said of another subject."""
    for that in doc:
        clause = that.head
        if that.lower_ != "that" or that.dep_ not in ("dobj", "dative") or clause.dep_ != "ccomp" or that.i < clause.head.i:
            continue
        if any(c.dep_ in SUBJECTS and c.i > that.i for c in clause.children) and clause.left_edge == that:
            yield that, clause, "mark"


def _dates(doc: "Doc") -> Iterator[Arc]:
    """ "Can come on Monday", where the parse has a particle and a time without a preposition."""
    for token in doc[:-1]:
        time = token.nbor()
        told = time.dep_ == "npadvmod" and time.head == token.head and time.ent_type_ in ("DATE", "TIME") and time.left_edge == time
        if token.dep_ in ("prt", "prep") and token.lower_ in _BEFORE_DATES and told and not any(token.children):
            yield token, token.head, "prep"
            yield time, token, "pobj"


def _ages(doc: "Doc") -> Iterator[Arc]:
    """ "Died aged 91", where the parse makes the number a time of the verb."""
    for aged in doc[:-1]:
        number = aged.nbor()
        if aged.lower_ == "aged" and number.like_num and number.head == aged.head and number.dep_ == "npadvmod":
            yield number, aged, "npadvmod"


def _times_spent(doc: "Doc") -> Iterator[Arc]:
    """ "Ended the year with a loss", where the parse has a time, not an object."""
    for time in doc:
        verb = time.head
        after = time.dep_ == "npadvmod" and verb.pos_ == "VERB" and time.left_edge.i == verb.i + 1 and time.left_edge.lower_ == "the"
        if after and verb.lemma_ in BOUNDING and not any(c.dep_ in ("dobj", "ccomp", "xcomp", "nsubjpass") for c in verb.children):
            yield time, verb, "dobj"


_REPAIRS: tuple[Callable[["Doc"], Iterator[Arc]], ...] = (
    _small_clauses,
    _numbers,
    _conjoined,
    _of_the_verb,
    _conjunctions,
    _dates,
    _ages,
    _times_spent,
)
