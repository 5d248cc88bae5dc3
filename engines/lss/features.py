"""What is known about each word of a sentence when it is decided whether the reference supports it.

Two groups of features. *Evidence* features read the reference; every one of them is a maximum over its passages, or a
minimum or mean of such maxima, so that more evidence never lowers any of them. *Place* features read the
output's sentence alone. A head that rises with every evidence feature is therefore monotone in the evidence.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engines.lss.words import CLAUSES, SUBJECTS, WordTree
from engines.verification.alignment import Alignment, joined
from engines.verification.values import entails, find_values

if TYPE_CHECKING:
    from engines.verification.reference import EncodedReference

Array = NDArray[np.float32]
EVIDENCE = (
    "degree",
    "exact",
    "likeness",
    "run",
    "pair_before",
    "pair_after",
    "with_sentence_1",
    "with_sentence_3",
    "with_head_1",
    "with_head_3",
    "with_verb_1",
    "with_verb_3",
    "with_subject_3",
    "head",
    "verb",
    "phrase_1",
    "phrase_3",
    "phrase_lowest",
    "phrase_exact",
    "around",
    "clause_1",
    "clause_3",
    "branch_1",
    "branch_3",
    "branch_lowest",
    "entity",
    "entity_lowest",
    "value",
    "before",
    "after",
    "sentence_1",
    "sentence_3",
    "sentence_exact",
    "names",
    "others",
)
"""Features that rise with evidence, in order."""
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
"""Features of the word's place in its sentence, in order."""
NAMES = EVIDENCE + PLACE


@dataclass(frozen=True, eq=False)
class Support:
    """How far each deletable word is found in each passage of the reference.

    Attributes:
        degree, exact: (words, segments) in [0, 1].
        degree3: the same for three neighbouring segments together.
        likeness, run: (words,) best cosine in the whole reference; longest run of words found word for word that goes through the word.
        weight: (words,) rarity; a function word has that of its anchor scaled down.
        content: (words,) whether it is a content word.
        anchor: (words,) the content word whose support decides about a function word; a content word's own index.
    """

    degree: Array
    degree3: Array
    exact: Array
    likeness: Array
    run: Array
    pair: Array
    weight: Array
    content: NDArray[np.bool_]
    anchor: NDArray[np.int64]


def support(tree: WordTree, alignment: Alignment) -> Support:
    """Bring the alignment of a sentence's words to its deletable words."""
    count, segments = len(tree), alignment.degrees.shape[1]
    degree, exact = (np.zeros((count, segments), dtype=np.float32) for _ in range(2))
    likeness, run, weight = (np.zeros(count, dtype=np.float32) for _ in range(3))
    pair = np.zeros((count, 2), dtype=np.float32)
    content = np.zeros(count, dtype=bool)
    runs = _through(alignment.runs)
    near = alignment.neighbours
    for i, word in enumerate(tree.words):
        inside = np.flatnonzero(alignment.words.inside(word.start, word.end))
        if not len(inside):
            continue
        weights = alignment.weights[inside]
        content[i] = bool(alignment.words.content[inside].any())
        total = max(float(weights.sum()), 1e-6)
        degree[i] = weights @ alignment.degrees[inside] / total
        exact[i] = weights @ alignment.exact[inside] / total
        likeness[i] = float(weights @ alignment.likeness[inside]) / total
        run[i] = runs[inside].min()
        weight[i] = weights.max()
        first, last = int(inside[0]), int(inside[-1])
        pair[i, 0] = near[first - 1] if first else 0
        pair[i, 1] = near[last] if last < len(near) else 0
    return Support(degree, joined(degree, 3), exact, likeness, run, pair, weight, content, _anchors(tree, content))


def _through(ending: NDArray[np.int64]) -> NDArray[np.int64]:
    """From the length of the run that ends at each word to that of the longest run through it."""
    longest = ending.copy()
    for i in range(len(ending) - 1, -1, -1):
        for back in range(1, int(ending[i])):
            longest[i - back] = max(longest[i - back], ending[i])
    return longest


def _anchors(tree: WordTree, content: NDArray[np.bool_]) -> NDArray[np.int64]:
    anchors = np.arange(len(tree))
    for i in range(len(tree)):
        if content[i]:
            continue
        below = [c for c in tree.children[i] if content[c]]
        if tree.pos(i) in ("ADP", "SCONJ", "PART") and below:
            anchors[i] = below[0]
            continue
        if tree.dep(i) == "cc":
            later = [c for c in tree.children[tree.parents[i]] if c > i and tree.dep(c) == "conj"] if tree.parents[i] >= 0 else []
            anchors[i] = later[0] if later else anchors[i]
            if later:
                continue
        anchors[i] = next((a for a in tree.ancestors(i) if content[a]), below[0] if below else i)
    return anchors


def features(tree: WordTree, alignment: Alignment) -> Array:
    """(words, len(NAMES)) features of every deletable word of a sentence."""
    known = support(tree, alignment)
    return np.concatenate([_evidence(tree, known, alignment), _place(tree, known)], axis=1)


