"""Whether a name, or what stands for one, stands in the same relation: else it is of somebody or of something else."""

from typing import TYPE_CHECKING

from engines.english.pronouns import FIRST_PERSON, YOU
from engines.units.instead.families import family_of, head_of, is_name

if TYPE_CHECKING:
    from spacy.tokens import Span as DocSpan
    from spacy.tokens import Token

_SPEAKING = FIRST_PERSON | frozenset(YOU)


def in_one_relation(own: "DocSpan", other: "DocSpan") -> bool:
    """Whether nothing says that two phrases are of two persons or things.

    A name does not stand for a description, nor a description for a name but at the same word; two places are places of one thing. Who
    "I", "we" and "you" are depends on who speaks: they stand for nobody whom another text tells of.
    """
    if _addresses(other) and not _addresses(own):
        return False
    mine, theirs = is_name(head_of(own)), is_name(head_of(other)) or _begins_turn(other)
    if own.root.pos_ == "PRON" or not (mine or theirs):
        return True
    if mine and theirs:
        return at_one_place(own, other)
    return mine and share_governor(own, other)


def _begins_turn(span: "DocSpan") -> bool:
    """Whether this is whoever speaks a turn, or sends a letter."""
    return span[0].is_title and ":" in {
        token.text for token in (*span.doc[span.end : span.end + 1], *span.doc[max(0, span.start - 1) : span.start])
    }


def _addresses(span: "DocSpan") -> bool:
    return any(token.lower_ in _SPEAKING for token in span)


def name_alone(own: "DocSpan", other: "DocSpan") -> "DocSpan":
    """Of words found in the place of a name that are no phrase, the name among them: "Orlo" of "Orlo which told how".

    Within a phrase a name is somebody else's: in "the sister of Anna Holm" it is left alone.
    """
    tops = [t for t in other if t.head == t or not other.start <= t.head.i < other.end]
    if not is_name(head_of(own)) or is_name(head_of(other)) or (len(tops) == 1 and other.root.pos_ in ("NOUN", "PRON")):
        return other
    runs: list[list[Token]] = []
    for token in other:
        if token.pos_ == "PROPN" and runs and runs[-1][-1].i + 1 == token.i:
            runs[-1].append(token)
        elif token.pos_ == "PROPN":
            runs.append([token])
    names = [span for run in runs if (span := other.doc[run[0].i : run[-1].i + 1]).text.casefold() not in own.text.casefold()]
    return names[0] if len(names) == 1 else other


def at_one_place(own: "DocSpan", other: "DocSpan") -> bool:
    """Whether two places are places of one thing: where one thing happened says nothing of another."""
    mine, theirs = head_of(own), head_of(other)
    if family_of(mine) != "place" or {mine.dep_, theirs.dep_} != {"pobj"}:
        return True
    return share_governor(own, other)


def share_governor(own: "DocSpan", other: "DocSpan") -> bool:
    """Whether two phrases hang on the same word, or on what that hangs on."""
    return not governors(head_of(own)).isdisjoint(governors(head_of(other)))


def governors(token: "Token") -> frozenset[str]:
    """The lemmas of what a word hangs on, and of what that hangs on, prepositions left out."""
    above = [t.lemma_.lower() for t in token.ancestors if t.pos_ not in ("ADP", "AUX")]
    return frozenset(above[:2])
