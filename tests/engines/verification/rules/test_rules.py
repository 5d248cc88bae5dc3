"""Every rule is wired: it sees the error of its pair, lowers the verdict by it, and finds nothing once it is switched off; nor in the
same statement told truly."""

from dataclasses import dataclass

import pytest

from engines.core.roles import Hypothesis
from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.base import ConflictKind
from engines.verification.rules.case import Case
from engines.verification.rules.pipeline import conflicts, switched_off
from engines.verification.rules.registry import registered, rules
from engines.verification.verifier import CompactVerifier


@dataclass(frozen=True)
class Pair:
    """A false statement with what is wrong in it and what the reference has instead, and the same told truly."""

    reference: str
    false: str
    true: str
    words: str
    found: str | None


BRIDGE = "Karin Holm opened the new bridge over the Vass river on 4 May 2019. The ferry to Lund stopped in autumn."
BATH = (
    "The old swimming bath in Harlow Street was closed in May 2014 when an engineer found cracks in the roof. "
    "A new gym, which has 120 lockers, opened beside the station in June 2016."
)
STAGE = (
    "The theatre's treasurer, Owen Hartig, counted the votes. The actor Milo Brandt, a member of the board, warned that the stage in "
    "Quarry Lane was too small for musicals."
)
ROAD = (
    "The coast road was shut for a week because a landslide had buried two of its bends near Orlo. "
    "The motor of the cable car failed in spring and was replaced by a firm from Leth."
)
HARBOURS = "Harbours\n\n| Year | Visitors | Boats |\n|---|---|---|\n| 2018 | 5,400 | 12 |\n| 2019 | 5,900 | 14 |\n| 2020 | 6,100 | 9 |\n"
POOLS = (
    "Pools of Harrow\n\n| Pool | Manager | Visits |\n|---|---|---|\n| Corran Baths | Ivo Marche | 27,900 |\n"
    "| Dunmoor Pool | Greta Okell | 70,100 |\n| Mill Lane | Hana Petrov | 36,200 |\n"
)
PAIRS = {
    "quantifier": Pair(
        "Most of the passengers on the night ferry walked away unhurt, but nine had broken bones.",
        "All of the passengers on the night ferry walked away unhurt.",
        "Many of the passengers on the night ferry walked away unhurt.",
        "All",
        "Most",
    ),
    "words of a cell of a table": Pair(
        POOLS,
        "Dunmoor Pool, run by Ivo Marche, had 70,100 visits.",
        "Dunmoor Pool, run by Greta Okell, had 70,100 visits.",
        "Ivo Marche",
        "Greta Okell",
    ),
    "value told nowhere": Pair(
        BRIDGE,
        "The ferry has been gone since July 2020, it is said.",
        "The ferry has been gone since the autumn, since May 2019 perhaps.",
        "July 2020",
        None,
    ),
    "passage of somebody else": Pair(
        f"{STAGE} The painter Ada Lunn hung the lamps of the foyer herself.",
        "The treasurer put up the foyer's lamps herself.",
        "The painter put up the foyer's lamps herself.",
        "treasurer",
        "Ada Lunn",
    ),
    "rows of a table compared": Pair(
        POOLS,
        "Mill Lane had more visits than Dunmoor Pool.",
        "Mill Lane had fewer visits than Dunmoor Pool.",
        "more Dunmoor Pool",
        "70,100",
    ),
    "cell of a table": Pair(
        HARBOURS, "In 2019 the harbour had 6,100 visitors.", "In 2019 the harbour had 5,900 visitors and 14 boats.", "6,100", "5,900"
    ),
    "negation": Pair(BRIDGE, "Karin Holm did not open the new bridge over the Vass river.", BRIDGE[:66], "did not open", "opened"),
    "antonym": Pair(
        "Rents in Tarn fell by 8 per cent to 900 crowns.",
        "Rents in Tarn rose by 8 per cent to 900 crowns.",
        "In Tarn rents fell by 8 per cent to 900 crowns.",
        "rose",
        "fell",
    ),
    "quantity in a copy": Pair(
        BRIDGE,
        "Karin Holm opened the new bridge over the Vass river on 9 May 2019.",
        "Karin Holm opened the new bridge over the Vass river on May 4, 2019.",
        "9 May 2019",
        "4 May 2019",
    ),
    "quantity beside the same words": Pair(
        BRIDGE,
        "On 9 May 2019 the new bridge over the Vass river was opened by Karin Holm.",
        "On 4 May 2019 the new bridge over the Vass river was opened by Karin Holm.",
        "9 May 2019",
        "4 May 2019",
    ),
    "quantity in context": Pair(
        BATH,
        "The bath was shut in May 2011 after an engineer discovered cracks in the roof.",
        "The bath was shut in 2014 after an engineer discovered cracks in the roof.",
        "May 2011",
        "May 2014",
    ),
    "entity in a copy": Pair(
        "Otto Veld designed the tower in the old port.",
        "Lena Brask designed the tower in the old port.",
        "The tower in the old port was designed by Otto Veld.",
        "Lena Brask",
        "Otto Veld",
    ),
    "entity in a role": Pair(
        "Tom Brackley, the regional director, sent the papers to the archive in Oster after the flood.",
        "The papers were sent to the archive in Oster by Ines Halvard.",
        "The papers were sent to the archive in Oster by Tom Brackley.",
        "Ines Halvard",
        "Tom Brackley",
    ),
    "entity in context": Pair(
        STAGE,
        "Owen Hartig warned that the stage in Quarry Lane was too small for musicals.",
        "Milo Brandt, an actor, warned that the stage was too small.",
        "Owen Hartig",
        "Milo Brandt",
    ),
    "swap": Pair(
        "The Halvik board criticised the Brekke company for closing the quay.",
        "The Brekke company criticised the Halvik board for closing the quay.",
        "The Brekke company was criticised by the Halvik board for closing the quay.",
        "Halvik board",
        "Halvik board criticised",
    ),
    "swap of arguments": Pair(
        "When the captain fell ill in March, Mira Osk took charge of the expedition.",
        "The captain took charge of the expedition when Mira Osk fell ill.",
        "Mira Osk took charge of the expedition when the captain fell ill.",
        "captain Osk",
        "Osk",
    ),
    "modality": Pair(
        "Two of the four studios burned down in 2003. The painter Rikke Sand allegedly sold copies of the vases for years.",
        "Rikke Sand sold copies of the vases for years.",
        "Rikke Sand allegedly sold copies of the vases.",
        "sold",
        "allegedly",
    ),
    "denial": Pair(
        "Nobody claimed the silver cup in the old hall.",
        "The silver cup in the old hall was claimed.",
        "The silver cup in the old hall was not claimed.",
        "claimed",
        "claimed",
    ),
    "plan": Pair(
        "The mayor wants to sell the old hall to a bank.",
        "The old hall has been sold to a bank by the mayor.",
        "The mayor would like to sell the old hall to a bank.",
        "sold",
        "sell",
    ),
    "speaker": Pair(
        "Anna Brask fears ice, but the engineer Olle Veld says that the bridge is safe.",
        "Anna Brask says that the bridge is safe.",
        "Olle Veld says that the bridge is safe.",
        "Brask",
        "Veld",
    ),
    "gender": Pair(
        "Tilda Moor broke her wrist when the scaffold gave way. Her brother Piet ran the shop until he retired in 2004.",
        "Moor ran off after she retired in 2004.",
        "Her brother ran the shop until he retired in 2004.",
        "she",
        "he",
    ),
    "role holder": Pair(
        "The votes were counted by the theatre's treasurer, Owen Hartig, on Friday. Ines Moor was away.",
        "The theatre's treasurer, Ines Moor, counted them.",
        "The theatre's treasurer, Owen Hartig, counted them.",
        "Ines Moor",
        "Owen Hartig",
    ),
    "other filler": Pair(
        "Ada Moor, the third daughter of a bookbinder, learned weaving at the mill in Leth.",
        "Moor was the daughter of an organist.",
        "Moor was the daughter of a bookbinder.",
        "organist",
        "bookbinder",
    ),
    "kinship": Pair(
        "Ada Moor had no children. The looms were left to her niece, Mila, who sold them. Her nephew kept the mill.",
        "The looms went to her daughter, Mila.",
        "The looms went to her niece, Mila.",
        "daughter",
        "niece",
    ),
    "other doer": Pair(
        f"{STAGE} The chemist Wenna Duvray devised a glaze with bone ash for the lamps.",
        "The lamps have a bone-ash glaze devised by Milo Brandt.",
        "The lamps have a bone-ash glaze devised by Wenna Duvray.",
        "Milo Brandt",
        "chemist",
    ),
    "value beside its neighbours": Pair(
        "The minister lost by three votes in 1965, as farmers had warned, and opened 34 rural clinics.",
        "As the farmers had warned the minister lost, but opened 43 rural clinics.",
        "As the farmers had warned the minister lost, but opened 34 rural clinics.",
        "43",
        "34",
    ),
    "refused": Pair(
        "Ada Moor declined the chair of weaving in 1951, as she could not leave the mill.",
        "Moor accepted the chair of weaving in 1951.",
        "Moor turned down the chair of weaving in 1951.",
        "accepted",
        "declined",
    ),
    "direction": Pair(
        "The mill had fourteen looms at the end of the year, two fewer than before the fire.",
        "The mill stood at fourteen looms, two more than before the fire.",
        "The mill stood at fourteen looms, two fewer than before the fire.",
        "more",
        "fewer",
    ),
    "set aside": Pair(
        "Ada Moor left the council in May because of the closure of the weaving school rather than the war.",
        "Moor left the council because of the war.",
        "Moor left the council because of the closure of the school.",
        "war",
        "war",
    ),
    "opposite": Pair(
        "When frost cracked two panes of the palm house, the gardeners carried the orchids to the seed store before daybreak.",
        "Frost cracked two panes, and the gardeners carried the orchids to the store after daybreak.",
        "Frost cracked two panes, and the gardeners carried the orchids to the store before daybreak.",
        "after",
        "before",
    ),
    "certainty": Pair(
        "The treasurer believes that the fair may just break even, provided that the county pays the grant.",
        "The fair is certain to break even if the county pays the grant.",
        "The fair may break even if the county pays the grant.",
        "certain",
        "may",
    ),
    "cause told nowhere": Pair(
        ROAD,
        "Cars had to wait because of a strike by ferrymen.",
        "Cars had to wait because of a landslide near Orlo.",
        "strike ferrymen",
        None,
    ),
    "substitution": Pair(
        "The cook found a silver spoon under the stove.",
        "The cook found a silver ring under the stove.",
        "A silver spoon was found under the stove by the cook.",
        "ring",
        "spoon",
    ),
    "predicate": Pair(
        "The council bought the old shed behind the station in March for 9,000 crowns.",
        "The council demolished the old shed.",
        "The council acquired the old shed.",
        "demolished",
        "bought",
    ),
    "cause": Pair(
        ROAD,
        "The coast road was shut because its motor failed.",
        "The coast road was shut because of a landslide.",
        "motor failed",
        None,
    ),
    "added noun": Pair(
        "An inspection of the lifeboat found two faulty radios in January.",
        "The inspection found two faulty radios and a squirrel.",
        "The inspection found two faulty radios.",
        "squirrel",
        None,
    ),
    "added clause": Pair(
        "Elin Moss repaired the jetty with oak planks in June.",
        "Elin Moss repaired the jetty with oak planks in June and now runs evening classes.",
        "In June Elin Moss repaired the jetty with oak planks.",
        "runs evening classes",
        None,
    ),
}


