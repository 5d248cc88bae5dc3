"""What analyses are called in the history: by the beginning of their output, until a person gives another name."""

from engines.core.plain.copying import safe_text
from engines.records.times import now
from sessions.database import Database

TITLE_LENGTH = 90
"""Longest title made from an output, in code points."""

LONGEST_TITLE = 200
"""Longest title that a person gives, in code points; what is longer is cut."""


class Titles:
    """The part of the store that names analyses."""

    _database: Database

    def rename(self, id: str, title: str) -> bool:
        """Call an analysis something else; with an empty title it is called by its output again. False if there is none of that id."""
        given = one_line(title)
        with self._database.writing() as tables:
            row = tables.execute("SELECT number, output FROM analyses WHERE id = ? AND deleted IS NULL", [safe_text(id)]).fetchone()
            if row is None:
                return False
            tables.table("analyses").update(row[0], {"title": given or title_of(row[1]), "titled": now()})
        return True

    def title_given(self, id: str) -> str | None:
        """The title that a person, or a program, gave the analysis; None where it is called by its output."""
        return self.dated_title(id)[0]

    def dated_title(self, id: str) -> tuple[str | None, str]:
        """The same with the time when it was given or taken back; "" where that is not known."""
        with self._database.reading() as tables:
            row = tables.execute("SELECT title, output, titled FROM analyses WHERE id = ?", [safe_text(id)]).fetchone()
        if row is None:
            return None, ""
        return (None if row[0] == title_of(str(row[1])) else str(row[0])), str(row[2] or "")


def one_line(title: str) -> str:
    """A title as it is kept: on one line, and no longer than `LONGEST_TITLE`."""
    return " ".join(safe_text(title[: 4 * LONGEST_TITLE]).split())[:LONGEST_TITLE]


def title_of(output: str) -> str:
    """The beginning of an output as a title, cut at a word."""
    line = " ".join(output[: 4 * TITLE_LENGTH].split())
    if len(line) <= TITLE_LENGTH:
        return line or "(empty output)"
    return line[:TITLE_LENGTH].rsplit(" ", 1)[0].rstrip(",;:–- ") + " …"
