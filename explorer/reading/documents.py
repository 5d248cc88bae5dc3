"""The text of documents as people have them: plain text, Markdown, web pages, Word files and PDFs.

What is read here may be damaged or made to do harm: `explorer.reading.document_process` reads all but plain text in a process of its own.
"""

import io
import re
import zipfile
from collections.abc import Mapping
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import PurePath
from xml.etree import ElementTree

from engines.core.errors import FormatError

LARGEST = 30 * 2**20
"""Largest document read, in bytes."""

LARGEST_INSIDE = 60 * 2**20
"""Largest text part of a Word file, unpacked: a small file can unpack to a very large one."""

MOST_PAGES = 2000
KINDS = (".txt", ".md", ".html", ".htm", ".docx", ".pdf")

_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PARAGRAPH = f"{_WORD}p"
_SPACES = {f"{_WORD}tab": " ", f"{_WORD}cr": "\n", f"{_WORD}br": "\n"}
_HIDDEN = frozenset({"script", "style", "head", "template", "noscript", "svg"})
_BLOCKS = frozenset(
    """address article aside blockquote br dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main
    nav ol p pre section summary table td th tr ul""".split()  # noqa: SIM905  (a list of one word a line is harder to read)
)


def document_text(name: str, data: bytes) -> str:
    """The text of a document, told by its beginning and by the ending of its name. Plain text comes back exactly as it is.

    Raises:
        FormatError: it is too large, encrypted, scanned, damaged, or no text; the message says what to do.
    """
    kind = kind_of(name, data)
    if kind == "pdf":
        return _pdf(name, data)
    if kind == "docx":
        return _docx(name, data)
    text = _decoded(name, data)
    return _html(text) if kind == "html" else text


def kind_of(name: str, data: bytes) -> str:
    """What a document is read as: pdf, docx, html or text.

    Raises:
        FormatError: it is too large, not what its name says, or of a kind that is not read.
    """
    if len(data) > LARGEST:
        raise FormatError(f"{name} has {len(data) / 2**20:.0f} MB; at most {LARGEST // 2**20} MB are read. Take the part that matters.")
    ending = PurePath(name).suffix.lower()
    if data.startswith(b"%PDF"):
        return "pdf"
    if data.startswith(b"PK"):
        return "docx"
    if ending in (".html", ".htm"):
        return "html"
    if ending in (".pdf", ".docx"):
        raise FormatError(f"{name} is not what its name says: it is no {ending} file.")
    if ending in (".doc", ".rtf", ".odt", ".pages"):
        raise FormatError(f"Files of the kind {ending} are not read. Save {name} as .docx or as plain text and try again.")
    return "text"


def _decoded(name: str, data: bytes) -> str:
    encoding = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as problem:
        raise FormatError(f"{name} is not UTF-8 text (byte {problem.start}). Save it as UTF-8 and try again.") from problem


def _tidy(text: str) -> str:
    """Paragraphs with one empty line between them, no space at the ends of lines."""
    text = re.sub(r" ?\n ?", "\n", re.sub(r"[^\S\n]+", " ", text))
    return re.sub(r"\n{3,}", "\n\n", text).strip()


