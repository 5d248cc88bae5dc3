"""The bundled writer of atomic content units (ACUEval, section 3): rules over the dependency parse.

Each clause gives its core, and the core once more with each adjunct; conjuncts, appositions, relative and participial
clauses and reported speech become statements of their own. The words are those of the text: only forms of "be", articles
and the names that pronouns stand for are added.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engines.decomposition.asides import asides
from engines.decomposition.assembly import adjunct_items, core, is_distributive, separable, singular, verb_group
from engines.decomposition.clauses import Clause, clause_of, is_fact, is_measure, is_purpose
from engines.decomposition.coverage import uncovered
from engines.decomposition.lexicon import words
from engines.decomposition.modifiers import on_the_side
from engines.decomposition.phrases import Items, noun_phrase, own_tokens, phrase, read
from engines.decomposition.pronouns import Pronouns
from engines.decomposition.reading import Reading, place, readings
from engines.decomposition.relatives import may_stand_alone, participle, relative_clause
from engines.parsing.syntax import SUBJECTS, VERBAL, children
from engines.roles import ContentUnit
from engines.text import Text, union

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

IDENTITY = "clause-rules/4"
_FEWEST_WORDS = 2


@dataclass(frozen=True)
class _Draft:
    items: Items
    focus: Sequence["Token"]
    kind: str
    attributed: bool = False


def decompose(text: Text) -> list[ContentUnit]:
    """The content units of `text` in order; repeated ones are merged, with the spans of all mentions."""
    found = readings(text)
    pronouns = Pronouns([reading.doc for reading in found])
    units: dict[str, ContentUnit] = {}
    for index, reading in enumerate(found):
        for draft in _with_fallback(reading):
            statement = read(draft.items, pronouns.name)
            if len(statement.split()) < _FEWEST_WORDS or _dangles(draft.items):
                continue
            spans, focus = _spans(text, index, own_tokens(draft.items)), _spans(text, index, draft.focus)
            unit = ContentUnit(statement, index, spans, focus or spans, draft.kind, draft.attributed)
            key = _key(statement)
            units[key] = _merged(units[key], unit) if key in units else unit
    return list(units.values())


class RuleWriter:
    """The bundled writer; fills the role of `engines.roles.ACUWriter`."""

    name = "rules"
    identity = IDENTITY

    def write(self, output: Text) -> list[ContentUnit]:
        """See `decompose`."""
        return decompose(output)


def _dangles(items: Items) -> bool:
    """Whether a relative pronoun is left in a statement without the noun that it stands for."""
    tokens = own_tokens(items)
    for n, token in enumerate(tokens):
        if token.tag_ in ("WDT", "WP", "WP$") and token.lower_ in ("which", "who", "whom", "whose", "that"):
            clause = next((a for a in token.ancestors if a.dep_ == "relcl"), None)
            if (clause is not None and clause.head not in tokens[:n]) or (clause is None and n < 4 and tokens[-1].text != "?"):
                return True
    return False


def _key(statement: str) -> str:
    """What makes two statements the same: their words, whatever the articles and marks."""
    return " ".join(w for w in "".join(c if c.isalnum() else " " for c in statement.lower()).split() if w not in ("a", "an", "the"))


def _merged(first: ContentUnit, again: ContentUnit) -> ContentUnit:
    return replace(
        first,
        spans=union([*first.spans, *again.spans]),
        focus=union([*first.focus, *again.focus]),
        attributed=first.attributed and again.attributed,
    )


def _spans(text: Text, sentence: int, tokens: Sequence["Token"]) -> tuple[tuple[int, int], ...]:
    """Characters of the text that tokens stand for, neighbouring ones joined over the space between them."""
    offset = text.sentences[sentence][0]
    spans: list[tuple[int, int]] = []
    for start, end in sorted({place(t) for t in tokens}):
        first, last = offset + start, offset + end
        if first == last:
            continue
        if spans and not text.text[spans[-1][1] : first].strip():
            spans[-1] = (spans[-1][0], max(spans[-1][1], last))
        else:
            spans.append((first, last))
    return tuple(spans)


def _with_fallback(reading: Reading) -> Iterator[_Draft]:
    """The drafts of a sentence; the sentence itself when it has no clause, or when they leave much of it out."""
    doc = reading.doc
    drafts = list(_drafts(doc))
    yield from drafts
    for kind, items, content in asides(reading):
        yield _Draft(items, content, kind)
    if uncovered(doc, [own_tokens(d.items) for d in drafts]):
        yield _Draft([t for t in doc if not t.is_space], [t for t in doc if not t.is_space], "sentence")


def _drafts(doc: "Doc") -> Iterator[_Draft]:
    for token in doc:
        if token.dep_ == "ROOT" and token.pos_ in VERBAL:
            yield from _clauses(token, False, set())
    roots = [t for t in doc if t.dep_ == "ROOT"]
    if not any(t.pos_ in VERBAL for t in roots):
        yield _Draft([t for t in doc if not t.is_space], [t for t in doc if not t.is_space], "sentence")
        return
    for token in doc:
        if token.dep_ in ("relcl", "acl") and may_stand_alone(token):
            clause = relative_clause(token) if token.dep_ == "relcl" else participle(token)
            if clause is not None:
                yield from _statements(clause, "relative" if token.dep_ == "relcl" else "participle", False)
                if token.dep_ == "relcl":
                    yield from _coordinated_relative(token, clause)
    for kind, items, token in on_the_side(iter(doc)):
        yield _Draft(items, sorted(token.subtree, key=lambda t: t.i), kind)


def _coordinated_relative(verb: "Token", clause: Clause) -> Iterator[_Draft]:
    """The later verbs of a relative clause share its subject."""
    for conjunct in verb.conjuncts:
        if conjunct.i > verb.i and conjunct.pos_ in VERBAL and not children(conjunct, *SUBJECTS) and clause.head is not None:
            yield from _statements(clause_of(conjunct, clause.subject, clause.head), "relative", False)


def _clauses(verb: "Token", attributed: bool, seen: set[int]) -> Iterator[_Draft]:
    """The statements of a verb's clause, then of the clauses coordinated with it, reported by it or added to it."""
    if verb.i in seen:
        return
    seen.add(verb.i)
    clause = clause_of(verb)
    report = _reported(clause)
    if report is not None:
        yield from _report(clause, report, attributed)
        if _asserts(verb):
            yield from _clauses(report, True, seen)
    else:
        yield from _statements(clause, "clause", attributed)
    for participle_verb in verb.subtree:
        if participle_verb.dep_ == "conj" and participle_verb.tag_ == "VBD" and participle_verb.head.dep_ == "acl":
            yield from _statements(clause_of(participle_verb, clause.subject, clause.head), "clause", attributed)
    for governor in [t for t in clause.group if t.pos_ in VERBAL] or [verb]:
        for child in governor.children:
            if child.dep_ == "conj" and child.pos_ in VERBAL and not _is_noun_after_all(child):
                if is_purpose(child):
                    yield _Draft(core(clause, adjunct=child), phrase(child), "adjunct", attributed)
                else:
                    yield from _clauses(child, attributed, seen)
            elif child.dep_ in ("parataxis", "ccomp") and child is not report and child.pos_ in VERBAL and children(child, *SUBJECTS):
                if child.dep_ == "parataxis" or _is_loose_complement(governor, child):
                    yield from _clauses(child, attributed, seen)
            elif child.dep_ == "advcl" and is_fact(child):
                yield from _clauses(child, attributed, seen)


