"""What the reference has instead, by the rules that see a conflict."""

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.case import Case
from engines.verification.rules.pipeline import conflicts


def told(statement: str, reference: str) -> dict[str, str]:
    """By the name of each rule that sees one; a conflict with nothing instead is left out."""
    found = conflicts(Case(align(encoded(Text.of(reference)), [statement])[0]))[0]
    return {conflict.rule: reference[slice(*conflict.found)] for conflict in found if conflict.found}
