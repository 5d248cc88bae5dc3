"""Kept words as a text: the output's own characters, with the punctuation that still has something to mark."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from engines.decomposition.lexicon import words as listed
from engines.english.auxiliaries import BE
from engines.verification.word_support.tree import SUBJECTS, WordTree

_OPENING, _CLOSING = "([{“‘«", ")]}”’»"
_FINAL = frozenset(".!?…")
_ASIDES = frozenset({"relcl", "appos", "acl"})
_OBJECTS = frozenset({"dobj", "attr", "acomp", "oprd", "xcomp", "ccomp"})
_ADDED = frozenset({"prep", "agent", "advmod", "npadvmod"})
_CLAUSES = frozenset({"ccomp", "conj", "relcl", "advcl"})


def tidied(tree: WordTree, kept: Sequence[bool]) -> tuple[bool, ...]:
    """Drop function words that are left with nothing to serve: a conjunction without both sides, a preposition without its
    object, an article without its noun; a further verb or copula without anything that it was followed by ("cost a million and take"),
    and a measure without its number.

    Each of them needs other kept words, so that keeping more words never drops more.
    """
    result = list(kept)
    changed = True
    while changed:
        changed = False
        for i in range(len(tree)):
            if result[i] and not _serves(tree, result, i):
                result[i], changed = False, True
    return tuple(result)


def _serves(tree: WordTree, kept: Sequence[bool], index: int) -> bool:
    dep, parent = tree.dep(index), tree.parents[index]
    if parent < 0 or index == tree.subject:
        return True
    siblings = tree.children[parent]
    if dep in ("cc", "preconj"):
        partners = [c for c in siblings if tree.dep(c) in ("conj", "appos") and c > index]
        return kept[parent] and (not partners or any(kept[c] for c in partners))
    below = tree.subtrees[index]
    if dep in ("prep", "agent", "dative") and len(below) > 1:
        return any(kept[i] for i in below if i != index)
    if dep in ("det", "predet") and tree.pos(index) != "PRON":
        later = range(index + 1, parent + 1)
        return kept[parent] if parent > index else any(kept[i] for i in later)
    if dep in ("conj", "xcomp") and tree.pos(index) == "VERB":
        objects = [c for c in tree.children[index] if tree.dep(c) in _OBJECTS]
        return not objects or any(kept[c] for c in tree.children[index] if not tree.bound(c))
    if dep in _CLAUSES and tree.text(index).lower() in BE:
        said = [c for c in tree.children[index] if tree.dep(c) in _OBJECTS | _ADDED]
        return not said or any(kept[c] for c in said)
    if dep in SUBJECTS and tree.dep(parent) in _CLAUSES and tree.text(parent).lower() in BE:
        return kept[parent]
    if tree.text(index).lower() in listed("measures"):  # "to last months" is not what "to last two months" says
        counts = [c for c in tree.children[index] if tree.dep(c) == "nummod"]
        return not counts or any(kept[c] for c in counts)
    if dep in ("mark", "aux", "auxpass", "neg", "prt"):
        return kept[parent]
    return True


def surface(tree: WordTree, kept: Sequence[bool], forms: Mapping[int, str] | None = None) -> str:
    """The kept words of a sentence, in order, as they stand there; empty when none is kept. `forms` replaces words (for LSS*)."""
    if not any(kept):
        return ""
    text, words = tree.doc.text, tree.words
    written = [(forms or {}).get(i, tree.text(i)) for i in range(len(tree))]
    chosen = [i for i, keep in enumerate(kept) if keep]
    pieces = [_kept_marks(text[: words[0].start], text) if chosen[0] == 0 else "", written[chosen[0]]]
    for left, right in pairwise(chosen):
        if right == left + 1:
            pieces.append(text[words[left].end : words[right].start])
        else:
            after = text[words[left].end : words[left + 1].start]
            before = text[words[right - 1].end : words[right].start]
            pieces.append(_gap(after, before, _ends_aside(tree, left, right)))
        pieces.append(written[right])
    last = chosen[-1]
    tail = text[words[-1].end :]
    if last + 1 < len(words):
        tail = _run(text[words[last].end : words[last + 1].start], _CLOSING + "\"'") + "".join(c for c in tail.strip() if c in _FINAL)
    pieces.append(tail)
    return _balanced("".join(pieces)).strip()


def _kept_marks(lead: str, text: str) -> str:
    return lead if lead.strip() and lead.strip()[0] in _OPENING + "\"'" else ""


def _ends_aside(tree: WordTree, left: int, right: int) -> bool:
    """Whether a word ends a clause or apposition between commas that the next kept word does not belong to."""
    text = tree.doc.text
    for top in (left, *tree.ancestors(left)):
        inside = tree.subtrees[top]
        if inside[-1] != left:
            return False
        if tree.dep(top) in _ASIDES and right not in inside and inside[0] > 0:
            return text[: tree.words[inside[0]].start].rstrip().endswith(",")
    return False


def _gap(after: str, before: str, aside: bool = False) -> str:
    """What stands where words were deleted: marks that close on the left, marks that open on the right, one separating mark.

    Marks on both sides set off what was deleted, so both go; one before the next word still separates, and so does the comma that ends an
    `aside`.
    """
    closing = _run(after, _CLOSING + "\"'")
    opening = _run(before[::-1], _OPENING + "\"'")[::-1]
    left, right = after[len(closing) :], before[: len(before) - len(opening)]
    marks_left = "".join(c for c in left if c in ",;:–—-")
    marks_right = "".join(c for c in right if c in ",;:–—")
    mark = marks_right[-1:] if marks_right and not marks_left else "," if aside and "," in marks_left else ""
    spaced = " " if mark in ("–", "—") and mark else ""
    return f"{closing}{spaced}{mark} {opening}"


def _run(marks: str, allowed: str) -> str:
    """The allowed marks at the beginning of a string, up to the first other character."""
    return marks[: next((i for i, c in enumerate(marks) if c not in allowed), len(marks))]


def _balanced(text: str) -> str:
    """Without brackets and straight quotes whose other half was deleted, or that hold nothing."""
    drop: set[int] = set()
    for opening, closing in zip(_OPENING[:3] + "“", _CLOSING[:3] + "”", strict=True):
        stack: list[int] = []
        for i, character in enumerate(text):
            if character == opening:
                stack.append(i)
            elif character == closing:
                if not stack:
                    drop.add(i)
                elif not any(c.isalnum() for c in text[stack[-1] : i]):
                    drop.update(range(stack.pop(), i + 1))
                else:
                    stack.pop()
        drop.update(stack)
    quotes = [i for i, character in enumerate(text) if character == '"']
    for first, second in zip(quotes[::2], quotes[1::2], strict=False):
        if not any(c.isalnum() for c in text[first:second]):
            drop.update((first, second))
    if len(quotes) % 2:
        drop.add(quotes[-1])
    kept = "".join(c for i, c in enumerate(text) if i not in drop)
    return _spacing(kept)


def _spacing(text: str) -> str:
    """One space where deletions left several, none before a closing mark."""
    result: list[str] = []
    for character in text:
        if character.isspace() and (not result or result[-1].isspace()):
            continue
        if character in ",.;:!?)]}" and len(result) > 1 and result[-1] == " " and result[-2].isalnum():
            result.pop()
        result.append(character)
    return "".join(result)
