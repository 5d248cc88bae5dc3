"""What stands in the place of something else in a near copy of a sentence: an opposite, another value, another name, another word.

Only what stands between the same words of both sentences is compared (`engines.verification.sentences.edits`), which needs no correct
parse. Summaries put most things in other words, so another word counts only where hardly anything else differs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from engines.english.animacy import noun_class
from engines.english.planning import PLANNING
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Near
from engines.verification.rules.edits.copies import rest_shared
from engines.verification.rules.edits.swaps import swaps
from engines.verification.rules.registry import rule
from engines.verification.sentences.comparisons import counts_from_what_is_told
from engines.verification.sentences.edits import Difference, Gap
from engines.verification.sentences.lexical_relations import alike, are_opposite, may_stand_for, told_of_another
from engines.verification.sentences.naming import names_around
from engines.verification.sentences.parsed import PRONOUNS, ParsedSentence, counts
from engines.verification.sentences.word_lists import word_list
from engines.verification.values.finding import Value, compare, entails

_NOMINAL = frozenset({"DET", "NOUN", "PROPN", "ADJ", "NUM", "PART"})
_LONGEST, _UNEVEN = 6, 3
"""So many words of content may stand in one place, and so many more in the other."""
_VERBAL = frozenset({"VERB", "AUX", "ADV", "PART"})
_NEARLY_ALL = 0.9
_BACK, _BACK_OF_VERBS = 0.5, 0.75
"""The share of the premise's words that the hypothesis must have for another noun to be another thing; for verbs and adjectives."""


@dataclass(frozen=True, eq=False)
class Replacement:
    """What a near copy has in the place of something of a premise, with the content words of both."""

    case: Case
    near: Near
    between: Difference
    gap: Gap

    @property
    def mine(self) -> ParsedSentence:
        """The hypothesis."""
        return self.case.hypothesis

    @property
    def theirs(self) -> ParsedSentence:
        """The premise."""
        return self.near.sentence

    @cached_property
    def own(self) -> list[int]:
        """The content words of the hypothesis in this place."""
        return [t for t in self.gap.mine if counts(self.mine, t)]

    @cached_property
    def other(self) -> list[int]:
        """Those of the premise."""
        return [t for t in self.gap.theirs if counts(self.theirs, t)]

    @cached_property
    def opposite(self) -> bool:
        """Whether opposites stand in this place; "before" and the like only where nothing else was replaced with them."""
        alone, loose = len(self.own) == len(self.other) == 1, {"ADP", "SCONJ", "ADV"}
        return any(
            are_opposite(self.mine, a, self.theirs, b)
            and not _are_other_names(self.mine, a, self.theirs, b)
            and (alone or not {self.mine.classes[a], self.theirs.classes[b]} & loose)
            and not told_of_another(self.mine, a, self.theirs, b)
            and counts_from_what_is_told(self.mine, a) == counts_from_what_is_told(self.theirs, b)
            for a in self.own
            for b in self.other
        )

    @cached_property
    def values(self) -> tuple[list[Value], list[Value]]:
        """The values that stand here in the hypothesis and in the premise."""
        return _values(self.mine, self.own), _values(self.theirs, self.other)

    @cached_property
    def close(self) -> bool:
        """Whether the two sentences have nothing else that differs."""
        shared, others = {a for a, _ in self.between.pairs}, {b for _, b in self.between.pairs}
        rest = [t for t in self.case.content if t not in self.gap.mine]
        back = [t for t in range(len(self.theirs.keys)) if counts(self.theirs, t) and t not in self.gap.theirs]
        return len(rest) >= 3 and all(t in shared for t in rest) and sum(t in others for t in back) >= _NEARLY_ALL * len(back)

    def conflict(self, kind: ConflictKind) -> Conflict:
        """This replacement as a conflict; a value is shown alone."""
        found = self.near.span(min(self.gap.theirs), max(self.gap.theirs))
        if kind is ConflictKind.QUANTITY and self.values[1]:
            found = self.near.start + min(v.start for v in self.values[1]), self.near.start + max(v.end for v in self.values[1])
        return Conflict(kind, frozenset(self.gap.mine), found, near=self.near.place)


