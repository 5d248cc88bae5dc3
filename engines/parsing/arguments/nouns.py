"""The arguments of a deverbal noun (QANom), by rules over its dependency parse."""

from dataclasses import replace
from typing import TYPE_CHECKING

from engines.core.digits import has_digit
from engines.english.animacy import lexicon, noun_class
from engines.english.deverbal import is_agentive, verb_of_noun
from engines.english.lexicon import verb_use, words
from engines.english.noun_classes import is_animate, is_place, is_time
from engines.english.pronouns import IT, SUBJECT_OF_POSSESSIVE
from engines.parsing.arguments.adjuncts import add_noun_phrase, add_prepositional
from engines.parsing.arguments.structures import Argument
from engines.parsing.arguments.verbs import distinct
from engines.parsing.syntax.antecedents import antecedent
from engines.parsing.syntax.dependencies import (
    COORDINATION,
    VERBAL,
    children,
    clause_span,
    clause_verb,
    is_punctuation,
    is_relative_pronoun,
    noun_spans,
    relative_head,
    span,
)
from engines.parsing.syntax.passives import is_passive
from engines.parsing.syntax.subjects import subject_of

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_POSSESSIVE = ("'s", "'", "’s", "’")
_POSSESSIVE_PERSONS = frozenset(SUBJECT_OF_POSSESSIVE) - {IT.possessive}
_HARDLY = 0.2
"""Share of people among what a verb is done to up to which it is done to none."""
_MOSTLY, _OFTEN = 0.7, 0.4
"""The same from which it is mostly done to people, and share of a verb's uses with "of" from which it takes that."""
_UPWARD = frozenset({"dobj", "pobj", "prep", "conj", "attr"})


def noun_arguments(noun: "Token") -> list[Argument]:
    """Every argument of a deverbal noun that the rules find, each span once."""
    lemma = noun.lemma_.lower()
    verb = verb_of_noun(lemma) or lemma
    agentive = is_agentive(lemma)
    intransitive = verb in words("intransitive")
    found: list[Argument] = []
    of_phrases = [c for c in children(noun, "prep") if c.lower_ == "of"]
    by_phrases = [c for c in children(noun, "prep", "agent") if c.lower_ == "by"]
    of_objects = [inner for c in of_phrases for inner in children(c, "pobj")]
    mistaken = [c for inner in of_objects for c in children(inner, "prep") if c.lower_ == "by"]
    by_phrases += mistaken
    of_role = "SUBJ" if intransitive and not agentive else "OBJ"
    for preposition, role in [*((p, of_role) for p in of_phrases), *((p, "SUBJ") for p in by_phrases)]:
        for inner in (c for c in children(preposition, "pobj") if not is_relative_pronoun(c)):
            if preposition in of_phrases and not agentive and _is_told_of(verb):
                add_noun_phrase(found, "PREP", inner, noun, preposition="of")
                continue
            acts = not agentive and not by_phrases and _decides(inner, verb)
            add_noun_phrase(found, "SUBJ" if acts else role, inner, noun)
    for by in mistaken:  # "the sale of the mill by its owners": the parse gives the sellers to the mill
        found = [replace(a, end=by.i) if a.start < by.i < a.end else a for a in found]
    has_of = any(a.role == of_role for a in found) and bool(of_phrases)
    possessed = agentive or (by_phrases and not has_of) or verb in words("patient possessors")
    for possessor in children(noun, "poss"):
        if not (agentive and _is_no_patient(possessor, verb)):
            _add_possessor(found, possessor, noun, "OBJ" if possessed else "SUBJ")
    modifier_role = "SUBJ" if has_of or intransitive else "OBJ"
    for child in noun.children:
        if child not in of_phrases and child not in by_phrases:
            _add_modifier(found, child, noun, modifier_role, agentive)
    if agentive:
        found.append(_holder(noun))
    elif not any(a.role == "SUBJ" for a in found):
        _add_subject_of_clause(found, noun)
    return distinct(found)


def _add_possessor(found: list[Argument], possessor: "Token", noun: "Token", role: str) -> None:
    if possessor.tag_ == "WP$":
        modified = relative_head(clause_verb(noun))
        if modified is not None:
            add_noun_phrase(found, role, modified, noun, source="relative")
        return
    if is_time(possessor):  # "yesterday's vote"
        found.append(Argument(possessor.i, *_without_mark(noun.doc, *span(possessor, noun.i)), "ADJ", "when"))
        return
    meant = antecedent(possessor) or _subject_pronoun(possessor)
    for head, (start, end) in noun_spans(possessor, noun.i) if meant is None else ():
        start, end = _without_mark(noun.doc, start, end)
        who = is_animate(head) or head.lower_ in _POSSESSIVE_PERSONS
        found.append(Argument(head.i, start, end, role, "who" if who else "what"))
    if meant is not None:
        head, (start, end) = noun_spans(meant, noun.i)[0]
        found.append(Argument(head.i, start, end, role, "who" if is_animate(head) else "what", source="antecedent"))


def _is_no_patient(possessor: "Token", verb: str) -> bool:
    """ "His players": nobody is played, as the verb is hardly ever done to people."""
    person = possessor.lower_ in _POSSESSIVE_PERSONS or is_animate(possessor)
    usual = verb_use(verb).obj
    return person and usual is not None and usual <= _HARDLY


