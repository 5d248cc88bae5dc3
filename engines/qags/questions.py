"""Questions about answer candidates, and which of them are worth asking (QAGS, section 4 and appendix B).

The parser's QA-SRL questions are completed: "What did someone report?" becomes "What did the distiller report?", so that the
question can be answered from another text. A candidate that the parser asks nothing about is asked for in its place:
"The distiller reported a drop in what?".
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.core.plain.spacing import single_spaced
from engines.core.results import Span
from engines.core.roles import QA, ParsedPredicate, QuestionWriter
from engines.core.text import Text
from engines.english.auxiliaries import FINITE_OR_NEGATED
from engines.qags.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

MOST_QUESTIONS = 20
"""K of the paper."""
SHORTEST = 3
"""Fewest tokens of a question."""
_PLACEHOLDER = re.compile(r"\b(?:(?:do|doing|done|be|being) )?(?:someone|something|somewhere)\b")
_LONGEST_FILLER = 12
_WH = {"when": "when", "number": "how many", "where": "where", "who": "who", "what": "what"}
_KINDS = {"verb": 0.4, "copula": 0.3, "apposition": 0.2, "noun": 0.1}


@dataclass(frozen=True)
class Question:
    """A question about one answer candidate.

    Attributes:
        text: the question.
        answer: the candidate that it was written for.
        predicate, role: what the answer is to what, where the parser knows ("" if not): "report", "object".
        rank: how good a question it is likely to be; the best are asked.
    """

    text: str
    answer: Candidate
    predicate: str
    role: str
    rank: float


def questions(
    text: Text, docs: Sequence["Doc"], found: Sequence[Candidate], predicates: Sequence[ParsedPredicate], most: int = MOST_QUESTIONS
) -> list[Question]:
    """At most `most` questions, the likeliest to be good first within each round: every candidate is asked about before any is twice."""
    by_candidate: list[list[Question]] = []
    for candidate in found:
        asked = _from_parser(text, docs, candidate, predicates)
        placed = _in_place(text, docs[candidate.sentence], candidate)
        by_candidate.append(sorted(asked, key=lambda q: -q.rank)[:2] or ([placed] if placed else []))
    return _best(by_candidate, most)


def written_questions(writer: QuestionWriter, text: Text, found: Sequence[Candidate], most: int = MOST_QUESTIONS) -> list[Question]:
    """The same from a model: its questions about each candidate, filtered and ordered as the bundled ones are."""
    by_candidate = []
    for candidate, texts in zip(found, writer.write(text, [candidate.span for candidate in found]), strict=True):
        by_candidate.append([Question(t.strip(), candidate, "", "", candidate.is_entity - 0.1 * i) for i, t in enumerate(texts[:2])])
    return _best(by_candidate, most)


def _best(by_candidate: Sequence[Sequence[Question]], most: int) -> list[Question]:
    by_candidate = [[q for q in map(_cut, asked) if _fit(q)] for asked in by_candidate]
    rounds = [[qs[i] for qs in by_candidate if len(qs) > i] for i in range(2)]
    ordered = [q for round_ in rounds for q in sorted(round_, key=lambda q: -q.rank)]
    unique = list({(q.text.lower(), q.answer.sentence): q for q in reversed(ordered)}.values())[::-1]
    return unique[:most]


def _cut(question: Question) -> Question:
    """Without what follows the first question mark."""
    text = question.text
    mark = text.find("?")
    return question if mark < 0 else Question(text[: mark + 1], question.answer, question.predicate, question.role, question.rank)


def _fit(question: Question) -> bool:
    """Whether a question is long enough, grammatical as far as can be told, and does not hold its own answer."""
    words = re.findall(r"[^\W_]+", question.text.lower())
    answer = re.findall(r"[^\W_]+", question.answer.span.text.lower())
    if len(words) < SHORTEST or not answer:
        return False
    content = [
        w for w in words if w not in FINITE_OR_NEGATED and w not in ("who", "what", "when", "where", "how", "many", "someone", "something")
    ]
    within = any(words[i : i + len(answer)] == answer for i in range(len(words)))
    return bool(content) and not within and question.text.count("(") == question.text.count(")")


def _from_parser(text: Text, docs: Sequence["Doc"], candidate: Candidate, predicates: Sequence[ParsedPredicate]) -> list[Question]:
    asked = []
    start = text.sentences[candidate.sentence][0]
    doc = docs[candidate.sentence]
    for parsed in predicates:
        if parsed.sentence != candidate.sentence:
            continue
        for qa in parsed.qas:
            if _head(doc, qa.answer.start - start, qa.answer.end - start) != candidate.head:
                continue
            filled = completed(qa, [other for other in parsed.qas if other is not qa], candidate.span, text.model_text)
            left = len(_PLACEHOLDER.findall(filled))
            rank = candidate.is_entity + _KINDS.get(parsed.predicate.kind, 0.0) + 0.5 * qa.score - 0.3 * left - 0.2 * qa.implied
            asked.append(Question(filled, candidate, parsed.lemma, qa.role, rank))
    return asked


def _head(doc: "Doc", start: int, end: int) -> int | None:
    """The token that governs a span of characters of a sentence."""
    # The text of a Doc is put together anew whenever it is asked for, so its end is read from the last token.
    if start < 0 or not len(doc) or end > doc[-1].idx + len(doc[-1]):
        return None
    span = doc.char_span(start, end, alignment_mode="expand")
    if span is None:
        return None
    root: Token = span.root
    while root.dep_ == "prep" or (root.pos_ == "ADP" and any(c.dep_ == "pobj" for c in root.children)):
        below = next((c for c in root.children if c.dep_ == "pobj" and span.start <= c.i < span.end), None)
        if below is None:
            break
        root = below
    return int(root.i)


def completed(qa: QA, others: Sequence[QA], answer: Span, plain: str) -> str:
    """The question with its placeholders filled by the other answers of the same predicate, where one fits.

    Args:
        plain: the plain copy of the text that the answers are spans of.
    """
    text, free = qa.question, [o for o in others if o.answer.end <= answer.start or o.answer.start >= answer.end]
    free = [o for o in free if len(o.answer.text.split()) <= _LONGEST_FILLER and o.answer.text != answer.text]
    result, position = "", 0
    for match in _PLACEHOLDER.finditer(text):
        before = text[: match.start()].split()
        previous = before[-1].lower() if before else ""
        chosen = _filler(previous, match.group(), free)
        result += text[position : match.start()]
        if chosen is None:
            result += match.group()
        else:
            free.remove(chosen)
            result += _inside_sentence(plain[chosen.answer.start : chosen.answer.end], previous)
        position = match.end()
    return result + text[position:]


def _filler(previous: str, placeholder: str, free: Sequence[QA]) -> QA | None:
    """The QA whose answer stands for a placeholder: after an auxiliary the subject, after a preposition that preposition's noun."""
    if previous in FINITE_OR_NEGATED:
        wanted = [o for o in free if o.role == "subject"] or [o for o in free if o.role == "object"]
    elif " " in placeholder:
        wanted = [o for o in free if o.role == "complement"]
    else:
        wanted = [o for o in free if o.role == "prepositional" and o.question.rstrip("?").split()[-1:] == [previous]]
        if not wanted:
            wanted = [o for o in free if o.role in ("object", "attribute", "indirect object")]
    return wanted[0] if wanted else None


