"""What was changed in a near copy of a sentence: a negation, an opposite, a quantifier, a value, a name, another word, exchanged places.

Only what stands in the same place of both sentences is compared (`engines.verification.sentences.edits`).
"""

from collections.abc import Iterator, Sequence

from engines.core.digits import plain_digits
from engines.english.animacy import noun_class
from engines.verification.rules.edits.exchanges import exchanges
from engines.verification.rules.edits.quantifiers import amounts, says_more
from engines.verification.sentences.edits import Change, Difference, Gap
from engines.verification.sentences.lexical_relations import NEGATIVE, alike, are_exclusive, are_opposite, are_related
from engines.verification.sentences.parsed import PRONOUNS, Facts, counts
from engines.verification.values.finding import Value, compare, entails

_NOMINAL = frozenset({"DET", "NOUN", "PROPN", "ADJ", "NUM", "PART"})
_VERBAL = frozenset({"VERB", "AUX", "ADV", "PART"})
_BEFORE_VERB = frozenset({"AUX", "ADV", "PART", "DET", "PRON", "ADP", "ADJ", "NOUN"})
_PLANS = frozenset(
    {"plan", "hope", "want", "intend", "aim", "wish", "promise", "threaten", "propose", "seek", "expect", "consider", "attempt", "try"}
    | {"pledge", "vow", "hop"}  # the lemma that spaCy gives "hopes"
)
_HEDGES = _PLANS | {"may", "might", "could", "perhaps", "possibly", "probably", "likely", "allegedly", "reportedly"}
_COMPARED = (("more",), ("less",), ("little",), ("few",), ("fewer",))
"""What stands after a "no" that negates nothing: "no more than three"."""
_BOUNDS = frozenset({"no", "not", "more", "most", "less", "least", "few", "fewer", "little", "over", "under", "up"})
"""Words that bound a number; what they say of it is compared with the number."""
_CERTAIN = frozenset({"certainly", "definitely", "surely", "undoubtedly"})
_REST = 0.75
"""The share of the rest of a hypothesis that a sentence must have in order, for what stands in a gap to be what was changed."""
_NEARLY_ALL = 0.9


def changes(mine: Facts, theirs: Facts, between: Difference, back: float) -> list[Change]:
    """What the hypothesis `mine` says otherwise than the sentence `theirs`, given their `difference`."""
    shared = frozenset(a for a, _ in between.pairs)
    exchanged = list(exchanges(mine, theirs, between))
    moved = frozenset().union(*(change.tokens for change in exchanged))
    found = list(exchanged)
    for gap in between.gaps:
        found.extend(_negations(mine, theirs, gap))
        found.extend(_hedged(mine, theirs, gap, between))
        if not moved & set(gap.mine):
            found.extend(_replacements(mine, theirs, gap, between, back))
    return [change for change in found if _rest_shared(mine, shared, change.tokens)]


def _whole(mine: Facts, theirs: Facts, between: Difference, gap: Gap) -> bool:
    """Whether the sentence has all the rest of the hypothesis, at least three words."""
    shared = {a for a, _ in between.pairs}
    rest = [t for t in range(len(mine.keys)) if counts(mine, t) and t not in gap.mine]
    return len(rest) >= 3 and all(t in shared for t in rest)


def _close(mine: Facts, theirs: Facts, between: Difference, gap: Gap) -> bool:
    """Whether the two sentences have nothing else that differs."""
    others = {b for _, b in between.pairs}
    back = [t for t in range(len(theirs.keys)) if counts(theirs, t) and t not in gap.theirs]
    return _whole(mine, theirs, between, gap) and sum(t in others for t in back) >= _NEARLY_ALL * len(back)


def _rest_shared(mine: Facts, shared: frozenset[int], changed: frozenset[int]) -> bool:
    """Whether the sentence has nearly everything else."""
    rest = [t for t in range(len(mine.keys)) if counts(mine, t) and (t not in changed or t in shared)]
    return bool(rest) and sum(t in shared for t in rest) >= _REST * len(rest)


def _negations(mine: Facts, theirs: Facts, gap: Gap) -> Iterator[Change]:
    """A "not" that only one of the two has, before the same words."""
    own, other = _negating(mine, gap.mine), _negating(theirs, gap.theirs)
    elsewhere = (
        {theirs.lemmas[t] for t in range(len(theirs.keys)) if t not in gap.theirs}
        if own
        else {mine.lemmas[t] for t in range(len(mine.keys)) if t not in gap.mine}
    )
    said = {f.lemmas[t] for f, ts in ((mine, gap.mine), (theirs, gap.theirs)) for t in ts if f.lemmas[t] in NEGATIVE}
    if own == other or gap.after is None or said & elsewhere:
        return
    if any(are_opposite(mine, a, theirs, b) for a in gap.mine for b in gap.theirs):
        return
    yield Change("polarity", frozenset({gap.after, *gap.mine}))


