"""The roles that models fill, as the engines see them.

An engine knows only these protocols; which model stands behind a role is chosen by name (`engines.models.registry`).
Every model has an `identity` that changes whenever its answers could change: it is part of every cache key.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from engines.core.findings import Conflict, ErrorKind, Exchange, Expectations, Preference, WordSupport
from engines.core.spans import Evidence, Predicate, Span
from engines.core.text import Text


@dataclass(frozen=True)
class QA:
    """One predicate-argument relation (QASem): a question in QA-SRL form and an exact span of the text as its answer.

    Attributes:
        question: "Where was something built?"
        answer: span of the parsed text, code points.
        statement: the same relation as a sentence, "Two electric catamarans were built in Sweden."
        role: subject, object, indirect object, attribute, complement, prepositional, or the wh-type of an adjunct
            (when, where, why, how, how long, how much).
        implied: the argument is not syntactically the predicate's own (control, raising, shared or relative subject, antecedent).
        score: the parser's confidence in the argument, [0, 1].
    """

    question: str
    answer: Span
    statement: str
    role: str
    implied: bool = False
    score: float = 1.0


@dataclass(frozen=True)
class ParsedPredicate:
    """A predicate of a text with its QAs; `sentence` is the index of its sentence in the `Text`, `lemma` its verb lemma."""

    predicate: Predicate
    sentence: int
    lemma: str
    qas: tuple[QA, ...]
    negated: bool = False
    modal: str = ""


class Model(Protocol):
    """What every model has, whatever its role."""

    @property
    def name(self) -> str:
        """What it is called in lists and messages."""
        ...

    @property
    def identity(self) -> str:
        """Changes whenever its answers could change."""
        ...


class Parser(Model, Protocol):
    """Finds predicates and their QAs."""

    def parse(self, text: Text, kinds: Iterable[str] | None = None) -> list[ParsedPredicate]:
        """Predicates of `text` in order of their position; `kinds` restricts them (see `engines.parsing.KINDS`)."""
        ...


@dataclass(frozen=True)
class Hypothesis:
    """What a verifier is asked about: does the reference support this?

    A statement alone (`statement`) or a QA with the sentence it comes from. `answer_span` and `predicate_span` are
    offsets into `sentence`, None where unknown; `siblings` are not needed: hypotheses passed together that share
    `sentence` are each other's context. A content unit is a statement with the sentence it was taken from; `parts` are the
    (start, end) of `sentence` that it is made of.
    """

    statement: str
    question: str = ""
    answer: str = ""
    sentence: str = ""
    predicate: str = ""
    predicate_kind: str = ""
    role: str = ""
    answer_span: tuple[int, int] | None = None
    predicate_span: tuple[int, int] | None = None
    parts: tuple[tuple[int, int], ...] = field(default=(), repr=False)

    @property
    def is_qa(self) -> bool:
        """Whether this is a QA rather than a statement alone."""
        return bool(self.question)


@dataclass(frozen=True)
class Verdict:
    """What a verifier answers.

    Attributes:
        probability: calibrated probability that the reference supports the hypothesis, [0, 1]; None without an answer: `notes` say why.
        error: the kind of error if the hypothesis is not supported: "extrinsic" when the answer (or the statement's content)
            is not covered by the reference at all, else "intrinsic". Given whatever the probability, so that a threshold can be moved.
        coverage: how much of the answer the reference covers, [0, 1].
        evidence: passages of the reference, best first, exact offsets into its text.
        missing: words, names and numbers of the answer that the reference does not have.
        found: what the reference has instead, where something was found.
        conflicts: why it is taken for unsupported, the weightiest first; their words are of the hypothesis' sentence (of its statement
            where it comes without one). Empty where no rule says so.
        notes: anything to say about how the verdict came about (hard labels, say).
    """

    probability: float | None
    error: ErrorKind = "intrinsic"
    coverage: float = 1.0
    evidence: tuple[Evidence, ...] = ()
    missing: tuple[str, ...] = ()
    found: Evidence | None = None
    notes: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    conflicts: tuple[Conflict, ...] = ()


class Verifier(Model, Protocol):
    """Says whether a reference supports hypotheses, and for tree search how well a run of its sentences does."""

    def verify(self, reference: Text, hypotheses: Sequence[Hypothesis]) -> list[Verdict]:
        """One verdict per hypothesis, in order. The whole reference is read."""
        ...

    def score_ranges(
        self, reference: Text, hypotheses: Sequence[Hypothesis], ranges: Sequence[Sequence[tuple[int, int]]]
    ) -> list[list[float]]:
        """How well runs of reference sentences support hypotheses, for tree search: one batch for all of them.

        `ranges[i]` are the (first, last exclusive) sentence ranges asked about `hypotheses[i]`; the answer has the same
        shape, values in [0, 1].
        """
        ...

    def read(self, reference: Text) -> float:
        """The share of the reference that `verify` takes into account, [0, 1]."""
        ...


class Localizer(Model, Protocol):
    """Says which words of an output a reference does not support."""

    def locate(self, reference: Text, output: Text) -> tuple[WordSupport, ...]:
        """Every word of the output, in order."""
        ...


class LanguageModel(Model, Protocol):
    """Says how expected every word of an output is, after a reference."""

    def expectations(self, reference: str, output: str) -> Expectations:
        """Token by token; characters that no token stands for have none."""
        ...

    def preferences(self, reference: str, output: str, exchanges: Sequence[Exchange]) -> Sequence[Preference | None]:
        """What it prefers to what stands there; None where an exchange does not begin well enough to be read on."""
        ...


def batch_size(model: object, otherwise: int) -> int:
    """How many things to ask a model at once, so that a run shows what it has found and can be stopped within seconds.

    A slow model says so with an attribute `batch`; the others are asked `otherwise` at once.
    """
    return max(1, min(otherwise, int(getattr(model, "batch", otherwise))))


@dataclass(frozen=True)
class ContentUnit:
    """An atomic content unit (ACUEval, section 3).

    Attributes:
        statement: a sentence that stands alone.
        sentence: index of the sentence of the text that it comes from.
        spans: the characters of the text that it is made of, in order, not overlapping.
        focus: the characters that it says beyond its neighbours: the adjunct, the apposition, else the predicate and its complements.
        kind: clause, adjunct, conjunct, apposition, description, relative, participle, report or sentence; "written" from a language model.
        attributed: whether the text only reports it ("X said that ...").
    """

    statement: str
    sentence: int
    spans: tuple[tuple[int, int], ...]
    focus: tuple[tuple[int, int], ...]
    kind: str
    attributed: bool = False


class ACUWriter(Model, Protocol):
    """Cuts a text into atomic content units."""

    def write(self, output: Text) -> list[ContentUnit]:
        """The content units of `output` in the order of their sentences, repeated ones merged."""
        ...


class QuestionWriter(Model, Protocol):
    """Writes questions to which given spans of a text are the answers (QAGS, section 4)."""

    def write(self, text: Text, answers: Sequence[Span]) -> list[tuple[str, ...]]:
        """For each answer its questions, best first; none where no question could be written."""
        ...


@dataclass(frozen=True)
class Answer:
    """An answer found in a text: an exact span, the index of its sentence, and how well it fits (higher is better)."""

    span: Span
    sentence: int
    score: float


class Reader(Model, Protocol):
    """Answers questions from a text with spans of it."""

    def answers(self, text: Text, questions: Sequence[str]) -> list[Answer | None]:
        """The answer to each question, None where the text has none. All of the text is read."""
        ...


class LSSWriter(Model, Protocol):
    """Deletes from claims the words that the reference does not support (LSS, section 3)."""

    def write(self, reference: Text, claims: Sequence[str]) -> list[str]:
        """What is left of each claim, as the model wrote it ("" for nothing); the engine checks that only words were deleted."""
        ...


class Reviser(Model, Protocol):
    """Changes an output as little as possible so that the reference supports it (ACUEval, section 3)."""

    def revise(self, reference: Text, output: Text, comment: str) -> str:
        """The revised output as the model wrote it; `comment` is the numbered list of unsupported facts. Whoever asks checks it."""
        ...


@dataclass(frozen=True)
class Message:
    """One message of a conversation with a chat model."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class Reply:
    """What a chat model wrote; `finished` is False where it was cut at the number of tokens allowed. Tokens as the model counts them."""

    text: str
    finished: bool
    tokens_in: int
    tokens_out: int