def _is_noun_after_all(verb: "Token") -> bool:
    """A word taken for a verb in a list of nouns: "received a cut to his shin and puncture wounds" goes from past to present."""
    shares = not children(verb, *SUBJECTS, "aux", "auxpass")
    return shares and verb.tag_ in ("VBP", "VB") and verb.head.tag_ == "VBD" and not children(verb.head, "aux")


def _is_loose_complement(verb: "Token", child: "Token") -> bool:
    """Two main clauses run together, which the parse makes a complement: "The ship sank; nobody was hurt"."""
    return child.i < verb.i and not _is_saying(verb) and verb.doc[child.right_edge.i + 1].text in (";", ",", ":", "-")


def _reported(clause: Clause) -> "Token | None":
    """The clause that a verb of saying reports."""
    if not _is_saying(clause.innermost) and not _is_saying(clause.verb):
        return None
    if any(c.dep_ == "prep" for c in clause.complements):
        return None
    said = next((c for c in clause.complements if c.dep_ == "ccomp" and c.pos_ in VERBAL), None)
    return said if said is not None and children(said, *SUBJECTS, "expl") else None


def _is_saying(verb: "Token") -> bool:
    return verb.lemma_.lower() in words("saying")


def _asserts(verb: "Token") -> bool:
    negated = any(c.dep_ == "neg" for c in verb.children)
    return verb.lemma_.lower() in words("asserted complement") and not negated and not _is_question(verb)


def _is_question(verb: "Token") -> bool:
    return any(c.dep_ == "mark" and c.lower_ in ("whether", "if") for child in verb.children for c in child.children)


