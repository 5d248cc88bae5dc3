"""Markdown is drawn as what it stands for, and every character of the text is still there."""

import re
from collections.abc import Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.html.markdown import HIDDEN, Part, parts_of, without_marks
from components.html.markup import Mark, _seen, marked, showable
from tests.components.reading import assert_only_ours, parsed

signs = st.sampled_from(
    [
        "**",
        "*",
        "_",
        "`",
        "```",
        "\n",
        "\n\n",
        "# ",
        "## ",
        "- ",
        "  ",
        "1. ",
        "> ",
        "| ",
        " | ",
        "|---|---|\n",
        "---\n",
        "[a](b)",
        "<p>",
        "</p>",
        "<b title='*x*'>",
        "<script>y</script>",
        "&nbsp;",
        "\r\n",
        "x",
        "two words",
        "é",
        "🚢",
    ]
)
texts = st.lists(signs, max_size=24).map("".join)

REPORT = """# Harbour *report*

The **Isolde** sails on, says [the port](https://port.example/a).

- Fares: *2.40* crowns
  for a child
    - free on Sundays
1. Vell

> Nobody asked **us**.

| Boat | Seats |
|:-----|------:|
| Isolde | **210** |
| Mara | 95 |

```
a * b * c
```

| Vell | 3 |
| Orlo | 4 |

===
~~Sunday~~ ![A mill](mill.png)
"""


def shown(text: str, kind: str, **how: bool) -> list[str]:
    """What is drawn in that way."""
    return [text[part.start : part.end] for part in parts_of(text, **how) if kind in part.kind.split()]


def seen(text: str, **how: bool) -> str:
    """What has a width on the page."""
    hidden = {at for part in parts_of(text, **how) if part.hidden for at in range(part.start, part.end)}
    return "".join(character for at, character in enumerate(text) if at not in hidden)


def test_each_kind_of_markdown_is_drawn() -> None:
    assert shown(REPORT, "md-h1") == ["# Harbour *report*\n"]
    assert shown(REPORT, "md-b") == ["**Isolde**", "**us**", "**210**"]
    assert shown(REPORT, "md-i") == ["*report*", "*2.40*"]
    assert shown(REPORT, "md-link") == ["the port", "A mill"]
    assert shown(REPORT, "md-item") == ["- Fares: *2.40* crowns\n  for a child\n", "    - free on Sundays\n", "1. Vell\n"]
    assert shown(REPORT, "md-quote") == ["> Nobody asked **us**.\n"]
    cells = [cell.strip("| \n") for cell in shown(REPORT, "md-cell")]
    assert cells == ["Boat", "Seats", "Isolde", "**210**", "Mara", "95", "Vell", "3", "Orlo", "4"]
    assert shown(REPORT, "md-s") == ["~~Sunday~~"]
    assert shown(REPORT, "md-rule") == ["===\n"]
    assert shown(REPORT, "md-code") == ["```\na * b * c\n```\n"]
    assert not set("*#|`>").intersection(seen(REPORT).replace("a * b * c", ""))


@pytest.mark.parametrize(
    "text",
    [
        "It costs 5*3*2 crowns, a_b_c says; see note * and 2 ** 3.",
        "A price* of 4 (*) crowns, **and no end.",
        "Ana | Bo\nCy | Di",
        "#harbour is a tag. 7. is no list",
        "She told `` The Dial '' of ` two ` ferries.",  # quotation marks of tokenised text
        "``` opened and never closed",
        "The year 1987. It rained.",
    ],
)
def test_what_is_no_markdown_stays_as_it_is(text: str) -> None:
    assert seen(text) == text


def test_where_lines_are_not_drawn_only_marks_in_them_are_hidden() -> None:
    assert seen("## A **b**\n- c\n| d | e |\n|---|---|\n| f | g |", blocks=False) == "A b\n- c\n| d | e |\n|---|---|\n| f | g |"


def test_words_are_never_hidden() -> None:
    text = "See [the port](https://port.example/a), or\n```python\nx = 1\n```"
    assert "https://port.example/a" in seen(text) and "python" in seen(text)


@given(texts)
def test_parts_lie_apart_or_one_in_another(text: str) -> None:
    parts = parts_of(text)
    for a, b in combinations(parts, 2):
        assert a.start <= b.start < a.end >= b.end or b.start >= a.end, (a, b)
    assert all(0 <= part.start < part.end <= len(text) for part in parts)
    assert not any(c.isalnum() for part in parts if part.kind == HIDDEN for c in text[part.start : part.end])