def _decides(noun: "Token", verb: str) -> bool:
    """ "The decision of the court", "the meeting of the board": who does what only people do, and not to people."""
    usual = verb_use(verb).obj
    told = verb in words("verbs of people") and usual is not None and usual <= _HARDLY
    return (told or f"{verb}:of" in words("subjects of nouns")) and (is_animate(noun) or noun_class(noun.lemma_) == "group")


def _is_told_of(verb: str) -> bool:
    """ "Accusations of fraud": nobody accuses fraud, as the verb is done to people and takes "of"."""
    use = verb_use(verb)
    return use.obj is not None and use.obj >= _MOSTLY and use.prepositions.get("of", 0.0) >= _OFTEN


def _without_mark(doc: "Doc", start: int, end: int) -> tuple[int, int]:
    while end - 1 > start and doc[end - 1].text in _POSSESSIVE:
        end -= 1
    return start, end


def _subject_pronoun(possessor: "Token") -> "Token | None":
    """ "He" of "He gave his support": the nearest earlier subject that is the same pronoun."""
    form = SUBJECT_OF_POSSESSIVE.get(possessor.lower_)
    earlier = (token for token in reversed(possessor.doc[: possessor.i]) if token.lower_ == form and token.dep_ in ("nsubj", "nsubjpass"))
    return next(earlier, None) if form else None


def _add_modifier(found: list[Argument], child: "Token", noun: "Token", role: str, agentive: bool) -> None:
    place = span(child, noun.i)
    label = child.dep_
    if label in ("compound", "nmod"):
        hyphenated = child.i + 1 < len(noun.doc) and noun.doc[child.i + 1].text == "-"
        joined_before = child.i > 0 and noun.doc[child.i - 1].text == "-"
        if is_punctuation(child) or hyphenated or joined_before or has_digit(child.text):
            return
        if child.pos_ == "NOUN" and is_place(child) and not is_animate(child):  # "laboratory tests"
            return
        if child.ent_type_ in ("GPE", "LOC", "FAC"):
            found.append(Argument(child.i, *place, "ADJ", "where"))
        elif is_time(child):
            if any(c.dep_ == "nummod" for c in child.children):  # "a two-year deal" is not when
                return
            found.append(Argument(child.i, *place, "ADJ", "when"))
        else:
            agent = role == "OBJ" and _acts(child, verb_of_noun(noun.lemma_.lower()) or "")  # "court approval", "police investigation"
            found.append(Argument(child.i, *place, "SUBJ" if agent else role, "who" if is_animate(child) else "what"))
    elif label == "prep":
        deep = _deep_role(child, verb_of_noun(noun.lemma_.lower()) or "")
        for inner in children(child, "pobj") if deep else ():
            add_noun_phrase(found, deep, inner, noun)
        if not deep:
            add_prepositional(found, child, noun)
    elif label == "amod":
        if child.ent_type_ == "NORP":
            found.append(Argument(child.i, *place, "SUBJ", "who"))
    elif label == "acl" and child.tag_ == "VB" and any(c.lower_ == "to" for c in child.children):
        found.append(Argument(child.i, *clause_span(child, noun.i), "XCOMP", "what"))
    elif label in ("acl", "ccomp") and any(c.dep_ == "mark" and c.lower_ == "that" for c in child.children):
        found.append(Argument(child.i, *clause_span(child, noun.i), "CCOMP", "what"))


def _acts(modifier: "Token", verb: str) -> bool:
    group = modifier.ent_type_ in ("ORG", "NORP") or modifier.lemma_.lower() in lexicon().groups
    return group and verb not in words("patient possessors")


def _deep_role(preposition: "Token", verb: str) -> str:
    """The role that a noun marks with a preposition and its verb does not: "an attack on the port" (OBJ), "a rise in prices" (SUBJ)."""
    pair = f"{verb}:{preposition.lower_}"
    return "OBJ" if pair in words("objects of nouns") else "SUBJ" if pair in words("subjects of nouns") else ""


def _holder(noun: "Token") -> Argument:
    """Whom an agentive noun names: the person it is in apposition to, predicated of or titles; else itself."""
    named = None
    if noun.dep_ in ("appos", "compound"):
        named = noun.head
    elif noun.dep_ == "attr":
        named = next(iter(subject_of(noun.head)[0]), None)
    if named is None:
        named = next(iter(children(noun, "appos")), None)
    if named is None:
        return Argument(noun.i, *span(noun, None, COORDINATION | {"appos", "relcl", "prep"}), "SUBJ", "who")
    start, end = span(named, noun.i, COORDINATION | {"appos", "relcl", "acl"})
    if noun.dep_ == "compound":
        start = max(noun.i + 1, start)
    return Argument(named.i, start, end, "SUBJ", "who", own=False, source="apposition")


def _add_subject_of_clause(found: list[Argument], noun: "Token") -> None:
    """ "The board made a decision": who decided is the subject of the verb that the noun depends on."""
    if noun.dep_ not in ("dobj", "conj"):
        return
    above = noun
    while above.head != above and above.pos_ not in VERBAL and above.dep_ in _UPWARD:
        above = above.head
    if above.pos_ not in VERBAL or above.lemma_ not in words("support verbs") or children(above, "prt"):  # "put the collapse down to frost"
        return
    subjects, _ = subject_of(above)
    if not subjects:
        return
    if not is_passive(above):
        add_noun_phrase(found, "SUBJ", subjects[0], noun, False)
    elif noun.dep_ != "dobj":
        add_noun_phrase(found, "OBJ", subjects[0], noun, False)
