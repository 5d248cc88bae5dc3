"""What a thing is said to be, and how something is said to be done, where the reference says the contrary in another construction:
"called the cracks dangerous" for "the cracks are not dangerous", "came two days earlier" for "came two days later"."""

from collections.abc import Iterator, Sequence

from engines.verification.sentences.edits import Change
from engines.verification.sentences.lexical_relations import NEGATIVE, are_opposite
from engines.verification.sentences.parsed import PRONOUNS, Facts, counts

_BE = frozenset({"be", "become", "remain", "seem", "look", "appear"})
_FINDING = frozenset({"call", "find", "consider", "deem", "judge", "think", "declare", "describe", "rule", "believe", "name", "pronounce"})
_COMPARED = frozenset({"earlier", "later", "sooner", "faster", "slower", "longer", "nearer", "farther"})


def denied_properties(mine: Facts, theirs: Sequence[Facts]) -> Iterator[tuple[Change, int]]:
    """Properties that a hypothesis gives to a thing and sentences of the reference deny it; each with the index of the sentence."""
    for thing, word, negated in _found_to_be(mine):
        known = [
            (negated_there, word_there, index)
            for index, other in enumerate(theirs)
            for thing_there, word_there, negated_there in (*_is_so(other), *_found_to_be(other))
            if mine.keys[word] & other.keys[word_there] and mine.keys[thing] & other.keys[thing_there]
        ]
        if known and all(other_way != negated for other_way, *_ in known):
            yield Change("polarity", frozenset({word}), frozenset({known[0][1]})), known[0][2]


def turned_adverbs(mine: Facts, theirs: Sequence[Facts]) -> Iterator[tuple[Change, int]]:
    """Comparatives beside a verb whose opposite stands beside the same verb, with the same measure or subject."""
    for verb, word in _adverbs(mine):
        known = [
            (word_there, index)
            for index, other in enumerate(theirs)
            for verb_there, word_there in _adverbs(other)
            if mine.keys[verb] & other.keys[verb_there]
            and _alike_beside(mine, verb, word, other, verb_there, word_there)
            and not _crossed(mine, verb, word, other, verb_there, word_there)
        ]
        if known and all(are_opposite(mine, word, theirs[index], there) for there, index in known):
            there, index = known[0]
            yield Change("opposite", frozenset({word}), frozenset({there})), index


def compares_from_the_other_side(mine: Facts, other: Facts) -> bool:
    """Whether "A came earlier than B" stands beside "B came later than A", which is the same."""
    return any(
        mine.keys[verb] & other.keys[verb_there]
        and are_opposite(mine, word, other, word_there)
        and _crossed(mine, verb, word, other, verb_there, word_there)
        for verb, word in _adverbs(mine)
        for verb_there, word_there in _adverbs(other)
    )


def _crossed(mine: Facts, verb: int, word: int, other: Facts, verb_there: int, word_there: int) -> bool:
    first, second = _sides(mine, verb, word), _sides(other, verb_there, word_there)
    pairs = ((first[0], second[1]), (first[1], second[0]))
    return all(any(mine.keys[a] & other.keys[b] for a in own for b in theirs) for own, theirs in pairs)


def _sides(facts_: Facts, verb: int, word: int) -> tuple[list[int], list[int]]:
    """Who is compared, and with whom."""
    doers = [r.dep for r in facts_.relations if r.head == verb and r.role == "SUBJ"]
    return doers, [r.dep for r in facts_.relations if r.head in (verb, word) and r.role == "than"]


def _is_so(facts_: Facts) -> Iterator[tuple[int, int, bool]]:
    """(thing, property, whether it is denied) of "the thing is (not) so"."""
    for verb, assertion in facts_.verbs.items():
        if facts_.lemmas[verb] in _BE:
            words = [r.dep for r in facts_.relations if r.head == verb and r.role == "ATTR" and facts_.classes[r.dep] == "ADJ"]
            things = [r.dep for r in facts_.relations if r.head == verb and r.role == "SUBJ" and facts_.lemmas[r.dep] not in PRONOUNS]
            yield from ((thing, word, assertion.negated) for thing in things for word in words)


def _found_to_be(facts_: Facts) -> Iterator[tuple[int, int, bool]]:
    """The same of "called the thing so" and "found the thing (not) so"."""
    for verb, assertion in facts_.verbs.items():
        if facts_.lemmas[verb] not in _FINDING:
            continue
        for r in facts_.relations:
            if r.head == verb and r.role in ("ATTR", "COMP") and facts_.classes[r.dep] == "ADJ" and r.dep > verb:
                holder = verb if r.role == "ATTR" else r.dep
                role = "OBJ" if r.role == "ATTR" else "SUBJ"
                inner = bool(NEGATIVE.intersection(facts_.lemmas[max(verb + 1, r.dep - 2) : r.dep]))
                things = [o.dep for o in facts_.relations if o.head == holder and o.role == role and counts(facts_, o.dep)]
                yield from ((thing, r.dep, assertion.negated != inner) for thing in things)


def _adverbs(facts_: Facts) -> Iterator[tuple[int, int]]:
    for r in facts_.relations:
        if r.role == "ADV" and r.head in facts_.verbs and facts_.text[slice(*facts_.spans[r.dep])].lower() in _COMPARED:
            yield r.head, r.dep


def _alike_beside(mine: Facts, verb: int, word: int, other: Facts, verb_there: int, word_there: int) -> bool:
    """Whether the same measure stands beside both comparatives ("five months"), or else the verbs have the same subject or object."""
    own, theirs = (
        {t for r in f.relations if r.head == w for t in (r.dep, *(n.dep for n in f.relations if n.head == r.dep)) if counts(f, t)}
        for f, w in ((mine, word), (other, word_there))
    )
    amounts = any(key.startswith("=") and key in other.keys[u] for t in own for u in theirs for key in mine.keys[t])
    parts = [
        (r.dep, s.dep)
        for r in mine.relations
        for s in other.relations
        if r.head == verb and s.head == verb_there and r.role == s.role and r.role in ("SUBJ", "OBJ")
    ]
    return amounts or any(mine.keys[a] & other.keys[b] for a, b in parts)
