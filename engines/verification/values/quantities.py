"""Numbers with what stands around them: currencies, units, percent signs, ranges, "about" and "at least"."""

import json
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from engines.core.digits import begins_with_digit
from engines.core.machine.files import asset
from engines.english.lexicon import words
from engines.english.word_forms import lemmas
from engines.verification.values.magnitudes import Comparator, Value
from engines.verification.values.numerals import NUMBER_STARTS, Number, Tokens, read_number, short_scale

_SYMBOLS = {"$": "USD", "£": "GBP", "€": "EUR", "¥": "JPY", "₹": "INR", "₽": "RUB", "₩": "KRW"}
CODES = {
    code.lower(): code for code in ("USD", "GBP", "EUR", "JPY", "CHF", "AUD", "CAD", "NZD", "SEK", "NOK", "DKK", "INR", "CNY", "RUB", "ZAR")
}
_CURRENCY_WORDS = {
    **dict.fromkeys(("dollar", "dollars"), "USD"),
    **dict.fromkeys(("euro", "euros"), "EUR"),
    **dict.fromkeys(("yen",), "JPY"),
    **dict.fromkeys(("rupee", "rupees"), "INR"),
    **dict.fromkeys(("sterling", "quid"), "GBP"),
    **dict.fromkeys(("krona", "kronor", "kroner", "francs", "crowns", "rubles", "roubles", "pesos", "yuan", "rand"), ""),
}
_CENTS = {**dict.fromkeys(("cent", "cents"), "USD"), **dict.fromkeys(("pence", "penny"), "GBP")}
YEAR = 31557600.0
"""Seconds: what a year of an age is worth."""
DASHES = frozenset({"-", "–", "—", "−", "‐", "‑"})
_BEFORE: dict[tuple[str, ...], Comparator] = {
    **dict.fromkeys(
        [("about",), ("around",), ("approximately",), ("roughly",), ("some",), ("circa",), ("~",), ("≈",), ("nearly",), ("almost",)], "~"
    ),
    **dict.fromkeys([("close", "to"), ("an", "estimated"), ("estimated",), ("approx",), ("approx", ".")], "~"),
    **dict.fromkeys([(how, when) for how in ("shortly", "just", "soon") for when in ("before", "after")], "~"),
    **dict.fromkeys(
        [("more", "than"), ("over",), ("greater", "than"), ("above",), ("exceeding",), ("exceeded",), (">",), ("upwards", "of")], ">"
    ),
    **dict.fromkeys(
        [("at", "least"), ("no", "fewer", "than"), ("no", "less", "than"), ("not", "less", "than"), ("≥",), ("a", "minimum", "of")], ">="
    ),
    **dict.fromkeys([("less", "than"), ("fewer", "than"), ("under",), ("below",), ("<",)], "<"),
    **dict.fromkeys([("up", "to"), ("at", "most"), ("as", "many", "as"), ("no", "more", "than"), ("not", "more", "than"), ("≤",)], "<="),
    **dict.fromkeys([("a", "maximum", "of"), ("as", "much", "as")], "<="),
}
_AFTER: dict[tuple[str, ...], Comparator] = {
    ("or", "more"): ">=",
    ("or", "less"): "<=",
    ("or", "fewer"): "<=",
    ("or", "so"): "~",
    ("+",): ">=",
}
_FROM_BELOW = frozenset({"nearly", "almost"})
_BEFORE_CHANGE = 10
"""So many words before a "from" its verb may stand."""
_NEVER_COUNTED = frozenset(
    {"of", "in", "on", "at", "to", "for", "and", "or", "as", "by", "the", "a", "is", "was", "are", "were", "with", "from", "but"}
    | {"before", "after", "than", "since", "until", "during", "against", "because"}
)


