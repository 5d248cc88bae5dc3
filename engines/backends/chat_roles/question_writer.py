"""A chat model as the question writer (QAGS, section 4): questions to which given spans of a text are the answers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engines.backends.chat_roles.near_json import list_schema, strings
from engines.backends.chat_roles.prompted import Prompted
from engines.backends.chat_roles.prompts import Prompt
from engines.backends.chat_roles.words import spotted
from engines.core.results import Span
from engines.core.roles import ChatModel, Message
from engines.core.text import Text

KEY = "questions"
MOST_TOKENS = 200
MOST_QUESTIONS = 3
_QUESTION = re.compile(r"[^\n?]{8,300}\?")


@dataclass(frozen=True)
class ChatQuestionWriter(Prompted):
    """A writer (`engines.core.roles.QuestionWriter`)."""

    model: ChatModel
    prompt: Prompt

    def write(self, text: Text, answers: Sequence[Span]) -> list[tuple[str, ...]]:
        """See `engines.core.roles.QuestionWriter.write`."""
        found: list[tuple[str, ...]] = [()] * len(answers)
        asked = [self._conversation(text, answer) for answer in answers]
        for index, reply in self.model.replies(asked, most_tokens=MOST_TOKENS, schema=list_schema(KEY)):
            written = strings(reply.text, KEY)
            found[index] = _questions(_QUESTION.findall(reply.text) if written is None else written, answers[index].text)
        return found

    def _conversation(self, text: Text, answer: Span) -> list[Message]:
        """The answer with as many sentences around its own as fit into half of the context."""
        index = text.sentence_at(answer.start) or 0
        first, last = index, index + 1
        while first > 0 or last < len(text.sentences):
            wider = max(0, first - 1), min(len(text.sentences), last + 1)
            if self.model.count(_passage(text, *wider)) > self.model.context // 2:
                break
            first, last = wider
        return self.prompt.filled({"passage": _passage(text, first, last), "answer": answer.text})


def _questions(written: Sequence[str], answer: str) -> tuple[str, ...]:
    """Those that are questions and do not hold their own answer."""
    own = [s for _, _, s in spotted(answer)]
    fit = []
    for question in dict.fromkeys(q[: q.find("?") + 1].strip() for q in written if "?" in q):
        words = [s for _, _, s in spotted(question)]
        holds = any(words[i : i + len(own)] == own for i in range(len(words))) if own else False
        if len(words) > 2 and not holds:
            fit.append(question)
    return tuple(fit[:MOST_QUESTIONS])


def _passage(text: Text, first: int, last: int) -> str:
    return text.model_text[text.sentences[first][0] : text.sentences[last - 1][1]]
