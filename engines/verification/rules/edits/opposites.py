"""Opposites: in the same place of a near copy, or said of the same word in a sentence that is put otherwise."""

from collections.abc import Iterator, Sequence

from engines.english.antonyms import antonyms_in_relation, are_converses, opposite_connectives
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.edits.copies import denied_elsewhere, rest_shared
from engines.verification.rules.edits.negation import negates
from engines.verification.rules.edits.replacements import replacements
from engines.verification.rules.registry import rule
from engines.verification.sentences.comparisons import counts_from_what_is_told, only_compared, turned_round
from engines.verification.sentences.lexical_relations import NEGATIVE, is_denied, told_of_another
from engines.verification.sentences.parsed import ParsedSentence, Relation, counts


@rule("antonym", ConflictKind.ANTONYM, "opposites in the same place of a near copy, or in the same relation to the same word")
def antonym(case: Case) -> Iterator[Conflict]:
    """An opposite in the place of a word, unless one of the two is negated or the premise has both."""
    told: set[int] = set()
    for r in replacements(case):
        rest = frozenset(key for t, keys in enumerate(r.theirs.keys) if t not in r.gap.theirs for key in keys)
        negated = _denies(r.mine, r.gap.mine) != _denies(r.theirs, r.gap.theirs)
        if r.opposite and not negated and not all(r.mine.keys[t] & rest for t in r.own) and not turned_round(r.mine, r.theirs):
            told.update(r.gap.mine)
            yield r.conflict(ConflictKind.ANTONYM)
    yield from _connectives(case)
    for token in case.content:
        if token not in told:
            yield from _in_relation(case, token)


def _denies(sentence: ParsedSentence, tokens: Sequence[int]) -> bool:
    """Whether these tokens deny what follows them, or have a word that is denied: "did not pass" for "failed"."""
    return negates(sentence, tokens) or any(is_denied(sentence, t) for t in tokens if sentence.keys[t])


def _connectives(case: Case) -> Iterator[Conflict]:
    """ "Because" in the place of "although", where nothing but such words differs there."""
    for near, between in zip(case.near, case.differences, strict=True):
        shared = frozenset(a for a, _ in between.pairs)
        for gap in between.gaps:
            (own, mine), (other, theirs) = _joining(case.hypothesis, gap.mine), _joining(near.sentence, gap.theirs)
            if own is None or other is None or near.sentence.lemmas[other] not in opposite_connectives(case.hypothesis.lemmas[own]):
                continue
            if counts_from_what_is_told(case.hypothesis, own) != counts_from_what_is_told(near.sentence, other):
                continue
            as_denied = not denied_elsewhere(case.hypothesis, near.sentence, between, gap)
            if not mine | theirs and as_denied and rest_shared(case, shared, frozenset(gap.mine)):
                yield Conflict(ConflictKind.ANTONYM, frozenset({own}), near.span(other, other), near=near.place)


def _joining(sentence: ParsedSentence, tokens: Sequence[int]) -> tuple[int | None, frozenset[str]]:
    """The one word among some that joins what follows, and what else they say."""
    found = [t for t in tokens if opposite_connectives(sentence.lemmas[t])]
    others = [t for t in tokens if t not in found]
    said = {sentence.lemmas[t] for t in others if counts(sentence, t) or sentence.lemmas[t] in NEGATIVE}
    return (found[0] if len(found) == 1 else None), frozenset(said - {"even", "just", "only"})


def _in_relation(case: Case, token: int) -> Iterator[Conflict]:
    """A word that no premise has, where a premise says its opposite of the same word: "a lower price" for "the price, which is higher"."""
    mine = case.hypothesis
    opposites = frozenset().union(*(antonyms_in_relation(form) for form in _forms(mine, token)))
    if not opposites or any(mine.keys[token] & keys for premise in case.premises for keys in premise.sentence.keys):
        return
    present = frozenset(key for keys in mine.keys for key in keys)
    own = [r for r in mine.relations if token in (r.head, r.dep) and counts(mine, _other_end(r, token))]
    for premise in case.premises if own else ():
        theirs = premise.sentence
        for there in range(len(theirs.keys)):
            if opposites.isdisjoint(_forms(theirs, there)) or not counts(theirs, there) or theirs.keys[there] & present:
                continue
            if only_compared(mine, token, theirs, there):
                continue
            if counts_from_what_is_told(mine, token) != counts_from_what_is_told(theirs, there):
                continue
            if _is_superlative(mine, token) != _is_superlative(theirs, there):  # "the biggest shareholder" and "a smaller shareholder"
                continue
            if any(_same_place(mine, a, token, theirs, b, there) for a in own for b in theirs.relations if there in (b.head, b.dep)):
                differs = _differently_denied(mine, token, theirs, there) or turned_round(mine, theirs)
                if not differs and not told_of_another(mine, token, theirs, there):
                    yield Conflict(ConflictKind.ANTONYM, frozenset({token}), premise.span(there, there))
                return


def _forms(sentence: ParsedSentence, token: int) -> frozenset[str]:
    return sentence.keys[token] | {sentence.lemmas[token], sentence.text[slice(*sentence.spans[token])].lower()}


def _is_superlative(sentence: ParsedSentence, token: int) -> bool:
    word = sentence.text[slice(*sentence.spans[token])].lower()
    return sentence.classes[token] == "ADJ" and word.endswith("est") and word != sentence.lemmas[token]


def _other_end(relation: Relation, token: int) -> int:
    return relation.dep if relation.head == token else relation.head


def _same_place(mine: ParsedSentence, a: Relation, token: int, theirs: ParsedSentence, b: Relation, there: int) -> bool:
    """Whether two words have the same role beside the same word; of "buy" and "sell" it must be who does it."""
    same_way = (a.head == token) == (b.head == there)
    if not same_way or a.role != b.role or (a.role != "SUBJ" and are_converses(mine.lemmas[token], theirs.lemmas[there])):
        return False
    return bool(mine.keys[_other_end(a, token)] & theirs.keys[_other_end(b, there)])


def _differently_denied(mine: ParsedSentence, token: int, theirs: ParsedSentence, there: int) -> bool:
    """Whether only one of two words is denied, or only one of the verbs that they belong to."""
    if negates(mine, [token]) != negates(theirs, [there]) or is_denied(mine, token) != is_denied(theirs, there):
        return True
    own, other = (_verb_of(s, t) for s, t in ((mine, token), (theirs, there)))
    return own is not None and other is not None and mine.verbs[own].negated != theirs.verbs[other].negated


def _verb_of(sentence: ParsedSentence, token: int) -> int | None:
    if token in sentence.verbs:
        return token
    return next((r.head for r in sentence.relations if r.dep == token and r.head in sentence.verbs), None)
