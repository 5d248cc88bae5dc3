"""The tour of ACUEval: the output cut into atomic facts, each a sentence that stands alone."""

from components.classroom.tours.figures import Step, arithmetic, asked, bars, both_texts, fact, mean, number, output, quoted, search, told
from components.classroom.tours.material import Material
from components.html.markup import escape
from engines.units.alignment import spans_of


def steps(material: Material) -> list[Step]:
    """The steps of the tour."""
    analysis, units = material.analysis, material.analysis.units
    values = [unit.probability or 0.0 for unit in units]
    struck, wrong, paid = material.unit("Lightning struck", "in 1953"), material.unit("eleven weeks"), material.unit("was paid")
    again = [
        unit
        for unit in units
        if unit.statement.endswith("two volunteers wind the clock.") or unit.statement == "Two volunteers wind the clock."
    ]
    spans = [(start, end, "lit", "") for start, end in spans_of(struck)]
    cells = [(str((unit.details.sentence or 0) + 1), f"<b>{escape(unit.statement)}</b>") for unit in units]
    supported = sum(bool(unit.supported) for unit in units)
    return [
        Step("A reference, and an output", told("Four things in the output are wrong. Find them first."), both_texts(material)),
        Step(
            "The output is cut into atomic facts",
            told(
                f"{len(analysis.output.sentences)} sentences become <b>{len(units)}</b> atomic content units: each says one thing, "
                "and is a sentence of its own. "
                "Here rules over a grammar write them; in the paper a large language model does."
            ),
            asked(units, ("Sentence", "Content unit"), cells),
        ),
        Step(
            "Every unit stands alone",
            told(
                f"Lit are the words of the output that this unit is made of. The sentence says {quoted('it')}; the unit says what "
                f"that is: {quoted(struck.statement)} "
                "Else nobody could check it by itself."
            ),
            output(analysis, spans),
        ),
        Step("Each is checked by itself", told("The verifier holds the statement against the whole reference."), fact(struck, analysis)),
        Step(
            "This one fails",
            told(
                f"{quoted('Eleven')} is in the reference, {quoted('weeks')} is not: the probability is {number(wrong.probability or 0.0)}."
            ),
            fact(wrong, analysis),
        ),
        Step("How the evidence was found", told("The reference is halved again and again. Guess before each answer."), search(wrong)),
        Step(
            "The score",
            told("The mean of the probabilities, as in the paper; the hard score is the share of units that count as supported."),
            mean(values, "units")
            + arithmetic(f"hard: {supported} ÷ {len(units)} = <b>{material.score('acueval_hard'):.2f}</b>")
            + bars((unit.statement, value, bool(unit.supported)) for unit, value in zip(units, values, strict=True)),
        ),
        Step(
            "A weak spot",
            told(
                f"What is said once can count several times: {', '.join(quoted(unit.statement) for unit in again)} are nearly the "
                "same, and each is a supported "
                "unit that lifts the score.",
                f"And a denial in other words is missed: {quoted(paid.statement)} has {number(paid.probability or 0.0)}. The "
                "reference says <q>without payment</q>.",
            ),
            fact(paid, analysis),
        ),
    ]
