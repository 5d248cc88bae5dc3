"""Values of the evidence put into the place of wrong ones."""

from engines.core.language import parse_strings
from engines.core.results import Evidence
from engines.revision.values.counterparts import counterparts
from engines.revision.values.replacements import replacements


def put_in(sentence: str, evidence: str, *found: str) -> list[str]:
    docs = parse_strings([sentence, evidence])
    passages = [(Evidence(0, len(evidence), evidence, 1.0, 0), docs[1])]
    values = (*replacements(docs[0], evidence, passages, found), *counterparts(docs[0], passages, found))
    return [sentence[: r.start] + r.text + sentence[r.end :] for r in values]


def test_a_town_is_not_replaced_without_its_state() -> None:
    docs = parse_strings(["Ana Lind was born in Leeds, Alabama.", "Ana Lind was born in Wilmington, Delaware."])
    evidence = [(Evidence(0, 42, docs[1].text, 1.0, 0), docs[1])]
    assert "Wilmington" not in [r.text for r in replacements(docs[0], docs[1].text, evidence)]


def test_the_article_fits_the_value_put_in() -> None:
    docs = parse_strings(["Lind met a 15-year-old boy.", "Lind met an 18-year-old boy."])
    found = list(replacements(docs[0], docs[1].text, [(Evidence(0, 28, docs[1].text, 1.0, 0), docs[1])]))
    assert [docs[0].text[: r.start] + r.text + docs[0].text[r.end :] for r in found] == [docs[1].text]


def test_what_the_evidence_has_in_the_same_role_is_put_in() -> None:
    assert "It is to last thirty-one months." in put_in("It is to last twenty-one months.", "Building is to take thirty-one months.")
    built = put_in("The board approved the demolition.", "The board has approved the reconstruction of the dam.", "reconstruction")
    assert built == ["The board approved the reconstruction."]
    flood = put_in("A flood, in 1985, left cracks.", "A second flood, in 1995, washed away a road and left cracks.")
    assert flood == ["A flood, in 1995, left cracks."]


def test_a_value_that_is_said_of_others_is_not_put_in() -> None:
    budget = "The board has budgeted 412 million crowns."
    assert put_in("The board agreed to pay the farmers 20 million crowns.", budget, "412 million crowns") == []


def test_one_name_does_not_stand_for_two() -> None:
    evidence = "Norvik Motors finished bottom of the table of yards."
    assert put_in("Oskar Motors finished bottom of the table of yards.", evidence) == [evidence]
    assert put_in("Lunds and Oskars finished bottom of the table of yards.", evidence) == []
