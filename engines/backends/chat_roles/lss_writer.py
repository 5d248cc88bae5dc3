"""A chat model as the LSS writer (LSS, section 3): it deletes from a claim what the reference does not support."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engines.backends.chat_roles.chunks import chunks, room
from engines.backends.chat_roles.prompted import Prompted
from engines.backends.chat_roles.prompts import Prompt
from engines.backends.chat_roles.words import spotted
from engines.core.errors import ModelError
from engines.core.roles import ChatModel
from engines.core.text import Text

NONE = "none"
OVERLAP = 0.15
_TAGS = re.compile(r"</?(?:claim|reference)>")


@dataclass(frozen=True)
class ChatLSSWriter(Prompted):
    """A writer (`engines.core.roles.LSSWriter`)."""

    model: ChatModel
    prompt: Prompt

    def write(self, reference: Text, claims: Sequence[str]) -> list[str]:
        """What is left of each claim; where the reference needs several chunks, the longest that one of them supports.

        Raises:
            ModelError: a reply was cut off at its length.
        """
        if not claims:
            return []
        longest = max(self.model.count(claim) for claim in claims)
        most = longest + longest // 4 + 32
        size = room(self.model, self.prompt.filled({"reference": "", "claim": ""}), longest + most)
        places = chunks(self.model, reference, size, OVERLAP)
        asked = [(reference.model_text[start:end], claim) for start, end in places for claim in claims]
        written = [""] * len(asked)
        filled = [self.prompt.filled({"reference": text, "claim": claim}) for text, claim in asked]
        for index, reply in self.model.replies(filled, most_tokens=most):
            if not reply.finished and len(spotted(reply.text)) > len(spotted(asked[index][1])) + 8:
                raise ModelError(f"{self.model.name} writes on and on instead of deleting words. Use another model for this role.")
            written[index] = _left(reply.text)
        by_claim = [written[i :: len(claims)] for i in range(len(claims))]
        return [max(texts, key=lambda text: len(spotted(text))) for texts in by_claim]


def _left(text: str) -> str:
    """The reply as a claim: its first line of words, without tags or quotes around it; "" where nothing is left."""
    lines = [line.strip().strip('"“”') for line in _TAGS.sub("", text).splitlines() if line.strip()]
    first = lines[0] if lines else ""
    return "" if first.strip(" .").casefold() in (NONE, "") else first
