"""Appositions and titles: "Who is a doctor?", answered by the name (QASemConsistency, Limitations)."""

import re
from typing import TYPE_CHECKING

from engines.english.animacy import is_name_in_small_letters, lexicon, noun_class, person_share
from engines.english.articles import indefinite
from engines.english.deverbal import is_known
from engines.english.noun_classes import is_time
from engines.english.word_forms import listed_forms
from engines.parsing.arguments.structures import Argument
from engines.parsing.predicates.copulas import who_or_what
from engines.parsing.syntax.clauses import is_present_clause
from engines.parsing.syntax.dependencies import COORDINATION, before_asides, children, span
from engines.parsing.syntax.dependencies import beside as beside_each_other
from engines.parsing.syntax.noise import is_fragment, is_noisy
from engines.parsing.syntax.verb_groups import VerbGroup
from engines.parsing.wording.conjugation import finite
from engines.parsing.wording.phrases import capitalised, joined, number_of, phrase
from engines.parsing.wording.qas import WordedQA, sentence_case

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_OPEN = frozenset({"ADJ", "ADV", "NOUN", "VERB"})
_PLACES = frozenset({"GPE", "LOC", "FAC"})
_NUMERIC = frozenset({"DATE", "TIME", "CARDINAL", "ORDINAL", "PERCENT", "MONEY", "QUANTITY"})
_ONCE = frozenset({"formerly", "once", "previously"})
_YEAR = re.compile(r"1[0-8]\d\d|19[0-4]\d")
"""A year so long ago that nobody is now what they were then."""
_BODIES = frozenset({"animal", "artifact", "body", "food", "location", "object", "person", "plant", "substance"})
_DEEDS = frozenset({"act", "attribute", "cognition", "communication", "event", "feeling", "possession", "process", "state"})
"""Classes of what can be touched, and of what cannot."""
_SURELY = 0.8
"""Share of its uses in which a word must mean a person to be surely one."""


def apposition_qas(doc: "Doc") -> list[WordedQA]:
    """One QA for each noun phrase that is set beside another one and says what it is, and for titles before names."""
    found: list[WordedQA] = []
    if is_fragment(doc) or is_noisy(doc):
        return found
    for token in doc:
        if token.dep_ == "appos":
            qa = _apposition(token.head, token)
        elif token.left_edge.i == 0 and token.i and token.pos_ in ("ADJ", "NOUN"):
            qa = _opening(token)
        elif token.pos_ == "PROPN" and token.dep_ != "compound":
            qa = _title(token)
        else:
            continue
        if qa is not None:
            found.append(qa)
    return found


def _apposition(noun: "Token", beside: "Token") -> WordedQA | None:
    doc = noun.doc
    if not beside_each_other(noun, beside):
        return None
    if any(child.tag_ == "WP$" for child in beside.children):  # "the firm, whose 240 employees we welcome"
        return None
    between = doc[noun.i + 1 : beside.left_edge.i].text
    if ":" in between or ";" in between:
        return None
    if beside.i <= noun.i or beside.pos_ not in ("NOUN", "PROPN") or beside.ent_type_ in _NUMERIC or noun.ent_type_ in _NUMERIC:
        return None
    if noun.pos_ not in ("NOUN", "PROPN") or ("," not in between and "(" not in between and "–" not in between and "-" not in between):
        return None
    if any(child.dep_ in ("conj", "cc") for child in (*noun.children, *beside.children)):  # more likely a list
        return None
    if children(noun, "nummod") or children(beside, "nummod"):  # "one nurse, Calum"
        return None
    if all(any(c.lower_ in ("a", "an") for c in children(token, "det")) for token in (noun, beside)):  # "a lake, a meadow": a list
        return None
    if is_name_in_small_letters(noun) or is_name_in_small_letters(beside):
        return None
    named, said = (beside, noun) if beside.pos_ == "PROPN" and noun.pos_ == "NOUN" else (noun, beside)
    if noun.pos_ == beside.pos_ == "PROPN":
        return _located(noun, beside)
    if said.tag_ == "NNS" and named.tag_ == "NNP" and not any(c.dep_ in ("conj", "nmod") for c in named.children):
        return None
    determined = any(c.dep_ in ("det", "poss") for c in said.children)
    if said.pos_ == "PROPN" or not (determined or (named.pos_ == "PROPN" and noun_class(said.lemma_))):
        return None
    if _are_unlike(named, said):
        return None
    start, end = _bounds(said)
    relative = doc[start].tag_ == "WP$"  # "the firm, whose chair, Ana Ruiz, left"
    text = f"the {doc[start + 1 : end].text}" if relative else _uncapitalised(doc[start:end])
    return None if ":" in text else _worded(doc, said.i, _argument(named), text, said)


def _opening(description: "Token") -> WordedQA | None:
    """ "The youngest of five, he grew up in Orlo": a description before the subject says who or what it is."""
    doc, end = description.doc, description.right_edge.i + 1
    if description.left_edge.i != 0 or not children(description, "det") or is_time(description) or end >= len(doc) or doc[end].text != ",":
        return None
    subjects = children(description.head, "nsubj", "nsubjpass")
    subject = next((c for c in subjects if c.left_edge.i == end + 1 and c != description), None)
    if subject is None or subject.pos_ not in ("PRON", "PROPN") or subject.lower_ in ("it", "this", "that"):
        return None
    return _worded(doc, description.i, _argument(subject), _uncapitalised(doc[:end]), description)


