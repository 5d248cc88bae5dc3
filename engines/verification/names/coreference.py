"""Who pronouns and descriptions such as "the minister" most plausibly stand for: simple, deterministic, from the parse of each sentence.

The nearest antecedent that agrees in kind, number and gender wins, subjects before other mentions (in the spirit of Lappin and Leass, 1994,
with recency and grammatical role alone). Good enough to let a statement with a name be matched with a sentence that has a pronoun.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engines.english.pronouns import FEMININE, MASCULINE, NEUTER, PLURAL, is_expletive
from engines.verification.names.aliases import fold, lexicon, name_words
from engines.verification.names.called import may_have_been_called
from engines.verification.names.genders import gender_of, noun_gender

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_PERSONAL = {
    **dict.fromkeys(MASCULINE, "male"),
    **dict.fromkeys(FEMININE, "female"),
    **dict.fromkeys(NEUTER, "thing"),
    **dict.fromkeys(PLURAL, "plural"),
}
_THINGS = frozenset({"ORG", "GPE", "FAC", "LOC", "NORP", "PRODUCT", "WORK_OF_ART", "EVENT", "LAW"})
_GROUPS = frozenset({"ORG", "NORP"})
_SUBJECTS = frozenset({"nsubj", "nsubjpass"})
_SETTLED = frozenset({"thing", "plural"})
"""What a pronoun may ask for whose antecedent in its own sentence does not depend on the sentences before (see `_settled`)."""
_REACH = 4
"""How many sentences back an antecedent may lie."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A name or noun phrase: the index of its document, its tokens [start, end), its words, and what it can be referred to as.

    `gender` is male, female, person (open), thing or plural; `prominence` grows with the grammatical role, subjects first.
    """

    doc: int
    start: int
    end: int
    text: str
    gender: str
    named: bool
    prominence: float


@dataclass(frozen=True, slots=True)
class Link:
    """The tokens [start, end) of document `doc` stand for `antecedent`."""

    doc: int
    start: int
    end: int
    antecedent: Mention


def links(docs: Sequence["Doc"]) -> list[Link]:
    """The pronouns and descriptions of consecutive sentences with the mention each stands for; those without a candidate are left out."""
    found: list[Link] = []
    recent: list[Mention] = []
    described: dict[str, Mention] = {}
    genders: dict[str, str] = {}
    people: set[str] = set()
    for index, doc in enumerate(docs):
        here = list(_mentions(doc, index, genders, people))
        recent = [m for m in recent if m.doc >= index - _REACH]
        starts = {m.start: m for m in here}
        for token in doc:
            link = _pronoun(token, index, recent, genders) or _description(token, index, described, recent)
            if link:
                found.append(link)
                recent.append(_again(link))
            if token.i in starts:
                recent.append(starts[token.i])
        described.update(_descriptions(doc, here))
    return found


def looks_back(doc: "Doc", before: Sequence[str]) -> bool:
    """Whether a word of a sentence may stand for something that the sentences `before` it name; where none does they need not be parsed.

    A description can only stand for what was called so: one of those sentences then has that noun.
    """
    described = (token.lemma_.lower() for token in doc if _article(token) is not None)
    if any(noun in _ORGANISATIONS or may_have_been_called(noun, before) for noun in described):
        return True
    pronouns = [token for token in doc if _is_pronoun(token)]
    if any(_PERSONAL[token.lower_] not in _SETTLED for token in pronouns):
        return True
    near = {link.start: link.antecedent for link in links([doc])} if pronouns else {}
    return not all(_settled(token, near.get(token.i), before) for token in pronouns)


def _settled(token: "Token", antecedent: Mention | None, before: Sequence[str]) -> bool:
    """Whether what a pronoun stands for in a sentence read alone is what it stands for whatever is before the sentence.

    So it is of a thing or several where the antecedent agrees in full: the best that a sentence before can have, as a subject, counts
    1.5 * 0.6 * 1.05, which is less than what counts least in its own; and no two that differ in their role come near enough to each
    other for their place among all to decide. A name of one word that those sentences have may be a person's last.
    """
    wanted = _PERSONAL[token.lower_]
    if antecedent is None or antecedent.gender != wanted:
        return wanted == "thing" and is_expletive(token)
    words = name_words(antecedent.text) if antecedent.named else []
    return len(words) != 1 or not any(words[0] in fold(text) for text in before)


def _again(link: Link) -> Mention:
    """A pronoun keeps its antecedent in reach."""
    before = link.antecedent
    return Mention(link.doc, link.start, link.end, before.text, before.gender, before.named, before.prominence)


def _mentions(doc: "Doc", index: int, genders: dict[str, str], people: set[str]) -> Iterator[Mention]:
    """The names and noun phrases of a sentence; `people` are the last words of persons' names so far, and added to."""
    covered: set[int] = set()
    for entity in doc.ents:
        if entity.label_ != "PERSON" and entity.label_ not in _THINGS:
            continue
        covered.update(range(entity.start, entity.end))
        text = _bare(entity)
        person = entity.label_ == "PERSON" or _surname(entity, people)
        if person:
            people.update(name_words(entity.text)[-1:])
        gender = gender_of(entity, genders) if person else "thing"
        yield Mention(index, entity.start, entity.end, text, gender, True, _prominence(entity.root))
    for chunk in doc.noun_chunks:
        root = chunk.root
        if root.i in covered or root.pos_ not in ("NOUN", "PROPN") or any(c.dep_ == "appos" and c.ent_type_ for c in root.children):
            continue
        plural = root.tag_ in ("NNS", "NNPS") or any(child.dep_ == "conj" for child in root.children)
        yield Mention(index, chunk.start, chunk.end, chunk.text, "plural" if plural else noun_gender(root), False, _prominence(root))


