"""The paper's QA parser: a T5 that is shown a sentence with one predicate marked and writes its questions and answers (Cattan et al.).

It was trained on verbs (QA-SRL) and deverbal nouns (QANom); which words are predicates our rules decide, and copulas and the kinds
beyond the paper, which it does not know, are asked about by our rules too. Answers become exact spans of the sentence.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engines.backends.generators.beam_search import written
from engines.backends.runtime.loading import Loaded, load
from engines.core.language import parse_sentences
from engines.core.results import Predicate, Span
from engines.core.roles import QA, ParsedPredicate
from engines.core.text import Text
from engines.models.ids import ModelId
from engines.parsing import KINDS
from engines.parsing import load_parser as load_rules
from engines.parsing.parser import RuleParser
from engines.parsing.predicates.detection import find_predicates
from engines.parsing.sentence import TokenPredicate, TokenQA

if TYPE_CHECKING:
    from spacy.tokens import Doc


BEAMS, NEW_TOKENS = 4, 256
WRITTEN = ("verb", "noun")
"""The kinds of predicate that the model asks about."""
QA_MARK, ANSWER_MARK = "<extra_id_2>", "<extra_id_3>"
ALIKE = 0.5
"""Share of characters that an answer of the rules must share with one of the model to lend it its statement and role."""


@dataclass(frozen=True)
class WrittenQA:
    """A question that the model wrote, with one of its answers: tokens [start, end) of the sentence."""

    question: str
    start: int
    end: int


@dataclass(frozen=True)
class SeqParser:
    """A parser (`engines.core.roles.Parser`); `rules` are the bundled parser."""

    loaded: Loaded
    rules: RuleParser
    name: str

    @property
    def identity(self) -> str:
        """The model, how it writes, and the rules beside it."""
        return f"{self.loaded.identity}/beams{BEAMS}+{self.rules.identity}"

    def parse(self, text: Text, kinds: Iterable[str] | None = None) -> list[ParsedPredicate]:
        """Predicates of `text` with their QAs, in order of position; `kinds` restricts them, None is every kind."""
        wanted = frozenset(KINDS if kinds is None else kinds)
        ours = self.rules.parse(text, wanted)
        known = {(p.predicate.start, p.predicate.kind): p for p in ours}
        found = [p for p in ours if p.predicate.kind not in WRITTEN]
        docs = parse_sentences(text)
        asked = [(i, c) for i, doc in enumerate(docs) for c in find_predicates(doc, wanted & set(WRITTEN))]
        answers = self._ask([([t.text for t in docs[i]], c.token) for i, c in asked])
        for (i, candidate), qas in zip(asked, answers, strict=True):
            base = text.sentences[i][0]
            start = base + docs[i][candidate.token].idx
            rule = known.get((start, candidate.kind))
            predicate = Predicate(start, start + len(docs[i][candidate.token]), docs[i][candidate.token].text, kind=candidate.kind)
            predicate = replace(predicate, text=text.text[predicate.start : predicate.end])
            placed = tuple(_placed(text, base, docs[i], qa, rule.qas if rule else ()) for qa in qas)
            if placed:
                negated, modal = (rule.negated, rule.modal) if rule else (False, "")
                found.append(ParsedPredicate(predicate, i, candidate.lemma, placed, negated, modal))
        return sorted(found, key=lambda p: (p.predicate.start, KINDS.index(p.predicate.kind)))

    def parse_tokenized(
        self, sentences: Sequence[tuple[Sequence[str], Sequence[int] | None]], kinds: Iterable[str] | None = None
    ) -> "list[list[TokenPredicate]]":
        """Parse tokenised sentences, each with the indices of its predicates or None to find them.

        Predicates that are given are all asked of the model, whatever their kind.
        """
        ours = self.rules.parse_tokenized(sentences, kinds)
        places = [
            (i, k)
            for i, (predicates, (_, given)) in enumerate(zip(ours, sentences, strict=True))
            for k, predicate in enumerate(predicates)
            if given is not None or predicate.kind in WRITTEN
        ]
        answers = self._ask([(sentences[i][0], ours[i][k].index) for i, k in places])
        for (i, k), qas in zip(places, answers, strict=True):
            rule = ours[i][k]
            ours[i][k] = replace(rule, qas=tuple(_token_qa(qa, sentences[i][0], rule.qas) for qa in qas))
        return ours

    def _ask(self, asked: Sequence[tuple[Sequence[str], int]]) -> list[list[WrittenQA]]:
        """The QAs of predicates, given as (tokens, index of the predicate)."""
        tokenizer = self.loaded.tokenizer
        inputs = [list(tokenizer(self._input(tokens, index)).input_ids) for tokens, index in asked]
        found = []
        for (tokens, index), (ids, *_) in zip(asked, written(self.loaded, inputs, BEAMS, NEW_TOKENS), strict=True):
            text = str(tokenizer.decode(ids, skip_special_tokens=False))
            for mark in (tokenizer.pad_token, tokenizer.eos_token):
                text = text.replace(str(mark), "")
            found.append(read(text, tokens, index))
        return found

    def _input(self, tokens: Sequence[str], index: int) -> str:
        words = [self.loaded.plain('"' if token in ("``", "''") else token) for token in tokens]
        words[index] = f"<extra_id_0>{words[index]}<extra_id_1>"
        return "Generate QA pairs: " + " ".join(word for word in words if word.strip())


def load_parser(model_id: ModelId) -> SeqParser:
    """A QASem T5 with the bundled rules beside it.

    Raises:
        UnavailableError, ModelError: see `engines.backends.runtime.loading.load`.
    """
    return SeqParser(load(model_id, "AutoModelForSeq2SeqLM"), load_rules(), str(model_id))


def read(text: str, tokens: Sequence[str], index: int) -> list[WrittenQA]:
    """The QAs in what the model wrote; an answer that does not stand in the sentence is left out, and so is a QA that comes twice."""
    found: dict[WrittenQA, None] = {}
    for pair in text.split(QA_MARK):
        question, mark, answers = pair.partition("?")
        words = [word for word in question.split() if word != "_"]
        if not mark or not words:
            continue
        asked = " ".join(words)
        for start, end in _answers(answers, tokens, index):
            found.setdefault(WrittenQA(asked[0].upper() + asked[1:] + "?", start, end))
    return list(found)


def span_of(answer: str, tokens: Sequence[str], index: int) -> tuple[int, int] | None:
    """The run of tokens that an answer stands for, spacing and if need be case ignored; of several the nearest to the predicate."""
    for fold in (False, True):
        wanted = _squeezed(answer, fold)
        found = [] if not wanted else [s for i in range(len(tokens)) if (s := _match(wanted, tokens, i, fold))]
        if found:
            return min(found, key=lambda s: max(s[0] - index, index - (s[1] - 1), 0))
    return None


def _answers(text: str, tokens: Sequence[str], index: int) -> list[tuple[int, int]]:
    """Spans of the answers to one question: apart by their mark, in older models by semicolons unless one is part of an answer."""
    spans = []
    for answer in text.split(ANSWER_MARK):
        whole = span_of(answer, tokens, index)
        parts = [whole] if whole else [span_of(part, tokens, index) for part in answer.split(";")]
        spans += [span for span in parts if span]
    return spans


def _match(wanted: str, tokens: Sequence[str], first: int, fold: bool) -> tuple[int, int] | None:
    read = ""
    for last in range(first, len(tokens)):
        read += _squeezed(tokens[last], fold)
        if not read or not wanted.startswith(read):
            return None
        if read == wanted:
            return first, last + 1
    return None


def _squeezed(text: str, fold: bool) -> str:
    plain = "".join(text.replace("``", '"').replace("''", '"').split())
    return plain.lower() if fold else plain


def _placed(text: Text, base: int, doc: "Doc", qa: WrittenQA, rules: Sequence[QA]) -> QA:
    """A QA with its answer's characters, and statement and role from the rules' QA about the same argument."""
    start, end = base + doc[qa.start].idx, base + doc[qa.end - 1].idx + len(doc[qa.end - 1])
    answer = Span.of(text.text, start, end)
    like = max(rules, key=lambda r: _overlap(start, end, r.answer.start, r.answer.end), default=None)
    if like is not None and _overlap(start, end, like.answer.start, like.answer.end) < ALIKE:
        like = None
    return QA(qa.question, answer, *_stated(qa.question, answer.text, like), implied=like.implied if like else False)


def _token_qa(qa: WrittenQA, tokens: Sequence[str], rules: "Sequence[TokenQA]") -> TokenQA:
    """The same in tokens."""
    return TokenQA(
        qa.question, qa.start, qa.end, *_stated(qa.question, " ".join(tokens[qa.start : qa.end]), _alike(qa.start, qa.end, rules))
    )


def _alike(start: int, end: int, rules: "Sequence[TokenQA]") -> "TokenQA | None":
    best = max(rules, key=lambda r: _overlap(start, end, r.start, r.end), default=None)
    return best if best is not None and _overlap(start, end, best.start, best.end) >= ALIKE else None


def _stated(question: str, answer: str, like: "QA | TokenQA | None") -> tuple[str, str]:
    """Statement and role: those of the rules' QA where there is one, else question and answer and no role."""
    return (like.statement, like.role) if like else (f"{question} {answer}", "")


def _overlap(start: int, end: int, other_start: int, other_end: int) -> float:
    shared = min(end, other_end) - max(start, other_start)
    return max(0.0, shared / (max(end, other_end) - min(start, other_start)))
