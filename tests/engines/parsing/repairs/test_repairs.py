"""What the pipeline's parser often takes for something else is put right, and nothing else is touched."""

from collections.abc import Iterator

import pytest

from engines.core.language import parse_strings
from engines.parsing.repairs import repair as repairs
from engines.parsing.repairs.repair import repaired


def arcs(text: str) -> dict[str, tuple[str, str]]:
    """What changes: word, what it depends on, and as what."""
    (doc,) = parse_strings([text])
    new = repaired(doc)
    return {b.text: (b.head.text, b.dep_) for a, b in zip(doc, new, strict=True) if (a.head.i, a.dep_) != (b.head.i, b.dep_)}


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("He agreed provided that Nyholm was not dismissed.", {"provided": ("agreed", "advcl")}),
        (
            "On the round, hygienist Kwame Astley noticed fewer holes where no sweet drinks are sold but warned against conclusions.",
            {"hygienist": ("Astley", "compound"), "Astley": ("noticed", "nsubj"), "warned": ("noticed", "conj"), "but": ("noticed", "cc")},
        ),
        ("She blamed the fall in lorries.", {"in": ("fall", "prep")}),
        ("Nobody over fifty was made to work nights.", {"work": ("made", "xcomp")}),
        ("As the zinc was too soft, metallurgist Ingmar Stael mixed a new alloy.", {"soft": ("was", "acomp"), ",": ("mixed", "punct")}),
        (
            "After her mother's death Brekkhart was raised by her aunt.",
            {"After": ("raised", "prep"), "mother": ("death", "poss"), "death": ("After", "pobj")},
        ),
        ("As lake warden she marked safe routes.", {"As": ("marked", "prep"), "lake": ("warden", "compound"), "warden": ("As", "pobj")}),
        (
            "He hopes to admit lorries, while warden Osk Brandal has asked households to wait.",
            {"while": ("asked", "mark"), "warden": ("Brandal", "compound"), "asked": ("hopes", "advcl")},
        ),
        (
            "Reserve warden Ambrose Kettley, citing the birds, asked for a fence.",
            {
                "Reserve": ("Kettley", "compound"),
                "warden": ("Kettley", "compound"),
                "Kettley": ("asked", "nsubj"),
                ",": ("asked", "punct"),
                "citing": ("asked", "advcl"),
                "asked": ("asked", "ROOT"),
                ".": ("asked", "punct"),
            },
        ),
        (
            "Two patients who had not received the preventive antibiotic developed wound infections.",
            {
                "patients": ("developed", "nsubj"),
                "the": ("antibiotic", "det"),
                "preventive": ("antibiotic", "amod"),
                "antibiotic": ("received", "dobj"),
                "developed": ("developed", "ROOT"),
                "infections": ("developed", "dobj"),
                ".": ("developed", "punct"),
            },
        ),
        ("It was Petra from the counter who suggested it.", {"suggested": ("Petra", "relcl")}),
        ("The reviewer found the scherzo untidy.", {"scherzo": ("found", "dobj"), "untidy": ("found", "oprd")}),
        ("It drew over 900 orders.", {"over": ("900", "advmod")}),
        ("Marten will let in the plumber.", {"in": ("let", "prt"), "plumber": ("let", "dobj")}),
        ("Marten will let them in.", {"them": ("let", "dobj")}),
        (
            "The firm expects margins to pick up and rules out redundancies.",
            {"rules": ("expects", "conj"), "and": ("expects", "cc")},
        ),
        ("Neighbours accused the sisters of photographing the harbour.", {"of": ("accused", "prep")}),
        ("The firm can come on Monday.", {"Monday": ("on", "pobj")}),
        ("He warned the council that the bridge might fall.", {"that": ("fall", "mark")}),
        (
            "Shirin will book a minibus, as parking is limited, and approach Fennimore Sports about the extra cost.",
            {"approach": ("book", "conj")},
        ),
        ("The piano will be kept in the library.", {"in": ("kept", "prep")}),
        ("Scarlet fever left her deaf in one ear.", {"her": ("left", "dobj"), "deaf": ("left", "oprd")}),
        ("Waits grew longer in May.", {"longer": ("grew", "acomp")}),
        ("The losses led Brandreth & Lyle to shut its Cotterby workshop.", {"shut": ("led", "xcomp")}),
        ("A drum has been given back to the town.", {"back": ("given", "prt"), "to": ("given", "prep")}),
        ("Gulls ripped open paper sacks.", {"open": ("ripped", "prt")}),
        ("Josune will pay the deposit herself.", {"herself": ("pay", "npadvmod")}),
        ("The clockmaker Tomas Reed was paid to repair it.", {"The": ("Reed", "det"), "clockmaker": ("Reed", "compound")}),
        ("After a residents' vote, the pumps were bought.", {"a": ("vote", "det")}),
        (
            "Tarik Ostley, turned down for a loan, asked her for help.",
            {"asked": ("asked", "ROOT"), "Ostley": ("asked", "nsubj"), "turned": ("Ostley", "acl"), ".": ("asked", "punct")},
        ),
        (
            "A faulty lift held up the second half.",
            {"held": ("held", "ROOT"), "lift": ("held", "nsubj"), ".": ("held", "punct")},
        ),
        (
            "She started by herself at the piano, then was joined by Jonah Pell.",
            {"started": ("started", "ROOT"), "joined": ("started", "conj")},
        ),
        (
            "In 1732 a blaze consumed most of the houses.",
            {"consumed": ("consumed", "ROOT"), "blaze": ("consumed", "nsubj"), "In": ("consumed", "prep"), ".": ("consumed", "punct")},
        ),
    ],
)
def test_what_is_put_right(text: str, changed: dict[str, tuple[str, str]]) -> None:
    assert arcs(text) == changed


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("A faulty lift held up the second half.", {"held": "VBD"}),
        ("Tarik Ostley, turned down for a loan, asked her for help.", {"turned": "VBN"}),
    ],
)
def test_a_main_verb_is_in_the_past_and_what_hangs_on_a_noun_a_participle(text: str, tags: dict[str, str]) -> None:
    (doc,) = parse_strings([text])
    assert {token.text: token.tag_ for token in repaired(doc) if token.text in tags} == tags


