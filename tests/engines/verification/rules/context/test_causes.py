"""Reasons that the reference gives for something else."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.case import Case
from engines.verification.rules.context.causes import cause

MAILS = "The old kiln went out again on Friday. Please move the glazing to the following Monday. I agree with Ilse: repair it."


@pytest.mark.parametrize(
    ("statement", "seen"),
    [
        ("Because the old kiln went out, the following was agreed on Monday.", False),  # what was agreed is told nowhere
        ("The glazing was moved to the following Monday because a burglar came.", True),
    ],
)
def test_a_reason_is_looked_for_where_something_is_told(statement: str, seen: bool) -> None:
    (alignment,) = align(encoded(Text.of(MAILS)), [statement])
    assert bool(list(cause(Case(alignment, ())))) == seen
