"""The pages of a class: the exact texts, nothing of a text that runs, and no verdict before it is asked for."""

import base64
import json
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings

from components.classroom.cards import points
from components.classroom.handout import handout
from components.classroom.presentation import presentation
from components.classroom.quiz import quiz
from components.classroom.shell import embedded
from components.classroom.words import Words
from components.html.markup import showable
from engines.core.errors import InputError
from engines.core.results import Analysis
from engines.units.errors import completed
from explorer.services.classroom.key import engine_key, voted_key
from sessions.annotations import Annotation
from tests.components import samples
from tests.components.reading import Element, parsed
from tests.e2e import seeds
from tests.strategies import analyses

OURS = frozenset(
    {
        "html",
        "head",
        "body",
        "meta",
        "title",
        "link",
        "script",
        "style",
        "main",
        "section",
        "header",
        "nav",
        "dialog",
        "form",
        "label",
        "input",
    }
    | {
        "h1",
        "h2",
        "h3",
        "p",
        "div",
        "span",
        "b",
        "i",
        "u",
        "ol",
        "ul",
        "li",
        "dl",
        "dt",
        "dd",
        "kbd",
        "sup",
        "a",
        "button",
        "blockquote",
        "footer",
    }
    | {"table", "thead", "tbody", "tr", "th", "td", "q"}
)


def body(html: str) -> Element:
    """The page without its head and what it carries as data."""
    return parsed(re.sub(r"(?s)^.*?<body|<script.*?</script>|</html>\s*$|<meta[^>]*>", lambda m: "<body" if "<body" in m[0] else "", html))


def only_ours(root: Element) -> None:
    for element in root.all():
        assert element.tag in OURS, element.tag
        assert not [name for name in element.attributes if name.startswith("on")]
        href = element.attributes.get("href")
        assert href is None or href.startswith(("/", "#", "?key="))


def pages(analysis: Analysis, title: str = "A ferry") -> dict[str, str]:
    key = engine_key(analysis)
    return {
        "present": presentation(analysis, key, title),
        "quiz": quiz(analysis, key, title),
        "alone": quiz(analysis, key, title, alone=True),
        "numbered": handout(analysis, key, title),
        "blank": handout(analysis, key, title, kind="blank", paper="letter"),
    }


@settings(max_examples=40, deadline=None)
@given(analyses())
def test_any_analysis_is_drawn_with_its_exact_texts(analysis: Analysis) -> None:
    made = pages(analysis)
    for html in made.values():
        only_ours(body(html))
    assert body(made["present"]).one("txt").text == showable(analysis.output.text)
    assert body(made["quiz"]).one("marks").text == body(made["alone"]).one("shown").text == showable(analysis.output.text)


@pytest.mark.parametrize("words", samples.HOSTILE)
def test_hostile_words_show_as_they_are(words: str) -> None:
    for html in pages(samples.hostile(words), words).values():
        only_ours(body(html))
        assert words in body(html).text
        assert "</script><script>alert" not in html and "<img" not in html and "<svg onload" not in html


def test_words_are_numbered_and_know_their_sentence() -> None:
    words = Words(samples.analysis().output)
    ferry, it = samples.span(samples.OUTPUT, "steam ferry"), samples.span(samples.OUTPUT, "it. ")
    assert words.runs([(ferry.start, ferry.end)]) == "2 3" and words.numbers(ferry.start + 2, ferry.end - 2) == [2, 3]
    assert words.sentence(it.start) == 1 and words.run(it.end - 2, it.end) is None
    drawn = parsed(words.html(pressable=True)).all("w")
    assert [word.attributes["tabindex"] for word in drawn[:3]] == ["0", "-1", "-1"] and drawn[2].text == "steam"


def test_marks_of_markdown_stay_hidden_and_line_breaks_belong_to_no_sentence() -> None:
    drawn = parsed(Words(seeds.markdown().output).html())
    assert drawn.text == seeds.markdown().output.text
    assert [hidden.text for hidden in drawn.all("md")][:2] == ["## ", "**"] and not drawn.all("md-faint")
    assert "".join(gap.text for gap in drawn.all("b")) == "\n\n\n\n- "


def test_an_opening_quotation_mark_belongs_to_its_sentence() -> None:
    made = samples.analysis(output='"Fares fell," she said. "Boats will stop."', facts=())
    drawn = parsed(Words(made.output).html())
    second = [piece.text for piece in drawn.all(tag="span") if piece.attributes["data-s"] == "1"]
    assert len(made.output.sentences) == 2 and "".join(second) == '"Boats will stop."'


def test_verdicts_are_hidden_until_they_are_asked_for() -> None:
    root = body(presentation(samples.analysis(), engine_key(samples.analysis()), "A ferry"))
    shown = root.all("point")
    assert len(shown) == 7 + 3 and all("hidden" in each.attributes for each in shown)
    assert all("hidden" in each.one("card").attributes for each in shown)
    before = " ".join(each.one("ask").text for each in shown)
    assert "Where was something built?in Sardona" in before and "upported" not in before
    assert "upported" not in root.one("overview").text and len(root.one("source").children) == 7


