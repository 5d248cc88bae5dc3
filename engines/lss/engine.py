"""LSS: the longest subsequence of the output's words that the reference supports (Mittal et al., section 3).

Each word's support comes from the trained head (or from a verifier's verdicts on the QAs that the word answers), an exact
search over the dependency tree picks the words to keep, and the QAs say why the others go. Words are only deleted.
"""

import math
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from engines.core.engine import Configured, Outcome, Progress, check_reference, unread
from engines.core.language import parse_sentences
from engines.core.outline.headings import is_read, stated
from engines.core.results import Deletion, Unit
from engines.core.roles import LSSWriter, Parser, Verdict, Verifier
from engines.core.subsequences import aligned
from engines.core.text import Text
from engines.lss.decisions import Kept
from engines.lss.explanations import explained
from engines.lss.repair import repaired
from engines.lss.scores import lss_scores
from engines.lss.search import best_subset, load_penalties
from engines.lss.settings import LSSSettings
from engines.lss.support import trained_support, verdict_support
from engines.lss.surface import surface, tidied
from engines.units.asking import Asked, asked_qas
from engines.verification.word_support.head import Head
from engines.verification.word_support.tree import WordTree, word_tree

_PARAGRAPH = re.compile(r"\n\s*\n")


@dataclass
class LSS(Configured):
    """The engine with its models and settings; without a `writer` the search over the parse decides which words stay."""

    parser: Parser
    verifier: Verifier
    head: Head
    options: LSSSettings = field(default_factory=LSSSettings)
    writer: LSSWriter | None = None
    name: str = "lss"

    @property
    def models(self) -> dict[str, str]:
        """Identity of the model in each role."""
        writer = self.writer.identity if self.writer else self.head.identity
        return {"parser": self.parser.identity, "verifier": self.verifier.identity, "lss_writer": writer}

    def run(self, reference: Text, output: Text) -> Iterator[Progress | Outcome]:
        """Ask about the output's words, decide which to keep, and explain the deletions.

        Raises:
            InputError: the reference has no words in it.
        """
        check_reference(reference)
        output = stated(output)
        started = time.perf_counter()
        yield Progress("Reading the output", 0, 3)
        asked = asked_qas(output, self.parser.parse(output), "w")
        trees = sentence_trees(output)
        parsed = time.perf_counter()
        timings = {"parse": parsed - started}
        yield Outcome(tuple(each.unit for each in asked), timings=timings)
        yield Progress("Looking for the words in the reference", 1, 3)
        verdicts = self.verifier.verify(reference, [each.hypothesis for each in asked]) if asked else []
        yield Progress("Finding the longest supported subsequence", 2, 3)
        kept = self._decide(reference, output, trees, asked, verdicts)
        notes: tuple[str, ...] = ()
        if self.writer is not None:
            kept, notes = self._written(self.writer, reference, output, kept)
        units, deletions = explained(reference, output, kept, asked, verdicts, self.options.threshold)
        timings["search"] = time.perf_counter() - parsed
        yield self._outcome(reference, output, kept, units, deletions, timings, notes)

    def _decide(
        self, reference: Text, output: Text, trees: Sequence[WordTree], asked: Sequence[Asked], verdicts: Sequence[Verdict]
    ) -> list[Kept]:
        support = [np.zeros(len(tree)) for tree in trees]
        if self.options.support in ("trained", "both"):
            support = [s + t for s, t in zip(support, trained_support(self.head, reference, trees), strict=True)]
        if self.options.support in ("verifier", "both"):
            starts = [start for start, _ in output.sentences]
            support = [s + v for s, v in zip(support, verdict_support(trees, starts, [each.unit for each in asked], verdicts), strict=True)]
        if self.options.support == "both":
            support = [s / 2 for s in support]
        shift = math.log(self.options.threshold / (1 - self.options.threshold))
        kept = []
        for tree, values, (start, _) in zip(trees, support, output.sentences, strict=True):
            chosen = tidied(tree, best_subset(tree, [float(v) - shift for v in values], load_penalties()))
            kept.append(Kept(tree, tuple(1 / (1 + math.exp(-float(v))) for v in values), chosen, start))
        return kept

    def _written(self, writer: LSSWriter, reference: Text, output: Text, searched: Sequence[Kept]) -> tuple[list[Kept], tuple[str, ...]]:
        """The words that the writer keeps of each sentence; its own are refused, and where there are too many the search decides."""
        read = [i for i, place in enumerate(output.sentences) if is_read(output, *place)]
        texts = dict(zip(read, writer.write(reference, [output.model_text[slice(*output.sentences[i])] for i in read]), strict=True))
        kept, notes = [], []
        for number, sentence in enumerate(searched, 1):
            if number - 1 not in texts:
                kept.append(sentence)
                continue
            text = texts[number - 1]
            found = aligned([sentence.tree.text(i) for i in range(len(sentence.tree))], text)
            if found.foreign:
                said = ", ".join(f"“{word}”" for word in found.foreign[:3])
                fate = "were left out" if found.usable else "were too many: the search decided instead"
                notes.append(f"Sentence {number}: words that the writer added ({said}) {fate}.")
            kept.append(replace(sentence, words=found.kept) if found.usable else sentence)
        return kept, tuple(notes)

    def _outcome(
        self,
        reference: Text,
        output: Text,
        kept: Sequence[Kept],
        units: tuple[Unit, ...],
        deletions: tuple[Deletion, ...],
        timings: Any,
        notes: tuple[str, ...],
    ) -> Outcome:
        left, mended = [surface(k.tree, k.words) for k in kept], [repaired(k.tree, k.words) for k in kept]
        lss, star = joined(output, left), joined(output, mended)
        words = [p for k in kept for p in k.probabilities]
        whole = joined(
            output, [output.model_text[start:end] for start, end in output.sentences[: len(kept)]]
        )  # a word too long for one sentence is several in all three
        scores = lss_scores(whole, lss) | lss_scores(whole, star, "lss_star")
        scores |= {"lss_support": float(np.mean(words)) if words else 0.0, "deletions": float(len(deletions))}
        nothing = () if words else ("The output has no words that could be checked.",)
        read = self.verifier.read(reference)
        lss_text, star_text = (joined(output, with_headings(output, parts)) for parts in (left, mended))
        return Outcome(
            units, scores, deletions, lss_text, star_text, read=read, warnings=(*nothing, *unread(read), *notes), timings=timings
        )


def sentence_trees(output: Text) -> list[WordTree]:
    """The deletable words of each sentence of the output."""
    return [word_tree(doc) for doc in parse_sentences(output)]


def with_headings(output: Text, parts: Sequence[str]) -> list[str]:
    """What is left of each sentence, and the headings, which nothing is said of, as long as anything is left."""
    if not any(parts):
        return list(parts)
    return [part if is_read(output, *place) else output.text[slice(*place)] for part, place in zip(parts, output.sentences, strict=True)]


def joined(output: Text, parts: Sequence[str]) -> str:
    """What is left of each sentence, put together again: a new line or a new paragraph where the output had one in between."""
    text, before = "", None
    for part, (start, end) in zip(parts, output.sentences, strict=True):
        if not part:
            continue
        if before is not None:
            between = output.text[before:start]
            text += "\n\n" if _PARAGRAPH.search(between) else "\n" if "\n" in between else " "
        text += part
        before = end
    return text
