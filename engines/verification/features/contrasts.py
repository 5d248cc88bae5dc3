"""Where a hypothesis and the passages that fit it best say different things: roles, polarity, modality, values, names, opposites.

Coverage asks whether the words are there; contrasts ask whether they stand in the same relations. Each relation of the hypothesis
(`engines.verification.sentences.parsed`) is looked up in the best sentences of the reference: there, there with roles exchanged,
there with another word in the same role, or not there.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.english.antonyms import sure_antonyms_of
from engines.verification.encoding.alignment import Alignment
from engines.verification.sentences.assertion import Verb
from engines.verification.sentences.context import best_sentences, hypothesis_of, premises, tokens_of
from engines.verification.sentences.parsed import CORE, PRONOUNS, ParsedSentence, Relation, counts
from engines.verification.values.finding import Value, compare, entails

_QUANTIFIERS = frozenset({"all", "every", "each", "most", "many", "some", "several", "few", "both", "only", "hardly", "any"})
_ORDER = {"before": "after", "after": "before", "first": "last", "last": "first"}


@dataclass(frozen=True, slots=True)
class Contrast:
    """What became of one relation of the hypothesis: matched, swapped, replaced (another word has the role), or missing."""

    relation: Relation
    outcome: str
    core: bool


def contrast_features(alignment: Alignment, masks: Sequence[NDArray[np.bool_] | None]) -> dict[str, NDArray[np.float64]]:
    """Columns with one row per mask: None judges the whole text, a mask over its words the relations that touch those words."""
    theirs = premises(alignment.reference, best_sentences(alignment))
    mine = hypothesis_of(alignment)
    outcomes = [looked_up(mine, relation, theirs) for relation in mine.relations if _compared(mine, relation)]
    verbs = _verb_contrasts(mine, theirs)
    values = {value: value_contrast(value, theirs) for value in mine.values}
    rows = [_row(mine, theirs, outcomes, verbs, values, tokens_of(alignment, mine, mask)) for mask in masks]
    return {name: np.array([row[name] for row in rows], dtype=np.float64) for name in rows[0]} if rows else {}


def _compared(mine: ParsedSentence, relation: Relation) -> bool:
    return counts(mine, relation.dep) and mine.lemmas[relation.dep] not in PRONOUNS and bool(mine.keys[relation.head])


def looked_up(mine: ParsedSentence, relation: Relation, theirs: Sequence[ParsedSentence]) -> Contrast:
    """What becomes of a relation of the hypothesis in the sentences of the reference."""
    head, dep = mine.keys[relation.head], mine.keys[relation.dep]
    if relation.role == "MOD" and head & dep:
        return Contrast(relation, "matched", False)
    core = relation.role in CORE
    swapped = replaced = near = False
    for other in theirs:
        beside = _beside(other, head)
        for candidate in other.relations:
            same_head = bool(head & other.keys[candidate.head])
            same_dep = bool(dep & other.keys[candidate.dep])
            if same_head and same_dep and (candidate.role == relation.role or not (core and candidate.role in CORE)):
                return Contrast(relation, "matched", core)
            if same_dep and beside and not core and candidate.role == relation.role:
                # What a prepositional phrase or modifier hangs on is the parser's guess.
                return Contrast(relation, "matched", core)
            if same_head and same_dep:
                swapped = True
            elif same_head and candidate.role == relation.role and counts(other, candidate.dep):
                replaced = True
        near = near or (beside and _beside(other, dep))
    return Contrast(relation, "swapped" if swapped else "replaced" if replaced else "near" if near else "missing", core)


def _beside(other: ParsedSentence, keys: frozenset[str]) -> bool:
    return any(keys & theirs for theirs in other.keys)


def _row(
    mine: ParsedSentence,
    theirs: Sequence[ParsedSentence],
    outcomes: Sequence[Contrast],
    verb_contrasts: Mapping[int, "VerbContrast"],
    value_contrasts: Mapping[Value, str],
    tokens: frozenset[int],
) -> dict[str, float]:
    touched = [c for c in outcomes if c.relation.dep in tokens and (c.relation.head in tokens or len(tokens) == len(mine.keys))]
    core = [c for c in touched if c.core]
    verbs = [contrast for verb, contrast in verb_contrasts.items() if verb in tokens]
    values = [contrast for value, contrast in value_contrasts.items() if _overlaps(value, mine, tokens)]
    return {
        "x_relations": float(len(touched)),
        "x_matched": _share(touched, "matched"),
        "x_core": float(len(core)),
        "x_core_matched": _share(core, "matched"),
        "x_swapped": float(_count(touched, "swapped")),
        "x_core_replaced": float(_count(core, "replaced")),
        "x_replaced": float(_count(touched, "replaced")),
        "x_near": float(_count(touched, "near")),
        "x_core_near": float(_count(core, "near")),
        "x_missing": float(_count(touched, "missing")),
        "x_polarity": float(sum(v.polarity for v in verbs)),
        "x_doubt": float(sum(v.doubt for v in verbs)),
        "x_opposite_verb": float(sum(v.opposite for v in verbs)),
        "x_verbs_met": float(sum(v.met for v in verbs)) / max(1, len(verbs)),
        "x_opposite": float(opposed(mine, theirs, tokens)),
        "x_values": float(len(values)),
        "x_values_wrong": float(sum(v == "wrong" for v in values)),
        "x_values_absent": float(sum(v == "absent" for v in values)),
        "x_values_right": float(sum(v == "right" for v in values)) / max(1, len(values)),
        "x_names_elsewhere": float(_names_elsewhere(mine, theirs, tokens)),
        "x_quantifier": float(quantifiers(mine, theirs, tokens)),
        "x_order": float(ordering(mine, theirs, tokens)),
        "x_words_elsewhere": float(_words_elsewhere(mine, theirs, tokens)),
    }


def _share(contrasts: Sequence[Contrast], outcome: str) -> float:
    return _count(contrasts, outcome) / len(contrasts) if contrasts else 1.0


def _count(contrasts: Sequence[Contrast], outcome: str) -> int:
    return sum(contrast.outcome == outcome for contrast in contrasts)


@dataclass(frozen=True, slots=True)
class VerbContrast:
    """One verb of the hypothesis beside the same or the opposite verb of the reference that shares most with it."""

    met: bool
    polarity: bool
    doubt: int
    opposite: bool


@dataclass(frozen=True, slots=True)
class _Clause:
    """A verb and the words around it; verbs that are alike in all of this are the same verb said again."""

    lemma: str
    keys: frozenset[str]
    around: tuple[frozenset[str], ...]
    asserted: Verb

    @classmethod
    def of(cls, sentence: ParsedSentence, index: int) -> "_Clause":
        around = tuple(sentence.keys[r.dep] for r in sentence.of(index) if counts(sentence, r.dep))
        return cls(sentence.lemmas[index], sentence.keys[index], around, sentence.verbs[index])


def _verb_contrasts(mine: ParsedSentence, theirs: Sequence[ParsedSentence]) -> dict[int, VerbContrast]:
    """Each verb of the hypothesis beside those of the reference."""
    verbs = {index: _Clause.of(mine, index) for index in mine.verbs}
    others = dict.fromkeys((_Clause.of(other, index), rank) for rank, other in enumerate(theirs) for index in other.verbs)
    contrasts = {verb: _verb_contrast(verb, others) for verb in dict.fromkeys(verbs.values())}
    return {index: contrasts[verb] for index, verb in verbs.items()}


def _verb_contrast(verb: _Clause, others: Iterable[tuple[_Clause, int]]) -> VerbContrast:
    keys = verb.keys | {verb.lemma}
    opposites = frozenset(o for key in keys for o in sure_antonyms_of(key))
    best: tuple[float, bool, int, bool] | None = None
    for other, rank in others:
        same = other.lemma in keys or bool(keys & other.keys)
        opposite = not same and other.lemma in opposites
        if not same and not opposite:
            continue
        shared = sum(any(k & o for o in other.around) for k in verb.around)
        score = shared + 0.5 * same - 0.1 * rank
        if (opposite and not shared and verb.around) or (best is not None and score <= best[0]):
            continue
        negated = other.asserted.negated != verb.asserted.negated
        best = (score, negated, max(0, other.asserted.doubt - verb.asserted.doubt), opposite)
    if best is None:
        return VerbContrast(False, False, 0, False)
    return VerbContrast(True, best[1] != best[3] if best[3] else best[1], best[2], best[3] and not best[1])


def _overlaps(value: Value, mine: ParsedSentence, tokens: frozenset[int]) -> bool:
    return len(tokens) == len(mine.keys) or any(value.start < mine.spans[t][1] and mine.spans[t][0] < value.end for t in tokens)


def value_contrast(value: Value, theirs: Sequence[ParsedSentence]) -> str:
    """right: a best sentence has it; wrong: it has another of the same kind instead; absent; open: nothing can be said."""
    if value.kind == "relative":
        return "open"
    relations = []
    for other in theirs:
        for found in other.values:
            if entails(found, value):
                return "right"
            relations.append(compare(found, value))
    if "different" in relations:
        return "wrong"
    return "open" if "compatible" in relations else "absent"


def opposed(mine: ParsedSentence, theirs: Sequence[ParsedSentence], tokens: frozenset[int]) -> int:
    """Words of the hypothesis that the best sentences lack, while they have the opposite and the hypothesis has not."""
    present = {k for other in theirs for keys, lemma in zip(other.keys, other.lemmas, strict=True) for k in (*keys, lemma)}
    own = {k for keys, lemma in zip(mine.keys, mine.lemmas, strict=True) for k in (*keys, lemma)}
    count = 0
    for token in tokens:
        words = mine.keys[token] | {mine.lemmas[token]}
        if not words & present and any(o in present and o not in own for word in words for o in sure_antonyms_of(word)):
            count += 1
    return count


def _names_elsewhere(mine: ParsedSentence, theirs: Sequence[ParsedSentence], tokens: frozenset[int]) -> int:
    """Names that the single best sentence does not have, however often the rest of the reference does."""
    if not theirs:
        return 0
    present = frozenset(k for keys in theirs[0].keys for k in keys)
    return sum(not mine.keys[token] & present for token in mine.named & tokens if counts(mine, token))


def _words_elsewhere(mine: ParsedSentence, theirs: Sequence[ParsedSentence], tokens: frozenset[int]) -> int:
    if not theirs:
        return 0
    present = frozenset(k for keys in theirs[0].keys for k in keys)
    return sum(not mine.keys[token] & present for token in tokens if counts(mine, token))


def quantifiers(mine: ParsedSentence, theirs: Sequence[ParsedSentence], tokens: frozenset[int]) -> int:
    """Quantifiers that the best sentence lacks where it has another one or none."""
    if not theirs:
        return 0
    present = set(theirs[0].lemmas)
    wanted = {mine.lemmas[t] for t in tokens} & _QUANTIFIERS
    return len(wanted - present)


def ordering(mine: ParsedSentence, theirs: Sequence[ParsedSentence], tokens: frozenset[int]) -> int:
    """Before where the best sentence has only after, and the reverse."""
    if not theirs:
        return 0
    present, own = set(theirs[0].lemmas), set(mine.lemmas)
    return sum(mine.lemmas[t] in _ORDER and mine.lemmas[t] not in present and _ORDER[mine.lemmas[t]] in present - own for t in tokens)
