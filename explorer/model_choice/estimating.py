"""What a run with a language model would take, before it is started: questions, tokens, and money where prices are set."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from engines.backends.chat.model import BYTES_PER_TOKEN
from engines.backends.chat_roles.prompts import prompt
from engines.core.text import Text
from engines.declaration.registry import known, spec
from engines.models.ids import parse_id

LANGUAGE_MODELS = ("chat", "causal")
CONTEXT = 4096
"""Tokens that fit where nothing is set for the server."""
QUESTIONS = 20
_STATEMENT_TOKENS, _FACT_TOKENS = 16, 14


@dataclass(frozen=True)
class Estimate:
    """Questions to a model in one role and the tokens read and written; `cost` is None where no price is set."""

    role: str
    model: str
    calls: int
    tokens_in: int
    tokens_out: int
    cost: float | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain values for the command line and the page."""
        return dict(self.__dict__)


def estimate(pairs: Iterable[tuple[str, str]], engine: str, verifier: str, models: Mapping[str, str] | None = None) -> list[Estimate]:
    """What the language models among the verifier and the models by role would be asked for pairs of reference and output.

    A rule of thumb, usually right to a factor of two: no model is run. Answers that are in the cache are not asked for again.

    Raises:
        InputError: an id cannot be read, or a server is not known.
    """
    chosen = {"verifier": verifier, **(models or {})}
    wanted = {role: id for role, id in chosen.items() if role != "language_model" and _is_language_model(role, id)}
    if not wanted:
        return []
    texts = [(Text.of(reference), Text.of(output)) for reference, output in pairs]
    found = []
    for role, id in wanted.items():
        context = _context(role, id)
        asked = [_asked(role, engine, reference, output, context) for reference, output in texts]
        calls, read, written = (sum(numbers) for numbers in zip(*asked, strict=True)) if asked else (0, 0, 0)
        found.append(Estimate(role, id, calls, read, written, _cost(role, id, read, written)))
    return found


def for_engine(found: Iterable[Estimate], engine: str) -> list[Estimate]:
    """Those estimates that an analysis with the engine comes to: another engine's models are not asked."""
    declared = known(engine)
    return [each for each in found if declared and each.role in declared.roles and each.calls]


def in_words(found: Estimate) -> str:
    """An estimate as a sentence, for before a run."""
    cost = "" if not found.cost else ", which costs less than 0.01" if found.cost < 0.01 else f", which costs about {found.cost:,.2f}"
    return f"{found.role}: about {found.calls:,} questions to {found.model}, {found.tokens_in:,} tokens to read{cost}."


def _asked(role: str, engine: str, reference: Text, output: Text, context: int) -> tuple[int, int, int]:
    """Calls, tokens read and tokens written for one pair."""
    read, written, sentences = tokens(reference.text), tokens(output.text), len(output.sentences)
    if role == "verifier":
        return _verifier(engine, reference, output, context)
    if role == "writer":
        return sentences, sentences * (_prompt_tokens("acu_writer") + min(written, context // 3)) + written, 2 * written + 10 * sentences
    if role == "lss_writer":
        chunks = _chunks(read, context, "lss_writer")
        return sentences * chunks, sentences * (chunks * _prompt_tokens("lss_writer") + read) + written, written * chunks
    if role == "question_writer":
        asked = min(2 * QUESTIONS, max(1, output.words // 5))
        return asked, asked * (_prompt_tokens("question_writer") + min(written, context // 2)), 40 * asked
    return 1, _prompt_tokens("reviser") + read + 2 * written, written


def _verifier(engine: str, reference: Text, output: Text, context: int) -> tuple[int, int, int]:
    """One question for each unit and chunk; where the model searches the evidence too, about 3 times the reference in O(log n)."""
    declared = spec(engine)
    if "verifier" not in declared.roles:
        return 0, 0, 0
    read = tokens(reference.text)
    units = max(len(output.sentences), round(output.words * declared.units_per_word))
    chunks = _chunks(read, context, "verifier")
    levels = max(0, math.ceil(math.log2(max(1, len(reference.sentences)))))
    searched = 2 * (levels > 0) + 4 * max(0, levels - 1) if declared.searches else 0
    calls = units * (chunks + searched)
    reference_tokens = units * read * (1 + min(3, levels) if declared.searches else 1)
    return calls, calls * (_prompt_tokens("verifier") + _STATEMENT_TOKENS) + reference_tokens, calls


def tokens(text: str) -> int:
    """Tokens of a text, estimated on the careful side."""
    return math.ceil(len(text.encode("utf-8", "replace")) / BYTES_PER_TOKEN)


def _chunks(read: int, context: int, name: str) -> int:
    return max(1, math.ceil(read / max(64, context - _prompt_tokens(name) - 160) * 1.15))


def _prompt_tokens(name: str) -> int:
    return sum(tokens(message.content) + 8 for message in prompt(name).messages)


def _is_language_model(role: str, id: str) -> bool:
    return ":" in id and parse_id(id, role).backend in LANGUAGE_MODELS


def _context(role: str, id: str) -> int:
    return (_server(role, id).context or CONTEXT) if parse_id(id, role).backend == "chat" else CONTEXT


def _server(role: str, id: str) -> Any:
    from engines.backends.chat.servers import find_server

    return find_server(parse_id(id, role).revision)


def _cost(role: str, id: str, tokens_in: int, tokens_out: int) -> float | None:
    """What it costs at the prices set for the server, in their currency; nothing where the model runs here."""
    if parse_id(id, role).backend != "chat":
        return 0.0
    server = _server(role, id)
    if server.price_in is None and server.price_out is None:
        return None
    return ((server.price_in or 0.0) * tokens_in + (server.price_out or 0.0) * tokens_out) / 1e6
