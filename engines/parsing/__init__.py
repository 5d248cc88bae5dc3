"""The bundled QA parser (QASem): rules over the spaCy parse and a small learned scorer of argument spans."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engines.parsing.parser import RuleParser

KINDS = ("verb", "noun", "copula", "adjective", "apposition", "quantity", "relation")
"""Every kind of predicate, in the order in which the page lists them."""

PAPER_KINDS = ("verb", "noun", "copula")
"""The kinds of the paper (QASemConsistency, section 3): with these its score can be reproduced."""


def load_parser() -> "RuleParser":
    """The bundled parser."""
    from engines.parsing.parser import RuleParser

    return RuleParser()
