"""Somebody else's doing: "the pastor ruled out the train" where what fits that stands in a letter of the treasurer, and nothing of the
pastor is anywhere near.

No verb need be the same, so people exchanged in a free retelling are found too. What a clause says without one of its people fits some
passage of the reference best; there is somebody else, and all passages that name the person, or that they tell themselves, fit much worse.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from engines.core.language import parse_strings
from engines.core.plain.turns import turn_at
from engines.english.animacy import noun_class
from engines.english.pronouns import PERSONAL, YOU, I
from engines.verification.names.aliases import fold, may_be_misspelt, name_words
from engines.verification.names.coreference import personal
from engines.verification.rules.arguments.people import in_full, is_called_person, passages_of, person_of, told, whose_life
from engines.verification.rules.arguments.told_genders import told_genders
from engines.verification.rules.base import Conflict, ConflictKind
from engines.verification.rules.case import Case, Premise
from engines.verification.rules.registry import rule
from engines.verification.sentences.lexical_relations import SAYING
from engines.verification.sentences.naming import is_value, linked, name_tokens
from engines.verification.sentences.parsed import BARE, ParsedSentence
from engines.verification.sentences.roster import is_role
from engines.verification.sentences.word_lists import word_list

if TYPE_CHECKING:
    from spacy.tokens import Token

NAME = "passage of somebody else"
_FITS, _SHARE, _FOLLOWING = 0.3, 0.5, 0.25
"""How well a passage must fit a clause, [0, 1]; at which share of that the best passage of the person counts as fitting too, and at which
one that goes on right behind what fits."""
_WORDS, _FEWEST, _SURE = 3, 2, 0.8
"""Content words of a clause, without names, from which on it says enough; with fewer, but as many as the second, where they fit so well."""
_CLIMBED = 4
"""Heads between a possessor and the verb of its clause."""
_BACK = 2
"""Sentences before one that begins with a pronoun of which is not known who it is, where whom it stands for may be named."""
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_ROLES = _SUBJECTS | {"attr", "dative", "dobj", "pobj", "poss"}
_WHO = frozenset({"who", "whom", "whose"})
_DOING = frozenset({"VERB", "AUX"})
_ANYBODY = word_list("words for any of a class")
_SETTING_OFF = frozenset({"against", "despite", "without"})
_PREPOSITIONS = frozenset({"by", "for", "from", "of", "to", "with"})


class Fit(NamedTuple):
    """A person of a hypothesis, and what fits the rest of the clause.

    Attributes:
        tokens: by which the person is called.
        person: the words by which the reference calls them, folded.
        sentence: of the reference, by its number, which fits the rest of the clause best.
        best, own, following: how well that one does, the best one of the person, and theirs right behind that one, [0, 1].
        behind: the sentences right behind one that names the person, by their numbers, that fit as well as one of theirs would have to.
    """

    tokens: tuple[int, ...]
    person: frozenset[str]
    sentence: int
    best: float
    own: float
    following: float
    behind: tuple[int, ...]


@rule(NAME, ConflictKind.ENTITY, "people beside what only a passage on somebody else fits")
def passage_of_somebody_else(case: Case) -> Iterator[Conflict]:
    """The people of a hypothesis where only what is told of somebody else fits the rest of the clause."""
    if case.is_copy:
        return
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    for fit in _fits(case):
        if fit.tokens in found or fit.best < _FITS or fit.own > _SHARE * fit.best or fit.following > _FOLLOWING * fit.best:
            continue
        if any(_may_tell_of_one_named_before(case, premise) for premise in case.read(fit.behind)):
            continue
        for premise in case.read([fit.sentence]):
            other = _somebody_else(case, premise, fit.person)
            if other is not None:
                found[fit.tokens] = other
    for tokens, place in found.items():
        yield Conflict(ConflictKind.ENTITY, frozenset(tokens), place)


def _fits(case: Case) -> Iterator[Fit]:
    mine, alignment, reference = case.hypothesis, case.alignment, case.reference
    doc = parse_strings([mine.text])[0]
    for token in doc:
        verbs = [verb for verb in _verbs_of(token) if _tells(verb) and _is_of_one_part(token, verb)]
        person = person_of(case, token.i) if verbs else frozenset()
        if not person:
            continue
        of_person, behind = passages_of(reference, person)
        called = name_tokens(mine, token.i) if token.i in mine.named else (token.i,)
        for verb in verbs if of_person.any() else ():
            words = np.zeros(len(alignment.words), dtype=bool)
            for i in _clause(verb, token):
                words[case.words(i)] = mine.lemmas[i] not in SAYING
            words &= ~alignment.words.names
            weights = np.where(words, alignment.weights, 0.0)
            said = np.count_nonzero(words & alignment.words.content)
            if said < _FEWEST or not weights.sum():
                continue
            scores = (weights / weights.sum()) @ (0.5 * alignment.degrees + 0.5 * alignment.exact)
            best = int(scores.argmax())
            if said < _WORDS and scores[best] < _SURE:
                continue
            own, fitting = float(scores[of_person].max()), np.flatnonzero(behind & (scores > _SHARE * scores[best]))
            following = float(scores[of_person & (reference.segments[:, 2] == reference.segments[best, 2] + 1)].max(initial=0.0))
            numbers = tuple(dict.fromkeys(int(number) for number in reference.segments[fitting, 2]))
            yield Fit(called, person, int(reference.segments[best, 2]), float(scores[best]), own, following, numbers)


def _verbs_of(token: "Token") -> Iterator["Token"]:
    """The verbs whose clauses tell of somebody: of which they are a subject or object, or of whose arguments something is theirs."""
    besides = [token, *(child for child in token.children if child.dep_ == "appos")]  # "Edda Nairn, a headmistress who"
    yield from (child for one in besides for child in one.children if _tells_of_one(child))
    if token.dep_ == "appos" and token.pos_ == "NOUN" and token.head.pos_ == "PROPN":  # "Ada Moor, a miller's daughter, traced it"
        return
    if token.dep_ == "appos":  # "his employer, Milo Brandt, has halted work"
        token = token.head
    if token.dep_ not in _ROLES or (token.dep_ == "pobj" and token.head.lower_ not in _PREPOSITIONS):
        return
    head = token.head
    if token.dep_ == "poss" and head.pos_ == "NOUN" and (is_role(head.text) or noun_class(head.lemma_) == "communication"):
        return  # "the keeper's nephew left": he did; "her report blames the weather": it tells of others
    if token.dep_ not in _SUBJECTS:
        for _ in range(_CLIMBED):
            if head.pos_ in _DOING and head.dep_ != "prep":
                break
            if head.dep_ == "prep" and head.lower_ in _SETTING_OFF:
                return  # "against his vote it was decided"
            head = head.head
    yield head
    if token.dep_ in _SUBJECTS:
        yield from (verb for verb in head.conjuncts if _has_same_subject(verb, head))


def _is_of_one_part(token: "Token", verb: "Token") -> bool:
    """Whether no semicolon stands between somebody and a verb, which is then that of another sentence."""
    return all(t.text != ";" for t in token.doc[min(token.i, verb.i) : max(token.i, verb.i)])


def _tells_of_one(verb: "Token") -> bool:
    """Whether a verb is that of a relative clause on a person."""
    return verb.dep_ == "relcl" and verb.head.tag_ in ("NN", "NNP") and any(child.lower_ == "who" for child in verb.children)


def _tells_of_another(verb: "Token") -> bool:
    """Whether a verb is that of a relative clause on a person, whatever they are to it: "whose lectures she attended"."""
    return verb.dep_ == "relcl" and verb.head.tag_ in ("NN", "NNP") and any(token.lower_ in _WHO for token in verb.subtree)


def _has_same_subject(verb: "Token", other: "Token") -> bool:
    """Whether a verb is joined to another one whose subject does both; a participle alone is none."""
    children = [child.dep_ for child in verb.children]
    return _SUBJECTS.isdisjoint(children) and (verb.tag_ == other.tag_ or (verb.pos_ == "VERB" and "aux" in children))


def _tells(verb: "Token") -> bool:
    """Whether a clause tells what somebody does, not what they are: "is to repair it" and "it was she who" do."""
    if verb.pos_ == "VERB":
        return True
    return verb.lemma_ == "be" and any(
        (c.dep_ == "xcomp" and c.pos_ in _DOING) or (c.dep_ in _SUBJECTS and c.lower_ == "it") for c in verb.children
    )


def _clause(verb: "Token", without: "Token") -> Iterator[int]:
    """A verb with all that depends on it, by the numbers of the tokens; without a person, what belongs to them, and what is told of
    others besides."""
    theirs = set() if without.dep_ == "poss" or without.is_ancestor(verb) else {t.i for t in without.subtree}
    theirs |= {t.i for other in verb.subtree if other != verb and _tells_of_another(other) for t in other.subtree}
    ends = [t.i for t in verb.doc if t.text == ";"]
    first, last = max((i for i in ends if i < verb.i), default=-1), min((i for i in ends if i > verb.i), default=len(verb.doc))
    yield verb.i
    for child in verb.children:
        if child.dep_ != "parataxis" and not (child.dep_ == "conj" and child.pos_ == "VERB"):
            yield from (t.i for t in child.subtree if t != without and t.i not in theirs and first < t.i < last)


def _somebody_else(case: Case, premise: Premise, person: frozenset[str], back: int = _BACK) -> tuple[int, int] | None:
    """Where a sentence, or the head of the turn that it stands in, has somebody of whom the hypothesis does not tell.

    None where the sentence may tell of the person: it has their name, speaks to somebody, or has a pronoun of which is not known who it is.
    """
    sentence, mine = premise.sentence, case.hypothesis
    present = frozenset(key for keys in mine.keys for key in keys)
    surfaces = [sentence.text[slice(*span)] for span in sentence.spans]
    theirs = any(person & keys or any(may_be_misspelt(word, keys) for word in person) for keys in sentence.keys)
    if theirs or any(surface.lower() in YOU.plain for surface in surfaces):
        return None
    if person & whose_life(case.reference) and any(_may_be_theirs(case, surface, person) for surface in surfaces):
        return None
    if _begins_with_unknown(sentence, [t for t in sorted(sentence.named) if _may_be_person(case, sentence, t)]):
        before = case.read([premise.number - 1]) if back and premise.number else ()
        same = before and turn_at(told(case.reference), before[0].start) == turn_at(told(case.reference), premise.start)
        return _somebody_else(case, before[0], person, back - 1) if same else None
    doing = [r.dep for r in sentence.relations if r.role == "SUBJ"]
    for token in (*doing, *(t for t in sorted(sentence.named) if t not in doing)):
        surface = surfaces[token]
        if surface.lower() in I.plain and (turn := turn_at(told(case.reference), premise.start)) and turn.speaker:
            if any(mine.text[slice(*span)].lower() in PERSONAL for span in mine.spans):  # who is mostly whoever says "I"
                return None
            if present.isdisjoint(name_words(turn.speaker)):
                return turn.place
        elif _may_be_person(case, sentence, token) and present.isdisjoint(sentence.keys[token]):
            name = next((t for t in linked(sentence, token) if t in sentence.named and sentence.classes[t] == "PROPN"), token)
            tokens = name_tokens(sentence, name) if name in sentence.named else (name,)
            return premise.span(min(tokens), max(tokens))
    return None


def _may_be_theirs(case: Case, surface: str, person: frozenset[str]) -> bool:
    """Whether a word is "he" or "she" and no word by which a person is called tells that they are of the other sex: in somebody's life
    either is mostly who the life is of."""
    told = case.reference.derived(told_genders)
    return surface.lower() in PERSONAL and {told.get(word, "") for word in person} <= {"", personal(surface)}


def _begins_with_unknown(sentence: ParsedSentence, people: list[int]) -> bool:
    """Whether a pronoun of which is not known who it is stands before all people of a sentence."""
    surfaces = (sentence.text[slice(*span)].lower() for span in sentence.spans)
    unknown = next((t for t, surface in enumerate(surfaces) if surface in PERSONAL and len(sentence.keys[t]) <= BARE), None)
    return unknown is not None and (not people or unknown < people[0])


def _may_tell_of_one_named_before(case: Case, premise: Premise) -> bool:
    """Whether a sentence goes on with somebody of the one before: not one that begins with another one, or whose first person does it."""
    sentence = premise.sentence
    people = [t for t in sorted(sentence.named) if _may_be_person(case, sentence, t)]
    if not people or _begins_with_unknown(sentence, people):
        return True
    doing = {0, *(r.dep for r in sentence.relations if r.role == "SUBJ")}
    first = set(name_tokens(sentence, people[0])) | {people[0]}
    name = in_full(case.reference, frozenset(name_words(" ".join(sentence.text[slice(*sentence.spans[t])] for t in sorted(first)))))
    return doing.isdisjoint(first) or not name or not is_called_person(case.reference, name)


def _may_be_person(case: Case, sentence: ParsedSentence, token: int) -> bool:
    surface = sentence.text[slice(*sentence.spans[token])]
    if surface[0].isupper() and not is_value(sentence, token):
        name = in_full(case.reference, frozenset({fold(surface)}))
        if name and (sentence.classes[token] == "PROPN" or is_called_person(case.reference, name)):
            return True
    called = sentence.classes[token] == "NOUN" and is_role(surface) and sentence.lemmas[token] not in _ANYBODY  # "the woman" may be she
    return called or surface.lower() in PERSONAL
