"""Somebody or something else of the same text in the same part: "the council refused" where it was the company that refused.

Both are in the reference, so neither is another word for the other, and the one is nowhere what the verb is about. This asks for all that
a summary usually keeps when it confuses two of those whom a text is about: the verb and one of its other main parts.
"""

from collections.abc import Iterator, Sequence

from engines.parsing.lexicon import words
from engines.verification.differences import Change
from engines.verification.relations import BARE, PRONOUNS, Facts, Relation, counts
from engines.verification.word_pairs import SAYING, SYMMETRIC, alike, are_related

_PARTS = frozenset({"SUBJ", "OBJ"})
_MAIN = frozenset({"SUBJ", "OBJ", "IOBJ", "COMP"})
_LOOSE = frozenset({"MOD", "APPOS", "ADV"})
_LIGHT = frozenset({"be", "have", "do", "make", "get", "take", "go", "come", "give", "become", "use", "include", "see", "know"})
"""Verbs that are said of too many things for one of them to exclude another."""
_STAND_INS = PRONOUNS | {"who", "which", "that", "whom", "one", "other"}
_NAMELESS = frozenset({"sort", "kind", "type", "number", "lot"})


def displaced(mine: Facts, theirs: Sequence[Facts]) -> Iterator[Change]:
    """The subjects and objects of a hypothesis that some of its best sentences give the same verb another one for, and none the same.

    Annotators called 13 of 16 sentences unsupported in which this was found (QAGS, LSS and QASemConsistency dev), but none of the eight
    questions that it touched: it weighs nothing for those.
    """
    for relation in mine.relations:
        if _is_comparable(mine, relation) and _is_another_ones(mine, relation, theirs):
            yield Change("displaced", frozenset({relation.dep}), beside=frozenset({relation.head}))


def _is_another_ones(mine: Facts, relation: Relation, theirs: Sequence[Facts]) -> bool:
    """Whether the sentences know who or what fills the part, give it to another one, and never to this one or to an open pronoun."""
    if not any(mine.keys[relation.dep] & keys for other in theirs for keys in other.keys):
        return False
    company = [r for r in _arguments(mine, relation.head) if r.dep != relation.dep]
    same = [(sentence, verb) for sentence in theirs for verb in sentence.verbs if mine.keys[relation.head] & sentence.keys[verb]]
    found = False
    for other, verb in same:
        fillers = [r.dep for r in other.relations if r.head == verb and r.role == relation.role]
        if _agrees(mine, relation, other, verb) or any(_is_open(other, t) for t in fillers):
            return False
        found = found or (_in_the_same_company(mine, company, other, verb) and _are_others(mine, relation.dep, other, fillers))
    return found


def _is_comparable(mine: Facts, relation: Relation) -> bool:
    lemma = mine.lemmas[relation.dep]
    start, end = mine.spans[relation.dep]
    return (
        relation.role in _PARTS
        and relation.head in mine.verbs
        and mine.lemmas[relation.head] not in _LIGHT | SYMMETRIC | SAYING
        and mine.classes[relation.dep] in ("NOUN", "PROPN")
        and counts(mine, relation.dep)
        and lemma not in _STAND_INS | _NAMELESS | words("partitives")
        and not any(v.start < end and start < v.end for v in mine.values)
    )


def _arguments(facts_: Facts, verb: int) -> list[Relation]:
    return [r for r in facts_.relations if r.head == verb and r.role not in _LOOSE and counts(facts_, r.dep)]


def _agrees(mine: Facts, relation: Relation, other: Facts, verb: int) -> bool:
    """Whether the verb of the sentence has what the hypothesis has with it, in whatever part."""
    return any(
        mine.keys[relation.dep] & other.keys[r.dep]
        or are_related(mine, relation.dep, other, r.dep)
        or alike(mine.lemmas[relation.dep], other.lemmas[r.dep])
        for r in other.relations
        if r.head == verb
    )


def _is_open(facts_: Facts, token: int) -> bool:
    return facts_.lemmas[token] in _STAND_INS and len(facts_.keys[token]) <= BARE


def _in_the_same_company(mine: Facts, company: Sequence[Relation], other: Facts, verb: int) -> bool:
    """Whether the verb of the sentence has all other main parts, one at least, and half of all parts."""
    beside = _arguments(other, verb)
    shared = [any(mine.keys[c.dep] & other.keys[r.dep] for r in beside) for c in company]
    main = [known for c, known in zip(company, shared, strict=True) if c.role in _MAIN]
    return bool(main) and all(main) and sum(shared) >= len(company) / 2


def _are_others(mine: Facts, token: int, other: Facts, fillers: Sequence[int]) -> bool:
    """Whether what fills the part in the sentence is of the same sort, a name for a name and a noun for a noun, and no pronoun."""
    plain = [t for t in fillers if counts(other, t) and other.lemmas[t] not in _STAND_INS]
    return bool(plain) and all(
        _is_name(other, t) == _is_name(mine, token) and other.lemmas[t] not in _NAMELESS | words("partitives") for t in plain
    )


def _is_name(facts_: Facts, token: int) -> bool:
    """A name, or what may be one that the tagger does not know: a single thing with a capital letter and no article."""
    written = facts_.text[slice(*facts_.spans[token])]
    bare = written[:1].isupper() and written.lower() == facts_.lemmas[token] and facts_.classes[token - 1 : token] != ("DET",)
    return token in facts_.named or facts_.classes[token] == "PROPN" or bare
