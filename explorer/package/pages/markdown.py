"""What stands in a page: fenced blocks, and parts that are made from the code."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

_FENCE = re.compile(r"^(?:<!-- (?P<note>[^\n]*?) -->\n)?```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.M | re.S)
_MADE = re.compile(r"(?P<begin>^<!-- made: (?P<what>[^\n]*?) -->\n)(?P<text>.*?)(?P<end>^<!-- end -->$)", re.M | re.S)


@dataclass(frozen=True)
class Block:
    """A fenced block: its kind (console, python, …), its lines, where these stand in the page, and the comment above it."""

    kind: str
    text: str
    start: int
    end: int
    note: str = ""


def blocks(page: str) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    for found in _FENCE.finditer(page):
        yield Block(found["kind"], found["text"], found.start("text"), found.end("text"), found["note"] or "")


def with_made(page: str, make: Callable[[str], str]) -> str:
    """The page with every part that is made (`<!-- made: settings qasem -->` … `<!-- end -->`) made anew."""
    return _MADE.sub(lambda found: f"{found['begin']}{make(found['what']).strip()}\n{found['end']}", page)


def replaced(page: str, changes: list[tuple[Block, str]]) -> str:
    """The page with other lines in some of its blocks."""
    for block, text in sorted(changes, key=lambda change: change[0].start, reverse=True):
        page = page[: block.start] + text + page[block.end :]
    return page


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; what would end a cell or a row is escaped."""
    cells = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |" for row in cells)
