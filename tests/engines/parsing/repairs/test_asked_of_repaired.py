"""What is asked of sentences whose parse is put right: inserted clauses, amounts of years, passives that share their auxiliary."""

import pytest

from tests.engines.parsing.asking import asked


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        # what is inserted between commas
        ("The quay was, until 1911, a market.", ("What was a market?", "The quay"), "What was until 1911?"),
        ("The tower was, she wrote, the tallest in Orlo.", ("What was the tallest in Orlo?", "The tower"), "she wrote, the"),
        ("Ada sailed early, as the letter has it, in June.", ("When did someone sail?", "in June"), "Why"),
        (
            "Ada rowed home, as she told her aunt, because of the fog.",
            ("Why did someone row?", "because of the fog"),
            "Why did someone tell",
        ),
        (
            "She has not, so far, answered the letter.",
            ("What hasn't been answered?", "the letter"),
            "What has been answered?",
        ),
        ("The loan was not, in fact, paid in May.", ("When wasn't something paid?", "in May"), "was something paid"),
        # forms of verbs that are another one's, or another form
        ("The firm proposed to fell the elms.", ("What might someone fell?", "the elms"), "fallen"),
        ("Ada, however, found in the log that the lamp had been cut.", ("Who found something?", "Ada"), "was found"),
        ("Ada was found in the mill.", ("Who was found?", "Ada"), "Who found"),
        # objects that are the second verb's alone, and places by which something stands
        ("Eleven members retired or sold their land.", ("Who retired?", "Eleven members"), "retire something"),
        ("Her hut stands by the first bridge.", ("Where does something stand?", "by the first bridge"), "How"),
        # who orders, advises or wishes is behind "of"
        ("At the urging of the officer, divers took a look.", ("Who urged?", "the officer"), "was urged"),
        ("The hall was whitewashed on the orders of the bishop.", ("What was whitewashed on something?", "The hall"), "was ordered"),
        ("Ada went on the advice of her doctor.", ("Who went?", "Ada"), "was advised"),
        ("The proposal of a new bridge was refused.", ("What was proposed?", "a new bridge"), "Who proposed"),
        # participles that are prepositions
        ("The crew, given the storm, turned back.", ("Why did someone turn back?", "the storm"), "give"),
        ("Exports rose compared with May.", ("What did something rise compared with?", "May"), "rise with"),
        # verbs
        ("Ada was taken to the clinic and discharged that night.", ("Who was discharged?", "Ada"), "discharged something"),
        ("You need not answer.", ("Who needn't answer?", "You"), "doesn't"),
        ("The baker refused, and so did the miller.", ("Who refused?", "The baker"), "did"),
        ("The strike hurt them: in May Norlink sold two mills.", ("What did someone sell?", "two mills"), "hurt them"),
        ("Stalls that stayed on the quay provide a good living.", ("What stayed somewhere?", "Stalls"), "What did something stay?"),
        # times and amounts
        ("The museum opened an hour late.", ("When did something open?", "an hour late"), "open something"),
        ("Rents fell from 900 in 1950 to 300 in 1990.", ("What did something fall from?", "900 in 1950"), "When"),
        # what a noun is told beside
        (
            "Brekke is a village on the coast of Sapo, the largest island of the group.",
            ("What is the largest island of the group?", "Sapo"),
            "",
        ),
        ("It followed two floods in Port Orlo, which were blamed on a dam.", ("What was blamed?", "two floods"), "blamed? Port Orlo"),
        # prepositional phrases
        (
            "In cooperation with the council, Ada planted limes.",
            ("How did someone plant something?", "In cooperation with the council"),
            "Where",
        ),
        ("Most residents commute to Brekkedal.", ("Where does someone commute?", "to Brekkedal"), "commute to someone"),
        # nouns
        (
            "The council considers a business rates cut for shops.",
            ("What does someone consider?", "a business rates cut for shops"),
            "is cut",
        ),
        ("The firm announced another prices rise for May.", ("Who announced something?", "The firm"), "rises"),
        ("Her co-author, the historian Ada Brekk, was absent.", ("Who is her co-author?", "the historian Ada Brekk"), "Who is author"),
        # participles and main verbs
        (
            "It may be lifted after two clear samples taken 24 hours apart.",
            ("What is taken?", "two clear samples"),
            "took",
        ),
        ("A chart made about 1819 was sold.", ("What was sold?", "A chart made about 1819"), "made something"),
        (
            "The mayor said issuing a warning after one sample would have meant trouble.",
            ("What did someone say?", "issuing a warning after one sample would have meant trouble"),
            "say doing",
        ),
        ("It was agreed to close the ford.", ("What was agreed?", "to close the ford"), "agreed to do"),
        # prepositions
        (
            "She credits the goats she carried each June with curing it.",
            ("What does someone credit something with doing?", "curing it"),
            "carry something? with",
        ),
        ("Work must wait for the end of spawning.", ("What must something wait for?", "the end of spawning"), "When"),
        ("We waited for Monday.", ("What did someone wait for?", "Monday"), "When"),
        # times and amounts
        ("By ten the parties had arrived.", ("When had someone arrived?", "By ten"), "How"),
        ("The trip was shortened by a day.", ("By how much was something shortened?", "by a day"), "What shortened"),
        ("Real waits did not move by a second.", ("By how much didn't something move?", "by a second"), "When"),
        ("Between 1808 and 1814 Thole engraved maps.", ("When did something engrave something?", "Between 1808 and 1814"), "1814 Thole"),
        ("In that district rents fell from 1,127 in 1951 to 438 in 2019.", ("What did something fall from?", "1,127 in 1951"), ""),
        ("The ban could be lifted on Tuesday at the earliest.", ("When could something be lifted?", "on Tuesday"), "at the earliest"),
    ],
)
def test_it_is_asked_as_it_is_meant(text: str, right: tuple[str, str], wrong: str) -> None:
    found = asked(text)
    assert right in found
    assert wrong == "" or [each for each in found if wrong in " ".join(each)] == []


def test_a_participle_in_commas_leaves_the_subject_to_the_verb() -> None:
    text = "His chart of the islands, made about 1819 but dated 1588, went to the Duke of Hallam for 900 thalers."
    assert ("What was made?", "His chart of the islands") in asked(text)
    assert not [question for question, _ in asked(text) if "someone go" in question]


def test_a_heading_in_capitals_tells_of_nothing_that_happened() -> None:
    found = asked("RECORDER'S REPORT FOR THE YEAR\n\nMay was cold.")
    assert [answer for _, answer in found if answer.isupper()] == []
    assert ("What was cold?", "May") in found


def test_a_sentence_may_begin_with_to_and_a_length_of_time() -> None:
    assert ("Who added something?", "she") in asked("To three days of work she added a fourth.")
