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
    ],
)
def test_it_is_asked_as_it_is_meant(text: str, right: tuple[str, str], wrong: str) -> None:
    found = asked(text)
    assert right in found
    assert wrong == "" or [each for each in found if wrong in " ".join(each)] == []
