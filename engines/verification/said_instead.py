"""The words that a sentence of the reference has where a near copy says otherwise: "sold" for "bought", "not the yard" for "the yard"."""

import re

import numpy as np
from numpy.typing import NDArray

from engines.core.results import Evidence
from engines.core.text import model_text
from engines.verification.encoding.alignment import Alignment
from engines.verification.features.contrasts import best_sentences, evidence_facts, tokens_of, with_aliases
from engines.verification.rules.arguments.relation_conflicts import nearness
from engines.verification.rules.arguments.rivals import Whereabouts, rivals, whereabouts
from engines.verification.rules.context.out_of_place import out_of_place
from engines.verification.rules.edits.quantifiers import bounded_otherwise
from engines.verification.rules.entities.mistaken import mistaken
from engines.verification.rules.pipeline import changed_between
from engines.verification.rules.predicates.told_otherwise import told_otherwise
from engines.verification.sentences.edits import Change, Difference
from engines.verification.sentences.parsed import PRONOUNS, Facts, counts, facts
from engines.verification.sentences.verb_senses import particle

_LONGEST = 160
_BOUND = re.compile(r"(?:(?:no |not )?(?:more|less|fewer) than|at (?:least|most)|up to|over|under|nearly|almost)\s*$", re.IGNORECASE)
_ROLES = frozenset({"SUBJ", "OBJ", "IOBJ"})
_LOOSE = frozenset({"MOD", "APPOS", "ADV", "ATTR", "COMP"})
_RELATIVE = frozenset({"who", "which", "that", "whom"})


def said_instead(alignment: Alignment, mask: NDArray[np.bool_] | None) -> Evidence | None:
    """The reference's own words in the place of what conflicts with it, offsets into the reference; None where it is no near copy.

    Args:
        mask: the words of the hypothesis that are asked about, None for all.
    """
    reference = alignment.reference.text
    mine = with_aliases(facts(model_text(alignment.text)), alignment)
    tokens = tokens_of(alignment, mine, mask)
    sentences = list(zip(best_sentences(alignment), evidence_facts(alignment), strict=True))
    for one in (*mistaken(alignment, mine), *out_of_place(alignment, mine)):
        if one.change.tokens & tokens:
            return Evidence(*one.span, reference.text[slice(*one.span)], 1.0, reference.sentence_at(one.span[0]))
    known = whereabouts(alignment, mine)
    for words in (_in_its_place, _in_its_part, _as_it_is_told, _in_other_words, _in_its_role):
        for sentence, theirs in sentences:
            span = words(mine, theirs, tokens, known)
            if span and span[1] - span[0] <= _LONGEST:
                start, end = (reference.sentences[sentence][0] + offset for offset in span)
                return Evidence(start, end, reference.text[start:end], 1.0, sentence)
    return None


def _in_its_part(mine: Facts, theirs: Facts, tokens: frozenset[int], known: Whereabouts) -> tuple[int, int] | None:
    """The other name, or the other object, of what is said."""
    found = (change.theirs for change in rivals(mine, theirs, nearness(mine, theirs).frame, known) if change.tokens & tokens)
    inside = next((other for other in found if other), None)
    return (theirs.spans[min(inside)][0], theirs.spans[max(inside)][1]) if inside else None


def _in_other_words(mine: Facts, theirs: Facts, tokens: frozenset[int], known: Whereabouts) -> tuple[int, int] | None:
    """The other verb, or the word for less instead of more, with its particle."""
    for change in told_otherwise(mine, [theirs], known.present):
        if change.tokens & tokens:
            first, last = min(change.theirs), max(change.theirs)
            last += particle(theirs, last) == "".join(theirs.lemmas[last + 1 : last + 2]) != ""
            return theirs.spans[first][0], theirs.spans[last][1]
    return None


def _in_its_place(mine: Facts, theirs: Facts, tokens: frozenset[int], known: Whereabouts) -> tuple[int, int] | None:
    """What stands where a near copy changed one of the tokens."""
    between, changes = changed_between(mine, theirs)
    found = (_words(mine, theirs, between, change) for change in changes if change.tokens & tokens)
    return next((span for span in found if span), None)


