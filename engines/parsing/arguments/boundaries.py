"""Answers cut as a person would cut them: whole words, whole brackets and quotations, whole prepositions and times.

The learned scorer takes spans from the parse, whose phrases sometimes end inside a hyphenated word, a bracket or a title in
quotation marks, before the noun that their last word belongs to, or leave "out" of "out of" behind.
"""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from engines.english.animacy import noun_class
from engines.english.calendar import is_weekday
from engines.english.lexicon import closed_class, words
from engines.english.noun_classes import is_animate, is_time
from engines.english.number_words import SHORT_MULTIPLES
from engines.parsing.arguments.enclosing import enclosed
from engines.parsing.arguments.structures import Argument
from engines.parsing.arguments.whole_words import with_whole_words
from engines.parsing.syntax.dependencies import NOMINAL
from engines.parsing.syntax.passives import is_passive

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_COUNTED_FROM = frozenset({"after", "before", "since", "until", "from"})
_BEFORE_NOUN = frozenset({"det", "poss", "compound", "amod", "nummod", "nmod"})
_COMPLEMENTS = frozenset({"dobj", "xcomp", "ccomp", "prt", "oprd", "attr", "acomp"})
_OF_PLACE_OR_COMPANY = frozenset({"from", "at", "in", "with", "by", "for", "against", "as", "to", "near", "under", "alongside"})
_CORE = frozenset({"SUBJ", "OBJ"})
_NOMINAL_LABELS = frozenset({"nsubj", "nsubjpass", "dobj", "pobj"})
_SCORE = re.compile(r"\d{1,2}[-–]\d{1,2}")
_LONGEST_NOUN_PHRASE = 4


def redrawn(doc: "Doc", predicate: int, argument: Argument) -> Argument | None:
    """The argument with the borders that a person would draw; None if it has none."""
    argument = _with_whole_share(doc, _without_participle(doc, predicate, argument))
    named = _with_whole_name(doc, predicate, with_whole_words(doc, predicate, argument))
    whole = _with_preposition(doc, with_whole_words(doc, predicate, named))
    phrase = _with_noun(doc, predicate, _with_complement(doc, predicate, _without_circumstance(doc, predicate, whole)))
    if phrase is not None:
        phrase = _with_compound(doc, predicate, _without_possessive(doc, phrase))
    timed = _with_whole_time(doc, _without_day(doc, predicate, phrase)) if phrase is not None else None
    found = None if timed is None else enclosed(doc, timed)
    return None if found is None or found.end <= found.start else found


def _with_whole_share(doc: "Doc", argument: Argument) -> Argument:
    """ "31 per cent less often", not "per cent less often"; "their lane", not "their lane 31", before "per cent"; "up to 48
    minutes", not "to 48 minutes"."""
    start, end = argument.span
    if start and doc[start - 1].lower_ == "up" and doc[start].lower_ == "to" and end - start > 1 and doc[start + 1].like_num:
        return replace(argument, start=start - 1)
    if start and doc[start - 1].like_num and _is_share(doc, start):
        return replace(argument, start=start - 1)
    cut = end - start > 1 and doc[end - 1].like_num and _is_share(doc, end) and argument.head < end - 1
    return replace(argument, end=end - 1) if cut else argument


def _is_share(doc: "Doc", index: int) -> bool:
    """Whether "per cent" stands there."""
    words_of = [token.lower_ for token in doc[index : index + 2]]
    return words_of == ["per", "cent"] or words_of[:1] in (["%"], ["percent"])


def _with_noun(doc: "Doc", predicate: int, argument: Argument) -> Argument | None:
    """The argument with the noun that its last word stands before: "the town's harbour", not "the town's"; None if it is far. What
    a pronoun stands for is as it is: "her" after "the president's brother" is no brother."""
    if argument.source == "antecedent":
        return argument
    end, head = argument.end, argument.head
    for _ in range(_LONGEST_NOUN_PHRASE):
        last = doc[end - 1]
        word = last.head if last.dep_ == "case" else last
        noun = word.head
        if word.dep_ not in _BEFORE_NOUN or noun.i < end or end <= predicate <= noun.i:
            break
        if noun.i >= end + _LONGEST_NOUN_PHRASE:
            return None
        head = noun.i if head in (word.i, last.i) else head
        end = noun.i + 1
    return argument if end == argument.end else replace(argument, head=head, end=end)


def _without_possessive(doc: "Doc", argument: Argument) -> Argument:
    """ "Ana" of "Ana's work", but "a booking with Harle's"; "you have it" of "whether or not you have it"."""
    if [token.lower_ for token in doc[argument.start : argument.start + 2]] == ["or", "not"]:
        return replace(argument, start=argument.start + 2)
    if argument.end < len(doc) and _stands_alone(doc[argument.end]):
        return replace(argument, end=argument.end + 1)
    last = doc[argument.end - 1]
    ends = argument.end - argument.start > 1 and last.tag_ == "POS" and not _stands_alone(last)
    return replace(argument, end=argument.end - 1) if ends else argument


