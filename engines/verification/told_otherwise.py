"""What the reference tells otherwise in other words: another verb between the same two, less of something for
more of it, another noun beside the same words."""

from collections.abc import Iterator, Sequence

from engines.verification.differences import Change
from engines.verification.directions import turned_directions
from engines.verification.other_acts import other_acts
from engines.verification.other_things import other_things
from engines.verification.relations import Facts


def told_otherwise(mine: Facts, theirs: Sequence[Facts], present: frozenset[int]) -> Iterator[Change]:
    """What a hypothesis says otherwise than sentences of the reference that need have few of its words.

    Args:
        present: the tokens of the hypothesis that are anywhere in the reference.
    """
    found = [*other_acts(mine, theirs), *turned_directions(mine, theirs), *other_things(mine, theirs, present)]
    yield from (change for change, _ in found)
