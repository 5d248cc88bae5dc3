"""The titles that a sentence gives to names: "Oriel's finance director, Marcus Leary", "Leary, the director of a bank", "judge Leary".

Read off the order of words, not off the parse, which hangs appositions on the wrong noun where names are unusual.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from engines.english.animacy import lexicon as people
from engines.english.animacy import noun_class
from engines.verification.names.aliases import fold, lexicon
from engines.verification.names.finding import find_names
from engines.verification.sentences.parsed import Facts, facts

_NOMINAL = frozenset({"NOUN", "PROPN", "ADJ", "NUM"})
_POSSESSIVE = frozenset({"'s", "’s", "'", "’"})
_DETERMINERS = frozenset({"the", "a", "an", "its", "his", "her", "their", "our"})
_JOINED = _POSSESSIVE | _DETERMINERS | {"-"}
_LINKS = frozenset({"of", "for", "at"})
_BEING = frozenset({"be", "become", "remain"})
_PARTICIPLES = ("ed", "en", "wn", "ng", "ly")
"""Endings of "newly hired" and "managing" before a title."""
_LONGEST = 8
_SEVERAL = frozenset({"a", "an", "one", "another", "some", "former", "ex", "deputy", "vice", "assistant"})
_HONORIFICS = frozenset({"dame", "sir", "dr", "mr", "mrs", "ms", "lady", "lord", "professor", "prof", "reverend", "rev"}) | frozenset(
    {"prince", "princess", "king", "queen", "emperor", "empress", "saint", "baron", "baroness", "count", "countess", "duke", "duchess"}
)


@dataclass(frozen=True, slots=True)
class Title:
    """A title of somebody in one sentence.

    Attributes:
        name: the tokens of the name.
        words: the name, folded.
        head: the token of the noun, "director".
        tokens: the tokens of the title, the head with what stands before it and whose it is.
        lemma: the lemma of the head.
        owners: the folded words of whose director this is.
        unique: whether only one at a time has it: "the director", not "a former director" or "directors".
    """

    name: tuple[int, ...]
    words: tuple[str, ...]
    head: int
    tokens: tuple[int, ...]
    lemma: str
    owners: frozenset[str]
    unique: bool

    @property
    def honorific(self) -> bool:
        """Whether it is a form of address, which says nothing about other titles."""
        return self.lemma in _HONORIFICS


@lru_cache(maxsize=5_000)
def titles(sentence: str) -> tuple[Title, ...]:
    """The titles that a sentence gives to the names in it."""
    parsed = facts(sentence)
    return tuple(dict.fromkeys(title for name in _names(parsed) for title in _of_name(parsed, name)))


def written(facts_: Facts, token: int) -> str:
    """A token as written, folded."""
    return fold(facts_.text[slice(*facts_.spans[token])])


def is_person(lemma: str) -> bool:
    """Whether a noun names people."""
    return noun_class(lemma) == "person"


def _names(facts_: Facts) -> Iterator[tuple[int, ...]]:
    """The tokens of each name, without the titles before it and the place after it."""
    for name in find_names(facts_.text):
        tokens = [t for t, (start, end) in enumerate(facts_.spans) if start < name.end and name.start < end and facts_.keys[t]]
        called = [i for i, t in enumerate(tokens[:-1]) if _is_called(facts_, t)]
        tokens = tokens[called[-1] + 1 if called else 0 :]
        border = next((i for i, t in enumerate(tokens) if i and facts_.classes[t] == "ADP"), len(tokens))
        if tokens[:border]:
            yield tuple(tokens[:border])


def _is_called(facts_: Facts, token: int) -> bool:
    if _is_form_of_address(facts_, token):
        return True
    return facts_.classes[token] == "NOUN" and is_person(facts_.lemmas[token]) and facts_.lemmas[token] not in people().first_names


def _is_form_of_address(facts_: Facts, token: int) -> bool:
    return written(facts_, token).rstrip(".") in lexicon().titles


def _of_name(facts_: Facts, name: tuple[int, ...]) -> Iterator[Title]:
    before = name[0] - 1
    if before >= 0 and _is_form_of_address(facts_, before):
        yield from _title(facts_, name, _run_before(facts_, before))
        while before >= 0 and _is_form_of_address(facts_, before):
            before -= 1
    comma = before > 0 and facts_.lemmas[before] == ","
    before -= comma
    run = _run_before(facts_, before)
    opened = bool(run) and (facts_.lemmas[run[0]] in _DETERMINERS or any(facts_.lemmas[t] in _POSSESSIVE for t in run))
    found = list(_title(facts_, name, run)) if opened or not comma else []
    yield from found or (_title(facts_, name, _run_before_link(facts_, before)) if comma else [])
    if found and facts_.lemmas[run[0] - 1 : run[0]] == (",",) and facts_.lemmas[run[0]] in _DETERMINERS:
        # "Brandt's wife, the soprano Alma Reyes"
        first = _run_before(facts_, run[0] - 2)
        if any(facts_.lemmas[t] in _POSSESSIVE | _DETERMINERS for t in first):
            yield from _title(facts_, name, first)
    after = name[-1] + 1
    if after < len(facts_.keys) and (facts_.lemmas[after] == "," or facts_.lemmas[after] in _BEING):
        yield from _title(facts_, name, _run_after(facts_, after + 1))


def _run_before(facts_: Facts, last: int) -> list[int]:
    """The noun phrase without prepositions that ends at a token."""
    run: list[int] = []
    token = last
    while token >= 0 and len(run) < _LONGEST:
        hired = token > 0 and facts_.classes[token - 1 : token + 1] == ("ADV", "VERB") and written(facts_, token - 1).endswith("ly")
        if not (hired or facts_.classes[token] in _NOMINAL or facts_.lemmas[token] in _POSSESSIVE | {"-"}):
            break
        run += (token, token - 1) if hired else (token,)
        token = run[-1] - 1
    if token >= 0 and facts_.lemmas[token] in _DETERMINERS:
        run.append(token)
    return run[::-1]


def _run_before_link(facts_: Facts, last: int) -> list[int]:
    """ "The president" in "the president of the farmers' union," that ends at a token."""
    for token in range(last, max(0, last - _LONGEST), -1):
        if facts_.lemmas[token] == "," or token in facts_.verbs:
            break
        if facts_.lemmas[token] in _LINKS and is_person(facts_.lemmas[token - 1]):
            return _run_before(facts_, token - 1)
    return []


def _run_after(facts_: Facts, first: int) -> list[int]:
    """The noun phrase without prepositions that begins at a token."""
    run: list[int] = []
    for token in range(first, min(first + _LONGEST, len(facts_.keys))):
        participle = len(run) < 3 and facts_.classes[token] in ("ADV", "VERB") and written(facts_, token).endswith(_PARTICIPLES)
        if not (facts_.classes[token] in _NOMINAL or facts_.lemmas[token] in _JOINED | {"to", "be"} or participle):
            break
        run.append(token)
    return run


def _title(facts_: Facts, name: tuple[int, ...], run: list[int]) -> Iterator[Title]:
    """The title whose noun is the last of a noun phrase, if it names a person."""
    nouns = [t for t in run if facts_.classes[t] in _NOMINAL]
    if not nouns or facts_.classes[nouns[-1]] not in ("NOUN", "PROPN") or not is_person(facts_.lemmas[nouns[-1]]):
        return
    head = nouns[-1]
    if facts_.classes[head] == "PROPN" and not (_is_form_of_address(facts_, head) and head + 1 == name[0]):
        return
    border = max((t for t in run if facts_.lemmas[t] in _POSSESSIVE), default=-1)
    after = list(_linked(facts_, head))
    owners = [t for t in nouns[:-1] if t < border or t in facts_.named] + after
    words = tuple(written(facts_, t) for t in name)
    tokens = (*(t for t in run if facts_.lemmas[t] not in _DETERMINERS), *after)
    plural = facts_.classes[head] == "NOUN" and facts_.lemmas[head] != written(facts_, head)
    unique = not plural and not any(facts_.lemmas[t] in _SEVERAL for t in run)
    yield Title(name, words, head, tokens, facts_.lemmas[head], frozenset(written(facts_, t) for t in owners), unique)


def _linked(facts_: Facts, head: int) -> Iterator[int]:
    """What follows a title with "of", "for" or "at"."""
    if facts_.lemmas[head + 1 : head + 2] and facts_.lemmas[head + 1] in _LINKS:
        for token in range(head + 2, min(head + 2 + _LONGEST, len(facts_.keys))):
            if facts_.classes[token] in _NOMINAL:
                yield token
            elif facts_.lemmas[token] not in _POSSESSIVE | _DETERMINERS | {"of", "and"}:
                return
