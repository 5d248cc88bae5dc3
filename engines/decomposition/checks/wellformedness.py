"""A last look at what the rules have cut out of a sentence: a statement that was cut in the wrong place is better not made.

The parse of a headline, a list or a text in small letters is often wrong, and so are statements made from it. What is cut out of such
a sentence shows: it ends in the middle of a phrase, a noun phrase is cut in two, a verb has lost the subject right before it.
"""

import itertools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engines.decomposition.lexicon import words
from engines.decomposition.wording.phrases import Items, own_tokens
from engines.english.lexicon import transitivity
from engines.parsing.syntax.dependencies import FINITE, SUBJECTS

if TYPE_CHECKING:
    from spacy.tokens import Token

_OPEN = frozenset({"DT", "PRP$", "CC", "TO", "WDT", "WP$", "PDT"})
_OPEN_ALONE = frozenset({"this", "that", "these", "those", "all", "both", "each", "another", "some", "any"})
_ABBREVIATED = frozenset({"no.", "nos.", "vol.", "mr.", "mrs.", "ms.", "dr.", "st."})
_NAMING = frozenset({"NOUN", "PROPN", "NUM"})
_BEFORE_NOUN = frozenset({"NOUN", "PROPN", "NUM", "ADJ"})
_TIMES = frozenset({"DATE", "TIME"})
_EMPTY = frozenset({"be", "become", "seem", "feel", "include", "have", "consist", "say", "make", "keep", "take", "give", "put", "find"})


def _runs(tokens: Sequence["Token"]) -> list[list["Token"]]:
    """The tokens in pieces that stand together in the sentence."""
    runs: list[list[Token]] = []
    for token in tokens:
        if runs and runs[-1][-1].doc is token.doc and token.i == runs[-1][-1].i + 1:
            runs[-1].append(token)
        else:
            runs.append([token])
    return runs


class Cut(NamedTuple):
    """What was cut out of a sentence.

    Attributes:
        items: the words of the statement.
        tokens: those of them that are the sentence's own.
        kept: the tokens by document and index.
        runs: the tokens in pieces that stand together in the sentence.
    """

    items: Items
    tokens: list["Token"]
    kept: frozenset[tuple[int, int]]
    runs: list[list["Token"]]

    @classmethod
    def of(cls, items: Items) -> "Cut":
        """The cut that the words of a statement are."""
        tokens = own_tokens(items)
        return cls(items, tokens, frozenset((id(t.doc), t.i) for t in tokens), _runs(tokens))


Check = Callable[[Cut], bool]
"""Whether something is wrong with a statement."""


def is_well_formed(items: Items, described: bool = False) -> bool:
    """Whether a statement can be what its sentence says, by where it was cut.

    Args:
        items: the words of the statement.
        described: whether it says what a noun phrase says of its name ("the painter Ana Lind"), which is cut on purpose.
    """
    cut = Cut.of(items)
    if not cut.tokens:
        return False
    return not any(check(cut) for check in CHECKS) and (described or not any(check(cut) for check in CHECKS_OF_CLAUSES))


def repeats_word(cut: Cut) -> bool:
    """Whether a word stands twice in a row that the sentence does not have so: "was was", "Reed Reed"."""
    for first, second in itertools.pairwise(cut.items):
        texts = [item if isinstance(item, str) else item.text for item in (first, second)]
        together = not isinstance(first, str) and not isinstance(second, str) and second.i == first.i + 1
        if texts[0].lower() == texts[1].lower() and texts[0].isalpha() and not together:
            return True
    return False


