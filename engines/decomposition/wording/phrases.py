"""Phrases as lists of tokens and added words."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engines.english.articles import indefinite

if TYPE_CHECKING:
    from spacy.tokens import Token

Items = list["Token | str"]
"""Tokens of the text, and words that a statement adds ("is")."""

LOOSE_MARKS = frozenset({",", ";", ":", "--", "-", "–", "—", "...", "…"})
QUOTES = frozenset({'"', "“", "”", "``", "''", "`", "‘", "’", "'"})
_DOUBLE_QUOTES = frozenset({'"', "``", "''", "“", "”"})
OPENERS = frozenset({"(", "[", "$", "£", "€", "#", "``", "“", "‘"})
_DETERMINED = frozenset(
    {"the", "this", "that", "these", "those", "all", "any", "every", "each", "no", "both", "only", "most", "few", "many"}
)
_MEASURES = frozenset({"DATE", "MONEY", "TIME", "QUANTITY", "CARDINAL", "PERCENT"})
_VAGUE = frozenset({"DT", "PRP", "WP", "CD"})


def is_detached(token: "Token") -> bool:
    """Whether a modifier says something else than its noun phrase: an apposition, or a clause that is not needed to know what is meant."""
    if token.dep_ == "appos":
        return (after_comma(token) or in_brackets(token) or token.left_edge.text == "(") and not _continues_name(token)
    if token.dep_ == "parataxis":
        return True
    if token.i > token.head.i and (token.dep_ == "relcl" or (token.dep_ == "acl" and token.tag_ in ("VBN", "VBG"))):
        return after_comma(token) or not is_restricted(token.head)
    return False


def _continues_name(token: "Token") -> bool:
    """The year of a date, the state of a town: parts of one name with a comma in it."""
    head = token.head
    one_entity = head.i < token.i and all(t.ent_iob_ == "I" for t in token.doc[head.i + 1 : token.i + 1])
    one_entity = one_entity or (token.ent_iob_ == "I" and not any(c.dep_ == "det" for c in token.children))
    if token.ent_type_ and token.ent_type_ == head.ent_type_ and (one_entity or token.ent_type_ in ("DATE", "GPE")):
        return True
    if head.ent_type_ == "DATE" and token.pos_ == "NUM":
        return True
    place = head.dep_ == "pobj" and head.head.lower_ in ("in", "at", "near", "from", "to", "of", "outside")
    short = token.right_edge.i - token.left_edge.i < 3 and all(t.pos_ in ("PROPN", "PUNCT") for t in token.subtree)
    return place and head.pos_ == token.pos_ == "PROPN" and short and head.ent_type_ != "PERSON"


def is_restricted(noun: "Token") -> bool:
    """Whether a noun needs what follows it to be understood: "the man who called", "anyone hurt", "no one seen there"."""
    if noun.tag_ in _VAGUE or noun.pos_ in ("PRON", "NUM", "ADV", "ADJ"):
        return True
    if noun.pos_ == "PROPN":
        return False
    if any(child.dep_ == "neg" for child in _governor(noun).children):
        return True
    determiners = [child for child in noun.children if child.dep_ in ("det", "poss", "predet", "amod")]
    return any(
        d.lower_ in _DETERMINED or d.tag_ in ("JJS", "PRP$") or d.lower_ in ("first", "last", "same", "such") for d in determiners
    ) or (
        not any(d.dep_ in ("det", "poss") or d.lower_ == "nummod" for d in determiners)
        and noun.tag_ == "NNS"
        and noun.dep_ in ("pobj", "attr")
    )


def _governor(token: "Token") -> "Token":
    while token.head != token and token.pos_ not in ("VERB", "AUX"):
        token = token.head
    return token


def after_comma(token: "Token") -> bool:
    """Whether a comma, dash or bracket sets the subtree of `token` off from what is before it."""
    first = token.left_edge.i
    if first == 0 or token.doc[first - 1].text not in (*LOOSE_MARKS, "("):
        return False
    mark = token.doc[first - 1]
    return mark.text not in ("-", "–") or bool(mark.whitespace_) or token.dep_ != "appos"


def subject_given_away(noun: "Token") -> "Token | None":
    """The verb whose subject a noun is, which the parse joined to the noun before: "was made for loan and clubs had shown interest"."""
    after = noun.right_edge.i + 1
    if noun.dep_ != "conj" or noun.pos_ not in ("NOUN", "PROPN") or noun.head.i > noun.i or after >= len(noun.doc):
        return None
    following = noun.doc[after]
    verb = following.head if following.dep_ in ("aux", "auxpass") else following
    finite = following.tag_ in ("VBZ", "VBP", "VBD", "MD")
    own = any(c.dep_ in ("nsubj", "nsubjpass", "expl", "csubj") for c in verb.children)
    return verb if finite and verb.dep_ == "conj" and verb.pos_ in ("VERB", "AUX") and not own and verb.head.i < noun.i else None


def in_brackets(token: "Token") -> bool:
    """Whether the subtree stands in round brackets."""
    first, last = token.left_edge.i, token.right_edge.i
    doc = token.doc
    return first > 0 and doc[first - 1].text == "(" and last + 1 < len(doc) and doc[last + 1].text == ")"


def phrase(token: "Token", drop: Iterable["Token"] = (), keep_detached: bool = False) -> list["Token"]:
    """The subtree of `token` in order, without the branches in `drop` and without detached modifiers."""
    dropped = {t.i for t in drop}
    kept: list[Token] = []
    pending = [token]
    while pending:
        current = pending.pop()
        kept.append(current)
        for child in current.children:
            aside = not keep_detached and is_detached(child) and not _within_list(child) and not (in_quotes(child) and in_quotes(current))
            if child.i in dropped or aside or subject_given_away(child) is not None:
                continue
            pending.append(child)
    return _with_closing_quote(_with_whole_date(trimmed(sorted(kept, key=lambda t: t.i))))


def _within_list(modifier: "Token") -> bool:
    """Whether what is said on the side stands between the parts of a list, which would run together without it."""
    noun = modifier.head
    later = [c for c in noun.children if c.dep_ == "conj" and c.i > modifier.i]
    return modifier.i > noun.i and any(g.dep_ == "conj" for c in later for g in c.children)


def _with_whole_date(tokens: list["Token"]) -> list["Token"]:
    """The rest of a date or amount that the parse cut in two."""
    while tokens and tokens[-1].ent_type_ in _MEASURES and tokens[-1].i + 1 < len(tokens[-1].doc):
        following = tokens[-1].nbor()
        if following.ent_iob_ != "I" or following.is_punct:
            break
        tokens = [*tokens, following]
    return tokens


def in_quotes(token: "Token") -> bool:
    """Whether a word stands inside double quotation marks: part of a title or of someone's words."""
    return sum(t.text in _DOUBLE_QUOTES for t in token.doc[: token.i]) % 2 == 1


