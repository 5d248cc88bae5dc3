"""What the scorer looks at: one row for each candidate span of each predicate, built column by column.

Everything is gathered from arrays over the tokens, the (predicate, token) pairs and the predicates of a whole batch of
sentences, so that no row is ever touched by itself. Symbols (labels, words, paths) are 32-bit hashes of their strings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from engines.english.noun_classes import is_animate, is_place, is_time
from engines.parsing.arguments.candidates import Candidates, Tree
from engines.parsing.arguments.structures import Argument
from engines.parsing.models.words import VECTOR_SIZE, symbol
from engines.parsing.scoring.pair_features import PAIR_NUMBERS, PAIR_SYMBOLS, RuleView, pair_rows
from engines.parsing.syntax.dependencies import verb_form
from engines.parsing.syntax.passives import is_passive

if TYPE_CHECKING:
    from spacy.tokens import Doc

_TOKEN_SYMBOLS = ("label", "tag", "fine", "lower", "lemma", "entity", "preposition", "mark word")
_TOKEN_NUMBERS = ("time", "place", "animate", "pronoun", "depth", "children", "conjuncts", "root")
SYMBOLS = (
    *(f"head {name}" for name in _TOKEN_SYMBOLS),
    *(f"above {name}" for name in ("label", "tag", "lemma")),
    *(f"predicate {name}" for name in ("label", "fine", "lemma")),
    "predicate above tag",
    *PAIR_SYMBOLS,
    "variant",
    "first lower",
    "last tag",
    "before tag",
    "after tag",
    "after lower",
    "frame",
)
"""Names of the symbol columns."""
NUMBERS = (
    *(f"head {name}" for name in _TOKEN_NUMBERS),
    "predicate depth",
    *PAIR_NUMBERS,
    "distance",
    "absolute distance",
    "edge distance",
    "left of predicate",
    "adjacent",
    "length",
    "starts sentence",
    "ends sentence",
    "sentence length",
    "punctuation between",
    "punctuation inside",
    "commas inside",
    "exact rule",
    "best rule overlap",
    "inside a rule",
    "holds a rule",
    "passive",
    "nominal",
    "rules",
    "rule subject",
    "rule object",
    "rule when",
    "rule where",
    "rule how",
    "rule why",
)
"""Names of the number columns."""
VECTOR_PLACES = ("predicate", "head", "first", "last")
"""Tokens whose vectors describe a row."""
_MOST_RULES = 16


@dataclass(frozen=True)
class Rows:
    """Candidate spans of a batch, with their features.

    Attributes:
        symbols: (rows, len(SYMBOLS)) uint32.
        numbers: (rows, len(NUMBERS)) float32.
        predicate: index of each row's predicate in the batch.
        head, start, end: tokens of the row's own sentence.
        vectors: (tokens of the batch, VECTOR_SIZE) float32, the pipeline's contextual vectors.
        tokens: (rows, len(VECTOR_PLACES)) places in `vectors`.
    """

    symbols: np.ndarray
    numbers: np.ndarray
    predicate: np.ndarray
    head: np.ndarray
    start: np.ndarray
    end: np.ndarray
    vectors: np.ndarray
    tokens: np.ndarray

    def __len__(self) -> int:
        return len(self.head)

    def subset(self, kept: np.ndarray) -> "Rows":
        """The rows marked in `kept`."""
        kept = np.flatnonzero(kept)
        return Rows(
            self.symbols[kept],
            self.numbers[kept],
            self.predicate[kept],
            self.head[kept],
            self.start[kept],
            self.end[kept],
            self.vectors,
            self.tokens[kept],
        )


def build_rows(sentences: Sequence[tuple["Doc", Sequence[int], Mapping[int, Sequence[Argument]]]]) -> Rows:
    """Candidates and features of a batch.

    Each sentence comes with the tokens of its predicates and the rules' arguments by predicate token (of these
    predicates and of every other verb, whose arguments tell what else a phrase belongs to).
    """
    batch = _Batch()
    for doc, predicates, rules in sentences:
        if predicates:
            batch.add(doc, predicates, rules)
    return batch.rows()


class _Batch:
    def __init__(self) -> None:
        self.token_symbols: list[list[Any]] = []
        self.token_numbers: list[list[Any]] = []
        self.above: list[int] = []
        self.pair_symbols: list[Any] = []
        self.pair_numbers: list[Any] = []
        self.predicates: list[list[float]] = []
        self.frames: list[int] = []
        self.rule_places: list[list[int]] = []
        self.cuts: list[tuple[int, ...]] = []
        self.vectors: list[np.ndarray] = []
        self.marks: list[int] = []
        self.commas: list[int] = []

    def add(self, doc: "Doc", predicates: Sequence[int], rules: Mapping[int, Sequence[Argument]]) -> None:
        tree = Tree.of(doc)
        base, size = len(self.token_symbols), len(tree)
        depth = tree.depths()
        self._add_tokens(doc, tree, depth, base)
        known = getattr(doc.tensor, "shape", ()) == (size, VECTOR_SIZE)
        self.vectors.append(doc.tensor if known else np.zeros((size, VECTOR_SIZE), np.float32))
        candidates = Candidates(tree)
        view = RuleView(tree, rules)
        for predicate in predicates:
            own = list(rules.get(predicate, ()))[:_MOST_RULES]
            cuts = candidates.of(predicate)
            seen = {cut[2:] for cut in cuts}
            cuts.extend((a.head, 0, a.start, a.end) for a in own if a.span not in seen)
            index, pairs = len(self.predicates), len(self.pair_symbols)
            heads = list(dict.fromkeys(cut[0] for cut in cuts))
            at = {head: pairs + place for place, head in enumerate(heads)}
            symbols, numbers = pair_rows(tree, predicate, view, own, heads)
            self.pair_symbols.extend(symbols)
            self.pair_numbers.extend(numbers)
            self.cuts.extend((index, base, size, at[cut[0]], predicate, *cut) for cut in cuts)
            self.frames.append(symbol(" ".join(sorted({a.role for a in own}))))
            self.predicates.append(_predicate_numbers(doc, predicate, own, depth[predicate]))
            places = [(a.start, a.end) for a in own] + [(0, 0)] * (_MOST_RULES - len(own))
            self.rule_places.append([edge for place in places for edge in place])

    def _add_tokens(self, doc: "Doc", tree: Tree, depth: list[int], base: int) -> None:
        for i in range(len(tree)):
            head = tree.head[i]
            tag, label, lower = tree.tag[i], tree.label[i], tree.lower[i]
            preposition = lower if tag == "ADP" else tree.lower[head] if label in ("pobj", "pcomp") else ""
            children = tree.before[i] + tree.after[i]
            mark = next((tree.lower[c] for c in children if _introduces(tree, c)), "") if tag in ("VERB", "AUX") else ""
            texts = (label, tag, tree.fine[i], lower, tree.lemma[i], tree.entity[i], preposition, mark)
            self.token_symbols.append([symbol(text) for text in texts])
            token = doc[i]
            conjuncts = sum(tree.label[c] == "conj" for c in children)
            numbers = (is_time(token), is_place(token), is_animate(token), tag == "PRON", depth[i], len(children), conjuncts, head == i)
            self.token_numbers.append([float(number) for number in numbers])
            self.above.append(base + head)
            self.marks.append(tag == "PUNCT")
            self.commas.append(lower == ",")

    def rows(self) -> Rows:
        if not self.cuts:
            none = np.zeros(0, np.int64)
            vectors = np.zeros((0, VECTOR_SIZE), np.float32)
            tokens = np.zeros((0, len(VECTOR_PLACES)), np.int64)
            symbols, numbers = np.zeros((0, len(SYMBOLS)), np.uint32), np.zeros((0, len(NUMBERS)), np.float32)
            return Rows(symbols, numbers, none, none, none, none, vectors, tokens)
        index, base, size, pairs, predicate, head, variant, start, end = np.array(self.cuts, np.int64).T
        tokens = np.array(self.token_symbols, np.uint32)
        above = np.array(self.above, np.int64)
        at_head, at_predicate = base + head, base + predicate
        inside = np.array(_padded_sums(self.marks)), np.array(_padded_sums(self.commas))
        edge = np.uint32(0)
        before = np.where(start > 0, tokens[np.maximum(base + start - 1, 0), 1], edge)
        after_at = np.minimum(base + end, len(tokens) - 1)
        last = end < size
        symbols = np.column_stack(
            [
                tokens[at_head],
                tokens[above[at_head]][:, (0, 1, 4)],
                tokens[at_predicate][:, (0, 2, 4)],
                tokens[above[at_predicate], 1],
                np.array(self.pair_symbols, np.uint32)[pairs],
                variant.astype(np.uint32),
                tokens[base + start, 3],
                tokens[base + end - 1, 1],
                before,
                np.where(last, tokens[after_at, 1], edge),
                np.where(last, tokens[after_at, 3], edge),
                np.array(self.frames, np.uint32)[index],
            ]
        )
        of_predicate = np.array(self.predicates, np.float32)[index]
        low, high = np.minimum(at_head, at_predicate), np.maximum(at_head, at_predicate)
        distance = head - predicate
        numbers = np.column_stack(
            [
                np.array(self.token_numbers, np.float32)[at_head],
                of_predicate[:, :1],
                np.array(self.pair_numbers, np.float32)[pairs],
                distance,
                np.abs(distance),
                np.minimum(np.abs(start - predicate), np.abs(end - predicate)),
                end <= predicate,
                (start == predicate + 1) | (end == predicate),
                end - start,
                start == 0,
                end >= size - 1,
                size,
                inside[0][high] - inside[0][np.minimum(low + 1, high)],
                inside[0][base + end] - inside[0][base + start],
                inside[1][base + end] - inside[1][base + start],
                *_rule_overlaps(np.array(self.rule_places, np.int64)[index], start, end),
                of_predicate[:, 1:],
            ]
        ).astype(np.float32)
        vectors = np.concatenate(self.vectors).astype(np.float32)
        places = np.column_stack([at_predicate, at_head, base + start, base + end - 1])
        return Rows(symbols, numbers, index, head, start, end, vectors, places)


def _introduces(tree: Tree, child: int) -> bool:
    return tree.label[child] == "mark" or tree.fine[child] == "WRB" or (tree.lower[child] == "to" and tree.label[child] == "aux")


def _predicate_numbers(doc: "Doc", predicate: int, own: Sequence[Argument], depth: int) -> list[float]:
    token = doc[predicate]
    nominal = verb_form(token) == "noun"
    roles, asked = {a.role for a in own}, {a.wh for a in own}
    flags = (
        not nominal and is_passive(token),
        nominal,
        len(own),
        "SUBJ" in roles,
        "OBJ" in roles,
        "when" in asked,
        "where" in asked,
        "how" in asked,
        "why" in asked,
    )
    return [float(depth), *(float(flag) for flag in flags)]


def _padded_sums(flags: list[int]) -> list[int]:
    """Running totals that begin with 0."""
    totals = [0]
    for flag in flags:
        totals.append(totals[-1] + flag)
    return totals


def _rule_overlaps(places: np.ndarray, start: np.ndarray, end: np.ndarray) -> list[np.ndarray]:
    """Whether a rule proposes exactly this span, the best IOU with one, and whether it lies inside or holds one."""
    rule_start, rule_end = places[:, 0::2], places[:, 1::2]
    real = rule_end > rule_start
    start, end = start[:, None], end[:, None]
    shared = np.maximum(np.minimum(rule_end, end) - np.maximum(rule_start, start), 0)
    united = np.maximum((rule_end - rule_start) + (end - start) - shared, 1)
    inside = real & (rule_start <= start) & (end <= rule_end)
    holds = real & (start <= rule_start) & (rule_end <= end)
    return [(inside & holds).any(axis=1), (shared / united).max(axis=1), inside.any(axis=1), holds.any(axis=1)]
