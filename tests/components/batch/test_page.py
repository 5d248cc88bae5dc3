"""A batch as HTML: how far it is in words, figures with intervals, rows that lead to their analyses, and nothing unescaped."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from components.batch.figures import agreement, distribution, groups, kinds, summary
from components.batch.page import back_to, batch_view, progress, score_name, spoken, standing
from components.batch.plots import score_plot
from components.batch.preparing import estimated, new_batch, prepare
from components.batch.rows import PAGE, Page, look_of, row_list
from components.panels.history import history
from engines.core.errors import Cancelled, StoreError
from explorer.batches.session.columns import Column, Columns
from explorer.batches.session.intake import ANSWERS, PAIRS, File
from explorer.batches.session.trial import Timed
from explorer.batches.session.work import Done
from explorer.evaluation.batch_figures import figures
from explorer.services.analysis import Stage
from explorer.services.tabs.run import State
from sessions.batches.looking import Look
from sessions.batches.records import Answered, Batch

NOW = datetime(2026, 3, 4, 12, tzinfo=UTC)
EVIL = '"><img src=x onerror=alert(1)>${alert(1)}'
ABOUT: dict[str, Any] = {
    "file": EVIL,
    "total": 4,
    "engine": "qasem",
    "columns": {"label": "label", "groups": ["model"]},
    "groups": {"model": ["Alder", EVIL], "label": ["0", "1"]},
}
BATCH = Batch("0123456789ab", EVIL, "2026-03-04T10:00:00+00:00", "2026-03-04T10:00:00+00:00", ABOUT, 3, 1, 0.7)
ROWS = [
    Answered(0, 1, "a", "a0", 0.95, 0.9, 0, 12, label=0.0, fields={"model": "Alder"}, output="The **mill** closed."),
    Answered(
        1, 2, EVIL, "b0", 0.42, 0.3, 2, 9, {"intrinsic": 2}, {"negation": 1}, {"supported": 1, "units": 3}, 0.0, {"model": EVIL}, EVIL
    ),
    Answered(2, 3, "c", error=f"line 3: {EVIL}", fields={"model": EVIL}),
    Answered(3, 4, "d", score=0.5, support=0.5),
]


def state(*events: Any, **more: Any) -> State:
    return State(1, {type(event): event for event in events}, **more)


def test_whatever_it_is_called_nothing_is_run() -> None:
    found = figures(ROWS, ["model"], 0)
    page = batch_view(BATCH, standing(BATCH, None), found, Page(ROWS, Look(), 0, 4), ROWS[2:3], NOW)
    page += back_to(BATCH, ROWS[1], "a0", "") + history([], now=NOW, batches=[BATCH]) + new_batch([BATCH], NOW, 2**27)
    columns = (Column(EVIL, 4, 10.0), Column("model", 4, 5.0, 0, ("Alder", EVIL)))
    page += prepare("0123456789ab", File(EVIL, PAIRS, 4, 1, columns), Columns((EVIL,), "model", groups=("model",)), EVIL)
    assert "<img" not in page and "onerror=alert(1)&gt;" in page


@pytest.mark.parametrize(
    ("batch", "run", "words", "button"),
    [
        ((3, 1), None, "Stopped at 3 of 4 rows. What was answered is kept.", "Go on"),
        ((0, 0), None, "Nothing was checked at 0 of 4 rows", "Go on"),
        ((4, 1), None, "All rows have been tried; 1 failed.", "Try those again"),
        ((1, 0), state(Done(2, 4, 1, 1, 0.5)), "2 of 4 rows · 1 failed · 2.0 rows a second · about 1 second left", "Stop"),
        ((1, 0), state(Stage("Loading models", 0, 1)), "Loading models", "Stop"),
        ((1, 0), state(waiting=2), "Waiting for 2 other runs on this server", "Stop"),
        ((1, 0), state(ended=True, problem=Cancelled("x")), "Stopped at 1 of 4 rows", "Go on"),
        ((1, 0), state(ended=True, problem=StoreError("The disk is full.")), "The disk is full.", "Go on"),
        ((1, 0), state(ended=True, problem=ValueError(EVIL)), "a defect in Errata (ValueError)", "Go on"),
    ],
)
def test_how_far_it_is_is_told_with_what_can_be_done(batch: tuple[int, int], run: State | None, words: str, button: str) -> None:
    one = Batch(BATCH.id, "x", BATCH.created, BATCH.updated, ABOUT, *batch)
    page = progress(standing(one, run))
    assert words in page and f">{button}</button>" in page and "<img" not in page


def test_a_finished_batch_without_failures_says_nothing() -> None:
    assert progress(standing(Batch(BATCH.id, "x", "", "", ABOUT, 4, 0), None)) == ""


def test_figures_are_said_with_their_intervals() -> None:
    rows = [Answered(n, n, str(n), f"a{n}", n / 10, n / 10, n % 2, 10, cluster=f"r{n}", label=float(n > 4)) for n in range(10)]
    found = figures(rows)
    page = summary(found, score_name(BATCH))
    assert '<span class="v">0.45</span>' in page and '<span class="iv">[0.' in page and '<span class="v">50 %</span>' in page
    assert "[0" in agreement(found.agreement) and "5 of them supported" in agreement(found.agreement)
    assert found.agreement and ">1 error missed<" in agreement(replace(found.agreement, missed=1))
    bars = distribution(found)
    assert bars.count("<button") == 10 and 'data-score="0.50-0.55"' in bars and "<button" not in distribution(found, linked=False)


def test_kinds_and_groups_lead_to_their_rows() -> None:
    found = figures(ROWS, ["model"], 0)
    page = kinds(found)
    assert 'data-kind="intrinsic"' in page and "contradicts the reference" in page and 'data-kind="negation"' in page
    table = groups(found, "score")
    assert 'data-column="model" data-value="Alder"' in table and "(1 failed)" in table
    assert "<button" not in kinds(found, linked=False) + groups(found, "score", linked=False)


def test_rows_have_their_place_their_link_and_what_is_wrong() -> None:
    page = row_list(Page(ROWS, Look(), 0, 4), "QASem score", {"model": ["Alder"]}, ["model"], True, ["intrinsic"])
    assert page.count("<tr>") == 5 and 'href="/?a=a0"' in page and "1 of 3" in page and "The mill closed." in page
    assert "disagrees</span>" in page and "Scores alone" in page and 'aria-sort="ascending"' in page
    assert "data-start" not in page
    many = row_list(Page(ROWS, Look(), PAGE, 3 * PAGE), "score", {}, [], False, [])
    assert 'data-start="0"' in many and f'data-start="{2 * PAGE}"' in many and "Label" not in many


def test_what_is_looked_for_is_read_from_the_address() -> None:
    look, start = look_of(
        {"order": "best", "shown": "wrong", "field": "model\nAlder", "score": "0.95-1.00", "start": "50", "query": "mill"}
    )
    assert (look.order, look.shown, look.column, look.value, look.query, start) == ("best", "wrong", "model", "Alder", "mill", 50)
    assert look.score is not None and look.score[0] == 0.95 and look.score[1] > 1  # the last bar has 1 in it
    assert look_of({"start": "x", "score": "a-b"}) == (Look(), 0)


def test_the_form_asks_for_answers_less() -> None:
    columns = (Column("model", 4, 5.0, 0, ("Alder", "Birch")),)
    page = prepare("0123456789ab", File("results.jsonl", ANSWERS, 4, 0, columns), Columns(groups=("model",)), "results")
    assert "Open the results" in page and 'name="reference"' not in page and 'name="workers"' not in page and 'name="label"' in page


def test_times_are_said_as_a_person_would() -> None:
    assert [spoken(seconds) for seconds in (0.2, 59, 100, 5400, 200_000)] == ["1 second", "59 seconds", "2 minutes", "2 hours", "2 days"]
    assert estimated(Timed(600, 3, 1200), 2).startswith("About 5 minutes for 1,200 rows")
    assert "No time can be told: it is empty." in estimated(Timed(None, 0, 5, "it is empty."), 1)
    assert estimated(Timed(None, 0, 5, asked=("verifier: about 5 questions.",)), 1) == "verifier: about 5 questions."


def test_the_plot_has_every_score_and_a_box_for_each_value() -> None:
    figure = score_plot(ROWS, "score", "model")
    assert [trace.type for trace in figure.data] == ["histogram", "histogram", "box", "box"]
    assert sum(len(trace.x) for trace in figure.data[:2]) == 3 and "<img" not in str(figure.to_dict())
    assert len(score_plot(ROWS, "score", "nothing").data) == 2
