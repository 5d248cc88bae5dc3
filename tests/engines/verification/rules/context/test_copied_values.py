"""Values that stand in the reference with the words beside them."""

import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.case import Case
from engines.verification.rules.context.copied_values import is_copied

REFERENCE = "On Monday it was -5 °C in Oslo. Sales fell by 3 % in March. Between -4 °C and 4 °C the pump rests in Brekke."


@pytest.mark.parametrize(
    ("statement", "copied"),
    [
        ("On Monday it was -5 °C in Oslo.", True),
        ("On Monday it was 5 °C in Oslo.", False),
        ("Sales fell by 3 % in March.", True),
        ("Sales fell by -3 % in March.", False),
        ("Between 4 °C and 6 °C the pump rests in Brekke.", True),  # which is there with either sign
    ],
)
def test_a_value_of_another_sign_is_not_copied(statement: str, copied: bool) -> None:
    case = Case(align(encoded(Text.of(REFERENCE)), [statement])[0], ())
    value = next(v for v in case.hypothesis.values if v.kind in ("quantity", "percent"))
    assert is_copied(case, value) == copied
