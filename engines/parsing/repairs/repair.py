"""What the parser of the pipeline often takes for something else, put right before questions are asked.

Each repair is one of grammar: verbs that are joined by "and" stand in one tense; what somebody finds or makes so is an object with an
adjective; a number is no particle's; what one is accused of is no part of one; the "that" of a clause that is told is no object.
The pipeline's own parse is left as it is, since others read it too.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from engines.english.animacy import noun_class, person_share
from engines.english.deverbal import verb_of_noun
from engines.english.inflection import verb_lemma
from engines.english.lexicon import adjectives, verb_use, words
from engines.english.noun_classes import is_place, is_time
from engines.english.pronouns import REFLEXIVE
from engines.english.word_forms import lemmas
from engines.parsing.repairs.conjunctions import conditions, conjunctions
from engines.parsing.repairs.coordination import bare, conjoined, listed_gerunds
from engines.parsing.repairs.insertions import before_states, behind_insertions, denials
from engines.parsing.repairs.main_verbs import (
    after_relatives,
    beside_participles,
    cut_off,
    leaving,
    of_two_subjects,
    shared,
    side_by_side,
    so_before_comma,
    swept_away,
    told_of_gerunds,
    unseen,
)
from engines.parsing.repairs.noun_phrases import (
    agreeing,
    beside_names,
    beside_things,
    compounds,
    expected,
    hyphenated,
    meant,
    of_one_article,
    opened_by_clause,
    owners,
    titled,
    unlisted,
)
from engines.parsing.repairs.prepositions import agents, at_ages, before_participles, opening_clauses, stranded
from engines.parsing.repairs.shifted_particles import behind_objects, beside_verbs, no_particles
from engines.parsing.repairs.tags import mistagged
from engines.parsing.repairs.times import ages, before_names, dates, margins, times_spent, years_of_amounts
from engines.parsing.syntax.dependencies import SUBJECTS, Arc

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_OFTEN = 0.3
"""Share of a verb's uses from which a preposition is the verb's rather than the object's."""
_KNOWN, _MOSTLY = 20, 0.6
"""Uses of a verb that are enough to tell that a preposition is mostly its own, and the share of them that have it."""
_STATES = frozenset({"acomp", "oprd"})
"""What adjectives are to a verb."""
_NOMINAL_LABELS = frozenset({"attr", "dobj", "nsubj", "nsubjpass", "pobj"})
_RETAGGED = {("ROOT", "VBN"): "VBD", ("acl", "VBD"): "VBN"}
"""What a verb form that looks like another is, by what it depends on as."""


def repaired(doc: "Doc") -> "Doc":
    """The same parse where nothing is to be put right, else a copy with other arcs and tags."""
    arcs = [arc for repair in _REPAIRS for arc in repair(doc)]
    tags = mistagged(doc)
    if not arcs and not tags:
        return doc
    copy = doc.copy()
    for i, tag in tags.items():
        lemma = doc[i].lemma_.lower() if doc[i].pos_ != "NOUN" else lemmas(doc[i].lower_)["VERB"][0]
        copy[i].tag_, copy[i].lemma_ = tag, verb_lemma(doc[i].lower_, lemma, tag)
        copy[i].pos_ = doc[i].pos_ if doc[i].pos_ != "NOUN" else "VERB"
    for token, head, relation in arcs:
        first = relation == "ROOT"
        if not first and copy[token.i] in (copy[head.i], *copy[head.i].ancestors):  # repairs that do not agree: none hangs on its own
            continue
        copy[token.i].head = copy[head.i]
        copy[token.i].dep_ = relation
        if token.dep_ in ("acl", "ccomp") and token.pos_ == "VERB" and relation in _NOMINAL_LABELS:
            copy[token.i].tag_, copy[token.i].pos_, copy[token.i].lemma_ = "NN", "NOUN", token.lower_
        if relation == "compound" and token.pos_ == "VERB":
            copy[token.i].tag_, copy[token.i].pos_, copy[token.i].lemma_ = "NN", "NOUN", token.lower_
        if (relation, token.tag_) in _RETAGGED:
            copy[token.i].tag_ = _RETAGGED[relation, token.tag_]
        if relation in _STATES and token.dep_ != "ccomp":
            copy[token.i].pos_ = "ADJ"
    return copy


