"""A batch out of the store: the lines that `errata batch` writes, and the table of it."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO, TYPE_CHECKING

from engines.core.errors import ErrataError
from explorer.batches.session.outcome import answer_of
from explorer.batches.table import write_table
from explorer.reading.rows import dumps

if TYPE_CHECKING:
    from explorer.services.workspace import Workspace

_IN_MEMORY = 8 * 2**20


def lines(workspace: "Workspace", id: str) -> Iterator[str]:
    """The rows in the order of the file, as `errata batch` writes them, one at a time."""
    for row in workspace.store.answers(id, carried=True):
        analysis = None
        if row.analysis is not None:
            try:
                analysis = workspace.store.get(row.analysis)
            except ErrataError:  # removed, or damaged: the row says so
                analysis = None
        yield dumps(answer_of(row, analysis)) + "\n"


def written(workspace: "Workspace", id: str, kind: str) -> IO[bytes]:
    """The file of a batch, without a name, written before the first of it is sent; `kind` is jsonl or csv."""
    with ExitStack() as stack:
        file: IO[bytes] = stack.enter_context(tempfile.SpooledTemporaryFile(_IN_MEMORY))
        if kind == "csv":
            with tempfile.TemporaryDirectory(dir=workspace.folder) as folder:
                answers, table = Path(folder, "answers.jsonl"), Path(folder, "table.csv")
                with answers.open("w", encoding="utf-8", newline="\n") as out:
                    out.writelines(lines(workspace, id))
                write_table(str(answers), str(table))
                file.write(b"\xef\xbb\xbf")  # spreadsheet programs take a file for UTF-8 only where it begins with this mark
                with table.open("rb") as read:
                    while piece := read.read(2**18):
                        file.write(piece)
        else:
            for line in lines(workspace, id):
                file.write(line.encode("utf-8"))
        file.seek(0)
        stack.pop_all()
    return file
