"""Near copies made false: a sentence of the reference says almost the same, but negated, with roles exchanged, of another value or name.

People who label summaries rarely see such cases, so the learned heads know little of them; here they are recognised by rule. A
hypothesis is contradicted when every sentence that says nearly the same (shares most of its words) conflicts with it. How much a kind
of conflict weighs is in assets/verifier/contradictions.json, with how it was found.
"""

import json
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from engines.core.files import asset
from engines.core.language import parse_strings
from engines.core.text import model_text
from engines.verification.encoding.alignment import Alignment
from engines.verification.encoding.words import split
from engines.verification.features.contrasts import best_sentences, evidence_facts, facts_of, runs, tokens_of, with_aliases
from engines.verification.rules.additions.unfounded import added
from engines.verification.rules.arguments.displaced import displaced, telling
from engines.verification.rules.arguments.miscounted import miscounted
from engines.verification.rules.arguments.relation_conflicts import LEAST, Nearness, done_the_opposite, nearness, relation_conflicts
from engines.verification.rules.arguments.rivals import Whereabouts, rivals, whereabouts
from engines.verification.rules.context.out_of_place import out_of_place
from engines.verification.rules.context.reasons import other_reasons
from engines.verification.rules.context.told_order import told_order
from engines.verification.rules.edits.near_copies import changes
from engines.verification.rules.edits.order_of_events import order_compared
from engines.verification.rules.entities.mistaken import mistaken, read_for_names
from engines.verification.rules.predicates.advice import agrees
from engines.verification.rules.predicates.properties import compares_from_the_other_side
from engines.verification.rules.predicates.told_otherwise import believed, told_otherwise
from engines.verification.sentences.edits import MOST_COMPARED, Change, Difference, difference
from engines.verification.sentences.lexical_relations import NEGATIVE
from engines.verification.sentences.parsed import Facts, counts, facts

_MARGIN = 0.1
"""So much less of the hypothesis may be in a sentence that agrees with it than in one that does not."""
_IN_ORDER = 0.4
"""The share of content words that a sentence must have in the order of the hypothesis, for what differs to be compared place by place."""

_OPPOSITE = frozenset({"opposite"})
_TURNED = frozenset({"order", "polarity", "denial", "opposite", "doubt"})
_CEASING = frozenset({"stop", "cease", "quit", "lack", "cancel", "abandon", "fail", "refuse"})
_ADVISED = frozenset({"polarity", "denial", "doubt", "word"})
_SIDES = frozenset({"opposite", "roles", "rival", "order"})
_DENIED = frozenset({"polarity", "denial", "opposite", "instead", "word", "confused", "doubt"})


@cache
def weights() -> dict[str, dict[str, float]]:
    """The weight of each kind of conflict, [0, 1], for "statement" and for "question"."""
    table: dict[str, dict[str, float]] = json.loads(asset("verifier", "contradictions.json").read_text("utf-8"))["weights"]
    return table


def is_copy(alignment: Alignment) -> bool:
    """Whether a sentence of the reference has the very words of the text, whatever their case and spacing."""
    text = alignment.reference.text
    if not len(alignment.words) or alignment.runs[-1] < len(alignment.words):
        return False
    keys = tuple(alignment.words.keys)
    return any(tuple(split(text.model_text[slice(*text.sentences[i])]).keys) == keys for i in best_sentences(alignment))


def parse_ahead(alignments: Sequence[Alignment]) -> None:
    """Parse in one batch the sentences that `contradictions` will read for each of these: the parser remembers them."""
    mine = [facts(model_text(alignment.text)) for alignment in alignments]
    wanted = [run for alignment, own in zip(alignments, mine, strict=True) for run in runs(alignment, telling(alignment, own))]
    names = [string for alignment, own in zip(alignments, mine, strict=True) for string in read_for_names(alignment, own)]
    parse_strings(list(dict.fromkeys([*(string for run in wanted for string in run), *names])))


def contradictions(alignment: Alignment, masks: Sequence[NDArray[np.bool_] | None]) -> list[frozenset[str]]:
    """The kinds of conflict of each mask (None: the whole text) with the sentences that say nearly the same; empty if one agrees."""
    if is_copy(alignment):
        return [frozenset()] * len(masks)
    theirs = evidence_facts(alignment)
    mine = with_aliases(facts(model_text(alignment.text)), alignment)
    parts = [tokens_of(alignment, mine, mask) for mask in masks]
    known = whereabouts(alignment, mine)
    found = judged(mine, theirs, parts, known)
    every = [*theirs, *facts_of(alignment, telling(alignment, mine))]
    moved = [*displaced(mine, every, known.present), *miscounted(mine, theirs)]
    moved += believed(alignment, mine, told_otherwise(mine, every, known.present))
    moved += [one.change for one in (*mistaken(alignment, mine), *out_of_place(alignment, mine))]
    moved += [*other_reasons(alignment, mine), *told_order(alignment, mine)]
    if any(not kinds.isdisjoint(_ADVISED) for kinds in found) and agrees(mine, every):
        found = [kinds - _ADVISED for kinds in found]
    return [
        kinds | new | frozenset(change.kind for change in moved if change.concerns(part))
        for kinds, new, part in zip(found, added(alignment, mine, theirs, parts), parts, strict=True)
    ]