@dataclass(frozen=True)
class Choice:
    """The probability of the first of two labels against the other, [0, 1], None if neither; `hard` if read off the written word."""

    probability: float | None
    hard: bool


class ChatModel(Model, Protocol):
    """A language model that carries on conversations, in this process or on a server; `context` is the number of tokens that fit."""

    @property
    def context(self) -> int:
        """Tokens that fit, the reply included."""
        ...

    def count(self, text: str) -> int:
        """Tokens of `text`, exact or estimated."""
        ...

    def replies(
        self, conversations: Sequence[Sequence[Message]], *, most_tokens: int, schema: Mapping[str, Any] | None = None
    ) -> Iterator[tuple[int, Reply]]:
        """Replies of at most `most_tokens` tokens with the index of their conversation, as they are finished.

        `schema` is a JSON schema that the reply should follow; a model that cannot be held to it is free not to. Closing the
        iterator stops the model.

        Raises:
            UnavailableError: the model is not there.
            ModelError: it failed; replies given before stay given.
        """
        ...

    def choices(self, conversations: Sequence[Sequence[Message]], labels: tuple[str, str] = ("Yes", "No")) -> list[Choice]:
        """Which of two labels each reply would begin with."""
        ...

    def close(self) -> None:
        """Let go of memory and connections."""
        ...