def _negating(facts_: Facts, tokens: Sequence[int]) -> bool:
    """Whether these tokens negate what follows them: nothing but auxiliaries and the like comes after the negation."""
    last = max((t for t in tokens if facts_.lemmas[t] in NEGATIVE), default=None)
    if last is None or any(facts_.lemmas[t] == "only" for t in tokens) or facts_.lemmas[last + 1 : last + 2] in _COMPARED:
        return False
    rest = [t for t in tokens if t > last]
    if rest and facts_.classes[rest[-1]] == "ADP" and facts_.classes[rest[-1] + 1 : rest[-1] + 2] not in (("VERB",), ("AUX",)):
        return False  # "Found no fault with the bakery" does not deny what the bakery did.
    return len(rest) <= 3 and not any(facts_.classes[t] not in _BEFORE_VERB for t in rest)


def _hedged(mine: Facts, theirs: Facts, gap: Gap, between: Difference) -> Iterator[Change]:
    """What the sentence only plans, allows for or has heard, told as a fact."""
    if gap.after is None or any(mine.lemmas[t] in _HEDGES or mine.lemmas[t] == "accord" for other in between.gaps for t in other.mine):
        return
    hedges = [t for t in gap.theirs if theirs.lemmas[t] in _HEDGES]
    instead = [t for t in gap.theirs if t in theirs.verbs and theirs.lemmas[t] in _PLANS]
    if len(gap.theirs) == len(gap.mine) == len(instead) == 1 and gap.mine[0] in mine.verbs:
        yield Change("doubt", frozenset(gap.mine))
        return
    future = any(theirs.lemmas[t] in ("will", "shall") for t in gap.theirs) and any(mine.lemmas[t] == "have" for t in gap.mine)
    if future and not any(counts(f, t) for f, part in ((mine, gap.mine), (theirs, gap.theirs)) for t in part):
        yield Change("doubt", frozenset({gap.after, *gap.mine}))
    if (
        hedges
        and all(t in hedges or not counts(theirs, t) or any(theirs.keys[t] & keys for keys in mine.keys) for t in gap.theirs)
        and not any(counts(mine, t) and mine.lemmas[t] not in _CERTAIN for t in gap.mine)
    ):
        yield Change("doubt", frozenset({gap.after, *gap.mine}))


def _replacements(mine: Facts, theirs: Facts, gap: Gap, between: Difference, back: float) -> Iterator[Change]:
    own = [t for t in gap.mine if counts(mine, t)]
    other = [t for t in gap.theirs if counts(theirs, t)]
    tokens = frozenset(gap.mine)
    if not own or not other or max(len(own), len(other)) > 6 or abs(len(other) - len(own)) > 3:
        return
    if _opposites_in(mine, own, theirs, other):
        if _negating(mine, gap.mine) == _negating(theirs, gap.theirs) and not _said_elsewhere(mine, own, theirs, gap):
            yield Change("opposite", tokens)
        return
    if any(are_exclusive(mine, a, theirs, b) for a in own for b in other) and not _said_elsewhere(mine, own, theirs, gap):
        yield Change("exclusive", tokens)
        return
    levels = amounts(mine, own), amounts(theirs, other)
    if all(levels):
        limited = any(mine.lemmas[t] == "only" for t in own) and not any(theirs.lemmas[t] == "only" for t in other)
        if says_more(levels[0][0], levels[1][0], limited):
            yield Change("quantity", tokens)
        return
    values = _values(mine, own), _values(theirs, other)
    if values[0] and values[1]:
        rest = _values(theirs, [t for t in range(len(theirs.keys)) if t not in gap.theirs])
        elsewhere = [c for c in values[0] if c.kind == "number" and any(_same(v, c) and v.counted in ("", c.counted) for v in rest)]
        kept = {a for a, _ in between.pairs}
        whole = not any(c.start < mine.spans[t][1] and mine.spans[t][0] < c.end for c in values[0] for t in kept)
        if whole and not elsewhere and all(_unlike(claimed, values[1]) for claimed in values[0]):
            yield Change("value", tokens)
        return
    most, extra = (5, 3) if _close(mine, theirs, between, gap) else (3, 1)
    if max(len(own), len(other)) > most or abs(len(other) - len(own)) > extra or max(len(gap.theirs), len(gap.mine)) > 2 * most:
        return
    yield from _other_words(mine, gap, own, theirs, other, between, back)


