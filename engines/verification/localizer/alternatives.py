"""What the reference has in the place of a word, where a rule, a comparison word by word, the thesaurus or the pointer network says so."""

from collections.abc import Mapping, Sequence

from engines.core.findings import JOINING
from engines.core.spans import Span
from engines.english.pronouns import THIRD_PERSON
from engines.verification.localizer.pointer import instead
from engines.verification.localizer.reading import ReadSentence
from engines.verification.localizer.signals.comparison import in_place_of, is_open
from engines.verification.rules.case import Case
from engines.verification.sentences.lexical_relations import thesaurus_told
from engines.verification.sentences.thesaurus import Told

DOUBTED = 0.2
"""How sure a word is to be wrong of which it is asked what the reference would have in its place: it may be part of an error."""
_MOST_WORDS = 6
"""A longer gap is another sentence, not another word."""


def with_pointed(sentence: ReadSentence, told: Mapping[int, Span], probabilities: Sequence[float]) -> dict[int, Span]:
    """What is told of words, and what the pointer network would have in the place of those that may be wrong.

    Where a name or a pronoun stands, the name of somebody is more to a reader than a description.

    Args:
        told: for words by their numbers what the reference has instead by `alternatives`.
        probabilities: (words,) how sure each word is to be wrong.
    """
    reference = sentence.case.reference.words
    names = {i for i, span in told.items() if reference.names[reference.inside(span.start, span.end)].any()}
    open_ = {i for i in range(len(sentence.tree)) if i not in told or (i not in names and _stands_for_name(sentence, i))}
    rather = instead(sentence, [run for run in _doubted(sentence, probabilities) if not open_.isdisjoint(run)])
    preferred = {
        i: span for i, span in rather.items()
        if i not in told or (i in open_ and reference.names[reference.inside(span.start, span.end)].any())
    }  # fmt: skip
    return {**told, **preferred}


def _stands_for_name(sentence: ReadSentence, word: int) -> bool:
    """Whether a word of the tree is part of a name, or a pronoun."""
    words = sentence.alignment.words
    return any(words.names[i] or words.surfaces[i].lower() in THIRD_PERSON for i in sentence.inside[word].tolist())


def _doubted(sentence: ReadSentence, probabilities: Sequence[float]) -> list[list[int]]:
    """The runs of words that may be wrong, which make one error if they are."""
    words, text = sentence.tree.words, sentence.tree.doc.text
    runs: list[list[int]] = []
    for i, probability in enumerate(probabilities):
        if probability < DOUBTED:
            continue
        if runs and runs[-1][-1] == i - 1 and not text[words[i - 1].end : words[i].start].strip(JOINING):
            runs[-1].append(i)
        else:
            runs.append([i])
    return runs


def alternatives(sentence: ReadSentence) -> dict[int, Span]:
    """For words by their numbers what the reference has instead, by rules, a comparison word by word and the thesaurus."""
    case, tree = sentence.case, sentence.tree
    if not len(tree):
        return {}
    text = case.reference.text.text
    places: dict[int, tuple[int, int]] = {}
    for near, difference in zip(case.near, case.differences, strict=True):
        for gap in difference.gaps:
            flanked = gap.before is not None and gap.after is not None
            if flanked and gap.theirs and max(len(gap.mine), len(gap.theirs)) <= _MOST_WORDS:
                for token in gap.mine:
                    places.setdefault(token, near.span(gap.theirs[0], gap.theirs[-1]))
    found: dict[int, Span] = {}
    for i, word in enumerate(tree.words):
        tokens = frozenset(range(word.first, word.last))
        known = [conflict for conflict in sentence.counting(tokens) if conflict.found]
        told = max(known, key=lambda conflict: len(conflict.tokens)).found if known else None  # a phrase before a word of it
        other = _otherwise(case, word.head)
        if other and (told is None or (told[0] <= other[0] and other[1] <= told[1])):
            told = other  # of "two boats sank" only the word that says something else
        place = told or next((places[t] for t in sorted(tokens) if t in places), None)
        if place:
            found[i] = Span(place[0], place[1], text[place[0] : place[1]])
    return found


def _otherwise(case: Case, token: int) -> tuple[int, int] | None:
    """A word of the same class that says something else and stands where the token would stand."""
    mine = case.hypothesis
    if not is_open(mine, token):
        return None
    for _, premise, there in in_place_of(case, token):
        theirs = premise.sentence
        alike = is_open(theirs, there) and mine.classes[token] == theirs.classes[there]
        if alike and thesaurus_told(mine, token, theirs, there) is Told.OTHERWISE:
            return premise.span(there, there)
    return None