def comparator_around(tokens: Tokens, index: int, stop: int) -> tuple[Comparator, int]:
    """What the words around the tokens from `index` to `stop` say, and the token after them."""
    for length in (3, 2, 1):
        sign = _BEFORE.get(tuple(tokens.lower[max(0, index - length) : index]))
        if sign:
            return sign, stop
    for said, sign in _AFTER.items():
        if tuple(tokens.lower[stop : stop + len(said)]) == said:
            return sign, stop + len(said)
    return "=", stop


def comparing(words: Sequence[str]) -> int:
    """How many of the words right before a value, in small letters, compare it: 2 of "for at least"."""
    return next((length for length in (3, 2, 1) if tuple(words[-length:]) in _BEFORE), 0)


def number_value(tokens: Tokens, index: int, number: Number) -> tuple[Value, int]:
    """The value that `number`, read at token `index`, is part of, and the token after it."""
    first = index
    stop, slack, low, high = number.stop, number.slack, number.low, number.high
    currency, before = _currency_before(tokens, index)
    if currency is None and tokens.at(index - 1) in ("-", "−", "minus") and _negative(tokens, index):
        low, high, first = -high, -low, index - 1
    if currency is not None:
        first = before
    value = Value("number", 0, 0, "", low, high, slack=slack)
    second = _range_end(tokens, stop, "and" if tokens.at(first - 1) == "between" else "to")
    if second and tokens.at(stop) == "to" and (value.low > second.high or _is_change(tokens, first)):
        return _before_change(tokens, replace(value, start=tokens.starts[first], end=tokens.ends[stop - 1]), second, stop)
    if second and number.form in ("digits", "words") and second.form in ("digits", "words"):
        value, stop = _paired(tokens, value, second, stop)
    if currency is not None:
        value, stop = _money(tokens, value, currency, stop)
    elif value.kind != "score":
        value, stop = _with_unit(tokens, value, number.form, index, stop)
    of_age = tokens.lower[max(0, first - 3) : first] == ["the", "age", "of"]
    comparator, end = comparator_around(tokens, first - 3 if of_age else first, stop)
    start, last = tokens.starts[first], tokens.ends[stop - 1]
    counted = tokens.at(stop) if value.kind == "number" and tokens.at(stop).isalpha() and tokens.at(stop) not in _NEVER_COUNTED else ""
    below = comparator == "~" and tokens.at(first - 1) in _FROM_BELOW
    told = replace(value, start=start, end=last, surface=tokens.text[start:last], comparator=comparator, counted=counted, below=below)
    return told, end


def _currency_before(tokens: Tokens, index: int) -> tuple[str | None, int]:
    mark = tokens.at(index - 1)
    if mark in _SYMBOLS:
        national = {"us": "USD", "a": "AUD", "au": "AUD", "c": "CAD", "ca": "CAD", "nz": "NZD", "hk": "HKD", "s": "SGD"}.get(
            tokens.at(index - 2)
        )
        if mark == "$" and national and tokens.glued(index - 1):
            return national, index - 2
        return _SYMBOLS[mark], index - 1
    if mark == "#" and _of_thousands(tokens, index):
        return "GBP", index - 1
    if mark in CODES and tokens.text[tokens.starts[index - 1] : tokens.ends[index - 1]].isupper():
        return CODES[mark], index - 1
    return None, index


def _of_thousands(tokens: Tokens, index: int) -> bool:
    """Whether a sum stands after a pound sign as tokenised text has it: "# 45,000", "# 1.3 million"; "# 1" and "#15" are places."""
    return not tokens.glued(index) and ("," in tokens.lower[index] or tokens.at(index + 1) in ("m", "bn", "million", "billion"))


def _negative(tokens: Tokens, index: int) -> bool:
    mark = tokens.at(index - 1)
    if mark == "minus":
        return True
    return tokens.glued(index) and not tokens.glued(index - 1) and not begins_with_digit(tokens.at(index - 2))