@pytest.mark.parametrize(
    "text",
    [
        "A letter sent by Ana to the council.",
        "Members given a key.",
        'The participants (referred to as "hands") cheer for their team.',
        "The mayor, a former boxer, praised the crew, thanked the cooks and left.",
        "Ana Ruiz, elected in 2019, resigned.",
        "She said the price was too low.",
        "He read the book and liked it.",
        "They want to leave and return.",
        "They turned over the papers.",
        "She praised the smell of baking.",
        "She sold the boat that the club had built.",
        "They said that was enough.",
        "He said the firm would pay and that it was late.",
        "Experts said she did not understand the case and was unfit.",
    ],
)
def test_what_is_left_as_it_is(text: str) -> None:
    (doc,) = parse_strings([text])
    assert repaired(doc) is doc


def test_what_can_only_be_past_is_past() -> None:
    (doc,) = parse_strings(["She swam its full 41 kilometres in August."])
    assert [(token.text, token.tag_, token.lemma_) for token in repaired(doc)][1] == ("swam", "VBD", "swim")


@pytest.mark.parametrize(
    ("text", "tag"), [("Ines will empty the crates and put them away.", "VB"), ("Ines emptied the crates and put them away.", "VBD")]
)
def test_verbs_of_one_form_are_what_they_are_joined_with(text: str, tag: str) -> None:
    (doc,) = parse_strings([text])
    assert [token.tag_ for token in repaired(doc) if token.text == "put"] == [tag]


def test_repairs_that_do_not_agree_make_no_circle(monkeypatch: pytest.MonkeyPatch) -> None:
    (doc,) = parse_strings(["The old mill was sold in May."])

    def both(_: object) -> Iterator[repairs.Arc]:
        yield doc[4], doc[2], "relcl"  # "sold" on "mill", which hangs on it
        yield doc[1], doc[4], "advmod"

    monkeypatch.setattr(repairs, "_REPAIRS", (both,))
    copy = repaired(doc)
    assert copy[4].head.i == doc[4].head.i
    assert (copy[1].head.i, copy[1].dep_) == (4, "advmod")
    assert doc[1].head.i == 2  # others read the parse as it was
