"""spaCy's rules that give a word its class and form, asked once about each kind of word.

The pipeline's attribute ruler holds each of its 170 patterns against each word of a text, which takes a sixth of a parse. All but a few
of them look at one word alone, and at nothing but its tag, its lower-case form and its place in the tree: what they match is remembered
by these three. The few that look at several words are held against every text as before. The matches are the same, in the same order.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc

_READ = frozenset({"TAG", "LOWER", "DEP", "IS_SPACE"})
"""What a pattern may ask of a word: all of it follows from what is remembered."""
_REMEMBERED = 20_000
"""Kinds of words, for some 4 MB."""

Match = tuple[int, int, int, int]


class _Matches:
    """What the patterns of an attribute ruler match in a text."""

    def __init__(self, ruler: Any):
        from spacy.attrs import DEP, LOWER, TAG
        from spacy.matcher import Matcher

        self._read = [TAG, LOWER, DEP]
        self._alone, self._further = Matcher(ruler.vocab), Matcher(ruler.vocab)
        self._numbers: dict[int, int] = {}
        for number, rule in enumerate(ruler.patterns):
            alone = [pattern for pattern in rule["patterns"] if len(pattern) == 1 and pattern[0].keys() <= _READ]
            further = [pattern for pattern in rule["patterns"] if pattern not in alone]
            self._numbers[ruler.vocab.strings.add(str(number))] = number
            for matcher, patterns in ((self._alone, alone), (self._further, further)):
                if patterns:
                    matcher.add(str(number), patterns)
        self._known: dict[tuple[int, int, int], list[tuple[int, int]]] = {}

    def __call__(self, doc: "Doc") -> list[Match]:
        """(number of the rule, its key, start, end) of each match, by the numbers of the rules."""
        found = [(self._numbers[key], key, start, end) for key, start, end in self._further(doc, allow_missing=True)]
        for i, (tag, lower, dep) in enumerate(doc.to_array(self._read).tolist()):
            found.extend((number, key, i, i + 1) for number, key in self._of_word(doc, i, (tag, lower, dep)))
        return sorted(found)

    def _of_word(self, doc: "Doc", i: int, kind: tuple[int, int, int]) -> list[tuple[int, int]]:
        known = self._known.get(kind)
        if known is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            known = [(self._numbers[key], key) for key, _, _ in self._alone(doc[i : i + 1], allow_missing=True)]
            self._known[kind] = known
        return known


def quicken(nlp: "Language") -> None:
    """Have a pipeline's attribute ruler, where it has one, ask its rules once about each kind of word."""
    if "attribute_ruler" in nlp.pipe_names:
        ruler: Any = nlp.get_pipe("attribute_ruler")
        ruler.match = _Matches(ruler)
