"""The draft with its changes: Markdown drawn, edits and what was written by hand marked, and both texts to be read from it."""

from hypothesis import given, settings
from hypothesis import strategies as st

from components.html.markup import showable
from components.review.page import review
from components.review.revising.marked import marked_draft
from engines.core.results import Edit
from explorer.services.drafting import ACCEPTED, UNDECIDED, RevisionDraft
from explorer.services.live.placing import lines
from tests.components import samples
from tests.components.reading import Element, assert_only_ours, parsed
from tests.components.review.test_draft import read
from tests.strategies import texts

MARKDOWN = "# Ferries\n\nThe **old ferry** was built in 1937.\n\n- It carries *140 people*.\n- It is `red`.\n"


def edit(words: str, replacement: str) -> Edit:
    start = MARKDOWN.index(words)
    return Edit(start, start + len(words), replacement, "why", ())


def drawn(draft: RevisionDraft, original: str = MARKDOWN) -> Element:
    return parsed(f"<div>{marked_draft(original, draft)}</div>")


def kinds(root: Element) -> set[str]:
    return {kind for each in root.all(tag="span") for kind in each.attributes["class"].split()}


def test_markdown_is_drawn_and_its_marks_are_hidden() -> None:
    root = drawn(RevisionDraft("a", (edit("1937", "1973"),), choices=(UNDECIDED,)))
    assert {"md-h1", "md-b", "md-i", "md-item", "md-code"} <= kinds(root)
    assert [mark.text for mark in root.all("md") if mark.text.strip()] == ["# ", "**", "**", "*", "*", "`", "`"]
    assert [each.text for each in (*root.all(tag="del"), *root.all(tag="ins"))] == ["1937", "1973"]
    assert root.one("md-b").text == "**old ferry**"


def test_a_name_gives_way_as_a_whole() -> None:
    root = drawn(RevisionDraft("a", (edit("old ferry", "new liner"), edit("140 people", "at most 90 people")), choices=(UNDECIDED,) * 2))
    assert [each.text for each in root.all(tag="del")] == ["old ferry", "140"]
    assert [each.text for each in root.all(tag="ins")] == ["new liner", "at most 90"]


def test_an_edit_that_cuts_markdown_is_seen_whole() -> None:
    root = drawn(RevisionDraft("a", (edit("**old ferry** was", "boats** were"),), choices=(UNDECIDED,)))
    assert read(root, "ins") == MARKDOWN and "md-b" not in kinds(root)
    cutting = drawn(RevisionDraft("a", (edit("ferry** was built", "boat is"),), choices=(ACCEPTED,)))
    assert "**old ferry** was built" in read(cutting, "ins")
    assert not any("**" in mark.text for mark in cutting.all("md"))  # a mark that is cut is seen
    assert {"md-h1", "md-item"} <= kinds(cutting)


def test_what_was_written_by_hand_is_marked_beside_the_edits() -> None:
    edits = (edit("1937", "1973"), edit("140", "90"))
    written = MARKDOWN.replace("1937", "1973").replace("140", "200").replace("old", "very old") + "Nobody sank.\n"
    root = drawn(RevisionDraft("a", edits, choices=(ACCEPTED, UNDECIDED), written=written))
    assert [each.attributes["class"] for each in root.all("edit")] == ["edit accepted"]  # the other was overtaken
    hands = [(each.all(tag="del"), each.all(tag="ins")) for each in root.all("hand")]
    assert [("".join(e.text for e in gone), "".join(e.text for e in come)) for gone, come in hands] == [
        ("", "very "),
        ("140", "200"),
        ("", "Nobody sank.\n"),
    ]
    assert read(root, "del") == written and {"md-h1", "md-b", "md-i"} <= kinds(root)


@settings(max_examples=150, deadline=None)
@given(texts, texts, st.data())
def test_the_draft_and_the_output_can_be_read_from_it(original: str, written: str, data: st.DataObject) -> None:
    original, written = lines(original), lines(written)
    start = data.draw(st.integers(0, len(original)))
    end = data.draw(st.integers(start, len(original)))
    choice = data.draw(st.sampled_from([ACCEPTED, UNDECIDED]))
    draft = RevisionDraft("a", (Edit(start, end, "**new** words", "", ()),), choices=(choice,), written=written)
    root = drawn(draft, original)
    open_ = any(each.attributes["class"] == "edit open" for each in root.all("edit"))
    assert without(root, open_) == showable(written)


def without(element: Element, open_: bool) -> str:
    """The draft: without what is struck out by hand or by an accepted edit, and without what an open one would put in."""
    pieces = []
    for child in element.children:
        if isinstance(child, str):
            pieces.append(child)
        elif "edit" in child.attributes.get("class", "").split():
            pieces.append(read(child, "ins" if open_ else "del"))
        elif child.tag != "del":
            pieces.append(without(child, open_))
    return "".join(pieces)


def test_the_pane_has_the_draft_in_a_box_with_the_places_of_its_edits() -> None:
    place = samples.span(samples.OUTPUT, "in Sardona")
    written = "🚲 " + samples.OUTPUT.replace("next year", "soon")
    rise = samples.span(samples.OUTPUT, "next year")
    edits = (Edit(place.start, place.end, "in Vell", "why", ()), Edit(rise.start, rise.end, "", "why", ()))
    draft = RevisionDraft(samples.analysis().id, edits, choices=(ACCEPTED, UNDECIDED), written=written)
    root = parsed(review(samples.analysis(), stored=True, revision=draft))
    assert_only_ours(root)
    box = root.all(tag="textarea")[0]
    assert box.text == "\n" + showable(written) and box.attributes["aria-label"] == "Corrected draft"
    start = written.index("in Sardona")
    assert box.attributes["data-places"] == f"{start + 1} {start + 11};-"  # UTF-16
    rows = root.all("er")
    assert [row.attributes["class"] for row in rows] == ["er open", "er overtaken"]
    assert "changed by hand" in rows[1].one("lost").text
    assert [b.attributes.get("aria-disabled") for b in rows[1].one("ad").all(tag="button")] == ["true", "true"]


def test_a_draft_without_edits_asks_for_them() -> None:
    by_hand = RevisionDraft(samples.analysis().id, (), written="Only this.", proposed=False)
    root = parsed(review(samples.analysis(), stored=True, revision=by_hand))
    assert "Propose edits" in root.one("ask").text and "Revise" in root.one("ways").text
    right = samples.analysis(facts=())
    root = parsed(review(right, stored=True, revision=RevisionDraft(right.id, (), proposed=False)))
    assert not root.all("ask") and "Revise" in root.one("ways").text