def _as_it_is_told(mine: Facts, theirs: Facts, tokens: frozenset[int], known: Whereabouts) -> tuple[int, int] | None:
    """Whose claim it is, that it is only planned or possible, or the other bound of a number."""
    for verb in sorted(mine.verbs.keys() & tokens):
        said = mine.verbs[verb]
        for index, there in theirs.verbs.items():
            if not mine.keys[verb] & theirs.keys[index]:
                continue
            governor = next((r.head for r in theirs.relations if r.role == "COMP" and r.dep == index), None)
            if there.claimed and not said.claimed and governor is not None:
                speakers = [r.dep for r in theirs.relations if r.head == governor and r.role == "SUBJ"]
                return _whole(theirs, min(speakers, default=governor), governor)
            if there.doubt > said.doubt:
                return _whole(theirs, governor if governor is not None and governor < index else _first_auxiliary(theirs, index), index)
    for value in mine.values:
        other = next((v for v in theirs.values if bounded_otherwise(mine, value, theirs, v)), None)
        bound = _BOUND.search(theirs.text[: other.start]) if other else None
        inside = any(value.start < mine.spans[t][1] and mine.spans[t][0] < value.end for t in tokens)
        if other is not None and bound is not None and inside:
            return bound.start(), other.end
    return None


def _whole(facts_: Facts, first: int, last: int) -> tuple[int, int]:
    """(start, end) from a noun's first modifier before it, or a verb, to another word."""
    own = [r.dep for r in facts_.relations if r.head == first and r.role == "MOD" and r.dep < first]
    first = min(own, default=first)
    first -= first > 0 and facts_.classes[first - 1] == "DET"
    return facts_.spans[first][0], facts_.spans[max(first, last)][1]


def _first_auxiliary(facts_: Facts, verb: int) -> int:
    first = verb
    while first > 0 and facts_.classes[first - 1] in ("AUX", "PART", "ADV"):
        first -= 1
    return first


def _in_its_role(mine: Facts, theirs: Facts, tokens: frozenset[int], known: Whereabouts) -> tuple[int, int] | None:
    """Who does it, to whom it is done, or, if that is no other one, where, where the sentence has the same verb with something else."""
    own = [r for r in mine.relations if r.dep in tokens and r.head in mine.verbs and r.role not in _LOOSE]
    for relation in sorted(own, key=lambda r: r.role not in _ROLES):
        same = [r.dep for r in theirs.relations if r.role == relation.role and theirs.lemmas[r.head] == mine.lemmas[relation.head]]
        same = [dep for dep in same if theirs.lemmas[dep] not in _RELATIVE] or same
        if same and not any(mine.keys[relation.dep] & theirs.keys[dep] for dep in same) and theirs.lemmas[same[0]] not in PRONOUNS:
            inside = [same[0], *(r.dep for r in theirs.relations if r.head == same[0] and r.role == "MOD")]
            first = min(inside)
            first -= first > 0 and theirs.classes[first - 1] == "DET"
            return theirs.spans[first][0], theirs.spans[max(inside)][1]
    return None


def _words(mine: Facts, theirs: Facts, between: Difference, change: Change) -> tuple[int, int] | None:
    """(start, end) in the sentence of what stands there, with the word that it belongs to where nothing does."""
    tokens: set[int] = set()
    for gap in between.gaps:
        if change.tokens & set(gap.mine) or (gap.after in change.tokens and not gap.mine):
            tokens |= set(gap.theirs)
            if gap.after in change.tokens and gap.after_theirs is not None:
                tokens |= set(_to_the_verb(theirs, gap.after_theirs))
    if change.kind == "roles" and not any(change.tokens & set(gap.mine) and gap.theirs for gap in between.gaps):
        tokens |= _beside(mine, between, change)
    if change.kind == "roles" or not tokens:
        keys = {key for t in change.tokens if counts(mine, t) for key in mine.keys[t]}
        tokens |= {t for t in range(len(theirs.keys)) if counts(theirs, t) and theirs.keys[t] & keys}
    if not tokens:
        return None
    start, end = theirs.spans[min(tokens)][0], theirs.spans[max(tokens)][1]
    values = [v for v in theirs.values if v.start < end and start < v.end]
    if change.kind in ("value", "misplaced") and values:
        return min(v.start for v in values), max(v.end for v in values)
    return start, end


def _beside(mine: Facts, between: Difference, change: Change) -> set[int]:
    """The words next to what changed places that are shared: the other one of the two."""
    partner = dict(between.pairs)
    found = set()
    for start, step in ((min(change.tokens) - 1, -1), (max(change.tokens) + 1, 1)):
        token = start
        while token in partner and counts(mine, token) and not any(key[0] == "=" for key in mine.keys[token]):
            found.add(partner[token])
            token += step
    return found


def _to_the_verb(facts_: Facts, token: int) -> range:
    """From an auxiliary to its verb, so that "not been" is not left without what was not done."""
    end = token
    while facts_.classes[end] == "AUX" and end + 1 < len(facts_.classes) and facts_.classes[end + 1] in ("AUX", "VERB", "ADV"):
        end += 1
    return range(token, end + 1)