def ends_open(cut: Cut) -> bool:
    """Whether the last word asks for another one: "won the", "kept him out of"."""
    last = next((item for item in reversed(cut.items) if isinstance(item, str) or not item.is_punct), None)
    if last is None or isinstance(last, str):
        return False
    following = last.nbor() if last.i + 1 < len(last.doc) else None
    if following is not None and (last.lower_ in _ABBREVIATED or (following.text == "." and f"{last.lower_}." in _ABBREVIATED)):
        return True
    if last.tag_ in _OPEN:
        return last.lower_ not in _OPEN_ALONE
    if last.tag_ == "VBG" and last.dep_ == "advcl" and following is not None and following.text == ",":
        return not any(c in cut.tokens and not c.is_punct for c in last.children)
    if following is None or following.is_punct or last.tag_ != "IN" or last.dep_ not in ("prep", "mark"):
        return False
    stranded = last.head.tag_ == "VBN" and last.i == last.head.i + 1 and not any(True for _ in last.children)
    return not stranded and not any(c in cut.tokens for c in last.children)


def says_nothing(cut: Cut) -> bool:
    """Whether it ends with a verb that says nothing without what follows it in the sentence: "The attack is", "The club bought"."""
    last = next((t for t in reversed(cut.tokens) if not t.is_punct), None)
    if last is None or last.pos_ not in ("AUX", "VERB") or last.tag_ == "VBN":
        return False
    if last.lemma_ == "be" and len(cut.tokens) > 3:
        return True
    if last.i + 1 >= len(last.doc) or last.nbor().is_punct:
        return False
    lemma = last.lemma_.lower()
    wants_object = transitivity(lemma) == "transitive" and last.tag_ != "VBG" and lemma not in words("stands alone")
    return lemma in _EMPTY or wants_object


def cuts_list(cut: Cut) -> bool:
    """Whether it ends in the middle of a list: "offers boats, nets" of "offers boats, nets, ropes, and sails"."""
    last = cut.tokens[-1]
    part = next((t for t in (last, *last.ancestors) if t.dep_ == "conj"), None)
    if part is None or part.pos_ not in ("NOUN", "PROPN", "ADJ") or last.i + 2 >= len(last.doc) or last.nbor().text != ",":
        return False
    whole = [part, *part.conjuncts]
    joined = any(c.dep_ == "cc" and (id(c.doc), c.i) in cut.kept for t in whole for c in t.children)
    return not joined and part.right_edge.i <= last.i and part.head in cut.tokens and last.nbor(2).pos_ in ("NOUN", "PROPN", "ADJ", "DET")


def joins_noun_phrases(cut: Cut) -> bool:
    """Whether two noun phrases stand side by side that something parted in the sentence: "founded the centre the first of its kind"."""
    for first, second in itertools.pairwise(cut.items):
        if isinstance(first, str) or isinstance(second, str) or second.i <= first.i + 1 or second.doc is not first.doc:
            continue
        nouns = first.pos_ in ("NOUN", "PROPN") and second.pos_ in ("DET", "NOUN", "PROPN") and second.lower_ != "both"
        apart = second.ent_type_ in _TIMES or second.i == first.i + 2
        between = next((t for t in (first, *first.ancestors) if t.dep_ in ("dative", *SUBJECTS)), None)
        if nouns and not apart and between is None and second.dep_ != "npadvmod":
            return True
    return False


def _starts_inside(run: Sequence["Token"], kept: frozenset[tuple[int, int]]) -> bool:
    first = run[0]
    before = first.nbor(-1) if first.i else None
    if before is None or (id(before.doc), before.i) in kept:
        return False
    if first.ent_iob_ == "I" and first.ent_type_ in _TIMES and before.ent_type_ == first.ent_type_:
        return True
    if first.pos_ not in _NAMING or not before.whitespace_:
        return False
    modifying = before.pos_ in _BEFORE_NOUN or before.dep_ == "amod"
    if not modifying or first.ent_type_ in _TIMES:
        return False
    titled = before.pos_ == "NOUN" and first.pos_ == "PROPN" and first.ent_type_ in ("", "PERSON")
    return not titled and not _follows_adjunct(first, before)


def _lost_preposition(before: Sequence["Token"], run: Sequence["Token"], kept: frozenset[tuple[int, int]]) -> bool:
    first = run[0]
    prep = first.nbor(-1) if first.i else None
    if prep is None or before[-1].doc is not first.doc or before[-1].i > first.i or before[-1].pos_ not in ("VERB", "AUX"):
        return False
    lost = prep.tag_ == "IN" and prep.dep_ == "prep" and (id(prep.doc), prep.i) not in kept
    return lost and first.pos_ in ("NOUN", "PROPN", "DET", "ADJ") and first.dep_ != "relcl"


