"""The tokens of a name, and what a noun is said to be."""

from engines.english.animacy import noun_class
from engines.verification.names.aliases import fold, name_words
from engines.verification.sentences.parsed import ParsedSentence


def name_tokens(sentence: ParsedSentence, token: int) -> tuple[int, ...]:
    """The tokens of a name, its last one first."""
    return (token, *(r.dep for r in sentence.relations if r.head == token and r.role == "MOD" and r.dep in sentence.named))


def name_words_of(sentence: ParsedSentence, token: int) -> frozenset[str]:
    """The folded words of the name that a token belongs to."""
    return frozenset(name_words(" ".join(sentence.text[slice(*sentence.spans[t])] for t in sorted(name_tokens(sentence, token)))))


def names_around(sentence: ParsedSentence, token: int) -> frozenset[str]:
    """The words of the name that a word is part of, its last one or another."""
    heads = [token, *(r.head for r in sentence.relations if r.dep == token and r.role == "MOD" and r.head in sentence.named)]
    return frozenset().union(*(surfaces(sentence, head) for head in heads))


def surfaces(sentence: ParsedSentence, token: int) -> frozenset[str]:
    """The words of a name as written, without what it is said to be."""
    return frozenset(fold(sentence.text[slice(*sentence.spans[t])]) for t in name_tokens(sentence, token))


def linked(sentence: ParsedSentence, token: int) -> tuple[int, ...]:
    """A noun and the names that it is said to be: "the minister, Voss"."""
    parts = {token}
    if noun_class(sentence.lemmas[token]) == "person":
        parts |= {r.dep for r in sentence.relations if r.role == "of" and r.head == token}
    return (token, *(r.dep if r.head in parts else r.head for r in sentence.relations if r.role == "APPOS" and {r.head, r.dep} & parts))


def is_value(sentence: ParsedSentence, token: int) -> bool:
    """Whether a token is part of a value: "Monday" is no name."""
    start, end = sentence.spans[token]
    return any(value.start < end and start < value.end for value in sentence.values)