@rule("quantity in a copy", ConflictKind.QUANTITY, "numbers, amounts, dates and times in the same place of a near copy")
def quantity_in_copy(case: Case) -> Iterator[Conflict]:
    """Another value in the place of a value."""
    for r in replacements(case):
        claimed, known = r.values
        if r.opposite or not claimed or not known:
            continue
        rest = _values(r.theirs, [t for t in range(len(r.theirs.keys)) if t not in r.gap.theirs])
        elsewhere = [c for c in claimed if c.kind == "number" and any(_same(v, c) and v.counted in ("", c.counted) for v in rest)]
        kept = {a for a, _ in r.between.pairs}
        whole = not any(c.start < r.mine.spans[t][1] and r.mine.spans[t][0] < c.end for c in claimed for t in kept)
        if whole and not elsewhere and all(_unlike(c, known) for c in claimed):
            yield r.conflict(ConflictKind.QUANTITY)


@rule("entity in a copy", ConflictKind.ENTITY, "names in the same place of a near copy")
def entity_in_copy(case: Case) -> Iterator[Conflict]:
    """Another name in the place of a name."""
    for r, own, other in _other_words(case):
        named = sum(t in r.mine.named for t in own), sum(t in r.theirs.named for t in other)
        phrases = all(r_.classes[t] in _NOMINAL for r_, part in ((r.mine, r.gap.mine), (r.theirs, r.gap.theirs)) for t in part)
        if all(named) and phrases and (r.close or (named[0] >= len(own) - 1 and named[1] >= len(other) - 1)):
            yield r.conflict(ConflictKind.ENTITY)


@rule("substitution", ConflictKind.SUBSTITUTION, "another word, not alike, in the same place of a near copy")
def substitution(case: Case) -> Iterator[Conflict]:
    """Another word in the place of a word."""
    for r, own, other in _other_words(case):
        named = [any(t in s.named for t in part) for s, part in ((r.mine, own), (r.theirs, other))]
        person = any(noun_class(r.mine.lemmas[t]) == "person" for t in own)
        if all(named) or (any(named) and (person or not r.close)) or not _may_be_replaced(r):
            continue
        if not any(alike(r.mine.lemmas[a], r.theirs.lemmas[b]) for a in own for b in other):
            yield r.conflict(ConflictKind.SUBSTITUTION)


def _may_be_replaced(r: Replacement) -> bool:
    """Whether what stands here is of one class, and the less may differ besides the more words there are for it; nobody can tell of a
    quantifier, of what is planned or hoped, nor of a bare word with a capital letter, which may be a name, beside "the company"."""
    lemmas = {s.lemmas[t] for s, part in ((r.mine, r.own), (r.theirs, r.other)) for t in part}
    if lemmas & word_list("quantifiers") or lemmas <= PLANNING:
        return False
    if _definite(r.mine, r.gap.mine) != _definite(r.theirs, r.gap.theirs) and _bare(r.mine, r.own) != _bare(r.theirs, r.other):
        return False
    mine, theirs = ({s.classes[t] for t in part if s.lemmas[t] != "of"} for s, part in ((r.mine, r.gap.mine), (r.theirs, r.gap.theirs)))
    if r.close:
        return not (mine | theirs) & {"ADP", "ADV", "SCONJ", "INTJ", "CCONJ"}
    if mine | theirs <= _NOMINAL and all(part & {"NOUN", "PROPN"} for part in (mine, theirs)):
        return r.near.back >= _BACK
    of_a_class = any(mine | theirs <= within and word in mine & theirs for within, word in ((_VERBAL, "VERB"), (_NOMINAL, "ADJ")))
    return of_a_class and r.near.back >= _BACK_OF_VERBS


