"""The bundled parser: from a text to its predicates with their QAs."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from engines import language
from engines.parsing.arguments import ROLE_NAMES, Argument, CandidatePredicate
from engines.parsing.predicates import find_predicates, predicate_lemma
from engines.parsing.rules_nouns import noun_arguments
from engines.parsing.rules_verbs import verb_arguments
from engines.parsing.syntax import BRACKETS, verb_form
from engines.results import Predicate, Span
from engines.roles import QA, ParsedPredicate
from engines.text import Text

if TYPE_CHECKING:
    from spacy.tokens import Doc

_BATCH = 64


@dataclass(frozen=True)
class TokenQA:
    """A QA whose answer is a token span, end exclusive."""

    question: str
    start: int
    end: int
    statement: str
    role: str
    implied: bool = False
    score: float = 1.0


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
    """Rules over the spaCy parse; fills the parser's role (`engines.roles.Parser`)."""

    name = "rules"

    @property
    def identity(self) -> str:
        """Changes whenever the QAs could change."""
        return f"rules-1+{language.identity()}"

    def parse(self, text: Text | str, kinds: Iterable[str] | None = None) -> list[ParsedPredicate]:
        """Predicates of `text` with their QAs, in order of position; `kinds` restricts them, None is every kind."""
        text = Text.of(text) if isinstance(text, str) else text
        wanted = _kinds(kinds)
        docs = language.parse_sentences(text)
        found: list[ParsedPredicate] = []
        for index, (doc, predicates) in enumerate(zip(docs, self._parse_docs(docs, [None] * len(docs), wanted), strict=True)):
            found.extend(_placed(text, index, doc, p) for p in predicates if p.qas)
        return found

    def parse_tokens(self, tokens: Sequence[str], predicates: Sequence[int] | None = None) -> list[TokenPredicate]:
        """Parse one tokenised sentence; with `predicates` exactly these tokens are parsed, whatever they are."""
        return self.parse_tokenized([(tokens, predicates)])[0]

    def parse_tokenized(self, sentences: Sequence[tuple[Sequence[str], Sequence[int] | None]]) -> list[list[TokenPredicate]]:
        """Parse many tokenised sentences, each with the indices of its predicates or None to find them."""
        from spacy.tokens import Doc

        nlp = language.pipeline()
        docs = [Doc(nlp.vocab, words=[BRACKETS.get(token, token) or " " for token in tokens]) for tokens, _ in sentences]
        parsed = list(nlp.pipe(docs, batch_size=_BATCH))
        return self._parse_docs(parsed, [given for _, given in sentences], _kinds(None))

    def _parse_docs(
        self, docs: Sequence["Doc"], given: Sequence[Sequence[int] | None], kinds: Collection[str]
    ) -> list[list[TokenPredicate]]:
        parsed = []
        for doc, indices in zip(docs, given, strict=True):
            predicates = find_predicates(doc, kinds) if indices is None else [_given_predicate(doc, index) for index in indices]
            parsed.append([_parsed(doc, predicate) for predicate in predicates])
        return parsed


def _kinds(kinds: Iterable[str] | None) -> frozenset[str]:
    from engines.parsing import KINDS

    return frozenset(KINDS if kinds is None else kinds)


def _given_predicate(doc: "Doc", index: int) -> CandidatePredicate:
    kind = "noun" if verb_form(doc[index]) == "noun" else "verb"
    return CandidatePredicate(index, kind, predicate_lemma(doc[index], kind))


def _parsed(doc: "Doc", predicate: CandidatePredicate) -> TokenPredicate:
    token = doc[predicate.token]
    arguments = noun_arguments(token) if predicate.kind == "noun" else verb_arguments(token)
    qas = tuple(_worded(doc, predicate, arguments, argument) for argument in arguments)
    negated = any(child.dep_ == "neg" for child in token.children)
    modal = next((child.lower_ for child in token.children if child.tag_ == "MD"), "")
    return TokenPredicate(predicate.token, token.text, predicate.kind, predicate.lemma, qas, negated, modal)


def _worded(doc: "Doc", predicate: CandidatePredicate, arguments: Sequence[Argument], argument: Argument) -> TokenQA:
    role = ROLE_NAMES.get(argument.role) or argument.wh or "adjunct"
    question, statement = _wording(doc, predicate, arguments, argument)
    return TokenQA(question, argument.start, argument.end, statement, role, not argument.own, argument.score)


def _wording(doc: "Doc", predicate: CandidatePredicate, arguments: Sequence[Argument], argument: Argument) -> tuple[str, str]:
    at = (doc, predicate.token, predicate.kind, predicate.lemma, arguments, argument)
    if find_spec("engines.parsing.questions") and find_spec("engines.parsing.statements"):
        questions, statements = import_module("engines.parsing.questions"), import_module("engines.parsing.statements")

        return questions.question(*at), statements.statement(*at)
    answer = doc[argument.start : argument.end].text
    wh = (argument.wh or "what").capitalize()
    verb = doc[predicate.token].text
    return f"{wh} {verb}?", f"{answer} {verb}"


def _placed(text: Text, sentence: int, doc: "Doc", parsed: TokenPredicate) -> ParsedPredicate:
    base = text.sentences[sentence][0]
    token = doc[parsed.index]
    place = Span.of(text.text, base + token.idx, base + token.idx + len(token))
    qas = []
    for qa in parsed.qas:
        last = doc[qa.end - 1]
        answer = Span.of(text.text, base + doc[qa.start].idx, base + last.idx + len(last))
        qas.append(QA(qa.question, answer, qa.statement, qa.role, qa.implied, qa.score))
    predicate = Predicate(place.start, place.end, place.text, kind=parsed.kind)
    return ParsedPredicate(predicate, sentence, parsed.lemma, tuple(qas), parsed.negated, parsed.modal)
