"""What the pointer network finds in the places of an output's words."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engines.core.errors import UnavailableError
from engines.core.text import Text
from engines.verification.encoding.alignment import Alignment, align
from engines.verification.encoding.reference import encoded
from engines.verification.localizer import pointer
from engines.verification.localizer.cloze import ROUNDS, alone, clozes
from engines.verification.localizer.pointer import (
    COMMON,
    OF_VERBS,
    SHARE,
    SHIFT,
    Pointed,
    PointerNetwork,
    load_pointer_network,
    pointed,
    read,
)
from engines.verification.localizer.reading import ReadSentence, read_output

REFERENCE = (
    "The tram museum will close for eleven weeks. Linnea Prochaska, an engineer, found cracks in the roof. "
    "Bertil Quane, who chairs the trust, said insurance would pay 186,000 crowns. Members rejected a plan on Tuesday by 41 votes."
)


def alignment(sentence: str) -> Alignment:
    return align(encoded(Text.of(REFERENCE)), [sentence])[0]


def rather(text: str, words: str) -> tuple[float, str]:
    """By how much another word is likelier than those of the last sentence, and which."""
    of = read_output(encoded(Text.of(REFERENCE)), Text.of(text)).sentences[-1]
    at = next(i for i, surface in enumerate(of.alignment.words.surfaces) if surface == words)
    found = next(one for one in pointed(of) if at in one.gap)
    return found.margin, of.alignment.reference.words.surfaces[found.other]


def sentence(output: str) -> ReadSentence:
    return read_output(encoded(Text.of(REFERENCE)), Text.of(output)).sentences[0]


def added(output: str) -> dict[str, float]:
    of = sentence(output)
    return {of.tree.doc.text[word.start : word.end]: value for word, value in zip(of.tree.words, read(of), strict=True)}


def test_a_number_of_something_else_is_not_what_stands_there() -> None:
    margin, other = rather("The museum will be shut for 41 weeks.", "41")
    assert margin > 1 and other == "eleven"
    assert rather("The museum will be shut for eleven weeks.", "eleven")[0] < -1


def test_a_name_in_anothers_place_is_less_likely_than_the_right_one() -> None:
    right, wrong = (rather(f"{name} is the chair of the trust.", name.split()[0])[0] for name in ("Bertil Quane", "Linnea Prochaska"))
    assert wrong > right + 1


def test_it_speaks_against_words_and_not_of_what_is_no_gap() -> None:
    told = added("It will be shut for 41 weeks.")
    assert told["It"] == told["for"] == -SHIFT
    assert told["41"] > -SHIFT and told["shut"] >= -OF_VERBS and min(told[word] for word in ("weeks", "41")) >= -SHIFT
    assert set(added("He was there.").values()) == {-SHIFT}


def read_with(monkeypatch: pytest.MonkeyPatch, margins: dict[str, float]) -> dict[str, float]:
    """What is added to the words of a sentence where the network says this of some of them."""
    text = "Mona Tilliard sold 41 barges."
    surfaces = sentence(text).alignment.words.surfaces
    told = [Pointed((surfaces.index(word),), margin, 0, 0.5) for word, margin in margins.items()]
    monkeypatch.setattr(pointer, "pointed", lambda sentence: told)
    return added(text)


@pytest.mark.parametrize(
    ("word", "margin", "adds"),
    [
        ("41", 2.0, 2.0 * SHARE),
        ("41", -2.0, 0.0),
        ("barges", 2.0, 2.0 * COMMON),
        ("barges", -2.0, 0.0),
        ("Mona", 2.0, 2.0 * SHARE),
        ("Mona", 4.0, 4.0 * SHARE + pointer._SURELY),
        ("Mona", -1.0, -1.0 * SHARE),
        ("Mona", -9.0, pointer._LEAST_OF_NAME * SHARE),
    ],
)
def test_it_may_speak_for_a_name_and_only_against_other_words(
    monkeypatch: pytest.MonkeyPatch, word: str, margin: float, adds: float
) -> None:
    assert read_with(monkeypatch, {word: margin})[word] == pytest.approx(adds - SHIFT)


@pytest.mark.parametrize(
    ("reference", "output", "is_told_of"),
    [
        ("Mona Tilliard: I sold 41 barges.", "Mona Tilliard sold 41 barges.", True),
        ("Mona Tilliard: My aunt sold 41 barges.", "Mona Tilliard's aunt sold 41 barges.", True),
        ("Mona Tilliard: My aunt sold 41 barges.", "Mona Tilliard sold 41 barges.", False),
        ("Mona Tilliard: The aunt sold 41 barges.", "Mona Tilliard sold 41 barges.", False),
    ],
)
def test_it_says_nothing_against_whoever_says_i(monkeypatch: pytest.MonkeyPatch, reference: str, output: str, is_told_of: bool) -> None:
    text = f"Host: Who bought the quay?\n{reference}\nHost: When?\nMona Tilliard: In June."
    of = read_output(encoded(Text.of(text)), Text.of(output)).sentences[0]
    monkeypatch.setattr(pointer, "pointed", lambda sentence: [Pointed((0, 1), 2.0, 0, 0.5)])
    assert read(of)[0] + SHIFT == pytest.approx(0.0 if is_told_of else 2.0 * SHARE)


def test_it_takes_more_off_a_verb(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_with(monkeypatch, {"sold": 2.0})["sold"] == pytest.approx(2.0 * COMMON - OF_VERBS)


def test_a_name_that_is_not_surely_right_is_read_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, ...]] = []
    monkeypatch.setattr(pointer, "alone", lambda alignment, gap, *of, **how: asked.append(gap) or alone(alignment, gap, *of, **how))
    of = sentence("Linnea Prochaska chairs the trust, and insurance would pay 41 crowns.")
    told = of.derived(pointed)
    assert asked == [(0, 1)] and len(told) == len({one.gap for one in told})
    cloze = alone(of.alignment, (0, 1))
    assert cloze is not None
    (again,) = pointer._pointed(cloze, load_pointer_network().log_probabilities([cloze])[0])
    assert next(one for one in told if one.gap == (0, 1)).margin == pytest.approx(again.margin)
    pointer.instead(of, [[i for i, inside in enumerate(of.inside) if {0, 1} & set(inside.tolist())]])
    assert asked == [(0, 1)], "what it would rather have is known"


def test_what_the_reference_has_instead_is_a_value_or_a_name_as_a_whole() -> None:
    text = "The museum will be shut for 41 weeks."
    of = sentence(text)
    number = next(i for i, word in enumerate(of.tree.words) if text[word.start : word.end] == "41")
    assert {i: place.text for i, place in pointer.instead(of, [[number]]).items()} == {number: "eleven weeks"}
    reference = encoded(Text.of(REFERENCE))
    surname = reference.words.surfaces.index("Quane")
    assert REFERENCE[slice(*pointer._whole(reference, surname))] == "Bertil Quane"


@pytest.mark.parametrize(
    ("word", "other", "probability", "shown"),
    [
        ("Mona", "Linnea", 0.45, "Linnea Prochaska"),
        ("Mona", "Linnea", 0.3, None),
        ("she", "Linnea", 0.45, "Linnea Prochaska"),
        ("41", "eleven", 0.6, "eleven weeks"),
        ("41", "eleven", 0.45, None),
        ("nurse", "engineer", 0.95, "engineer"),
        ("nurse", "engineer", 0.6, None),
        ("Mona", "engineer", 0.6, None),
    ],
)
def test_only_what_is_sure_is_shown_instead(
    monkeypatch: pytest.MonkeyPatch, word: str, other: str, probability: float, shown: str | None
) -> None:
    of, theirs = sentence("Mona said she is a nurse for 41 weeks."), encoded(Text.of(REFERENCE)).words.surfaces.index(other)
    gap = (of.alignment.words.surfaces.index(word),)
    monkeypatch.setattr(pointer, "pointed", lambda sentence: [])
    monkeypatch.setattr(pointer, "_pointed", lambda cloze, odds: [Pointed(gap, 1.0, theirs, probability)])
    run = [i for i, inside in enumerate(of.inside) if gap[0] in inside]
    assert [span.text for span in pointer.instead(of, [run]).values()] == ([shown] if shown else [])


def test_a_word_is_asked_about_alone_and_only_names_stand_where_a_pronoun_does() -> None:
    of, surfaces = alignment("He chairs the trust of the museum."), encoded(Text.of(REFERENCE)).words.surfaces
    asked = alone(of, (0,), as_name=True)
    assert asked is not None and asked.gaps == ((0,),)
    names = {surfaces[at] for at in asked.candidates[asked.fits[0]].tolist()}
    assert {"Linnea", "Quane"} <= names and "roof" not in names
    likeliest = load_pointer_network().log_probabilities([asked])[0][0, 1:].argmax()
    assert surfaces[asked.candidates[likeliest]] in ("Bertil", "Quane")


def test_a_sentence_as_long_as_a_book_is_read_in_parts() -> None:
    found = clozes(alignment("The clerk bought the barge, " + "and the engineer found cracks in the roof, " * 60 + "and nobody saw it."))
    together = load_pointer_network().log_probabilities(found)
    assert len(found) > pointer._AT_ONCE and [len(odds) for odds in together] == [len(cloze.gaps) for cloze in found]


def test_probabilities_are_of_what_fits() -> None:
    found = clozes(alignment("Members rejected a plan on Tuesday by 41 votes."))
    assert len(found) == ROUNDS and load_pointer_network().log_probabilities([]) == []
    for cloze, odds in zip(found, load_pointer_network().log_probabilities(found), strict=True):
        assert odds.shape == (len(cloze.gaps), 1 + len(cloze.candidates))
        assert np.exp(odds).sum(1) == pytest.approx(np.ones(len(cloze.gaps)))
        assert (odds[:, 1:][~cloze.fits] < -100).all()


def test_what_is_read_beside_others_is_read_as_alone() -> None:
    found = clozes(alignment("Members rejected a plan on Tuesday by 41 votes, said Bertil Quane."))
    together = load_pointer_network().log_probabilities(found)
    for cloze, odds in zip(found, together, strict=True):
        (alone,) = PointerNetwork(load_pointer_network().weights).log_probabilities([cloze])
        assert (alone == odds).all()


def test_what_was_read_is_not_read_again_and_what_differs_is(monkeypatch: pytest.MonkeyPatch) -> None:
    network = PointerNetwork(load_pointer_network().weights)
    reads: list[int] = []
    original = PointerNetwork._read
    monkeypatch.setattr(PointerNetwork, "_read", lambda self, of: reads.append(len(of)) or original(self, of))
    found = clozes(alignment("Members rejected a plan on Tuesday by 41 votes."))
    first = network.log_probabilities([*found, found[0]])
    again = network.log_probabilities(found[::-1])
    assert reads == [len(found)] and all((a == b).all() for a, b in zip(first, again[::-1], strict=False)) and (first[-1] == first[0]).all()
    fits = found[0].fits.copy()
    fits[0, fits[0].argmax()] = False
    assert (network.log_probabilities([replace(found[0], fits=fits)])[0] != first[0]).any() and reads == [len(found), 1]
    other = clozes(alignment("Members rejected a plan on Monday by 41 votes."))
    network.log_probabilities(other)
    assert sum(reads) > len(found) + 1, "the sentence around a gap is another"


def test_without_its_weights_it_says_what_makes_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pointer, "asset", lambda *names: tmp_path.joinpath(*names))
    with pytest.raises(UnavailableError, match=r"Run: python -m explorer\.training pointer"):
        load_pointer_network.__wrapped__()


def test_what_stands_before_a_sentence_counts() -> None:
    reference = encoded(Text.of(REFERENCE))
    first, second = (
        read_output(reference, Text.of(f"{name} spoke. The trust has a chair.")) for name in ("Bertil Quane", "Linnea Prochaska")
    )
    told = [reading.worked_out(read, reading.sentences[1], in_its_place=True) for reading in (first, second)]
    again = read_output(reference, first.output)
    assert (again.worked_out(read, again.sentences[1], in_its_place=True) == told[0]).all()
    assert (told[0] != told[1]).any() or pointed(first.sentences[1])[0].margin != pointed(second.sentences[1])[0].margin


def test_a_sentence_of_the_reference_is_not_read() -> None:
    copied, retold = "Members rejected a plan on Tuesday by 41 votes.", "Members turned a plan down on Tuesday by 41 votes."
    assert pointed(sentence(copied)) == [] and pointed(sentence(retold))
    assert set(read(sentence(copied)).tolist()) == {-SHIFT, -OF_VERBS}
