"""What models read of a pasted text: nothing but what its sentences say, at the same places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.plain.copying import model_text, safe_text


def read(text: str) -> str:
    """The plain copy with single spaces."""
    copy = model_text(text)
    assert len(copy) == len(text)
    return " ".join(copy.split())


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("The mill burned [1] in May.[2][3]", "The mill burned in May."),
        ("It grew [4, 5] and fell [6–8].", "It grew and fell ."),
        ("Holt won[a] twice.[citation needed]", "Holt won twice."),
        ("The pier closed (Source 2) in 1990 [Doc 1, 3].", "The pier closed in 1990 ."),
        ("The pier closed.【4†source】", "The pier closed."),
        ("Born in 1950,¹ she left.†", "Born in 1950, she left."),
        ("See [1](https://a.example/x_y) and [the map](http://b.example).", "See and the map ."),
        ("The old\t mill\nfree\tnot carried\tdaily\n16 June\tlast day", "The old mill free;not carried;daily 16 June;last day"),
        ("DNF\tJoan Holt\t-\t2 boats\n1.\tItem\nFrom:\tAda", "DNF;Joan Holt;-;2 boats 1. Item From: Ada"),
        ("Read https://a.example/b?c=1, then go.", "Read , then go."),
    ],
)
def test_citation_marks_and_addresses_are_set_aside(text: str, plain: str) -> None:
    assert read(text) == plain


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Name: ______________ Date: . . . . . . . . . . .", "Name: _ Date: ."),
        ("The roof ................ 12 It holds.", "The roof . 12 It holds."),
        ("She left ---------- at noon...", "She left - at noon..."),
        ("Why!!! No.... 1.000.000 a---b", "Why!!! No.... 1.000.000 a---b"),
    ],
)
def test_of_a_drawn_line_one_mark_is_read(text: str, plain: str) -> None:
    assert read(text) == plain


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("1\u00a0500 people and 12\u202f000\u202f000 birds", "1,500 people and 12,000,000 birds"),
        ("in 1931\u00a0500 people, 3\u00a0May 2\u00a014", "in 1931 500 people, 3 May 2 14"),
    ],
)
def test_spaces_that_part_thousands_are_commas(text: str, plain: str) -> None:
    assert model_text(text) == plain


@pytest.mark.parametrize(
    "text",
    [
        "[W]hen it rained, he [Holt] left [sic].",
        "Every value lies in the interval [1, 5] here.",
        "It covers 5 km² and 10⁶ cells.",
        "He paid 5 * 3 * 2 for snake_case_name.",
        "It holds that 3 < 5 and 7 > 2.",
        "A man of 5'11'' & his dog.",
        "Holt said # 5 won.",
    ],
)
def test_what_is_not_a_mark_stays(text: str) -> None:
    assert model_text(text) == text


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("## Report", "Report"),
        ("**Founded:** *about* `1920`, ~~not~~ __1930__", "Founded: about 1920 , not 1930"),
        ("***Both*** at once", "Both at once"),
        ("| Town | People |\n|---|---:|\n| Brekke | 310 |", "Town ; People Brekke ; 310"),
        ("<p>The mill&nbsp;burned &amp; <b>fell</b>.</p><!-- no --><style>p {}</style>", "The mill burned & fell ."),
        ("9&thinsp;May&#8239;1931,&ensp;at&#x2009;noon", "9 May 1931, at noon"),
        ("<table><tr><td>Brekke</td><td>310</td></tr></table>", "Brekke; 310"),
        ("`` It works , '' she said -lrb- twice -RRB- .", "`` It works , '' she said ( twice ) ."),
    ],
)
def test_markup_is_set_aside(text: str, plain: str) -> None:
    assert read(text) == plain


def test_elements_that_begin_a_line_part_sentences() -> None:
    assert model_text("<p>One</p><p>Two</p>").split("\n") == ["", "  One", "   ", "  Two", "   "]


PIECES = [*"ab1 .,\n[](){}<>/*_`#~|&;!-='\"【†】¹²", "-lrb-", "<p>", "</td>", "&amp;", "https://", "<!--", "-->", "[1]", "**"]


@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_every_offset_holds(text: str) -> None:
    copy = model_text(text)
    assert len(copy) == len(text)
    assert [i for i, c in enumerate(text) if c == "\n" and copy[i] != "\n"] == []
    assert sum(c.isalnum() for c in copy) <= sum(c.isalnum() for c in safe_text(text))


@pytest.mark.parametrize("piece", ["*a ", "<!--", "<script>", "<a ", "[a](", "|-", "__b", "`c", "[1", "【", "&a"])
def test_long_runs_are_read_at_once(piece: str) -> None:
    assert len(model_text(piece * 4000)) == 4000 * len(piece)