def _surname(name: "Span", people: set[str]) -> bool:
    """Whether a name that is taken for a place or a company is the last word of a person's name before it."""
    words = name_words(name.text)
    return len(words) == 1 and words[0] in people


def _prominence(root: "Token") -> float:
    return 1.5 if root.dep_ in _SUBJECTS else 1.3 if root.dep_ in ("dobj", "attr") else 1.0


def _bare(entity: "Span") -> str:
    tokens = [token for token in entity if token.tag_ != "POS" and not (token.i == entity.start and token.pos_ == "DET")]
    return entity.doc[tokens[0].i : tokens[-1].i + 1].text if tokens else str(entity.text)


def personal(word: "Token | str") -> str:
    """male, female, thing or plural for a personal pronoun, "" for any other word; of a token only where it is tagged as one."""
    if isinstance(word, str):
        return _PERSONAL.get(word.lower(), "")
    return _PERSONAL[word.lower_] if _is_pronoun(word) else ""


def _pronoun(token: "Token", index: int, recent: Sequence[Mention], genders: dict[str, str]) -> Link | None:
    if not _is_pronoun(token):
        return None
    wanted = _PERSONAL[token.lower_]
    if wanted == "thing" and is_expletive(token):
        return None
    best: Mention | None = None
    best_score = 0.0
    for position, mention in enumerate(recent):
        agreement = _agreement(wanted, mention)
        if not agreement or (mention.doc == index and mention.end > token.i) or _same_clause(token, mention, index):
            continue
        score = (
            agreement
            * mention.prominence
            * (1.0 + 0.3 * (mention.named and wanted != "thing"))
            * 0.6 ** (index - mention.doc)
            * (1 + 0.05 * position / len(recent))
        )
        if score > best_score:
            best, best_score = mention, score
    if best is None:
        return None
    if wanted in ("male", "female") and best.named and name_words(best.text):
        genders.setdefault(name_words(best.text)[-1], wanted)
    return Link(index, token.i, token.i + 1, best)


def _is_pronoun(token: "Token") -> bool:
    return token.lower_ in _PERSONAL and token.pos_ in ("PRON", "DET")


def _agreement(wanted: str, mention: Mention) -> float:
    if wanted in ("male", "female"):
        # Unusual names are often taken for places or companies.
        unsure = 0.25 if mention.gender == "thing" and mention.named else 0.0
        return 1.0 if mention.gender == wanted else 0.8 if mention.gender == "person" else unsure
    if wanted == "plural":
        return 1.0 if mention.gender == "plural" else 0.4 if mention.gender == "thing" and mention.named else 0.0
    return 1.0 if mention.gender == "thing" else 0.0


def _same_clause(token: "Token", mention: Mention, index: int) -> bool:
    """A plain object pronoun cannot mean its own subject ("Berg saw her")."""
    if mention.doc != index or token.dep_ not in ("dobj", "dative", "pobj") or token.lower_.endswith("self"):
        return False
    root = token.doc[mention.end - 1]
    verb = token.head if token.dep_ != "pobj" else token.head.head
    return root.head == verb and root.dep_ in _SUBJECTS


_ORGANISATIONS = frozenset(
    {"company", "firm", "group", "organisation", "organization", "club", "team", "charity", "agency", "airline", "bank"}
)


def _description(token: "Token", index: int, described: dict[str, Mention], recent: Sequence[Mention]) -> Link | None:
    article = _article(token)
    mention = described.get(token.lemma_.lower()) if article is not None else None
    if mention is None and token.lemma_.lower() in _ORGANISATIONS:
        mention = next((m for m in reversed(recent) if m.named and m.gender == "thing" and m.prominence > 1), None)
    if article is None or mention is None:
        return None
    if any(child.dep_ in ("appos", "prep", "relcl", "compound", "amod", "poss") and child.ent_type_ for child in token.children):
        return None
    return Link(index, article.i, token.i + 1, mention)


def _article(token: "Token") -> "Token | None":
    """The article of a noun that may describe something named before."""
    if token.pos_ != "NOUN" or token.tag_ != "NN":
        return None
    return next((child for child in token.lefts if child.lower_ in ("the", "this", "that")), None)


def _descriptions(doc: "Doc", mentions: Sequence[Mention]) -> dict[str, Mention]:
    """Nouns that the sentence applies to a name: "minister Anna Berg", "Anna Berg, the minister", "Berg is a minister"."""
    found: dict[str, Mention] = {}
    for mention in mentions:
        if not mention.named:
            continue
        root = doc[mention.start : mention.end].root
        nouns = [child for child in root.children if child.dep_ == "appos" and child.pos_ == "NOUN"]
        nouns += [child for child in root.children if child.dep_ == "compound" and child.pos_ == "NOUN" and child.i < mention.start]
        if root.dep_ == "appos" and root.head.pos_ == "NOUN":
            nouns.append(root.head)
        if root.dep_ in _SUBJECTS and root.head.lemma_ == "be":
            nouns += [child for child in root.head.children if child.dep_ == "attr" and child.pos_ == "NOUN"]
        for noun in nouns:
            found[noun.lemma_.lower()] = mention
        for token in doc[max(0, mention.start - 2) : mention.start + 1]:
            if fold(token.text).rstrip(".") in lexicon().titles and token.head == root and token != root:
                found[token.lower_] = mention
    return found


def stands_for(docs: Sequence["Doc"]) -> dict[tuple[int, int], str]:
    """(document, token) of each pronoun or description's head to the words that it stands for."""
    return {(link.doc, link.end - 1): link.antecedent.text for link in links(docs)}
