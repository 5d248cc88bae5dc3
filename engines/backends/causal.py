"""Causal language models in this process: any instruct model of transformers with a chat template, GGUF files too.

A choice between two labels is read from the logits of the first token of the reply; replies are written greedily, one token after
the other, so that the same question always has the same answer and a run can be stopped at any token.
"""

import threading
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engines.backends.chat.labels import LEAST, from_text
from engines.backends.runtime.loading import Loaded, load
from engines.backends.runtime.prefixes import PrefixReader
from engines.core.errors import ModelError
from engines.core.roles import Choice, Message, Reply
from engines.models.ids import ModelId

if TYPE_CHECKING:
    import torch

TOKENS, MOST_TOKENS = 4096, 32768
"""Tokens that fit where the configuration does not say, and at most: what longer prompts need in memory few machines have."""
ROUND, LONGEST_ROUND, REPEATS = 16, 96, 4
"""Every so many tokens it is looked for passages of up to so many tokens that were written so many times in a row."""
_VARIANTS = ("{}", " {}")
_WORD_TOKENS = 24
"""Tokens of a reply in which a label is looked for where it begins with neither."""


class CausalChat:
    """A chat model (`engines.core.roles.ChatModel`). Safe with several threads: they take turns."""

    def __init__(self, loaded: Loaded, name: str) -> None:
        self.name = name
        self.identity = loaded.identity
        config = loaded.model.config
        self.context = min(MOST_TOKENS, int(getattr(config, "max_position_embeddings", None) or TOKENS))
        self._loaded = loaded
        self._lock = threading.RLock()
        pad = loaded.tokenizer.pad_token_id
        self._reader = PrefixReader(loaded.model, 0 if pad is None else int(pad))
        self._ends = _end_tokens(loaded)
        self._folds_system = self._needs_folding()

    def count(self, text: str) -> int:
        """Tokens of `text`, exact."""
        return len(self._loaded.tokenizer(text, add_special_tokens=False).input_ids)

    def replies(
        self, conversations: Sequence[Sequence[Message]], *, most_tokens: int, schema: Mapping[str, Any] | None = None
    ) -> Iterator[tuple[int, Reply]]:
        """Replies with the index of their conversation, one after the other; the `schema` is not enforced.

        A reply that goes round in circles is cut there: greedy writing would never leave them.

        Raises:
            ModelError: a conversation does not fit, or the model fails.
        """
        for index, conversation in enumerate(conversations):
            prompt = self._prompt(conversation)
            written, finished = [], False
            with self._lock:
                for token in self._tokens(prompt, min(most_tokens, self.context - len(prompt))):
                    if token in self._ends:
                        finished = True
                        break
                    written.append(token)
                    if going_round(written):
                        break
            text = str(self._loaded.tokenizer.decode(written, skip_special_tokens=True))
            yield index, Reply(text.strip(), finished, len(prompt), len(written))

    def choices(self, conversations: Sequence[Sequence[Message]], labels: tuple[str, str] = ("Yes", "No")) -> list[Choice]:
        """P(first label) against the second at the first token of each reply, spellings with and without a space summed.

        Where the reply begins with something else, its words count; where they name neither label, or both, there is no answer.

        Raises:
            ModelError: a conversation does not fit, the tokenizer cannot tell the labels apart, or the model fails.
        """
        import torch

        first, second = self._label_tokens(labels)
        prompts = [self._prompt(conversation) for conversation in conversations]
        with self._lock, self._failures():
            rows = self._reader.last_logits(prompts)
        found = []
        for conversation, row in zip(conversations, rows, strict=True):
            shares = torch.softmax(row.float(), 0)
            if float(shares[first].sum() + shares[second].sum()) < LEAST:
                _, reply = next(iter(self.replies([conversation], most_tokens=_WORD_TOKENS)))
                found.append(from_text(reply.text, labels))
                continue
            odds = torch.stack([torch.logsumexp(row[first].float(), 0), torch.logsumexp(row[second].float(), 0)])
            found.append(Choice(float(torch.softmax(odds, 0)[0]), hard=False))
        return found

    def close(self) -> None:
        """Let go of the kept prefix; the weights go with the object."""
        with self._lock:
            self._reader.forget()

    def _tokens(self, prompt: list[int], most: int) -> Iterator[int]:
        """The likeliest token after the prompt, then after that, `most` at most."""
        import torch

        with self._failures():
            logits, cache = self._reader.begin(prompt)
            for number in range(max(0, most)):
                token = int(logits.argmax())
                yield token
                if number + 1 < most:
                    with torch.inference_mode():
                        ids = torch.tensor([[token]], device=self._loaded.device)
                        output = self._loaded.model(input_ids=ids, past_key_values=cache, use_cache=True)
                    logits, cache = output.logits[0, -1], output.past_key_values

    def _prompt(self, conversation: Sequence[Message]) -> list[int]:
        messages = [{"role": m.role, "content": self._loaded.plain(m.content)} for m in conversation]
        ids = self._templated(_folded(messages) if self._folds_system else messages)
        if len(ids) >= self.context:
            raise ModelError(f"{self.name} reads {self.context:,} tokens at most, and this question has {len(ids):,}. Shorten the texts.")
        return ids

    def _templated(self, messages: Sequence[dict[str, str]]) -> list[int]:
        text = self._loaded.tokenizer.apply_chat_template(list(messages), add_generation_prompt=True, tokenize=False)
        return [int(i) for i in self._loaded.tokenizer(text, add_special_tokens=False).input_ids]

    def _needs_folding(self) -> bool:
        """Whether the template has no place for a system message, so that it must open the person's first message.

        Raises:
            ModelError: there is no template, or it takes no conversation at all.
        """
        tokenizer = self._loaded.tokenizer
        if not tokenizer.chat_template:
            raise ModelError(f"{self.name} has no chat template: it only goes on with texts. Choose the instruct version of the model.")
        person = {"role": "user", "content": "kettle"}
        try:
            text = tokenizer.apply_chat_template([{"role": "system", "content": "lantern"}, person], tokenize=False)
            return "lantern" not in str(text)
        except Exception:  # templates refuse roles with errors of their own
            pass
        try:
            tokenizer.apply_chat_template([person], tokenize=False)
        except Exception as problem:
            raise ModelError(f"The chat template of {self.name} does not work: {problem}") from problem
        return True

    def _label_tokens(self, labels: tuple[str, str]) -> "tuple[torch.Tensor, torch.Tensor]":
        """Single tokens that spell each label, none of them spelling both.

        Raises:
            ModelError: a label has no such token.
        """
        import torch

        found = [self._spellings(label) for label in labels]
        both = found[0] & found[1]
        for label, ids in zip(labels, found, strict=True):
            if not ids - both:
                raise ModelError(f'The tokenizer of {self.name} has no token of its own for "{label}", so it cannot answer with it.')
        first, second = (torch.tensor(sorted(ids - both), device=self._loaded.device) for ids in found)
        return first, second

    def _spellings(self, label: str) -> set[int]:
        """Tokens that a reply may begin with for a label: the word as it is, in small letters and in capitals, after a space or not."""
        written = [v.format(form) for form in (label, label.lower(), label.upper()) for v in _VARIANTS]
        encoded = [self._loaded.tokenizer(text, add_special_tokens=False).input_ids for text in written]
        single = {int(ids[0]) for ids in encoded if len(ids) == 1}
        return single or {int(ids[0]) for ids in encoded[:1] if len(ids)}

    def _failures(self) -> "_AsModelError":
        return _AsModelError(self.name)


