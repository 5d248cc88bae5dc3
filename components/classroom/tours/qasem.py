"""The tour of QASem: predicates, questions and answers, verdicts, search, score."""

from components.classroom.tours.figures import Step, arithmetic, asked, both_texts, fact, number, output, quoted, search, told
from components.classroom.tours.material import Material
from components.html.groups import groups
from components.html.markup import escape


def steps(material: Material) -> list[Step]:
    """The steps of the tour."""
    analysis = material.analysis
    found = [group for group in groups(analysis) if not group.whole and group.span]
    units = [unit for group in found for unit in group.units]
    right, wrong, missed = material.unit("in 1953"), material.unit("for eleven weeks"), material.unit("Who was paid?", "Tomas Reed")
    supported = [unit for unit in units if unit.supported]
    cells = [
        (escape(u.predicate.text if u.predicate else ""), escape(u.question or ""), f"<b>{escape(u.answer.text if u.answer else '')}</b>")
        for u in units
    ]
    predicates = [(*group.span, "lit", "") for group in found if group.span]
    bare = [analysis.output.text[start:end] for start, end in analysis.unchecked or ()]
    return [
        Step("A reference, and an output", told(_READ), both_texts(material)),
        Step(
            "It looks for predicates",
            told(
                "A predicate is a word that says something of something: a verb, an adjective, a number. The parser, which is rules over a "
                f"grammar of the sentence, finds <b>{len(found)}</b> in this output."
            ),
            output(analysis, predicates),
        ),
        Step(
            "Every predicate becomes questions",
            told(
                f"Who did it? To whom? When? How long? The answers are exact pieces of the output: <b>{len(units)}</b> questions, "
                "each with one "
                "answer. Nobody has looked into the reference yet."
            ),
            asked(units, ("Predicate", "Question", "Answer"), cells),
        ),
        Step(
            "Each answer is checked by itself",
            told(
                "The verifier compares question and answer with the reference: does it have the answer, and in this role? It gives "
                "a probability; "
                "from 0.50 on the fact counts as supported."
            ),
            fact(right, analysis),
        ),
        Step(
            "This one fails",
            told(
                f"The reference has the same words around another value. A rule for quantities sees it, and the probability falls to "
                f"{number(wrong.probability or 0.0)}. The error is what differs: {quoted(_error(material, 'eleven weeks'))}."
            ),
            fact(wrong, analysis),
        ),
        Step(
            "How the evidence was found",
            told(
                f"Nobody tells the engine where to look. It halves the {len(analysis.reference.sentences)} sentences of the "
                "reference, scores both halves, "
                "and goes on below the better ones. Guess before each answer."
            ),
            search(wrong),
        ),
        Step(
            "The score",
            told("The share of the questions whose answers the reference supports, as in the paper."),
            arithmetic(f"{len(supported)} supported ÷ {len(units)} asked = <b>{material.score('qasem'):.3f}</b>")
            + asked(units, ("Question", "Answer"), [(q, a) for _, q, a in cells], True),
        ),
        Step(
            "A weak spot",
            told(
                f"The reference says <q>without payment</q>, yet {quoted('Who was paid? Tomas Reed')} passes with "
                f"{number(missed.probability or 0.0)}: "
                "the same man, the same repair, and a denial in other words. A high probability is no proof. Read the evidence.",
                f"And what no question asks about is not checked: {', '.join(quoted(words) for words in bare)}. That {quoted('43')} "
                "is marked as an error all "
                "the same is the work of the localizer, which judges every word beneath all engines."
                if bare
                else "",
            ),
            fact(missed, analysis),
        ),
    ]


_READ = (
    "Four things in the output are wrong. Find them before the engine does. The tour shows what it makes of this text, with the "
    "figures that it gave."
)


def _error(material: Material, words: str) -> str:
    place = next(each for each in material.planted if each.words == words)
    return next((e.text for e in material.analysis.errors or () if e.start < place.end and place.start < e.end), words)
