"""Standard input and pipes, which give what they have once, as files that can be read as often as wanted."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from explorer.reading.rows import opened


@contextmanager
def read_again(path: str) -> Iterator[str]:
    """A file in the place of `path` that is there until the end of the block; a file that can be read again is itself.

    Raises:
        UsageError: there is no such file, or it is a folder.
    """
    if path != "-" and not Path(path).is_fifo():
        yield path
        return
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as copy:
        with opened(path) as stream:
            shutil.copyfileobj(stream, copy)
        copy.flush()
        yield copy.name
