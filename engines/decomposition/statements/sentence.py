"""The statements of one sentence: its clauses, taken apart, and what its noun phrases say on the side."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.decomposition.clauses.attachments import continues, is_connective, is_fact, is_measure, is_purpose
from engines.decomposition.clauses.clause import Clause
from engines.decomposition.clauses.extraction import clause_of, is_main_clause
from engines.decomposition.clauses.indivisible import alternatives, has_time_as_subject, is_indivisible, undivided
from engines.decomposition.lexicon import words
from engines.decomposition.statements.assembly import adjunct_items, core, is_distributive, separable, singular, verb_group
from engines.decomposition.statements.drafts import Draft
from engines.decomposition.statements.modifiers import noun_phrase_statements
from engines.decomposition.statements.relatives import may_stand_alone, participle, relative_clause
from engines.decomposition.statements.reported_speech import asserts, report, reported
from engines.decomposition.wording.phrases import after_comma, is_detached, noun_phrase, own_tokens, phrase
from engines.english.noun_classes import is_time
from engines.parsing.syntax.dependencies import SUBJECTS, VERBAL, children

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


_LONGEST = 40
"""Words of a clause with what a comma adds to it that can be one statement."""


def drafts(doc: "Doc") -> Iterator[Draft]:
    """The statements of a sentence; the sentence itself where it has no clause."""
    for token in doc:
        if token.dep_ == "ROOT" and token.pos_ in VERBAL:
            yield from _clauses(token, False, set())
    roots = [t for t in doc if t.dep_ == "ROOT"]
    if not any(t.pos_ in VERBAL for t in roots) and (predicate := _reduced_in_error(roots)) is not None:
        before = [t for t in noun_phrase(predicate.head) if isinstance(t, str) or t.i < predicate.i]
        yield from _statements(clause_of(predicate, before, predicate.head), "clause", False)
    elif not any(t.pos_ in VERBAL for t in roots):
        yield Draft([t for t in doc if not t.is_space], [t for t in doc if not t.is_space], "sentence")
        return
    for token in doc:
        if token.dep_ in ("relcl", "acl") and may_stand_alone(token):
            clause = relative_clause(token) if token.dep_ == "relcl" else participle(token)
            if clause is not None:
                yield from _statements(clause, "relative" if token.dep_ == "relcl" else "participle", False)
                if token.dep_ == "relcl":
                    yield from _coordinated_relative(token, clause)
            elif after_comma(token) and is_detached(token):
                yield from _with_what_is_said_of_it(token)
    described = set()
    for kind, items, token in noun_phrase_statements(iter(doc)):
        described.add(token.i)
        yield Draft(items, sorted(token.subtree, key=lambda t: t.i), kind)
    for token in doc:
        if token.dep_ == "appos" and token.i not in described and token.pos_ == "NOUN" and after_comma(token) and is_detached(token):
            yield from _with_what_is_said_of_it(token)


def _reduced_in_error(roots: list["Token"]) -> "Token | None":
    """The verb of a sentence that the parse took for a modifier of its subject: "Winslet teamed with a trust"."""
    for root in roots:
        verb = next((c for c in root.children if c.dep_ in ("acl", "relcl") and c.tag_ == "VBD" and c.i == root.i + 1), None)
        if verb is not None and root.pos_ in ("NOUN", "PROPN") and not children(verb, *SUBJECTS):
            return verb
    return None


def _with_what_is_said_of_it(modifier: "Token") -> Iterator[Draft]:
    """A clause up to what a comma adds to it, where it is not sure of which noun that is said."""
    verb = next((a for a in modifier.ancestors if a.pos_ in VERBAL), None)
    if verb is None or verb.dep_ not in ("ROOT", "conj", "relcl", "ccomp", "advcl"):
        return
    clause = clause_of(verb)
    if clause.subject is None or verb.dep_ in ("relcl", "advcl") or not clause.is_finite or _is_a_time_before(clause):
        return
    items = [item for item in undivided(clause) if isinstance(item, str) or item.i <= modifier.right_edge.i]
    if len(items) > _LONGEST:
        return
    yield Draft(items, sorted(modifier.subtree, key=lambda t: t.i), "adjunct", verb.dep_ == "ccomp")


def _coordinated_relative(verb: "Token", clause: Clause) -> Iterator[Draft]:
    """The later verbs of a relative clause share its subject."""
    for conjunct in verb.conjuncts:
        if conjunct.i < verb.i or _begins_anew(conjunct):
            continue
        if conjunct.pos_ in VERBAL and not children(conjunct, *SUBJECTS) and clause.head is not None:
            yield from _statements(clause_of(conjunct, clause.subject, clause.head), "relative", False)


def _begins_anew(conjunct: "Token") -> bool:
    """Whether ", and" stands before a verb: after a relative clause, that goes on with the main one."""
    joint = conjunct.left_edge.nbor(-1) if conjunct.left_edge.i else None
    return joint is not None and joint.dep_ == "cc" and joint.i > 0 and joint.nbor(-1).text == ","


def _clauses(verb: "Token", attributed: bool, seen: set[int]) -> Iterator[Draft]:
    """The statements of a verb's clause, then of the clauses coordinated with it, reported by it or added to it."""
    if verb.i in seen:
        return
    seen.add(verb.i)
    clause = clause_of(verb)
    said = reported(clause)
    if said is not None:
        if clause.subject is None and not asserts(verb):
            yield from _statements(clause, "clause", attributed)
        yield from report(clause, said, attributed)
        if asserts(verb):
            yield from _clauses(said, True, seen)
    else:
        yield from _statements(clause, "clause", attributed)
    for participle_verb in verb.subtree:
        if participle_verb.dep_ == "conj" and participle_verb.tag_ == "VBD" and participle_verb.head.dep_ == "acl":
            yield from _statements(clause_of(participle_verb, clause.subject, clause.head), "clause", attributed)
    either = alternatives(verb)
    for governor in [t for t in clause.group if t.pos_ in VERBAL] or [verb]:
        for child in governor.children:
            if child.dep_ == "conj" and child.pos_ in VERBAL and not _is_noun_after_all(child) and child not in either:
                if is_purpose(child):
                    yield Draft(core(clause, adjunct=child), phrase(child), "adjunct", attributed)
                else:
                    yield from _clauses(child, attributed, seen)
            elif child.dep_ == "conj" and child.pos_ in ("NOUN", "PROPN") and _is_second_object(child, clause):
                items = [*(clause.subject or []), *verb_group(clause), *noun_phrase(child, alone=True)]
                yield Draft(items, [*clause.group, *phrase(child)], "conjunct", attributed)
            elif child.dep_ in ("parataxis", "ccomp") and child is not said and child.pos_ in VERBAL and children(child, *SUBJECTS):
                if child.dep_ == "parataxis" or _is_loose_complement(governor, child):
                    yield from _clauses(child, attributed, seen)
            elif child.dep_ == "advcl" and is_fact(child) and child not in clause.complements:
                yield from _clauses(child, attributed, seen)


