"""The forms of a name: titles and company suffixes dropped, last names, initials, nicknames, acronyms, country and nationality."""

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, lru_cache

from engines.core.machine.files import asset

WORD = re.compile(r"(?:[^\W\d_]\.){2,}|[^\W_]+(?:[’'][^\W\d_]+)*(?:[-‐‑][^\W_]+)*|\S")
POSSESSIVE = re.compile(r"(?:[’']s|[’'])$")
_STRAY = frozenset({"s", "'s", "’s"})
_INSTITUTION_LINKS = frozenset({"of", "the", "for", "and", "in", "at"})
_LONG, _NEARLY = 6, 0.9
"""Letters of a word from which on another one may be it with a slip of the pen, and how alike they are then (`difflib`)."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The word lists behind names, all folded to lower case without accents."""

    titles: frozenset[str]
    suffixes: frozenset[str]
    institutions: frozenset[str]
    prefixes: frozenset[str]
    connectors: frozenset[str]
    places: dict[str, str]
    nicknames: dict[str, frozenset[str]]
    demonyms: dict[str, tuple[str, ...]]


@cache
def lexicon() -> Lexicon:
    """The lists of `assets/verifier/names.json`."""
    lists = json.loads(asset("verifier", "names.json").read_text("utf-8"))
    places = {fold(form).replace(".", ""): fold(row[0]) for row in lists["places"] for form in row}
    places |= {form + "s": place for form, place in list(places.items()) if form[-2:] in ("an", "ek", "li", "qi", "ai", "ot", "am")}
    nicknames: dict[str, set[str]] = defaultdict(set)
    for row in lists["nicknames"]:
        for form in row:
            nicknames[fold(form)] |= {fold(other) for other in row}
    return Lexicon(
        titles=frozenset(lists["titles"]),
        suffixes=frozenset(lists["company suffixes"]),
        institutions=frozenset(lists["institution nouns"]),
        prefixes=frozenset(lists["place prefixes"]),
        connectors=frozenset(lists["connectors"]),
        places=places,
        nicknames={form: frozenset(others) for form, others in nicknames.items()},
        demonyms={row[0]: tuple(row[1:]) for row in lists["places"]},
    )


@lru_cache(maxsize=5_000)
def fold(text: str) -> str:
    """Lower case without accents: "Åse Nordbø" becomes "ase nordbo"."""
    text = (
        text.replace("ø", "o")
        .replace("Ø", "O")
        .replace("ł", "l")
        .replace("Ł", "L")
        .replace("ß", "ss")
        .replace("æ", "ae")
        .replace("Æ", "AE")
    )
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c)).lower()


@lru_cache(maxsize=5_000)
def name_words(name: str) -> tuple[str, ...]:
    """The folded words that identify a name: "Mr. Lars Bergström's" gives ("lars", "bergstrom")."""
    lists = lexicon()
    folded = [POSSESSIVE.sub("", fold(word)) for word in WORD.findall(name)]
    words = [word.replace(".", "") for word in folded if word[:1].isalnum() and word not in _STRAY]
    while len(words) > 1 and words[0] in lists.titles:
        words = words[1:]
    while len(words) > 1 and words[-1] in lists.suffixes:
        words = words[:-1]
    return tuple(words)


def acronyms(name: str) -> frozenset[str]:
    """The acronyms a name of several words can have: "World Health Organization" gives {"who"}."""
    words = [fold(word) for word in re.findall(r"[^\W\d_]+", name)]
    main = [word for word in words if word not in lexicon().connectors]
    if len(main) < 2:
        return frozenset()
    return frozenset({"".join(w[0] for w in main), "".join(w[0] for w in words if w != "the")})


def is_acronym(word: str) -> bool:
    """Whether a word is written like an acronym: "WHO", "U.N."."""
    plain = word.replace(".", "")
    return 2 <= len(plain) <= 6 and plain.isalpha() and plain.isupper()


@lru_cache(maxsize=5_000)
def same(a: str, b: str) -> bool:
    """Whether two names can mean the same: one shortens the other, is its acronym, or is the country of a nationality."""
    mine, its = name_words(a), name_words(b)
    if not mine or not its:
        return False
    if mine == its or place_of(a) == place_of(b) != "":
        return True
    for short, long in ((a, b), (b, a)):
        if is_acronym(POSSESSIVE.sub("", short).strip()) and "".join(name_words(short)) in acronyms(long):
            return True
    short_words, long_words = sorted((mine, its), key=len)
    return _shortens(short_words, long_words)


def may_be_misspelt(word: str, others: Iterable[str]) -> bool:
    """Whether a long word of a name is nearly one of others: "mccubberry" for "mccubbery"."""
    return len(word) >= _LONG and bool(get_close_matches(word, [other for other in others if len(other) >= _LONG], 1, _NEARLY))


def place_of(name: str) -> str:
    """The country, city or region that a place name or nationality belongs to, folded; "" when it is neither."""
    return lexicon().places.get(" ".join(name_words(name)), "")


def _shortens(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    lists = lexicon()
    if len(short) == len(long):
        return all(_alike(a, b) for a, b in zip(short, long, strict=True)) and short[-1] == long[-1] and len(short) > 1
    institution = any(word in lists.institutions or word in _INSTITUTION_LINKS for word in long)
    if len(short) == 1:
        if institution or long[0] in lists.prefixes:
            return False
        return short[0] in (long[0], long[-1]) and short[0] not in lists.institutions and len(short[0]) > 1
    if institution:
        return False
    return short[-1] == long[-1] and _alike(short[0], long[0])


def _alike(a: str, b: str) -> bool:
    """First names: equal, an initial of the other, or a nickname."""
    return a == b or (min(len(a), len(b)) == 1 and a[0] == b[0]) or b in lexicon().nicknames.get(a, ())
