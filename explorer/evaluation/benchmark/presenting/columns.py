"""What the figures of each level are called, and how they are written."""

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.evaluation.benchmark.figures.resampling import Difference, Figure
from explorer.evaluation.benchmark.results import SPAN, TEXT, UNIT, Comparison, Line

NOTHING = "–"


@dataclass(frozen=True)
class Column:
    """A figure: its name, its heading, what it means, and how it is written: times `factor` with so many digits."""

    name: str
    heading: str
    meaning: str
    factor: float = 100
    digits: int = 1


_OF_SCORES = (
    Column("balanced_accuracy", "BAcc", "the mean of the accuracies on what is supported and on what is not, %"),
    Column("roc_auc", "AUC", "the probability that something supported scores higher than something that is not, %"),
    Column("precision", "P", "of what is called an error, the share that is one, %"),
    Column("recall", "R", "of the errors, the share that is found, %"),
    Column("f1", "F1", "the harmonic mean of both, %"),
    Column("ece", "ECE", "expected calibration error in ten bins", 1, 3),
    Column("pearson", "Pearson", "linear correlation with ratings, or with labels where there are no ratings", 1, 3),
    Column("spearman", "Spearman", "correlation of ranks", 1, 3),
)
COLUMNS: dict[str, tuple[Column, ...]] = {
    TEXT: _OF_SCORES,
    UNIT: _OF_SCORES[:6],
    SPAN: (
        Column("located", "located", "of the errors that people marked, the share that a mark touches, %"),
        Column("precision", "P", "of the words marked in texts with errors, the share that people marked, %"),
        Column("recall", "R", "of the words that people marked, the share that is marked, %"),
        Column("f1", "F1", "the harmonic mean of both, %"),
        Column("f1_all", "F1 all", "the same over all texts, those without errors too, %"),
        Column("char_precision", "char P", "precision of characters, %"),
        Column("char_recall", "char R", "recall of characters, %"),
        Column("char_f1", "char F1", "F1 of characters, %"),
        Column("iou", "IoU", "characters that both marked over those that either marked, %"),
        Column("alarms", "alarms", "of the faithful texts, the share with any mark, %"),
        Column("alarm_words", "alarm words", "of the words of faithful texts, the share that is marked, %"),
        Column("consistent", "consistent", "of the pairs, the share in which the text with the error scores lower, %"),
        Column("roc_auc", "AUC", "of the scores of texts with and without errors, %"),
    ),
}
"""The figures of each level, in order."""


@dataclass(frozen=True)
class Table:
    """A table of texts: a title, headings, and rows; `meanings` of the headings that need one."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    meanings: tuple[tuple[str, str], ...] = ()


_TITLES = {TEXT: "Whole texts", UNIT: "Single facts", SPAN: "Places"}


def level_title(level: str) -> str:
    """What a level is called in headings."""
    return _TITLES[level]


def of_lines(level: str, lines: Sequence[Line], intervals: bool = True) -> Table:
    """The lines of a level; columns in which no line has a figure are left out."""
    own = [line for line in lines if line.level == level]
    columns = _known(level, own)
    parted = any(line.subset != "all" for line in own)
    timed = any(line.seconds is not None for line in own)
    chosen = any(line.threshold not in (None, 0.5) for line in own)
    header = ("system", *(("subset",) if parted else ()), "n", *(("threshold",) if chosen else ()), *(c.heading for c in columns))
    rows = []
    for line in own:
        cells = [line.system, *([line.subset] if parted else []), str(line.n)]
        cells += [NOTHING if line.threshold is None else f"{line.threshold:.3g}"] if chosen else []
        cells += [figure_text(column, line.figures.get(column.name), intervals) for column in columns]
        rows.append((*cells, *([NOTHING if line.seconds is None else f"{line.seconds:.3f}"] if timed else [])))
    meanings = tuple((column.heading, column.meaning) for column in columns)
    return Table(_TITLES[level], (*header, *(("s/item",) if timed else ())), tuple(rows), meanings)


def side_by_side(level: str, lines: Sequence[Line]) -> Table:
    """The lines over all texts of a level, a system a column and a figure a row, which has room for intervals."""
    own = [line for line in lines if line.level == level and line.subset == "all"]
    rows: list[tuple[str, ...]] = [("n", *(str(line.n) for line in own))]
    if any(line.threshold not in (None, 0.5) for line in own):
        rows.append(("threshold", *(NOTHING if line.threshold is None else f"{line.threshold:.3g}" for line in own)))
    for column in _known(level, own):
        rows.append((column.heading, *(figure_text(column, line.figures.get(column.name)) for line in own)))
    if any(line.seconds is not None for line in own):
        rows.append(("s/item", *(NOTHING if line.seconds is None else f"{line.seconds:.3f}" for line in own)))
    return Table(_TITLES[level], (_TITLES[level], *(line.system for line in own)), tuple(rows) if own else ())


def _known(level: str, lines: Sequence[Line]) -> list[Column]:
    """The columns in which some line has a figure; without faithful texts both F1 of words are the same, and one is told."""
    known = [c for c in COLUMNS[level] if any((figure := line.figures.get(c.name)) and figure.value is not None for line in lines)]
    names = {column.name for column in known}
    return [column for column in known if column.name != "f1_all" or "alarms" in names]


def of_comparisons(level: str, comparisons: Sequence[Comparison], intervals: bool = True) -> Table:
    """The systems of a level compared in pairs: differences with their intervals; a star where 0 lies outside."""
    own = [each for each in comparisons if each.level == level]
    columns = [column for column in COLUMNS[level] if any(column.name in each.differences for each in own)]
    rows = tuple(
        (
            f"{each.first} − {each.second}",
            str(each.n),
            *(difference_text(column, each.differences.get(column.name), intervals) for column in columns),
        )
        for each in own
    )
    return Table(f"{_TITLES[level]}, compared in pairs", ("systems", "n", *(column.heading for column in columns)), rows)


def figure_text(column: Column, figure: Figure | None, intervals: bool = True) -> str:
    """A figure, and behind it in brackets where it lies with 95 % confidence."""
    if figure is None or figure.value is None:
        return NOTHING
    said = _number(column, figure.value)
    if not intervals or figure.low is None or figure.high is None:
        return said
    return f"{said} ({_number(column, figure.low)}–{_number(column, figure.high)})"


def difference_text(column: Column, difference: Difference | None, intervals: bool = True) -> str:
    """A difference with its interval and a star where 0 lies outside of it."""
    if difference is None:
        return NOTHING
    star = "*" if difference.low > 0 or difference.high < 0 else ""
    said = f"{_sign(column, difference.value)}{_number(column, abs(difference.value))}{star}"
    if not intervals:
        return said
    low, high = (f"{_sign(column, value)}{_number(column, abs(value))}" for value in (difference.low, difference.high))
    return f"{said} ({low} to {high})"


def _number(column: Column, value: float) -> str:
    return f"{column.factor * value:.{column.digits}f}".replace("-", "−")


def _sign(column: Column, value: float) -> str:
    return "−" if round(column.factor * value, column.digits) < 0 else "+"
