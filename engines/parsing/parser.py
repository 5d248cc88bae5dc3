"""The bundled parser: from a text to its predicates with their QAs."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines import language
from engines.parsing.arguments import ROLE_NAMES, Argument, CandidatePredicate
from engines.parsing.copulas import copular_qas
from engines.parsing.frames import Frame
from engines.parsing.kinds import extra_qas
from engines.parsing.predicates import find_predicates, predicate_lemma
from engines.parsing.questions import WordedQA, worded
from engines.parsing.rules_nouns import noun_arguments
from engines.parsing.rules_verbs import verb_arguments
from engines.parsing.statements import stated
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
        for index, predicates in enumerate(self._parse_docs(docs, [None] * len(docs), wanted)):
            found.extend(_placed(text, index, docs, p) for p in predicates if p.qas)
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
        if all(indices is None for indices in given):
            for number, doc in enumerate(docs):
                parsed[number].extend(_extra_predicates(doc, docs[number - 1] if number else None, kinds))
                parsed[number].sort(key=lambda predicate: predicate.index)
        return parsed


def _kinds(kinds: Iterable[str] | None) -> frozenset[str]:
    from engines.parsing import KINDS

    return frozenset(KINDS if kinds is None else kinds)


def _given_predicate(doc: "Doc", index: int) -> CandidatePredicate:
    kind = "noun" if verb_form(doc[index]) == "noun" else "verb"
    return CandidatePredicate(index, kind, predicate_lemma(doc[index], kind))


def _parsed(doc: "Doc", predicate: CandidatePredicate) -> TokenPredicate:
    token = doc[predicate.token]
    if predicate.kind == "copula":
        qas = tuple(_token_qa(qa) for qa in copular_qas(doc, predicate.token))
    else:
        arguments = noun_arguments(token) if predicate.kind == "noun" else verb_arguments(token)
        frame = Frame.of(doc, predicate.token, predicate.kind, predicate.lemma, arguments)
        qas = tuple(_worded(frame, argument) for argument in arguments)
    negated = any(child.dep_ == "neg" for child in token.children)
    modal = next((child.lower_ for child in token.children if child.tag_ == "MD"), "")
    return TokenPredicate(predicate.token, token.text, predicate.kind, predicate.lemma, qas, negated, modal)


def _worded(frame: Frame, argument: Argument) -> TokenQA:
    role = ROLE_NAMES.get(argument.role) or argument.wh or "adjunct"
    return TokenQA(worded(frame, argument), argument.start, argument.end, stated(frame, argument), role, not argument.own, argument.score)


def _token_qa(qa: WordedQA) -> TokenQA:
    return TokenQA(qa.question, qa.start, qa.end, qa.statement, qa.role, qa.implied, sentence=qa.sentence)


def _extra_predicates(doc: "Doc", previous: "Doc | None", kinds: Collection[str]) -> list[TokenPredicate]:
    """The predicates of the kinds beyond the paper's."""
    grouped: dict[tuple[str, int], list[TokenQA]] = {}
    for kind, qa in extra_qas(doc, previous, kinds):
        grouped.setdefault((kind, qa.predicate), []).append(_token_qa(qa))
    return [TokenPredicate(i, doc[i].text, kind, doc[i].lemma_.lower(), tuple(qas)) for (kind, i), qas in grouped.items()]


def _placed(text: Text, sentence: int, docs: Sequence["Doc"], parsed: TokenPredicate) -> ParsedPredicate:
    base, doc = text.sentences[sentence][0], docs[sentence]
    token = doc[parsed.index]
    place = Span.of(text.text, base + token.idx, base + token.idx + len(token))
    qas = []
    for qa in parsed.qas:
        begins, answers = text.sentences[sentence + qa.sentence][0], docs[sentence + qa.sentence]
        last = answers[qa.end - 1]
        answer = Span.of(text.text, begins + answers[qa.start].idx, begins + last.idx + len(last))
        qas.append(QA(qa.question, answer, qa.statement, qa.role, qa.implied, qa.score))
    predicate = Predicate(place.start, place.end, place.text, kind=parsed.kind)
    return ParsedPredicate(predicate, sentence, parsed.lemma, tuple(qas), parsed.negated, parsed.modal)
