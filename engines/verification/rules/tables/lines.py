"""What the lines of a table are called: by all words of their label, or by some that no other label has.

"the Mule" is the row of "Osterholt Mule", "route 7" that of "7 Wexley to Birk Moor" below "Route".
"""

from collections import Counter
from collections.abc import Sequence

from engines.core.plain.tables import Table
from engines.english.lexicon import closed_class
from engines.verification.encoding.words import split
from engines.verification.values.cells import without_unit

Keys = tuple[str, ...]

TOTALS = closed_class("lines of totals")


def head_of(text: str, table: Table) -> str:
    """What the rows of a table are: the head of its first column, "" where that has none."""
    first = table.head.cells[0]
    return text[first[0] : first[1]] if first[2] == 0 else ""


def keys_of(string: str) -> Keys:
    """The keys of a cell's words, in order."""
    return tuple(split(string).keys)


def names(labels: Sequence[str], head: str = "") -> list[tuple[Keys, ...]]:
    """For each label what a text may call its line, the whole label first; nothing for an empty one.

    Args:
        labels: of all lines of one direction.
        head: what the labels are, of which a number is one: "Route".
    """
    every = [split(without_unit(label)) for label in labels]
    common = Counter(key for words in every for key in dict.fromkeys(words.keys))
    kind = keys_of(without_unit(head))[-1:]
    found = []
    for words in every:
        whole = tuple(words.keys)
        alone = [
            (key,)
            for key, is_name, is_number in zip(words.keys, words.names.tolist(), words.numbers.tolist(), strict=True)
            if is_name and not is_number and common[key] == 1
        ]
        counted = [(*kind, whole[0])] if kind and whole and words.numbers[0] and common[whole[0]] == 1 and len(whole) > 1 else []
        found.append(tuple(dict.fromkeys((whole, *counted, *alone))) if whole else ())
    return found
