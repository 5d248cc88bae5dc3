"""Relations between clauses and sentences: cause, concession, contrast, condition, time (QADiscourse, Pyatkin et al. 2020).

Within a sentence, a subordinate clause of a verb is already an adjunct of that verb ("When was someone arrested?"); here are
the clauses of copulas, results ("…, so …") and what a connective at the beginning of a sentence says about the sentence before.
"""

from typing import TYPE_CHECKING, NamedTuple

from engines.parsing.arguments.structures import Argument
from engines.parsing.arguments.verbs import verb_arguments
from engines.parsing.predicates.copulas import copular_qas, copular_question
from engines.parsing.predicates.detection import predicate_kind, predicate_lemma
from engines.parsing.syntax.dependencies import clause_span
from engines.parsing.wording.frames import Frame
from engines.parsing.wording.phrases import capitalised, clause_text
from engines.parsing.wording.qas import WordedQA
from engines.parsing.wording.questions import worded
from engines.parsing.wording.statements import stated

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


class Relation(NamedTuple):
    """How a relation is asked for and stated: "Why did someone leave?", "… because …"."""

    name: str
    wh: str
    link: str


CAUSE = Relation("why", "why", "because")
CONCESSION = Relation("concession", "despite what", "although")
CONTRAST = Relation("contrast", "in contrast to what", ", whereas")
CONDITION = Relation("condition", "on what condition", "if")
AFTER = Relation("when", "after what", "after")
BEFORE = Relation("when", "before what", "before")

_BETWEEN_SENTENCES = {
    "as a result": CAUSE, "as a consequence": CAUSE, "consequently": CAUSE, "therefore": CAUSE, "thus": CAUSE, "hence": CAUSE,
    "because of this": CAUSE, "because of that": CAUSE, "for this reason": CAUSE, "for that reason": CAUSE, "accordingly": CAUSE,
    "as such": CAUSE, "due to this": CAUSE, "this is why": CAUSE, "in response": CAUSE,
    "nevertheless": CONCESSION, "nonetheless": CONCESSION, "despite this": CONCESSION, "despite that": CONCESSION, "even so": CONCESSION,
    "in spite of this": CONCESSION, "still": CONCESSION, "yet": CONCESSION,
    "in contrast": CONTRAST, "by contrast": CONTRAST, "on the other hand": CONTRAST, "conversely": CONTRAST,
    "after that": AFTER, "after this": AFTER, "afterwards": AFTER, "afterward": AFTER, "subsequently": AFTER, "then": AFTER,
    "before that": BEFORE, "before this": BEFORE,
}  # fmt: skip
_MARKERS = {
    "because": CAUSE, "since": CAUSE, "as": CAUSE, "although": CONCESSION, "though": CONCESSION, "if": CONDITION, "unless": CONDITION,
    "when": Relation("when", "when", ""), "after": Relation("when", "when", ""), "before": Relation("when", "when", ""),
    "until": Relation("when", "when", ""), "once": Relation("when", "when", ""),
    "whereas": CONTRAST,
}  # fmt: skip
_MOST_WORDS = 45
"""A longer neighbouring sentence is no clear answer."""


def relation_qas(doc: "Doc", previous: "Doc | None" = None) -> list[WordedQA]:
    """The relations that the clauses of a sentence stand in, and its relation to the sentence before it."""
    root = next((token for token in doc if token.dep_ == "ROOT"), None)
    if root is None or doc[len(doc) - 1].text == "?":
        return []
    found = [qa for token in doc if (qa := _subordinate(token) or _result(token)) is not None]
    if previous is not None and (qa := _between(doc, root, previous)) is not None:
        found.append(qa)
    return found


def _subordinate(clause: "Token") -> WordedQA | None:
    """A subordinate clause of a copula."""
    governor = clause.head
    if clause.dep_ != "advcl" or predicate_kind(governor) != "copula" or clause.pos_ not in ("VERB", "AUX"):
        return None
    marker = next((c for c in clause.children if c.dep_ in ("mark", "advmod") and c.i < clause.i and c.lower_ in _MARKERS), None)
    if marker is None:
        return None
    relation = _MARKERS[marker.lower_]
    question = copular_question(clause.doc, governor.i, relation.wh)
    said = copular_qas(clause.doc, governor.i)
    start, end = clause_span(clause, governor.i, keep_mark=True)
    if not question or not said:
        return None
    text = clause_text(clause.doc, start, end)
    return WordedQA(governor.i, question, start, end, capitalised(f"{said[0].statement.rstrip('.')} {text}"), relation.name)