def _inside_sentence(filler: str, previous: str) -> str:
    """An answer as it stands inside a question: no preposition twice, no capital of a sentence's beginning."""
    words = filler.split()
    if previous and words[0].lower() == previous:
        words = words[1:] or words
    if words[0] in ("The", "A", "An", "His", "Her", "Its", "Their", "This", "These", "Some", "Many", "Two", "In", "On", "At"):
        words[0] = words[0].lower()
    return " ".join(words)


def _in_place(text: Text, doc: "Doc", candidate: Candidate) -> Question | None:
    """The clause around a candidate with a question word in its place."""
    clause: Token = doc[candidate.head]
    while clause.head.i != clause.i and not (clause.pos_ in ("VERB", "AUX") and len(list(clause.subtree)) >= 5):
        clause = clause.head
    tokens = sorted(t.i for t in clause.subtree)
    first, last = tokens[0], tokens[-1] + 1
    if not first <= candidate.first < candidate.last <= last or last - first > 60:
        return None
    owner = candidate.last < last and doc[candidate.last].tag_ == "POS"
    before = doc[first : candidate.first].text
    after = doc[candidate.last + owner : last].text.rstrip(" .!?;,:\"'”’")
    word = "whose" if owner else _WH[candidate.sort]
    if candidate.sort == "number" and not owner:
        word = "how much" if candidate.label in ("MONEY", "PERCENT") else "how many"
    joined = single_spaced(" ".join((before, word, after)))
    joined = re.sub(r"\s+([,.;:!)])", r"\1", joined)
    governor = next((a for a in doc[candidate.head].ancestors if a.pos_ == "VERB"), None)
    rank = candidate.is_entity + 0.2 - 0.01 * (last - first)
    role = {"nsubj": "subject", "nsubjpass": "object", "dobj": "object", "attr": "attribute"}.get(doc[candidate.head].dep_, "")
    return Question(joined[0].upper() + joined[1:] + "?", candidate, governor.lemma_.lower() if governor else "", role, rank)
