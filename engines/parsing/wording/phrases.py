"""Phrases of a sentence moved to another place of another sentence: case of pronouns, capitals, determiners, agreement."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.english.articles import indefinite
from engines.english.calendar import is_weekday
from engines.english.lexicon import words as word_list
from engines.english.pronouns import OBJECT_FORMS, SUBJECT_FORMS, THEY, WE, YOU, I
from engines.parsing.arguments.structures import Argument
from engines.parsing.syntax.dependencies import shown_number

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_PLURAL_PRONOUNS = frozenset({*WE, *YOU, *THEY})
_POSSESSIVES = ("'s", "’s", "'", "’")
_ADVERBS = {"good": "well", "fast": "fast", "hard": "hard", "late": "late", "early": "early", "last": "last", "next": "next",
            "daily": "daily", "weekly": "weekly", "monthly": "monthly", "yearly": "yearly", "nightly": "nightly", "public": "publicly",
            "whole": "wholly", "true": "truly", "due": "duly"}  # fmt: skip


@dataclass(frozen=True)
class NominalSlot:
    """A phrase that fills a slot, with its head for agreement; `coordinated` when it names several."""

    doc: "Doc"
    argument: Argument
    end: int
    coordinated: bool = False

    @classmethod
    def of(cls, doc: "Doc", argument: Argument, end: int = 0) -> "NominalSlot":
        """The phrase of an argument, or up to token `end` with what is coordinated with it."""
        return cls(doc, argument, end or argument.end, end > argument.end)

    def text(self, case: str) -> str:
        """The words, as "subject" or "object"."""
        return _phrase(self.doc, self.argument, self.argument.start, self.end, case)

    def number(self, predicate: int) -> str:
        """Number for agreement: "singular", "plural" or "first"."""
        if self.coordinated:
            return "plural"
        return number_of(self.doc, self.argument, predicate)


def phrase(doc: "Doc", argument: Argument, case: str) -> str:
    """The words of an argument as they stand inside another sentence; pronouns in the "subject" or "object" case."""
    return _phrase(doc, argument, argument.start, argument.end, case)


def _phrase(doc: "Doc", argument: Argument, start: int, end: int, case: str) -> str:
    if end - start > 1 and doc[end - 1].text in _POSSESSIVES:
        end -= 1
    if end - start == 1 and doc[start].pos_ == "PRON":
        return (SUBJECT_FORMS if case == "subject" else OBJECT_FORMS).get(doc[start].lower_, _lowered(doc[start]))
    while end - start > 1 and doc[end - 1].text in (",", ";", ":"):
        end -= 1
    if case == "object" and argument.role == "OBJ" and doc[argument.head].pos_ == "NOUN":  # "how much rain he saw"
        while end - start > 1 and (
            doc[start].tag_ in ("WRB", "WDT", "WP") or (start > argument.start and doc[start].lower_ in ("much", "many"))
        ):
            start += 1
    text = clause_text(doc, start, end)
    determiner = _lost_determiner(doc, argument, start)
    return f"{determiner} {text}" if determiner else text


def _lowered(first: "Token") -> str:
    """The first word of a phrase without the capital that only began the sentence."""
    text = first.text
    sentence_initial = first.i == 0 or not any(token.is_alpha for token in first.doc[: first.i]) or first.nbor(-1).text in ("“", '"', ":")
    if not text[:1].isupper() or text == "I" or text[1:] != text[1:].lower():
        return text
    if first.pos_ in ("ADV", "ADP", "SCONJ", "DET", "PRON") and not first.ent_type_ and first.lower_ != "i":
        return text.lower()
    if not sentence_initial:
        return text
    common = first.pos_ in ("DET", "ADP", "NUM", "PRON", "ADV") or (
        first.ent_type_ in ("DATE", "TIME", "CARDINAL", "QUANTITY") and first.pos_ == "NOUN"
    )
    if first.pos_ == "PROPN" or (first.ent_type_ and not common):
        return text
    return text.lower()


def _lost_determiner(doc: "Doc", argument: Argument, start: int) -> str:
    """An article that was left out of the span because a modifier in between is the predicate: "the [injured] man"."""
    head = doc[argument.head]
    if head.pos_ != "NOUN" or not start <= head.i:
        return ""
    for child in head.children:
        if child.i < start and child.dep_ in ("det", "poss") and child.i >= start - 4:
            if child.dep_ == "det":
                return indefinite(doc[start:].text) if child.lower_ in ("a", "an") else child.lower_
            return "".join(token.text_with_ws for token in child.subtree).strip()
    return ""


def number_of(doc: "Doc", argument: Argument, predicate: int) -> str:
    """Number of a subject: what its own verb shows, else what the noun's form says."""
    head, verb = doc[argument.head], doc[predicate]
    word = head.lower_
    if word in I.plain and argument.end - argument.start == 1:
        return "first"
    if word in ("he", "she", "it", "him", "her", "this", "that"):
        return "singular"
    alone = not any(child.dep_ == "conj" and child.i >= argument.end for child in head.children)
    if head.head == verb and head.dep_ in ("nsubj", "nsubjpass", "csubj", "csubjpass") and alone:
        shown = shown_number(verb)
        if shown:
            return shown
    if word in ("one", "each", "either", "neither"):
        return "singular"
    if word in word_list("plural pronouns") or word in _PLURAL_PRONOUNS:
        return "plural"
    if head.tag_ == "NNPS" and not any(child.dep_ == "det" for child in head.children):  # "Ben Nicholls"
        return "singular"
    if head.tag_ in ("NNS", "NNPS") and head.lemma_.lower() not in ("news", "politics"):
        return "plural"
    if head.lemma_.lower() in word_list("quantified") or head.pos_ == "NUM":
        for child in head.children:
            if child.lower_ == "of":
                return (
                    "plural"
                    if any(g.tag_ in ("NNS", "NNPS") or g.lower_ in word_list("plural pronouns") for g in child.children)
                    else "singular"
                )
        return "plural" if head.pos_ == "NUM" and word not in ("one", "1") and head.ent_type_ != "DATE" else "singular"
    return "singular"


