"""What was decided about the words of a sentence."""

from dataclasses import dataclass

from engines.verification.word_support.tree import WordTree


@dataclass(frozen=True)
class Kept:
    """One sentence's decision: its tree, each word's probability of support, which words stay, and where the sentence begins."""

    tree: WordTree
    probabilities: tuple[float, ...]
    words: tuple[bool, ...]
    start: int
