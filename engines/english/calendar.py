"""The names of months and days of the week, with their abbreviations."""

import re

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
ABBREVIATED_MONTHS = ("Jan", "Feb", "Mar", "Apr", "Aug", "Sept", "Sep", "Oct", "Nov", "Dec")
MONTH_PATTERN = rf"(?:(?:{'|'.join(MONTHS)})\b|(?:{'|'.join(ABBREVIATED_MONTHS)})\b\.?)"
"""A month, in full or abbreviated, with or without the full stop of an abbreviation."""

_ANY_MONTH = re.compile(rf"\b{MONTH_PATTERN}", re.IGNORECASE)
_ANY_WEEKDAY = re.compile(rf"\b(?:{'|'.join(WEEKDAYS)})\b", re.IGNORECASE)
_LOWER_WEEKDAYS = frozenset(day.lower() for day in WEEKDAYS)


def is_weekday(word: str) -> bool:
    """Whether a word is the name of a day of the week, whatever its case."""
    return word.lower() in _LOWER_WEEKDAYS


def names_month(text: str) -> bool:
    """Whether a text names a month, in full or abbreviated."""
    return bool(_ANY_MONTH.search(text))


def names_weekday(text: str) -> bool:
    """Whether a text names a day of the week."""
    return bool(_ANY_WEEKDAY.search(text))
