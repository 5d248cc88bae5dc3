"""What the parser asks of a text, for tests that say what it must not ask: a parser that asks nothing fails them too."""

from collections.abc import Iterable

from engines.parsing import load_parser


def asked(text: str, kinds: Iterable[str] | None = None) -> list[tuple[str, str]]:
    """(question, answer) of every QA of a text about predicates of some kinds; of all kinds together there is at least one."""
    parser = load_parser()
    everything = [(qa.question, qa.answer.text) for parsed in parser.parse(text) for qa in parsed.qas]
    assert everything, f"nothing is asked of {text!r}"
    if kinds is None:
        return everything
    return [(qa.question, qa.answer.text) for parsed in parser.parse(text, kinds) for qa in parsed.qas]
