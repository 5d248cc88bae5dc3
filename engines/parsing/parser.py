"""The bundled parser: from a text to its predicates with their QAs."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

from engines.core import language
from engines.core.files import asset
from engines.core.results import Predicate, Span
from engines.core.roles import QA, ParsedPredicate
from engines.core.text import Text
from engines.english.noun_classes import is_animate
from engines.parsing import KINDS, PAPER_KINDS
from engines.parsing.arguments.borders import ends_in_word
from engines.parsing.arguments.nouns import noun_arguments
from engines.parsing.arguments.structures import ROLE_NAMES, Argument, CandidatePredicate
from engines.parsing.arguments.verbs import verb_arguments
from engines.parsing.filters.clause_conflicts import without_contradictions
from engines.parsing.filters.plausibility import is_implied, plausible
from engines.parsing.index import IndexedArgument, IndexedPredicate
from engines.parsing.predicates.attributions import attribution_qas, is_attribution
from engines.parsing.predicates.copulas import copular_qas, is_adjectival
from engines.parsing.predicates.detection import find_predicates, predicate_lemma
from engines.parsing.predicates.kinds import extra_qas
from engines.parsing.predicates.locatives import locative_qas
from engines.parsing.scoring.scorer import SpanScorer
from engines.parsing.scoring.selection import BEST, DISPLAY, SURE_EVENT, Thresholds
from engines.parsing.syntax.dependencies import BRACKETS, VERBAL, verb_form
from engines.parsing.syntax.junctures import Piece, pieces
from engines.parsing.syntax.legibility import is_cluttered, least_probability
from engines.parsing.wording.questions import WordedQA, worded
from engines.parsing.wording.statements import stated
from engines.parsing.wording.verb_groups import Frame

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_BATCH = 64
_VERSION = 5
_ASSETS = (
    "spans.safetensors",
    "nouns.json",
    "doubts.json",
    "arcs.safetensors",
    "deverbal.json",
    "words.json",
    "wording.json",
    "animacy.json",
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


@dataclass(frozen=True)
class TokenQA:
    """A QA whose answer is a token span, end exclusive; `sentence` is -1 if the answer is in the sentence before, else 0."""

    question: str
    start: int
    end: int
    statement: str
    role: str
    implied: bool = False
    score: float = 1.0
    sentence: int = 0
    """Where the answer is: 0 for the predicate's own sentence, -1 for the one before."""


@dataclass(frozen=True)
class TokenPredicate:
    """A predicate of a tokenised sentence with its QAs."""

    index: int
    text: str
    kind: str
    lemma: str
    qas: tuple[TokenQA, ...]
    negated: bool = False
    modal: str = ""


