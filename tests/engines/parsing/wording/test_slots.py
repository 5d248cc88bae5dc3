"""What a question has in the place of what it does not ask for, and which words its answer leaves to it."""

import pytest

from tests.engines.parsing.asking import asked


@pytest.mark.parametrize(
    ("text", "question", "answer"),
    [
        ("The thief proves to be his son.", "What does someone prove to be?", "his son"),
        ("It came from one region.", "Where did something come from?", "one region"),
        ("She made him do the dishes.", "What did someone make someone do?", "do the dishes"),
        ("She hopes to cut waits to eight weeks.", "What might someone cut something to?", "eight weeks"),
        ("There she trained under Anton Breuer.", "Who did someone train under?", "Anton Breuer"),
        ("Ruth directs at a lively pace.", "How does someone direct?", "at a lively pace"),
        ("They were caught speeding in April.", "Who was caught doing something?", "They"),
        ("The drought made a new pipe necessary.", "What did something make something be?", "necessary"),
        ("The drought made a new pipe necessary.", "What made something necessary?", "The drought"),
        ("Critics considered the play dull.", "What did someone consider something to be?", "dull"),
        ("The cake tastes best on Monday.", "What tastes best?", "The cake"),
        ("Yields stayed the same.", "What stayed the same?", "Yields"),
        ("He said sorry for strimming the rhubarb.", "What did someone say?", "sorry for strimming the rhubarb"),
        ("The widow presented the nurse with a watch.", "Who presented someone with something?", "The widow"),
        ("They alerted him that two colonies were starving.", "Who alerted someone of something?", "They"),
        ("The head warned that prison was possible.", "What did someone warn?", "prison was possible"),
        ("Following surgery he kept to lighter tasks.", "Who kept to something?", "he"),
        ("The gardener, whose rejection stemmed from fear, moved.", "What did something stem from?", "fear"),
        ("Sir Derek leaves, making way for Priya Lamont.", "Who does someone make way for?", "Priya Lamont"),
        ("The paper looks back on a July trip.", "What does something look back on?", "a July trip"),
        ("The board accused them of hiding the keys.", "What did someone accuse someone of doing?", "hiding the keys"),
        ("He gave her away to the owner.", "Who did someone give away to someone?", "her"),
        ("Ada Brock put the idea forward in 1768.", "When did someone put something forward?", "in 1768"),
        ("The guide turned a party of six around below the summit.", "Where did someone turn something around?", "below the summit"),
        ("The method brings the error down to 50 seconds.", "What does something bring something down to?", "50 seconds"),
        ("He plans to come back at Christmas.", "When might someone come back?", "at Christmas"),
        ("His programme lasted from 1974 to 2004.", "How long did something last?", "from 1974 to 2004"),
        ("Pilots relied on it for decades.", "How long did someone rely on something?", "for decades"),
        ("Most of them had it back by nightfall.", "When did someone have something back?", "by nightfall"),
        ("Profit dropped to £2.3m even though sales grew.", "What did something drop to?", "£2.3m"),
        ("Ulla escaped by climbing over the wall.", "How did someone escape?", "by climbing over the wall"),
        ("The position they sent turned out to be the summit's.", "What did something turn out to be?", "the summit's"),
        ("The position they sent turned out to be the summit's.", "What was the summit's?", "The position they sent"),
        ("All the data came from one region.", "How many of the data came somewhere?", "All"),
        ("The council is covering half the repair bill.", "How much of the repair bill is someone covering?", "half"),
        ("Hedges are sprayed only about twice a year.", "How often is something sprayed?", "only about twice a year"),
        ("Nearly all beds are taken.", "How many beds are taken?", "Nearly all"),
        ("Ada Brock put up a million towards the project.", "What did someone put up towards something?", "a million"),
        ("He was fined for strimming the rhubarb.", "What did someone strim?", "the rhubarb"),
    ],
)
def test_what_is_not_asked_for_stays_in_the_question(text: str, question: str, answer: str) -> None:
    assert (question, answer) in asked(text)


def test_an_adjective_inside_an_answer_is_not_asked_about_again_with_the_same_words() -> None:
    questions = [question for question, _ in asked("Bo carried a damp coat.")]
    assert "What did someone carry?" in questions and "What was damp?" not in questions
    assert ("What was damp?", "a damp coat") in asked("Bo carried a damp coat.", ("adjective",))
    assert ("What was damp?", "The coat") in asked("The coat was damp.")


def test_both_is_no_answer_to_how_many() -> None:
    questions = [question for question, _ in asked("Wilk scored both goals.")]
    assert "What did someone score?" in questions and not any(question.startswith("How many") for question in questions)


def test_a_deed_is_not_what_a_place_or_a_thing_is() -> None:
    questions = [question for question, _ in asked("They moved it to a cannery, a concept that the critics praised.")]
    assert questions and not any("a concept" in question for question in questions)
    assert ("Who is a chess player?", "Irena Vale") in asked("They met Irena Vale, a chess player.")


def test_what_is_denied_before_but_is_not_denied_behind_it() -> None:
    questions = [question for question, _ in asked("Edda Lunn was not allowed a degree but sat in on lectures.")]
    assert "Who wasn't allowed something?" in questions and "Who sat in on something?" in questions
    assert "What wasn't repaired?" in [question for question, _ in asked("The barn was not sold or repaired.")]


def test_an_expedition_expedites_nothing() -> None:
    questions = [question for question, _ in asked("The Orlo expedition and the outbreak of fever ended in May.")]
    assert "What ended?" in questions and not any("expedite" in question or "outbroken" in question for question in questions)
