"""The figures of a batch as HTML: what is said first, the distribution of scores, errors by kind, by column, and agreement with labels."""

from collections.abc import Mapping, Sequence

from components.html.markup import attributes, escape, plural, shortened
from components.html.verdicts import ERRORS
from explorer.evaluation.batch_figures import BINS, Agreement, Figures, Group
from explorer.evaluation.benchmark.figures.resampling import Figure

KINDS = {**ERRORS, "coreference": "does not say who or what"}
"""Kinds of errors in words."""

_CONFLICTS = {
    "negation": "negation",
    "antonym": "an opposite word",
    "modality": "modality: how certain it is",
    "attribution": "attribution: who says so",
    "predicate": "predicate: what happens",
    "entity": "entity: a name",
    "swap": "swap: who does what to whom",
    "substitution": "substitution: another word",
    "quantity": "quantity: a number, amount or date",
    "cause": "cause and effect",
    "addition": "addition",
}
_AGREEMENT = {
    "auc": ("AUC", "The probability that a supported output has more support than an unsupported one."),
    "balanced": (
        "Balanced accuracy",
        "The mean of the accuracies on supported and unsupported outputs; no error found counts as supported.",
    ),
    "precision": ("Precision of errors", "The share of rows with an error found that the label calls unsupported."),
    "recall": ("Recall of errors", "The share of rows that the label calls unsupported in which an error is found."),
    "spearman": ("Spearman", "Correlation of ranks of score and rating."),
    "pearson": ("Pearson", "Linear correlation of score and rating."),
}


def kind_words(kind: str) -> str:
    """A kind of error or conflict in words."""
    return KINDS.get(kind) or _CONFLICTS.get(kind) or kind.replace("_", " ")


def number(figure: Figure, digits: int = 2, percent: bool = False) -> str:
    """A figure with its interval, for example `0.53 [0.43, 0.63]`."""
    if figure.value is None:
        return "–"
    low = (
        ""
        if figure.low is None or figure.high is None
        else f" [{_plain(figure.low, digits, percent)}, {_plain(figure.high, digits, percent)}]"
    )
    return f"{_plain(figure.value, digits, percent)}{' %' if percent else ''}{low}"


def _plain(value: float, digits: int, percent: bool) -> str:
    return f"{100 * value:.0f}" if percent else f"{value:.{digits}f}"


def card(name: str, title: str, body: str) -> str:
    """A section of its own under a title, which is plain text; `name` is its class, and like no other on the page."""
    return f'<section class="card {name}" aria-labelledby="{name}-title"><h3 id="{name}-title">{escape(title)}</h3>{body}</section>'


def summary(found: Figures, score: str) -> str:
    """The figures of all rows; `score` is what the engine calls its own."""
    whole = found.whole
    tiles = [
        _tile(f"Mean {score}", whole.score),
        _tile("Outputs with an error", whole.wrong, percent=True),
        _tile("Errors in 100 words", whole.density),
    ]
    note = "In brackets: 95 % intervals, by drawing references." if whole.score.low is not None else ""
    return f'<div class="tiles">{"".join(tiles)}</div>' + (f'<p class="hint">{note}</p>' if note else "")


def _tile(words: str, figure: Figure, percent: bool = False) -> str:
    value = "–" if figure.value is None else _plain(figure.value, 2, percent) + (" %" if percent else "")
    low = "" if figure.low is None or figure.high is None else f"[{_plain(figure.low, 2, percent)}, {_plain(figure.high, 2, percent)}]"
    return f'<div class="tile"><span class="v">{value}</span> <span class="iv">{low}</span><span class="w">{escape(words)}</span></div>'


def distribution(found: Figures, chosen: tuple[float, float] | None = None, linked: bool = True) -> str:
    """How many rows have which score: a bar for each twentieth, the part with errors hatched. Where it is `linked` a bar lists its rows."""
    most = max(found.bins, default=0)
    if not most:
        return (
            '<p class="hint">No row has a score yet.</p>'
            if not found.outside
            else '<p class="hint">The scores do not lie between 0 and 1.</p>'
        )
    bars = []
    for place, (count, wrong) in enumerate(zip(found.bins, found.wrong_bins, strict=True)):
        low, high = place / BINS, (place + 1) / BINS
        style = f"--h:{100 * count / most:.1f}%;--w:{100 * wrong / count if count else 0:.1f}%"
        said = f"{plural(count, 'row')} with a score from {low:.2f} to {high:.2f}, {wrong:,} with an error"
        pressed = chosen is not None and abs(chosen[0] - low) < 1e-9
        known = attributes(class_="hb", style=style, title=said, data_bar=count or None)
        if linked and count:
            button = attributes(type="button", data_score=f"{low:.2f}-{high:.2f}", aria_pressed=str(pressed).lower(), aria_label=said)
            bars.append(f"<button{known}{button}><i></i></button>")
        else:
            bars.append(f"<span{known}{attributes(role='img', aria_label=said)}><i></i></span>")
    ticks = "".join(f"<span>{tick:g}</span>" for tick in (0, 0.25, 0.5, 0.75, 1))
    legend = '<p class="legend"><span><i class="ok"></i>no error found</span><span><i class="no"></i>with an error</span></p>'
    outside = f'<p class="hint">{plural(found.outside, "score")} outside 0 to 1.</p>' if found.outside else ""
    return (
        f'<div class="hist20" role="group" aria-label="Distribution of scores; the highest bar stands for {plural(most, "row")}">'
        f'<span class="most" aria-hidden="true">{most:,}</span>{"".join(bars)}</div>'
        f'<div class="ticks" aria-hidden="true">{ticks}</div>{legend}{outside}'
    )


