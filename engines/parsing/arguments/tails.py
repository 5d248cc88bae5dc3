"""Answers without the clause that follows them behind a comma: it tells what else was so, and belongs to the sentence."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engines.parsing.arguments.structures import Argument

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_BESIDE = frozenset({"although", "though", "whereas", "while"})
_WHOLE = frozenset({"CCOMP"})
"""What is said is quoted as a whole."""


def without_tails(doc: "Doc", arguments: Sequence[Argument]) -> list[Argument]:
    """The arguments, each up to such a clause: "showed a film" of "showed a film, while Ostera left"."""
    ends = [argument.end if argument.role in _WHOLE else _end(doc, argument) for argument in arguments]
    return [replace(argument, end=end, tail=argument.end - end) for argument, end in zip(arguments, ends, strict=True)]


def _end(doc: "Doc", argument: Argument) -> int:
    for comma in range(argument.start + 1, argument.end - 2):
        if (
            doc[comma].text == ","
            and argument.head < comma
            and any(_goes_along(token, comma, argument) for token in doc[comma + 1 : argument.end])
        ):
            return comma
    return argument.end


def _goes_along(verb: "Token", comma: int, argument: Argument) -> bool:
    """Whether a verb begins, behind a comma, a clause that reaches to the end of an answer and is told of no noun there."""
    first = verb.left_edge
    if verb.dep_ != "advcl" or first.i != comma + 1 or verb.right_edge.i < argument.end - 1 or verb.i == argument.head:
        return False
    above = [token for token in verb.ancestors if argument.start <= token.i < argument.end]
    told = any(token.dep_ in ("acl", "relcl") and token.i != argument.head for token in above)
    return not told and ((verb.tag_ == "VBG" and first == verb) or (first.lower_ in _BESIDE and first.dep_ == "mark"))
