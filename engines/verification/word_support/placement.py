"""Where each word stands in its own sentence, for the decision whether to keep it; the reference is not read."""

import numpy as np
from numpy.typing import NDArray

from engines.core.digits import has_digit
from engines.verification.word_support.evidence import Support
from engines.verification.word_support.tree import WordTree

Array = NDArray[np.float32]
_DEPS = (
    "ROOT",
    "nsubj",
    "nsubjpass",
    "dobj",
    "pobj",
    "prep",
    "agent",
    "amod",
    "compound",
    "nmod",
    "nummod",
    "advmod",
    "appos",
    "conj",
    "attr",
    "acl",
    "relcl",
    "advcl",
    "ccomp",
    "xcomp",
    "npadvmod",
    "poss",
    "det",
    "aux",
    "auxpass",
    "mark",
    "cc",
    "pcomp",
)
_POS = ("NOUN", "PROPN", "VERB", "AUX", "ADJ", "ADV", "NUM", "PRON", "DET", "ADP", "CCONJ", "SCONJ", "PART")
_ENTITIES = ("PERSON", "ORG", "GPE", "DATE", "CARDINAL", "ORDINAL", "NORP", "WORK_OF_ART", "EVENT", "MONEY", "TIME")
_BRANCHES = ("nsubj", "nsubjpass", "dobj", "attr", "prep", "agent", "advcl", "relcl", "acl", "conj", "appos", "advmod", "ccomp", "xcomp")
_PREPOSITIONS = ("in", "on", "at", "for", "of", "with", "by", "to", "from", "as", "after", "during")
_NUMBERS = (
    "rarity",
    "share",
    "function",
    "capital",
    "number",
    "position",
    "words",
    "depth",
    "left_of_root",
    "phrase_words",
    "phrase_content",
    "siblings",
    "first",
    "bracketed",
    "after_comma",
    "in_subject",
    "clauses_above",
    "is_value",
)
PLACE = (
    *_NUMBERS,
    *(f"dep={d}" for d in _DEPS),
    *(f"parent_dep={d}" for d in _DEPS),
    *(f"pos={p}" for p in _POS),
    *(f"parent_pos={p}" for p in _POS),
    *(f"entity={e}" for e in _ENTITIES),
    *(f"branch={b}" for b in _BRANCHES),
    *(f"preposition={p}" for p in _PREPOSITIONS),
)
"""Features of a word's place, in order."""


def place_features(tree: WordTree, known: Support) -> Array:
    """(words, len(PLACE)) features of every deletable word."""
    rows = np.zeros((len(tree), len(PLACE)), dtype=np.float32)
    column = {name: j for j, name in enumerate(PLACE)}
    total = max(float(known.weight.sum()), 1e-6)
    depth = dict.fromkeys(tree.from_root, 0)
    for i in tree.from_root[1:]:
        depth[i] = depth[tree.parents[i]] + 1
    text = tree.doc.text
    subject = set(tree.subtrees[tree.subject]) if tree.subject is not None else set()
    for i, word in enumerate(tree.words):
        token, parent = tree.doc[word.head], tree.parents[i]
        before = text[: word.start].rstrip()
        numbers = (
            known.weight[i],
            known.weight[i] / total,
            not known.content[i],
            text[word.start].isupper(),
            has_digit(tree.text(i)),
            i / len(tree),
            min(len(tree), 60) / 60,
            depth[i],
            i < tree.root,
            len(tree.subtrees[i]),
            sum(bool(known.content[j]) for j in tree.subtrees[i]),
            len(tree.children[parent]) if parent >= 0 else 0,
            i == 0,
            before.count("(") > before.count(")"),
            before[-1:] in (",", ";", "–", "—", "("),
            i in subject,
            tree.clauses_above[i],
            token.ent_type_ in ("DATE", "TIME", "CARDINAL", "ORDINAL", "QUANTITY", "MONEY", "PERCENT"),
        )
        rows[i, : len(numbers)] = numbers
        named = (
            f"dep={tree.dep(i)}",
            f"parent_dep={tree.dep(parent) if parent >= 0 else ''}",
            f"pos={tree.pos(i)}",
            f"parent_pos={tree.pos(parent) if parent >= 0 else ''}",
            f"entity={token.ent_type_}",
            f"branch={tree.dep(tree.branches[i])}",
            f"preposition={_preposition(tree, i)}",
        )
        for name in named:
            if name in column:
                rows[i, column[name]] = 1
    return rows


def _preposition(tree: WordTree, index: int) -> str:
    """The preposition that governs a word, or the word itself if it is one."""
    at = index
    for _ in range(3):
        if tree.pos(at) == "ADP":
            return tree.text(at).lower()
        if tree.parents[at] < 0:
            break
        at = tree.parents[at]
    return ""
