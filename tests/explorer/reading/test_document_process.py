"""Documents that would keep a reader busy for ever or fill the memory end in time, and nothing else is held up by them."""

import io
import subprocess
import sys
import threading
import time
import zipfile
import zlib
from pathlib import Path

import psutil
import pytest

from engines.core.errors import FormatError
from explorer.reading import document_process
from explorer.reading.document_process import Stopped, text_of_document
from explorer.reading.rows import read_text
from tests.explorer.reading.test_documents import W, pdf, pdf_of, word

MANY_TAGS = b"<a" * 100_000


def long_pdf() -> bytes:
    """A PDF of a few kB: the same page a thousand times, and on it a letter ten thousand times."""
    packed = zlib.compress(b"BT /F1 12 Tf 40 700 Td " + b"(a) Tj T* " * 10_000 + b"ET", 9)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [" + b"3 0 R " * 1000 + b"] /Count 1000 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (len(packed), packed),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    return pdf_of(objects)


def readers() -> list[psutil.Process]:
    """The processes that read documents for this one."""
    return [p for p in psutil.Process().children(recursive=True) if "explorer.reading.document_process" in command(p)]


def command(process: psutil.Process) -> str:
    """How a process was started, "" of one that has ended."""
    try:
        return " ".join(process.cmdline())
    except psutil.Error:
        return ""


def test_documents_are_read_as_ever(tmp_path: Path) -> None:
    assert text_of_document("a.docx", word()) == "The ferry Aldona left.\n\nEverybody waved."
    assert text_of_document("a.html", "<p>Käse &amp; \U0001f9c0".encode()) == "Käse & \U0001f9c0"
    assert text_of_document("a.txt", b"a\r\nb") == "a\r\nb"
    with pytest.raises(FormatError, match=r"^a\.pdf has no text, only pictures"):
        text_of_document("a.pdf", pdf())
    (tmp_path / "a.pdf").write_bytes(pdf("The ferry left."))
    assert read_text(str(tmp_path / "a.pdf")) == "The ferry left."


@pytest.mark.parametrize(
    ("name", "data"), [("a.html", MANY_TAGS), ("a.pdf", long_pdf()), ("a.docx", word("<w:p>" * 4_000_000 + "</w:p>" * 4_000_000))]
)
def test_what_takes_too_long_is_given_up_in_time(monkeypatch: pytest.MonkeyPatch, name: str, data: bytes) -> None:
    assert len(data) < 250_000
    monkeypatch.setattr(document_process, "SECONDS", 2)
    started = time.monotonic()
    with pytest.raises(FormatError, match=f"{name} takes more than 2 seconds"):
        text_of_document(name, data)
    assert time.monotonic() - started < 10
    assert not readers()


def test_what_takes_too_much_memory_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_process, "MEMORY", 150 * 2**20)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(
            "word/document.xml", f"<w:document {W}><w:body><w:p><w:r><w:t>{'a b ' * 14_000_000}</w:t></w:r></w:p></w:body></w:document>"
        )
    assert len(packed.getvalue()) < 250_000
    with pytest.raises(FormatError, match="150 MB of memory"):
        text_of_document("a.docx", packed.getvalue())


def test_it_stops_when_nobody_waits_any_more() -> None:
    stop = threading.Event()
    threading.Timer(1, stop.set).start()
    with pytest.raises(Stopped):
        text_of_document("a.html", MANY_TAGS, stop)
    with pytest.raises(Stopped):
        text_of_document("a.html", b"<p>Nobody waits for it.", stop)
    assert not readers()


def test_it_stops_by_itself_when_the_program_that_asked_is_killed() -> None:
    code = "import explorer.reading.document_process as asked; asked.SECONDS = 2; asked.text_of_document('a.html', b'<a' * 100_000)"
    asking = subprocess.Popen([sys.executable, "-c", code], cwd=Path(__file__).parents[2])
    deadline = time.monotonic() + 30
    while not (found := readers()) and time.monotonic() < deadline:
        time.sleep(0.05)
    asking.kill()
    asking.wait()
    assert psutil.wait_procs(found, timeout=60)[1] == []
