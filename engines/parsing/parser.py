"""The bundled parser: from a text to its predicates with their QAs."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING

from engines.core import language
from engines.core.machine.files import asset
from engines.core.results import Predicate, Span
from engines.core.roles import QA, ParsedPredicate
from engines.core.text import Text
from engines.parsing.kinds import KINDS
from engines.parsing.models.namesakes import with_namesakes
from engines.parsing.scoring.scorer import SpanScorer
from engines.parsing.scoring.selection import BEST, DISPLAY, Thresholds
from engines.parsing.scoring.steadiness import steadiness
from engines.parsing.sentence import AnalysedSentence, TokenPredicate, further_predicates, steady_questions, without_repeated
from engines.parsing.syntax.dependencies import BRACKETS
from engines.parsing.syntax.repairs import repaired
from engines.parsing.syntax.run_ons import Piece, pieces

if TYPE_CHECKING:
    from spacy.tokens import Doc

_BATCH = 64
_VERSION = 24
_ASSETS = (
    "spans.safetensors",
    "nouns.json",
    "people.safetensors",
    "uncertainty.json",
    "arcs.safetensors",
    "deverbal.json",
    "deverbal.txt",
    "noun_senses.txt",
    "verb_frames.txt",
    "verb_uses.txt",
    "adjectives.txt",
    "words.json",
    "wording.json",
    "animacy.json",
    "first_names.txt",
    "phrasal_verbs.txt",
    "compound_nouns.txt",
)


@cache
def _digest() -> str:
    """A short hash of the files that decide what the parser says."""
    digest = sha256()
    for name in _ASSETS:
        digest.update(asset("parser", name).read_bytes())
    return digest.hexdigest()[:12]


class RuleParser:
    """Rules over the spaCy parse; fills the parser's role (`engines.core.roles.Parser`)."""

    name = "rules"

    def __init__(self, scorer: Callable[[], SpanScorer] | None = None, thresholds: Thresholds = DISPLAY) -> None:
        """A parser whose arguments the scorer chooses; without one, those that the rules find.

        Args:
            scorer: gives the learned models, when they are first needed.
            thresholds: how certain an argument must be when the parser looks for predicates itself; given predicates
                always get the arguments that maximise F1 (`engines.parsing.scoring.selection.BEST`).
        """
        self._scorer = scorer
        self._thresholds = thresholds

    @property
    def identity(self) -> str:
        """Changes whenever the QAs could change."""
        settings = "" if self._thresholds == DISPLAY else "-" + "-".join(f"{value:g}" for value in self._thresholds)
        return f"rules-{_VERSION}-{_digest()}{settings}+{language.identity()}"

    def parse(self, text: Text | str, kinds: Iterable[str] | None = None) -> list[ParsedPredicate]:
        """Predicates of `text` with their QAs, in order of position; `kinds` restricts them, None is every kind."""
        text = Text.of(text) if isinstance(text, str) else text
        wanted = _kinds(kinds)
        parts = pieces(text)
        found: list[ParsedPredicate] = []
        alone = Counter(part.sentence for part in parts)
        parted = [alone[part.sentence] > 1 for part in parts]
        for index, predicates in enumerate(self._parse_docs([p.doc for p in parts], [None] * len(parts), wanted, parted)):
            found.extend(_placed(text, index, parts, p) for p in predicates)
        return found

    def parse_tokens(self, tokens: Sequence[str], predicates: Sequence[int] | None = None) -> list[TokenPredicate]:
        """Parse one tokenised sentence; with `predicates` exactly these tokens are parsed, whatever they are."""
        return self.parse_tokenized([(tokens, predicates)])[0]

    def parse_tokenized(
        self, sentences: Sequence[tuple[Sequence[str], Sequence[int] | None]], kinds: Iterable[str] | None = None
    ) -> list[list[TokenPredicate]]:
        """Parse many tokenised sentences, each with the indices of its predicates or None to find them."""
        from spacy.tokens import Doc

        nlp = language.pipeline()
        docs = [Doc(nlp.vocab, words=[BRACKETS.get(token, token) or " " for token in tokens]) for tokens, _ in sentences]
        parsed = list(nlp.pipe(docs, batch_size=_BATCH))
        return self._parse_docs(parsed, [given for _, given in sentences], _kinds(kinds))

    def _parse_docs(
        self, docs: Sequence["Doc"], given: Sequence[Sequence[int] | None], kinds: Collection[str], parted: Sequence[bool] = ()
    ) -> list[list[TokenPredicate]]:
        """Parse sentences together, so that the scorer sees all their candidates at once.

        In running text neighbours are related, and `parted` says of each whether it was run together with others.
        """
        mended = [repaired(doc) for doc in docs]
        if parted:
            mended = with_namesakes(mended)
        sentences = [AnalysedSentence.of(doc, indices, kinds) for doc, indices in zip(mended, given, strict=True)]
        for sentence, was_parted in zip(sentences, parted, strict=False):
            sentence.is_part = was_parted
        self._score([s for s, indices in zip(sentences, given, strict=True) if indices is None], self._thresholds)
        self._score([s for s, indices in zip(sentences, given, strict=True) if indices is not None], BEST)
        parsed = []
        previous: Doc | None = None
        found_here = [doc for doc, indices in zip(docs, given, strict=True) if indices is None]
        steady = iter(steadiness(found_here) if self._thresholds.steady else ())
        for sentence, indices in zip(sentences, given, strict=True):
            extra = kinds if indices is None and not sentence.noisy else ()
            if sentence.is_part:  # names run together are no appositions
                extra = [kind for kind in extra if kind != "apposition"]
            worded_predicates = sentence.worded() if indices is not None else [p for p in sentence.worded(sensible=True) if p.qas]
            found = [*worded_predicates, *without_repeated(further_predicates(sentence.doc, previous, extra), worded_predicates)]
            if indices is None:
                found = steady_questions(found, next(steady, None), sentence.doc, self._thresholds)
            parsed.append(found)
            previous = sentence.doc if parted else None
        return [sorted(predicates, key=lambda p: (p.index, KINDS.index(p.kind))) for predicates in parsed]

    def _score(self, sentences: Sequence["AnalysedSentence"], thresholds: Thresholds) -> None:
        """Replace the rules' arguments by the scorer's, sentence by sentence."""
        if self._scorer is None:
            return
        for first in range(0, len(sentences), _BATCH):
            batch = sentences[first : first + _BATCH]
            found = self._scorer().arguments([(s.doc, s.scored, s.arguments) for s in batch], thresholds)
            for sentence, arguments in zip(batch, found, strict=True):
                sentence.arguments.update(arguments)


def _kinds(kinds: Iterable[str] | None) -> frozenset[str]:
    return frozenset(KINDS if kinds is None else kinds)


def _placed(text: Text, index: int, parts: Sequence[Piece], parsed: TokenPredicate) -> ParsedPredicate:
    """Token spans as character spans of the text; `index` is the predicate's piece."""
    qas = tuple(
        QA(qa.question, _characters(text, parts[index + qa.sentence], qa.start, qa.end), qa.statement, qa.role, qa.implied, qa.score)
        for qa in parsed.qas
    )
    place = _characters(text, parts[index], parsed.index, parsed.index + 1)
    predicate = Predicate(place.start, place.end, place.text, kind=parsed.kind)
    return ParsedPredicate(predicate, parts[index].sentence, parsed.lemma, qas, parsed.negated, parsed.modal)


def _characters(text: Text, part: Piece, start: int, end: int) -> Span:
    words = [token for token in part.doc[start:end] if not token.is_space] or part.doc[start:end]
    return Span.of(text.text, part.start + words[0].idx, part.start + words[-1].idx + len(words[-1]))
