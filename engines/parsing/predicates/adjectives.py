"""Adjectives of a noun or after "be": "What is blue?", answered by what is said to be so (QASemConsistency, Limitations)."""

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from engines.core.machine.files import asset
from engines.english import inflection
from engines.english.animacy import is_name_in_small_letters, person_share
from engines.english.deverbal import is_verb
from engines.english.lexicon import adjectives, closed_class, verb_use, words
from engines.english.noun_classes import is_time
from engines.parsing.arguments.enclosing import is_enclosed
from engines.parsing.predicates.copulas import copular_qas, is_adjectival
from engines.parsing.predicates.detection import predicate_kind
from engines.parsing.syntax.clauses import is_present_clause
from engines.parsing.syntax.dependencies import COORDINATION, VERBAL, children, clause_verb, span
from engines.parsing.syntax.verb_groups import VerbGroup, verb_group
from engines.parsing.wording.conjugation import finite
from engines.parsing.wording.phrases import capitalised, clause_text, joined, without
from engines.parsing.wording.qas import WordedQA, sentence_case

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_STRIKING = 0.5
"""Share of people among the objects of a verb from which its present participle tells how something strikes them."""


@cache
def _sayable_forms() -> frozenset[str]:
    """Adjectives that can follow "be" in the same sense: "blue", not "former", "main" or "medical"."""
    return adjectives() - words("attributive adjectives") - words("prepositions of place")


def adjective_qas(doc: "Doc") -> list[WordedQA]:
    """One QA for each adjective before a noun that can also be said of it, and for those that "be" says of its subject."""
    found = []
    for token in doc:
        if predicate_kind(token) == "copula" and is_adjectival(token):
            found.extend(_predicative(token))
            continue
        if token.dep_ != "amod" or token.pos_ != "ADJ" or token.head.pos_ not in ("NOUN", "PROPN") or token.i > token.head.i:
            continue
        for adjective in (token, *(c for c in token.conjuncts if c.pos_ == "ADJ" and c.i > token.i)):
            qa = _asked(adjective, token.head)
            if qa is not None:
                found.append(qa)
    return found


def _predicative(verb: "Token") -> list[WordedQA]:
    """What a form of "be" says with adjectives; the predicate is the first of them."""
    adjective = children(verb, "acomp")[0]
    return [replace(qa, predicate=adjective.i) for qa in copular_qas(verb.doc, verb.i)]


def _asked(adjective: "Token", noun: "Token") -> WordedQA | None:
    if noun.dep_ == "poss" or (noun.i and noun.nbor(-1).text == "-"):  # "periodic follow-ups"
        return None
    if any(child.lower_ in ("what", "such") or child.tag_ == "WP$" for child in noun.children):  # "What a day!", "whose cold store"
        return None
    if adjective.i and adjective.nbor(-1).text == "(":  # "Newtonian (classical) mechanics"
        return None
    if noun.head.lower_ in ("as", "per") or any(
        child.lower_ == "per" for child in noun.children
    ):  # "as a permanent member", "earnings per common share"
        return None
    if noun.head.lower_ == "in" and noun.lemma_.lower() in words("nouns of manner"):  # "in a rapid manner"
        return None
    if noun.pos_ == "PROPN" or any(c.dep_ == "compound" and c.i > adjective.i for c in noun.children):
        return None  # "ancient Orlo", "personal water craft": which of them is so?
    if _is_of_use(adjective) or is_name_in_small_letters(noun) or _is_part_of_name(adjective, noun) or _names_one_thing(adjective):
        return None
    if (
        any(child.lower_ in ("most", "least") for child in adjective.children) and noun.head.lower_ == "of"
    ):  # "one of the most famous ships"
        return None
    if (
        not _sayable(adjective)
        or is_time(noun)
        or noun.dep_ in ("compound", "nmod", "attr", "appos", "oprd")
        or predicate_kind(noun) == "noun"
    ):
        return None
    if _is_no_fact(noun):
        return None
    doc = adjective.doc
    start, end = span(adjective, noun.i, COORDINATION)
    if end > noun.i or start > adjective.i:
        return None
    if any(t.head == noun and t.dep_ in ("amod", "compound") for t in doc[end : noun.i - 1]) and doc[end].pos_ == "ADJ":
        return None  # "taxable equivalent net income": terms of one name
    text = clause_text(doc, start, end)
    low, high = span(noun, None, COORDINATION | {"appos", "relcl", "acl", "npadvmod", "punct"})
    determiner = min((c.i for c in children(noun, "det", "poss") if c.i < adjective.i), default=low)
    between = {t.i for t in doc[determiner:low] if t.is_punct}  # "a cheap, safe ferry": the comma cuts the phrase
    low = min(low, determiner)
    present = is_present_clause(noun)
    number = "plural" if noun.tag_ in ("NNS", "NNPS") else "singular"
    wh = "who" if person_share(noun) >= 0.8 else "what"
    question = sentence_case(joined([wh, *finite(VerbGroup(present=present), "be"), text])) + "?"
    series_end = _after_series(noun, max(low, end))
    counted = number == "singular" and doc[low].dep_ in ("det", "poss") and low < start
    answer = low if counted else series_end  # "What was damp? a damp cellar": a noun that is counted does not stand bare
    said = doc[answer : max(high, noun.i + 1)].text
    if not said[:1].isalnum() or not is_enclosed(said):  # a word or a title cut in two
        return None
    series = range(end, series_end) if any(token.dep_ == "cc" for token in doc[end:series_end]) else ()  # ", safe and fast"
    removed = {*range(start, end), *series, *_coordinated_with(adjective, noun), *between}
    subject = without(doc, low, high, removed)
    statement = capitalised(joined([subject, *finite(VerbGroup(present=present), "be", number), text]))
    return WordedQA(adjective.i, question, answer, max(high, noun.i + 1), statement, "subject")


