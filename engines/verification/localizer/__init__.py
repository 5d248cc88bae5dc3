"""Which words of an output the reference does not support."""

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engines.verification.localizer.localizer import CompactLocalizer


@cache
def load_localizer() -> "CompactLocalizer":
    """The bundled localizer."""
    from engines.verification.localizer.localizer import CompactLocalizer

    return CompactLocalizer()