def _is_second_object(noun: "Token", clause: Clause) -> bool:
    """A noun that the parse coordinates with the verb, whose object it is: "wrote a book, and a play by request"."""
    if clause.subject is None or noun.head != clause.verb or [c.dep_ for c in clause.complements] not in (["dobj"], ["attr"]):
        return False
    between = noun.doc[clause.complements[0].right_edge.i + 1 : noun.left_edge.i]
    return all(t.dep_ == "cc" or t.text == "," for t in between)


def _is_noun_after_all(verb: "Token") -> bool:
    """A word taken for a verb in a list of nouns: "received a cut to his shin and puncture wounds" goes from past to present."""
    shares = not children(verb, *SUBJECTS, "aux", "auxpass")
    if shares and {verb.tag_, verb.head.tag_} == {"VBZ", "VBP"}:
        return True
    return shares and verb.tag_ in ("VBP", "VB") and verb.head.tag_ == "VBD" and not children(verb.head, "aux")


def _is_loose_complement(verb: "Token", child: "Token") -> bool:
    """Two main clauses run together, which the parse makes a complement: "The ship sank; nobody was hurt"."""
    return child.i < verb.i and is_main_clause(child) and verb.doc[child.right_edge.i + 1].text in (";", ",", ":", "-")


def _statements(clause: Clause, kind: str, attributed: bool) -> Iterator[Draft]:
    """The core of a clause, cut at its conjuncts, and the core with each adjunct."""
    if clause.subject is None:
        if clause.verb.dep_ == "ROOT":
            yield Draft(list(phrase(clause.verb)), phrase(clause.verb), "sentence", attributed)
        return
    if not clause.is_finite or _is_a_time_before(clause):
        return
    if is_indivisible(clause):
        items = undivided(clause)
        yield Draft(items, own_tokens(items), kind, attributed)
        return
    said = {t.i for t in own_tokens(core(clause))}
    adjuncts = [
        a
        for a in clause.adjuncts
        if not is_connective(a) and not {t.i for t in phrase(a)} <= said and not is_measure(a) and not continues(a)
    ]
    if _is_contentful(clause) or not adjuncts:
        yield from _core_drafts(clause, kind, attributed)
    conjuncts = _conjuncts(clause)
    for adjunct in adjuncts:
        head = next(iter(children(adjunct, "pobj")), None) if adjunct.dep_ == "prep" else None
        parts: list[Token | None] = [*(separable(head) if head is not None else [])]
        for part in parts or [None]:
            items = core(clause, conjuncts[0] if conjuncts else None, adjunct, part=part)
            focus = own_tokens(adjunct_items(adjunct, part))
            yield Draft(items, focus, "adjunct", attributed, clause.forms)