class _AsModelError:
    """Turns what torch raises into a `ModelError`."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: object) -> None:
        import torch

        if isinstance(problem, torch.OutOfMemoryError):
            raise ModelError(f"{self._name} does not fit into memory with this input. Choose a smaller model or texts.") from problem
        if isinstance(problem, RuntimeError | IndexError | ValueError):
            raise ModelError(f"{self._name} failed: {type(problem).__name__}: {problem}") from problem


def going_round(written: Sequence[int]) -> bool:
    """Whether the last tokens are one passage several times over."""
    if len(written) % ROUND or len(written) < ROUND * REPEATS:
        return False
    longest = min(LONGEST_ROUND, len(written) // REPEATS)
    return any(
        all(written[-i] == written[-i - length] for i in range(1, max(length, ROUND) * (REPEATS - 1) + 1))
        for length in range(1, longest + 1)
        if max(length, ROUND) * (REPEATS - 1) + length <= len(written)
    )


def load_causal(model_id: ModelId) -> CausalChat:
    """A causal language model as a chat model.

    Raises:
        UnavailableError, ModelError: see `engines.backends.runtime.loading.load`; ModelError also where it has no chat template.
    """
    return CausalChat(load(model_id, "AutoModelForCausalLM"), str(model_id))


def _end_tokens(loaded: Loaded) -> frozenset[int]:
    """Tokens that end a reply: the tokenizer's end mark, those of the generation settings, and marks that end a turn."""
    tokenizer = loaded.tokenizer
    configured = getattr(loaded.model.generation_config, "eos_token_id", None)
    ends = set(configured) if isinstance(configured, list | tuple) else {configured}
    ends.add(tokenizer.eos_token_id)
    turns = ("<|im_end|>", "<|eot_id|>", "<end_of_turn>", "<|end|>", "<|endoftext|>", "</s>")
    added = tokenizer.get_added_vocab()
    ends |= {added[mark] for mark in turns if mark in added}
    return frozenset(int(end) for end in ends if end is not None)


def _folded(messages: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """System messages at the beginning of the person's next message."""
    result: list[dict[str, str]] = []
    waiting = ""
    for message in messages:
        if message["role"] == "system":
            waiting += message["content"] + "\n\n"
        else:
            first = message["role"] == "user" and waiting
            result.append({**message, "content": waiting + message["content"]} if first else message)
            waiting = "" if first else waiting
    return result if not waiting else [*result, {"role": "user", "content": waiting.strip()}]
