"""The bundled parser: from a text to its predicates with their QAs."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

from engines.core import language
from engines.core.machine.files import asset
from engines.core.results import Predicate, Span
from engines.core.roles import QA, ParsedPredicate
from engines.core.text import Text
from engines.english.animacy import TOLD
from engines.parsing.kinds import KINDS
from engines.parsing.models.namesakes import with_namesakes
from engines.parsing.repairs.repair import repaired
from engines.parsing.scoring.scorer import SpanScorer
from engines.parsing.scoring.selection import BEST, DISPLAY, Thresholds
from engines.parsing.scoring.steadiness import steadiness
from engines.parsing.sentence import (
    AnalysedSentence,
    TokenPredicate,
    further_predicates,
    steady_questions,
    without_circles,
    without_repeated,
)
from engines.parsing.syntax.dependencies import BRACKETS
from engines.parsing.syntax.run_ons import Piece, pieces

if TYPE_CHECKING:
    from spacy.tokens import Doc

_BATCH = 64
_VERSION = 46
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
        reading = self.read(Text.of(text) if isinstance(text, str) else text)
        return reading.predicates(0, len(reading.text.sentences), kinds)

    def read(self, text: Text) -> "Reading":
        """A text of which some sentences are to be parsed, as they would be with all others."""
        parts = pieces(text)
        return Reading(self, text, parts, with_namesakes([repaired(part.doc) for part in parts]))

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
        return self.parse_docs(parsed, [repaired(doc) for doc in parsed], [given for _, given in sentences], _kinds(kinds))

    def parse_docs(
        self,
        docs: Sequence["Doc"],
        mended: Sequence["Doc"],
        given: Sequence[Sequence[int] | None],
        kinds: Collection[str],
        parted: Sequence[bool] = (),
        previous: "Doc | None" = None,
    ) -> list[list[TokenPredicate]]:
        """Parse sentences together, so that the scorer sees all their candidates at once.

        Args:
            docs, mended: the sentences as spaCy parsed them and as they are read.
            given: the tokens of each that are to be parsed, None to find them.
            kinds: the kinds of predicates that are looked for.
            parted: of running text, whether each sentence was run together with others; neighbours are related there.
            previous: the sentence before the first, of running text.
        """
        sentences = [AnalysedSentence.of(doc, indices, kinds) for doc, indices in zip(mended, given, strict=True)]
        for sentence, was_parted in zip(sentences, parted, strict=False):
            sentence.is_part = was_parted
        self._score([s for s, indices in zip(sentences, given, strict=True) if indices is None], self._thresholds)
        self._score([s for s, indices in zip(sentences, given, strict=True) if indices is not None], BEST)
        parsed = []
        found_here = [doc for doc, indices in zip(docs, given, strict=True) if indices is None]
        steady = iter(steadiness(found_here) if self._thresholds.steady else ())
        for sentence, indices in zip(sentences, given, strict=True):
            extra = kinds if indices is None and not sentence.noisy else ()
            if sentence.is_part:  # names run together are no appositions
                extra = [kind for kind in extra if kind != "apposition"]
            worded_predicates = sentence.worded() if indices is not None else [p for p in sentence.worded(sensible=True) if p.qas]
            found = [*worded_predicates, *without_repeated(further_predicates(sentence.doc, previous, extra), worded_predicates)]
            if indices is None:
                found = without_circles(found)
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


@dataclass(frozen=True)
class Reading:
    """A text as the parser reads it: every sentence parsed by spaCy and mended, with what its names stand for by the text as a whole.

    Attributes:
        parser: whose reading this is.
        text: what is read.
        parts: its sentences, or what was run together in them.
        docs: the mended parses of the parts.
    """

    parser: RuleParser
    text: Text
    parts: Sequence[Piece]
    docs: Sequence["Doc"]

    @cached_property
    def basis(self) -> list[tuple[Hashable, ...]]:
        """For each sentence what its predicates go by, besides its words and those of the sentence before: what their names stand for."""
        told: dict[int, list[Hashable]] = {sentence: [] for sentence in range(-1, len(self.text.sentences))}
        for part, doc in zip(self.parts, self.docs, strict=True):
            told[part.sentence].append(tuple(sorted(doc.user_data.get(TOLD, {}).items())))
        return [(*told[sentence - 1], None, *told[sentence]) for sentence in range(len(self.text.sentences))]

    def predicates(self, first: int, last: int, kinds: Iterable[str] | None = None) -> list[ParsedPredicate]:
        """The predicates of the sentences from `first` to before `last`, as of the text as a whole (`RuleParser.parse`)."""
        parts, alone = self.parts, Counter(part.sentence for part in self.parts)
        wanted = [index for index, part in enumerate(parts) if first <= part.sentence < last]
        parsed = self.parser.parse_docs(
            [parts[index].doc for index in wanted],
            [self.docs[index] for index in wanted],
            [None] * len(wanted),
            _kinds(kinds),
            [alone[parts[index].sentence] > 1 for index in wanted],
            self.docs[wanted[0] - 1] if wanted and wanted[0] else None,
        )
        return [_placed(self.text, index, parts, each) for index, found in zip(wanted, parsed, strict=True) for each in found]


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
