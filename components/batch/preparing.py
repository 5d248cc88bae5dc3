"""Before a batch: a file is chosen, its columns are picked, a few rows are shown as they will be read, and it is begun."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from components.batch.page import spoken
from components.html.markup import attributes, escape, joined, plural, shortened
from components.panels.history import when
from explorer.batches.session.columns import Column, Columns
from explorer.batches.session.intake import ANSWERS, ENDINGS, MOST_ROWS, File
from explorer.batches.session.trial import Timed
from explorer.batches.session.work import MOST_WORKERS
from explorer.reading.rows import BadRow, Row
from sessions.batches.records import Batch

NEW = "new"
"""What the address has in the place of the id of a batch."""

_SHOWN = 260


def new_batch(batches: Sequence[Batch], now: datetime, largest: int) -> str:
    """The place for a file, and the batches that there are; `largest` is in bytes."""
    accept = ",".join([*ENDINGS, ".gz"])
    field = attributes(type="file", accept=accept, multiple=True, data_batch_file=True, hidden=True, tabindex="-1", aria_hidden="true")
    known = "".join(f"<li>{_entry(batch, now)}</li>" for batch in batches)
    past = f'<section class="card prep"><h3>Batches</h3><ol class="past">{known}</ol></section>' if known else ""
    limits = f"at most {largest // 2**20} MB and {MOST_ROWS:,} rows"
    return f"""<div class="qx batch" data-batch="{NEW}"><section class="card prep" aria-labelledby="batch-title">
<h2 id="batch-title">Check a whole file</h2>
<p>A table with a row for each output and its reference. Every row becomes an analysis of its own; together they show where the errors are.
It goes on when you close the page, and where it was stopped.</p>
<div class="dropfile" data-drop-batch><button type="button" class="primary" data-pick-batch>Choose a file</button><input{field}>
<span class="hint"><span class="drop">or drop one here. </span>JSON lines, CSV, TSV, JSON or Parquet, also with .gz; {limits}.</span></div>
<p class="hint">What <code>errata batch</code> wrote elsewhere opens as results. Files of FaithBench, QASemConsistency, RefChecker and other
labelled sets are known by their shape; RAGTruth’s responses need its source_info.jsonl: choose both files together.</p></section>
<div data-part="prepare"></div>{past}</div>"""


def _entry(batch: Batch, now: datetime) -> str:
    share = "" if batch.score is None else f"{batch.score:.2f}"
    left = "" if batch.answered >= batch.total else f"{batch.answered:,} of {batch.total:,} done"
    words = joined([left or plural(batch.total, "row"), f"mean score {share}" if share else "", when(batch.created, now)])
    link = attributes(href=f"/?b={batch.id}", data_to_batch=batch.id)
    return f'<a{link}><b dir="auto">{escape(batch.name)}</b> <span>{escape(words)}</span></a>'


def prepare(id: str, file: File, columns: Columns, name: str) -> str:
    """The form of a file that was taken in, with the columns that were guessed."""
    said = plural(file.total, "row") + (f", {plural(file.bad, 'line')} that cannot be read" if file.bad else "")
    root = attributes(class_="card prep pickers", data_upload=id, data_kind=file.kind, aria_labelledby="prep-title")
    what = "These are answers of errata batch: they open as results, and nothing is analysed." if file.kind == ANSWERS else ""
    texts = "" if file.kind == ANSWERS else _texts(file.columns, columns)
    fields = f"{texts}{_select('label', 'Label', file.columns, columns.label, 'none', _turned(columns))}"
    workers = (
        ""
        if file.kind == ANSWERS
        else f'<label class="pk"><b>Processes</b><input{attributes(type="number", name="workers", min=1, max=MOST_WORKERS, value=1)}>'
        '<span class="hint">1 works in Errata itself; each further one needs about 550 MB.</span></label>'
    )
    title = attributes(type="text", name="name", value=name, maxlength=200, required=True)
    start = "Open the results" if file.kind == ANSWERS else "Start"
    return f"""<form{root}><h2 id="prep-title"><span dir="auto">{escape(file.name)}</span></h2><p>{escape(said)}. {what}</p>
