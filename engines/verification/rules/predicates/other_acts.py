"""Another verb between the same two: "demolished the shed" where the reference has "bought the shed".

A place of the reference that has the same somebody do something to the same thing, with a verb that is no other word for this one, tells
something else; unless a word near it, or another place, may tell this too.
"""

from collections.abc import Iterator, Sequence

from engines.verification.rules.arguments.rivals import name_tokens
from engines.verification.sentences.edits import Change
from engines.verification.sentences.fillers import Fit, fit, is_amount, is_name, is_nameless
from engines.verification.sentences.lexical_relations import SAYING, SYMMETRIC, are_related
from engines.verification.sentences.parsed import PRONOUNS, Facts, Relation, counts
from engines.verification.sentences.verb_senses import are_like, may_mean, meanings, say_opposites, words_of

_CORE = frozenset({"SUBJ", "OBJ", "IOBJ"})
_LOOSE = frozenset({"MOD", "APPOS", "ADV", "ATTR", "COMP"})
_WORDS = frozenset({"VERB", "NOUN", "ADJ", "PROPN"})
_OF_A_KIND = {"OBJ": frozenset({"OBJ", "COMP", "ATTR"}), "SUBJ": frozenset({"SUBJ"}), "IOBJ": frozenset({"IOBJ", "OBJ"})}
"""The parts where the parser may have put what fills a main part."""


def other_acts(mine: Facts, theirs: Sequence[Facts]) -> Iterator[tuple[Change, int]]:
    """The verbs of a hypothesis in whose place sentences of the reference have others, each with the index of the sentence."""
    for verb, assertion in mine.verbs.items():
        own = meanings(mine, verb, words_of("light") | SYMMETRIC)
        if not own or _reports(mine, verb) or assertion.negated or not counts(mine, verb):
            continue
        parts = [r for r in mine.relations if r.head == verb and r.role not in _LOOSE and counts(mine, r.dep) and r.dep != verb]
        if not any(p.role in ("SUBJ", "OBJ") for p in parts) or any(_may_tell(mine, verb, own, parts, other) for other in theirs):
            continue
        for index, other in enumerate(theirs):
            found = [(there, kind) for there in other.verbs if (kind := _another(mine, verb, own, parts, other, there))]
            if found:
                there, kind = min(found, key=lambda f: f[1] != "opposite")
                yield Change(kind, frozenset({verb}), frozenset({there})), index
                break


def _may_tell(mine: Facts, verb: int, own: frozenset[str], parts: Sequence[Relation], other: Facts) -> bool:
    """Whether a sentence that has something of the main parts has a word that may stand for the verb, not beside others."""
    keys = frozenset(key for keys in other.keys for key in keys)
    main = [p for p in parts if p.role in _CORE]
    if not any(mine.keys[p.dep] & keys for p in main):
        return False
    for token in range(len(other.keys)):
        if other.classes[token] not in _WORDS or not counts(other, token) or say_opposites(mine, verb, own, other, token):
            continue
        if may_mean(mine, verb, own, other, token) and not (token in other.verbs and any(_is_others(mine, p, other, token) for p in main)):
            return True
    return False


def _another(mine: Facts, verb: int, own: frozenset[str], parts: Sequence[Relation], other: Facts, there: int) -> str:
    """The kind of conflict with a verb of a sentence that has the parts of this one and says something else, "" for none."""
    opposite = say_opposites(mine, verb, own, other, there)
    if other.verbs[there].negated or mine.keys[verb] & other.keys[there] or _is_told_by_another(other, there):
        return ""
    if any(p.role == "OBJ" and are_related(mine, p.dep, other, there) for p in parts):
        return ""  # "Garnered a nomination" for "was nominated".
    if not opposite and (not meanings(other, there, words_of("empty") | SYMMETRIC) or _reports(other, there)):
        return ""
    same = [p for p in parts if _has_part(mine, p, other, there)]
    main = [p for p in parts if p.role in ("SUBJ", "OBJ") and p not in same]
    if not same or not all(p.role == "SUBJ" and _is_open(other, there) for p in main):
        return ""
    things = any(p.role == "OBJ" for p in same)
    if opposite:
        return "opposite" if things or len(same) >= 2 else ""
    if not things and len(same) < len(parts):
        return ""
    return "act" if len(same) >= 2 and not are_like(own, other, there) else ""


def _reports(facts_: Facts, verb: int) -> bool:
    """Whether a verb tells what somebody said, which may be put in many ways."""
    return facts_.lemmas[verb] in SAYING and not any(r.head == verb and r.role == "OBJ" and r.dep > verb for r in facts_.relations)


def _is_told_by_another(facts_: Facts, verb: int) -> bool:
    """Whether a verb only says what another is about: "voted to release" tells of a vote."""
    governors = [r.head for r in facts_.relations if r.role == "COMP" and r.dep == verb and r.head < verb]
    return any(facts_.lemmas[t] not in words_of("light") | SAYING for t in governors)


def _has_part(mine: Facts, part: Relation, other: Facts, verb: int) -> bool:
    """Whether a verb of the sentence has what fills a part, in the same part, or, named or counted, behind any preposition."""
    if is_nameless(mine, part.dep) or _is_others(mine, part, other, verb):
        return False
    wanted = _OF_A_KIND.get(part.role, frozenset({part.role}))
    precise = part.role not in _CORE and (is_amount(mine, part.dep) or is_name(mine, part.dep))
    there = [r.dep for r in other.relations if r.head == verb and (r.role in wanted or (precise and r.role not in _CORE))]
    return any(_is_same(mine, part.dep, other, t) for t in there)


def _is_same(mine: Facts, a: int, other: Facts, b: int) -> bool:
    """Whether the fillers are the same, or one names the other by what it is: "a union leader" for "union leader Pat Dwyer"."""
    if fit(mine, a, other, b) is Fit.SAME:
        own, theirs = _named_by(mine, a), _named_by(other, b)
        return not own or not theirs or any(x & y for x in own for y in theirs)
    return b in other.named and any(mine.keys[a] & other.keys[r.dep] for r in other.relations if r.head == b and r.role in ("MOD", "APPOS"))


def _named_by(facts_: Facts, noun: int) -> list[frozenset[str]]:
    """The names that tell whose something is: "Oriel" for "Oriel's shares" and for "shares in Oriel"."""
    if noun in facts_.named:
        return []
    return [facts_.keys[r.dep] for r in facts_.relations if r.head == noun and r.role in ("MOD", "of", "in") and r.dep in facts_.named]


def _is_others(mine: Facts, part: Relation, other: Facts, verb: int) -> bool:
    """Whether somebody or something else fills the part there: another of the same last name, too."""
    there = [r.dep for r in other.relations if r.head == verb and r.role == part.role]
    return bool(there) and all(fit(mine, part.dep, other, t) is Fit.OTHER or _namesakes(mine, part.dep, other, t) for t in there)


def _namesakes(mine: Facts, a: int, other: Facts, b: int) -> bool:
    """Whether two full names share only their last words."""
    own, theirs = name_tokens(mine, a), name_tokens(other, b)
    if len(own) < 2 or len(theirs) < 2:
        return False
    return not any(mine.lemmas[x] == other.lemmas[y] for x in own[1:] for y in theirs[1:])


def _is_open(other: Facts, verb: int) -> bool:
    """Whether nobody is told to do it, or somebody whom a pronoun stands for."""
    doers = [r.dep for r in other.relations if r.head == verb and r.role == "SUBJ"]
    return all(other.lemmas[t] in PRONOUNS for t in doers)