class _Page(HTMLParser):
    """The words of a web page that a reader sees, block by block."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._hidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "body":
            self._hidden.clear()  # the head may be left open
        elif tag in _HIDDEN:
            self._hidden.append(tag)
        elif tag in _BLOCKS:
            self.pieces.append("\n" if tag in ("br", "tr", "td", "th", "li", "dt", "dd") else "\n\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._hidden:
            del self._hidden[self._hidden.index(tag) :]
        elif tag in _BLOCKS and tag not in ("br", "td", "th", "li"):
            self.pieces.append("\n\n" if tag not in ("tr", "dt", "dd") else "\n")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.pieces.append(re.sub(r"\s+", " ", data))


def _html(source: str) -> str:
    page = _Page()
    page.feed(source)
    page.close()
    return _tidy("".join(page.pieces))


def _docx(name: str, data: bytes) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if "EncryptedPackage" in archive.namelist():
                raise FormatError(f"{name} is protected by a password. Save it without one and try again.")
            with archive.open("word/document.xml") as part:
                xml = part.read(LARGEST_INSIDE + 1)
    except KeyError as problem:
        raise FormatError(f"{name} is no Word file (.docx). Save it as .docx or as plain text and try again.") from problem
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError) as problem:
        raise FormatError(f"{name} is damaged, or protected by a password: it cannot be unpacked.") from problem
    except (FormatError, MemoryError):
        raise
    except Exception as problem:  # the decompressors raise errors of their own
        raise FormatError(f"{name} is damaged: it cannot be unpacked.") from problem
    if len(xml) > LARGEST_INSIDE:
        raise FormatError(f"{name} unpacks to more than {LARGEST_INSIDE // 2**20} MB. Take the part that matters.")
    if b"<!DOCTYPE" in xml[:4096] or b"<!ENTITY" in xml:
        raise FormatError(f"{name} is no Word file that Word would write: it defines entities.")
    paragraphs = _Paragraphs()
    reader = ElementTree.XMLParser(target=paragraphs)
    try:
        reader.feed(xml)
        reader.close()
    except ElementTree.ParseError as problem:
        raise FormatError(f"{name} is damaged: its text cannot be read.") from problem
    return _tidy("\n\n".join(text for _, text in sorted(paragraphs.found)))


class _Paragraphs:
    """The words of each paragraph of a Word file as they are now, told element by element: no tree of them is ever in memory.

    What is deleted and only tracked is in other elements; a paragraph in a box inside another stands on its own.

    Attributes:
        found: the number of each paragraph that has words, in the order in which they begin, and its words.
    """

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []
        self._count = 0
        self._numbers: list[int] = []
        self._open: list[list[str]] = []
        self._in_text = False

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == _PARAGRAPH:
            self._count += 1
            self._numbers.append(self._count)
            self._open.append([])
        elif tag == f"{_WORD}t":
            self._in_text = True
        elif tag in _SPACES and self._open:
            self._open[-1].append(_SPACES[tag])

    def data(self, text: str) -> None:
        if self._in_text and self._open:
            self._open[-1].append(text)

    def end(self, tag: str) -> None:
        if tag == _PARAGRAPH:
            number, words = self._numbers.pop(), self._open.pop()
            if words:
                self.found.append((number, "".join(words)))
        elif tag == f"{_WORD}t":
            self._in_text = False


def _pdf(name: str, data: bytes) -> str:
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise FormatError(f"{name} is protected by a password. Save it without one, or copy its text.")
        if len(reader.pages) > MOST_PAGES:
            raise FormatError(f"{name} has {len(reader.pages):,} pages; at most {MOST_PAGES:,} are read. Take the part that matters.")
        text = "\n\n".join(_unwrapped(page.extract_text()) for page in reader.pages)
    except (FormatError, MemoryError):
        raise
    except (
        PyPdfError,
        RecursionError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        IndexError,
        OSError,
        NotImplementedError,
    ) as problem:
        raise FormatError(f"{name} is damaged, or of a kind of PDF that cannot be read. Copy its text instead.") from problem
    except Exception as problem:  # encrypted with a method that needs a package which is not here
        raise FormatError(f"{name} cannot be read ({type(problem).__name__}). Copy its text instead.") from problem
    if not any(c.isalnum() for c in text):
        raise FormatError(f"{name} has no text, only pictures of pages: it was scanned. Run text recognition (OCR) over it first.")
    return _tidy(text)


def _unwrapped(page: str) -> str:
    """A page whose lines are joined to paragraphs: a PDF knows lines only. A line that is much shorter ends a paragraph."""
    lines = [line.strip() for line in page.splitlines()]
    width = max((len(line) for line in lines), default=0)
    text = ""
    for line, after in pairwise([*lines, ""]):
        ends = not line or not after or (len(line) < 0.6 * width and line[-1:] in '.!?:”"')
        if line.endswith("-") and after[:1].islower():
            text += line[:-1]
        else:
            text += line + ("\n\n" if ends else " ")
    return text