@given(texts, st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=6), st.booleans())
def test_text_and_marks_are_whole_in_whatever_parts(text: str, places: list[tuple[int, int]], blocks: bool) -> None:
    marks = [Mark(start, end, f'<b class="m{start}" role="button">', "</b>", f'<b class="m{start}">') for start, end in places]
    root = parsed(marked(text, marks, parts_of(text, blocks)))
    assert root.text == showable(text)
    assert_only_ours(root)
    kept, taken = [], 0
    for mark in sorted(marks, key=lambda m: (m.start, m.end)):
        if taken <= mark.start < mark.end <= len(text):
            kept.append(mark)
            taken = mark.end
    seen_parts = _seen(text, kept, parts_of(text, blocks))  # what one mark shows, others that share it show, too
    taken = 0
    for mark in sorted(marks, key=lambda m: (m.start, m.end)):
        if not taken <= mark.start < mark.end <= len(text):
            continue
        taken = mark.end
        pieces = root.all(f"m{mark.start}")
        visible = [c for at, c in enumerate(text) if mark.start <= at < mark.end and not _hidden(seen_parts, at)]
        if visible:
            assert "".join(piece.text for piece in pieces) == showable("".join(visible))
        if any(c.isalnum() for c in visible):
            assert sum("role" in piece.attributes for piece in pieces) == 1


def test_what_is_marked_is_never_hidden() -> None:
    root = parsed(marked("a **b** c", [Mark(2, 4, "<i>", "</i>")], parts_of("a **b** c")))
    assert [mark.text for mark in root.all(tag="i")] == ["**"]
    assert [part.text for part in root.all(HIDDEN)] == ["**"]


def _hidden(parts: Sequence[Part], at: int) -> bool:
    return any(part.hidden and part.start <= at < part.end for part in parts)


def test_a_mark_that_is_cut_is_led_to_at_its_first_word() -> None:
    html = marked("a **bold** end", [Mark(1, 14, '<i role="button">', "</i>", "<i>")], parts_of("a **bold** end"))
    assert html.startswith('a<i> </i><span class="md-b"><span class="md" aria-hidden="true">**</span><i role="button">bold</i>')


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        ("The port of **Hallmere** said", "The port of Hallmere said"),
        ("**steam ferry", "steam ferry"),
        ("250 passengers**", "250 passengers"),
        ("Hallmere's last **", "Hallmere's last "),
        ("5 * 3 ** 2", "5 * 3 ** 2"),
        ("| Mara | 210 |", "| Mara | 210 |"),
        ("plain", "plain"),
    ],
)
def test_what_is_quoted_has_no_marks(piece: str, words: str) -> None:
    assert without_marks(piece) == words


PAGE = '<div><h1>The mill</h1><p class="lead">It closed on 8&nbsp;June, <b>after</b> ten years.</p><p>Q&amp;A</p></div>'


def test_tags_are_faint_and_a_block_begins_a_line() -> None:
    assert shown(PAGE, "md-faint") == re.findall(r"<[^>]+>", PAGE)
    assert shown(PAGE, "md-break") == ['<p class="lead">', "<p>"]  # not those that stand where a line begins
    assert not shown(PAGE, "md-break", blocks=False)
    assert seen(PAGE) == PAGE
    assert not parts_of("a < b and c > d")


def test_what_stands_in_code_is_no_tag() -> None:
    assert shown("`<b>` and <b>this</b>", "md-faint") == ["<b>", "</b>"]


def test_an_entity_in_a_quoted_piece_reads_as_its_sign_and_a_tag_as_it_is_written() -> None:
    assert without_marks("8&nbsp;June, the *mill*&rsquo;s") == "8 June, the mill’s"
    assert without_marks("&lt;b&gt; <i>Q&amp;A</i>") == "&lt;b&gt; <i>Q&amp;A</i>"


def test_a_table_that_is_set_with_spaces_is_drawn_in_columns() -> None:
    rows = ("Boat        Skipper       Crew", "Mary Lorne  Jean Dowrie   4", "Sula                      5", "Petrel      Nora Kess     3")
    text = "\n".join(("Boats", "", *rows, "", "The end."))
    parts = parts_of(text)
    cells = [text[part.start : part.end].strip() for part in parts if part.kind == "md-block md-cell"]
    assert cells == ["Boat", "Skipper", "Crew", "Mary Lorne", "Jean Dowrie", "4", "Sula", "", "5", "Petrel", "Nora Kess", "3"]
    (table,) = [part for part in parts if part.kind == "md-block md-table"]
    assert text[table.start : table.end].startswith("Boat ") and text[table.start : table.end].endswith("3\n")
    assert_same_text(text)
    assert not any("md-cell" in part.kind for part in parts_of("He came.   She left.\nIt rained.   They stayed."))


def assert_same_text(text: str) -> None:
    """No character of a text is lost where it is drawn, and parts lie apart or one within another."""
    for one, other in combinations(parts_of(text), 2):
        assert one.end <= other.start or other.end <= one.end
