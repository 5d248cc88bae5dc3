"""Numbers as they are written in words."""

UNITS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
"""At its index, each number below twenty."""
TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
MULTIPLES = {
    "dozen": 12, "hundred": 100, "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000, "trillion": 1_000_000_000_000,
}  # fmt: skip
ORDINALS = (
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
)  # fmt: skip
"""At its index, each ordinal number below twenty."""


def in_words(number: int) -> str:
    """A whole number below a hundred in words: "forty-one"."""
    if number < len(UNITS):
        return UNITS[number]
    tens = list(TENS)[number // 10 - 2]
    return f"{tens}-{UNITS[number % 10]}" if number % 10 else tens


SHORT_MULTIPLES = {"k": 1e3, "m": 1e6, "mn": 1e6, "mln": 1e6, "bn": 1e9, "b": 1e9, "tn": 1e12, "trn": 1e12}
"""What stands for a multiple after digits: "£40m"."""
