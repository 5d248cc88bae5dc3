"""Conflicts that the parse shows between a hypothesis and a sentence that says nearly the same: polarity, doubt, exchanged arguments,
values, opposites, order, quantifiers."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from math import isclose

from engines.verification.features.contrasts import opposed, ordering, value_contrast
from engines.verification.rules.edits.order_of_events import order_compared
from engines.verification.rules.edits.quantifiers import all_of_a_part, bounded_otherwise, more_of_them
from engines.verification.rules.entities.speakers import other_speaker
from engines.verification.sentences.assertion import CLAIMING, PLANNED
from engines.verification.sentences.lexical_relations import SAYING, SYMMETRIC, are_opposite
from engines.verification.sentences.parsed import PRONOUNS, Facts, counts
from engines.verification.values.finding import Value

LEAST = 0.6
"""Share of the words of a hypothesis that a sentence must have to say nearly the same."""
_SHARED = 0.5
_LOOSE = frozenset({"MOD", "APPOS", "ADV"})
"""Roles whose fillers the parser attaches too freely to tell whether two were exchanged."""
_CONTRARY = {"for": "against", "against": "for", "with": "without", "without": "with"}
_NEARLY, _ALL = 0.75, 0.9
_VOUCHED = SAYING | CLAIMING | {"accord", "insist", "view", "opinion", "reportedly", "allegedly", "may", "might", "could"}
"""Words that say whose claim something is, or that it is one."""
_FORBIDDING = frozenset({"forbid", "forbidden", "ban", "prohibit", "outlaw", "bar", "refuse", "prevent", "avoid", "illegal", "impossible"})
"""Words that deny what depends on them: "eating it is forbidden", "it must not be eaten"."""
_OPEN = 2
"""What only may be so, as `assertion.Verb.doubt` has it. A plan may have been carried out by the time of writing."""


@dataclass(frozen=True)
class Nearness:
    """How near a sentence of the reference comes to a hypothesis, shares of content words in [0, 1].

    Attributes:
        words: of the hypothesis that the sentence has.
        frame: the same without names and values, which a false copy may have replaced.
        back: of the sentence's words that the hypothesis has, without names and values; high only where nothing was left out.
    """

    words: float
    frame: float
    back: float

    @property
    def much_the_same(self) -> bool:
        """Whether the hypothesis is the sentence with little changed, not a shorter account of it."""
        return self.frame >= 0.7 and self.back >= 0.75


def nearness(mine: Facts, other: Facts) -> Nearness:
    """How near the sentence `other` comes to the hypothesis `mine`."""
    return Nearness(_share(mine, other, False), _share(mine, other, True), _share(other, mine, True))


def _share(of: Facts, found_in: Facts, frame: bool) -> float:
    words = [t for t in range(len(of.keys)) if counts(of, t)]
    if frame:
        plain = [t for t in words if t not in of.named and not any(v.start < of.spans[t][1] and of.spans[t][0] < v.end for v in of.values)]
        words = plain or words
    present = frozenset(key for keys in found_in.keys for key in keys)
    return sum(bool(of.keys[t] & present) for t in words) / len(words) if words else 0.0


def relation_conflicts(mine: Facts, other: Facts, tokens: frozenset[int], near: Nearness) -> frozenset[str]:
    """The kinds of conflict that touch `tokens` of the hypothesis."""
    if near.frame < LEAST:
        return frozenset()
    found = set()
    for verb in mine.verbs:
        if tokens & {verb, *_planned(mine, verb)}:
            found |= _verb_conflicts(mine, verb, other, near)
    if max(near.words, near.frame) >= LEAST and other_speaker(mine, other, tokens):
        found.add("speaker")
    whole = len(tokens) == len(mine.keys)
    for value in mine.values:
        inside = whole or any(value.start < mine.spans[t][1] and mine.spans[t][0] < value.end for t in tokens)
        wrong = _comparable(value, other) and value_contrast(value, [other]) == "wrong"
        bounds = near.words >= LEAST and any(bounded_otherwise(mine, value, other, known) for known in other.values)
        if inside and ((near.frame >= 0.75 and wrong) or bounds):
            found.add("value")
    if near.words >= 0.9 and (_exchanged(mine, other, tokens) or (near.back >= 0.75 and _turned_round(mine, other, tokens))):
        found.add("roles")
    if near.words >= 0.75 and ((opposed(mine, [other], tokens) and not _sides_exchanged(mine, other)) or _against(mine, other, tokens)):
        found.add("opposite")
    if (near.words >= LEAST and ordering(mine, [other], tokens)) or (near.much_the_same and order_compared(mine, other) == "reversed"):
        found.add("order")
    if near.words >= 0.8 and near.much_the_same and more_of_them(mine, other, tokens):
        found.add("quantity")
    if near.frame >= _NEARLY and all_of_a_part(mine, other, tokens):
        found.add("quantity")
    return frozenset(found)


def _sides_exchanged(mine: Facts, other: Facts) -> bool:
    """Whether both compare two things and have them on different sides of "than": "less than it cost" for "it cost more than"."""
    if "than" not in mine.lemmas or "than" not in other.lemmas:
        return False
    (mine_before, mine_after), (before, after) = (_sides_of_than(f) for f in (mine, other))
    return len(mine_before & after) + len(mine_after & before) > len(mine_before & before) + len(mine_after & after)


def _sides_of_than(facts_: Facts) -> tuple[frozenset[str], frozenset[str]]:
    """The lemmas of content before and after "than"."""
    border = facts_.lemmas.index("than")
    content = [t for t in range(len(facts_.keys)) if counts(facts_, t)]
    return frozenset(facts_.lemmas[t] for t in content if t < border), frozenset(facts_.lemmas[t] for t in content if t > border)


def _against(mine: Facts, other: Facts, tokens: frozenset[int]) -> bool:
    """Whether the same thing is for the same in one sentence and against it in the other."""
    for relation in mine.relations:
        contrary = _CONTRARY.get(relation.role)
        if contrary is None or not tokens & {relation.head, relation.dep} or not counts(mine, relation.dep):
            continue
        there = {role: _has(_fillers(other, mine.keys[relation.head], role), mine.keys[relation.dep]) for role in (relation.role, contrary)}
        if there[contrary] and not there[relation.role]:
            return True
    return False


def _planned(facts_: Facts, verb: int) -> list[int]:
    """What a verb of planning plans: not planning to buy is not buying."""
    if facts_.lemmas[verb] not in PLANNED:
        return []
    return [r.dep for r in facts_.relations if r.head == verb and r.role == "COMP"]


def _comparable(value: Value, other: Facts) -> bool:
    """Whether the sentence counts the same thing: an age is not contradicted by a number of charges, nor is "eight per cent" where it
    has "5.2 per cent" but also "it had asked for eight"."""
    if value.kind == "number":
        return any(v.kind == "number" and v.counted == value.counted for v in other.values)
    figure = 100 * value.low if value.kind == "percent" else value.low / value.factor
    return not any(v.kind == "number" and not v.counted and isclose(v.low, figure) for v in other.values)


def _verb_conflicts(mine: Facts, verb: int, other: Facts, near: Nearness) -> set[str]:
    """Polarity and doubt beside the same verb with at least half of the same arguments."""
    around = _arguments(mine, verb)
    best: tuple[float, int] | None = None
    for index in other.verbs:
        if not (mine.lemmas[verb] == other.lemmas[index] or mine.keys[verb] & other.keys[index]):
            continue
        beside = _arguments(other, index)
        shared = sum(any(k & b for b in beside) for k in around)
        if around and shared >= _SHARED * len(around) and (best is None or shared > best[0]):
            best = (shared, index)
    if best is None:
        return set()
    said, known = mine.verbs[verb], other.verbs[best[1]]
    found = {"polarity"} if said.negated != known.negated and near.words >= LEAST else set()
    if found and said.negated and not _FORBIDDING.isdisjoint(other.lemmas):
        return set()
    found |= {"denial"} if found and near.much_the_same else set()
    if (near.much_the_same or near.words >= _ALL) and known.doubt == 1 and not known.past and said.past and not said.doubt:
        found.add("done")
    if near.words >= _NEARLY and known.claimed and not said.claimed and _VOUCHED.isdisjoint(mine.lemmas):
        found.add("claim")
    # What only may be so is open.
    return found | ({"doubt"} if near.much_the_same and known.doubt > said.doubt and known.doubt >= _OPEN else set())


def _arguments(facts_: Facts, verb: int) -> list[frozenset[str]]:
    return [facts_.keys[r.dep] for r in facts_.relations if r.head == verb and counts(facts_, r.dep)]


def _exchanged(mine: Facts, other: Facts, tokens: frozenset[int]) -> bool:
    """Whether two arguments have each other's places in the other sentence: of one verb, of two verbs, of two prepositions.

    One argument in another place is not enough: "East signed with the Jaguars" and "the Jaguars signed East" are both true.
    """
    places = [r for r in mine.relations if r.role not in _LOOSE and counts(mine, r.dep) and mine.lemmas[r.dep] not in PRONOUNS]
    theirs = {r: _fillers(other, mine.keys[r.head], r.role) for r in places}
    for first, second in combinations([r for r in places if theirs[r]], 2):
        if (first.head, first.role) == (second.head, second.role) or not tokens & {first.dep, second.dep}:
            continue
        if first.head == second.head and mine.lemmas[first.head] in SYMMETRIC:
            continue
        a, b = mine.keys[first.dep], mine.keys[second.dep]
        if a & b or not (_has(theirs[first], b) and _has(theirs[second], a)):
            continue
        if not (_has(theirs[first], a) or _has(theirs[second], b)):
            return True
    return False


def _turned_round(mine: Facts, other: Facts, tokens: frozenset[int]) -> bool:
    """Whether who did something in one sentence had it done to them in the other; only of verbs that have both in both."""
    for verb in mine.verbs:
        same = [index for index in other.verbs if mine.lemmas[verb] == other.lemmas[index]]
        if len(same) != 1 or mine.lemmas[verb] in SYMMETRIC:
            continue
        mine_parts, theirs = ([_role(f, v, role) for role in ("SUBJ", "OBJ")] for f, v in ((mine, verb), (other, same[0])))
        if not all((*mine_parts, *theirs)):
            continue
        for place, role in enumerate(mine_parts):
            for dep in role:
                if dep not in tokens or not counts(mine, dep):
                    continue
                elsewhere = _has([other.keys[t] for t in theirs[1 - place]], mine.keys[dep])
                if elsewhere and not _has([other.keys[t] for t in theirs[place]], mine.keys[dep]):
                    return True
    return False


def done_the_opposite(mine: Facts, theirs: Sequence[Facts], tokens: frozenset[int]) -> bool:
    """Whether the same did the opposite to the same in one sentence, and in none what the hypothesis says.

    Subject, verb and object are enough to tell, however little of the rest the two have in common.
    """
    said = [frame for frame in _transitives(mine) if frame[0] in tokens and all(counts(mine, dep) for _, dep in frame[1])]
    for verb, arguments in said:
        found = [
            (mine.keys[verb] & other.keys[index], mine.verbs[verb].negated == known.negated and are_opposite(mine, verb, other, index))
            for other in theirs
            for index, known in other.verbs.items()
            if all(
                _may_have(other, index, role, mine.keys[dep], open_too=bool(mine.keys[verb] & other.keys[index])) for role, dep in arguments
            )
        ]
        if any(opposite for _, opposite in found) and not any(same for same, _ in found):
            return True
    return False


def _may_have(facts_: Facts, verb: int, role: str, keys: frozenset[str], open_too: bool) -> bool:
    """Whether a verb has something in a part; with `open_too` also if a pronoun stands there, whatever it is taken to stand for."""
    fillers = _role(facts_, verb, role)
    return _has([facts_.keys[t] for t in fillers], keys) or (open_too and any(facts_.lemmas[t] in PRONOUNS for t in fillers))


def _transitives(facts_: Facts) -> list[tuple[int, list[tuple[str, int]]]]:
    """The verbs that have both a subject and an object, each with these."""
    arguments = {verb: [(role, dep) for role in ("SUBJ", "OBJ") for dep in _role(facts_, verb, role)] for verb in facts_.verbs}
    return [(verb, own) for verb, own in arguments.items() if len({role for role, _ in own}) == 2]


def _role(facts_: Facts, verb: int, role: str) -> list[int]:
    return [r.dep for r in facts_.relations if r.head == verb and r.role == role]


def _fillers(facts_: Facts, head: frozenset[str], role: str) -> list[frozenset[str]]:
    """What fills a role of a word, as keys."""
    return [facts_.keys[r.dep] for r in facts_.relations if r.role == role and head & facts_.keys[r.head] and counts(facts_, r.dep)]


def _has(members: Sequence[frozenset[str]], keys: frozenset[str]) -> bool:
    return any(keys & member for member in members)