def replacements(case: Case) -> Iterator[Replacement]:
    """The places where a near copy has something else than a premise that has nearly all the rest."""
    for near, between in zip(case.near, case.differences, strict=True):
        moved: frozenset[int] = frozenset().union(*swaps(case.hypothesis, near.sentence, between))
        shared = frozenset(a for a, _ in between.pairs)
        for gap in between.gaps:
            r = Replacement(case, near, between, gap)
            if not r.own or not r.other or max(len(r.own), len(r.other)) > _LONGEST or abs(len(r.other) - len(r.own)) > _UNEVEN:
                continue
            if not moved & set(gap.mine) and rest_shared(case, shared, frozenset(gap.mine)):
                yield r


def _other_words(case: Case) -> Iterator[tuple[Replacement, list[int], list[int]]]:
    """The replacements that are no opposites or values, with the words of each sentence that the other has nowhere, or, where nothing
    else differs, not here."""
    for r in replacements(case):
        most, extra = (5, 3) if r.close else (3, 1)
        if r.opposite or all(r.values) or max(len(r.own), len(r.other)) > most or abs(len(r.other) - len(r.own)) > extra:
            continue
        if max(len(r.gap.theirs), len(r.gap.mine)) > 2 * most or _has_pronoun(r):
            continue
        own, other = r.own, r.other
        if not r.close:
            elsewhere, present = (frozenset(key for keys in s.keys for key in keys) for s in (r.theirs, r.mine))
            own = [t for t in own if not r.mine.keys[t] & elsewhere]
            other = [t for t in other if not r.theirs.keys[t] & present]
        if own and other and not any(may_stand_for(r.mine, a, r.theirs, b) for a in own for b in other):
            yield r, own, other


def _are_other_names(mine: ParsedSentence, a: int, theirs: ParsedSentence, b: int) -> bool:
    """Whether one of two words is part of a name that the other has no part in: "Mr Young" is no opposite of "Old Trafford"."""
    proper = mine.classes[a] == "PROPN", theirs.classes[b] == "PROPN"
    if not any(proper):
        return False
    return not all(proper) or names_around(mine, a).isdisjoint(names_around(theirs, b))


def _definite(sentence: ParsedSentence, tokens: Sequence[int]) -> bool:
    return sentence.lemmas[tokens[0]] in ("the", "this", "that", "these", "those")


def _bare(sentence: ParsedSentence, tokens: Sequence[int]) -> bool:
    """A single thing with a capital letter, as names are, whatever the tagger takes them for."""
    words = [sentence.text[slice(*sentence.spans[t])] for t in tokens]
    return words[0][:1].isupper() and all(word.lower() == sentence.lemmas[t] for t, word in zip(tokens, words, strict=True))


def _has_pronoun(r: Replacement) -> bool:
    return any(s.lemmas[t] in PRONOUNS for s, part in ((r.mine, r.gap.mine), (r.theirs, r.gap.theirs)) for t in part)


def _values(sentence: ParsedSentence, tokens: Sequence[int]) -> list[Value]:
    return [v for v in sentence.values if any(v.start < sentence.spans[t][1] and sentence.spans[t][0] < v.end for t in tokens)]


def _unlike(claimed: Value, known: Sequence[Value]) -> bool:
    """Whether the values in the same place are others: apart, or bounds of the same sense that are not equal."""
    bounds = [v for v in known if v.kind == claimed.kind and v.unit == claimed.unit and v.comparator == claimed.comparator]
    if claimed.comparator not in ("=", "~") and bounds:
        return all((v.low, v.high) != (claimed.low, claimed.high) for v in bounds)
    if claimed.kind == "relative" or any(entails(v, claimed) or _digits(v) == _digits(claimed) for v in known):
        return False
    return any(compare(v, claimed) == "different" for v in known)


def _same(known: Value, claimed: Value) -> bool:
    return (known.kind, known.unit, known.low, known.high) == (claimed.kind, claimed.unit, claimed.low, claimed.high)


def _digits(value: Value) -> str:
    """The digits alone: "150 000" is "150,000"; the words of a value that has none."""
    return "".join(c for c in value.surface if c.isdecimal()) or value.surface.lower()
