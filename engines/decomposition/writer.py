"""The bundled writer of atomic content units (ACUEval, section 3): rules over the dependency parse.

Each clause gives its core, and the core once more with each adjunct; conjuncts, appositions, relative and participial
clauses and reported speech become statements of their own. The words are those of the text: only forms of "be", articles
and the names that pronouns stand for are added.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from engines.core.roles import ContentUnit
from engines.core.text import Text, union
from engines.decomposition.checks.coverage import uncovered
from engines.decomposition.checks.wellformedness import is_well_formed
from engines.decomposition.coreference.pronouns import Pronouns
from engines.decomposition.normalization.sentences import Reading, place, readings
from engines.decomposition.statements.drafts import Draft
from engines.decomposition.statements.parentheticals import parentheticals
from engines.decomposition.statements.sentence import drafts
from engines.decomposition.wording.phrases import Items, in_quotes, own_tokens
from engines.decomposition.wording.prose import Naming, read
from engines.english.auxiliaries import FINITE_BE
from engines.english.pronouns import SPEAKERS
from engines.parsing.syntax.dependencies import FINITE

if TYPE_CHECKING:
    from spacy.tokens import Token

IDENTITY = "clause-rules/7"
MOST_REPEATED = 8
"""How often the units of a sentence may say its words in all. Those of prose say them up to three times; where clauses lie in clauses
without end, each unit says nearly the whole again."""
_FEWEST_WORDS = 2
_BEING = FINITE_BE | {"lived from"}
_AS_THEY_ARE = frozenset({"sentence"})
_DESCRIBING = frozenset({"description", "parenthetical"})


def decompose(text: Text) -> list[ContentUnit]:
    """The content units of `text` in order; repeated ones are merged, with the spans of all mentions."""
    found = readings(text)
    pronouns = Pronouns([reading.doc for reading in found])
    units: dict[str, ContentUnit] = {}
    for index, reading in enumerate(found):
        for draft in _with_fallback(reading):
            statement = read(draft.items, _naming(draft, pronouns))
            inner = draft.kind != "sentence" and pronouns.is_left_open(own_tokens(draft.items)[:1])
            if len(statement.split()) < _FEWEST_WORDS or _dangles(draft.items) or inner or not _has_verb(draft) or _speaks_of_itself(draft):
                continue
            spans, focus = _spans(text, index, own_tokens(draft.items)), _spans(text, index, draft.focus)
            unit = ContentUnit(statement, index, spans, focus or spans, draft.kind, draft.attributed)
            key = _key(statement)
            units[key] = _merged(units[key], unit) if key in units else unit
    return list(units.values())


def _speaks_of_itself(draft: Draft) -> bool:
    """Whether words of someone speaking ("we must go") are given as a statement, which does not say who "we" are."""
    first = next(iter(own_tokens(draft.items)), None)
    return first is not None and first.lower_ in SPEAKERS and (draft.attributed or in_quotes(first))


def _has_verb(draft: Draft) -> bool:
    """Whether a statement says something with a finite verb; a sentence that is given as it is need not."""
    if draft.kind == "sentence" or draft.forms:
        return True
    return any(item in _BEING if isinstance(item, str) else _may_be_finite(item) for item in draft.items)


def _may_be_finite(token: "Token") -> bool:
    """Whether a word may be a finite verb; the tagger takes many a past tense for a participle."""
    return token.tag_ in FINITE or token.dep_ == "aux" or (token.tag_ == "VBN" and token.dep_ != "acl" and token.dep_ != "amod")


def _naming(draft: Draft, pronouns: Pronouns) -> Naming:
    """Changed forms and names for pronouns, for the words of a draft."""

    named: set[int] = set()

    def name(token: "Token", statement: list["Token"]) -> str | None:
        noun = pronouns.name(token, statement)
        if noun is not None:
            named.add(token.i)
        return noun or draft.forms.get(token.i) or pronouns.agreeing(token, statement, named)

    return name


class RuleWriter:
    """The bundled writer; fills the role of `engines.core.roles.ACUWriter`."""

    name = "rules"
    identity = IDENTITY

    def write(self, output: Text) -> list[ContentUnit]:
        """See `decompose`."""
        return decompose(output)


def _dangles(items: Items) -> bool:
    """Whether a relative pronoun is left in a statement without the noun that it stands for."""
    tokens = own_tokens(items)
    for n, token in enumerate(tokens):
        if token.tag_ in ("WDT", "WP", "WP$") and token.lower_ in ("which", "who", "whom", "whose", "that"):
            clause = next((a for a in token.ancestors if a.dep_ == "relcl"), None)
            if (clause is not None and clause.head not in tokens[:n]) or (clause is None and n < 4 and tokens[-1].text != "?"):
                return True
    return False


def _key(statement: str) -> str:
    """What makes two statements the same: their words, whatever the articles and marks."""
    return " ".join(w for w in "".join(c if c.isalnum() else " " for c in statement.lower()).split() if w not in ("a", "an", "the"))


def _merged(first: ContentUnit, again: ContentUnit) -> ContentUnit:
    return replace(
        first,
        spans=union([*first.spans, *again.spans]),
        focus=union([*first.focus, *again.focus]),
        attributed=first.attributed and again.attributed,
    )


def _spans(text: Text, sentence: int, tokens: Sequence["Token"]) -> tuple[tuple[int, int], ...]:
    """Characters of the text that tokens stand for, neighbouring ones joined over the space between them."""
    offset = text.sentences[sentence][0]
    spans: list[tuple[int, int]] = []
    for start, end in sorted({place(t) for t in tokens}):
        first, last = offset + start, offset + end
        if first == last:
            continue
        if spans and not text.text[spans[-1][1] : first].strip():
            spans[-1] = (spans[-1][0], max(spans[-1][1], last))
        else:
            spans.append((first, last))
    return tuple(spans)


def _with_fallback(reading: Reading) -> Iterator[Draft]:
    """The sound drafts of a sentence; the sentence itself when it has no clause, or they leave much out or repeat too much."""
    doc = reading.doc
    found = [*drafts(doc), *(Draft(items, content, kind) for kind, items, content in parentheticals(reading))]
    sound = [draft for draft in found if draft.kind in _AS_THEY_ARE or is_well_formed(draft.items, draft.kind in _DESCRIBING)]
    if sum(len(draft.items) for draft in sound) > MOST_REPEATED * len(doc):
        sound = []
    yield from sound
    whole = [t for t in doc if not t.is_space]
    said = [own_tokens(d.items) for d in sound]
    if uncovered(doc, said):
        yield Draft(list(whole), whole, "sentence")
