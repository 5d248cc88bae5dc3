"""Told as a fact: "the boat struck a rock" where it allegedly did, "the paint contains lead" where it may.

A verb of a hypothesis that has no such word is looked up in the place of the reference that tells what stands around it; if that place
says it only with a word of doubt, and no other place says it without, the hypothesis is surer than the reference.
"""

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.context.surroundings import degrees_near, told_around, words_around
from engines.verification.rules.registry import rule
from engines.verification.sentences.lexical_relations import is_gerund
from engines.verification.sentences.parsed import ParsedSentence, counts

NAME = "modality"
_TOLD, _MARGIN = 0.6, 0.1
"""The share of what stands around the verb that the place must have, and how much less any other place of the verb."""
_SAME = 0.95
"""The degree from which on a word of the reference is taken for the verb."""
_AKIN, _STEM = 0.5, 4
"""The same for a word that begins with the same letters: "broken" for "broke"."""
_AUXILIARIES, _INFINITIVE = frozenset({"may", "might"}), 3
"""Words of doubt that belong to the verb itself; words before an infinitive among which its "to" stands."""
_MOST = 8
"""So many segments are looked at, those that fit best."""
_REACH = 60
"""Characters before the verb of the reference in which its word of doubt may stand."""
DOUBTS = (
    r"may|might|could|allegedly|reportedly|apparently|possibly|perhaps|probably|presumably|supposedly|likely|maybe"
    r"|suspect(?:s|ed)?|alleg(?:e|es|ed)|suggest(?:s|ed)?"
    r"|(?:is|are|was|were|been) (?:believed|thought|rumou?red|supposed|said|feared) to"
    r"|claim(?:s|ed|ing)? (?:that|to)|speculat\w+|whether|unconfirmed|unclear"
)
"""Words that leave open whether something is so."""
_HEDGE = re.compile(rf"\b(?:{DOUBTS})\b")
_OWNED = re.compile(
    r"\b(?:says?|said|according|tells?|told|argu\w+|believ\w+|think\w*|thought|report\w*|insist\w*|accus\w+"
    r"|claim\w*|protest\w*|complain\w*|assert\w*|contend\w*|maintain\w*|den(?:y|ies|ied|ial))\b",
    re.IGNORECASE,
)
"""Words that say whose word something is."""
_OPEN = re.compile(r"\b(?:will|would|if|unless|provided|as long as|appear\w*|seem\w*|fear\w*|not|never|no)\b|n't", re.IGNORECASE)
"""Words before a verb that leave open, deny or condition what it tells."""
_ABLE = frozenset({"can", "could"})
"""What says as often that somebody was able to."""
_BOUNDARY = re.compile(
    r"[.;:!?\"”]|, (?:and|but|which|who)\b|\b(?:although|though|because|while|so|after|before|when|until|since|as|where)\b", re.IGNORECASE
)


@rule(NAME, ConflictKind.MODALITY, "verbs told as facts beside the place that tells the rest, which has a word of doubt")
def modality(case: Case) -> Iterator[Conflict]:
    """The verbs of a hypothesis that the reference has only with doubt."""
    mine, text = case.hypothesis, case.reference.text.model_text
    if _HEDGE.search(mine.text) or _OWNED.search(mine.text) or not len(case.reference.segments):
        return
    for verb, asserted in mine.verbs.items():
        anchor = _anchor(mine, verb)
        if anchor is None or asserted.doubt or asserted.negated or _OPEN.search(mine.text[: mine.spans[verb][0]]):
            continue
        weights = words_around(case, *mine.spans[anchor])
        places = _places(case, weights, anchor) if weights.any() else []
        if not places:
            continue
        shares = told_around(case, weights, places)
        hedges = [_hedge(text, place) for place in places]
        best = int(np.argmax(shares))
        plain = max((share for share, hedge in zip(shares, hedges, strict=True) if hedge is None), default=0.0)
        hedge = hedges[best]
        if hedge is None or shares[best] < _TOLD or plain > shares[best] - _MARGIN:
            continue
        token = _surer(mine, verb, text[slice(*hedge)].lower())
        if token is not None:
            yield Conflict(ConflictKind.MODALITY, frozenset({token}), hedge)


def _surer(mine: ParsedSentence, verb: int, hedge: str) -> int | None:
    """What is surer than the word of doubt that the reference has: of a clause or an infinitive what it depends on, if that is a verb
    ("the minutes prove that", "is known to have burnt"), else the verb itself; None where a deed is only named, or somebody was able to."""
    governor = next((r.head for r in mine.relations if r.dep == verb and r.role == "COMP" and r.head < verb), None)
    before = range(max(0, verb - _INFINITIVE), verb)
    infinite = any(mine.lemmas[t] == "to" and mine.classes[t] == "PART" for t in before)
    if hedge in _ABLE or (infinite and all(mine.lemmas[t] != "have" for t in before)):
        return None  # "meant to back it"
    if infinite or (governor is not None and hedge not in _AUXILIARIES):
        return governor if governor is not None and governor in mine.verbs and mine.lemmas[governor] != "be" else None
    return None if is_gerund(mine, verb) else verb


def _anchor(mine: ParsedSentence, verb: int) -> int | None:
    """The word that a verb is looked up by: itself, or what something is said to be."""
    if counts(mine, verb):
        return verb
    said = (r.dep for r in mine.relations if r.head == verb and r.role == "ATTR" and mine.classes[r.dep] == "NOUN")
    return next(said, None) if mine.lemmas[verb] == "be" else None


def _places(case: Case, weights: NDArray[np.float64], anchor: int) -> list[int]:
    """Where the sentences that fit best have a word of the hypothesis: characters of the reference; none if they have no doubt."""
    mine, alignment, reference = case.hypothesis, case.alignment, case.reference
    start, end = mine.spans[anchor]
    own, form = alignment.words.inside(start, end), mine.text[start:end].lower()[:_STEM]
    fits = weights @ alignment.degrees
    sentences = dict.fromkeys(int(reference.segments[i, 2]) for i in np.argsort(-fits, kind="stable")[:_MOST])
    spans = [reference.text.sentences[i] for i in sentences]
    if not own.any() or not any(_HEDGE.search(reference.text.model_text[slice(*span)]) for span in spans):
        return []
    found = []
    for sentence, span in zip(sentences, spans, strict=True):
        first, last = (int(np.searchsorted(reference.words.starts, offset)) for offset in span)
        begin, near = degrees_near(case, sentence)
        degrees = near[own, first - begin :].max(axis=0)
        for i in np.flatnonzero((degrees >= _AKIN) & reference.words.content[first:last]):
            written = reference.words.surfaces[first + i].lower()
            if degrees[i] >= _SAME or (len(form) == _STEM and written.startswith(form)):
                found.append(int(reference.words.starts[first + i]))
    return found


def _hedge(text: str, place: int) -> tuple[int, int] | None:
    """The word of doubt before a verb at a character of the text, in its own clause."""
    first = max(0, place - _REACH)
    before = text[first:place]
    boundary = max((match.end() for match in _BOUNDARY.finditer(before)), default=0)
    found = list(_HEDGE.finditer(before, boundary))
    return (first + found[-1].start(), first + found[-1].end()) if found else None