def _stands_alone(mark: "Token") -> bool:
    """Whether nothing is named that belongs to whom a possessive mark follows: a shop's name, "went to the doctor's"."""
    return mark.tag_ == "POS" and mark.dep_ == "case" and mark.head.dep_ in ("nsubj", "nsubjpass", "dobj", "pobj")


def _with_compound(doc: "Doc", predicate: int, argument: Argument) -> Argument:
    """All nouns before the noun that the predicate is, where only one was found: "licence fee" of "licence fee evasion"."""
    head = doc[argument.head]
    if head.dep_ != "compound" or head.head.i != predicate or argument.role not in _CORE:
        return argument
    start, end = argument.span
    while start > 0 and _is_plain_compound(doc, start - 1, predicate):
        start -= 1
    while end < predicate and _is_plain_compound(doc, end, predicate):
        end += 1
    return argument if (start, end) == argument.span else replace(argument, start=start, end=end, head=end - 1)


def _is_plain_compound(doc: "Doc", index: int, predicate: int) -> bool:
    token = doc[index]
    return token.dep_ == "compound" and token.head.i == predicate and token.pos_ == "NOUN" and not token.ent_type_


def _with_whole_name(doc: "Doc", predicate: int, argument: Argument) -> Argument:
    """The answer with what the parse sets beside it: "music videos", not "music", "20m euros", not "20m", "Ana versus Ben", not "Ana";
    without a score or a preposition that is left over at its end."""
    start, end = argument.span
    last = doc[end - 1]
    following = doc[end] if end < len(doc) else None
    if following is not None and following.i != predicate:
        twin = following.dep_ in _NOMINAL_LABELS and (following.dep_, following.head) == (last.dep_, last.head)
        if twin and last.tag_ == "NN" and following.tag_ in ("NN", "NNS", "VBG"):
            return replace(argument, end=end + 1, head=following.i)
        if last.lower_ in SHORT_MULTIPLES and end - start > 1 and doc[end - 2].like_num and following.pos_ == "NOUN":
            return replace(argument, end=end + 1)
        named = next((c for c in last.children if c.dep_ == "appos" and c.left_edge == following), None)
        if named is not None and last.pos_ == "NOUN" and named.pos_ == "PROPN" and not predicate_inside(named, predicate):
            return replace(argument, end=named.i + 1)  # "the painter Ana Ruiz"
        if last.lower_ in words("titles") and following.is_alpha and following.pos_ in ("ADJ", "ADV", "NOUN", "PROPN"):
            return replace(argument, end=end + 1)  # "mr tully"
        if following.lower_ in ("versus", "vs", "v") and any(c.dep_ == "pobj" for c in following.children):
            return replace(argument, end=following.right_edge.i + 1)
        if last.is_title and following.is_title and following.tag_ in ("IN", "RP", "RB") and not any(following.children):
            return replace(argument, end=end + 1)  # "Push Over"
    if end - start > 1 and last.dep_ == "prep" and last.head.pos_ in NOMINAL and not any(last.children) and last.i != argument.head:
        return replace(argument, end=end - 1)
    if end - start > 3 and argument.role in _CORE and _SCORE.fullmatch("".join(token.text for token in doc[end - 3 : end])):
        return replace(argument, end=end - 3)  # "the Rovers 3-2", of "the Rovers 3-2 defeat"
    return argument


def predicate_inside(phrase: "Token", predicate: int) -> bool:
    """Whether a predicate stands in the phrase of a word."""
    return phrase.left_edge.i <= predicate <= phrase.right_edge.i


def _with_complement(doc: "Doc", predicate: int, argument: Argument) -> Argument:
    """The argument with what its last verb takes: "in helping pupils to read", not "in helping pupils"."""
    end = argument.end
    for verb in doc[argument.start : end]:
        if verb.pos_ != "VERB" or verb.i == predicate:
            continue
        for child in verb.children:
            first, last = child.left_edge.i, child.right_edge.i
            ends = verb.i == end - 1 and verb.dep_ == "acl" and child.dep_ in ("prep", "agent")  # "energy coming from the sun"
            if (ends or child.dep_ in _COMPLEMENTS) and first == end and not first <= predicate <= last:
                end = last + 1
    return argument if end == argument.end else replace(argument, end=end)


