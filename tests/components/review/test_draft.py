"""The revision of an output: exact texts, edits marked word by word, decisions said without colour."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from components.html.markup import showable
from components.review.draft import can_revise, marked_draft
from components.review.page import review
from engines.core.results import Edit
from engines.revision import left_over
from engines.units.errors import completed
from explorer.services.drafting import RevisionDraft, Tally
from tests.components import samples
from tests.components.reading import Element, assert_only_ours, parsed
from tests.strategies import texts


def sample_draft(choices: tuple[int, ...] = (1, 0)) -> RevisionDraft:
    place = samples.span(samples.OUTPUT, "in Sardona")
    rise = samples.span(samples.OUTPUT, "next year")
    edits = (
        Edit(place.start, place.end, "in Vell", "The reference has the place “Vell”.", ("q4",)),
        Edit(rise.start, rise.end, "", "No.", ("q7",)),
    )
    scored = {(): Tally(0.57, 4, 7), (0, 1): Tally(0.9, 5, 5)}
    return RevisionDraft(
        samples.analysis().id, edits, ("It was built in Sardona.",), ("Sentence 3 still says it.",), choices, scored=scored
    )


def drawn(draft: RevisionDraft) -> Element:
    return parsed(review(samples.analysis(), stored=True, revision=draft))


def read(element: Element, gone: str) -> str:
    """The text of an element without what stands in one kind of mark."""
    return "".join(child if isinstance(child, str) else "" if child.tag == gone else read(child, gone) for child in element.children)


def test_edits_are_marked_in_the_text_and_listed_with_their_reason() -> None:
    root = drawn(sample_draft())
    assert_only_ours(root)
    first, second = root.all("er")
    assert first.attributes["class"] == "er accepted" and second.attributes["class"] == "er open"
    assert [button.attributes["aria-pressed"] for button in first.one("ad").all(tag="button")] == ["true", "false"]
    assert first.one("reason").text == "The reference has the place “Vell”."
    assert first.one("echip").attributes["data-evidence"]
    assert [mark.text for mark in root.one("draft").all(tag="del")] == ["Sardona", "next year"]
    assert [mark.text for mark in root.one("draft").all(tag="ins")] == ["Vell"]
    assert read(root.one("draft"), "ins") == samples.OUTPUT


def test_the_comment_is_numbered_and_the_scores_stand_side_by_side() -> None:
    root = drawn(sample_draft())
    assert [item.text for item in root.one("comment").all(tag="li")] == ["It was built in Sardona."]
    assert root.one("left-over").text == "Not put rightSentence 3 still says it."
    stand = root.one("stand")
    assert [figure.text for figure in stand.all(tag="dd")] == ["57% 4 of 7", "not scored yet", "100% 5 of 5"]
    assert stand.attributes["data-known"] == "=4/7;0 1=5/5"


def test_what_was_not_put_right_says_which_words_it_is_about() -> None:
    """By them the script knows when hands have put it right."""
    analysis = samples.analysis()
    error = (completed(analysis).errors or ())[0]
    sentence = next(i for i, (start, end) in enumerate(analysis.output.sentences) if start <= error.start < end)
    notes = (left_over(sentence, error), "The revision by Some Model was rejected: it is empty.")
    root = drawn(RevisionDraft(analysis.id, (), ("One.",), notes))
    about, of_all = root.one("left-over").all(tag="li")
    assert about.attributes["data-says"] == error.text and error.text in about.text
    assert "data-says" not in of_all.attributes


def test_no_edits_and_nothing_left_are_said_in_words() -> None:
    nothing = RevisionDraft(samples.analysis().id, (), ("One.",), scored={(): Tally(None, 0, 0)})
    root = drawn(nothing)
    assert "No edit was found" in root.one("rev").text
    assert "nothing left to check" in root.one("stand").text


def test_revise_is_offered_where_something_is_unsupported() -> None:
    assert can_revise(samples.analysis())
    assert not can_revise(samples.analysis(facts=()))
    assert "Revise" in parsed(review(samples.analysis(), stored=True)).one("ways").text
    assert "Revise" not in parsed(review(samples.analysis())).text


@settings(max_examples=100, deadline=None)
@given(texts, texts, st.data())
def test_both_texts_can_be_read_from_the_marks(original: str, replacement: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(original)))
    end = data.draw(st.integers(start, len(original)))
    draft = RevisionDraft("a", (Edit(start, end, replacement, "", ()),), choices=(1,))
    root = parsed(f"<div>{marked_draft(original, draft)}</div>")
    assert read(root, "ins") == showable(original)
    assert read(root, "del") == showable(draft.text(original))


@pytest.mark.parametrize("words", samples.HOSTILE)
def test_hostile_words_show_as_they_are(words: str) -> None:
    edits = (Edit(0, 3, words, words, (words,)),)
    draft = RevisionDraft("a", edits, (words,), (words,), (0,), scored={(): Tally(0.5, 1, 2)})
    root = parsed(review(samples.hostile(words), stored=True, revision=draft))
    assert_only_ours(root)
    assert root.one("reason").text == words
