"""What is not asked in running text, so that a reader meets few wrong answers."""

import pytest

from tests.engines.parsing.asking import asked as questions
from tests.engines.parsing.asking import asking_all


def test_a_particle_is_a_part_of_its_verb_whatever_its_tag():
    asked = questions("The lease of the mill runs out in 2031.")
    assert ("When does something run out?", "in 2031") in asked
    assert not any(answer == "out" for _, answer in asked)


def test_nothing_is_asked_of_prepositions_made_of_nouns():
    asked = questions("In addition to the mill, Ana Orlo bought a barge in order to carry grain.", ("noun",))
    assert asked == []


def test_an_agent_needs_something_that_it_acts_on():
    assert questions("The dealer left.", ("noun",)) == []
    assert ("Who built something?", "The builder") in questions("The builder of the mill left.", ("noun",))


def test_an_age_names_a_person():
    assert ("Who signed something?", "The 22-year-old") in questions("The 22-year-old signed the contract.")


@pytest.mark.parametrize("phrase", ["of course", "for example", "as a whole"])
def test_set_phrases_answer_nothing(phrase):
    assert not any(answer.lower() == phrase for _, answer in questions(f"The council {phrase} repaired the bridge."))


def test_no_answer_is_a_part_of_another_to_the_same_question():
    asked = questions("The services were held on Sunday, 20 April, in Brekke.")
    times = [answer for question, answer in asked if question.startswith("When")]
    assert len(times) == 1


def test_quotation_marks_are_never_left_alone():
    text = 'He said the samples "are not acceptable" and that the "whole batch was lost.'
    predicates = asking_all().parse(text)
    assert any(parsed.qas for parsed in predicates)
    for parsed in predicates:
        for qa in parsed.qas:
            assert qa.question.count('"') % 2 == 0
            assert qa.statement.count('"') % 2 == 0


def test_a_word_glued_together_is_no_predicate():
    assert not any("overview" in question.lower() for question, _ in questions("The RX-8 OVERVIEWIntroduced in 1993 was sold in Tarrow."))


def test_bounds_of_a_time_are_no_events():
    assert questions("The mill worked until the end of the war.", ("noun",)) == []


def test_what_includes_something_does_not_do_it():
    asked = questions("Her new role includes overseeing repairs.")
    assert not any(question.startswith(("What oversees", "Who oversees")) for question, _ in asked)


def test_a_clause_without_its_subject_is_no_answer():
    for _, answer in questions("The inspectors made sure staffing levels were safe at the Orlo clinic."):
        assert not answer.startswith("were")


def test_by_and_a_person_belongs_to_a_passive():
    asked = questions("Ana Orlo was told to leave the harbour by the council.")
    assert ("What might someone leave?", "the harbour") in asked
    assert not any(question.startswith("What did someone leave by") or question.endswith("leave something by?") for question, _ in asked)


def test_what_was_not_done_was_done_by_nobody():
    asked = questions("The keeper was in the squad but did not make any appearances.", ("noun",))
    assert not any(question.startswith("Who appeared") for question, _ in asked)


def test_a_participle_with_as_has_no_subject_of_its_own():
    asked = questions("As promised, we are announcing the names that were accepted for the Orlo prize.")
    assert not any("promised" in question and answer == "we" for question, answer in asked)


def test_the_noun_before_a_comma_may_be_what_was_caused():
    asked = questions("Mr Brekke will have to tackle serious problems in Orlo, caused by low oil prices.")
    assert ("What caused something?", "low oil prices") in asked
    assert not any("caused" in question and answer == "Mr Brekke" for question, answer in asked)


def test_an_employee_is_employed():
    asked = questions("Ana Orlo was an employee of the mill.", ("noun",))
    assert not any("employed" not in question and answer == "the mill" for question, answer in asked if question.startswith("What was"))
    assert not any(question.startswith("Who did someone employ") for question, _ in asked)


def test_a_free_kick_is_not_free():
    assert not any(question.startswith("What was free") for question, _ in questions("The keeper saved a free kick.", ("adjective",)))


def test_examples_of_what_was_done_are_no_part_of_it():
    asked = questions("She led several prosecutions, including the harbour trial.", ("noun",))
    assert not any("including" in question for question, _ in asked)


def test_an_answer_may_end_with_a_closed_quotation():
    asked = questions('The town will pay a "high price" if the mill closes.', ("verb",))
    assert ("What might something pay?", 'a "high price"') in asked
