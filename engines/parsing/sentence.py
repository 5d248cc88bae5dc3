"""One sentence on its way through the parser: its predicates, their arguments so far, and their QAs in words."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from engines.parsing.arguments.enclosing import ends_in_word
from engines.parsing.arguments.nouns import noun_arguments
from engines.parsing.arguments.structures import ROLE_NAMES, Argument, CandidatePredicate
from engines.parsing.arguments.tails import without_tails
from engines.parsing.arguments.verbs import verb_arguments
from engines.parsing.filters.clause_conflicts import without_clause_conflicts
from engines.parsing.filters.plausibility import is_implied, plausible
from engines.parsing.predicates.attributions import attribution_qas, is_attribution
from engines.parsing.predicates.copulas import copular_qas, is_adjectival
from engines.parsing.predicates.detection import find_predicates, predicate_lemma
from engines.parsing.predicates.locatives import locative_qas
from engines.parsing.predicates.registry import extra_qas
from engines.parsing.scoring.selection import SURE_EVENT, Thresholds
from engines.parsing.scoring.steadiness import Steadiness
from engines.parsing.syntax.dependencies import VERBAL, verb_form
from engines.parsing.syntax.noise import is_noisy, least_probability
from engines.parsing.wording.completeness import is_no_sentence
from engines.parsing.wording.frames import Frame
from engines.parsing.wording.qas import WordedQA
from engines.parsing.wording.questions import worded
from engines.parsing.wording.statements import stated

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token


_CIRCUMSTANCES = frozenset({"when", "where", "how", "why", "how long"})
_CONCEDING, _BEING = frozenset({"although", "even", "though"}), frozenset({"be", "to"})
"""Words that a question says itself: "despite what", "What did something prove to be?"."""
_TELLING = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"})
_MANNERS = frozenset({"where", "how", "how long"})
_SURE_CIRCUMSTANCE = 0.85
_DOUBTFUL = 0.6
"""Probabilities below which a circumstance is not asked again, and not asked if others say it."""


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
    tail: int = 0
    """Where the answer is: 0 for the predicate's own sentence, -1 for the one before; `Argument.tail`."""


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


@dataclass
class AnalysedSentence:
    """A sentence on its way.

    Attributes:
        doc: its parse.
        predicates: those to ask about.
        arguments: what was found so far, by predicate token; of every verb of the sentence, for the scorer's features.
        is_part: whether it was run together with others.
    """

    doc: "Doc"
    predicates: list[CandidatePredicate]
    arguments: dict[int, list[Argument]]
    is_part: bool = False

    @classmethod
    def of(cls, doc: "Doc", given: Sequence[int] | None, kinds: Collection[str]) -> "AnalysedSentence":
        """The predicates of a sentence, found or `given` as tokens, with the arguments that the rules find."""
        predicates = find_predicates(doc, kinds) if given is None else [_given_predicate(doc, index) for index in given]
        arguments = {t.i: verb_arguments(t) for t in doc if t.pos_ in VERBAL and t.dep_ not in ("aux", "auxpass")}
        for predicate in predicates:
            if predicate.kind == "noun":
                arguments[predicate.token] = noun_arguments(doc[predicate.token])
            elif predicate.token not in arguments:
                arguments[predicate.token] = verb_arguments(doc[predicate.token])
        return cls(doc, predicates, arguments)

    @cached_property
    def noisy(self) -> bool:
        """Whether the line is one of `engines.parsing.syntax.noise`."""
        return is_noisy(self.doc)

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
                least = least_probability(self.doc, predicate.kind, self.noisy, self.is_part)
                arguments = plausible(self.doc, predicate.token, without_clause_conflicts(self.doc, predicate.token, arguments), least)
                arguments = without_tails(self.doc, arguments)
            guessed = sensible and predicate.score < SURE_EVENT and all(a.source == "learned" for a in arguments)
            if predicate.kind == "copula":
                if not is_adjectival(self.doc[predicate.token]) and not self.noisy:
                    found.append(_copula(self.doc, predicate))
            elif sensible and is_attribution(self.doc[predicate.token]):
                qas = tuple(_token_qa(qa) for qa in attribution_qas(self.doc, predicate.token))
                found.append(TokenPredicate(predicate.token, self.doc[predicate.token].text, "verb", predicate.lemma, qas))
            elif not guessed:
                found.append(_framed(self.doc, predicate, arguments, sensible))
        return without_light_questions(found) if sensible else found


