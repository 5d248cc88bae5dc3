"""The right words of another fact: "the council refused" where it was the company that refused, "the new cabins hold
forty" for the old ones.

Both are in the reference, so neither is another word for the other. A hypothesis is held against every place where the reference tells of
the same verb: if one has all its other main parts and somebody or something else in this one, and none may have this one too, the
hypothesis has it from another fact.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engines.verification.encoding.alignment import Alignment
from engines.verification.features.contrasts import best_sentences
from engines.verification.rules.arguments.rivals import name_tokens
from engines.verification.sentences.edits import Change
from engines.verification.sentences.fillers import Fit, comparable, fit, is_amount, is_name, is_nameless
from engines.verification.sentences.lexical_relations import SAYING, SYMMETRIC
from engines.verification.sentences.parsed import PRONOUNS, Facts, Relation, counts

_CORE = frozenset({"SUBJ", "OBJ", "IOBJ"})
_MAIN = _CORE | {"COMP"}
_LOOSE = frozenset({"MOD", "APPOS", "ADV", "ATTR"})
_OPEN_ROLES = frozenset({"COMP", "as", "like", "including", "than", "with"})
"""Parts of which there may be several at a time, or whose words say too little."""
_NOMINAL = frozenset({"NOUN", "PROPN", "NUM"})
_RELATIVE = frozenset({"who", "which", "that", "whom"})
_TELLING = 4
"""So many sentences that have a verb of the hypothesis are read besides the best ones."""
_BESIDE = 3
"""What stands so many tokens before a verb may be its subject, whatever the parser says: "the younger, Felix, conducts"."""
_ANTECEDENT = 6
"""So many tokens before "which" may what it stands for be."""


@dataclass(frozen=True)
class _Event:
    """One place of the reference that tells of a verb of the hypothesis, and how each part of the hypothesis' verb fits it."""

    sentence: Facts
    verb: int
    fits: dict[Relation, Fit | None]


def telling(alignment: Alignment, mine: Facts) -> list[int]:
    """The sentences of the reference, by their numbers, that have a verb of the hypothesis and are not among those that fit it best."""
    words = alignment.words
    verbs = [mine.spans[verb] for verb in mine.verbs if mine.lemmas[verb] not in SYMMETRIC | SAYING]
    wanted = [i for start, end in verbs for i in np.flatnonzero((words.starts < end) & (words.ends > start))]
    if not wanted:
        return []
    segments = np.flatnonzero(alignment.exact[wanted].max(axis=0) > 0)
    fits = alignment.weights @ alignment.degrees[:, segments]
    best = best_sentences(alignment)
    found = dict.fromkeys(int(alignment.reference.segments[segments[i], 2]) for i in np.argsort(-fits, kind="stable"))
    return [sentence for sentence in found if sentence not in best][:_TELLING]


def displaced(mine: Facts, theirs: Sequence[Facts], present: frozenset[int]) -> Iterator[Change]:
    """The parts of a hypothesis that sentences of the reference fill otherwise beside the same verb and its other main parts.

    A name in a main part is a "rival", anything else there is "displaced", and what follows a preposition is "elsewhere".

    Args:
        theirs: the sentences that fit best, and those that have the verbs of the hypothesis.
        present: the tokens of the hypothesis that are anywhere in the reference.
    """
    for verb in mine.verbs:
        if not mine.keys[verb] or mine.lemmas[verb] in SYMMETRIC:
            continue
        parts = [r for r in mine.relations if r.head == verb and r.role not in _LOOSE and counts(mine, r.dep)]
        events = [
            _Event(other, there, {part: _part_fit(mine, part, other, there) for part in parts})
            for other in theirs
            for there in other.verbs
            if mine.keys[verb] & other.keys[there]
        ]
        yield from _turned(mine, parts, events)
        for part in parts:
            if (part.dep in present or is_amount(mine, part.dep)) and _is_comparable(mine, part) and _is_another_ones(mine, part, events):
                kind = "elsewhere" if part.role not in _CORE else "rival" if is_name(mine, part.dep) else "displaced"
                yield Change(kind, frozenset({part.dep}), beside=frozenset({verb}))


