"""The tour of LSS: words are deleted until the reference supports what is left."""

import math

from components.classroom.tours.figures import Step, arithmetic, bars, both_texts, fact, number, output, quoted, told
from components.classroom.tours.material import Material
from components.html.markup import escape
from engines.lss.scores import words_of


def steps(material: Material) -> list[Step]:
    """The steps of the tour."""
    analysis = material.analysis
    text, lss = analysis.output.text, analysis.lss or ""
    sentence = analysis.output.sentences[1]
    words = [(text[start:end], p, p >= 0.5) for start, end, p in material.words if sentence[0] <= start < sentence[1]]
    least = min((p, text[start:end]) for start, end, p in material.words)
    deleted = [(part.start, part.end, "struck", "deleted") for part in analysis.deletions]
    weeks, paid = material.unit("eleven weeks"), material.unit("Who was paid?", "Tomas Reed")
    first = text[analysis.deletions[0].start : analysis.deletions[0].end]
    ours, theirs = lss.split(), text.split()
    brevity = math.exp(1 - len(theirs) / len(ours)) if len(ours) <= len(theirs) else 1.0
    gone = len(words_of(text)) - len(words_of(lss))
    return [
        Step(
            "A reference, and an output",
            told("Four things in the output are wrong. Which words would you strike out?"),
            both_texts(material),
        ),
        Step(
            "Every word gets a probability",
            told(
                "A head that was trained on what people struck out says of each word how surely it can stay: from how well it, and "
                "its neighbours, are found "
                f"in the reference. This is the second sentence; the least of all words is {quoted(least[1])} with {number(least[0])}."
            ),
            bars(words),
        ),
        Step(
            "Words hang together",
            told(
                f"Striking out {quoted('weeks')} alone would leave {quoted('stopped for eleven')}. So the engine looks for the best "
                "set of words to keep: each is worth its "
                "probability (as log-odds), and tearing a phrase apart costs something. On the tree of the sentence the best set is "
                "found exactly.",
            ),
            output(analysis, deleted),
        ),
        Step(
            "Why the words went",
            told("Every deletion is explained by the questions that its words answer, and by the evidence."),
            fact(weeks, analysis),
        ),
        Step(
            "The longest supported subsequence",
            told(
                "What is left, in the order of the output, with nothing added. LSS* is the same with its grammar repaired"
                + ("; here there was nothing to repair." if analysis.lss_star == lss else ":")
            ),
            f'<blockquote class="sub"><p>{escape(lss)}</p></blockquote>'
            + (
                f'<blockquote class="sub"><p>{escape(analysis.lss_star)}</p></blockquote>'
                if analysis.lss_star and analysis.lss_star != lss
                else ""
            ),
        ),
        Step(
            "The score",
            told(
                "How much of the output is left? BLEU compares what is left with the output: runs of one to four words that are the "
                "same, less a penalty for being "
                "shorter. Gaps in the middle cost more than a missing end."
            ),
            arithmetic(
                f"{len(words_of(lss))} of {len(words_of(text))} words kept = <b>{material.score('lss_ratio'):.2f}</b>, {gone} deleted"
            )
            + arithmetic(f"shortness: e<sup>1 − {len(theirs)}/{len(ours)}</sup> = <b>{brevity:.2f}</b>")
            + arithmetic(
                f"runs of words {material.score('lss_bleu') / brevity:.2f} × {brevity:.2f} = LSS-BLEU "
                f"<b>{material.score('lss_bleu'):.2f}</b>"
            )
            + arithmetic(f"ROUGE-L, the longest common run with gaps = <b>{material.score('lss_rougeL'):.2f}</b>"),
        ),
        Step(
            "A weak spot",
            told(
                f"Deleting cannot put anything right. {quoted(first)} is struck out, and what is left says only that the tower "
                f"{quoted('is tall')}.",
                "And a sentence whose words all occur in the reference loses nothing: "
                f"{quoted('The clockmaker Tomas Reed was paid to repair it.')} stays, with {number(paid.probability or 0.0)} "
                "for its answer, since <q>payment</q>, <q>repaired</q> and the name are there.",
            ),
            fact(paid, analysis),
        ),
    ]
