"""A batch on the page: its head, how far it is, its figures, and its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from components.batch.figures import agreement, card, distribution, groups, kinds, summary
from components.batch.rows import Page, row_list
from components.html.markup import attributes, escape, joined, plural, shortened
from components.panels.history import when
from engines.declaration.registry import DEFAULT, engine_title, known, meanings
from explorer.batches.session.work import Done
from explorer.evaluation.batch_figures import Figures
from explorer.services.analysis import Stage
from explorer.services.comparison import verifier_name
from explorer.services.tabs.run import State
from sessions.batches.records import Answered, Batch

FILES = "/errata/batch"
"""Where a batch is found as `ID.jsonl`, `ID.csv` and `ID.html`, and all else that the page asks of it."""


@dataclass(frozen=True)
class Standing:
    """How far a batch is.

    Attributes:
        state: of its run on this server; None where none was begun here.
        answered, failed, total: rows.
    """

    state: State | None
    answered: int
    failed: int
    total: int

    @property
    def runs(self) -> bool:
        """Whether it goes on."""
        return self.state is not None and not self.state.ended

    @property
    def finished(self) -> bool:
        """Whether every row has an answer."""
        return self.answered >= self.total


def standing(batch: Batch, state: State | None) -> Standing:
    """How far a batch is, by what is stored of it and by its run."""
    done = state.told(Done) if state and not state.ended else None
    if done is None:
        return Standing(state, batch.answered, batch.failed, batch.total)
    return Standing(state, max(done.done, 0), max(batch.failed, done.failed), batch.total)


def score_name(batch: Batch) -> str:
    """What the engine of a batch calls its score."""
    name = str(batch.about.get("engine") or "")
    declared = known(name)
    main = declared.main_score if declared else "support"
    found = meanings(name).get(main)
    return found.title if found else "score"


def shown_groups(batch: Batch) -> list[str]:
    """The columns by which the figures of a batch are shown."""
    columns = batch.about.get("columns")
    chosen = columns.get("groups") if isinstance(columns, Mapping) else None
    return [name for name in chosen if isinstance(name, str)] if isinstance(chosen, list) else []


def batch_view(batch: Batch, stood: Standing, found: Figures, page: Page, failed: Sequence[Answered], now: datetime) -> str:
    """All of a batch; its script asks for the parts again while it goes on, and where something else is looked for."""
    root = attributes(class_="qx batch", data_batch=batch.id, data_running="yes" if stood.runs else None, data_done=stood.answered)
    return f"""<div{root}>{_head(batch, now)}