def _are_unlike(named: "Token", said: "Token") -> bool:
    """Whether one is a person and the other a thing, or one a place or thing and the other a deed, so that they are no apposition: "the
    host of the hour, a popular show", "rode to Orlo, a trip that …"."""
    kind = noun_class(said.lemma_) if said.pos_ == "NOUN" else ""
    if named.ent_type_ in _PLACES and kind:
        return kind in _DEEDS or (person_share(said) >= _SURELY and kind == "person")
    if kind in _DEEDS and named.pos_ == "NOUN" and noun_class(named.lemma_) in _BODIES:  # "moved it to a cannery, a concept that …"
        return True
    known = noun_class(said.lemma_) and (named.pos_ == "PROPN" or noun_class(named.lemma_))
    shares = sorted((person_share(named), person_share(said)))
    return bool(known) and shares[0] <= 1 - _SURELY and shares[1] >= _SURELY


def _located(noun: "Token", beside: "Token") -> WordedQA | None:
    """ "Leeds, England" says where Leeds is."""
    if noun.ent_type_ not in _PLACES or beside.ent_type_ not in ("GPE", "LOC"):
        return None
    doc = noun.doc
    if not any(token.pos_ in ("VERB", "AUX") for token in doc):  # "Orla, Tam,": a salutation
        return None
    place, inside = _argument(noun), _argument(beside)
    name, within = phrase(doc, place, "subject"), phrase(doc, inside, "object")
    return WordedQA(beside.i, f"Where is {name}?", inside.start, inside.end, capitalised(f"{name} is in {within}"), "where")


def _title(name: "Token") -> WordedQA | None:
    """ "striker Ana Ruiz", "the former president Ben Okri": the words before the name say who it is."""
    doc = name.doc
    titles = [
        c for c in name.children if c.i < name.i and c.dep_ in ("compound", "nmod") and c.pos_ == "NOUN" and c.text.islower() and c.is_alpha
    ]
    if not titles or person_share(titles[-1]) < 0.8 or name.ent_type_ not in ("PERSON", ""):
        return None
    title = titles[-1]
    if is_name_in_small_letters(title) or title.lower_ in lexicon().first_names:
        return None
    if title.tag_ == "NNS":  # "champions Ana Ruiz": two sentences or a list
        return None
    first = title.i + 1
    if any(token.pos_ != "PROPN" for token in doc[first : name.i + 1]):
        return None
    start = name.left_edge.i
    if (
        start > title.i
        or (start and doc[start - 1].text == "-")
        or any(token.dep_ in ("punct", "cc", "conj", "relcl", "appos") for token in doc[start : title.i + 1])
    ):
        return None
    words = _uncapitalised(doc[start : title.i + 1])
    if doc[start].dep_ not in ("det", "poss", "nummod") and not any(t.tag_ == "POS" for t in doc[start : title.i + 1]):
        words = f"{indefinite(words)} {words}"
    elif doc[start].dep_ == "nummod":
        return None
    return _worded(doc, title.i, Argument(name.i, first, name.i + 1, "SUBJ", "who"), words, title)


def _worded(doc: "Doc", predicate: int, answer: Argument, said: str, head: "Token") -> WordedQA:
    wh = who_or_what(doc[answer.head], head)
    plural = head.tag_ == "NNS"
    lasting = is_present_clause(doc[answer.head]) or not any(_YEAR.fullmatch(token.text) for token in doc)
    told = VerbGroup(present=lasting and not _is_over(head))
    question = sentence_case(joined([wh, *finite(told, "be", "plural" if plural else "singular"), said])) + "?"
    number = "plural" if plural else number_of(doc, answer, predicate)
    statement = capitalised(joined([phrase(doc, answer, "subject"), *finite(told, "be", number), said]))
    return WordedQA(predicate, question, answer.start, answer.end, statement, "subject")


def _is_over(head: "Token") -> bool:
    """Whether what somebody is said to be has a time that is over: "a teacher for 34 years", "a champion at 19", "once her student"."""
    prepositions = children(head, "prep")
    within = [*prepositions, *(behind for preposition in prepositions for behind in children(preposition, "prep"))]
    beside = [(preposition.lower_, noun) for preposition in within for noun in children(preposition, "pobj")]
    lasted = any(word == "for" and noun.tag_ == "NNS" and is_time(noun) for word, noun in beside)
    ended = any(word == "until" and is_time(noun) for word, noun in beside)
    at_an_age = any(word == "at" and noun.pos_ == "NUM" for word, noun in beside)
    return lasted or ended or at_an_age or any(child.lower_ in _ONCE for child in children(head, "advmod"))


def _uncapitalised(words: "Span") -> str:
    """The words as they stand inside a sentence: the first of all is often taken for a name ("Deputy mayor Ana Ruiz")."""
    first, text = words[0], str(words.text)
    unlisted = not noun_class(first.lower_) and not listed_forms(first.lower_, "ADJ")
    name = first.ent_type_ or (unlisted and (first.pos_ == "PROPN" or (first.pos_ in _OPEN and not is_known(first.lower_))))
    name = name or (first.pos_ == "PROPN" and first.dep_ == "compound" and first.head.pos_ == "PROPN" and first.head.is_title)
    return text[:1].lower() + text[1:] if first.i == 0 and first.is_title and not name else text


def _bounds(token: "Token") -> tuple[int, int]:
    """The words of a name or description, with the clause that alone says which one is meant: "the company that owns the line"."""
    defined = token.pos_ == "NOUN" and any(c.lower_ == "the" for c in children(token, "det"))
    plain = span(token, None, COORDINATION | {"appos", "relcl"})
    if defined and plain[1] - plain[0] == 2:
        return span(token, None, COORDINATION | {"appos"})
    return plain[0], before_asides(token.doc, *plain)


def _argument(token: "Token") -> Argument:
    start, end = _bounds(token)
    return Argument(token.i, start, end, "SUBJ")
