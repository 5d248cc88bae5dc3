"""A chat model put into a role."""

from collections.abc import Callable, Mapping
from typing import Any

from engines.backends.chat_roles.prompts import prompt
from engines.core.errors import InputError
from engines.core.roles import ChatModel


def fill(role: str, model: ChatModel) -> Any:
    """The model as verifier, writer (of content units), question_writer, lss_writer or reviser, with the prompt in use now.

    Raises:
        InputError: a chat model cannot fill the role, or the person's own prompt cannot be used.
    """
    if role not in _ROLES:
        raise InputError(f"A chat model cannot be the {role.replace('_', ' ')}. It can be: {', '.join(_ROLES)}.")
    return _ROLES[role](model)


def _verifier(model: ChatModel) -> Any:
    from engines.backends.chat_roles.verifier import ChatVerifier

    return ChatVerifier(model, prompt("verifier"))


def _writer(model: ChatModel) -> Any:
    from engines.backends.chat_roles.acu_writer import ChatACUWriter

    return ChatACUWriter(model, prompt("acu_writer"))


def _question_writer(model: ChatModel) -> Any:
    from engines.backends.chat_roles.question_writer import ChatQuestionWriter

    return ChatQuestionWriter(model, prompt("question_writer"))


def _lss_writer(model: ChatModel) -> Any:
    from engines.backends.chat_roles.lss_writer import ChatLSSWriter

    return ChatLSSWriter(model, prompt("lss_writer"))


def _reviser(model: ChatModel) -> Any:
    from engines.backends.chat_roles.reviser import ChatReviser

    return ChatReviser(model, prompt("reviser"))


_ROLES: Mapping[str, Callable[[ChatModel], Any]] = {
    "verifier": _verifier,
    "writer": _writer,
    "question_writer": _question_writer,
    "lss_writer": _lss_writer,
    "reviser": _reviser,
}