def measured_phrase(token: "Token") -> list["Token"]:
    """The phrase of an adjunct with a measure right before it: "30 km from the coast", "a day after the storm"."""
    tokens = phrase(token)
    if token.dep_ == "prep" and tokens:
        measure = next((t for t in token.head.children if t.dep_ == "npadvmod" and t.right_edge.i == tokens[0].i - 1), None)
        if measure is not None:
            return [*phrase(measure), *tokens]
    return tokens


def _with_closing_quote(tokens: list["Token"]) -> list["Token"]:
    """The partner of a quotation mark that stands right outside the phrase."""
    if sum(t.text in QUOTES and t.dep_ == "punct" for t in tokens) % 2 == 0 or not tokens:
        return tokens
    doc, first, last = tokens[0].doc, tokens[0].i, tokens[-1].i
    if last + 1 < len(doc) and doc[last + 1].text in QUOTES and doc[last + 1].is_punct:
        return [*tokens, doc[last + 1]]
    if first > 0 and doc[first - 1].text in QUOTES and doc[first - 1].is_punct:
        return [doc[first - 1], *tokens]
    return tokens


def trimmed(tokens: list["Token"]) -> list["Token"]:
    """Without commas, conjunctions and unpaired marks at the ends."""
    tokens = list(tokens)
    while tokens and (tokens[0].is_punct or tokens[0].dep_ == "cc") and tokens[0].text not in OPENERS | QUOTES:
        tokens.pop(0)
    while tokens and (tokens[-1].text in LOOSE_MARKS or tokens[-1].text in (".", "!", "?", "(") or tokens[-1].dep_ == "cc"):
        tokens.pop()
    return tokens