def _turned(mine: Facts, parts: Sequence[Relation], events: Sequence[_Event]) -> Iterator[Change]:
    """Who does something and to whom it is done, exchanged: "they chased a customer" where the customer chased them."""
    doers, things = ([p.dep for p in parts if p.role == role and not is_nameless(mine, p.dep)] for role in ("SUBJ", "OBJ"))
    if len(doers) != 1 or len(things) != 1:
        return
    doer, thing = doers[0], things[0]
    found = False
    for event in events:
        there, done_to = (_fillers(event.sentence, event.verb, role) for role in ("SUBJ", "OBJ"))
        if _has(mine, doer, event.sentence, there) or _has(mine, thing, event.sentence, done_to):
            return
        open_to = any(event.sentence.lemmas[t] in PRONOUNS for t in done_to)
        found = found or (_has(mine, thing, event.sentence, there) and (open_to or _has(mine, doer, event.sentence, done_to)))
    if found:
        yield Change("roles", frozenset({doer, thing}))


def _has(mine: Facts, token: int, other: Facts, fillers: Sequence[int]) -> bool:
    return any(mine.keys[token] & other.keys[t] for t in fillers)


def _is_comparable(mine: Facts, part: Relation) -> bool:
    return (
        mine.classes[part.dep] in _NOMINAL
        and part.role not in _OPEN_ROLES
        and (is_amount(mine, part.dep) or not is_nameless(mine, part.dep))
    )


def _is_another_ones(mine: Facts, part: Relation, events: Sequence[_Event]) -> bool:
    """Whether an event is the one that is meant but for this part, and none that may be meant has or may have it."""
    found = False
    for event in events:
        others = [(p, f) for p, f in event.fits.items() if p.dep != part.dep]
        if any(f is Fit.OTHER for _, f in others):
            continue
        known = event.fits[part]
        if known is Fit.SAME or (known is not Fit.OTHER and any(f is Fit.SAME for _, f in others)):
            return False
        found = found or (known is Fit.OTHER and _is_meant(mine, part, event, others))
    return found


def _is_meant(mine: Facts, part: Relation, event: _Event, others: Sequence[tuple[Relation, Fit | None]]) -> bool:
    """Whether the event has all other main parts, one at least, and half of all parts."""
    main = [(p, f) for p, f in others if p.role in _MAIN]
    same = [p for p, f in others if f is Fit.SAME]
    if not main:
        # "The Mountain failed in 1966": a name for a name, and a date or place that both have.
        precise = any(is_amount(mine, p.dep) or is_name(mine, p.dep) for p in same)
        return part.role in _CORE and is_name(mine, part.dep) and precise and len(same) == len(others)
    if any(f is not Fit.SAME for _, f in main) or 2 * len(same) < len(others):
        return False
    if part.role in _CORE:
        # What somebody says, others may say too.
        return mine.lemmas[part.head] not in SAYING or any(p.role == "OBJ" for p in same)
    fillers = _fillers(event.sentence, event.verb, part.role)
    return any(comparable(mine, part.dep, event.sentence, token) for token in fillers)


def _part_fit(mine: Facts, part: Relation, other: Facts, verb: int) -> Fit | None:
    """How the filler of a part fits the same part of the verb of a sentence, in any part if it is a main one; None where it is empty."""
    if part.role in _CORE and any(
        fit(mine, part.dep, other, r.dep) is Fit.SAME for r in other.relations if r.head == verb and r.role not in ("MOD", "APPOS")
    ):
        return Fit.SAME
    found = max((fit(mine, part.dep, other, token) for token in _fillers(other, verb, part.role)), default=None)
    beside = (other.keys[t] for t in range(max(0, verb - _BESIDE), verb))
    if found is Fit.OTHER and part.role == "SUBJ" and is_name(mine, part.dep):
        own = name_tokens(mine, part.dep)
        return Fit.OPEN if any(mine.keys[t] & keys for keys in beside for t in own) else found
    return found


def _fillers(facts_: Facts, verb: int, role: str) -> list[int]:
    """What fills a part; for "which" all nouns shortly before it, one of which it stands for."""
    every = [r.dep for r in facts_.relations if r.head == verb and r.role == role and facts_.keys[r.dep]]
    own = [t for t in every if facts_.lemmas[t] not in _RELATIVE]
    for relative in every:
        if relative not in own:
            before = range(max(0, relative - _ANTECEDENT), relative)
            own += [t for t in before if facts_.classes[t] in _NOMINAL and facts_.keys[t] and own]
    return own or every
