"""Rewrite a parsed sentence: a handful of grammatical operations on its characters, each keeping the rest as it was."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.english.inflection import inflect
from explorer.evaluation.perturbations.passages import finite_verb, subtree

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


@dataclass(frozen=True)
class Edit:
    """Replace the characters [start, end) of a sentence by `text`."""

    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Change:
    """Edits that make a sentence false; `predicate` is the lemma of the verb whose roles or polarity they change."""

    edits: list[Edit]
    predicate: str = ""


@dataclass(frozen=True)
class Rewritten:
    """A changed sentence and the characters [start, end) of it that are new; empty after a deletion."""

    text: str
    changed: tuple[tuple[int, int], ...]


def rewrite(sentence: str, edits: Sequence[Edit]) -> Rewritten | None:
    """Apply edits that do not overlap; spaces left double by deletions are tidied, the first letter stays a capital."""
    ordered = sorted(edits, key=lambda edit: edit.start)
    pieces: list[str] = []
    changed: list[tuple[int, int]] = []
    position = length = 0
    for edit in ordered:
        if edit.start < position:
            return None
        kept, new, end = sentence[position : edit.start], edit.text, edit.end
        if not new:
            while end < len(sentence) and sentence[end] == " " and (not kept or kept[-1] == " "):
                end += 1
            if kept.endswith(" ") and (end >= len(sentence) or sentence[end] in ".,;:!?"):
                kept = kept[:-1]
        elif edit.start == 0 and new[0].islower():
            new = new[0].upper() + new[1:]
        pieces += [kept, new]
        length += len(kept)
        changed.append((length, length + len(new)))
        length += len(new)
        position = end
    text = "".join(pieces) + sentence[position:]
    if text[:1].islower() and sentence[:1].isupper():
        text = text[0].upper() + text[1:]
    return Rewritten(text, tuple(changed))


def tokens_edit(doc: "Doc", start: int, end: int, text: str) -> Edit:
    """Replace tokens [start, end)."""
    return Edit(doc[start].idx, doc[end - 1].idx + len(doc[end - 1]), text)


def deletion(doc: "Doc", start: int, end: int) -> Edit:
    """Delete tokens [start, end) with the commas or brackets that set them off."""
    closes = end >= len(doc) or doc[end].text in (",", ")", "–", "-", "—", ".", ";")
    if start > 0 and doc[start - 1].text in (",", "(", "–", "-", "—") and closes:
        start -= 1
        if end < len(doc) and doc[end].text not in (".", ";"):
            end += 1
    elif start == 0 and end < len(doc) and doc[end].text == ",":
        end += 1
    return tokens_edit(doc, start, end, "")


def phrase(doc: "Doc", start: int, end: int, mid: bool = True) -> str:
    """The words of tokens [start, end), the first one in the case it has in the middle of a sentence."""
    text = doc[start:end].text
    first = doc[start]
    plain = first.pos_ == "DET" or (first.pos_ != "PROPN" and not first.ent_type_ and not first.text.isupper())
    if mid and start == 0 and plain and first.text != "I":
        text = text[0].lower() + text[1:]
    return text


def negation(verb: "Token") -> list[Edit] | None:
    """Negate a finite clause: "went" to "did not go", "was" to "was not", "can go" to "cannot go"."""
    if any(child.dep_ == "neg" for child in verb.children) or (verb.lemma_ == "use" and any(c.dep_ == "xcomp" for c in verb.children)):
        return None
    first = finite_verb(verb)
    if first is None:
        return None
    end = first.idx + len(first)
    if first != verb or first.lemma_ == "be":
        if (first.tag_ == "MD" and first.lower_ in ("ca", "wo", "'ll", "’ll", "'d", "’d")) or first.text.startswith(("'", "’")):
            return None
        return [Edit(end, end, " not")]
    do = {"VBD": "did", "VBZ": "does", "VBP": "do"}.get(first.tag_)
    if do is None:
        return None
    return [Edit(first.idx, end, f"{do} not {first.lemma_.lower()}")]


def affirmation(verb: "Token") -> list[Edit] | None:
    """Remove the "not" of a clause: "did not go" to "went"."""
    doc = verb.doc
    mark = next((child for child in verb.children if child.dep_ == "neg" and child.lower_ in ("not", "n't", "n’t", "never")), None)
    if mark is None or mark.i == 0:
        return None
    auxiliary = doc[mark.i - 1]
    if mark.lower_ == "never":
        return [deletion(doc, mark.i, mark.i + 1)]
    if auxiliary.lemma_ == "do" and auxiliary.head == verb:
        if mark.i + 1 != verb.i:
            return None
        tag = {"did": "VBD", "does": "VBZ", "do": "VBP"}.get(auxiliary.lower_)
        return [tokens_edit(doc, auxiliary.i, verb.i + 1, inflect(verb.lemma_.lower(), tag))] if tag else None
    start = mark.idx if mark.text in ("n't", "n’t") else mark.idx - 1
    if auxiliary.lower_ in ("ca", "wo", "sha"):
        return [Edit(auxiliary.idx, mark.idx + len(mark), {"ca": "can", "wo": "will", "sha": "shall"}[auxiliary.lower_])]
    return [Edit(max(0, start), mark.idx + len(mark), "")]


def swap(doc: "Doc", first: tuple[int, int], second: tuple[int, int]) -> list[Edit]:
    """Exchange two stretches of tokens."""
    return [tokens_edit(doc, *first, phrase(doc, *second)), tokens_edit(doc, *second, phrase(doc, *first))]


def passive(verb: "Token") -> list[Edit] | None:
    """Turn "A built B in 1920" into "B was built by A in 1920" (simple past or present, no pronouns)."""
    doc = verb.doc
    subject = next((c for c in verb.children if c.dep_ == "nsubj"), None)
    object_ = next((c for c in verb.children if c.dep_ == "dobj"), None)
    plain = verb.tag_ in ("VBD", "VBZ", "VBP") and not any(
        c.dep_ in ("aux", "neg", "prt", "dative", "conj", "xcomp", "ccomp") for c in verb.children
    )
    if subject is None or object_ is None or not plain or {"PRON"} & {subject.pos_, object_.pos_} or verb.head != verb:
        return None
    before, after = subtree(subject), subtree(object_)
    if before[1] != verb.i or after[0] != verb.i + 1 or after[1] - before[0] > 18:
        return None
    participle = inflect(verb.lemma_.lower(), "VBN")
    plural = object_.tag_ in ("NNS", "NNPS") or any(c.dep_ == "conj" for c in object_.children)
    be = ("were" if plural else "was") if verb.tag_ == "VBD" else ("are" if plural else "is")
    text = f"{phrase(doc, *after)} {be} {participle} by {phrase(doc, *before)}"
    return [tokens_edit(doc, before[0], after[1], text)]


def active(verb: "Token") -> list[Edit] | None:
    """Turn "B was built by A" into "A built B" (simple past or present)."""
    doc = verb.doc
    subject = next((c for c in verb.children if c.dep_ == "nsubjpass"), None)
    auxiliaries = [c for c in verb.children if c.dep_ in ("aux", "auxpass")]
    agent = next((c for c in verb.children if c.dep_ == "agent"), None)
    actor = next((c for c in agent.children if c.dep_ == "pobj"), None) if agent is not None else None
    if subject is None or agent is None or actor is None or len(auxiliaries) != 1 or verb.head != verb:
        return None
    be = auxiliaries[0]
    if (
        be.tag_ not in ("VBD", "VBZ", "VBP")
        or any(c.dep_ in ("neg", "conj", "advmod", "prt") for c in verb.children)
        or "PRON" in (actor.pos_, subject.pos_)
    ):
        return None
    before, by = subtree(subject), subtree(agent)
    if before[1] != be.i or be.i + 1 != verb.i or by[0] != verb.i + 1:
        return None
    plural = actor.tag_ in ("NNS", "NNPS") or any(c.dep_ == "conj" for c in actor.children)
    tag = "VBD" if be.tag_ == "VBD" else ("VBP" if plural else "VBZ")
    text = f"{phrase(doc, by[0] + 1, by[1])} {inflect(verb.lemma_.lower(), tag)} {phrase(doc, *before)}"
    return [tokens_edit(doc, before[0], by[1], text)]


def detokenized(text: str) -> str:
    """Join spaced punctuation: "next year 's event , he said" to "next year's event, he said"."""
    text = re.sub(r" (?=[.,;:!?%)\]]|[’']s\b|n[’']t\b|[’'](?:re|ve|ll|d|m)\b)", "", text)
    text = re.sub(r"(?<=[(\[$£€]) ", "", text)
    return re.sub(r"(?<=\w) ?- ?(?=\w)", "-", text) if " - " in text else text


def tokenized(doc: "Doc") -> str:
    """The tokens joined by spaces."""
    return " ".join(token.text for token in doc if not token.is_space)