def judged(mine: Facts, theirs: Sequence[Facts], parts: Sequence[frozenset[int]], known: Whereabouts | None = None) -> list[frozenset[str]]:
    """The same for parts (sets of tokens) of a hypothesis and for sentences that are taken apart already, without what was added.

    Args:
        known: what the whole reference has of the hypothesis.
    """
    near = [(other, fit) for other in theirs if max((fit := nearness(mine, other)).frame, fit.words) >= LEAST]
    by_sentence = [(_conflicts(mine, other, parts, fit, known or Whereabouts()), fit.words) for other, fit in near]
    decided = [_decided([(found[i], words) for found, words in by_sentence]) for i in range(len(parts))]
    return [kinds or (_OPPOSITE if done_the_opposite(mine, theirs, part) else kinds) for kinds, part in zip(decided, parts, strict=True)]


def _decided(found: Sequence[tuple[frozenset[str], float]]) -> frozenset[str]:
    """The mildest of the conflicts with the near sentences; none where a sentence that is about as near agrees."""
    nearest = max((words for conflict, words in found if conflict), default=0.0)
    agreeing = any(not conflict and words >= max(LEAST, nearest - _MARGIN) for conflict, words in found)
    conflicts = [conflict for conflict, _ in found if conflict]
    return frozenset() if agreeing or not conflicts else min(conflicts, key=lambda conflict: weight(conflict, "statement"))


def weight(kinds: frozenset[str], of: str) -> float:
    """How sure it is that a "statement" or "question" with these conflicts is unsupported, [0, 1]; 0 without any."""
    return max((weights()[of].get(kind, 0.0) for kind in kinds), default=0.0)


def changed_between(mine: Facts, other: Facts) -> tuple[Difference, list[Change]]:
    """How a hypothesis differs from a sentence, and what a near copy has changed; nothing where the sentence has too few of its words.

    "Sentences" of hundreds of words, lists and the like, are not compared place by place.
    """
    if len(mine.keys) * len(other.keys) > MOST_COMPARED:
        return Difference((), (), 0.0), []
    between = difference(mine, other)
    return between, changes(mine, other, between, nearness(mine, other).back) if between.shared >= _IN_ORDER else []


def _conflicts(mine: Facts, other: Facts, parts: Sequence[frozenset[int]], near: Nearness, known: Whereabouts) -> list[frozenset[str]]:
    """The kinds of conflict with one sentence, for each part of the hypothesis."""
    changed = [*changed_between(mine, other)[1], *rivals(mine, other, near.frame, known)]
    found = [
        frozenset(_kind(mine, change, known.present) for change in changed if change.concerns(tokens))
        | relation_conflicts(mine, other, tokens, near)
        for tokens in parts
    ]
    turned = (_not_before(mine) and _after(other)) or (_after(mine) and _not_before(other)) or order_compared(mine, other) == "reworded"
    spared = (_TURNED if turned else frozenset()) | (_DENIED if _denied_otherwise(mine, other) else frozenset())
    spared |= _SIDES if compares_from_the_other_side(mine, other) else frozenset()
    return [kinds - spared for kinds in found] if spared else found


def _denied_otherwise(mine: Facts, other: Facts) -> bool:
    """Whether one says that something is not so, and the other denies it or has a word of its own for "no longer" or "not in"."""
    negates = [not NEGATIVE.isdisjoint(f.lemmas) for f in (mine, other)]
    denies = ["deny" in f.lemmas for f in (mine, other)]
    if denies == negates[::-1] and denies[0] != denies[1]:
        return True
    if negates[0] == negates[1]:
        return False
    negating, plain = (mine, other) if negates[0] else (other, mine)
    return bool(_lacking(plain) - _lacking(negating))


def _lacking(facts_: Facts) -> frozenset[str]:
    """Words of a sentence that say without a negation that something is no longer so, or is not there: "stopped", "out of service"."""
    out_of = any(pair == ("out", "of") for pair in pairwise(facts_.lemmas))
    return _CEASING.intersection(facts_.lemmas) | (frozenset({"out of"}) if out_of else frozenset())


def _not_before(facts_: Facts) -> bool:
    """ "Will not start before" and "not until" say what "will start after" says."""
    words = set(facts_.lemmas)
    return bool(words & NEGATIVE) and bool(words & {"before", "until"}) and "after" not in words


def _after(facts_: Facts) -> bool:
    words = set(facts_.lemmas)
    return bool(words & {"after", "once"}) and not words & {"before", "until", *NEGATIVE}


def _kind(mine: Facts, change: Change, present: frozenset[int]) -> str:
    """Another word that the reference has elsewhere was confused with this one; one that it has not may be another word for it."""
    own = [t for t in change.tokens if counts(mine, t)]
    return "confused" if change.kind == "instead" and present.issuperset(own) else change.kind
