"""Questions about answer candidates, and which of them are worth asking (QAGS, section 4 and appendix B).

The parser's QA-SRL questions are completed: "What did someone report?" becomes "What did the distiller report?", so that the
question can be answered from another text. A candidate that the parser asks nothing about is asked for in its place:
"The distiller reported a drop in what?".
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.core.plain.spacing import single_spaced
from engines.core.results import Span
from engines.core.roles import QA, ParsedPredicate, QuestionWriter
from engines.core.text import Text
from engines.english.auxiliaries import FINITE_OR_NEGATED
from engines.english.pronouns import OBJECT_FORMS, SUBJECT_FORMS, THEY, WE, YOU
from engines.parsing.repairs.repair import repaired
from engines.parsing.syntax.dependencies import SUBJECTS
from engines.parsing.wording.phrases import clause_text
from engines.qags.candidates import Candidate

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

MOST_QUESTIONS = 20
"""K of the paper."""
SHORTEST = 3
"""Fewest tokens of a question."""
_PLACEHOLDER = re.compile(r"\b(?:(?:do|doing|done|be|being) )?(?:someone|something|somewhere)\b")
_LONGEST_FILLER = 12
_LONGEST_CLAUSE = 30
"""Words of a filler, and of a clause that is asked about as it stands."""
_PLURAL = {
    "is": "are", "was": "were", "does": "do", "has": "have",
    "isn't": "aren't", "wasn't": "weren't", "doesn't": "don't", "hasn't": "haven't",
}  # fmt: skip
_RELATIVE = frozenset({"WP", "WDT", "WP$", "WRB"})
_BEFORE_NOUN = frozenset({"amod", "compound", "nmod", "nummod"})
_SAID_BY_WH = frozenset({"at", "during", "in", "on"})
"""Prepositions that "when" and "where" have in them."""
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
    docs = [repaired(doc) for doc in docs]
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
            others = [other for other in parsed.qas if other is not qa]
            plural = {o.answer.start for o in others if _is_plural(doc, o.answer.start - start, o.answer.end - start)}
            filled = completed(qa, others, candidate.span, _begun_small(text.model_text, start, doc), plural)
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


def _begun_small(plain: str, start: int, doc: "Doc") -> str:
    """A text with one sentence as it stands inside another: without the capital of its beginning, if that is no name's."""
    first = clause_text(doc, 0, 1) if len(doc) else ""
    return plain[:start] + first + plain[start + len(first) :]


def _is_plural(doc: "Doc", start: int, end: int) -> bool:
    """Whether a phrase takes a verb in the plural: "the ferries", "Ana and Ben", "you"."""
    head = _head(doc, start, end)
    if head is None:
        return False
    token = doc[head]
    inside = any(c.dep_ == "conj" and c.idx < end for c in token.children)
    return inside or token.tag_ in ("NNS", "NNPS") or token.lower_ in (*WE, *YOU, *THEY)


def completed(qa: QA, others: Sequence[QA], answer: Span, plain: str, plural: Collection[int] = ()) -> str:
    """The question with its placeholders filled by the other answers of the same predicate, where one fits.

    Args:
        qa: asked with placeholders.
        others: the QAs whose answers may fill them.
        answer: what is asked for; no filler overlaps it.
        plain: the plain copy of the text that the answers are spans of.
        plural: where the fillers begin that take a verb in the plural.
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
            if previous in FINITE_OR_NEGATED and chosen.answer.start in plural:
                result = _agreeing(result)
            result += _inside_sentence(plain[chosen.answer.start : chosen.answer.end], previous)
        position = match.end()
    return result + text[position:]


def _agreeing(text: str) -> str:
    """The beginning of a question up to its auxiliary, which gets the form of the plural: "What do the ferries carry?"."""
    before, _, auxiliary = text.rstrip().rpartition(" ")
    return f"{before} {_PLURAL.get(auxiliary.lower(), auxiliary)} ".lstrip()


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
    """An answer in the place of a placeholder: no preposition twice, pronouns in their case."""
    words = filler.split()
    if previous and words[0].lower() == previous:
        words = words[1:] or words
    if len(words) == 1:
        forms = SUBJECT_FORMS if previous in FINITE_OR_NEGATED else OBJECT_FORMS
        return forms.get(words[0].lower(), words[0])
    return " ".join(words)


def _in_place(text: Text, doc: "Doc", candidate: Candidate) -> Question | None:
    """The clause around a candidate with a question word in its place; None where no clause with a subject of its own is around it."""
    head: Token = doc[candidate.head]
    clause = next((t for t in (head, *head.ancestors) if _can_be_asked(t)), None)
    modifies = head.dep_ in _BEFORE_NOUN and head.head.i >= candidate.last
    if clause is None or (candidate.sort == "when" and modifies):  # "the 2014 film"
        return None
    tokens = sorted(t.i for t in clause.subtree)
    first, last = tokens[0], tokens[-1] + 1
    while first < clause.i and (doc[first].is_punct or (doc[first].head == clause and _opens(doc[first]))):
        first += 1
    if not first <= candidate.first < candidate.last <= last or last - first > _LONGEST_CLAUSE:
        return None
    owner = candidate.last < last and doc[candidate.last].tag_ == "POS"
    word, start = ("whose", candidate.first) if owner else _asked_in_place(doc, first, candidate)
    before = clause_text(doc, first, start) if start > first else ""
    after = doc[candidate.last + owner : last].text.rstrip(" .!?;,:\"'”’")
    joined = single_spaced(" ".join((before, word, after)))
    joined = re.sub(r"\s+([,.;:!)])", r"\1", joined)
    governor = next((a for a in head.ancestors if a.pos_ == "VERB"), None)
    rank = candidate.is_entity + 0.2 - 0.01 * (last - first)
    role = {"nsubj": "subject", "nsubjpass": "object", "dobj": "object", "attr": "attribute"}.get(head.dep_, "")
    return Question(joined[0].upper() + joined[1:] + "?", candidate, governor.lemma_.lower() if governor else "", role, rank)


def _opens(token: "Token") -> bool:
    """Whether a word only joins its clause to another one."""
    return token.dep_ in ("cc", "mark") or token.tag_ == "WRB"


def _can_be_asked(clause: "Token") -> bool:
    """Whether a clause stands by itself: a verb with a subject that names its own, and no infinitive."""
    if clause.pos_ not in ("VERB", "AUX") or not any(c.dep_ in SUBJECTS | {"expl"} and c.tag_ not in _RELATIVE for c in clause.children):
        return False
    return not any(c.dep_ == "aux" and c.lower_ == "to" for c in clause.children)


def _asked_in_place(doc: "Doc", first: int, candidate: Candidate) -> tuple[str, int]:
    """The question word for a candidate, and the token from which it stands instead: "in 1950" is "when", "a 40-foot" is "what"."""
    start, before = candidate.first, doc[candidate.first - 1] if candidate.first > first else None
    if candidate.sort == "number":
        noun = doc[candidate.head].head if doc[candidate.head].dep_ in ("nummod", "quantmod", "compound", "nmod", "amod") else None
        if noun is not None and noun.i >= candidate.last and noun.tag_ not in ("NNS", "NNPS"):
            article = before is not None and before.dep_ == "det"
            return "what", start - article
        return ("how much" if candidate.label in ("MONEY", "PERCENT") else "how many"), start
    if candidate.sort in ("when", "where") and before is not None and before.lower_ in _SAID_BY_WH:
        return _WH[candidate.sort], start - 1
    return _WH[candidate.sort], start
