"""Documents as people have them become text; what cannot be read says what to do."""

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.errors import FormatError
from explorer.reading import documents
from explorer.reading.documents import document_text
from explorer.reading.rows import read_text

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
BODY = (
    "<w:p><w:r><w:t>The ferry </w:t></w:r><w:r><w:t>Aldona</w:t><w:tab/><w:t>left.</w:t></w:r></w:p>"
    "<w:p><w:del><w:r><w:delText>Nobody</w:delText></w:r></w:del><w:ins><w:r><w:t>Everybody</w:t></w:r></w:ins>"
    "<w:r><w:t> waved.</w:t></w:r></w:p>"
)


def word(body: str = BODY, part: str = "word/document.xml") -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(part, f"<?xml version='1.0'?><w:document {W}><w:body>{body}</w:body></w:document>")
    return packed.getvalue()


def pdf(*lines: str) -> bytes:
    """A PDF of one page, written by hand."""
    words = b" ".join(b"(" + line.encode("latin-1") + b") Tj T*" for line in lines)
    stream = b"BT /F1 12 Tf 14 TL 40 700 Td " + words + b" ET"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    return pdf_of(objects)


def pdf_of(objects: list[bytes]) -> bytes:
    """A PDF of these objects, the first its catalogue."""
    written, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size, start = len(objects) + 1, len(written)
    written += b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
    return written + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, start)


def test_plain_text_is_exactly_as_it_was() -> None:
    assert document_text("a.txt", b"\xef\xbb\xbfOne\r\n two \n\n\n three") == "One\r\n two \n\n\n three"
    assert document_text("a.md", "Ängste".encode("utf-16")) == "Ängste"


def test_a_web_page_is_what_a_reader_sees_of_it() -> None:
    page = b"<head><title>T</title><style>p{}</style><body><h1>Tea &amp; rum</h1><p>One <b>two</b>\n three.<script>no()</script>"
    page += b"<p>Four<br>five"
    assert document_text("a.html", page) == "Tea & rum\n\nOne two three.\n\nFour\nfive"


def test_a_word_file_is_its_paragraphs_without_tracked_deletions() -> None:
    assert document_text("a.docx", word()) == "The ferry Aldona left.\n\nEverybody waved."


def test_the_lines_of_a_pdf_are_joined() -> None:
    lines = (
        "The ferry Aldona left Mirava on Tuesday and did not re-",
        "turn before Friday, the harbour master said in the",
        "evening.",
        "",
    )
    assert document_text("a.pdf", pdf(*lines)) == (
        "The ferry Aldona left Mirava on Tuesday and did not return before Friday, the harbour master said in the evening."
    )


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.txt", b"caf\xe9", "not UTF-8 text (byte 3)"),
        ("a.docx", b"PK\x03\x04nonsense", "damaged"),
        ("a.docx", word(part="content.xml"), "no Word file"),
        ("a.docx", word("<w:p>"), "damaged"),
        ("a.docx", word("<w:r>" * 5000 + "</w:r>" * 5000), ""),
        ("a.docx", b"plain words", "no .docx file"),
        ("a.doc", b"\xd0\xcf\x11\xe0", "Save a.doc as .docx"),
        ("a.pdf", b"%PDF-1.4 nonsense", "Copy its text"),
        ("a.pdf", pdf(), "scanned"),
        ("a.pdf", b"no PDF at all", "no .pdf file"),
    ],
)
def test_what_cannot_be_read_says_what_to_do(name: str, data: bytes, said: str) -> None:
    if not said:
        assert document_text(name, data) == ""
        return
    with pytest.raises(FormatError, match=said.replace("(", r"\(").replace(")", r"\)")) as told:
        document_text(name, data)
    assert name in str(told.value)


def test_a_pdf_with_a_password_says_so() -> None:
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf("Secret."))))
    writer.encrypt("word", algorithm="RC4-128")
    locked = io.BytesIO()
    writer.write(locked)
    with pytest.raises(FormatError, match="password"):
        document_text("a.pdf", locked.getvalue())


def test_entities_and_bombs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", '<!DOCTYPE x [<!ENTITY a "ha">]><x>&a;</x>')
    with pytest.raises(FormatError, match="entities"):
        document_text("a.docx", packed.getvalue())
    monkeypatch.setattr(documents, "LARGEST_INSIDE", 10_000)
    with pytest.raises(FormatError, match="unpacks to more than"):
        document_text("a.docx", word("<w:p/>" * 10_000))
    monkeypatch.setattr(documents, "LARGEST", 100)
    with pytest.raises(FormatError, match="at most"):
        document_text("a.txt", b"a" * 101)


@given(st.binary(max_size=200), st.sampled_from(["%PDF-1.4\n", "PK\x03\x04", "", "<p>"]), st.sampled_from(documents.KINDS))
def test_any_bytes_are_text_or_a_clear_refusal(data: bytes, start: str, ending: str) -> None:
    try:
        assert isinstance(document_text(f"x{ending}", start.encode() + data), str)
    except FormatError as problem:
        assert "x." in str(problem)


def test_the_command_line_reads_documents_too(tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(word())
    assert read_text(str(tmp_path / "a.docx")).startswith("The ferry Aldona left.")
