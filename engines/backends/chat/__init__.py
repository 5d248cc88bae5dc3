"""Models behind servers that speak OpenAI's chat protocol: Ollama, llama.cpp, vLLM, TGI, OpenAI itself."""

from typing import TYPE_CHECKING

from engines.models.ids import ModelId

if TYPE_CHECKING:
    from engines.backends.chat.model import ChatServer
    from engines.backends.chat.servers import Server


def load(model_id: ModelId) -> "ChatServer":
    """The model of a server; nothing is asked of the server yet.

    Raises:
        InputError: there is no such server, or no model is named and the server has none set.
    """
    from engines.backends.chat.model import ChatServer

    return ChatServer.load(model_id.source, model_id.revision)


def check(model_id: ModelId) -> None:
    """Whether the model could be asked, as far as can be told without asking its server.

    Raises:
        InputError: there is no such server, or what is set for it cannot be used.
        UnavailableError: its key is not there.
    """
    check_server(load(model_id).server)


def check_server(server: "Server") -> None:
    """Whether a server could be asked, as `check`; it is not asked."""
    from engines.core.errors import UnavailableError

    if not server.key() and server.key_env and not server.is_loopback:
        raise UnavailableError(f"The server {server.name} wants a key. Put it into the environment variable {server.key_env}.")
