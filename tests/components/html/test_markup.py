"""Text shows exactly as it is, whatever it contains."""

from hypothesis import given
from hypothesis import strategies as st

from components.html.markup import Mark, Offsets, escape, marked, shortened, showable
from tests.components.reading import parsed
from tests.strategies import texts

marks = st.lists(st.builds(Mark, st.integers(-5, 60), st.integers(-5, 60), st.just("<b>"), st.just("</b>")), max_size=6)


@given(texts)
def test_escaped_text_is_text_only(text: str) -> None:
    root = parsed(f'<p title="{escape(text)}">{escape(text)}</p>')
    (paragraph,) = root.all()
    assert paragraph.text == showable(text)
    assert paragraph.attributes["title"] == showable(text)


@given(texts, marks)
def test_any_marks_leave_the_text_whole(text: str, marks: list[Mark]) -> None:
    root = parsed(marked(text, marks))
    assert root.text == showable(text)
    assert {element.tag for element in root.all()} <= {"b"}


@given(texts)
def test_offsets_count_as_a_browser_does(text: str) -> None:
    offsets = Offsets(text)
    units = text.encode("utf-16-le", "surrogatepass")
    for place in range(len(text) + 1):
        before = units[: 2 * offsets.utf16(place)].decode("utf-16-le", "surrogatepass")
        assert before.encode("utf-16-le", "surrogatepass") == text[:place].encode("utf-16-le", "surrogatepass")


@given(texts)
def test_shown_text_can_be_sent(text: str) -> None:
    shown = showable(text)
    assert len(shown) == len(text)
    shown.encode("utf-8")


@given(texts, st.integers(8, 40))
def test_short_titles_fit_on_a_line(text: str, limit: int) -> None:
    title = shortened(text, limit)
    assert len(title) <= limit
    assert "\n" not in title


def test_overlapping_reversed_and_far_marks_are_left_out() -> None:
    wild = [
        Mark(2, 5, "<b>", "</b>"),
        Mark(4, 6, "<b>", "</b>"),
        Mark(6, 6, "<b>", "</b>"),
        Mark(9, 7, "<b>", "</b>"),
        Mark(8, 99, "<b>", "</b>"),
    ]
    assert marked("0123456789", wild) == "01<b>234</b>56789"
