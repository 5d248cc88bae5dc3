"""The question word of an argument: who, what, when, where, why, how, how long or how much.

A linear classifier over words, entity types, noun classes and the dependency path, trained on the QA-SRL gold standard
(Roit et al. 2020; `python -m explorer.training.wording`); weights and figures: assets/parser/WORDS.md.
"""

import json
from collections.abc import Collection, Iterator
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from engines.files import asset
from engines.parsing.animacy import noun_class, person_share

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

WORDS = ("who", "what", "when", "where", "why", "how", "how long", "how much")
"""Question words, in the order of the classifier's columns."""


def wh_scores(doc: "Doc", predicate: int, head: int, start: int, end: int) -> np.ndarray:
    """Log-odds of each of `WORDS` for the argument at tokens [start, end) with head `head` of the predicate token; shape (8,)."""
    vocabulary, weights = _model()
    rows = [vocabulary[name] for name in features(doc, predicate, head, start, end) if name in vocabulary]
    return weights[rows].sum(axis=0) + weights[-1] if rows else weights[-1]


def wh_word(doc: "Doc", predicate: int, head: int, start: int, end: int, among: Collection[str] = WORDS) -> str:
    """The likeliest question word among those allowed."""
    scores = wh_scores(doc, predicate, head, start, end)
    return max(among, key=lambda word: scores[WORDS.index(word)])


@cache
def _model() -> tuple[dict[str, int], np.ndarray]:
    from safetensors.numpy import load_file

    names = json.loads(asset("parser", "wh_features.json").read_text())
    weights = load_file(asset("parser", "wh.safetensors"))["weights"].astype(np.float32)
    return {name: i for i, name in enumerate(names)}, weights


def features(doc: "Doc", predicate: int, head: int, start: int, end: int) -> Iterator[str]:
    """Names of the binary features of an argument."""
    verb, top = doc[predicate], doc[head]
    lead = doc[start]
    preposition = _preposition(doc, top, start)
    noun = _noun(top)
    lemma, kind = noun.lemma_.lower(), noun_class(noun.lemma_)
    entity, dep = noun.ent_type_ or noun.pos_, top.dep_
    path = _path(verb, top)
    passive = "passive" if any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children) else "active"
    person = round(4 * person_share(noun))
    yield f"lead={lead.lower_}"
    yield f"prep={preposition}"
    yield f"lemma={lemma}"
    yield f"class={kind}"
    yield f"entity={entity}"
    yield f"tag={top.tag_}"
    yield f"dep={dep}"
    yield f"path={path}"
    yield f"person={person}"
    yield f"prep+class={preposition}+{kind}"
    yield f"prep+entity={preposition}+{entity}"
    yield f"prep+person={preposition}+{person}"
    yield f"prep+verb={preposition}+{verb.lemma_.lower()}"
    yield f"prep+lemma={preposition}+{lemma}"
    yield f"dep+class={dep}+{kind}"
    yield f"dep+person={dep}+{person}"
    yield f"dep+entity={dep}+{entity}"
    yield f"dep+verb={dep}+{verb.lemma_.lower()}"
    yield f"{passive}+{dep}+{preposition}"
    yield f"ending={lemma[-3:]}"
    yield f"{'before' if head < predicate else 'after'}+{preposition}+{dep}"
    yield f"length={min(end - start, 8)}+{top.pos_}"
    if noun.pos_ == "NUM" or noun.is_digit:
        yield f"number={preposition}+{len(noun.text)}"
    if top.pos_ in ("VERB", "AUX"):
        marker = next(
            (child.lower_ for child in top.children if child.i < head and (child.dep_ in ("mark", "aux") or child.tag_ == "WRB")), ""
        )
        yield f"marker={marker}+{dep}"
        yield f"clause={marker}+{top.tag_}"
    for child in noun.children:
        if child.i < noun.i and child.dep_ in ("det", "nummod", "amod", "compound", "poss"):
            yield f"modifier={child.lower_}"
            yield f"modifier={child.dep_}+{kind}"


def _preposition(doc: "Doc", top: "Token", start: int) -> str:
    if top.pos_ in ("ADP", "SCONJ", "PART"):
        return top.lower_
    if doc[start].dep_ in ("prep", "agent", "mark", "dative") and start != top.i:
        return doc[start].lower_
    return top.head.lower_ if top.dep_ in ("pobj", "pcomp") else ""


def _noun(top: "Token") -> "Token":
    """The object of a preposition, else the head itself."""
    for _ in range(2):
        if top.pos_ not in ("ADP", "SCONJ"):
            break
        top = next((child for child in top.children if child.dep_ in ("pobj", "pcomp", "prep")), top)
    return top


def _path(verb: "Token", top: "Token") -> str:
    """Dependency labels from the argument's head up to the predicate, or the first three steps."""
    steps = []
    token = top
    for _ in range(3):
        if token == verb or token.head == token:
            break
        steps.append(token.dep_)
        token = token.head
    return ">".join(steps) + ("" if token == verb else ">?")
