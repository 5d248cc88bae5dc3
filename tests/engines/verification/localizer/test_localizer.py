"""Which words the localizer finds wrong, on invented texts."""

import numpy as np
import pytest

from engines.core.text import Text
from engines.models import registry
from engines.verification.encoding.reference import encoded
from engines.verification.localizer.model import asset_digest, numbers, places_otherwise, rare_signs
from engines.verification.localizer.reading import read_output
from engines.verification.localizer.signals.pronouns import unsaid
from engines.verification.localizer.signals.registry import NAMES, SIGNALS, signal_rows

REFERENCE = (
    "Ilse Varga was born in Hallam Bay in 1931 and studied mathematics. The harbour board criticised the ferry company in March. "
    "A 47-year-old engineer was hurt when the crane fell. The board paid 310 crowns for the repairs."
)


def wrong(output: str, threshold: float = 0.5) -> list[str]:
    words = registry.get("localizer", "compact").locate(Text.of(REFERENCE), Text.of(output))
    return [output[word.start : word.end] for word in words if word.probability > threshold]


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        ("Ilse Varga was born in Hallam Bay in 1931.", []),
        ("Ilse Varga was born in Hallam Bay in 1947.", ["1947"]),
        ("Tomas Reyle was born in Hallam Bay in 1931.", ["Tomas", "Reyle"]),
        ("A 74-year-old engineer was hurt when the crane fell.", ["74", "year", "old"]),
        ("The harbour board praised the ferry company in March.", ["praised"]),
        ("She was born in Hallam Bay in 1931.", ["She"]),
    ],
)
def test_the_wrong_words_and_no_others(output: str, expected: list[str]) -> None:
    assert wrong(output) == expected


SPOKEN = (
    "Q: Why did you leave the bank, Ms Ostervik? A: I was bored. I spent three years with a violin maker in Brekke, and in the first year "
    "I was not allowed to touch a finished violin. My friend Jorun lent me the money for the workshop."
)
TOLD = "Ostervik left the bank. She spent three years with a violin maker in Brekke. Her friend Jorun lent her the money for the workshop."


def test_nobody_is_called_he_or_she_wrongly_where_the_reference_calls_nobody_so() -> None:
    words = registry.get("localizer", "compact").locate(Text.of(SPOKEN), Text.of(TOLD))
    pronouns = [word.probability for word in words if TOLD[word.start : word.end].lower() in ("she", "her")]
    assert len(pronouns) == 3 and max(pronouns) < 0.25
    first = registry.get("localizer", "compact").locate(Text.of(SPOKEN), Text.of("She left the bank."))[0]
    assert first.probability > 0.5  # nobody was named before


@pytest.mark.parametrize(
    ("output", "is_wrong"), [("It appears that the board paid for the repairs.", False), ("It studied mathematics.", True)]
)
def test_an_it_that_stands_for_nothing_is_no_error(output: str, is_wrong: bool) -> None:
    assert ("It" in wrong(output)) == is_wrong


@pytest.mark.parametrize(("pronoun", "open_"), [("She", True), ("He", False)])
def test_a_title_tells_which_pronoun_is_wrong(pronoun: str, open_: bool) -> None:
    reading = read_output(encoded(Text.of(SPOKEN)), Text.of(f"Ostervik left the bank. {pronoun} was bored."))
    assert unsaid(reading, [np.zeros(len(sentence.tree)) for sentence in reading.sentences])[1][0] == open_


def test_a_copy_has_no_wrong_words_whatever_it_says() -> None:
    assert wrong("The board paid 310 crowns for the repairs.", 0.05) == []


def test_what_the_reference_has_instead_goes_with_the_word() -> None:
    output = "The harbour board praised the ferry company in March."
    words = registry.get("localizer", "compact").locate(Text.of(REFERENCE), Text.of(output))
    instead = {output[word.start : word.end]: word.found for word in words}
    assert instead["praised"] is not None and instead["praised"].text == "criticised"
    assert REFERENCE[instead["praised"].start : instead["praised"].end] == "criticised" and instead["harbour"] is None


@pytest.mark.parametrize("output", ["— … —", "Δεν υπάρχει.", "7", "a" * 400, "Yes.\n\n- one\n- two"])
def test_odd_outputs_have_words_in_order_or_none(output: str) -> None:
    words = registry.get("localizer", "compact").locate(Text.of(REFERENCE), Text.of(output))
    edges = [edge for word in words for edge in (word.start, word.end)]
    assert edges == sorted(edges) and all(0 <= word.probability <= 1 for word in words)


def test_the_identity_names_the_weights() -> None:
    assert asset_digest() in registry.get("localizer", "compact").identity


def test_every_signal_has_a_row_for_every_word_and_a_column_for_every_name() -> None:
    reading = read_output(encoded(Text.of(REFERENCE)), Text.of("She studied chemistry. The crane fell on a 47-year-old engineer."))
    assert len({signal.name for signal in SIGNALS}) == len(SIGNALS) == 9
    for signal in SIGNALS:
        for sentence, rows in zip(reading.sentences, signal.rows(reading), strict=True):
            assert rows.shape == (len(sentence.tree), len(signal.columns)) and np.isfinite(rows).all(), signal.name
    assert [rows.shape[1] for rows in signal_rows(reading)] == [len(NAMES)] * 2


def column(output: str, name: str) -> dict[str, float]:
    reading = read_output(encoded(Text.of(REFERENCE)), Text.of(output))
    at = NAMES.index(name)
    return {
        sentence.tree.text(i): float(rows[i, at])
        for sentence, rows in zip(reading.sentences, signal_rows(reading), strict=True)
        for i in range(len(sentence.tree))
    }


