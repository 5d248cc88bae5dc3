"""A reference prepared for making statements from it: sentences, parses, names, values, and what its pronouns stand for."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from engines.core.language import parse_sentences
from engines.core.text import Text
from engines.verification.names.aliases import name_words, same
from engines.verification.names.coreference import Link, links
from engines.verification.values.finding import Value, find_values

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_PEOPLE = frozenset({"PERSON"})
_PLACES = frozenset({"GPE", "LOC"})
_KIND = {**dict.fromkeys(_PEOPLE, "person"), **dict.fromkeys(_PLACES, "place"), "ORG": "organisation", "NORP": "nationality"}


@dataclass(frozen=True)
class Passage:
    """A reference with the parse of each of its sentences (at most the first `longest`)."""

    text: Text
    docs: tuple["Doc", ...]

    @classmethod
    def of(cls, reference: str, longest: int = 60) -> "Passage":
        """Parse a reference."""
        text = Text.of(reference)
        return cls(text, tuple(parse_sentences(text, range(min(longest, len(text.sentences))))))

    @cached_property
    def links(self) -> dict[int, list[Link]]:
        """The pronouns and descriptions of each sentence with their antecedents."""
        found: dict[int, list[Link]] = {}
        for link in links(self.docs):
            found.setdefault(link.doc, []).append(link)
        return found

    @cached_property
    def entities(self) -> dict[str, list[str]]:
        """The names of the reference by kind: person, place, organisation, nationality."""
        found: dict[str, dict[str, None]] = {}
        for doc in self.docs:
            for entity in doc.ents:
                kind = entity_kind(entity)
                if kind:
                    found.setdefault(kind, {})[bare(entity).text] = None
        return {kind: list(names) for kind, names in found.items()}

    @cached_property
    def values(self) -> list[Value]:
        """The values of the whole reference."""
        return list(find_values(self.text.text))

    @cached_property
    def sentence_stems(self) -> list[frozenset[str]]:
        """The content lemmas of each sentence."""
        return [frozenset(t.lemma_.lower() for t in doc if t.is_alpha and not t.is_stop) for doc in self.docs]

    def together(self, words: Sequence[str]) -> bool:
        """Whether one sentence of the reference has all the lemmas."""
        wanted = {word.lower() for word in words}
        return any(wanted <= stems for stems in self.sentence_stems)


def bare(entity: "Span") -> "Span":
    """An entity without its article and possessive mark."""
    start, end = entity.start, entity.end
    while end - start > 1 and entity.doc[start].pos_ == "DET":
        start += 1
    while end - start > 1 and entity.doc[end - 1].tag_ == "POS":
        end -= 1
    return entity.doc[start:end]


def entity_kind(entity: "Span") -> str:
    """person, place, organisation or nationality for a well-formed name, "" for anything else."""
    text = bare(entity).text
    if not re.fullmatch(r"[^\W\d_][\w .’'&-]*", text) or not text[0].isupper() or "\n" in text or len(text) > 40:
        return ""
    return _KIND.get(entity.label_, "")


def others(name: str, names: Sequence[str]) -> list[str]:
    """The names that cannot mean `name` and do not contain it."""
    words = set(name_words(name))
    return [other for other in names if not same(other, name) and not words & set(name_words(other))]


def usable(doc: "Doc") -> bool:
    """Whether a sentence makes a plain statement: one finite root with a subject, of moderate length, not a question, heading or list."""
    roots = [token for token in doc if token.head == token and not token.is_punct and not token.is_space]
    if len(roots) != 1 or not 6 <= sum(token.is_alpha for token in doc) <= 40 or doc[-1].text in ("?", ":", "..."):
        return False
    root = roots[0]
    subject = any(child.dep_ in ("nsubj", "nsubjpass") for child in root.children)
    tidy = doc.text[0].isupper() and not re.search(r"https?:|www\.|[|<>{}=_\[\]]|\n|[A-Z]{4,} [A-Z]{4,}", doc.text)
    return subject and tidy and root.pos_ in ("VERB", "AUX") and finite_verb(root) is not None


def finite_verb(verb: "Token") -> "Token | None":
    """The finite word of a verb group: the first auxiliary, or the verb itself."""
    auxiliaries = sorted((c for c in verb.children if c.dep_ in ("aux", "auxpass") and c.i < verb.i), key=lambda t: int(t.i))
    first = auxiliaries[0] if auxiliaries else verb
    return first if first.tag_ in ("VBD", "VBZ", "VBP", "MD") else None


def subtree(token: "Token") -> tuple[int, int]:
    """The tokens [start, end) below and including `token`."""
    return token.left_edge.i, token.right_edge.i + 1


def statements(passage: Passage) -> Iterator[tuple[int, "Doc"]]:
    """The sentences of a passage that make plain statements, with their index."""
    return ((index, doc) for index, doc in enumerate(passage.docs) if usable(doc))
