"""A near copy with one thing changed is told by what stands in the same place of the sentence; harmless rewritings are left alone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.rules.case import Case
from engines.verification.rules.pipeline import conflicts
from engines.verification.sentences.edits import difference
from engines.verification.sentences.parsed import ParsedSentence, parsed_sentence


def kinds(statement: str, sentence: str) -> set[str]:
    """The kinds of conflict but additions: what the one sentence has nowhere."""
    found = conflicts(Case(align(encoded(Text.of(sentence)), [statement])[0]))[0]
    return {conflict.kind.value for conflict in found} - {"addition"}


@pytest.mark.parametrize(
    ("statement", "sentence", "kind"),
    [
        ("the mayor did not open the pool in oslo on monday.", "the mayor opened the pool in oslo on monday.", "negation"),
        ("The permit covers the yard.", "The permit covers the shed but not the yard.", "negation"),
        ("Edda did not keep her job at the mill.", "Edda was not paid but kept her job at the mill.", "negation"),
        ("Edda was not paid but kept her job at the mill.", "Edda did not keep her job at the mill.", "negation"),
        ("The farmer keeps sheep on the hill.", "The farmer no longer keeps sheep on the hill.", "negation"),
        ("The court fined the firm because it had apologised.", "The court fined the firm although it had apologised.", "antonym"),
        (
            "The town approved the bridge before they had signed it.",
            "The town approved the bridge only after they had signed it.",
            "antonym",
        ),
        ("The bakery in Orlo will close although it has a tenant.", "The bakery in Orlo will close unless it has a tenant.", "antonym"),
        ("The senate has approved the bill.", "The bill has yet to be approved by the senate.", "negation"),
        ("The prize was claimed.", "Nobody claimed the prize.", "negation"),
        ("Children are not treated at the clinic.", "The clinic treats children.", "negation"),
        ("The driver stopped.", "The driver failed to stop.", "negation"),
        ("The roof of the hall collapsed on Sunday.", "The roof of the hall almost collapsed on Sunday.", "modality"),
        ("The dam failed.", "Had the dam failed, the town would have drowned.", "modality"),
        ("The offer is 400 crowns with scaffolding.", "The offer is 400 crowns without scaffolding.", "negation"),
        ("She will stay until the last house is built.", "She will stay until the last house is sold, and she did.", "substitution"),
        ("fares are paid back by the end of may.", "fares are paid back by the end of march.", "quantity"),
        ("The Harbour Act bans the sale of eels.", "The Harbour Act allows the sale of eels.", "antonym"),
        ("Rents in Tarn rose by 8 per cent to 900 crowns.", "Rents in Tarn fell by 8 per cent to 900 crowns.", "antonym"),
        ("The bridge in Tarn was found unsuitable for lorries.", "The bridge in Tarn was found suitable for lorries.", "antonym"),
        ("The court ruled that the sale of the mill was legal.", "The court ruled that the sale of the mill was illegal.", "antonym"),
        ("The roof of the mill was unrepaired in the winter.", "The roof of the mill was repaired in the winter.", "antonym"),
        ("The paint made in Eskdale is non-toxic to fish.", "The paint made in Eskdale is toxic to fish.", "negation"),
        ("The paint made in Eskdale is toxic to fish.", "The paint made in Eskdale is non-toxic to fish.", "negation"),
        ("At most 40 guests stayed at the inn in May.", "At least 40 guests stayed at the inn in May.", "antonym"),
        ("The clinic expects up to 180 patients a day.", "The clinic expects up to 80 patients a day.", "quantity"),
        ("A hen lays up to 30 eggs in spring.", "A hen lays up to 300 eggs in spring.", "quantity"),
        ("The bread keeps for more than a month.", "The bread keeps for about a week.", "quantity"),
        ("Lena Brask designed the tower in the old port.", "Otto Veld designed the tower in the old port.", "entity"),
        ("His sister Britt kept the farm for nine years.", "His sister Agnes kept the farm for nine years.", "entity"),
        ("The cook found a silver ring under the stove.", "The cook found a silver spoon under the stove.", "substitution"),
        ("Books are lent for three weeks and films for two days.", "Films are lent for three weeks and books for two days.", "swap"),
        ("The deal covers the roof but not the walls.", "The deal covers the walls but not the roof.", "swap"),
        ("Floods in the valley cause landslides.", "Landslides in the valley cause floods.", "swap"),
        ("Renn thinks that it was a toy rather than a lost tool.", "Renn thinks that it was a lost tool rather than a toy.", "swap"),
    ],
)
def test_the_one_thing_that_changed_is_named(statement: str, sentence: str, kind: str) -> None:
    assert kind in kinds(statement, sentence)


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("The net was mended by an old sailor in the same week.", "An old sailor mended the net in the same week."),
        ("Edda kept her job at the mill.", "Edda was not paid but kept her job at the mill."),
        ("The museum is open if it does not snow.", "The museum is open unless it snows."),
        ("The doctor advised them not to go.", "The doctor advised against going."),
        ("Bread is not sold at the bakery.", "The bakery sells cakes but no bread."),
        ("A bill failed because Karel Udde did not support it.", "A bill failed because Karel Udde withheld his support."),
        ("The war was won by neither side.", "Neither side won the war."),
        ("The senate has not approved the bill yet.", "The bill has yet to be approved by the senate."),
        ("Hopefuls may have to cut their hair.", "Hopefuls must be prepared to cut their hair."),
        ("On Friday the council met in the old hall.", "The council met in the old hall on Friday."),
        ("The court has not proven that the boat was sold.", "The court failed to prove that the boat was sold."),
        ("The bridge in Tarn was not suitable for lorries.", "The bridge in Tarn was unsuitable for lorries."),
        ("The paint made in Eskdale is not toxic to fish.", "The paint made in Eskdale is non-toxic to fish."),
        ("The new sheds hold thirty goats.", "The old sheds held fifty goats, the new ones hold thirty."),
        ("The fish must still not be eaten.", "Eating the fish is still forbidden."),
        ("In Leam 95 people work for the firm.", "In Corby 210 people work for the firm, in Leam 95."),
        ("A woman of 44 says that the shop was closed.", "A customer, Mina Pohl, 44, says that the shop was closed."),
        ("Ida Renn and Karl Moos founded the shop in 1990.", "Karl Moos and Ida Renn founded the shop in 1990."),
        ("Karl Moos met Ida Renn at the fair in Halvik.", "Ida Renn met Karl Moos at the fair in Halvik."),
        ("Most members paid the fee for the season.", "All members paid the fee for the season."),
        ("Gabby Renn walked through the airport with a cane.", "Gabrielle Renn walked through the airport with a cane."),
        ("The vessel reached the harbour before dawn.", "The ship reached the harbour before dawn."),
        ("Corvane employs 2,300 people.", "The company employs 2,300 people in seven countries."),
        ("The divers found that the wreck was old.", "They found that the wreck was old."),
        ("Therefore the fee should be lowered to 16 crowns.", "This is unfair: the fee should be lowered to 16 crowns."),
        ("People under 18 must wear a helmet while biking.", "People under the age of 18 must wear a helmet while biking."),
        ("The club has 150,000 members.", "The club has 150 000 members."),
    ],
)
def test_harmless_rewritings_have_no_conflict(statement: str, sentence: str) -> None:
    assert kinds(statement, sentence) == set()
    assert kinds("The mayor did not open the pool.", "The mayor opened the pool.") == {"negation"}


@pytest.mark.parametrize("verb", ["has been found", "will be found", "was found"])
def test_a_denial_reaches_to_its_verb(verb: str) -> None:
    first, rest = verb.split(" ", 1)
    sentence, statement = f"The painting {first} not {rest} in Orlo.", f"The painting {verb} in Orlo."
    for reference, output in ((sentence, statement), (statement, sentence)):
        found = conflicts(Case(align(encoded(Text.of(reference)), [output])[0]))[0]
        place = parsed_sentence(output).lemmas.index("find")
        assert any(place in conflict.tokens for conflict in found if conflict.kind.value == "negation")


def _plain(sentence: ParsedSentence) -> list[int]:
    return [t for t, keys in enumerate(sentence.keys) if keys]


WORDS = ("the", "old", "dog", "cat", "bit", "saw", "not", "a", "Renn", "in", "May", "7", ",", ".")


@settings(deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12), st.randoms())
def test_every_word_is_shared_or_in_one_gap(words: list[str], random_: object) -> None:
    other = list(words)
    random_.shuffle(other)  # type: ignore[attr-defined]
    mine, theirs = parsed_sentence(" ".join(words)), parsed_sentence(" ".join(other))
    between = difference(mine, theirs)
    for side, of in ((0, mine), (1, theirs)):
        tokens = [pair[side] for pair in between.pairs] + [t for gap in between.gaps for t in (gap.mine, gap.theirs)[side]]
        assert sorted(tokens) == _plain(of)
    assert list(between.pairs) == sorted(between.pairs)
    assert 0 <= between.shared <= 1


def test_another_value_is_held_against_the_one_of_the_same_things() -> None:
    sentence, statement = (f"The mill sold 300 loaves and {cakes} cakes to the village on Monday." for cakes in (40, 45))
    found = [c for c in conflicts(Case(align(encoded(Text.of(sentence)), [statement])[0]))[0] if c.rule == "quantity beside the same words"]
    assert [sentence[slice(*c.found)] for c in found if c.found] == ["40"]


def test_a_value_that_another_place_has_of_the_same_things_is_not_held_against_one_told_beside_it() -> None:
    reference = "* 27 stretches of bank walked in spring\n* Droppings found on 19 stretches, otters on two"
    for statement, wrong in (("We walked 27 stretches and found droppings on 19.", []), ("We found droppings on 27 stretches.", ["27"])):
        case = Case(align(encoded(Text.of(reference)), [statement])[0])
        found = [c for c in conflicts(case)[0] if c.rule == "quantity beside the same words"]
        assert [statement[slice(*case.hypothesis.spans[min(c.tokens)])] for c in found] == wrong
