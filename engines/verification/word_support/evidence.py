"""How the words of a sentence are found in the reference, for the decision whether to keep them.

Every feature here is a maximum over the reference's passages, or a minimum or mean of such maxima, so that more evidence never
lowers any of them.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engines.verification.encoding.alignment import Alignment, joined
from engines.verification.values.finding import find_values
from engines.verification.word_support.tree import CLAUSES, SUBJECTS, WordTree

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


def evidence_features(tree: WordTree, known: Support, alignment: Alignment) -> Array:
    """(words, len(EVIDENCE)) features of every deletable word."""
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
        branch = tree.branches[a]
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
    result = {}
    for value in wanted:
        supported = bool(alignment.reference.entailing(value))
        inside = alignment.words.inside(value.start, value.end)
        share = float(alignment.found[inside].mean()) if inside.any() else 0.0
        for i, word in enumerate(tree.words):
            if word.start < value.end and word.end > value.start:
                result[i] = 1.0 if supported else 0.6 * share
    return result
