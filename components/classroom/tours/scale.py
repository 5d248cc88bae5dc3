"""The tour of SCALE: sentences against chunks, search, three ways to make one score."""

from components.classroom.tours.figures import Step, arithmetic, bars, both_texts, fact, mean, number, output, quoted, search, told
from components.classroom.tours.material import Material
from components.html.markup import plural
from engines.core.details import SentenceDetails


def steps(material: Material) -> list[Step]:
    """The steps of the tour."""
    analysis, units = material.analysis, material.analysis.units
    values = [unit.probability or 0.0 for unit in units]
    right, wrong, mixed = material.unit("was paid"), material.unit("eleven weeks"), material.unit("43 metres")
    details = wrong.details if isinstance(wrong.details, SentenceDetails) else SentenceDetails()
    chunks, size = details.chunks, analysis.engine.settings.get("chunk_size")
    whole = " The reference is so short that one chunk holds all of it." if len(chunks) == 1 else ""
    listed = [(unit.statement, value, bool(unit.supported)) for unit, value in zip(units, values, strict=True)]
    spans = [(*analysis.output.sentences[n], "lit" if n % 2 == 0 else "lit other", f"hypothesis {n + 1}") for n in range(len(units))]
    inverse = " + ".join(f"1/{value:.2f}" for value in values)
    return [
        Step(
            "A reference, and an output",
            told("Four things in the output are wrong. Find them first, and remember in which sentences they are."),
            both_texts(material),
        ),
        Step(
            "Every sentence is a hypothesis",
            told(
                f"Nothing is taken apart: the {plural(len(units), 'sentence')} of the output are checked as they stand. That is "
                "what makes it fast."
            ),
            output(analysis, spans),
        ),
        Step(
            "The reference is read in large chunks",
            told(
                f"A sentence is held against chunks of up to {size} tokens that overlap, and the best chunk decides.{whole}",
                f"For {quoted(wrong.statement)} the chunk says:",
            ),
            bars((f"Characters {chunk.start} to {chunk.end} of the reference", chunk.score, chunk.score >= 0.5) for chunk in chunks),
        ),
        Step(
            "A verdict for each sentence",
            told(
                f"{sum(good for _, _, good in listed)} of {len(listed)} sentences count as supported, with a probability of 0.50 or more."
            ),
            bars(listed),
        ),
        Step(
            "How the evidence is found",
            told(
                "This search is the heart of SCALE: instead of asking about every sentence of a long document, halve it again and "
                "again. For a thousand "
                "sentences that is some forty questions, not a thousand; here, where two halves are kept at every step, "
                f"{details.calls or len(wrong.trace)}. Guess before each answer."
            ),
            search(wrong),
        ),
        Step(
            "The score",
            told("The mean of the sentences, as in the paper. The least of them, and the harmonic mean, let one bad sentence weigh more."),
            mean(values, "sentences")
            + arithmetic(f"the least = <b>{material.score('scale_min'):.2f}</b>")
            + arithmetic(f"harmonic: {len(values)} ÷ ({inverse}) = <b>{material.score('scale_harmonic'):.2f}</b>"),
        ),
        Step(
            "A weak spot",
            told(
                "One wrong word condemns a whole sentence: that Ida Morrow designed the tower is right, and goes down with "
                f"{quoted('43 metres')} "
                f"to {number(mixed.probability or 0.0)}.",
                f"And a sentence near enough to the reference passes: {quoted(right.statement)} has "
                f"{number(right.probability or 0.0)}, though it was done "
                "<q>without payment</q>.",
            ),
            fact(mixed, analysis),
        ),
    ]
