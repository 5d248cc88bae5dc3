"""Questions as a person reads them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.language import parse_strings
from engines.parsing.arguments.structures import Argument
from engines.parsing.parser import RuleParser
from engines.parsing.scoring.selection import DISPLAY
from engines.parsing.wording.frames import Frame
from engines.parsing.wording.questions import worded
from engines.parsing.wording.statements import stated
from tests.engines.parsing.asking import asked

PARSER = RuleParser(thresholds=DISPLAY._replace(steady=0.0))


def questions(sentence: str, word: str) -> dict[str, list[str]]:
    """Question to answers of one predicate."""
    found: dict[str, list[str]] = {}
    for predicate in PARSER.parse(sentence, ("verb", "noun")):
        if predicate.predicate.text == word:
            for qa in predicate.qas:
                found.setdefault(qa.question, []).append(qa.answer.text)
    return found


@pytest.mark.parametrize(
    ("sentence", "word", "question"),
    [
        ("Two electric ferries were built in Oskarsholm.", "built", "Where was something built?"),
        ("Two electric ferries were built in Oskarsholm.", "built", "What was built?"),
        ("Police arrested a man suspected of theft.", "suspected", "What was someone suspected of?"),
        ("Police arrested a man suspected of theft.", "suspected", "Who was suspected of something?"),
        ("The inquiry failed to establish a cause.", "establish", "What didn't something establish?"),
        ("The inquiry failed to establish a cause.", "failed", "What did something fail to do?"),
        ("The work will last two years.", "last", "How long will something last?"),
        ("He waited two hours.", "waited", "How long did someone wait?"),
        ("Maren Oduya set off for Porto yesterday.", "set", "Who set off?"),
        ("Maren Oduya gave her brother a map.", "gave", "Who did someone give something to?"),
        ("Maren Oduya gave her brother a map.", "gave", "What did someone give someone?"),
        ("The drug could not be approved.", "approved", "What couldn't be approved?"),
        ("The acquisition of the mill by Brightwell was announced.", "acquisition", "Who acquired something?"),
        ("The festival will take place in Porto.", "take", "What will take place?"),
        ("She told reporters that the club was sold.", "told", "What did someone tell someone?"),
        ("The old bridge has a narrow arch.", "has", "What does something have?"),
    ],
)
def test_questions_read_as_english(sentence: str, word: str, question: str) -> None:
    assert question in questions(sentence, word)


def test_several_answers_share_a_question() -> None:
    assert questions("Ana and Ben painted the wall.", "painted")["Who painted something?"] == ["Ana", "Ben"]


WORDS = st.lists(
    st.sampled_from(
        (
            *("The", "the", "ferry", "Ana", "Ben", "he", "they", "it", "was", "were", "has", "been", "painted", "sold", "gave", "to", "of"),
            *("in", ",", ".", "(", ")", "Porto", "1998", "not", "never", "who", "which", "and", "but", "quickly", "-"),
        )
    ),
    min_size=1,
    max_size=18,
)


@given(WORDS)
@settings(max_examples=40, deadline=None)
def test_any_words_give_well_formed_questions(words: list[str]) -> None:
    text = "The ferry left Orlo.\n\n" + " ".join(words)
    found = PARSER.parse(text)
    assert found[0].qas
    for predicate in found:
        for qa in predicate.qas:
            assert qa.question.endswith("?") and not qa.question.endswith(" ?")
            assert qa.question[0].isupper() and "  " not in qa.question
            assert text[qa.answer.start : qa.answer.end] == qa.answer.text
            assert qa.statement == "" or (qa.statement[-1] in '.!?"”' and "  " not in qa.statement)


def test_an_object_that_is_not_asked_about_keeps_its_place_in_the_questions() -> None:
    doc = parse_strings(["The plan of the harbour, which Maria Ullin drew in 1688, was lost."])[0]
    verb, subject, year = (next(t.i for t in doc if t.text == word) for word in ("drew", "Ullin", "1688"))
    arguments = [Argument(subject, subject - 1, subject + 1, "SUBJ"), Argument(year, year - 1, year + 1, "ADJ", "when")]
    frame = Frame.of(doc, verb, "verb", "draw", arguments)
    assert [worded(frame, argument) for argument in arguments] == ["Who drew something?", "When did someone draw something?"]
    assert stated(frame, arguments[1]) == "Maria Ullin drew something in 1688."


@pytest.mark.parametrize("word, question", [("cost", "What would something have cost?"), ("took", "When did something take place?")])
def test_only_things_cost_and_take_place(word: str, question: str) -> None:
    sentence = {"cost": "Building there would have cost 1.2 million crowns.", "took": "It took place in May."}[word]
    assert question in questions(sentence, word)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Olena talked the vicar into a new roof.", "Who talked someone into something?"),
        ("Olena talked the vicar into a new roof.", "Who did someone talk into something?"),
        ("Engineer Rosa Lind put the damage down to salt from the viaduct.", "Who put something down to something?"),
        ("Critics attribute the delay to a strike.", "What does someone attribute to something?"),
        ("Storms almost ended the plan.", "What almost ended something?"),
        ("Storms almost ended the plan.", "What did something almost end?"),
        ("The sheds were nearly lost.", "What was nearly lost?"),
        ("The second egg was lost in a storm.", "How was something lost?"),
        ("He blames the shortfall on a frost.", "What does someone blame something on?"),
        ("She had rowed out on her own.", "How had someone rowed out?"),
        ("Mr Hale will drive the samples in a car.", "How will someone drive something?"),
        ("He watched the colony over 19 months.", "How long did someone watch something?"),
        ("They arrived two hours behind schedule.", "How did someone arrive?"),
        ("The season ended in defeat.", "How did something end?"),
        ("Nobody was hurt at work.", "Where was nobody hurt?"),
        ("The trial was put off to 14 June.", "Until when was something put off?"),
        ("The council provided Rosa with a map.", "Who provided someone with something?"),
        ("A skip kept the lorry from turning.", "What kept something from doing something?"),
        ("Numbers came back to half their level.", "What came back to something?"),
    ],
)
def test_what_belongs_to_a_verb_stays_in_its_questions(text: str, said: str) -> None:
    assert said in [question for question, _ in asked(text)]


@pytest.mark.parametrize(
    ("text", "unsaid"),
    [
        ("They took the road to the mill.", "to something?"),
        ("A landslide killed seven people from Orlo.", "from something?"),
        ("She sold the mill to Ana for 20 pounds.", "Who sold someone something for"),
        ("He blamed salt, though she stressed the cost.", "Despite what"),
        ("He blamed salt, although she stressed the cost.", "Despite what"),
        ("Members will go on paying two pounds a night.", "Who will go?"),
        ("Rovers recovered from a bad start to beat Orlo.", "Why did someone recover"),
        ("One man ended up during the transfer.", "Who ended up?"),
    ],
)
def test_what_belongs_to_a_noun_or_is_told_against_it_is_not_asked_with_the_verb(text: str, unsaid: str) -> None:
    assert not [question for question, _ in asked(text) if unsaid in question]