def _given_predicate(doc: "Doc", index: int) -> CandidatePredicate:
    kind = "noun" if verb_form(doc[index]) == "noun" else "verb"
    return CandidatePredicate(index, kind, predicate_lemma(doc[index], kind))


def _framed(doc: "Doc", predicate: CandidatePredicate, arguments: Sequence[Argument], sensible: bool) -> TokenPredicate:
    """A verb or noun with a QA for each argument; an answer whose question and statement were made before is left out, if `sensible`
    one that makes no sentence too."""
    frame = Frame.of(doc, predicate.token, predicate.kind, predicate.lemma, arguments)
    qas: dict[tuple[str, str], TokenQA] = {}
    for argument in frame.arguments:
        if sensible and is_no_sentence(frame, argument):
            continue
        role = ROLE_NAMES.get(argument.role) or argument.wh or "adjunct"
        implied = is_implied(argument)
        question = worded(frame, argument)
        start = argument.start
        start += _told_already(doc[start : argument.end], question)
        end = argument.end + _ends_in_owner(doc, argument.end)
        qa = TokenQA(question, start, end, stated(frame, argument), role, implied, argument.score, tail=argument.tail)
        qas.setdefault((qa.question, doc[qa.start : qa.end].text), qa)
    text = doc[predicate.token].text
    group = frame.group
    return TokenPredicate(predicate.token, text, predicate.kind, predicate.lemma, tuple(qas.values()), group.negated, group.modal)


def _told_already(answer: "Span", question: str) -> int:
    """How many words an answer begins with that the question says itself: "from" of "from Orlo" for "Where did something come from?"."""
    last = question[:-1].split()[-1]
    for count, token in enumerate(answer):
        conceding = question.startswith("Despite what") and token.lower_ in _CONCEDING
        being = question.endswith(" to be?") and token.lower_ in _BEING
        if not (conceding or being or (token.lower_ == last and token.pos_ == "ADP")):
            return count
    return 0


def _ends_in_owner(doc: "Doc", end: int) -> bool:
    """Whether an "'s" that stands for what somebody has follows: "treated hers, but not Ada's"."""
    following = doc[end : end + 2]
    return len(following) == 2 and following[0].tag_ == "POS" and following[1].is_punct and following[1].text not in ('"', "“", "‘", "'")


def without_light_questions(predicates: Sequence[TokenPredicate]) -> list[TokenPredicate]:
    """The predicates without questions that are doubtful and add nothing.

    A circumstance that a verb only shares with another one is left out where that one is asked with the same answer, and so is a doubtful
    manner or place of which other answers have every word.
    """
    own = {(qa.start, qa.end) for p in predicates for qa in p.qas if not qa.implied}
    asked = [(p.index, qa) for p in predicates for qa in p.qas]

    def is_light(index: int, qa: TokenQA) -> bool:
        if qa.role not in _CIRCUMSTANCES or qa.score >= _SURE_CIRCUMSTANCE:
            return False
        if qa.implied and (qa.start, qa.end) in own:
            return True
        if qa.score >= _DOUBTFUL or qa.role not in _MANNERS:
            return False
        others = {i for other, each in asked if other != index for i in range(each.start, each.end) if each.score > qa.score}
        others.update(p.index for p in predicates)
        return len(others.intersection(range(qa.start, qa.end))) >= qa.end - qa.start - 1

    return [replace(p, qas=tuple(qa for qa in p.qas if not is_light(p.index, qa))) for p in predicates]


