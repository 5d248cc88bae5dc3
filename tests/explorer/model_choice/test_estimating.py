"""Estimates against what is really asked."""

import re

import pytest

from engines.backends.chat.model import BYTES_PER_TOKEN
from engines.backends.chat_roles import fill
from engines.core.engine import Outcome
from engines.core.text import Text
from explorer.model_choice.estimating import estimate, for_engine
from explorer.services.engines import build
from tests.engines.backends.chat_roles.scripted import Scripted
from tests.explorer.running import OUTPUT, REFERENCE

LONG = (
    " ".join(f"On day {i} the crew of the old ferry counted {i} cars and wrote the number into the log book." for i in range(40))
    + " "
    + REFERENCE
)


class Counting(Scripted):
    """Counts tokens as estimates do, and what it was asked."""

    tokens_read = 0

    def count(self, text: str) -> int:
        return int(len(text) / BYTES_PER_TOKEN) + 1

    def choices(self, conversations, labels=("Yes", "No")):  # type: ignore[no-untyped-def]
        self.tokens_read += sum(self.count(m.content) for c in conversations for m in c)
        return super().choices(conversations, labels)


@pytest.mark.parametrize("engine", ["qasem", "acueval", "scale"])
def test_questions_and_tokens_are_right_to_a_factor_of_two_and_a_half(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Counting(lambda asked: 0.9 if re.search("catamaran", asked.split("<statement>")[1]) else 0.2, context=4096)
    run = build(engine, verifier="chat:m@ollama")
    monkeypatch.setattr(run, "verifier", fill("verifier", model))
    assert [step for step in run.run(Text.of(LONG), Text.of(OUTPUT)) if isinstance(step, Outcome)]
    told = estimate([(LONG, OUTPUT)], engine, "chat:m@ollama")[0]
    assert 0.4 < told.calls / len(model.asked) < 2.5, (told.calls, len(model.asked))
    assert 0.4 < told.tokens_in / model.tokens_read < 2.5, (told.tokens_in, model.tokens_read)


def test_an_engine_asks_only_the_models_of_its_own_roles() -> None:
    models = {"writer": "chat:m@ollama", "question_writer": "chat:m@ollama", "reviser": "chat:m@ollama"}
    found = estimate([(LONG, OUTPUT)], "acueval", "chat:m@ollama", models)
    assert [each.role for each in for_engine(found, "acueval")] == ["verifier", "writer"]
    assert [each.role for each in for_engine(found, "qags")] == ["question_writer"]