def test_a_card_tells_verdict_reason_and_evidence() -> None:
    made = completed(samples.analysis())
    cards = {point.id: parsed(point.card) for point in points(made, Words(made.output))}
    wrong = cards["u3"]
    assert wrong.one("verdict").text.startswith("Unsupported") and "0.04" in wrong.one("figure").text
    assert "the Tarnish town of Vell" in wrong.one("because").text
    (quote,) = wrong.all(tag="blockquote")
    assert quote.one("found").text == "the Tarnish town of Vell" and "Sentence 2 of 7" in quote.text
    assert cards["u0"].one("verdict").text.startswith("Supported") and not cards["u0"].all("because")


def test_errors_that_no_fact_explains_are_walked_through_too() -> None:
    made = completed(samples.analysis())
    lone = replace(made.errors[0], units=())
    listed = {point.id: point.listed for point in points(replace(made, errors=(lone, *made.errors[1:])), Words(made.output))}
    assert listed["e0"] == "both" and listed["e1"] == "errors" and listed["u0"] == "facts"


def test_the_teachers_verdict_is_told_as_such() -> None:
    made = samples.analysis()
    key = voted_key(made, {"q2": Annotation(made.id, "q2", -1, "", "2026-01-01")})
    root = body(presentation(made, key, "A ferry"))
    told = next(each for each in root.all("point") if each.attributes["id"] == "u1").one("verdict").text
    assert told == "Unsupported the teacher decides; the engine said supported"
    assert "as you corrected them" in root.one("end").text


def carried(html: str) -> dict:
    found = re.search(r'(?s)<script type="application/json" id="data">(.*?)</script>', html)
    assert found
    return dict(json.loads(found[1]))


def test_the_quiz_carries_its_key_by_words() -> None:
    data = carried(quiz(samples.analysis(), engine_key(samples.analysis()), "A ferry"))
    assert [(error["text"], [data["words"][n] for n in error["words"]]) for error in data["errors"]] == [
        ("in Sardona", ["in", "Sardona"]),
        ("Fares", ["Fares"]),
        ("next year", ["next", "year"]),
    ]
    assert {fact["id"] for fact in data["facts"]} == {f"u{n}" for n in range(7)} and set(data["cards"]) >= {"u0", "e0", "e2"}
    assert [piece["asked"] for piece in data["pieces"] if piece["wrong"]] == ["in Sardona", "Fares", "next year"]
    assert data["keep"] == "/errata/class/rounds" and data["rounds"] == []


def test_the_file_for_pupils_needs_nothing_and_does_not_show_its_key() -> None:
    html = quiz(samples.analysis(), engine_key(samples.analysis()), "A ferry", alone=True)
    assert not re.findall(r'(?:src|href)="(?!#)[^"]', html) and "default-src 'none'" in html and "data:font/woff2" in html
    assert "contradicts the reference" not in html and "Sardona" in html
    sealed = carried(html)["sealed"]
    opened = json.loads(base64.b64decode(sealed))
    assert len(opened["errors"]) == 3 and "keep" not in opened and "rounds" not in opened


def test_data_cannot_leave_its_element() -> None:
    assert embedded({"a": "</script><!--&"}) == '{"a":"\\u003c/script\\u003e\\u003c!--\\u0026"}'


def test_the_hand_out_numbers_what_it_asks_and_answers_on_its_own_page() -> None:
    root = body(handout(samples.analysis(), engine_key(samples.analysis()), "A ferry"))
    task, answers = root.one("task"), root.one("answers")
    assert [piece.text for piece in task.all("piece")] == [
        "1Hallmere's last steam ferry",
        "2in May",
        "3Two electric boats",
        "4in Sardona",
        "5Fares",
        "6next year",
    ]
    assert len(task.one("questions").all(tag="li")) == 6 and "upported" not in task.one("out").text
    rows = answers.one("key").all(tag="li")
    assert [row.attributes["class"] for row in rows] == ["good", "good", "good", "bad", "bad", "bad"]
    assert "✗ in Sardona: not supported. Contradicts the reference. The reference has the Tarnish town of Vell." in rows[3].text
    assert rows[3].one("quote").text.startswith("2 Two electric boats built in the Tarnish town of Vell")


def test_the_hand_out_with_blank_lines_tells_nothing() -> None:
    root = body(handout(samples.analysis(), engine_key(samples.analysis()), "A ferry", kind="blank"))
    assert not root.one("task").all("piece") and len(root.one("lines").all(tag="li")) == 6
    assert [mark.text for mark in root.one("answers").all("error")][:3] == ["1in Sardona", "2Fares", "3next year"]


def test_the_hand_out_of_an_output_without_errors_says_so() -> None:
    html = handout(seeds.trusting(), engine_key(seeds.trusting()), "A ferry", kind="blank")
    assert "Nothing is wrong in this output" in html


@pytest.mark.parametrize("chosen", [{"kind": "cloze"}, {"paper": "a3"}])
def test_a_hand_out_of_another_kind_is_refused(chosen: dict) -> None:
    with pytest.raises(InputError, match="numbered, blank"):
        handout(samples.analysis(), engine_key(samples.analysis()), "A ferry", **chosen)