def kinds(found: Figures, chosen: str = "", linked: bool = True) -> str:
    """How many errors there are of each kind, and of what those contradict; where it is `linked`, a kind lists its rows."""
    if not found.whole.kinds:
        return '<p class="hint">No errors found.</p>' if found.whole.rows else '<p class="hint">Nothing yet.</p>'
    table = _bars("Errors by kind", found.whole.kinds, chosen, linked)
    return table + (_bars("What is wrong, where the engine says so", found.conflicts, chosen, linked) if found.conflicts else "")


def _bars(title: str, counts: Mapping[str, int], chosen: str, linked: bool) -> str:
    most, rows = max(counts.values()), []
    for kind, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        words = escape(kind_words(kind))
        button = attributes(
            type="button",
            data_kind=kind,
            aria_pressed=str(kind == chosen).lower(),
            aria_label=f"{kind_words(kind)}: {count:,}, list the rows",
        )
        name = f'<button class="lk"{button}>{words}</button>' if linked else words
        bar = f'<span class="kb" style="--h:{100 * count / most:.1f}%" aria-hidden="true"></span>'
        rows.append(f'<tr><th scope="row">{name}</th><td class="n">{count:,}</td><td class="b">{bar}</td></tr>')
    return f'<table class="kinds"><caption>{escape(title)}</caption><tbody>{"".join(rows)}</tbody></table>'


def groups(found: Figures, score: str, linked: bool = True) -> str:
    """A table for each column: the figures of the rows by what stands in it."""
    return "".join(_group_table(name, parts, score, linked) for name, parts in found.groups.items())


def _group_table(column: str, parts: Sequence[Group], score: str, linked: bool) -> str:
    known = [kind for kind in KINDS if any(part.kinds.get(kind) for part in parts)]
    heads = [column, "rows", f"mean {score}", "with an error", "errors in 100 words", *(KINDS[kind] for kind in known)]
    head = "".join(
        f'<th scope="col"{attributes(class_=None if place == 0 else "n")}>{escape(shortened(name, 40))}</th>'
        for place, name in enumerate(heads)
    )
    rows = "".join(_group_row(column, part, known, linked) for part in parts)
    caption = f"<caption>By {escape(shortened(column, 60))}</caption>"
    label = attributes(tabindex="0", role="region", aria_label=f"By {column}")
    return f'<div class="scroll"{label}><table class="bygroup">{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


def _group_row(column: str, part: Group, known: Sequence[str], linked: bool) -> str:
    words = escape(part.name or "(nothing)")
    if linked and part.name:
        label = f"{part.name}: list the rows"
        known_as = attributes(type="button", class_="lk", data_column=column, data_value=part.name, aria_label=label)
        words = f"<button{known_as}>{words}</button>"
    failed = f" ({part.failed:,} failed)" if part.failed else ""
    cells = [f"{part.rows:,}{failed}", number(part.score), number(part.wrong, percent=True), number(part.density, 1)]
    cells += [f"{part.kinds.get(kind, 0):,}" for kind in known]
    return f'<tr><th scope="row">{words}</th>{"".join(f"""<td class="n">{cell}</td>""" for cell in cells)}</tr>'


def agreement(found: Agreement | None, linked: bool = True) -> str:
    """How far the batch agrees with the labels of the file."""
    if found is None:
        return ""
    rows = "".join(
        f'<tr><th scope="row"{attributes(title=_AGREEMENT[name][1])}>{_AGREEMENT[name][0]}</th><td class="n">{number(figure)}</td></tr>'
        for name, figure in found.figures.items()
    )
    said = plural(found.rows, "row") + " with a label"
    if found.right is not None:
        said += f", {found.right:,} of them supported"
    links = ""
    if found.right is not None and linked:
        links = (
            f'<p class="hint"><button type="button" class="lk" data-shown="missed">{plural(found.missed, "error")} missed</button> · '
            f'<button type="button" class="lk" data-shown="false">{found.false:,} found where the label has none</button></p>'
        )
    meaning = "".join(f"<dt>{_AGREEMENT[name][0]}</dt><dd>{escape(_AGREEMENT[name][1])}</dd>" for name in found.figures)
    table = f'<p class="hint">{escape(said)}</p><table class="kinds"><tbody>{rows}</tbody></table>'
    more = f"<details><summary>What these are</summary><dl>{meaning}</dl></details>"
    return card("agree", "Agreement with the labels", f"{table}{links}{more}")