def _follows_adjunct(first: "Token", before: "Token") -> bool:
    """Whether a subject begins right after a phrase that is only added: "under pressure Levane resigned"."""
    subject = next((t for t in (first, *first.ancestors) if t.dep_ in SUBJECTS), None)
    if subject is None or subject.left_edge != first:
        return False
    return before.ent_type_ in _TIMES or any(a.dep_ == "prep" and a.head == subject.head for a in before.ancestors)


def _ends_inside(run: Sequence["Token"], kept: frozenset[tuple[int, int]]) -> bool:
    last = run[-1]
    after = last.nbor() if last.i + 1 < len(last.doc) else None
    modifying = last.pos_ in _BEFORE_NOUN or last.dep_ == "amod"
    if after is None or (id(after.doc), after.i) in kept:
        return False
    if after.text in (":", "–", "-", "/") and not after.whitespace_ and not last.whitespace_:  # one word: "Re:Zero"
        return True
    if not modifying:
        return False
    if after.ent_type_ in _TIMES or after.pos_ not in (*_NAMING, "DET") or not last.whitespace_:
        return False
    return after.pos_ != "DET" or (after.i + 1 < len(after.doc) and after.nbor().pos_ == "PROPN")


def _lost_subject(run: Sequence["Token"], tokens: Sequence["Token"], kept: frozenset[tuple[int, int]]) -> bool:
    first = run[0]
    before = first.nbor(-1) if first.i else None
    if before is None or (id(before.doc), before.i) in kept or first.tag_ not in FINITE or before.pos_ not in ("NOUN", "PROPN", "PRON"):
        return False
    if before.tag_ in ("WDT", "WP"):
        return False
    return before.ent_type_ not in _TIMES and not any(t.i < before.i and t.is_ancestor(before) for t in tokens if t.doc is before.doc)


def cuts_word(cut: Cut) -> bool:
    """Whether a bracket inside a word is open: "player(s"."""
    return any("(" in t.text[1:] and ")" not in t.text for t in cut.tokens)


def cuts_brackets(cut: Cut) -> bool:
    """Whether a bracket has lost its partner."""
    return sum(t.text.count("(") - t.text.count(")") for t in cut.tokens) != 0


def has_token_twice(cut: Cut) -> bool:
    """Whether a word of the sentence stands in two places."""
    return len(cut.kept) < len(cut.tokens)


def lost_preposition(cut: Cut) -> bool:
    """Whether a noun phrase after a verb has lost its preposition: "was made Ana Lind" of "was made with Ana Lind"."""
    return any(_lost_preposition(before, run, cut.kept) for before, run in itertools.pairwise(cut.runs))


def starts_inside(cut: Cut) -> bool:
    """Whether a piece begins in the middle of a noun phrase: "one of their matches" of "on day one of their matches"."""
    return any(_starts_inside(run, cut.kept) for run in cut.runs)


def ends_inside(cut: Cut) -> bool:
    """Whether a piece ends in the middle of a noun phrase: "stocks top" of "stocks top end labels"."""
    return any(_ends_inside(run, cut.kept) for run in cut.runs)


def lost_subject(cut: Cut) -> bool:
    """Whether a verb stands without the noun right before it, which must be its subject: "was sold" of "and the mill was sold"."""
    return any(_lost_subject(run, cut.tokens, cut.kept) for run in cut.runs)


CHECKS: tuple[Check, ...] = (
    repeats_word,
    ends_open,
    says_nothing,
    cuts_word,
    cuts_brackets,
    has_token_twice,
    cuts_list,
    joins_noun_phrases,
    lost_preposition,
)
CHECKS_OF_CLAUSES: tuple[Check, ...] = (starts_inside, ends_inside, lost_subject)
"""Whether something is wrong with any statement, and with one that is no description."""