def _is_a_time_before(clause: Clause) -> bool:
    """Whether the parse took a time that a sentence begins with for its subject: "The following month, the song was released"."""
    head = clause.head
    if head is None or not (is_time(head) or (head.pos_ in ("NUM", "PROPN") and head.ent_type_ in ("DATE", "TIME"))):
        return False
    return any(c.dep_ == "punct" and c.i == head.i + 1 for c in head.doc[head.i + 1 : head.i + 2]) and not has_time_as_subject(clause)


def _core_drafts(clause: Clause, kind: str, attributed: bool) -> Iterator[Draft]:
    predicate = [*clause.group, *(t for c in clause.complements for t in phrase(c))]
    conjuncts = _conjuncts(clause)
    for part in conjuncts:
        said = [*clause.group, *own_tokens(noun_phrase(part, alone=True))]
        yield Draft(core(clause, part), said, "conjunct", attributed, clause.forms)
    if conjuncts:
        return
    subjects = separable(clause.head) if clause.head is not None and clause.head.dep_ in SUBJECTS else []
    if subjects and is_distributive(clause):
        for part in subjects:
            alone = noun_phrase(part, alone=True)
            yield Draft(core(clause, subject=alone), [*own_tokens(alone), *predicate], "conjunct", attributed, singular(clause, part))
        return
    yield Draft(core(clause), [*own_tokens(clause.subject or []), *predicate], kind, attributed, clause.forms)


def _conjuncts(clause: Clause) -> list["Token"]:
    """The conjuncts of the first complement that can be said one by one."""
    found = (separable(c) for c in clause.complements if c.dep_ in ("dobj", "attr", "acomp", "oprd") or _is_state(c))
    return next((parts for parts in found if parts), [])


def _is_state(complement: "Token") -> bool:
    """The "in good condition" of "is in good condition and of high quality"."""
    return complement.dep_ == "prep" and complement.head.lemma_ == "be"


def _is_contentful(clause: Clause) -> bool:
    """Whether the core says something without its adjuncts."""
    if clause.complements or len([t for t in clause.group if t.pos_ in VERBAL and t.dep_ not in ("aux", "auxpass")]) > 1:
        return True
    return clause.innermost.lemma_.lower() not in words("light verbs") | words("needs a complement")