def _report(clause: Clause, said: "Token", attributed: bool) -> Iterator[_Draft]:
    """ "X said that Y" as a whole, Y with what it cannot do without."""
    if clause.subject is None:
        if not _asserts(clause.verb):
            yield from _statements(clause, "clause", attributed)
        return
    inner = clause_of(said)
    words_of_mouth = own_tokens(core(inner)) if inner.subject is not None else phrase(said)
    marks = [c for c in said.children if c.dep_ == "mark"]
    lead: Items = [*clause.subject, *verb_group(clause)]
    rest = [t for c in clause.complements if c.i != said.i and c.dep_ in ("dobj", "dative", "prt") for t in phrase(c)]
    whole = inner.subject is None or not _asserts(clause.verb)
    content: Items = list(phrase(said)) if whole else [*marks, *core(inner)]
    question = any(t.tag_ in ("WP", "WRB", "WDT", "WP$") for t in phrase(said)[:2])
    if inner.subject is not None and not marks and not question and said.tag_ not in ("VB", "VBG"):
        content = ["that", *content]
    yield _Draft([*lead, *rest, *content], [*own_tokens(lead), *words_of_mouth], "report", attributed)
    for adjunct in clause.adjuncts:
        if adjunct.dep_ in ("prep", "npadvmod") and not _is_connective(adjunct):
            added = phrase(adjunct)
            items: Items = [*added, ",", *lead, *rest, *content] if adjunct.i < clause.verb.i else [*lead, *rest, *added, *content]
            yield _Draft(items, added, "adjunct", attributed)


def _statements(clause: Clause, kind: str, attributed: bool) -> Iterator[_Draft]:
    """The core of a clause, cut at its conjuncts, and the core with each adjunct."""
    if clause.subject is None:
        if clause.verb.dep_ == "ROOT":
            yield _Draft(list(phrase(clause.verb)), phrase(clause.verb), "sentence", attributed)
        return
    if not clause.is_finite:
        return
    said = {t.i for t in own_tokens(core(clause))}
    adjuncts = [a for a in clause.adjuncts if not _is_connective(a) and not {t.i for t in phrase(a)} <= said and not is_measure(a)]
    if _is_contentful(clause) or not adjuncts:
        yield from _core_drafts(clause, kind, attributed)
    conjuncts = _conjuncts(clause)
    for adjunct in adjuncts:
        head = next(iter(children(adjunct, "pobj")), None) if adjunct.dep_ == "prep" else None
        parts: list[Token | None] = [*(separable(head) if head is not None else [])]
        for part in parts or [None]:
            items = core(clause, conjuncts[0] if conjuncts else None, adjunct, part=part)
            focus = own_tokens(adjunct_items(adjunct, part))
            yield _Draft(items, focus, "adjunct", attributed)


def _core_drafts(clause: Clause, kind: str, attributed: bool) -> Iterator[_Draft]:
    predicate = [*clause.group, *(t for c in clause.complements for t in phrase(c))]
    conjuncts = _conjuncts(clause)
    for part in conjuncts:
        yield _Draft(core(clause, part), [*clause.group, *own_tokens(noun_phrase(part, alone=True))], "conjunct", attributed)
    if conjuncts:
        return
    subjects = separable(clause.head) if clause.head is not None and clause.head.dep_ in SUBJECTS else []
    if subjects and is_distributive(clause):
        for part in subjects:
            items = singular(core(clause, subject=noun_phrase(part, alone=True)), clause, part)
            yield _Draft(items, [*own_tokens(noun_phrase(part, alone=True)), *predicate], "conjunct", attributed)
        return
    yield _Draft(core(clause), [*own_tokens(clause.subject or []), *predicate], kind, attributed)


def _conjuncts(clause: Clause) -> list["Token"]:
    """The conjuncts of the first complement that can be said one by one."""
    found = (separable(c) for c in clause.complements if c.dep_ in ("dobj", "attr", "acomp", "oprd"))
    return next((parts for parts in found if parts), [])


def _is_contentful(clause: Clause) -> bool:
    """Whether the core says something without its adjuncts."""
    if clause.complements or len([t for t in clause.group if t.pos_ in VERBAL and t.dep_ not in ("aux", "auxpass")]) > 1:
        return True
    return clause.innermost.lemma_.lower() not in words("light verbs") | words("needs a complement")


def _is_connective(adjunct: "Token") -> bool:
    """ "However", "in addition", "for example": they join sentences and say nothing themselves."""
    phrase_text = " ".join(t.lower_ for t in phrase(adjunct))
    if adjunct.tag_ == "WRB":
        return True
    return phrase_text in words("connective phrases") or adjunct.lower_ in words("connectives")