class RuleParser:
    """Rules over the spaCy parse; fills the parser's role (`engines.core.roles.Parser`)."""

    name = "rules"

    def __init__(self, scorer: SpanScorer | None = None, thresholds: Thresholds = DISPLAY) -> None:
        """A parser whose arguments the scorer chooses; without one, those that the rules find.

        Args:
            scorer: the learned models.
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

    def indexed(self, text: Text) -> list[IndexedPredicate]:
        """The paper's kinds of predicates with their arguments, not put into words (see `engines.parsing.index`)."""
        parts = pieces(text)
        sentences = [_Analysed.of(part.doc, None, PAPER_KINDS) for part in parts]
        self._score(sentences, self._thresholds)
        return [
            _indexed(text, part, predicate, sentence.arguments[predicate.token])
            for part, sentence in zip(parts, sentences, strict=True)
            for predicate in sentence.predicates
        ]

    def _parse_docs(
        self, docs: Sequence["Doc"], given: Sequence[Sequence[int] | None], kinds: Collection[str], parted: Sequence[bool] = ()
    ) -> list[list[TokenPredicate]]:
        """Parse sentences together, so that the scorer sees all their candidates at once.

        In running text neighbours are related, and `parted` says of each whether it was run together with others.
        """
        sentences = [_Analysed.of(doc, indices, kinds) for doc, indices in zip(docs, given, strict=True)]
        for sentence, was_parted in zip(sentences, parted, strict=False):
            sentence.parted = was_parted
        self._score([s for s, indices in zip(sentences, given, strict=True) if indices is None], self._thresholds)
        self._score([s for s, indices in zip(sentences, given, strict=True) if indices is not None], BEST)
        parsed = []
        previous: Doc | None = None
        for sentence, indices in zip(sentences, given, strict=True):
            extra = kinds if indices is None and not sentence.cluttered else ()
            if sentence.parted:  # names run together are no appositions
                extra = [kind for kind in extra if kind != "apposition"]
            worded_predicates = sentence.worded() if indices is not None else [p for p in sentence.worded(sensible=True) if p.qas]
            parsed.append([*worded_predicates, *_extra(sentence.doc, previous, extra)])
            previous = sentence.doc if parted else None
        return [sorted(predicates, key=lambda p: (p.index, KINDS.index(p.kind))) for predicates in parsed]

    def _score(self, sentences: Sequence["_Analysed"], thresholds: Thresholds) -> None:
        """Replace the rules' arguments by the scorer's, sentence by sentence."""
        if self._scorer is None:
            return
        for first in range(0, len(sentences), _BATCH):
            batch = sentences[first : first + _BATCH]
            found = self._scorer.arguments([(s.doc, s.scored, s.arguments) for s in batch], thresholds)
            for sentence, arguments in zip(batch, found, strict=True):
                sentence.arguments.update(arguments)


@dataclass
class _Analysed:
    """A sentence on its way: its predicates and their arguments so far (of every verb, for the scorer's features)."""

    doc: "Doc"
    predicates: list[CandidatePredicate]
    arguments: dict[int, list[Argument]]
    parted: bool = False

    @classmethod
    def of(cls, doc: "Doc", given: Sequence[int] | None, kinds: Collection[str]) -> "_Analysed":
        predicates = find_predicates(doc, kinds) if given is None else [_given_predicate(doc, index) for index in given]
        arguments = {t.i: verb_arguments(t) for t in doc if t.pos_ in VERBAL and t.dep_ not in ("aux", "auxpass")}
        for predicate in predicates:
            if predicate.kind == "noun":
                arguments[predicate.token] = noun_arguments(doc[predicate.token])
            elif predicate.token not in arguments:
                arguments[predicate.token] = verb_arguments(doc[predicate.token])
        return cls(doc, predicates, arguments)

    @cached_property
    def cluttered(self) -> bool:
        """Whether the line is one of `engines.parsing.syntax.legibility`."""
        return is_cluttered(self.doc)

    @property
    def scored(self) -> list[int]:
        """The predicates whose arguments the scorer chooses."""
        return [p.token for p in self.predicates if p.kind != "copula"]

    def worded(self, sensible: bool = False) -> list[TokenPredicate]:
        """The predicates with their QAs; if `sensible`, without doubtful nouns whose arguments are all guesses of the scorer."""
        found = []
        for predicate in self.predicates:
            arguments = self.arguments[predicate.token]
            if sensible:
                least = least_probability(self.doc, predicate.kind, self.cluttered, self.parted)
                arguments = plausible(self.doc, predicate.token, without_contradictions(self.doc, predicate.token, arguments), least)
            guessed = sensible and predicate.score < SURE_EVENT and all(a.source == "learned" for a in arguments)
            if predicate.kind == "copula":
                if not is_adjectival(self.doc[predicate.token]) and not self.cluttered:
                    found.append(_copula(self.doc, predicate))
            elif sensible and is_attribution(self.doc[predicate.token]):
                qas = tuple(_token_qa(qa) for qa in attribution_qas(self.doc, predicate.token))
                found.append(TokenPredicate(predicate.token, self.doc[predicate.token].text, "verb", predicate.lemma, qas))
            elif not guessed:
                found.append(_framed(self.doc, predicate, arguments))
        return found


def _kinds(kinds: Iterable[str] | None) -> frozenset[str]:
    return frozenset(KINDS if kinds is None else kinds)


