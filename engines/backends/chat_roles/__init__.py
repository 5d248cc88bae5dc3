"""The roles that any chat model can fill, in this process or behind a server (`engines.core.roles.ChatModel`)."""

from engines.backends.chat_roles.loading import fill

__all__ = ["fill"]
