"""The names of months and days of the week, with their abbreviations, and of days with a date of their own."""

import re

MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
ABBREVIATED_MONTHS = ("Jan", "Feb", "Mar", "Apr", "Aug", "Sept", "Sep", "Oct", "Nov", "Dec")
MONTH_PATTERN = rf"(?:(?:{'|'.join(MONTHS)})\b|(?:{'|'.join(ABBREVIATED_MONTHS)})\b\.?)"
"""A month, in full or abbreviated, with or without the full stop of an abbreviation."""
CALENDAR_NAMES = frozenset(name.lower() for name in (*MONTHS, *WEEKDAYS))
"""The full names of months and days of the week in small letters."""
MONTH_NUMBERS = {form: number for number, name in enumerate(MONTHS, 1) for form in (name.lower(), name[:3].lower())} | {"sept": 9}
"""The number of a month by its name or abbreviation in small letters, 1 to 12."""
WEEKDAY_NUMBERS = {
    **{form: number for number, name in enumerate(WEEKDAYS) for form in (name.lower(), f"{name.lower()}s")},
    **{form: number for number, forms in enumerate(("mon", "tue tues", "wed weds", "thu thur thurs", "fri")) for form in forms.split()},
}
"""The number of a day of the week by its name, the plural of that, or its abbreviation in small letters, Monday 0; "sun" and "sat" are
words of their own."""
FIXED_DAYS = {
    "christmas eve": (12, 24), "christmas day": (12, 25), "boxing day": (12, 26), "new year's eve": (12, 31), "new year's day": (1, 1),
    "twelfth night": (1, 5), "candlemas": (2, 2), "valentine's day": (2, 14), "april fools' day": (4, 1), "may day": (5, 1),
    "midsummer's day": (6, 24), "halloween": (10, 31), "all saints' day": (11, 1), "all souls' day": (11, 2),
}  # fmt: skip
"""Days that have a name and the same date each year, in small letters: (month, day)."""

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
