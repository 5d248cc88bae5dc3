"""Numbers as they are written in digits, of whatever script.

Python calls three things digits. Only what `str.isdecimal` allows makes numbers by standing in a row, and only that is read here:
superscripts and circled digits (`²`, `①`) are marks of their own, and `int` refuses them.
"""

import re

_OTHER_DIGITS = re.compile(r"[^\D0-9]")


def plain_digits(text: str) -> str:
    """The text with the decimal digits of every script written 0 to 9, of the same length: "２０１９" becomes "2019"."""
    return text if text.isascii() else _OTHER_DIGITS.sub(lambda match: str(int(match.group())), text)


def begins_with_digit(word: str) -> bool:
    """Whether the first character is a decimal digit; "" begins with none."""
    return word[:1].isdecimal()


def has_digit(text: str) -> bool:
    """Whether any character is a decimal digit."""
    return any(character.isdecimal() for character in text)


def whole_number(word: str, largest: int) -> int | None:
    """The whole number that decimal digits and nothing else write; None where there is anything else, or it is larger than `largest`."""
    if not word.isdecimal():
        return None
    digits = plain_digits(word).lstrip("0") or "0"
    if len(digits) > len(str(largest)) or int(digits) > largest:
        return None
    return int(digits)
