"""What the parser asks of a text, for tests that say what it must not ask: a parser that asks nothing fails them too."""

from collections.abc import Iterable

from engines.parsing.parser import RuleParser
from engines.parsing.scoring.scorer import load_scorer
from engines.parsing.scoring.selection import DISPLAY


def asking_all() -> RuleParser:
    """The bundled parser that asks, too, what rests on an unsteady parse: for tests of what is asked in which words, and of what is not."""
    return RuleParser(load_scorer, DISPLAY._replace(steady=0.0))


def asked(text: str, kinds: Iterable[str] | None = None) -> list[tuple[str, str]]:
    """(question, answer) of every QA of a text about predicates of some kinds; of all kinds together there is at least one."""
    parser = asking_all()
    everything = [(qa.question, qa.answer.text) for parsed in parser.parse(text) for qa in parsed.qas]
    assert everything, f"nothing is asked of {text!r}"
    if kinds is None:
        return everything
    return [(qa.question, qa.answer.text) for parsed in parser.parse(text, kinds) for qa in parsed.qas]
