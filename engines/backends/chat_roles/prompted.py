"""What every role that a chat model fills has: the model, the prompt, and an identity made of both."""

from engines.backends.chat_roles.prompts import Prompt
from engines.core.roles import ChatModel


class Prompted:
    """A chat model in a role with a prompt; the identity is part of every cache key, so that another wording asks again."""

    model: ChatModel
    prompt: Prompt

    @property
    def name(self) -> str:
        """The model's name."""
        return self.model.name

    @property
    def identity(self) -> str:
        """The model and the prompt."""
        return f"{self.model.identity}+{self.prompt.identity}"
