"""Questions from an encoder-decoder model that is shown a passage and the answer in it (QAGS, section 4).

Published models mark the answer in one of three ways; which one a model knows, its tokenizer tells:
`<hl> answer <hl>` in the passage (with the words "generate question: " before it for T5), `<answer> … <context> …`, or
`answer: …  context: …`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engines.backends.generators.beam_search import written
from engines.backends.runtime.loading import Loaded, load, most_tokens
from engines.core.results import Span
from engines.core.text import Text
from engines.models.ids import ModelId

BEAMS, NEW_TOKENS, RETURNED = 4, 64, 2
PASSAGE_TOKENS = 512
"""Tokens of an input where neither configuration nor tokenizer sets a limit."""


@dataclass(frozen=True)
class SeqQuestionWriter:
    """A question writer (`engines.core.roles.QuestionWriter`); `limit` is the number of tokens of its inputs."""

    loaded: Loaded
    limit: int
    name: str

    @property
    def identity(self) -> str:
        """The model and how it writes."""
        return f"{self.loaded.identity}/beams{BEAMS}"

    def write(self, text: Text, answers: Sequence[Span]) -> list[tuple[str, ...]]:
        """At most two questions for each answer, best first."""
        tokenizer = self.loaded.tokenizer
        inputs = [tokenizer(self._input(text, answer), truncation=True, max_length=self.limit).input_ids for answer in answers]
        found = []
        for sequences in written(self.loaded, inputs, BEAMS, NEW_TOKENS, RETURNED):
            texts = [str(tokenizer.decode(ids, skip_special_tokens=True)).strip() for ids in sequences]
            found.append(tuple(dict.fromkeys(t for t in texts if t)))
        return found

    def _input(self, text: Text, answer: Span) -> str:
        start, end = self._passage(text, answer)
        passage, inside = text.model_text[start:end], slice(answer.start - start, answer.end - start)
        before, said, after = (self.loaded.plain(t) for t in (passage[: inside.start], passage[inside], passage[inside.stop :]))
        known = self.loaded.tokenizer.get_vocab()
        if "<hl>" in known:
            lead = "generate question: " if self.loaded.model.config.model_type in ("t5", "mt5") else ""
            return f"{lead}{before}<hl> {said} <hl>{after}"
        if "<answer>" in known and "<context>" in known:
            return f"<answer> {said} <context> {before}{said}{after}"
        return f"answer: {said}  context: {before}{said}{after}"

    def _passage(self, text: Text, answer: Span) -> tuple[int, int]:
        """The characters of the sentence of an answer and as many sentences around it as fit, the nearest first."""
        at = text.sentence_at(answer.start) or 0
        first, last = at, at + 1
        room = self.limit - 24
        while first > 0 or last < len(text.sentences):
            wider = [(first - 1, last)] * (first > 0) + [(first, last + 1)] * (last < len(text.sentences))
            fitting = [pair for pair in wider if self._length(text, *pair) <= room]
            if not fitting:
                break
            first, last = fitting[0] if at - first <= last - 1 - at else fitting[-1]
        start, end = text.sentences[first][0], text.sentences[last - 1][1]
        return min(start, answer.start), max(end, answer.end)

    def _length(self, text: Text, first: int, last: int) -> int:
        piece = text.model_text[text.sentences[first][0] : text.sentences[last - 1][1]]
        return len(self.loaded.tokenizer(piece, add_special_tokens=False).input_ids)


def load_question_writer(model_id: ModelId) -> SeqQuestionWriter:
    """An answer-conditional question generation model.

    Raises:
        UnavailableError, ModelError: see `engines.backends.runtime.loading.load`.
    """
    loaded = load(model_id, "AutoModelForSeq2SeqLM")
    return SeqQuestionWriter(loaded, most_tokens(loaded, PASSAGE_TOKENS), str(model_id))