def _other_words(
    mine: Facts, gap: Gap, own: list[int], theirs: Facts, other: list[int], between: Difference, back: float
) -> Iterator[Change]:
    """Another name or word; neither sentence has the other's elsewhere, unless nothing else differs.

    `back` is the share of the sentence that the hypothesis has.
    """
    if {mine.lemmas[t] for t in own} | {theirs.lemmas[t] for t in other} <= _BOUNDS:
        return
    close = _close(mine, theirs, between, gap)
    elsewhere = frozenset(key for keys in theirs.keys for key in keys)
    present = frozenset(key for keys in mine.keys for key in keys)
    if any(mine.lemmas[t] in PRONOUNS for t in gap.mine) or any(theirs.lemmas[t] in PRONOUNS for t in gap.theirs):
        return
    if not close:
        own = [t for t in own if not mine.keys[t] & elsewhere]
        other = [t for t in other if not theirs.keys[t] & present]
    if not own or not other or any(are_related(mine, a, theirs, b) for a in own for b in other):
        return
    if {mine.lemmas[t] for t in own} | {theirs.lemmas[t] for t in other} <= _PLANS | {"like", "likely"}:
        return
    if _definite(mine, gap.mine) != _definite(theirs, gap.theirs) and _bare(mine, gap.mine) != _bare(theirs, gap.theirs):
        return
    classes = _classes(mine, gap.mine), _classes(theirs, gap.theirs)
    phrases = all(part <= _NOMINAL for part in classes)
    named = sum(t in mine.named for t in own), sum(t in theirs.named for t in other)
    if all(named):
        if phrases and (close or (named[0] >= len(own) - 1 and named[1] >= len(other) - 1)):
            yield Change("name", frozenset(gap.mine))
        return
    if any(named) and any(noun_class(mine.lemmas[t]) == "person" for t in own):
        return
    if close and not any(part & {"ADV", "SCONJ", "INTJ", "CCONJ"} for part in classes):
        if not any(alike(*pair) for pair in _single_pairs(mine, own, theirs, other)):
            yield Change("instead", frozenset(gap.mine))
        return
    if any(named):
        return
    nouns = phrases and all("NOUN" in part or "PROPN" in part for part in classes)
    verbs = all(part <= _VERBAL and "VERB" in part for part in classes)
    adjectives = all(part <= _NOMINAL and "ADJ" in part for part in classes)
    alone = len(own) == len(other) == 1 and _whole(mine, theirs, between, gap)
    same_class = (nouns and back >= (0.3 if alone else 0.5)) or ((verbs or adjectives) and back >= 0.75)
    if same_class and not any(alike(*pair) for pair in _single_pairs(mine, own, theirs, other)):
        yield Change("word", frozenset(gap.mine))


def _single_pairs(mine: Facts, own: Sequence[int], theirs: Facts, other: Sequence[int]) -> list[tuple[str, str]]:
    """Every word of one place with every word of the other."""
    return [(mine.lemmas[a], theirs.lemmas[b]) for a in own for b in other]


def _classes(facts_: Facts, tokens: Sequence[int]) -> set[str]:
    return {facts_.classes[t] for t in tokens if facts_.lemmas[t] != "of"}


def _definite(facts_: Facts, tokens: Sequence[int]) -> bool:
    return facts_.lemmas[tokens[0]] in ("the", "this", "that", "these", "those")


def _bare(facts_: Facts, tokens: Sequence[int]) -> bool:
    """A single thing without an article, as names are, whatever the tagger takes them for."""
    first = facts_.text[slice(*facts_.spans[tokens[0]])]
    return first[:1].isupper() and all(facts_.classes[t] in ("NOUN", "PROPN") and not _plural(facts_, t) for t in tokens)


def _plural(facts_: Facts, token: int) -> bool:
    return facts_.text[slice(*facts_.spans[token])].lower() != facts_.lemmas[token]


def _opposites_in(mine: Facts, own: Sequence[int], theirs: Facts, other: Sequence[int]) -> bool:
    """Opposites in one place; "before" and the like only where nothing else was replaced with them."""
    alone = len(own) == len(other) == 1
    return any(
        are_opposite(mine, a, theirs, b) and (alone or not {mine.classes[a], theirs.classes[b]} & {"ADP", "SCONJ", "ADV"})
        for a in own
        for b in other
    )


def _said_elsewhere(mine: Facts, own: Sequence[int], theirs: Facts, gap: Gap) -> bool:
    """Whether the sentence has these words in another place: "the old cabins held forty, the new ones hold twenty-eight"."""
    rest = frozenset(key for t, keys in enumerate(theirs.keys) if t not in gap.theirs for key in keys)
    return all(mine.keys[t] & rest for t in own)


def _values(facts_: Facts, tokens: Sequence[int]) -> list[Value]:
    return [v for v in facts_.values if any(v.start < facts_.spans[t][1] and facts_.spans[t][0] < v.end for t in tokens)]


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
    return "".join(c for c in plain_digits(value.surface) if c.isdecimal()) or value.surface.lower()