def _small_clauses(doc: "Doc") -> Iterator[Arc]:
    """ "Finds the price low", "considers it a mistake", where the parse has a clause without a verb."""
    for adjective in doc:
        named = adjective.pos_ == "NOUN" and adjective.head.lemma_ in words("naming")
        if adjective.dep_ != "ccomp" or not (named or adjective.pos_ == "ADJ") or adjective.i < adjective.head.i:
            continue
        verbal = any(c.dep_ in ("mark", "aux", "auxpass", "cop") for c in adjective.children)
        subjects = [c for c in adjective.children if c.dep_ == "nsubj" and adjective.head.i < c.i < adjective.i]
        if len(subjects) == 1 and not verbal and not any(c.dep_ == "dobj" for c in adjective.head.children):
            yield subjects[0], adjective.head, "dobj"
            yield adjective, adjective.head, "oprd"


def _places(doc: "Doc") -> Iterator[Arc]:
    """ "Will be kept in the library", "died for her country", where the parse has what something is called and to whom it is given."""
    for preposition in doc:
        taken = (
            preposition.dep_ == "dative" and preposition.lower_ == "for" and not any(c.dep_ == "dobj" for c in preposition.head.children)
        )
        named = preposition.dep_ == "oprd" and preposition.pos_ == "ADP" and any(c.dep_ == "pobj" for c in preposition.children)
        if taken or named:
            yield preposition, preposition.head, "prep"


def _states(doc: "Doc") -> Iterator[Arc]:
    """ "Left her deaf", where the parse has something of hers; "grew longer", "stayed the same", where it has how something does so."""
    for adjective in doc:
        verb = adjective.head
        own = adjective.dep_ == "dobj" and adjective.i > 1 and verb.lemma_ in words("verbs of leaving so")
        her = doc[adjective.i - 1]
        if own and her.lower_ == "her" and her.dep_ == "poss" and adjective.lower_ in adjectives() and her.i == verb.i + 1:
            yield her, verb, "dobj"
            yield adjective, verb, "oprd"
        more = adjective.dep_ == "advmod" and adjective.tag_ in ("RBR", "JJR") and adjective.i == verb.i + 1
        same = adjective.lower_ == "same" and adjective.dep_ == "npadvmod" and verb.pos_ == "VERB" and verb.lemma_ in words("staying so")
        if (same or (more and verb.lemma_ in words("verbs of change"))) and not any(c.dep_ in ("dobj", "acomp") for c in verb.children):
            yield adjective, verb, "acomp"


def _opened(doc: "Doc") -> Iterator[Arc]:
    """ "Ripped open paper sacks", where the parse has open sacks; "will pay the deposit herself", where it has what is done to her."""
    for token in doc:
        verb = token.head.head
        if token.lower_ == "open" and token.dep_ == "amod" and token.head.dep_ == "dobj" and token.i == verb.i + 1:
            if verb.lemma_ in words("verbs of opening"):
                yield token, verb, "prt"
        elif token.lower_ in REFLEXIVE and token.dep_ == "dobj":
            given = [
                c
                for c in token.head.children
                if c.dep_ in ("dative", "dobj") and token.head.i < c.i < token.i and c.pos_ in ("NOUN", "PROPN")
            ]
            if given and given[-1].right_edge.i + 1 == token.i:
                yield given[-1], token.head, "dobj"
                yield token, token.head, "npadvmod"
            yield from _told_by_relative(token)


def _told_by_relative(reflexive: "Token") -> Iterator[Arc]:
    """ "Using wood that he felled himself", where the parse has somebody felled: what stands before "that" is the object."""
    clause = reflexive.head
    noun, that = clause.head, clause.left_edge
    if clause.dep_ == "ccomp" and that.lower_ == "that" and that.dep_ == "mark" and that.i:
        before = that.nbor(-1)
        if before.dep_ == "dobj" and before.head == noun and before.right_edge == before:
            yield clause, before, "relcl"
            yield that, clause, "dobj"
            yield reflexive, clause, "npadvmod"


def _compared(doc: "Doc") -> Iterator[Arc]:
    """ "Better equipped but worse prepared", where the parse has somebody who is worse."""
    for more in doc[:-1]:
        state = more.nbor()
        joined = more.dep_ == "conj" and more.tag_ in ("JJR", "RBR") and not any(more.children)
        if joined and state.tag_ in ("JJ", "VBN") and state.dep_ == "acomp" and more.head.head == state.head:
            yield state, more.head, "conj"
            yield more, state, "advmod"


def _missing(doc: "Doc") -> Iterator[Arc]:
    """ "Reported her missing", where the parse has what she was to miss."""
    for token in doc:
        if token.lower_ == "missing" and token.dep_ == "xcomp" and not any(c.dep_ in ("aux", "dobj") for c in token.children):
            yield token, token.head, "oprd"


