"""A chat model as the reviser (ACUEval, section 3): the least change that puts the listed facts right."""

import re
from dataclasses import dataclass

from engines.backends.chat_roles.chunks import room
from engines.backends.chat_roles.prompted import Prompted
from engines.backends.chat_roles.prompts import Prompt
from engines.backends.chat_roles.words import content, spotted
from engines.core.errors import ModelError
from engines.core.roles import ChatModel
from engines.core.text import Text

_TAGS = re.compile(r"</?(?:text|list|reference)>")
_FENCE = re.compile(r"\A```\w*\n(.*?)\n?```\Z", re.S)
_LEAD = re.compile(r"\A(?:here is|here's|sure|corrected text|the corrected text)\b[^\n]{0,60}:\s*\n", re.I)


@dataclass(frozen=True)
class ChatReviser(Prompted):
    """A reviser (`engines.core.roles.Reviser`)."""

    model: ChatModel
    prompt: Prompt

    def revise(self, reference: Text, output: Text, comment: str) -> str:
        """The revised output as the model wrote it. Of a reference that does not fit, the sentences nearest to the output are given.

        Raises:
            ModelError: the output does not fit, or the reply was cut off or empty.
        """
        length = self.model.count(output.model_text)
        most = length + length // 4 + 48
        bare = self.prompt.filled({"reference": "", "output": output.model_text, "comment": comment})
        read = _nearest(self.model, reference, f"{output.model_text}\n{comment}", room(self.model, bare, most))
        filled = self.prompt.filled({"reference": read, "output": output.model_text, "comment": comment})
        replies = [reply for _, reply in self.model.replies([filled], most_tokens=most)]
        if not replies or not replies[0].finished:
            raise ModelError(f"{self.model.name} wrote more than a corrected text; what it wrote was not used.")
        text = _plain(replies[0].text)
        if not spotted(text):
            raise ModelError(f"{self.model.name} wrote nothing. Use another model for this role.")
        return text


def _plain(text: str) -> str:
    """The text alone, where the model put a fence, tags or a sentence of its own around it."""
    text = _LEAD.sub("", text.strip())
    fenced = _FENCE.match(text)
    return _TAGS.sub("", fenced.group(1) if fenced else text).strip()


def _nearest(model: ChatModel, reference: Text, text: str, size: int) -> str:
    """The reference if it fits; else its sentences that share most with `text`, in their order."""
    if model.count(reference.model_text) <= size:
        return reference.model_text
    wanted = frozenset(content(text))
    sentences = [reference.model_text[start:end] for start, end in reference.sentences]
    shared = [len(wanted & set(content(sentence))) for sentence in sentences]
    chosen: list[int] = []
    used = 0
    for i in sorted(range(len(sentences)), key=lambda i: (-shared[i], i)):
        weight = model.count(sentences[i]) + 2
        if used + weight <= size:
            chosen.append(i)
            used += weight
    return "\n".join(sentences[i] for i in sorted(chosen))
