"""Who or what of names, of what is called a thing, and of what only may be a person; long questions say what they need to."""

import pytest

from engines.english.inflection import verb_lemma
from tests.engines.parsing.asking import asked


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("Hector sold four boats.", "Who sold something?", "Hector"),
        ("We built the Pattern Learner, a program that sorts shells.", "What did someone build?", "the Pattern Learner"),
        ("We tested a decoder, which improves the sound.", "What improves something?", "a decoder"),
        ("The town runs the mine, which employs fifty men.", "What does something run?", "the mine"),
        ("The apps are not working.", "What isn't working?", "The apps"),
        ("He lives in a part of Denmark that is now Tessen.", "What is now Tessen?", "a part of Denmark"),
        ("The novel describes Tomas' trial.", "Who was tried?", "Tomas"),
        ("The firm installed two pumps.", "What did someone install?", "two pumps"),
        ("The shops were closed owing to rain.", "Why was something closed?", "owing to rain"),
        ("She performed there for the rest of 2021.", "When did someone perform?", "for the rest of 2021"),
        ("The pages can be read in any order.", "How can something be read?", "in any order"),
        ("They anticipate sales to rise.", "What does someone anticipate?", "sales to rise"),
        ("The 26-year-old Englishman rowed home.", "How old was the Englishman?", "26"),
        ("The café was judged too expensive.", "What was judged too expensive?", "The café"),
        ("Mara Lind, an agent of Veltro, which sells pumps, left.", "Who is an agent of Veltro?", "Mara Lind"),
        ("The letter is from Mara Lind, an agent of Veltro.", "What is from Mara Lind?", "The letter"),
        ("The poem swayed Councillor Mirela Sand.", "Who did something sway?", "Councillor Mirela Sand"),
        ("Her opposite number Bram Hadley declined to pay.", "Who declined to do something?", "Her opposite number Bram Hadley"),
        ("Nine boats sailed; seven have turned up in Orlo.", "What has turned up?", "seven"),
        ("The town paid for the purchase of Kestler Optik.", "What was purchased?", "Kestler Optik"),
        ("The old feeder was down for repairs.", "What was down for repairs?", "The old feeder"),
        ("A lone tug failed to move the barge.", "What failed to do something?", "A lone tug"),
        ("Two big trawlers have left the port.", "What has left something?", "Two big trawlers"),
        ("He stole nine defibrillators and sold them abroad.", "What did someone sell?", "nine defibrillators"),
        ("They will hire a lorry.", "What will someone hire?", "a lorry"),
        (
            "The old barge will sail in the spring thanks to a bequest from a retired teacher.",
            "Why will something sail?",
            "thanks to a bequest from a retired teacher",
        ),
    ],
)
def test_it_is_asked_so(text: str, question: str, answer: str) -> None:
    assert (question, answer) in asked(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A sales consultant called the office.", "consulted"),
        ("We propose a graph learning framework.", "learning"),
        ("Earnings per common share fell.", "common"),
        ("They described their favourite towns.", "favourite"),
        ("The shops were closed owing to rain.", "owe"),
    ],
)
def test_that_is_not_asked(text: str, words: str) -> None:
    assert not [question for question, _ in asked(text) if words in question]


def test_the_common_spelling_of_a_verb_is_taken() -> None:
    assert verb_lemma("installed", "instal", "VBD") == "install"
    assert verb_lemma("riding", "rid", "VBG") == "ride"
    assert verb_lemma("travelled", "travel", "VBD") == "travel"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Sallow has agreed to Hall B at full price.", "What has someone agreed to?"),
        ("Most of those on the waiting list want plots.", "Who wants something?"),
        ("The caretaker sat up with those watching for owls.", "Who did someone sit up with?"),
        ("Poorer households can ask Jean Abara to waive it.", "Who can ask someone to do something?"),
        ("Tarnholt, a market town, lies on the east bank.", "What lies somewhere?"),
        ("The schoolchildren sold cake.", "Who sold something?"),
        ("Carved by ice, Lake Orvenn is deep.", "What carved something?"),
    ],
)
def test_who_those_are_and_what_has_a_number(text: str, said: str) -> None:
    assert said in [question for question, _ in asked(text)]
