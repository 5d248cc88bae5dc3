"""Who does what to whom in one sentence: head, role and dependent of every content word, active and passive alike.

Words are compared by *keys*: lemmas, the forms of a name, what a pronoun stands for, and for numbers, dates and quantities what they
amount to. Two words mean the same when they share a key.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from engines.core.language import parse_strings
from engines.english.planning import deed_to_come
from engines.english.pronouns import PLAIN, YOU, I
from engines.verification.names.aliases import acronyms, fold, is_acronym, lexicon, name_words, place_of
from engines.verification.names.coreference import links
from engines.verification.sentences.assertion import NEGATIVE, Verb, asserted
from engines.verification.sentences.word_lists import word_list
from engines.verification.values.finding import Value, find_values
from engines.verification.values.periods import WHOLE

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

MOST_TOKENS, MOST_ALIKE = 300, 40
"""Tokens, and verbs or values, of a sentence; see `is_prose`."""
_REMEMBERED = 4000
"""Sentences of which it is known what their pronouns stand for."""
CORE = frozenset({"SUBJ", "OBJ", "IOBJ", "ATTR"})
_MODIFIERS = frozenset({"amod", "compound", "nummod", "poss", "nmod", "npadvmod", "quantmod"})


@dataclass(frozen=True, slots=True)
class Relation:
    """Token `dep` fills `role` of token `head`: SUBJ, OBJ, IOBJ, ATTR (deep roles), a preposition, MOD, ADV, APPOS or COMP."""

    head: int
    role: str
    dep: int


@dataclass(frozen=True, slots=True)
class ParsedSentence:
    """One sentence taken apart.

    Attributes:
        text: the sentence.
        spans: (start, end) of each token.
        keys: what each token may be matched by; empty for punctuation.
        lemmas: lower-case lemma of each token.
        classes: universal part of speech of each token.
        relations, verbs: see `Relation` and `Verb`; verbs by token.
        values: the values of the sentence.
        named: tokens that belong to names.
        by_head: the relations of each head, as they stand in `relations`.
    """

    text: str
    spans: tuple[tuple[int, int], ...]
    keys: tuple[frozenset[str], ...]
    lemmas: tuple[str, ...]
    classes: tuple[str, ...]
    relations: tuple[Relation, ...]
    verbs: dict[int, Verb]
    values: tuple[Value, ...]
    named: frozenset[int]
    by_head: dict[int, list[Relation]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        found: dict[int, list[Relation]] = {}
        for relation in self.relations:
            found.setdefault(relation.head, []).append(relation)
        object.__setattr__(self, "by_head", found)

    def of(self, head: int) -> Sequence[Relation]:
        """The relations of a head."""
        return self.by_head.get(head, ())


@lru_cache(maxsize=1_000)
def parsed_sentence(sentence: str, before: tuple[str, ...] = (), speaker: str = "", addressed: str = "") -> ParsedSentence:
    """A sentence taken apart; pronouns are looked up in the sentences `before` it, "I" stands for its speaker and "you" for whom they
    talk to, where these are known."""
    doc = parse_strings([sentence])[0]
    values = find_values(sentence)
    keys = _keys(doc, values)
    for end, text in antecedents(sentence, before):
        keys[end] |= _phrase_keys(text)
    for forms, who in ((frozenset(I), speaker), (frozenset(YOU), addressed)):
        for token in doc if who else ():
            if token.lower_ in forms:
                keys[token.i] |= _phrase_keys(who)
    negated_by = {token.i: asserted(token) for token in doc if token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass")}
    return ParsedSentence(
        sentence,
        tuple((token.idx, token.idx + len(token)) for token in doc),
        tuple(frozenset(k) - {""} for k in keys),  # a word of combining marks alone has no plain form
        tuple(token.lemma_.lower() for token in doc),
        tuple(token.pos_ for token in doc),
        tuple(dict.fromkeys(_relations(doc))),
        negated_by,
        values,
        frozenset(token.i for token in doc if token.pos_ == "PROPN" or token.ent_type_ in ("PERSON", "GPE", "ORG", "NORP", "LOC", "FAC")),
    )


@lru_cache(_REMEMBERED)
def antecedents(sentence: str, before: tuple[str, ...] = ()) -> tuple[tuple[int, str], ...]:
    """What the pronouns and descriptions of a sentence stand for: the last token of each, and the words of its antecedent.

    All that the sentences `before` it say of it.
    """
    docs = parse_strings([*before, sentence])
    return tuple((link.end - 1, link.antecedent.text) for link in links(docs) if link.doc == len(docs) - 1)


def _keys(doc: "Doc", values: tuple[Value, ...]) -> list[set[str]]:
    keys = [_token_keys(token) for token in doc]
    for entity in doc.ents:
        if entity.label_ in ("ORG", "PERSON", "GPE", "NORP", "FAC", "EVENT", "LOC", "WORK_OF_ART", "LAW"):
            keys[entity.root.i] |= acronyms(entity.text)
    for token in doc:
        if token.dep_ == "appos" and keys[token.i] and token.head.pos_ in ("NOUN", "PROPN"):
            keys[token.i] = keys[token.head.i] = keys[token.i] | keys[token.head.i]
    starts = [token.idx for token in doc]
    for value in values:
        key = value_key(value)
        for token in doc[bisect_left(starts, value.start) : bisect_left(starts, value.end)] if key else ():
            if not token.is_punct:
                keys[token.i] = {key}
    return keys


def _token_keys(token: "Token") -> set[str]:
    if token.is_punct or token.is_space:
        return set()
    lower = fold(token.text)
    keys = {token.lemma_.lower() if token.pos_ != "PROPN" else lower, lower}
    place = place_of(token.text) if token.text[0].isupper() else ""
    if place:
        keys.add("@" + place)
    if token.pos_ == "PROPN":
        keys |= lexicon().nicknames.get(lower, frozenset())
        if is_acronym(token.text):
            keys.add(lower.replace(".", ""))
    return keys


def _phrase_keys(text: str) -> set[str]:
    """Keys of an antecedent: the words of a name, the last word of another noun phrase."""
    words = name_words(text)
    named = any(word[:1].isupper() for word in text.split()[-1:])
    return set(words) if named else {form for word in words[-1:] for form in (word, word.removesuffix("s"))}


def value_key(value: Value) -> str:
    """A key that equal values share; "" for relative expressions."""
    if value.kind == "relative":
        return ""
    kind = "number" if value.kind in ("number", "percent") else value.kind
    if value.kind == "date":
        month, day, weekday = value.calendar
        part = "" if value.part == WHOLE else f":{value.part[0]}-{value.part[1]}"
        return f"=date:{value.low:.0f}:{value.high:.0f}:{month}:{day}:{None if day else weekday}{part}"
    return f"={kind}:{value.low:.3g}:{value.high:.3g}:{value.unit}"


def _relations(doc: "Doc") -> Iterator[Relation]:
    for token in doc:
        for relation in _own_relations(token):
            yield relation
            for other in _conjuncts(doc[relation.dep]):
                yield Relation(relation.head, relation.role, other.i)


def _conjuncts(token: "Token") -> Iterator["Token"]:
    for child in token.children:
        if child.dep_ == "conj" and child.i > token.i and (child.pos_ in ("VERB", "AUX")) == (token.pos_ in ("VERB", "AUX")):
            yield child
            yield from _conjuncts(child)


def _own_relations(token: "Token") -> Iterator[Relation]:
    passive = any(child.dep_ in ("nsubjpass", "auxpass") for child in token.children)
    participle = (
        token.dep_ in ("acl", "relcl") and token.tag_ == "VBN" and not any(c.dep_ in ("nsubj", "aux", "nsubjpass") for c in token.children)
    )
    for child in token.children:
        role = _role(token, child, passive or participle)
        if role == "prep":
            yield from _prepositional(token, child, passive or participle)
        elif role and child.pos_ not in ("PUNCT", "SPACE"):
            yield Relation(token.i, role, child.i)
    if token.pos_ in ("VERB", "AUX"):
        yield from _inherited(token, participle)


def _role(head: "Token", child: "Token", passive: bool) -> str:
    dep = child.dep_
    if dep == "nsubj":
        return "SUBJ"
    if dep == "nsubjpass":
        return "OBJ"
    if dep == "dobj":
        return "OBJ"
    if dep == "dative":
        return "IOBJ" if child.pos_ != "ADP" else "prep"
    if dep in ("attr", "acomp", "oprd"):
        return "ATTR"
    if dep in ("agent", "prep"):
        return "prep"
    if dep in _MODIFIERS:
        return "MOD"
    if dep == "appos":
        return "APPOS"
    if dep == "advmod" and child.lower_ not in NEGATIVE:
        return "ADV"
    if dep in ("ccomp", "xcomp", "advcl", "pcomp"):
        return "COMP"
    return ""


def _prepositional(head: "Token", preposition: "Token", passive: bool) -> Iterator[Relation]:
    for child in preposition.children:
        if child.dep_ in ("pobj", "pcomp"):
            role = preposition.lower_
            if preposition.dep_ == "agent" or (role == "by" and passive):
                role = "SUBJ"
            elif preposition.dep_ == "dative" or (
                role == "to" and head.pos_ == "VERB" and any(c.dep_ in ("dobj", "nsubjpass") for c in head.children)
            ):
                role = "IOBJ"
            yield Relation(head.i, role, child.i)
        elif child.dep_ == "prep":
            yield from _prepositional(head, child, passive)


def _inherited(verb: "Token", participle: bool) -> Iterator[Relation]:
    """Subjects that a verb shares, controls or modifies."""
    own = any(child.dep_ in ("nsubj", "nsubjpass", "csubj") for child in verb.children)
    shared = verb.dep_ == "conj" and verb.tag_ == "VBN" and any(c.dep_ == "auxpass" for c in verb.head.children)
    passive = shared or any(child.dep_ == "auxpass" for child in verb.children)
    if verb.dep_ == "relcl":
        pronoun = next((c for c in verb.subtree if c.tag_ in ("WP", "WDT") and c.head == verb), None)
        if pronoun is None or pronoun.dep_ in ("nsubj", "nsubjpass", "dobj"):
            subject = pronoun is not None and pronoun.dep_ == "nsubj"
            yield Relation(verb.i, "SUBJ" if subject else "OBJ", _told_of(verb).i)
    if own:
        return
    if participle:
        yield Relation(verb.i, "OBJ", verb.head.i)
    elif verb.dep_ == "acl" and verb.tag_ == "VBG":
        yield Relation(verb.i, "SUBJ", verb.head.i)
    elif verb.dep_ in ("conj", "xcomp", "advcl") and deed_to_come(verb) is None:
        for child in verb.head.children:
            if child.dep_ in ("nsubj", "nsubjpass") and (verb.dep_ != "xcomp" or not any(c.dep_ == "dobj" for c in verb.head.children)):
                yield Relation(verb.i, "OBJ" if passive or (child.dep_ == "nsubjpass" and verb.tag_ == "VBN") else "SUBJ", child.i)


def _told_of(verb: "Token") -> "Token":
    """The noun that a relative clause is told of: of two that are joined, each with an article, the one right before it ("a mother and a
    father who kept a lighthouse")."""
    head = verb.head
    for other in _conjuncts(head):
        articles = all(any(child.dep_ == "det" for child in noun.children) for noun in (head, other))
        if articles and head.tag_ == other.tag_ == "NN" and other.i + 1 == verb.left_edge.i:
            return other
    return head


def clauses(sentence: ParsedSentence) -> Iterator[frozenset[int]]:
    """The tokens of each clause: a verb with all that belongs to it, but for what belongs to another verb."""
    for verb in sentence.verbs:
        inside, new = {verb}, [verb]
        while new:
            deps = {r.dep for head in new for r in sentence.of(head)} - inside
            new = [dep for dep in deps if dep not in sentence.verbs]
            inside.update(new)
        yield frozenset(inside)


def is_prose(sentence: ParsedSentence) -> bool:
    """Whether a sentence is one that people write. What has hundreds of words, or dozens of verbs or values, is a list, a table or words
    run together: holding its parts against each other one by one takes very long, and shows nothing."""
    return len(sentence.keys) <= MOST_TOKENS and max(len(sentence.verbs), len(sentence.values)) <= MOST_ALIKE


def counts(sentence: ParsedSentence, token: int) -> bool:
    """Whether a token carries meaning of its own."""
    return bool(sentence.keys[token]) and sentence.lemmas[token] not in _LIGHT


_LIGHT = word_list("light words")
BARE = 2
"""So many keys has a pronoun of which nobody knows what it stands for."""
PRONOUNS = PLAIN
