"""Numbers as written: digits with separators, number words, fractions, ordinals.

Everything reads a list of tokens at a position, so that spacing does not matter ("24-year-old", "24 - year - old").
"""

import re
from dataclasses import dataclass

from engines.core.digits import begins_with_digit, plain_digits, whole_number
from engines.core.plain.copying import model_text
from engines.english.lexicon import closed_class
from engines.english.number_words import MULTIPLES, ORDINALS, SHORT_MULTIPLES, TENS, UNITS

_TOKEN = re.compile(
    r"[^\W\d_]+"  # most are words
    r"|(?:\d{1,2}(?: ?, \d{3})+|\d{3}(?: ?, 000)+)(?!\d)"  # "5, 000" and "5 , 000" of tokenised text, but not the list "120, 340"
    r"|\d{1,3}(?: 000)+(?!\d)"
    r"|\d+(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+\.\d+(?!\d|\.\d)|\d+|\S"
)

_ONES = {word: number for number, word in enumerate(UNITS)}
_SCALES = {word: float(number) for word, number in MULTIPLES.items()} | {"score": 20.0}
_ORDINAL_ONES = {word: number for number, word in enumerate(ORDINALS) if number}
_ORDINAL_TENS = {word[:-1] + "ieth": number for word, number in TENS.items()} | {"hundredth": 100, "thousandth": 1000}
_DENOMINATORS = {"half": 2, "halves": 2, "third": 3, "thirds": 3, "quarter": 4, "quarters": 4, "fourth": 4, "fourths": 4} | {
    word + plural: number
    for word, number in {**_ORDINAL_ONES, "hundredth": 100, "thousandth": 1000}.items()
    if 5 <= number <= 12 or number >= 100
    for plural in ("", "s")
}
_AFTER_PARTS = frozenset({"of", "century", "mile", "hour", "more", "less", "fewer", "higher", "lower"})
"""Behind "a third" it is a part."""
_BEFORE_PARTS, _BEHIND_PARTS = closed_class("ahead of a part"), closed_class("behind a part")
_GLYPHS = {"½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1 / 3, "⅔": 2 / 3, "⅕": 0.2, "⅛": 0.125}
_VAGUE = {"dozens": (24.0, 1e3), "hundreds": (200.0, 1e4), "thousands": (2e3, 1e6), "millions": (2e6, 1e9), "billions": (2e9, 1e12)}
NUMBER_STARTS = frozenset(
    {*_ONES, *TENS, *_ORDINAL_ONES, *_ORDINAL_TENS, *_GLYPHS, *_VAGUE, "half", "a", "an", "twice", "thrice", "several"}
)
"""Words that can begin a number; "a" and "an" only before a scale or a fraction."""
_BEFORE_NAMES = frozenset({"in", "of", "on", "by", "until", "till", "since", "from", "last", "next", "early", "late", "every"})
"""Words after which "march" and "may" are months."""
_WHOLES = frozenset({"10", "20", "100"})
"""Numbers in digits that others are told to be parts of: "3 in 10"."""
_MOST_PARTS = 200
"""The largest number in digits that one of something is told to be a part of."""
_NO_PLURALS = frozenset({"as", "does", "has", "is", "this", "was"})
"""Words that end as plurals do."""
_LARGEST = 1e100
"""What is larger is no number that anybody counts with."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """The words, numbers and marks of a text: `lower` their lower-case forms, `starts` and `ends` their offsets.

    `text` is what models read of it: a space is a space however it is written.
    """

    text: str
    lower: list[str]
    starts: list[int]
    ends: list[int]

    @classmethod
    def of(cls, text: str) -> "Tokens":
        """Split `text`; "3rd" is two tokens, "1,500.5" one. Digits of every script are written 0 to 9 in `lower`."""
        plain = model_text(text)
        safe = plain_digits(plain)
        spans = [match.span() for match in _TOKEN.finditer(safe)]
        return cls(plain, [safe[start:end].lower() for start, end in spans], [s for s, _ in spans], [e for _, e in spans])

    def __len__(self) -> int:
        return len(self.lower)

    def at(self, index: int) -> str:
        """The lower-case token at `index`, "" outside the text."""
        return self.lower[index] if 0 <= index < len(self.lower) else ""

    def glued(self, index: int) -> bool:
        """Whether no space separates the token at `index` from the one before."""
        return 0 < index < len(self.lower) and self.starts[index] == self.ends[index - 1]

    def capital(self, index: int) -> bool:
        """Whether the token at `index` begins with a capital letter."""
        return 0 <= index < len(self.lower) and self.text[self.starts[index]].isupper()

    def named(self, index: int) -> bool:
        """Whether the token at `index` is written as a name: with a capital letter or, in a text that has none, after a preposition."""
        return self.capital(index) or (self.at(index - 1) in _BEFORE_NAMES and 0 <= index < len(self.lower) and self.text.islower())


@dataclass(frozen=True, slots=True)
class Number:
    """A number read from tokens up to `stop` (exclusive): its interval, how much it is rounded, and what it is.

    `form` is digits, words, fraction, ordinal, vague ("dozens") or times ("twice").
    """

    low: float
    high: float
    slack: float
    stop: int
    form: str


def read_number(tokens: Tokens, index: int) -> Number | None:
    """The number that begins at token `index`, or None; one too large to be counted with is none."""
    number = _number(tokens, index)
    return number if number is None or number.high <= _LARGEST else None


def _number(tokens: Tokens, index: int) -> Number | None:
    word = tokens.at(index)
    if begins_with_digit(word):
        return _digits(tokens, index)
    if word in ("twice", "thrice"):
        times = 2.0 if word == "twice" else 3.0
        return Number(times, times, 0.0, index + 1, "times")
    if word == "several":
        scale = _large_scale(tokens, index + 1)
        return Number(3.0 * scale, 9.0 * scale, 0.0, index + 1 + (scale > 1), "vague")
    if word in _VAGUE:
        return Number(*_VAGUE[word], 0.0, index + 1, "vague")
    if word in _GLYPHS:
        return Number(_GLYPHS[word], _GLYPHS[word], 0.0, index + 1, "fraction")
    if word == "half" or word in ("a", "an"):
        return _article(tokens, index, word)
    return _words(tokens, index)


def _digits(tokens: Tokens, index: int) -> Number | None:
    word = tokens.lower[index]
    value = float(re.sub(r"[\s,]", "", word))
    slack = 0.5 * 10.0 ** -len(word.partition(".")[2]) if "." in word else 0.0
    stop = index + 1
    following = tokens.at(stop)
    if following == "/" and (parts := whole_number(tokens.at(stop + 1), 12) or 0) > 1 and tokens.glued(stop) and value < 12:
        share = value / parts
        return Number(share, share, 0.0, stop + 2, "fraction")
    if following in _GLYPHS:
        return Number(value + _GLYPHS[following], value + _GLYPHS[following], 0.0, stop + 1, "digits")
    if following in ("st", "nd", "rd", "th") and tokens.glued(stop):
        return Number(value, value, 0.0, stop + 1, "ordinal")
    hyphen = following == "-" and tokens.at(stop + 1) in _SCALES
    if (scale := _large_scale(tokens, stop + hyphen)) > 1:
        return Number(value * scale, value * scale, (slack or 0.5) * scale, stop + 1 + hyphen, "digits")
    if following in SHORT_MULTIPLES and following not in ("m", "b") and tokens.glued(stop) and following:
        scale = SHORT_MULTIPLES[following]
        return Number(value * scale, value * scale, (slack or 0.5) * scale, stop + 1, "digits")
    return Number(value, value, slack, stop, "digits")


def short_scale(tokens: Tokens, index: int) -> float:
    """The factor that "m", "bn" or "k" at `index` stands for after an amount of money, 1 if there is none."""
    return SHORT_MULTIPLES.get(tokens.at(index), 1.0)


def _article(tokens: Tokens, index: int, word: str) -> Number | None:
    following = tokens.at(index + 1)
    if word == "half":
        if following in ("a", "an") and tokens.at(index + 2) in _SCALES and tokens.at(index + 2) != "score":
            value = 0.5 * _SCALES[tokens.at(index + 2)]
            return Number(value, value, 0.1 * value, index + 3, "words")
        stop = (
            index + 2
            if following in ("a", "an") or (following == "-" and tokens.at(index + 2) in ("hour", "mile", "century"))
            else index + 1
        )
        return Number(0.5, 0.5, 0.0, stop, "fraction")
    if (scale := _large_scale(tokens, index + 1)) > 1:
        number = _words(tokens, index + 1, after_one=True)
        alone = number is not None and number.stop == index + 2
        return Number(scale, scale, 0.05 * scale, index + 2, "words") if alone else number
    scale = _large_scale(tokens, index + 4) if tokens.at(index + 2) == "of" and tokens.at(index + 3) in ("a", "an") else 1.0
    if following in _DENOMINATORS and scale > 1:  # "a quarter of a million"
        return Number(scale / _DENOMINATORS[following], scale / _DENOMINATORS[following], 0.05 * scale, index + 5, "words")
    if following in _DENOMINATORS and (tokens.at(index + 2) in _AFTER_PARTS or _is_part(tokens, index)):
        share = 1 / _DENOMINATORS[following]
        return Number(share, share, 0.0, index + 2, "fraction")
    if following == "couple" and tokens.at(index + 2) == "of":
        return Number(2.0, 3.0, 0.0, index + 3, "vague")
    return None


def _is_part(tokens: Tokens, index: int) -> bool:
    """Whether "a third" alone is a part and no ordinal: "by a third in two years", "almost a fifth", not "by a third party"."""
    after = tokens.at(index + 2)
    return tokens.at(index - 1) in _BEFORE_PARTS and (not after[:1].isalpha() or after in _BEHIND_PARTS)


def _large_scale(tokens: Tokens, index: int) -> float:
    """What a word such as "hundred" or "million" multiplies by, 1 where there is none."""
    word = tokens.at(index)
    return _SCALES[word] if word in _SCALES and word != "score" else 1.0


def _words(tokens: Tokens, index: int, after_one: bool = False, parts: bool = True) -> Number | None:
    """The number that words make, `after_one` with "a" before them ("a hundred thousand"); with `parts` also "one in five"."""
    total, group, position, last, seen, rounded = 0.0, float(after_one), index, float(after_one), after_one, False
    while True:
        word = tokens.at(position)
        joined = position
        if seen and word in ("-", "‐", "‑", "and"):
            joined += 1
            word = tokens.at(joined)
        if word in _ORDINAL_ONES and (not seen or last >= 20):
            value = total + group + _ORDINAL_ONES[word]
            return Number(value, value, 0.0, joined + 1, "ordinal")
        if word in _ORDINAL_TENS and (not seen or last >= 1):
            value = total + (group or 1) * _ORDINAL_TENS[word] if _ORDINAL_TENS[word] >= 100 else total + group + _ORDINAL_TENS[word]
            return Number(value, value, 0.0, joined + 1, "ordinal")
        if word in _ONES and (not seen or (20 <= last < 100 and 0 < _ONES[word] < 10) or last >= 100):
            if joined > position and tokens.at(position) == "and" and last < 100:
                break
            last = float(_ONES[word])
            group += last
        elif word in TENS and (not seen or last >= 100 or (11 <= last <= 20 and joined == position and not total)):
            if 11 <= last <= 20:
                group = group * 100
            last = float(TENS[word])
            group += last
        elif seen and word in _SCALES and word != "score" and tokens.at(position) != "and":
            scale = _SCALES[word]
            if scale <= 100:
                group *= scale
            else:
                total, group = total + (group or 1.0) * scale, 0.0
            last, rounded = scale, True
        else:
            break
        seen, position = True, joined + 1
        if total + group > _LARGEST:
            return None
    if not seen:
        return None
    number = Number(total + group, total + group, 0.5 * last if rounded and last >= 1e3 else 0.0, position, "words")
    return _with_half(tokens, _with_fraction(tokens, number, index) if parts else number)


def _inside(tokens: Tokens, stop: int) -> int:
    """Where what a part is taken of begins: "in five" after one or two, "in every 20", "out of ten" after nine, "respondent in four" and
    "third respondent in four" after one; else 0."""
    if tokens.at(stop) == "out" and tokens.at(stop + 1) == "of":
        return stop + 2
    into = stop if tokens.at(stop) == "in" or not tokens.at(stop).isalpha() else stop + 1
    if tokens.at(into).isalpha() and tokens.at(into + 1) == "in" and not tokens.at(into + 3).isalpha():
        into += 1
    if tokens.at(into) != "in":
        return 0
    return into + 1 + (tokens.at(into + 1) == "every")


def _is_whole(tokens: Tokens, stop: int, inside: int, part: float) -> bool:
    """Whether a number may be what others are told to be parts of: "3 in 10", "one train in 40", "two trains in five", but not "in 2019",
    "two trains in five days"."""
    word, after = tokens.at(inside), tokens.at(inside + 1)
    if part > 1 and tokens.at(stop) not in ("in", "out") and after.endswith("s") and after not in _NO_PLURALS:
        return False
    plain = whole_number(word, _MOST_PARTS) is not None and (part == 1 or tokens.at(inside - 1) == "every")
    return word in _ONES or word in TENS or word in _WHOLES or plain


def _with_fraction(tokens: Tokens, number: Number, index: int) -> Number:
    stop = number.stop
    following = tokens.at(stop + 1) if tokens.at(stop) == "-" else tokens.at(stop)
    after = stop + (2 if tokens.at(stop) == "-" else 1)
    if (
        stop == index + 1
        and following in _DENOMINATORS
        and number.low < _DENOMINATORS[following]
        and (number.low > 1 or tokens.at(after) == "of" or tokens.at(stop) == "-")
    ):
        share = number.low / _DENOMINATORS[following]
        scale = _SCALES.get(tokens.at(after + 2), 1.0) if tokens.at(after) == "of" and tokens.at(after + 1) == "a" else 1.0
        if scale > 100:  # "three quarters of a million"
            return Number(share * scale, share * scale, 0.05 * scale, after + 3, "words")
        return Number(share, share, 0.0, after, "fraction")
    inside = _inside(tokens, stop)
    if inside and number.low < 10 and number.stop == index + 1:
        whole = _whole(tokens, inside) if _is_whole(tokens, stop, inside, number.low) else None
        if whole and whole.low > number.low:
            return Number(number.low / whole.low, number.low / whole.low, 0.0, whole.stop, "fraction")
    return number


def _whole(tokens: Tokens, index: int) -> Number | None:
    """What others are parts of, which is no part itself."""
    return _digits(tokens, index) if begins_with_digit(tokens.at(index)) else _words(tokens, index, parts=False)


def _with_half(tokens: Tokens, number: Number) -> Number:
    """A number with the half or quarter behind it: "two and a half million", "a million and a half"."""
    for words, share in ((("and", "a", "half"), 0.5), (("-", "and", "-", "a", "-", "half"), 0.5), (("and", "a", "quarter"), 0.25)):
        stop = number.stop + len(words)
        if number.form == "words" and tuple(tokens.lower[number.stop : stop]) == words:
            of = _large_scale(tokens, number.stop - 1)
            scale = _large_scale(tokens, stop) if of == 1 else 1.0
            value = (number.low + share * of) * scale
            return Number(value, value, 0.05 * max(of, scale) if max(of, scale) > 100 else 0.0, stop + (scale > 1), number.form)
    return number
