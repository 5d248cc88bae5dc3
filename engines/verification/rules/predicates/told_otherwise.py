"""What the reference tells otherwise in other words: another verb between the same two, less of something for more of it, another noun
beside the same words, advice against what is recommended, a property denied."""

from collections.abc import Iterable, Iterator, Sequence

from engines.verification.encoding.alignment import Alignment
from engines.verification.localizer.word_support import word_support
from engines.verification.rules.predicates.advice import turned_advice
from engines.verification.rules.predicates.directions import turned_directions
from engines.verification.rules.predicates.other_acts import other_acts
from engines.verification.rules.predicates.other_things import other_things
from engines.verification.rules.predicates.properties import denied_properties, turned_adverbs
from engines.verification.sentences.edits import Change
from engines.verification.sentences.parsed import Facts

_SURE = 1.2
"""Log-odds above which people keep a word (the head of the LSS engine) that was taken for another thing: a "software architect"."""


def believed(alignment: Alignment, mine: Facts, changes: Iterable[Change]) -> list[Change]:
    """Those of the changes, without other things that people would let pass for what the reference has.

    Args:
        changes: of the facts `mine` of the aligned hypothesis.
    """
    found = list(changes)
    if not any(change.kind == "thing" for change in found):
        return found
    support, words = word_support(alignment), alignment.words

    def doubted(token: int) -> bool:
        start, end = mine.spans[token]
        return bool((support[(words.starts < end) & (words.ends > start)] <= _SURE).any())

    return [change for change in found if change.kind != "thing" or any(doubted(t) for t in change.tokens)]


def told_otherwise(mine: Facts, theirs: Sequence[Facts], present: frozenset[int]) -> Iterator[Change]:
    """What a hypothesis says otherwise than sentences of the reference that need have few of its words.

    Args:
        present: the tokens of the hypothesis that are anywhere in the reference.
    """
    found = [*other_acts(mine, theirs), *turned_directions(mine, theirs), *other_things(mine, theirs, present)]
    found += [*turned_advice(mine, theirs), *denied_properties(mine, theirs), *turned_adverbs(mine, theirs)]
    yield from (change for change, _ in found)
