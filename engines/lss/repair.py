"""LSS*: the longest supported subsequence as a correct sentence, with nothing new in it (LSS paper, section 3).

Forms change ("a actor" becomes "an actor", a verb agrees with the subject that is left, a sentence begins with a capital and ends
with a mark), and function words of the output come back where both words that they join are left ("an assistant [to] Ana Lind").
No word with content is ever added.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.english.articles import indefinite
from engines.english.inflection import inflect, singular_form
from engines.lss.surface import surface
from engines.verification.word_support.tree import SUBJECTS, WordTree

if TYPE_CHECKING:
    from spacy.tokens import Token

FILLERS = frozenset({"of", "to", "in", "on", "at", "for", "with", "by", "from", "as"})
"""Prepositions that come back between the words that they join; those that say more ("before", "without") do not."""
_LEADING = frozenset({"and", "but", "or", "nor", "so", "that", "which", "who", "yet"})


def repaired(tree: WordTree, kept: Sequence[bool]) -> str:
    """The kept words of one sentence as LSS*; empty when none is kept."""
    chosen = [keep or joins(tree, kept, i) for i, keep in enumerate(kept)]
    for i in range(len(tree)):
        if not chosen[i]:
            continue
        whole = all(kept[: i + 1])
        if whole or not (tree.text(i).lower() in _LEADING and tree.dep(i) in ("cc", "mark", "nsubj", "nsubjpass")):
            break
        chosen[i] = False
    if not any(chosen):
        return ""
    if all(chosen):
        return _finished(surface(tree, chosen))
    forms = _agreement(tree, chosen) | _finite(tree, chosen)
    forms |= _articles(tree, chosen, forms)
    return _finished(surface(tree, chosen, forms))


def joins(tree: WordTree, kept: Sequence[bool], index: int) -> bool:
    """Whether a deleted function word says no more than how the kept words around it belong together."""
    parent = tree.parents[index]
    if parent < 0 or not kept[parent]:
        return False
    dep = tree.dep(index)
    if dep in ("prep", "agent", "dative"):
        described = [c for c in tree.children[parent] if c > index and tree.dep(c) == "appos"]
        return tree.text(index).lower() in FILLERS and any(kept[c] for c in (*tree.subtrees[index], *described))
    if dep in ("aux", "auxpass"):
        return any(kept[c] for c in tree.children[parent] if tree.dep(c) in SUBJECTS)
    if dep == "cc":
        return tree.text(index).lower() == "and" and any(kept[c] for c in tree.children[parent] if tree.dep(c) == "conj" and c > index)
    return False


def _articles(tree: WordTree, kept: Sequence[bool], forms: dict[int, str]) -> dict[int, str]:
    """ "a" or "an" as the next kept word begins."""
    result = {}
    for i in range(len(tree)):
        word = tree.text(i)
        if not kept[i] or word.lower() not in ("a", "an"):
            continue
        following = next((j for j in range(i + 1, len(tree)) if kept[j]), None)
        if following is not None and following != i + 1:
            fitting = indefinite(forms.get(following, tree.text(following)))
            result[i] = fitting.capitalize() if word[0].isupper() else fitting
    return result


def _agreement(tree: WordTree, kept: Sequence[bool]) -> dict[int, str]:
    """The finite verb in the singular where all but one of several subjects were deleted."""
    result = {}
    for subject in range(len(tree)):
        if not kept[subject] or tree.dep(subject) not in SUBJECTS or tree.parents[subject] < 0:
            continue
        others = [c for c in tree.children[subject] if tree.dep(c) == "conj"]
        singular = tree.doc[tree.words[subject].head].tag_ not in ("NNS", "NNPS")
        if not others or any(kept[c] for c in others) or not singular:
            continue
        verb = tree.parents[subject]
        finite = next((c for c in tree.children[verb] if tree.dep(c) in ("aux", "auxpass") and kept[c]), verb if kept[verb] else None)
        if finite is None:
            continue
        token, word = tree.doc[tree.words[finite].head], tree.text(finite)
        form = singular_form(word, token.lemma_, token.tag_)
        if form is not None:
            result[finite] = "'s" if word.startswith(("'", "’")) else form
    return result


def _finite(tree: WordTree, kept: Sequence[bool]) -> dict[int, str]:
    """A bare infinitive that is left as the main verb ("saw Wilkinson join") takes the tense of the verb it hung on."""
    result = {}
    for verb in range(len(tree)):
        parent = tree.parents[verb]
        token = tree.doc[tree.words[verb].head]
        if not kept[verb] or parent < 0 or kept[parent] or token.tag_ != "VB" or tree.dep(verb) not in ("ccomp", "xcomp"):
            continue
        helped = any(tree.dep(c) in ("aux", "auxpass") and kept[c] for c in tree.children[verb])
        has_subject = any(tree.dep(c) in SUBJECTS and kept[c] for c in tree.children[verb])
        governor: Token = tree.doc[tree.words[parent].head]
        if has_subject and not helped and governor.tag_ in ("VBD", "VBZ", "VBP"):
            result[verb] = inflect(token.lemma_, "VBD" if governor.tag_ == "VBD" else "VBZ")
    return result


def _finished(text: str) -> str:
    """With a capital at the beginning and a mark at the end."""
    text = text.strip().lstrip(",;:–— ")
    first = next((i for i, c in enumerate(text) if c.isalnum()), None)
    if first is None:
        return ""
    if text[first].islower() and (first + 1 >= len(text) or not text[first + 1].isupper()):
        capital = text[first].upper()
        text = text[:first] + (capital if len(capital) == 1 else text[first]) + text[first + 1 :]
    text = text.rstrip(" ,;:–—")
    ended = text.rstrip("\"'”’)]")
    return text if ended and ended[-1] in ".!?…" else text + "."
