"""Content units are judged by the words of their sentence too."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engines import registry
from engines.decomposition import decompose
from engines.roles import Hypothesis
from engines.text import Text
from engines.verification.reference import encoded
from engines.verification.unit_support import UnitHead, least_supported, load_unit_head

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
    found = dict(zip(units, least_supported(encoded(REFERENCE), list(units.values())), strict=True))
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
    assert np.isnan(least_supported(encoded(REFERENCE), plain)).all()
    outside = Hypothesis("Ilse Varn founded a zoo.", sentence="Ilse Varn founded a zoo.", parts=((400, 500),))
    assert np.isnan(least_supported(encoded(REFERENCE), [outside])).all()


@given(st.floats(0, 1), st.floats(0, 1), st.floats(-8, 8), st.floats(-8, 8))
def test_more_support_never_lowers_the_probability(first: float, second: float, word: float, other: float) -> None:
    head = load_unit_head()
    low = head.probability(np.array([min(first, second)]), np.array([min(word, other)]))
    high = head.probability(np.array([max(first, second)]), np.array([max(word, other)]))
    assert 0 <= low[0] <= high[0] <= 1


def test_the_head_weighs_log_odds() -> None:
    assert UnitHead(1.0, 0.0, 0.0).probability(np.array([0.25]), np.array([5.0]))[0] == 0.25
