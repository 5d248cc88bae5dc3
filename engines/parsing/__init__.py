"""The bundled QA parser (QASem): rules over the spaCy parse and a small learned scorer of argument spans."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engines.core.text import Text
    from engines.parsing.index import QAIndex
    from engines.parsing.parser import RuleParser

KINDS = ("verb", "noun", "copula", "adjective", "apposition", "quantity", "relation")
"""Every kind of predicate, in the order in which the page lists them."""

PAPER_KINDS = ("verb", "noun", "copula")
"""The kinds of the paper (QASemConsistency, section 3): with these its score can be reproduced."""


def load_parser() -> "RuleParser":
    """The bundled parser.

    Raises:
        UnavailableError: a word list or the weights are missing, or no English spaCy model is installed.
    """
    from engines.parsing.parser import RuleParser
    from engines.parsing.scoring.scorer import load_scorer

    return RuleParser(load_scorer())


def index_reference(text: "Text | str") -> "QAIndex":
    """The QA index of a reference: its predicates with their roles filled, for role-to-role matching and for QAGS."""
    from engines.parsing.index import index_reference as index

    return index(text)
