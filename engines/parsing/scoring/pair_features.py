"""Features of a (predicate, token) pair: the path between them, the rules' view of the token, and which other verb it belongs to."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from engines.parsing.arguments.candidates import Tree
from engines.parsing.arguments.structures import Argument
from engines.parsing.syntax.dependencies import SUBJECTS

PAIR_SYMBOLS = (
    "path",
    "upward path",
    "first step down",
    "path tags",
    "joint tag",
    "rule role",
    "rule wh",
    "rule source",
    "rule preposition",
    "other role",
    "other wh",
    "other label",
    "other relation",
)
PAIR_NUMBERS = (
    "steps up",
    "steps down",
    "verbs on path",
    "direct subject of ancestor",
    "rule of preposition",
    "rule head",
    "other verbs",
    "other verb above",
)
_VERBAL = frozenset({"VERB", "AUX"})
_LONGEST_PATH = 4
"""Labels kept at each end of a path."""


class _Path(NamedTuple):
    up: tuple[str, ...]
    down: tuple[str, ...]
    tags_up: tuple[str, ...]
    tags_down: tuple[str, ...]
    joint: int
    verbs: int
    steps: int


class RuleView:
    """The arguments that rules give to every verb of a sentence, looked up by phrase head."""

    def __init__(self, tree: Tree, rules: Mapping[int, Sequence[Argument]]) -> None:
        self.governors: dict[int, list[tuple[int, Argument]]] = {}
        for verb, arguments in rules.items():
            if tree.tag[verb] not in _VERBAL or tree.label[verb] in ("aux", "auxpass"):
                continue
            for argument in arguments:
                if argument.own and argument.source != "antecedent":
                    self.governors.setdefault(argument.head, []).append((verb, argument))


@lru_cache(20_000)
def _hash(kind: str, *parts: str) -> int:
    return crc32("\x1f".join((kind, *parts)).encode("utf-8", "surrogatepass"))


def pair_rows(
    tree: Tree, predicate: int, view: RuleView, own: Sequence[Argument], heads: Sequence[int]
) -> tuple[list[tuple[int, ...]], list[tuple[float, ...]]]:
    """Symbols and numbers of each of the `heads` as seen from the predicate, in their order."""
    paths = _Paths(tree, predicate)
    by_head: dict[int, Argument] = {}
    for argument in own:
        by_head.setdefault(argument.head, argument)
    symbols: list[tuple[int, ...]] = []
    numbers: list[tuple[float, ...]] = []
    for token in heads:
        path = paths.to(token)
        rule = by_head.get(token)
        governed = view.governors.get(token, ())
        if tree.tag[token] == "ADP":
            inner = [c for c in tree.after[token] if tree.label[c] in ("pobj", "pcomp")]
            rule = rule or next((by_head[c] for c in inner if c in by_head), None)
            governed = governed or [pair for c in inner for pair in view.governors.get(c, ())]
        others = [pair for pair in governed if pair[0] != predicate]
        symbols.append((*_path_symbols(tree, path), *_rule_symbols(rule), *_other_symbols(tree, paths, others)))
        direct = len(path.down) == 1 and path.down[0] in SUBJECTS
        above = bool(others) and _nearest(others, predicate)[0] in paths.above
        numbers.append(
            (
                float(len(path.up)),
                float(path.steps),
                float(path.verbs),
                float(direct),
                float(rule is not None and tree.tag[token] == "ADP"),
                float(token in by_head),
                float(len(others)),
                float(above),
            )
        )
    return symbols, numbers


class _Paths:
    """Paths from one predicate to the other tokens of its tree."""

    def __init__(self, tree: Tree, predicate: int) -> None:
        self.tree = tree
        self.predicate = predicate
        self.chain = [predicate, *tree.ancestors(predicate)]
        self.above = {token: steps for steps, token in enumerate(self.chain) if steps}
        self._rank = {token: steps for steps, token in enumerate(self.chain)}

    def to(self, token: int) -> _Path:
        """The path to `token`: up to the joint ancestor, down from there."""
        tree, down, current = self.tree, [], token
        while current not in self._rank:
            down.append(current)
            if tree.head[current] == current or len(down) > len(tree):
                break
            current = tree.head[current]
        down.reverse()
        climbed = self.chain[: self._rank[current]] if current in self._rank else self.chain[:_LONGEST_PATH]
        verbs = sum(tree.tag[t] in _VERBAL for t in climbed[1:]) + sum(tree.tag[t] in _VERBAL for t in down[:-1])
        verbs += bool(climbed) and bool(down) and tree.tag[current] in _VERBAL
        return _Path(
            tuple(tree.label[t] for t in climbed),
            tuple(tree.label[t] for t in down),
            tuple(tree.tag[t] for t in climbed[1:3]),
            tuple(tree.tag[t] for t in down[-3:]),
            current,
            verbs,
            len(down),
        )


def _path_symbols(tree: Tree, path: _Path) -> tuple[int, ...]:
    up, down = path.up[:_LONGEST_PATH], path.down[-_LONGEST_PATH:]
    return (
        _hash("path", "^", *up, "v", *down),
        _hash("up", *up[:2]),
        _hash("down", path.down[0]) if path.down else 0,
        _hash("tags", "^", *path.tags_up, "v", *path.tags_down),
        _hash("joint", tree.tag[path.joint]),
    )


def _rule_symbols(rule: Argument | None) -> tuple[int, ...]:
    if rule is None:
        return 0, 0, 0, 0
    return _hash("role", rule.role), _hash("wh", rule.wh), _hash("source", rule.source), _hash("preposition", rule.preposition)


def _nearest(others: Sequence[tuple[int, Argument]], predicate: int) -> tuple[int, Argument]:
    return min(others, key=lambda pair: abs(pair[0] - predicate))


def _other_symbols(tree: Tree, paths: _Paths, others: Sequence[tuple[int, Argument]]) -> tuple[int, ...]:
    """What the nearest other verb that takes the phrase makes of it, and how that verb stands to the predicate."""
    if not others:
        return 0, 0, 0, 0
    verb, argument = _nearest(others, paths.predicate)
    if verb in paths.above:
        relation = f"ancestor {min(paths.above[verb], 3)}"
    elif tree.first[paths.predicate] <= verb <= tree.last[paths.predicate]:
        relation = "descendant"
    elif tree.head[verb] == tree.head[paths.predicate]:
        relation = "sibling"
    else:
        relation = "elsewhere"
    return _hash("role", argument.role), _hash("wh", argument.wh), _hash("label", tree.label[verb]), _hash("relation", relation)