def _is_change(tokens: Tokens, first: int) -> bool:
    """Whether "from" and a verb of change stand before a number: "rose from 40 to 46 percent" is no range."""
    if tokens.at(first - 1) != "from":
        return False
    verbs = words("from one amount to another")
    return any(not verbs.isdisjoint(lemmas(word).get("VERB", ())) for word in tokens.lower[max(0, first - _BEFORE_CHANGE) : first])


def _before_change(tokens: Tokens, value: Value, second: Number, stop: int) -> tuple[Value, int]:
    """The amount before a change, in the unit of the one after it, which is read next."""
    after, _ = number_value(tokens, stop + 1, second)
    unit = after.high / second.high if second.high else 1.0
    scale = second.high / value.low if value.low and second.slack and value.high < 1000 else 1.0
    factor = next((s for s in (1e3, 1e6, 1e9, 1e12) if s <= second.high < 1e3 * s), 1.0) if scale > 500 else 1.0
    low, high = value.low * unit * factor, value.high * unit * factor
    known = replace(after, start=value.start, end=value.end, low=low, high=high, slack=value.slack * factor)
    return replace(known, surface=tokens.text[value.start : value.end], comparator="=", counted=""), stop


def _range_end(tokens: Tokens, stop: int, joint: str) -> Number | None:
    """The second number of "5-10", "2 – 1", "five to ten" or "between five and ten"."""
    if tokens.at(stop) in DASHES or tokens.at(stop) == joint:
        return (
            read_number(tokens, stop + 1)
            if begins_with_digit(tokens.at(stop + 1)) or tokens.at(stop + 1) in NUMBER_STARTS - {"a", "an", "half"}
            else None
        )
    return None


def _paired(tokens: Tokens, value: Value, second: Number, stop: int) -> tuple[Value, int]:
    spoken = tokens.at(stop) in ("to", "and")
    after = tokens.at(second.stop)
    unit = _unit_at(tokens, second.stop)[0] or after in ("%", "percent", *_CURRENCY_WORDS)
    small = value.high < 100 and second.high < 100 and not value.slack and not second.slack
    if small and not unit and not spoken and (value.low >= second.low or not after.isalpha() or after in _NEVER_COUNTED):
        return replace(value, kind="score", low=value.low, high=second.high), second.stop
    if second.high > value.low:
        scale = second.high / value.low if value.low and second.slack and value.high < 1000 else 1.0
        factor = next((s for s in (1e3, 1e6, 1e9, 1e12) if s <= second.high < 1e3 * s), 1.0) if scale > 500 else 1.0
        return replace(value, low=value.low * factor, high=second.high, slack=second.slack), second.stop
    return value, stop


def _money(tokens: Tokens, value: Value, currency: str, stop: int) -> tuple[Value, int]:
    scale = short_scale(tokens, stop) if value.slack == 0 or "." in tokens.at(stop - 1) else 1.0
    if scale > 1:
        value = replace(value, low=value.low * scale, high=value.high * scale, slack=(value.slack or 0.5) * scale)
        stop += 1
    return replace(value, kind="money", unit=currency), stop


@cache
def _units() -> tuple[dict[tuple[str, ...], tuple[str, float]], int]:
    table = json.loads(asset("verifier", "units.json").read_text("utf-8"))
    units = {
        tuple(name.split()): (dimension, float(factor)) for dimension, rows in table.items() for factor, names in rows for name in names
    }
    return units, max(map(len, units))


def _unit_at(tokens: Tokens, index: int) -> tuple[str, float, int]:
    """The unit named at `index`: dimension ("" if none), factor, and the token after it."""
    units, longest = _units()
    for length in range(min(longest, len(tokens) - index), 0, -1):
        entry = units.get(tuple(tokens.lower[index : index + length]))
        if entry:
            return *entry, index + length
    return "", 1.0, index


