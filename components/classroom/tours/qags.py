"""The tour of QAGS: the same question put to both texts."""

from collections import Counter
from collections.abc import Sequence

from components.classroom.tours.figures import Step, arithmetic, asked, both_texts, mean, number, output, quoted, told
from components.classroom.tours.material import Material
from components.html.markup import escape
from engines.core.details import QuestionDetails
from engines.core.results import Unit
from engines.qags.scoring import normalised


def steps(material: Material) -> list[Step]:
    """The steps of the tour."""
    analysis, units = material.analysis, material.analysis.units
    values = [_details(unit).f1 or 0.0 for unit in units]
    weeks, year, tower, paid = (
        material.unit("How long"),
        material.unit("When did"),
        material.unit("What was designed?"),
        material.unit("Who was paid?"),
    )
    answers = [(d.output_answer.start, d.output_answer.end) for d in map(_details, units) if d.output_answer]
    lit, taken = [], -1
    for start, end in sorted(set(answers), key=lambda span: (span[0], -span[1])):
        if start >= taken:
            lit.append((start, end, "lit", ""))
            taken = end
    both = [(escape(unit.question or ""), f"<b>{escape(_ours(unit))}</b>", _theirs(unit)) for unit in units]
    exact = sum(bool(_details(unit).em) for unit in units)
    bare = [analysis.output.text[start:end] for start, end in analysis.unchecked or ()]
    return [
        Step("A reference, and an output", told("Four things in the output are wrong. Find them first."), both_texts(material)),
        Step(
            "It picks what can be asked about",
            told(
                f"Names, numbers and noun phrases of the output are the answers to come. <b>{len(units)}</b> questions are kept, "
                "all that the output itself answers."
            ),
            output(analysis, lit),
        ),
        Step(
            "It writes the questions",
            told(
                "Each question is made so that the phrase is its answer. Rules write them here, and some sound odd; in the paper a "
                "language model does."
            ),
            asked(units, ("Question", "Answer from the output"), [row[:2] for row in both]),
        ),
        Step(
            "It asks the reference the same",
            told("Now the output is laid aside, and the same questions are put to the reference. Where do the answers part?"),
            asked(units, ("Question", "From the output", "From the reference"), both),
        ),
        Step(
            "It compares the answers, word by word",
            told(
                "F1 counts the words that two answers share, without articles. A wrong answer shares half of its words, and a right "
                "one hardly more. So a "
                "rule looks at numbers and dates, too: where they differ, the answer counts as wrong, whatever its F1."
            ),
            _compared(weeks) + _compared(year),
        ),
        Step(
            "The score",
            told("The mean F1 of all questions, as in the paper. Beside it the share of the answers that are exactly the same."),
            mean(values, "questions")
            + arithmetic(f"exact: {exact} ÷ {len(units)} = <b>{material.score('qags_em'):.2f}</b>")
            + asked(
                units, ("Question", "Output", "Reference", "F1"), [(*row, number(value)) for row, value in zip(both, values, strict=True)]
            ),
        ),
        Step(
            "A weak spot",
            told(
                f"Words are compared, not what they mean. {quoted(_ours(tower))} and {quoted(_plain(tower))} are one tower, and it "
                f"gets {number(_details(tower).f1 or 0.0)}; "
                f"{quoted(_ours(weeks))} and {quoted(_plain(weeks))} are more than eight months apart, and F1 still has "
                f"{number(_details(weeks).f1 or 0.0)}.",
                f"{quoted('Who was paid?')} is caught, with {number(_details(paid).f1 or 0.0)}, but only because the reference has "
                "no answer to it. Verbs are never asked about: "
                f"{', '.join(quoted(words) for words in bare[:5])} are not checked.",
            ),
            _compared(tower) + _compared(paid),
        ),
    ]


def _details(unit: Unit) -> QuestionDetails:
    return unit.details if isinstance(unit.details, QuestionDetails) else QuestionDetails()


def _ours(unit: Unit) -> str:
    answer = _details(unit).output_answer
    return answer.text if answer else ""


def _plain(unit: Unit) -> str:
    answer = _details(unit).reference_answer
    return answer.text if answer else "no answer"


def _theirs(unit: Unit) -> str:
    return f"<b>{escape(_plain(unit))}</b>" if _details(unit).reference_answer else "<i>no answer</i>"


def _compared(unit: Unit) -> str:
    """How the F1 of a question is reckoned."""
    ours, theirs = normalised(_ours(unit)), normalised(_plain(unit)) if _details(unit).reference_answer else []
    shared = _shared(ours, theirs)
    count = f"2 × {shared} shared ÷ ({len(ours)} + {len(theirs)} words)" if theirs else "no answer in the reference"
    return (
        f'<div class="fact"><p class="q">{escape(unit.question or "")}</p><p class="a">{escape(_ours(unit))} '
        f'<span class="versus">and</span> {escape(_plain(unit))}</p>'
        f"{arithmetic(f'{count} = <b>{_details(unit).f1 or 0.0:.2f}</b>')}</div>"
    )


def _shared(ours: Sequence[str], theirs: Sequence[str]) -> int:
    return sum((Counter(ours) & Counter(theirs)).values())