def _evidence(tree: WordTree, known: Support, alignment: Alignment) -> Array:
    count = len(tree)
    rows = np.zeros((count, len(EVIDENCE)), dtype=np.float32)
    if not known.degree.shape[1]:
        return rows
    weight = np.where(known.content, known.weight, 0).astype(np.float32)
    best = known.degree.max(axis=1)
    found = known.exact.max(axis=1)
    whole1, whole3 = _coverage(known.degree, weight), _coverage(known.degree3, weight)
    phrases = [_phrase(known, weight, subtree) for subtree in tree.subtrees]
    sentence = (float(whole1.max()), float(whole3.max()), float(weight @ found / max(weight.sum(), 1e-6)))
    names = np.array([tree.pos(i) == "PROPN" for i in range(count)]) & known.content
    named = float(found[names].mean()) if names.any() else 1.0
    values = _values(tree, alignment)
    entities = _entities(tree)
    order = np.flatnonzero(known.content)
    for i in range(count):
        a = int(known.anchor[i])
        head = next((p for p in tree.ancestors(a) if known.content[p]), a)
        verb = next((p for p in tree.ancestors(a) if tree.dep(p) in CLAUSES and known.content[p]), a)
        subject = next((c for c in tree.children[verb] if tree.dep(c) in SUBJECTS), verb)
        branch = _branch(tree, a)
        one, three = known.degree, known.degree3
        others = (weight @ one - weight[a] * one[a]) / max(float(weight.sum() - weight[a]), 1e-6)
        entity = entities.get(a, (a,))
        together = one[list(entity)].mean(axis=0)
        at = int(np.searchsorted(order, i))
        before = order[at - 1] if at else a
        after = order[at + (at < len(order) and order[at] == i)] if at + (at < len(order) and order[at] == i) < len(order) else a
        rows[i] = (
            best[a],
            found[a],
            known.likeness[a],
            min(float(known.run[a]), 6) / 6,
            known.pair[i, 0],
            known.pair[i, 1],
            float((one[a] * whole1).max()),
            float((three[a] * whole3).max()),
            float(np.minimum(one[a], one[head]).max()),
            float(np.minimum(three[a], three[head]).max()),
            float(np.minimum(one[a], one[verb]).max()),
            float(np.minimum(three[a], three[verb]).max()),
            float(np.minimum(three[a], three[subject]).max()),
            best[head],
            best[verb],
            *phrases[i],
            phrases[tree.parents[i]][1] if tree.parents[i] >= 0 else sentence[1],
            phrases[verb][0],
            phrases[verb][1],
            phrases[branch][0],
            phrases[branch][1],
            phrases[branch][2],
            float(together.max()),
            float(min(found[e] for e in entity)),
            values.get(i, values.get(a, float(found[a]))),
            best[before],
            best[after],
            *sentence,
            named,
            float((np.minimum(one[a], others)).max()),
        )
    return rows


def _coverage(degrees: Array, weight: Array) -> Array:
    return np.asarray(weight @ degrees / max(float(weight.sum()), 1e-6), dtype=np.float32)


def _phrase(known: Support, weight: Array, subtree: tuple[int, ...]) -> tuple[float, float, float, float]:
    """Of a phrase: how well one segment covers it, how well three do, its worst word, and the share of words found."""
    inside = [i for i in subtree if weight[i] > 0]
    if not inside:
        inside = sorted({int(known.anchor[i]) for i in subtree})
    w = np.maximum(weight[inside], 1e-3)
    total = float(w.sum())
    return (
        float((w @ known.degree[inside]).max() / total),
        float((w @ known.degree3[inside]).max() / total),
        float(known.degree[inside].max(axis=1).min()),
        float(w @ known.exact[inside].max(axis=1) / total),
    )


def _branch(tree: WordTree, index: int) -> int:
    """The argument or adjunct of its clause's verb that a word belongs to."""
    at = index
    while tree.parents[at] >= 0 and tree.dep(at) not in CLAUSES and tree.dep(tree.parents[at]) not in CLAUSES:
        at = tree.parents[at]
    return at


def _entities(tree: WordTree) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {}
    for entity in tree.doc.ents:
        members = tuple(i for i, w in enumerate(tree.words) if entity.start <= w.head < entity.end and not tree.bound(i))
        found.update(dict.fromkeys(members, members))
    return found


def _values(tree: WordTree, alignment: Alignment) -> dict[int, float]:
    """For each word inside a number, date or quantity: 1 if the reference states it, else the share of its words found there."""
    wanted = find_values(alignment.text)
    if not wanted:
        return {}
    stated = reference_values(alignment.reference)
    result = {}
    for value in wanted:
        supported = any(entails(other, value) for other in stated)
        inside = alignment.words.inside(value.start, value.end)
        share = float(alignment.found[inside].mean()) if inside.any() else 0.0
        for i, word in enumerate(tree.words):
            if word.start < value.end and word.end > value.start:
                result[i] = 1.0 if supported else 0.6 * share
    return result


_stated: dict[int, tuple[object, tuple]] = {}


def reference_values(reference: "EncodedReference") -> tuple:
    """The values that a reference states, found once for each."""
    known = _stated.get(id(reference))
    if known is None or known[0] is not reference:
        while len(_stated) >= 16:
            _stated.pop(next(iter(_stated)))
        known = (reference, find_values(reference.text.model_text))
        _stated[id(reference)] = known
    return known[1]


def _place(tree: WordTree, known: Support) -> Array:
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
            any(c.isdigit() for c in tree.text(i)),
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
            sum(tree.dep(a) in CLAUSES for a in tree.ancestors(i)),
            token.ent_type_ in ("DATE", "TIME", "CARDINAL", "ORDINAL", "QUANTITY", "MONEY", "PERCENT"),
        )
        rows[i, : len(numbers)] = numbers
        named = (
            f"dep={tree.dep(i)}",
            f"parent_dep={tree.dep(parent) if parent >= 0 else ''}",
            f"pos={tree.pos(i)}",
            f"parent_pos={tree.pos(parent) if parent >= 0 else ''}",
            f"entity={token.ent_type_}",
            f"branch={tree.dep(_branch(tree, i))}",
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
