"""The rows of a batch as a table, a page at a time: sorted, filtered, each one click from its analysis."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from components.batch.figures import KINDS, kind_words
from components.html.markdown import without_marks
from components.html.markup import attributes, escape, plural, shortened
from sessions.batches.looking import ALL, BEST, ERRORS, FAILED, FALSE, MISSED, POSITION, RIGHT, WORST, WRONG, Look
from sessions.batches.records import Answered

PAGE = 50
"""Rows on a page."""

_SHOWN = {ALL: "all rows", WRONG: "with an error", RIGHT: "without an error", FAILED: "failed"}
_LABELLED = {MISSED: "error missed (by the label)", FALSE: "found, the label has none"}
_LONGEST = 170
_MOST_COLUMNS = 3


@dataclass(frozen=True)
class Page:
    """A page of rows: the `rows` themselves, from `start` on, of `total` that are looked for."""

    rows: Sequence[Answered]
    look: Look
    start: int
    total: int


def row_list(
    page: Page, score: str, groups: Mapping[str, Sequence[str]], columns: Sequence[str], labelled: bool, kinds: Sequence[str]
) -> str:
    """The filters, the table and the way to the other pages.

    Args:
        score: what the engine calls its score.
        groups: the columns that can be filtered by, with their values; `columns` of them are shown.
        labelled: whether rows have labels.
        kinds: of errors that there are.
    """
    body = _table(page, score, columns[:_MOST_COLUMNS], labelled) if page.rows else '<p class="none">No row is like that.</p>'
    return f"{_filters(page.look, groups, labelled, kinds)}{body}{_pages(page)}"


def _filters(look: Look, groups: Mapping[str, Sequence[str]], labelled: bool, kinds: Sequence[str]) -> str:
    shown = _SHOWN | (_LABELLED if labelled else {})
    lists = _select("shown", "Show", shown, look.shown)
    if kinds:
        lists += _select("kind", "Kind of error", {"": "any", **{kind: kind_words(kind) for kind in kinds}}, look.kind)
    if groups:
        options = {"": "any"}
        for name, values in groups.items():
            options |= {f"{name}\n{value}": f"{shortened(name, 24)}: {shortened(value, 40)}" for value in values}
        lists += _select("field", "Column", options, f"{look.column}\n{look.value}" if look.column else "")
    lists += _select(
        "order", "Order", {WORST: "worst first", BEST: "best first", ERRORS: "most errors first", POSITION: "as in the file"}, look.order
    )
    field = attributes(
        type="search", name="query", value=look.query, maxlength=200, placeholder="Words of the output, or an id", aria_label="Search rows"
    )
    chip = ""
    if look.score is not None:
        words = f"score {look.score[0]:.2f} to {min(1.0, look.score[1]):.2f}"
        chip = f'<button type="button" class="chip1" data-clear-score aria-label="Any score, not {words}">{words} ×</button>'
    return f'<form class="looks" role="search" aria-label="Rows">{lists}<input{field}>{chip}</form>'


def _select(name: str, label: str, options: Mapping[str, str], chosen: str) -> str:
    items = "".join(
        f"<option{attributes(value=value, selected=value == chosen)}>{escape(words)}</option>" for value, words in options.items()
    )
    return f"<label><span>{label}</span><select{attributes(name=name)}>{items}</select></label>"


def _table(page: Page, score: str, columns: Sequence[str], labelled: bool) -> str:
    heads = [
        _head("Row", POSITION, page.look, "ascending"),
        '<th scope="col">Output</th>',
        _head(score, WORST, page.look, "ascending", "n"),
    ]
    heads += ['<th scope="col" class="n f">Facts supported</th>', _head("Errors", ERRORS, page.look, "descending", "n")]
    heads += ['<th scope="col" class="n l">Label</th>'] if labelled else []
    heads += [f'<th scope="col" class="f">{escape(shortened(name, 24))}</th>' for name in columns]
    rows = "".join(_row(row, columns, labelled) for row in page.rows)
    label = attributes(class_="scroll", tabindex="0", role="region", aria_label="Rows of the batch")
    return f'<div{label}><table class="brows"><thead><tr>{"".join(heads)}</tr></thead><tbody>{rows}</tbody></table></div>'


def _head(words: str, order: str, look: Look, way: str, cls: str = "") -> str:
    sorted_ = way if look.order == order else "none"
    known = attributes(scope="col", class_=cls or None, aria_sort=sorted_)
    return f"<th{known}><button{attributes(type='button', class_='sort', data_order=order)}>{escape(words)}</button></th>"


def _row(row: Answered, columns: Sequence[str], labelled: bool) -> str:
    name = f'<th scope="row" class="id" dir="auto" title="{escape(f"line {row.line} of the file")}">{escape(shortened(row.id, 28))}</th>'
    words = shortened(without_marks(row.output), _LONGEST) or "(no text)"
    if row.error:
        why = f'<span class="wrongrow">{escape(shortened(row.error, 400))}</span>'
        cell = f'<td class="o">{why}<span class="ot" dir="auto">{escape(words)}</span></td>'
    elif row.analysis is None:
        cell = '<td class="o"><span class="hint">Scores alone: the file has no analysis of this row.</span></td>'
    else:
        link = attributes(href=f"/?a={quote(row.analysis)}", data_row=row.analysis)
        kinds = "".join(
            f'<span class="kd">{escape(KINDS.get(kind, kind))}{f" × {count}" if count > 1 else ""}</span>'
            for kind, count in row.kinds.items()
        )
        cell = f'<td class="o"><a{link} dir="auto">{escape(words)}</a>{kinds}</td>'
    value = "–" if row.score is None else f"{row.score:.2f}"
    facts = f"{row.facts.get('supported', 0):,} of {row.facts['units']:,}" if row.facts.get("units") else "–"
    found, bad = "–" if row.errors is None else f"{row.errors:,}", " bad" if row.errors else ""
    cells = f'<td class="n">{value}</td><td class="n f">{facts}</td><td class="n{bad}">{found}</td>'
    if labelled:
        cells += f'<td class="n l">{_label(row)}</td>'
    cells += "".join(f'<td class="f" dir="auto">{escape(row.fields.get(column, ""))}</td>' for column in columns)
    return f"<tr>{name}{cell}{cells}</tr>"


def _label(row: Answered) -> str:
    if row.label is None:
        return ""
    if row.label not in (0, 1):
        return f"{row.label:g}"
    wrong = row.errors is not None and (row.errors > 0) == (row.label == 1)
    words = "supported" if row.label else "not"
    return f'{words} <span class="off" title="The batch says otherwise">disagrees</span>' if wrong else words


def _pages(page: Page) -> str:
    first, last = page.start + 1, page.start + len(page.rows)
    words = f"{first:,}–{last:,} of {plural(page.total, 'row')}" if page.rows else ""
    before = attributes(type="button", data_start=max(0, page.start - PAGE), disabled=page.start == 0)
    after = attributes(type="button", data_start=page.start + PAGE, disabled=last >= page.total)
    if page.total <= PAGE:
        return f'<p class="pages"><span role="status">{words}</span></p>'
    return f'<p class="pages"><button{before}>Previous</button><span role="status">{words}</span><button{after}>Next</button></p>'


def look_of(data: Mapping[str, Any]) -> tuple[Look, int]:
    """What a page of rows is asked for, from the values of an address; whatever does not fit counts as the first choice."""
    low, _, high = str(data.get("score", "")).partition("-")
    try:
        score = (float(low), float(high)) if high else None
    except ValueError:
        score = None
    if score is not None and score[1] >= 1:
        score = (score[0], 1.0001)
    column, _, value = str(data.get("field", "")).partition("\n")
    start = str(data.get("start", "0"))
    known = Look(
        str(data.get("order", WORST)),
        str(data.get("shown", ALL)),
        str(data.get("kind", "")),
        column,
        value,
        score,
        str(data.get("query", "")),
    )
    return known, int(start) if start.isascii() and start.isdecimal() and len(start) < 9 else 0