def _given_predicate(doc: "Doc", index: int) -> CandidatePredicate:
    kind = "noun" if verb_form(doc[index]) == "noun" else "verb"
    return CandidatePredicate(index, kind, predicate_lemma(doc[index], kind))


def _framed(doc: "Doc", predicate: CandidatePredicate, arguments: Sequence[Argument]) -> TokenPredicate:
    """A verb or noun with a QA for each argument; an answer whose question and statement were made before is left out."""
    frame = Frame.of(doc, predicate.token, predicate.kind, predicate.lemma, arguments)
    qas: dict[tuple[str, str], TokenQA] = {}
    for argument in frame.arguments:
        role = ROLE_NAMES.get(argument.role) or argument.wh or "adjunct"
        implied = is_implied(argument)
        qa = TokenQA(worded(frame, argument), argument.start, argument.end, stated(frame, argument), role, implied, argument.score)
        qas.setdefault((qa.question, doc[qa.start : qa.end].text), qa)
    text = doc[predicate.token].text
    group = frame.group
    return TokenPredicate(predicate.token, text, predicate.kind, predicate.lemma, tuple(qas.values()), group.negated, group.modal)


def _copula(doc: "Doc", predicate: CandidatePredicate) -> TokenPredicate:
    worded_qas = copular_qas(doc, predicate.token) or locative_qas(doc, predicate.token)
    qas = tuple(_token_qa(qa) for qa in worded_qas if not ends_in_word(doc, qa.end))
    return TokenPredicate(predicate.token, doc[predicate.token].text, "copula", "be", qas, _is_negated(doc[predicate.token]))


def _extra(doc: "Doc", previous: "Doc | None", kinds: Collection[str]) -> list[TokenPredicate]:
    """The predicates of the kinds that word themselves."""
    found: dict[tuple[str, int], list[TokenQA]] = {}
    for kind, qa in extra_qas(doc, previous, kinds):
        found.setdefault((kind, qa.predicate), []).append(_token_qa(qa))
    return [
        TokenPredicate(i, doc[i].text, kind, doc[i].lemma_.lower(), tuple(qas), doc[i].dep_ == "acomp" and _is_negated(doc[i].head))
        for (kind, i), qas in found.items()
    ]


def _is_negated(verb: "Token") -> bool:
    return any(child.dep_ == "neg" for child in verb.children)


def _token_qa(qa: WordedQA) -> TokenQA:
    return TokenQA(qa.question, qa.start, qa.end, qa.statement, qa.role, qa.implied, sentence=qa.sentence)


def _placed(text: Text, index: int, parts: Sequence[Piece], parsed: TokenPredicate) -> ParsedPredicate:
    """Token spans as character spans of the text; `index` is the predicate's piece."""
    qas = tuple(
        QA(qa.question, _characters(text, parts[index + qa.sentence], qa.start, qa.end), qa.statement, qa.role, qa.implied, qa.score)
        for qa in parsed.qas
    )
    place = _characters(text, parts[index], parsed.index, parsed.index + 1)
    predicate = Predicate(place.start, place.end, place.text, kind=parsed.kind)
    return ParsedPredicate(predicate, parts[index].sentence, parsed.lemma, qas, parsed.negated, parsed.modal)


def _indexed(text: Text, part: Piece, predicate: CandidatePredicate, arguments: Sequence[Argument]) -> IndexedPredicate:
    doc, base = part.doc, part.start
    filled = []
    for a in arguments:
        place = _characters(text, part, a.start, a.end)
        head = doc[a.head]
        wh = a.wh or ("who" if is_animate(head) else "what")
        filled.append(
            IndexedArgument(a.role, wh, a.preposition, place.start, place.end, head.lemma_.lower(), base + head.idx, a.own, a.score)
        )
    token = doc[predicate.token]
    start = base + token.idx
    return IndexedPredicate(part.sentence, predicate.kind, predicate.lemma, start, start + len(token), _is_negated(token), tuple(filled))


def _characters(text: Text, part: Piece, start: int, end: int) -> Span:
    last = part.doc[end - 1]
    return Span.of(text.text, part.start + part.doc[start].idx, part.start + last.idx + len(last))