def _copula(doc: "Doc", predicate: CandidatePredicate) -> TokenPredicate:
    worded_qas = copular_qas(doc, predicate.token) or locative_qas(doc, predicate.token)
    qas = tuple(_token_qa(qa) for qa in worded_qas if not ends_in_word(doc, qa.end))
    return TokenPredicate(predicate.token, doc[predicate.token].text, "copula", "be", qas, _is_negated(doc[predicate.token]))


def further_predicates(doc: "Doc", previous: "Doc | None", kinds: Collection[str]) -> list[TokenPredicate]:
    """The predicates of the kinds that word themselves."""
    found: dict[tuple[str, int], list[TokenQA]] = {}
    for kind, qa in extra_qas(doc, previous, kinds):
        found.setdefault((kind, qa.predicate), []).append(_token_qa(qa))
    return [
        TokenPredicate(i, doc[i].text, kind, doc[i].lemma_.lower(), tuple(qas), doc[i].dep_ == "acomp" and _is_negated(doc[i].head))
        for (kind, i), qas in found.items()
    ]


def without_repeated(further: Sequence[TokenPredicate], before: Sequence[TokenPredicate]) -> list[TokenPredicate]:
    """Those of further predicates whose questions were not asked before with the same answer: "the mill is gone"."""
    asked = {(qa.question, qa.start, qa.end) for predicate in before for qa in predicate.qas}
    kept = [replace(p, qas=tuple(qa for qa in p.qas if (qa.question, qa.start, qa.end) not in asked)) for p in further]
    return [predicate for predicate in kept if predicate.qas]


def without_circles(predicates: Sequence[TokenPredicate]) -> list[TokenPredicate]:
    """The predicates without "What was damp? a damp cellar" where another question has that answer or a longer one: it tells as much."""
    others = [(p.index, qa.start, qa.end) for p in predicates if p.kind != "adjective" for qa in p.qas if not qa.sentence]

    def is_told(index: int, qa: TokenQA) -> bool:
        circular = qa.start <= index < qa.end
        return circular and any(other != index and start <= qa.start and qa.end <= end for other, start, end in others)

    left = [replace(p, qas=tuple(qa for qa in p.qas if not is_told(p.index, qa))) if p.kind == "adjective" else p for p in predicates]
    return [predicate for predicate in left if predicate.qas]


def steady_questions(
    predicates: Sequence[TokenPredicate], steady: Steadiness | None, doc: "Doc", thresholds: Thresholds
) -> list[TokenPredicate]:
    """The predicates without questions that rest on an unsteady parse.

    One that is rather steady stays where no steadier one asks about some of its words, and so does one that is answered in the sentence
    before.
    """
    if steady is None:
        return list(predicates)
    telling = frozenset(token.i for token in doc if token.pos_ in _TELLING)
    sure = [(1.0 if qa.sentence else steady.of(p.index, qa.start, qa.end + qa.tail), p, qa) for p in predicates for qa in p.qas]
    asked: set[int] = set()
    kept: set[int] = set()
    for share, p, qa in sorted(sure, key=lambda each: -each[0]):
        own = telling.intersection((p.index, *(range(qa.start, qa.end) if not qa.sentence else ())))
        if share >= thresholds.steady or (share >= thresholds.rather_steady and not own <= asked):
            kept.add(id(qa))
            asked |= own
    left = [replace(p, qas=tuple(qa for qa in p.qas if id(qa) in kept)) for p in predicates]
    return [predicate for predicate in left if predicate.qas]


def _is_negated(verb: "Token") -> bool:
    return any(child.dep_ == "neg" for child in verb.children)


def _token_qa(qa: WordedQA) -> TokenQA:
    return TokenQA(qa.question, qa.start, qa.end, qa.statement, qa.role, qa.implied, sentence=qa.sentence)