@pytest.fixture(scope="module")
def verifier() -> CompactVerifier:
    return CompactVerifier()


def case_of(reference: str, statement: str) -> Case:
    return Case(align(encoded(Text.of(reference)), [statement])[0])


def found_by(name: str, reference: str, statement: str) -> list:
    case = case_of(reference, statement)
    return [conflict for conflict in conflicts(case)[0] if conflict.rule == name]


def test_every_rule_has_a_pair() -> None:
    assert set(PAIRS) == set(rules())


@pytest.mark.parametrize("name", PAIRS)
def test_a_rule_sees_the_error_and_nothing_in_the_same_told_truly(name: str) -> None:
    pair = PAIRS[name]
    seen = found_by(name, pair.reference, pair.false)
    assert seen, "the rule finds nothing"
    assert seen[0].kind is rules()[name].kind
    mine = case_of(pair.reference, pair.false).hypothesis
    words = " ".join(mine.text[slice(*mine.spans[t])] for t in sorted(seen[0].tokens))
    assert all(word in words.split() for word in pair.words.split())
    shown = seen[0].found and pair.reference[slice(*seen[0].found)]
    assert shown == pair.found if pair.found is None else pair.found in (shown or "")
    assert not found_by(name, pair.reference, pair.true)


@pytest.mark.parametrize("name", PAIRS)
def test_a_rule_that_is_switched_off_finds_nothing(name: str) -> None:
    pair = PAIRS[name]
    with switched_off(name):
        assert not found_by(name, pair.reference, pair.false)
    assert found_by(name, pair.reference, pair.false)


