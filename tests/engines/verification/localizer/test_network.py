"""How the words of a text are read together, and their counterparts."""

import numpy as np

from engines.core.text import Text
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.counterparts import COSINES, Counterparts, counterparts
from engines.verification.localizer.model import load_networks
from engines.verification.localizer.network import WINDOW, windows
from engines.verification.localizer.reading import read_output
from engines.verification.localizer.signals.registry import NAMES

REFERENCE = "The harbour board criticised the ferry company in March. Ilse Varga studied mathematics in Hallam Bay."


def test_windows_are_whole_sentences_and_miss_none() -> None:
    assert windows([10, 20, 30]) == [(0, 3)]
    assert windows([WINDOW, 1, WINDOW - 1, 2 * WINDOW, 5]) == [(0, 1), (1, 3), (3, 4), (4, 5)]
    assert windows([0, 4, 0]) == [(0, 3)]
    assert windows([]) == windows([0, 0]) == []


def test_a_verb_exchanged_has_the_other_one_as_its_counterpart() -> None:
    reading = read_output(encoded(Text.of(REFERENCE)), Text.of("The harbour board praised the ferry company in March."))
    (sentence,) = reading.sentences
    of = counterparts(sentence)
    assert of.vectors.shape == (len(sentence.tree), 1 + len(COSINES), 384) and of.cosines.shape == (len(sentence.tree), len(COSINES))
    verb = next(i for i in range(len(sentence.tree)) if sentence.tree.text(i) == "praised")
    words = encoded(Text.of(REFERENCE)).words.surfaces
    vectors = encoded(Text.of(REFERENCE)).word_vectors(0, len(words))
    at = vectors @ of.vectors[verb, 2].astype(np.float32)
    assert words[int(at.argmax())] == "criticised"


def test_words_without_a_reference_have_no_counterparts() -> None:
    reading = read_output(encoded(Text.of("")), Text.of("Ilse Varga left."))
    of = counterparts(reading.sentences[0])
    assert not of.vectors[:, 1:].any() and not of.cosines.any()


def test_every_word_of_a_long_text_is_judged_and_far_ones_do_not_matter() -> None:
    networks = load_networks()
    draw = np.random.RandomState(0)

    def made(sentences: int) -> list[np.ndarray]:
        return [draw.randn(100, len(NAMES)).astype(np.float32) for _ in range(sentences)]

    rows, others = made(6), [Counterparts.none(100)] * 6
    found = networks.log_odds(rows, others)
    assert [len(of) for of in found] == [100] * 6 and all(np.isfinite(of).all() for of in found)
    changed = networks.log_odds([*rows[:5], rows[0]], others)
    assert all((before == after).all() for before, after in zip(found[:4], changed[:4], strict=True))