def coordination(noun: "Token") -> list["Token"]:
    """The conjuncts of a noun and what joins them; a firm's name ("Brandt & Loy") has none."""
    found = [c for c in noun.children if c.dep_ in ("cc", "conj", "preconj")]
    return [] if noun.pos_ == "PROPN" and any(c.text == "&" for c in found) else found


def shared_complements(noun: "Token") -> list["Token"]:
    """The "of ..." after a list that belongs to each noun of it, and what follows it: "the founder and the head of the school in Mora"."""
    first = noun
    while first.dep_ == "conj":
        first = first.head
    parts = [first, *(c for c in first.conjuncts if c.i > first.i)]
    if len(parts) < 2 or any(p.pos_ != "NOUN" for p in parts) or not any(c.dep_ == "det" and c.lower_ == "the" for c in first.children):
        return []
    if any(c.dep_ in ("prep", "relcl", "acl") and p.i < c.i < parts[-1].i for p in parts for c in p.children):
        return []
    after = sorted((c for p in (first, parts[-1]) for c in p.children if c.dep_ == "prep" and c.i > parts[-1].i), key=lambda t: t.i)
    return after if after and after[0].lower_ == "of" else []


def noun_phrase(noun: "Token", alone: bool = False) -> Items:
    """A noun phrase without detached modifiers; `alone` leaves its conjuncts out and lends it what it shares with them."""
    others = coordination(noun) if alone else []
    if alone and noun.pos_ == "NOUN" and any(c.pos_ == "PROPN" for c in others):
        others += [c for c in noun.children if c.dep_ == "prep" and c.i > others[-1].i]
    shared = shared_complements(noun) if alone else []
    tokens = phrase(noun, [*others, *shared])
    after = [t for complement in shared for t in phrase(complement)]
    return [*(_lent(noun, tokens) if alone else []), *tokens, *after]


def _lent(noun: "Token", tokens: list["Token"]) -> Items:
    """The determiner of the first of several nouns, for another one of them that has none."""
    if (
        noun.dep_ != "conj"
        or noun.pos_ != "NOUN"
        or noun.tag_ == "NNS"
        or any(t.tag_ == "POS" for t in tokens)
        or tokens[0].pos_ == "PROPN"
    ):
        return []
    if any(c.dep_ in ("det", "poss", "nummod", "predet") for c in noun.children):
        return []
    first = noun
    while first.dep_ == "conj":
        first = first.head
    determiners = [c for c in first.children if c.dep_ in ("det", "poss") and c.i < noun.i]
    lent = [t for c in determiners for t in sorted(c.subtree, key=lambda t: t.i)]
    if not lent or lent[-1].lower_ not in ("a", "an"):
        return list(lent)
    others = [c for c in noun.conjuncts if c.i > first.i and c != noun]
    if any(g.dep_ == "det" for c in others for g in c.children):
        return []
    return [indefinite(tokens[0].text)]


def own_tokens(items: Iterable["Token | str"]) -> list["Token"]:
    """The tokens among the items."""
    return [item for item in items if not isinstance(item, str)]