<div class="picking">{fields}</div>{_groups(file.columns, columns)}
<div data-part="preview"></div>
<div class="picking"><label class="pk"><b>Name</b><input{title}></label>{workers}</div>
<p class="engine" data-engine></p><p class="estimate" data-part="estimate" role="status"></p>
<p class="problem" data-part="problem" role="alert"></p><button type="submit" class="primary">{start}</button></form>"""


def _texts(known: Sequence[Column], columns: Columns) -> str:
    several = len(columns.reference) > 1
    boxes = "".join(
        f"<label><input{attributes(type='checkbox', name='passage', value=one.name, checked=several and one.name in columns.reference)}>"
        f"{escape(shortened(one.name, 40))}</label>"
        for one in known
        if one.length or one.lists
    )
    passages = (
        f'<details class="quiet"{attributes(open=several)}><summary>Passages in several columns</summary><fieldset class="picks">'
        f'<legend class="sr">Columns with a passage each</legend>{boxes}</fieldset>'
        '<span class="hint">They become numbered sources, [1], [2] …, in place of the reference. '
        "A column that holds a list of passages needs none of this.</span></details>"
    )
    one = columns.reference[0] if len(columns.reference) == 1 else ""
    return (
        _select("reference", "Reference", known, one, "choose", passages)
        + _select("output", "Output to check", known, columns.output, "choose")
        + _select(
            "question",
            "Question",
            known,
            columns.question,
            "none",
            '<span class="hint">Kept and shown beside the output; it is not checked.</span>',
        )
        + _select("id", "Id", known, columns.id, "number of the line")
    )


def _turned(columns: Columns) -> str:
    box = attributes(type="checkbox", name="turned", checked=columns.turned)
    return f'<label class="tick"><input{box}>1 means an error</label>'


def _select(name: str, label: str, known: Sequence[Column], chosen: str, none: str, more: str = "") -> str:
    options = f'<option value="">– {escape(none)} –</option>' + "".join(
        f"<option{attributes(value=one.name, selected=one.name == chosen)}>{escape(shortened(one.name, 60))}</option>" for one in known
    )
    return f'<div class="pk"><label><b>{label}</b><select{attributes(name=name)}>{options}</select></label>{more}</div>'


def _groups(known: Sequence[Column], columns: Columns) -> str:
    boxes = "".join(_group(one, one.name in columns.groups) for one in known if one.groups)
    hint = '<span class="hint">Columns with few values; others can be chosen later.</span>'
    return f'<fieldset class="picks"><legend>Show figures by</legend>{boxes}{hint}</fieldset>' if boxes else ""


def _group(one: Column, ticked: bool) -> str:
    values = one.values or ()
    box = attributes(type="checkbox", name="group", value=one.name, checked=ticked)
    title = attributes(title=", ".join(values[:8]))
    return f"<label{title}><input{box}>{escape(shortened(one.name, 40))} <span>{len(values)}</span></label>"


def preview(rows: Sequence[Row | BadRow], columns: Columns) -> str:
    """The first rows as they will be read."""
    heads = ["Line", *(["Question"] if columns.question else []), "Reference", "Output", *(["Label"] if columns.label else [])]
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    body = "".join(_previewed(row, columns, len(heads)) for row in rows)
    label = attributes(class_="scroll", tabindex="0", role="region", aria_label="The first rows as they will be read")
    caption = "<caption>The first rows as they will be read</caption>"
    return f'<div{label}><table class="preview">{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _previewed(row: Row | BadRow, columns: Columns, width: int) -> str:
    if isinstance(row, BadRow):
        return f'<tr><th scope="row">{row.line}</th><td class="bad" colspan="{width - 1}">{escape(row.reason)}</td></tr>'
    data: Mapping[str, Any] = row.data
    given = row.given or {}
    cells = ([data.get("question", "")] if columns.question else []) + [data["reference"], data["output"]]
    cells += [given.get(columns.label, "")] if columns.label else []
    inside = "".join(f'<td dir="auto">{escape(shortened(str(cell), _SHOWN))}</td>' for cell in cells)
    return f'<tr><th scope="row">{row.line}</th>{inside}</tr>'


def estimated(timed: Timed, workers: int) -> str:
    """How long it will take, in words."""
    if timed.asked:
        return " ".join(timed.asked)
    if timed.seconds is None:
        return f"No time can be told: {timed.problem}" if timed.problem else ""
    seconds = timed.seconds / max(1, workers)
    measured = f"{plural(timed.rows, 'row')} that {'was' if timed.rows == 1 else 'were'} timed"
    words = f"About {spoken(seconds)} for {plural(timed.total, 'row')} on this machine, by {measured}."
    return f"{words} One of them failed: {timed.problem}" if timed.problem else words