@pytest.mark.parametrize("name", PAIRS)
def test_the_verdict_carries_what_the_rule_found(verifier: CompactVerifier, name: str) -> None:
    pair = PAIRS[name]
    false, true = verifier.verify(Text.of(pair.reference), [Hypothesis(pair.false), Hypothesis(pair.true)])
    assert name in [conflict.rule for conflict in false.conflicts]
    assert not true.conflicts
    assert false.probability < true.probability
    for conflict in false.conflicts:
        assert 0 <= conflict.start < conflict.end <= len(pair.false) and pair.false[conflict.start : conflict.end].strip()
        assert conflict.found is None or conflict.found.text == pair.reference[conflict.found.start : conflict.found.end]


@pytest.mark.parametrize("name", PAIRS)
def test_a_rule_that_is_not_registered_is_missed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the tests above rest on: they fail for a rule that nobody registered."""
    known = registered.get_all()
    del known[name]
    monkeypatch.setattr("engines.verification.rules.pipeline.rules", lambda: known)
    with pytest.raises(AssertionError, match="finds nothing"):
        test_a_rule_sees_the_error_and_nothing_in_the_same_told_truly(name)


def test_a_switch_must_name_a_rule() -> None:
    with pytest.raises(KeyError, match="telepathy"), switched_off("telepathy"):
        pass


def test_every_kind_has_a_rule_and_a_category() -> None:
    assert {rule.kind for rule in rules().values()} == set(ConflictKind)
    assert {kind.frank for kind in ConflictKind} <= {"PredE", "EntE", "CircE", "CorefE", "LinkE", "OutE"}
    assert ConflictKind.ADDITION.error == "extrinsic" and ConflictKind.SWAP.error == "intrinsic"
