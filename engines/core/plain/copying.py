"""The plain copy itself."""

import re
import unicodedata

from engines.core.plain import citations, markup
from engines.core.plain.writing import written_over

_MARKED = re.compile(
    r"[\[<>【†‡¹²³⁴-⁹⁰*_`#~|\t]|&[#a-zA-Z]|-[ \t]*-[ \t]*-|=[ \t]*=[ \t]*=|://|www\.|-[lr][rsc]b-|\((?:source|doc|passage|ref|foot|note)",
    re.IGNORECASE,
)
_LINE = re.compile(r"([^\w\s]|_)(?:[ \t]?\1){9,}")
"""A line that is drawn with one mark: to fill in a form, from an entry to its page."""
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:[\u00a0\u2009\u202f]\d{3})+(?!\d)")
"""A number whose thousands are parted by spaces that do not break."""


def model_text(text: str) -> str:
    """A copy of the same length for models: every offset found in it holds in the text.

    Citation marks, addresses of the web, and the signs of Markdown and HTML become spaces; tabs and bars between cells become semicolons,
    the escaped brackets of tokenised text what they stand for; of a line drawn with one mark ("Name: ............") the first mark stays.
    Of the rest see `safe_text`.
    """
    text = safe_text(text)
    lines = [(match.start(), match.end(), match[1]) for match in _LINE.finditer(text)]
    if _MARKED.search(text) is not None:
        return written_over(text, [*markup.blanks(text), *citations.blanks(text), *lines])
    return written_over(text, lines) if lines else text


def safe_text(text: str) -> str:
    """A copy of the same length for every tokenizer: lone surrogates become U+FFFD, control characters and exotic spaces a space, or a
    comma where they part the thousands of a number."""
    if text.isascii() and text.isprintable():
        return text
    return _THOUSANDS.sub(lambda number: re.sub(r"\D", ",", number.group()), text).translate(_REPLACEMENTS)


def _replacements() -> dict[int, str]:
    table = dict.fromkeys(range(55296, 57344), "�")
    for code in range(0x3100):
        category = unicodedata.category(chr(code))
        if category in ("Cc", "Zs") and chr(code) not in "\n\r\t\v\f\x1c\x1d\x1e\x85":
            table[code] = " "
    return table


_REPLACEMENTS = _replacements()