def _with_unit(tokens: Tokens, value: Value, form: str, index: int, stop: int) -> tuple[Value, int]:
    if form == "ordinal":
        return replace(value, kind="ordinal"), stop
    if form == "times":
        return replace(value, kind="quantity", unit="times"), stop
    after = tokens.at(stop)
    if after == "%" or after in ("percent", "pct") or (after == "per" and tokens.at(stop + 1) == "cent"):
        return replace(value, kind="percent", low=value.low / 100, high=value.high / 100, slack=value.slack / 100), stop + 1 + (
            after == "per"
        )
    if after == "percentage" and tokens.at(stop + 1) in ("point", "points"):
        return replace(value, kind="quantity", unit="percentage points"), stop + 2
    if after in _CURRENCY_WORDS or after in _CENTS or (after in CODES and tokens.capital(stop)):
        code = _CURRENCY_WORDS.get(after) or _CENTS.get(after) or CODES.get(after, "")
        factor = 0.01 if after in _CENTS else 1.0
        return replace(
            value, kind="money", unit=code, low=value.low * factor, high=value.high * factor, slack=value.slack * factor
        ), stop + 1
    if after in _SYMBOLS and not begins_with_digit(tokens.at(stop + 1)):  # "18 €", but not the "£" of "20 £30"
        return replace(value, kind="money", unit=_SYMBOLS[after]), stop + 1
    if after == "p" and tokens.glued(stop) and tokens.at(stop + 1) != "." and form == "digits":  # "45p"
        return replace(value, kind="money", unit="GBP", low=value.low / 100, high=value.high / 100, slack=value.slack / 100), stop + 1
    million = after in ("m", "bn") and tokens.glued(stop) and tokens.at(stop + 1).endswith(("s", "people")) and not tokens.capital(stop + 1)
    if million and len(tokens.at(stop + 1)) > 3:
        scale = short_scale(tokens, stop)
        return replace(value, low=value.low * scale, high=value.high * scale, slack=(value.slack or 0.5) * scale), stop + 1
    hyphen = after in DASHES and tokens.at(stop + 1).isalpha()
    of_one = 2 if form == "fraction" and after == "of" and tokens.at(stop + 1) in ("a", "an") else 0  # "three quarters of an hour"
    dimension, factor, unit_stop = _unit_at(tokens, stop + hyphen + of_one)
    if after == "s" and not dimension and form == "digits" and not tokens.glued(stop):  # "9.97 s", but not "1980s"
        dimension, factor, unit_stop = "duration", 1.0, stop + 1
    if dimension == "duration" and factor > 80000:
        old = unit_stop + (tokens.at(unit_stop) in DASHES)
        if tokens.at(old) in ("old", "olds") or (
            tokens.at(index - 1) in ("aged", "age") or tuple(tokens.lower[max(0, index - 2) : index]) == ("age", "of")
        ):
            return _scaled(value, "age", factor), old + (tokens.at(old) in ("old", "olds"))
    if not dimension or (tokens.at(unit_stop - 1) in ("h", "g", "l", "w") and hyphen):
        aged = tokens.at(index - 1) == "aged" or tuple(tokens.lower[max(0, index - 2) : index]) in (("age", "of"), ("at", "age"))
        return (_scaled(value, "age", YEAR), stop) if aged and value.high < 130 else (value, stop)
    if dimension == "temperature":
        return _temperature(value, factor), unit_stop
    return _scaled(value, dimension, factor), unit_stop


def _scaled(value: Value, dimension: str, factor: float) -> Value:
    return replace(
        value, kind="quantity", unit=dimension, factor=factor, low=value.low * factor, high=value.high * factor, slack=value.slack * factor
    )


def _temperature(value: Value, factor: float) -> Value:
    """In degrees Celsius."""
    shift = {1.0: 0.0, 1.0000001: -273.15}.get(factor, -32 * factor)
    return replace(
        value, kind="quantity", unit="temperature", factor=factor, low=value.low * factor + shift, high=value.high * factor + shift
    )
