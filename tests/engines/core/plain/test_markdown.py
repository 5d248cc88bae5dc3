"""One grammar of Markdown: what models read has no mark that the page hides, and keeps every word that the page shows."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from components.html.markdown import parts_of
from engines.core.plain.copying import model_text
from engines.core.plain.markdown import FAINT, MARK, markdown_parts

SIGNS = ["**", "*", "_", "`", "~~", "\n", "\n\n", "# ", "- ", "> ", "| ", " | ", "|---|---|\n", "===\n", "\t", "• "]
WORDS = ["[the mill](orlo vell)", "[mill](orlo)", "two", "mills left"]
texts = st.lists(st.sampled_from(SIGNS + WORDS), max_size=24).map("".join)


@given(texts)
@example("****\t")
def test_what_the_page_hides_no_model_reads_and_the_other_way_round(text: str) -> None:
    hidden = {at for part in parts_of(text) if part.hidden for at in range(part.start, part.end)}
    plain = model_text(text)
    assert all(plain[at].isspace() or plain[at] == ";" for at in hidden)
    aside = {at for part in markdown_parts(text) if part.kind == FAINT for at in range(part.start, part.end)}
    assert all(plain[at] == character for at, character in enumerate(text) if character.isalnum() and at not in aside)


def test_lines_with_tabs_between_their_cells_are_rows() -> None:
    text = "Boats\n\tSeats\tNote\nMara\t95\t\nOrlo\t\tsold\n\nOne\tline is none.\n•\tAn item\n•\tAnother\n"
    cells = [text[part.start : part.end] for part in markdown_parts(text) if part.kind == "block cell"]
    assert cells == ["\t", "Seats\t", "Note\n", "Mara\t", "95\t", "\n", "Orlo\t", "\t", "sold\n"]
    assert sum(part.kind == "block row" for part in markdown_parts(text)) == 3
    assert model_text(text).startswith("Boats\n\tSeats;Note\nMara;95\t\nOrlo; sold\n")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("## Orlo **mill**", "   Orlo   mill  "),
        ("| Boat | Seats |\n|---|---|\n| Mara | 95 |", "  Boat ; Seats  \n         \n  Mara ; 95  "),
        ("~~Vell~~ [Orlo](a.example)", "  Vell    Orlo".ljust(26)),
        ("He told `` The Dial '' of it.", "He told `` The Dial '' of it."),
        ("> 50 boats left", "> 50 boats left"),
        ("> Nobody left", "  Nobody left"),
        ("- - - ", "      "),
        ("snake_case_word and 5*3*2", "snake_case_word and 5*3*2"),
    ],
)
def test_marks_are_set_aside(text: str, read: str) -> None:
    assert model_text(text) == read


def test_a_text_without_markdown_has_no_parts() -> None:
    assert markdown_parts("The mill closed.\n\nIt opens again.") == ()
    assert [part.kind for part in markdown_parts("**a**")] == ["b", MARK, MARK]
