"""Questions answered from both texts as a table: what the output answers, what the reference answers, and how far the two agree."""

from components.html.groups import Group
from components.html.markup import attributes, escape
from components.html.verdicts import PENDING, WORDS, is_unsure, state
from engines.core.details import QuestionDetails
from engines.core.results import Analysis, Unit


def has_answers(analysis: Analysis) -> bool:
    """Whether the units are questions answered from both texts."""
    return bool(analysis.units) and all(isinstance(unit.details, QuestionDetails) and unit.details.output_answer for unit in analysis.units)


def answer_table(analysis: Analysis, found: list[Group]) -> str:
    """The table in the order of the output; its rows are tied to the facts of the same unit."""
    if not has_answers(analysis):
        return ""
    rows = "".join(_row(unit) for group in found for unit in group.units)
    heads = "".join(
        f"<th{attributes(scope='col', class_='n' if right else None)}>{name}</th>"
        for name, right in (("Question", False), ("From the output", False), ("From the reference", False), ("F1", True), ("Same", True))
    )
    return f'<div class="scroll qtable"><table class="answers"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'


def _row(unit: Unit) -> str:
    details = unit.details if isinstance(unit.details, QuestionDetails) else QuestionDetails()
    now, theirs = state(unit), details.reference_answer.text if details.reference_answer else ""
    ours = details.output_answer.text if details.output_answer else unit.answer.text if unit.answer else ""
    answer = f'<span dir="auto">{escape(theirs)}</span>' if theirs else '<span class="noanswer">no answer</span>'
    waiting = now == PENDING
    figure = "…" if waiting else f"{details.f1 or 0.0:.2f}"
    same = "…" if waiting else "yes" if details.em else "no"
    words = escape(unit.question or unit.statement)
    question = (
        '<button type="button" class="rowq" aria-pressed="false" tabindex="-1"><span class="ico" aria-hidden="true"></span>'
        f'<span class="sr verdict">{WORDS[now]}. </span><span class="qt" dir="auto">{words}</span></button>'
    )
    cells = (
        f'<td dir="auto">{escape(ours)}</td><td>{"…" if waiting else answer}</td><td class="n num">{figure}</td><td class="n">{same}</td>'
    )
    unsure = " unsure" if is_unsure(unit) else ""
    return f'<tr class="qrow {now}{unsure}"{attributes(data_unit=unit.id)}><th scope="row">{question}</th>{cells}</tr>'
