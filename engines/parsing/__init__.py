"""The bundled QA parser (QASem): rules over the spaCy parse and a small learned scorer of argument spans."""

from typing import TYPE_CHECKING

from engines.parsing.kinds import KINDS, PAPER_KINDS

if TYPE_CHECKING:
    from engines.parsing.parser import RuleParser

__all__ = ["KINDS", "PAPER_KINDS", "load_parser"]


def load_parser() -> "RuleParser":
    """The bundled parser; its weights and the spaCy pipeline are loaded when it is first asked.

    Raises:
        UnavailableError: a word list or the weights are missing, or no English spaCy model is installed.
    """
    from engines.core import language
    from engines.parsing.parser import RuleParser
    from engines.parsing.scoring.scorer import load_scorer

    language.identity()
    return RuleParser(load_scorer)
