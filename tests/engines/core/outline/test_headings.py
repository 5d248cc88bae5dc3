"""Headings are no statements: no engine judges them, and they are told of as unchecked."""

import pytest

from engines.core.engine import Outcome
from engines.core.findings import WordSupport
from engines.core.outline.headings import headings, stated
from engines.core.text import Text
from engines.declaration.registry import names
from engines.qasem.engine import QASem
from explorer import analyze
from explorer.model_choice.localizing import LocatingRun
from explorer.services.engines import build

REFERENCE = "The mill in Orlo closed in May 2011. It opens again in June."
OUTPUT = (
    "# Orlo mill\n\n## Harbour works\nThe mill closed in May 2012.\n\nNew deep dredging plans\n\n**Next steps**\n\nIt opens again in June."
)
HEADINGS = ["Orlo mill", "Harbour works", "New deep dredging plans", "Next steps"]


@pytest.mark.parametrize(
    ("output", "passed"),
    [
        ("## Summary\n\nThe mill closed in May.", ["Summary"]),
        ("## 2. Early years\nThe mill closed in May.", ["Early years"]),
        ("The mill\n\nIt closed in May.\n\n**Next steps**\n\nIt opens in June.", ["The mill", "Next steps"]),
        ("## Harbour works\n\nThey closed in May.", ["Harbour works"]),
        ("Mill closes\n\nIt closed in May.", []),  # says something
        ("# Petra Lunn resigns as mayor\n\nShe left in May.", []),
        ("# The mill closed\n\nThat was in May.", []),
        ("## Repairs of 2011\n\nIt closed in May.", []),  # a number may be wrong
        ("- The mill in Orlo\n- 31 repairs\n\nIt closed in May.", []),  # items of a list
        ("Repairs: 31\n\nIt closed in May.", []),
        ("The mill in Orlo", []),  # there is nothing else
    ],
)
def test_lines_that_state_nothing_are_headings(output: str, passed: list[str]) -> None:
    text = Text.of(output)
    assert [text.model_text[slice(*text.sentences[i])].strip("*# \n") for i in sorted(headings(text))] == passed


@pytest.mark.parametrize("engine", names())
def test_no_engine_says_anything_of_a_heading(engine: str) -> None:
    analysis = analyze(REFERENCE, OUTPUT, engine=engine)
    assert analysis.units and {unit.details.sentence for unit in analysis.units} == {2, 5}
    assert "2012" in " ".join(error.text for error in analysis.errors) and len(analysis.errors) == 1
    unchecked = [OUTPUT[start:end] for start, end in analysis.unchecked]
    assert all(any(run in heading for run in unchecked) for heading in HEADINGS)
    assert all(OUTPUT[deletion.start : deletion.end] in ("in May 2012", "2012") for deletion in analysis.deletions)


def test_the_longest_subsequence_keeps_headings_as_they_are() -> None:
    lss = analyze(REFERENCE, OUTPUT, engine="lss").lss
    assert lss is not None and [line for line in lss.splitlines() if line in HEADINGS] == HEADINGS
    nothing = analyze(REFERENCE, "## Summary\n\nPetra Lunn sold 40 violins to Ilse Varga.", engine="lss").lss
    assert nothing == ""


def test_words_of_headings_are_not_judged_by_a_localizer_that_reads_the_text_as_it_is_written() -> None:
    class Everything:
        name = identity = "everything"

        def locate(self, reference: Text, output: Text) -> tuple[WordSupport, ...]:
            return (WordSupport(3, 10, 0.9), WordSupport(12, 15, 0.9))

    output = Text.of("## Summary\nThe mill closed in May.")
    engine = build("qasem")
    assert isinstance(engine, QASem)
    *_, last = LocatingRun(engine, Everything()).run(Text.of(REFERENCE), output)
    assert isinstance(last, Outcome) and [output.text[word.start : word.end] for word in last.words or ()] == ["he "]


def test_offsets_and_sentences_stay_where_headings_are_not_read() -> None:
    text = Text.of(OUTPUT)
    read = stated(text)
    assert (read.text, read.sentences, len(read.model_text)) == (text.text, text.sentences, len(text.text))
    assert "Harbour" not in read.model_text and "The mill closed" in read.model_text
    assert stated(Text.of("The mill closed.")) is Text.of("The mill closed.")