def as_adverbial(doc: "Doc", argument: Argument, kind: str) -> str:
    """An adjunct as it ends a sentence: with the preposition that was left out of its span; a noun's adjective as an adverb."""
    head, first = doc[argument.head], doc[argument.start]
    text = phrase(doc, argument, "object")
    if argument.start > 0 and first.pos_ not in ("ADP", "SCONJ"):
        before = doc[argument.start - 1]
        if before.pos_ == "ADP" and before.dep_ in ("prep", "agent") and argument.wh in ("where", "when", "how", "why", "how long"):
            governs = before == head.head or (before == first.head)
            if governs:
                return f"{before.lower_} {text}"
    if argument.source == "relative" and argument.wh in ("where", "when") and head.pos_ in ("NOUN", "PROPN") and first.pos_ != "ADP":
        return f"{_preposition_for(head)} {text}"  # "a house where he lived"
    first_conjunct = head
    while first_conjunct.dep_ == "conj" and first_conjunct.head != first_conjunct:
        first_conjunct = first_conjunct.head
    shared = first_conjunct.head
    if first_conjunct != head and shared.pos_ == "ADP" and first.pos_ not in ("ADP", "ADV", "SCONJ") and head.pos_ in ("NOUN", "PROPN"):
        return f"{shared.lower_} {text}"  # "in Porto and Leeds"
    if kind != "noun":
        return text
    if head.pos_ == "ADJ" and argument.end - argument.start == 1:
        return adverb(text)
    if head.dep_ in ("compound", "nmod", "poss") and argument.wh in ("where", "when"):
        return f"{_preposition_for(head)} {text}"
    return text


def _preposition_for(noun: "Token") -> str:
    if is_weekday(noun.text):
        return "on"
    return "at" if noun.lower_ in ("night", "home", "school", "weekend") else "in"


def adverb(adjective: str) -> str:
    """The adverb of an adjective: "rapidly" for "rapid"."""
    if adjective in _ADVERBS:
        return _ADVERBS[adjective]
    if adjective.endswith(("ly", "est", "er")) or not adjective.isalpha():
        return adjective
    if adjective.endswith("ic"):
        return adjective + "ally"
    if adjective.endswith("le") and len(adjective) > 4:
        return adjective[:-1] + "y"
    if adjective.endswith("y") and len(adjective) > 4:
        return adjective[:-1] + "ily"
    return adjective + "ly"


def joined(words: Iterable[str]) -> str:
    """Words with single spaces, empty ones left out."""
    return " ".join(word for word in words if word)


def without_lone_quotes(text: str) -> str:
    """The text without double quotation marks if one of them lacks its partner; spaces are tidied."""
    text = text.replace("`` ", '"').replace("``", '"').replace(" ''", '"').replace("''", '"')
    if text.count('"') % 2 == 0 and text.count("“") == text.count("”"):
        return text
    return " ".join("".join(character for character in text if character not in '"“”').split())


def capitalised(text: str) -> str:
    """A sentence: first letter capital, a full stop at the end, no quotation mark left alone."""
    text = without_lone_quotes(text).strip().rstrip(" ,;:-–—")
    if not text:
        return ""
    return text[0].upper() + text[1:] + ("" if text[-1] in ".!?" or text.endswith(('."', ".”", '!"', '?"')) else ".")


def without(doc: "Doc", start: int, end: int, removed: Collection[int]) -> str:
    """The words of a span without some of its tokens, the article made to fit."""
    kept = [token for token in doc[start:end] if token.i not in removed]
    while kept and kept[0].is_punct:
        kept = kept[1:]
    if not kept:
        return ""
    parted = [following.i > token.i + 1 for token, following in zip(kept, [*kept[1:], kept[-1]], strict=True)]
    words = [token.text_with_ws + " " * gap for token, gap in zip(kept, parted, strict=True)]
    words[0] = _lowered(kept[0]) + words[0][len(kept[0]) :]
    text = " ".join("".join(words).split())
    if kept[0].lower_ in ("a", "an") and " " in text:  # what follows may be blank
        text = f"{indefinite(kept[1].text)} {text.split(' ', 1)[1]}"
    return text


def clause_text(doc: "Doc", start: int, end: int) -> str:
    """The words of a clause as they stand inside a sentence."""
    return _lowered(doc[start]) + doc[start:end].text[len(doc[start].text) :]
