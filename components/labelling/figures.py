"""The figures of agreement as tables."""

from collections.abc import Iterable, Mapping, Sequence
from urllib.parse import urlencode

from components.html.markup import attributes, escape, joined, plural
from components.labelling.bench import bench_address
from explorer.services.labelling.agreement import AgreementReport, Level, Pair
from explorer.services.labelling.gold import CHOICES
from sessions.labelling.labels import BLIND

LEVELS = {
    "support": ("Supported or not", "as QASemConsistency counts it"),
    "kind": ("With the kind of error", "supported, contradicts, not in the reference, makes no sense"),
    "first step": ("First step", "is the answer, or the unit, in the reference at all"),
}
_FILES = {
    "votes": "every annotator's votes",
    "majority": "what most say; ties are left out",
    "adjudicated": "what was decided, and what all agree on",
}
_AFTER = (
    "Records of QASemConsistency for questions, rows for claims, sentences and words: to train on, and to score engines by with "
    "<code>errata benchmark</code>."
)


def figures(report: AgreementReport, asked: Mapping[str, str], blind: bool) -> str:
    """All tables, and the ways to the labels as files."""
    people = [_person(name, *counts) for name, counts in report.people.items()]
    among = ("Labels", "#Judged by two or more", "#Fleiss' κ", "#Krippendorff's α")
    two = ("#Cohen's κ", "#The same")
    tables = [
        _table("Annotators among themselves", among, map(_level, report.levels)),
        _table("Annotators", ("Name", "#Labels", "How", "Time on task"), people),
        _table("Two by two, supported or not", ("One", "Other", *two, "#Judged by both"), map(_pair, report.levels[0].pairs)),
        _table("Against the engine, by units", ("Annotator", "Engine", *two, "#Units"), map(_pair, report.engines)),
    ]
    tables += _own(report)
    words = _table("Against all engines on these texts, by words", ("Annotator", "Engine", *two, "#Words"), map(_pair, report.words))
    folded = f"<details><summary>Against all engines on these texts, by words</summary>{words}</details>" if words else ""
    return "".join(tables) + folded + _files(asked, blind)


def _table(caption: str, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; columns whose heading begins with # hold numbers."""
    kinds = [' class="n"' if heading.startswith("#") else "" for heading in headings]
    rows = list(rows)
    if not rows:
        return ""
    head = "".join(f'<th scope="col"{kind}>{heading.lstrip("#")}</th>' for kind, heading in zip(kinds, headings, strict=True))
    body = "".join(f"<tr>{''.join(f'<td{kind}>{cell}</td>' for kind, cell in zip(kinds, row, strict=True))}</tr>" for row in rows)
    return f'<table class="texts"><caption>{caption}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def figure(value: float | None) -> str:
    """A coefficient with two decimals; a dash where there is none."""
    return "–" if value is None else f"{round(value, 2) + 0:.2f}"


def _level(level: Level) -> tuple[str, ...]:
    of = f' <span class="hint">of {level.alike}</span>' if level.alike != level.units else ""
    title, more = LEVELS[level.name]
    return f'{title} <span class="hint">{more}</span>', str(level.units), figure(level.fleiss) + of, figure(level.alpha)


def _pair(pair: Pair) -> tuple[str, ...]:
    same = "–" if not pair.units else f"{pair.same / pair.units:.0%}"
    return _named(pair.first), _named(pair.second), figure(pair.kappa), same, str(pair.units)


def _person(name: str, count: int, seconds: float, seeded: int) -> tuple[str, ...]:
    how = "–" if not count else f"{seeded} of them with verdicts in sight" if seeded else "all blind"
    each = f"{seconds / count:.1f} s a label" if count else ""
    return _named(name), str(count), how, joined([f"{seconds:.0f} s" if seconds < 60 else f"{seconds / 60:.1f} min", each])


def _own(report: AgreementReport) -> list[str]:
    """Agreement on what annotators marked by themselves, and everything that they marked."""
    spans = report.spans
    if spans is None:
        return []
    alphas = [("Marked or not", spans.marked), ("With the kind of error", spans.kinds)]
    levels = [(name, str(spans.texts), str(spans.words), figure(value)) for name, value in alphas]
    pairs = [
        (_named(p.first), _named(p.second), f"{p.parts[0]} and {p.parts[1]}", figure(p.words), figure(p.exact), figure(p.kinds))
        for p in spans.pairs
    ]
    marks = [
        (
            f"<a{attributes(href=bench_address(mark.analysis, mark.annotator, BLIND, False))}><bdi>{escape(mark.text)}</bdi></a>",
            escape(mark.kind),
            _named(mark.annotator),
            f"<bdi>{escape(mark.note)}</bdi>",
        )
        for mark in spans.marks
    ]
    listed = _table("Own spans", ("Words", "Kind of error", "Marked by", "Comment"), marks)
    shared = [
        _table("Own spans, word by word", ("Words", "#Texts read by two", "#Words", "#Krippendorff's α"), levels),
        _table("Own spans, two by two", ("One", "Other", "#Spans", "#F1 of words", "#F1 of spans", "#With their kind"), pairs),
    ]
    folded = f"<details><summary>{plural(len(marks), 'own span')}, as marked</summary>{listed}</details>"
    return [*(shared if spans.texts else ()), folded]


def _named(name: str) -> str:
    return f'<span dir="auto">{escape(name)}</span>'


def _files(asked: Mapping[str, str], blind: bool) -> str:
    only = {"blind": "1"} if blind else {}
    ways = []
    for choice in CHOICES:
        address = f"/agreement.jsonl?{urlencode({**asked, 'labels': choice, **only})}"
        link = attributes(href=address, download=f"errata-labels-{choice}.jsonl")
        ways.append(f'<li><a{link}>{choice.capitalize()}</a> <span class="hint">{_FILES[choice]}</span></li>')
    other = attributes(href=f"/agreement?{urlencode({**asked, **({} if blind else {'blind': '1'})})}")
    switch = "Count all labels" if blind else "Count only labels made blind"
    return f"""<div class="files"><h2>Labels as files</h2><p class="hint">{_AFTER}</p><ul>{"".join(ways)}</ul>
<p><a{other}>{switch}</a></p></div>"""