def _controlled(doc: "Doc") -> Iterator[Arc]:
    """ "The losses led the firm to shut its mill", "they were made to leave", where the parse has a purpose."""
    for verb in doc:
        head = verb.head
        if verb.dep_ != "advcl" or verb.tag_ != "VB":
            continue
        marked = any(c.tag_ == "TO" and c.dep_ == "aux" for c in verb.children) and not any(c.dep_ in SUBJECTS for c in verb.children)
        brought = head.lemma_ in words("verbs of bringing about") and any(c.dep_ == "dobj" and head.i < c.i < verb.i for c in head.children)
        made = head.lemma_ == "make" and verb.i == head.i + 2 and any(c.dep_ == "nsubjpass" for c in head.children)
        if marked and (brought or made):
            yield verb, head, "xcomp"


def _persons(doc: "Doc") -> Iterator[Arc]:
    """ "It was a surgeon, she said on the radio, who advised him", "it was Ana from the shop who did": "who" stands for a person, not for
    the thing before it."""
    for clause in doc:
        noun = clause.head
        if clause.dep_ != "relcl" or not any(c.lower_ == "who" and c.dep_ in SUBJECTS for c in clause.children):
            continue
        if noun.pos_ != "NOUN" or person_share(noun) > 0 or noun_class(noun.lemma_) in ("", "group", "person"):
            continue
        told = (t for t in reversed(doc[: noun.i]) if t.dep_ == "attr")
        person = next((t for t in told if t.pos_ == "PROPN" or noun_class(t.lemma_) == "person"), None)
        if person is not None and any(c.lower_ == "it" for c in person.head.children):
            yield clause, person, "relcl"


def _of_the_verb(doc: "Doc") -> Iterator[Arc]:
    """ "Accused them of leaving", "attributed the rise to a leak", where the parse hangs "of leaving" on "them", and "to a leak" on the
    rise."""
    for preposition in doc:
        noun = preposition.head
        inner = noun.dep_ == "relcl" and preposition.i > noun.i  # "credits the goats she carried with curing it"
        if inner and verb_use(noun.lemma_.lower()).prepositions.get(preposition.lower_, 0.0) < _OFTEN:
            noun = noun.head
        if preposition.dep_ != "prep" or noun.dep_ != "dobj" or noun.head.pos_ != "VERB":
            continue
        done = any(c.dep_ == "pcomp" and c.tag_ == "VBG" for c in preposition.children)
        use = verb_use(noun.head.lemma_.lower())
        mostly = use.seen >= _KNOWN and use.prepositions.get(preposition.lower_, 0.0) >= _MOSTLY
        if (mostly and not inner) or (done and use.prepositions.get(preposition.lower_, 0.0) >= _OFTEN):
            yield preposition, noun.head, "prep"


def _of_the_noun(doc: "Doc") -> Iterator[Arc]:
    """ "Blamed the fall in lorries on them", where the parse has something done in lorries: what the noun before takes belongs to it."""
    for preposition in doc:
        verb, noun = preposition.head, doc[preposition.i - 1]
        if preposition.dep_ != "prep" or verb.pos_ != "VERB" or noun.dep_ != "dobj" or noun.head != verb:
            continue
        inner = next((c for c in preposition.children if c.dep_ == "pobj"), None)
        if inner is None or inner.pos_ != "NOUN" or is_time(inner) or is_place(inner):
            continue
        taken = f"{verb_of_noun(noun.lemma_.lower()) or noun.lemma_.lower()}:{preposition.lower_}"
        its_own = verb_use(verb.lemma_.lower()).prepositions.get(preposition.lower_, 0.0) >= _OFTEN
        if not its_own and taken in words("objects of nouns") | words("subjects of nouns"):
            yield preposition, noun, "prep"


_REPAIRS: tuple[Callable[["Doc"], Iterator[Arc]], ...] = (
    cut_off,
    of_two_subjects,
    shared,
    unseen,
    after_relatives,
    swept_away,
    side_by_side,
    so_before_comma,
    told_of_gerunds,
    beside_participles,
    titled,
    hyphenated,
    of_one_article,
    meant,
    expected,
    beside_things,
    beside_names,
    agreeing,
    opened_by_clause,
    compounds,
    _small_clauses,
    no_particles,
    beside_verbs,
    conjoined,
    bare,
    listed_gerunds,
    _places,
    _states,
    _opened,
    behind_objects,
    _controlled,
    _persons,
    _of_the_verb,
    _of_the_noun,
    conjunctions,
    dates,
    ages,
    before_names,
    times_spent,
    margins,
    years_of_amounts,
    conditions,
    unlisted,
    owners,
    leaving,
    opening_clauses,
    before_participles,
    at_ages,
    stranded,
    agents,
    behind_insertions,
    denials,
    before_states,
    _compared,
    _missing,
)