def _is_no_fact(noun: "Token") -> bool:
    """Whether a noun stands for nothing that there is: "no serious injury", "none caused serious injury", "wants an automatic barrier",
    "will build a wooden hall"."""
    determiners = {child.lower_ for child in children(noun, "det")}
    if "no" in determiners:
        return True
    if determiners - {"a", "an", "any"} or children(noun, "poss"):
        return False
    verb = clause_verb(noun)
    if verb.pos_ not in VERBAL:
        return False
    denied = any(child.lower_ in closed_class("denying pronouns") for child in children(verb, "nsubj", "nsubjpass"))
    group = verb_group(noun.doc, verb.i)
    wanted = noun.dep_ == "dobj" and verb.lemma_ in words("verbs of what has not happened") | words("verbs of wishing")
    return denied or wanted or group.negated or group.modal in ("might", "should", "will", "would")


@cache
def _compound_nouns() -> frozenset[str]:
    return frozenset(asset("parser", "compound_nouns.txt").read_text(encoding="utf-8").splitlines())


def _names_one_thing(adjective: "Token") -> bool:
    """Whether an adjective and the noun after it are one word in sense: a free kick is not a kick that is free."""
    following = adjective.nbor() if adjective.i + 1 < len(adjective.doc) else adjective
    return f"{adjective.lower_} {following.lemma_.lower()}" in _compound_nouns()


def _is_of_use(adjective: "Token") -> bool:
    """Whether a word in -ing says what the noun is for or does, as in "streaming services", and not how it strikes people ("exciting")."""
    verb = inflection.verb_lemma(adjective.lower_, adjective.lower_, "VBG") if adjective.lower_.endswith("ing") else ""
    strikes = verb_use(verb).obj
    return bool(verb) and is_verb(verb) and (strikes is None or strikes < _STRIKING)


def _is_part_of_name(adjective: "Token", noun: "Token") -> bool:
    """Whether adjective and noun are a title or a name together: "Modern Style Painting", "public health england"."""
    titled = adjective.is_title and noun.pos_ == "PROPN" and (adjective.i > 0 or noun.nbor(-1).is_title)
    return titled or (noun.is_lower and noun.pos_ == "PROPN")


def _after_series(noun: "Token", start: int) -> int:
    """Where the noun's phrase goes on after the adjectives of a series: at "ferry" of ", safe and fast ferry"."""
    doc, place = noun.doc, start
    while place < noun.i:
        token = doc[place]
        member = token.pos_ == "ADJ" and token.head in (noun, *noun.children) and doc[place - 1].dep_ in ("punct", "cc")
        if token.dep_ not in ("punct", "cc", "conj") and not member:
            break
        place += 1
    return place


def _coordinated_with(adjective: "Token", noun: "Token") -> set[int]:
    """The tokens of the adjectives coordinated with one, with their commas: they go when this one is said alone."""
    others = [a for a in adjective.conjuncts if a.i < noun.i]
    if not others:
        return set()
    group = {adjective.i, *(a.i for a in others)}
    own = {c.i for a in others for c in a.subtree if c.i < noun.i}
    return group | own | {c.i for i in group for c in adjective.doc[i].children if c.dep_ in ("cc", "punct") and c.i < noun.i}


def _sayable(adjective: "Token") -> bool:
    lower = adjective.lower_
    return (
        adjective.is_alpha
        and adjective.tag_ not in ("JJR", "JJS", "CD")
        and len(lower) > 2
        and lower in _sayable_forms()
        and adjective.ent_type_ not in ("DATE", "TIME", "ORDINAL", "CARDINAL", "ORG", "PERSON", "WORK_OF_ART", "EVENT", "FAC", "GPE", "LOC")
        and not any(neighbour.text in ("-", "–") for neighbour in adjective.doc[max(0, adjective.i - 1) : adjective.i + 2])
    )