def _result(second: "Token") -> WordedQA | None:
    """ "The train was late, so he walked": why he walked."""
    first = second.head
    if second.dep_ != "conj" or not any(c.dep_ == "cc" and c.lower_ == "so" and c.i < second.i for c in first.children):
        return None
    if second.pos_ not in ("VERB", "AUX") or not any(c.dep_ in ("nsubj", "nsubjpass") for c in second.children):
        return None
    asked = _asked(second, CAUSE)
    if asked is None:
        return None
    inside = {token.i for token in second.subtree}
    start = first.left_edge.i
    end = next((i for i in range(start, len(first.doc)) if i in inside or first.doc[i].lower_ == "so"), len(first.doc))
    return _linked(second, asked, CAUSE, first.doc, start, end, 0)


def _between(doc: "Doc", root: "Token", previous: "Doc") -> WordedQA | None:
    """What a connective at the beginning says about the sentence before."""
    opening = [token.lower_ for token in doc[:5]]
    length = next((n for n in (4, 3, 2, 1) if " ".join(opening[:n]) in _BETWEEN_SENTENCES), 0)
    if not length or len(previous) > _MOST_WORDS or previous[len(previous) - 1].text in ("?", ":"):
        return None
    relation = _BETWEEN_SENTENCES[" ".join(opening[:length])]
    following = doc[length] if length < len(doc) else None
    if following is not None and following.lower_ in ("to", "with"):  # "in response to the strike"
        return None
    if following is None or (" ".join(opening[:length]) in ("still", "yet", "then", "thus", "as such") and following.text != ","):
        return None
    asked = _asked(root, relation, length)
    start, end = _main_part(previous)
    if asked is None or end - start < 3 or not any(token.pos_ in ("VERB", "AUX") for token in previous[start:end]):
        return None
    return _linked(root, asked, relation, previous, start, end, -1)


def _asked(verb: "Token", relation: Relation, first: int = 0) -> tuple[str, str] | None:
    """(question, statement of the clause alone) for a clause in a relation; arguments before token `first` are its connective."""
    doc = verb.doc
    kind = predicate_kind(verb)
    if kind == "copula":
        question, said = copular_question(doc, verb.i, relation.wh), copular_qas(doc, verb.i)
        return (question, said[0].statement) if question and said else None
    if kind != "verb":
        return None
    arguments = [a for a in verb_arguments(verb) if a.role != "ADJ" and a.start >= first]
    core = next((a for role in ("OBJ", "CCOMP", "XCOMP", "PREP", "SUBJ") for a in arguments if a.role == role), None)
    if core is None or not any(a.role == "SUBJ" or (a.role == "OBJ" and a.head < verb.i) for a in arguments):
        return None
    frame = Frame.of(doc, verb.i, "verb", predicate_lemma(verb, "verb"), arguments)
    asked = Argument(verb.i, verb.i, verb.i + 1, "ADJ", relation.wh)
    return worded(frame, asked), stated(frame, core)


def _linked(verb: "Token", asked: tuple[str, str], relation: Relation, doc: "Doc", start: int, end: int, sentence: int) -> WordedQA | None:
    while end > start and doc[end - 1].is_punct:
        end -= 1
    while start < end and doc[start].is_punct:
        start += 1
    if end <= start:
        return None
    question, said = asked
    statement = capitalised(f"{said.rstrip('.')} {relation.link} {clause_text(doc, start, end)}".replace(" ,", ","))
    return WordedQA(verb.i, question, start, end, statement, relation.name, implied=True, sentence=sentence)


def _main_part(doc: "Doc") -> tuple[int, int]:
    """A sentence without its own opening connective and its closing marks."""
    start, end = 0, len(doc)
    opening = [token.lower_ for token in doc[:5]]
    for length in (4, 3, 2, 1):
        if " ".join(opening[:length]) in _BETWEEN_SENTENCES or (length == 1 and opening[:1] in (["but"], ["and"], ["so"])):
            start = length
            break
    return start, end