def _without_circumstance(doc: "Doc", predicate: int, argument: Argument) -> Argument:
    """ "in the summer of 2017 from Leeds", "the town all over the world": the last phrase is not a part of the time, or of the noun."""
    done = is_passive(doc[predicate]) and argument.role in ("OBJ", "PREP", "ADJ") and argument.start > predicate
    blames = argument.role == "SUBJ" and doc[predicate].lemma_ in words("verbs of blame and hindrance")
    joined = next((t.i for t in doc[argument.start + 1 : argument.end - 1] if t.dep_ == "cc"), 0)
    if joined and is_time(doc[argument.head]) and argument.wh == "when" and any(t.tag_ == "VBD" for t in doc[joined + 1 : joined + 3]):
        return replace(argument, end=joined)  # "on Thursday and then swam off"
    if argument.wh == "when" and argument.end - argument.start > 1 and _leaves_time(doc, doc[argument.end - 1]):
        end = argument.end - 1  # "in the 1930s Orlo had a mill"
        argument = replace(argument, end=end, head=min(argument.head, end - 1))
    for i in range(argument.start + 1, argument.end - 1):
        token = doc[i]
        if (
            argument.wh == "when"
            and token.text == ","
            and doc[i + 1].lower_ in ("where", "which", "who")
            and doc[argument.start].pos_ != "SCONJ"
        ):
            return replace(argument, end=i) if i > argument.head else argument  # "in May, where she had a trial"
        if argument.role == "XCOMP" and token.dep_ == "cc" and token.head.i == argument.head and doc[i + 1].lower_ == "that":
            return replace(argument, end=i)  # "continues to grow and that …"
        if blames and token.lower_ in ("of", "for") and i > argument.head and any(c.dep_ == "pcomp" for c in token.children):
            return replace(argument, end=i)  # "accused by a couple of taking …"
        if done and token.lower_ == "by" and i > argument.head and any(c.dep_ == "pobj" and _can_act(c) for c in token.children):
            return replace(argument, end=i)  # "sent out for practice by the manager"
        if argument.wh == "when" and _leaves_time(doc, token):
            return replace(argument, end=i)  # "until the end of May Young Orlo players"
        if token.dep_ != "prep" or token.head.i >= i or token.head.i < argument.start:
            continue
        if argument.wh == "when" and _is_no_time_phrase(token):
            return replace(argument, end=i)
        if doc[i - 1].lower_ == "all" and token.lower_ in ("over", "around", "across") and i - 1 > argument.head:
            return replace(argument, end=i - 1)
    return argument


def _can_act(token: "Token") -> bool:
    return token.ent_type_ in ("PERSON", "ORG") or is_animate(token)


def _leaves_time(doc: "Doc", token: "Token") -> bool:
    """Whether a date ends before a token that begins a name run into it, or a participle: "in 1950 faced with floods"."""
    if doc[token.i - 1].ent_type_ != "DATE" or token.ent_type_ == "DATE":
        return False
    named = token.is_title and token.pos_ in ("PROPN", "ADJ", "NOUN")
    return named or (token.dep_ == "acl" and token.tag_ in ("VBN", "VBG") and token.head.ent_type_ == "DATE")


def _is_no_time_phrase(preposition: "Token") -> bool:
    """Whether a phrase after a date or season tells something else than the time."""
    time = preposition.head
    if time.ent_type_ != "DATE" or preposition.lower_ not in _OF_PLACE_OR_COMPANY:
        return False
    return not any(c.dep_ == "pobj" and is_time(c) for c in preposition.children)


def _without_participle(doc: "Doc", predicate: int, argument: Argument) -> Argument:
    """ "People" of "motivated people": what is said of a noun is no part of the answer."""
    inside = doc[predicate].dep_ == "amod" and argument.start <= predicate < argument.head and argument.role in _CORE
    return replace(argument, start=predicate + 1) if inside and predicate == argument.start else argument


def _with_preposition(doc: "Doc", argument: Argument) -> Argument:
    """ "rose out of the water" asks "out of what?": the preposition is neither cut in two nor a part of the answer."""
    start = argument.start
    if argument.role != "PREP":
        return argument
    if doc[start].lower_ == "of" and argument.end - start > 1:
        start += 1
    if start < 2 or doc[start - 1].lower_ != "of" or doc[start - 2].lower_ not in words("prepositions with of"):
        return argument
    return replace(argument, start=start, preposition=f"{doc[start - 2].lower_} of")


def _with_whole_time(doc: "Doc", argument: Argument) -> Argument | None:
    """ "two years later" is one time; "two years" of "two years after it closed" is none without the rest."""
    following = doc[argument.end].lower_ if argument.end < len(doc) else ""
    first = doc[argument.start]
    rough = first.dep_ in ("advmod", "quantmod")  # "about a week"
    if argument.wh not in ("when", "how long", "how much") or (first.pos_ == "ADP" and not rough):
        return argument
    if following in closed_class("distances in time"):
        return replace(argument, end=argument.end + 1, wh="when")
    unit = doc[argument.head].lemma_.lower() in words("duration")
    return None if unit and following in _COUNTED_FROM else argument


def _without_day(doc: "Doc", predicate: int, argument: Argument) -> Argument:
    """ "The council on Tuesday voted": the day says when it voted, whatever the parse hangs it on."""
    end = argument.end
    if argument.role not in ("SUBJ", "OBJ") or end - argument.start < 3 or argument.head >= end - 2 or not predicate >= end:
        return argument
    if (
        not is_weekday(doc[end - 1].text)
        or doc[end - 2].lower_ != "on"
        or noun_class(doc[argument.head].lemma_) in ("act", "event", "time")
    ):
        return argument
    return replace(argument, end=end - 2)
