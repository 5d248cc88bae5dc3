"""Content units are judged by the words of their sentence too."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.roles import Hypothesis
from engines.core.text import Text
from engines.decomposition import decompose
from engines.models import registry
from engines.verification.encoding.reference import encoded
from engines.verification.unit_support import UnitHead, load_unit_head, measure_units

REFERENCE = Text.of(
    "Ilse Varn, 42, opened a bakery in Orlestad in 2011. Her brother Tomas designed the sign above the door. "
    "The town's council gave the shop a prize for its rye bread last spring."
)
OUTPUT = Text.of("Ilse Varn, 42, opened a bakery in Orlestad and founded a zoo in Brekke.")


def hypotheses() -> dict[str, Hypothesis]:
    start, end = OUTPUT.sentences[0]
    return {
        unit.statement: Hypothesis(unit.statement, sentence=OUTPUT.sentence(0), parts=tuple((a - start, b - start) for a, b in unit.spans))
        for unit in decompose(OUTPUT)
        if all(start <= a < b <= end for a, b in unit.spans)
    }


def test_a_unit_is_as_doubtful_as_the_least_supported_word_it_takes_up() -> None:
    units = hypotheses()
    found = dict(zip(units, measure_units(encoded(REFERENCE), list(units.values())).least, strict=True))
    good = [value for statement, value in found.items() if "zoo" not in statement and "Brekke" not in statement]
    bad = [value for statement, value in found.items() if "zoo" in statement]
    assert good and bad and min(good) > max(bad)


def test_words_of_the_rewriting_cost_nothing_and_missing_ones_do() -> None:
    units = hypotheses()
    verifier = registry.get("verifier", "compact")
    verdicts = dict(zip(units, verifier.verify(REFERENCE, list(units.values())), strict=True))
    age = next(v for s, v in verdicts.items() if "42 years old" in s)
    zoo = next(v for s, v in verdicts.items() if "zoo" in s)
    assert age.probability > 0.6 > 0.4 > zoo.probability
    assert zoo.evidence


def test_a_statement_without_a_sentence_is_no_unit() -> None:
    plain = [Hypothesis("Ilse Varn founded a zoo."), Hypothesis("Ilse Varn founded a zoo.", sentence="Ilse Varn founded a zoo.")]
    assert np.isnan(measure_units(encoded(REFERENCE), plain).least).all()
    outside = Hypothesis("Ilse Varn founded a zoo.", sentence="Ilse Varn founded a zoo.", parts=((400, 500),))
    assert np.isnan(measure_units(encoded(REFERENCE), [outside]).least).all()


def test_a_conflict_in_a_unit_alone_is_believed_only_of_a_value() -> None:
    reference = Text.of("Shopkeepers did not vote for the plan. The bridge carries 8,000 cars a day.")
    sentence = "After a year of meetings and letters that nobody else had answered, shopkeepers led by Jonas Hale voted for the plan."
    at = sentence.index("voted for")
    long = Hypothesis("Shopkeepers voted for the plan.", sentence=sentence, parts=((at - 29, at - 18), (at, len(sentence) - 1)))
    assert measure_units(encoded(reference), [long, Hypothesis("The bridge is long.")]).agreeing == [True, None]
    verifier = registry.get("verifier", "compact")
    said = "The bridge, which shopkeepers have written letters about for years, carries {} cars a day, and nobody answers."
    found = []
    for number in ("9,000", "8,000"):
        whole = said.format(number)
        parts = ((0, 10), (whole.index("carries"), whole.index(" day") + 4))
        unit = Hypothesis(f"The bridge carries {number} cars a day.", sentence=whole, parts=parts)
        found.append(verifier.verify(reference, [unit])[0].probability)
    assert found[0] < 0.2 < 0.5 < found[1]


@settings(deadline=None)
@given(st.floats(0, 1), st.floats(0, 1), st.floats(-8, 8), st.floats(-8, 8))
def test_more_support_never_lowers_the_probability(first: float, second: float, word: float, other: float) -> None:
    head = load_unit_head()
    low = head.probability(np.array([min(first, second)]), np.array([min(word, other)]))
    high = head.probability(np.array([max(first, second)]), np.array([max(word, other)]))
    assert 0 <= low[0] <= high[0] <= 1


def test_the_head_weighs_log_odds() -> None:
    assert UnitHead(1.0, 0.0, 0.0).probability(np.array([0.25]), np.array([5.0]))[0] == 0.25