@pytest.mark.parametrize(
    ("output", "word"),
    [
        ("The board paid 450 crowns for the repairs.", "450"),
        ("The harbour board did not criticise the ferry company in March.", "criticise"),
        ("She was born in Hallam Bay in 1931.", "She"),
    ],
)
def test_rare_signs_are_seen(output: str, word: str) -> None:
    reading = read_output(encoded(Text.of(REFERENCE)), Text.of(output))
    (sentence,), (rows,) = reading.sentences, signal_rows(reading)
    marked = {sentence.tree.text(i) for i in np.flatnonzero(rare_signs(rows))}
    assert word in marked and marked.isdisjoint({"board", "paid", "crowns", "born", "Hallam", "1931", "March", "ferry"})


def test_numbers_of_values_count_more_than_a_pronoun_or_a_name() -> None:
    reading = read_output(encoded(Text.of(REFERENCE)), Text.of("In 1931 one of them paid 450 crowns to Hallam Bay."))
    (sentence,), (rows,) = reading.sentences, signal_rows(reading)
    found = {sentence.tree.text(i) for i in np.flatnonzero(numbers(rows))}
    assert {"1931", "450"} <= found and found.isdisjoint({"paid", "of", "Hallam", "Bay", "them"})


def test_places_where_another_word_says_something_else_are_counted() -> None:
    reading = read_output(encoded(Text.of(REFERENCE)), Text.of("The harbour board praised the ferry company in March."))
    (sentence,), (rows,) = reading.sentences, signal_rows(reading)
    counted = {sentence.tree.text(i): int(number) for i, number in enumerate(places_otherwise(rows))}
    assert counted["praised"] > 0 and counted["March"] == counted["board"] == 0


def test_relations_see_a_verb_exchanged_between_the_same_arguments() -> None:
    other, same = (column(f"The harbour board {verb} the ferry company.", "relations:frame_lead") for verb in ("praised", "criticised"))
    assert other["praised"] > 0.5 > 0 > same["criticised"]


def test_surroundings_see_a_number_exchanged() -> None:
    other, same = (column(f"The board paid {number} crowns for the repairs.", "surroundings:lead_6") for number in ("920", "310"))
    assert other["920"] > 0.5 and same["310"] == pytest.approx(0, abs=0.05)


LETTERS = """From: Inga Solt
To: Thomas Brandt

Dear Thomas, I can bring the doses on Monday. My aunt says she will drive. Mr Eddow, the warden, will open when he is back.

From: Thomas Brandt
To: Inga Solt

I can paint the sign. He must not forget the key."""


@pytest.mark.parametrize(
    ("output", "word", "open_"),
    [
        ("Inga Solt can bring the doses. She asked her aunt to drive.", 0, True),
        ("The doses come at Inga's request. She brings them on Monday.", 0, True),
        ("Thomas will paint the sign. He can do it.", 0, True),
        ("Thomas will paint the sign. She can do it.", 0, False),
        ("The warden will open. She is back on Monday.", 0, False),
    ],
)
def test_who_speaks_of_themselves_may_be_called_he_or_she(output: str, word: int, open_: bool) -> None:
    reading = read_output(encoded(Text.of(LETTERS)), Text.of(output))
    assert unsaid(reading, [np.zeros(len(sentence.tree)) for sentence in reading.sentences])[1][word] == open_


INTERVIEWED = """Edda Quaile has run the night ferries since 2017. She spoke to us at the depot.

How did you come to the ferries?

By accident. I was a clerk, and in 2011 the pilot, Bryn Aldous, broke his hip. I was asked to steer for three weeks.

Who travelled with you?

Bakers, mostly. We asked who was on board and moved the landing to the hospital. I liked the porters best.

What next?

A tenth crossing. I want it out to the warehouses at Vell."""


@pytest.mark.parametrize(
    ("output", "pronoun", "open_"),
    [
        ("Edda Quaile was a clerk until the pilot, Bryn Aldous, broke his hip. She was asked to steer for three weeks.", "She", True),
        ("Edda Quaile was a clerk until the pilot, Bryn Aldous, broke his hip. He was asked to steer for three weeks.", "He", False),
        ("Next she wants a tenth crossing out to the warehouses at Vell.", "she", True),
        ("Edda Quaile runs the ferries. They asked who was on board.", "They", True),
        ("Edda Quaile runs the ferries. They wanted a tenth crossing out to the warehouses.", "They", False),
    ],
)
def test_who_answers_without_a_label_may_be_called_so_too(output: str, pronoun: str, open_: bool) -> None:
    reading = read_output(encoded(Text.of(INTERVIEWED)), Text.of(output))
    of = unsaid(reading, [np.zeros(len(sentence.tree)) for sentence in reading.sentences])
    found = [
        bool(value)
        for sentence, values in zip(reading.sentences, of, strict=True)
        for word, value in zip(sentence.tree.words, values, strict=True)
        if sentence.tree.doc.text[word.start : word.end] == pronoun
    ]
    assert found == [open_]


def test_pronouns_are_linked_or_not() -> None:
    assert column("She studied mathematics.", "pronouns:linked")["She"] == 0
    assert column("Anna Berg was born in 1931. She studied mathematics.", "pronouns:linked")["She"] == 1


def test_conflicts_stand_at_their_words() -> None:
    found = column("The board paid 920 crowns for the repairs.", "conflicts:weight")
    assert found["920"] > 0.5 and found["repairs"] == 0
