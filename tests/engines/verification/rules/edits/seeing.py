"""What a rule sees of a statement beside a reference."""

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.case import Case
from engines.verification.rules.pipeline import conflicts


def seen(rule: str, statement: str, reference: str) -> list[tuple[str, str]]:
    """The words of the statement and of the reference of every conflict that a rule sees."""
    case = Case(align(encoded(Text.of(reference)), [statement])[0])
    spans = case.hypothesis.spans
    return [
        (statement[spans[min(c.tokens)][0] : spans[max(c.tokens)][1]], reference[slice(*c.found)] if c.found else "")
        for c in conflicts(case)[0]
        if c.rule == rule
    ]
