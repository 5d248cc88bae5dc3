"""Questions of constructions that are easily read wrongly: each is asked rightly, and what the wrong reading would ask is not asked."""

import pytest

from tests.engines.parsing.asking import asked


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("No one was seriously hurt.", "Who was hurt?", "No one"),
        ("The number of patients rose by 7 per cent to 48,200.", "What did something rise to?", "48,200"),
        ("He built violins, each numbered in pencil beneath the board.", "What was something numbered beneath?", "the board"),
        ("She wrote to her three co-authors on Monday.", "Who did someone write to?", "her three co-authors"),
        ("She chose it, on the understanding that the freight would not be charged.", "On what condition did someone choose something?",
         "on the understanding that the freight would not be charged"),
        ("She agreed on condition that Feld becomes her assistant.", "Who might become something?", "Feld"),
        ("Oakes asked everyone to put up with the noise until then.", "Who might put up with something?", "everyone"),
        ("The parties also went through the accident figures.", "What did someone go through?", "the accident figures"),
        ("She was the first woman to preside over the court.", "Who presided?", "the first woman"),
        ("Tickets were reduced by a quarter.", "By how much was something reduced?", "by a quarter"),
        ("When Gore retired, Wilmot stood aside and Ewart became coach.", "Who stood aside?", "Wilmot"),
        ("The governors, chaired in Mrs Agyeman's absence by Tobias Lunt, left.", "Who chaired someone?", "Tobias Lunt"),
        ("Dye poured into a hole on the moor has surfaced in a trough.", "What has surfaced?", "Dye poured into a hole on the moor"),
        ('"We would rather have been listened to than occupied anything," said Nuala Brisk.', "Who would have been listened to?", "We"),
        ("She taught herself mathematics, and at nineteen was taken on as a computer at the observatory.", "Who was taken on?", "She"),
        ("They lost a dog that nobody had reported missing.", "What had nobody reported missing?", "a dog"),
        ("A boat sank after its owner, Ruben Ask, had swerved.", "Who had swerved?", "its owner"),
        ("He built violins, using spruce that he felled himself during the winter moon.", "What did someone fell?", "spruce"),
        ("The board of the Upper Brenn Railway, a heritage line run by volunteers, met.", "What is a heritage line run by volunteers?",
         "the Upper Brenn Railway"),
        ("The women's eight he founded pulled unofficial matches until 1964.", "Who founded something?", "he"),
        ("Shares in Norrick & Vane, the maker of it, fell by a fifth.", "What fell?", "Shares in Norrick & Vane, the maker of it"),
        ("Its founder, Lars Ottaway, stepped down as chairman in March.", "What did someone step down as?", "chairman"),
        ("Its population, estimated at 1,800, is threatened by stoats.", "What is something estimated at?", "1,800"),
        ("The store was enlarged at a cost of 1.8 million.", "How was something enlarged?", "at a cost of 1.8 million"),
        ("The extractor is not in place.", "What isn't in place?", "The extractor"),
        ("They withdrew their offer to buy the barn.", "What did someone withdraw?", "their offer to buy the barn"),
        ("The plan was approved by seven votes to four.", "How was something approved?", "by seven votes"),
        ("The tea has been stewing for an hour.", "How long has something been stewing?", "for an hour"),
        ("They compared bakers with cooks matched for age, sex and service.", "What was someone matched for?", "age, sex and service"),
        ("They washed and dried the cups.", "What did someone wash?", "the cups"),
        ("The ship, which they had expected to sell, sank.", "What might someone sell?", "The ship"),
        ("The board dropped its plan for the summer to close it.", "What did someone plan to do?", "to close it"),
    ],
)  # fmt: skip
def test_what_is_easily_read_wrongly_is_asked_rightly(text: str, question: str, answer: str) -> None:
    assert (question, answer) in asked(text)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Her successor, she hinted, would be her former apprentice.", ("Who hinted?", "Her successor")),
        ("Because she had criticised the president's brother, she retired to Orlo.", ("Who retired?", "the president's brother")),
        ("Hikers are better equipped but worse prepared.", ("Who is worse?", "Hikers")),
        ("The head asked for time to think.", ("When might someone think?", "time")),
        ("They led by a goal with eleven minutes to play.", ("When might someone play?", "eleven minutes")),
        ("It measures 7 to 9 centimetres, excluding the tail.", ("What does something exclude?", "the tail")),
        ("The firm, whose large store was sold, paid its members.", ("What was large?", "whose large store")),
        ("They withdrew their offer to buy the barn.", ("Why did someone withdraw something?", "to buy the barn")),
        ("She laughs and blames her knees.", ("What does someone laugh?", "her knees")),
        ("The council, meanwhile, wants the form signed.", ("When does someone want something?", "meanwhile")),
        ("Attendance, which organisers had expected to fall, rose.", ("Who might fall something?", "organisers")),
        ("What he had taken for coal was a black shale.", ("Who was a black shale?", "he")),
        ("Her songs, longer and sadder than his, were ignored.", ("What was ignored?", "longer")),
        ("The bird is threatened chiefly by stoats.", ("How is something threatened?", "chiefly")),
        (
            "While his sister Femi Castell admitted it, he had lent them to a school.",
            ("Who had someone lent to something?", "Femi Castell"),
        ),
    ],
)
def test_what_a_wrong_reading_would_ask_is_not_asked(text: str, answer: tuple[str, str]) -> None:
    assert answer not in asked(text)