<div data-part="progress">{progress(stood)}</div>
<div data-part="figures">{figures_part(batch, found, failed)}</div>
{card("rows", "Rows", f'<div data-part="rows">{rows_part(batch, page, found)}</div>')}
</div>"""


def _head(batch: Batch, now: datetime) -> str:
    made = made_with(batch)
    links = "".join(
        f"<a{attributes(href=f'{FILES}/{batch.id}.{kind}', download=True, title=title)}>{words}</a>"
        for kind, words, title in (
            ("jsonl", "JSONL", "Every row with its analysis, as errata batch writes it"),
            ("csv", "CSV", "A row for each output, for a spreadsheet"),
            ("html", "Report", "One HTML file with the figures and the worst rows"),
        )
    )
    tools = (
        f'<div class="btools"><span class="dl">Download {links}</span>'
        '<button type="button" data-batch-link>Copy link</button>'
        f'<button type="button"{attributes(data_batch_rename=batch.name)}>Rename</button>'
        '<button type="button" data-batch-remove>Remove</button></div>'
    )
    line = joined([str(batch.about.get("file") or ""), plural(batch.total, "row"), *made, when(batch.created, now)])
    return f'<header class="bhead"><div class="sum"><h2 dir="auto">{escape(batch.name)}</h2><p>{escape(line)}</p></div>{tools}</header>'


def made_with(batch: Batch) -> list[str]:
    """Engine and models of a batch, in words."""
    if batch.about.get("kind") == "answers":
        return ["answers of errata batch"]
    models = batch.about.get("models") or {}
    names = [f"{role}: {name}" for role, name in models.items() if role != "verifier"] if isinstance(models, Mapping) else []
    verifier = verifier_name(
        str((models.get("verifier") if isinstance(models, Mapping) else "") or batch.about.get("verifier") or "compact")
    )
    return [engine_title(str(batch.about.get("engine") or DEFAULT)), verifier, *names]


def progress(stood: Standing) -> str:
    """How far it is, with what can be done about it."""
    bar = f"<progress{attributes(max=max(1, stood.total), value=stood.answered, aria_label='Rows answered')}></progress>"
    count = f"{stood.answered:,} of {plural(stood.total, 'row')}"
    failed = f"{stood.failed:,} failed" if stood.failed else ""
    state = stood.state
    if state is not None and not state.ended:
        done, stage = state.told(Done), state.told(Stage)
        if state.waiting:
            count = f"Waiting for {plural(state.waiting, 'other run')} on this server"
        elif done is None:
            count = stage.name if stage else "Starting"
        rate = f"{_rate(done.rate)}" if done and done.rate else ""
        left = f"about {spoken(done.left)} left" if done and done.left is not None else ""
        words = joined([count, failed, rate, left])
        spin, button = '<span class="spin" aria-hidden="true"></span>', '<button type="button" data-batch-stop>Stop</button>'
        return f'<div class="bprog" data-state="runs">{spin}{bar}<span class="bw">{escape(words)}</span>{button}</div>'
    problem = state.problem if state is not None and not state.cancelled else None
    words, button = "", ""
    if not stood.finished:
        words = f"{'Stopped' if stood.answered else 'Nothing was checked'} at {count}. What was answered is kept."
        button = '<button type="button" data-batch-go>Go on</button>'
    elif stood.failed:
        words = f"All rows have been tried; {stood.failed:,} failed."
        button = '<button type="button" data-batch-go>Try those again</button>'
    said = f'<span class="bad" role="alert">{escape(_why(problem))}</span>' if problem else ""
    if not (words or said):
        return ""
    bar = "" if stood.finished else bar
    return f'<div class="bprog" data-state="rests">{said}{bar}<span class="bw">{escape(words)}</span>{button}</div>'


def _why(problem: BaseException) -> str:
    from engines.core.errors import ErrataError

    return (
        str(problem)
        if isinstance(problem, ErrataError)
        else f"It stopped because of a defect in Errata ({type(problem).__name__}). Go on, or look at what it printed."
    )


def _rate(rate: float) -> str:
    return f"{rate:.1f} rows a second" if rate >= 1 else f"{60 * rate:.1f} rows a minute"


def spoken(seconds: float) -> str:
    """A time as a person would say it."""
    for size, name in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= 1.5 * size:
            return plural(round(seconds / size), name)
    return plural(max(1, round(seconds)), "second")


def figures_part(batch: Batch, found: Figures, failed: Sequence[Answered], linked: bool = True) -> str:
    """The figures, and what failed."""
    score = score_name(batch)
    if not found.whole.rows and not found.whole.failed:
        return '<p class="hint">Figures come with the first rows.</p>'
    bars = card("dist", "Distribution of scores", distribution(found, linked=linked))
    types = card("types", "Errors", kinds(found, linked=linked))
    tables = groups(found, score, linked)
    picker = _picker(batch) if linked else ""
    by = card("bygroups", "By column", picker + tables) if tables or picker else ""
    agreed = agreement(found.agreement, linked)
    both = f'<div class="two"><div class="col">{bars}{agreed}</div>{types}</div>'
    return f"{summary(found, score)}{both}{by}{_failed(failed, found.whole.failed)}"


def _choices(batch: Batch) -> list[str]:
    names = batch.about.get("groups")
    return [name for name in names if isinstance(name, str)] if isinstance(names, Mapping) else []


def _picker(batch: Batch) -> str:
    """By which columns tables are shown: any with few values."""
    names, chosen = _choices(batch), shown_groups(batch)
    if not names:
        return ""
    boxes = "".join(
        f"<label><input{attributes(type='checkbox', name='group', value=name, checked=name in chosen)}>"
        f"{escape(shortened(name, 40))}</label>"
        for name in names
    )
    return f'<fieldset class="picks"><legend class="sr">Columns to show</legend>{boxes}</fieldset>'


def _failed(rows: Sequence[Answered], total: int) -> str:
    if not rows:
        return ""
    items = "".join(f"<li><b>{escape(shortened(row.id, 40))}</b> <span>{escape(shortened(row.error, 500))}</span></li>" for row in rows)
    more = f'<p class="hint">… and {total - len(rows):,} more: show the rows that failed.</p>' if total > len(rows) else ""
    hint = (
        '<p class="hint">Each says what to do. Rows that a model or server failed on can be tried again; texts that cannot be checked have '
        "to be mended in the file.</p>"
    )
    return card("failed", f"{plural(total, 'row')} failed", f"{hint}<ul>{items}</ul>{more}")


def rows_part(batch: Batch, page: Page, found: Figures) -> str:
    """The rows that are looked for."""
    given = batch.about.get("groups")
    values: dict[str, Any] = {name: value for name, value in given.items() if isinstance(value, list)} if isinstance(given, Mapping) else {}
    columns = batch.about.get("columns")
    label = columns.get("label") if isinstance(columns, Mapping) else ""
    values = {name: value for name, value in values.items() if name != label}
    shown = [name for name in shown_groups(batch) if name != label]
    return row_list(page, score_name(batch), values, shown, bool(label), [*found.whole.kinds, *found.conflicts])


def back_to(batch: Batch, row: Answered, before: str, after: str) -> str:
    """The line above an analysis that belongs to a batch: back to it, and to the rows before and after, worst first."""
    link = attributes(href=f"/?b={batch.id}", data_to_batch=batch.id)
    ways = "".join(
        f"<a{attributes(href=f'/?a={id}', data_to_row=id, rel=rel)}>{words}</a>" if id else ""
        for id, rel, words in ((before, "prev", "Worse row"), (after, "next", "Next row"))
    )
    place = f"row {escape(shortened(row.id, 40))}"
    name = f'<a{link}>← <span dir="auto">{escape(shortened(batch.name, 80))}</span></a>'
    return f'<nav class="qx frombatch" aria-label="Batch">{name}<span>{place}</span>{ways}</nav>'
