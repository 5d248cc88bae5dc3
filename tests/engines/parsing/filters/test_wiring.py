"""Every rule that leaves an argument out is asked: a sentence, or an argument, that only this rule stands against.

Each case is run as the parser runs it, where the wrong answer is not given and a right one is, and once more without the rule,
where the wrong one comes back: so a rule that is no longer asked fails its case, and a case that no longer needs its rule fails too.
"""

from types import ModuleType
from typing import Any

import pytest
from spacy.tokens import Doc

from engines.core import language
from engines.core.language import parse_strings
from engines.parsing.arguments.structures import Argument
from engines.parsing.filters import answers, clause_conflicts, plausibility, plausible_nouns, roles
from engines.parsing.filters.clause_conflicts import without_clause_conflicts
from engines.parsing.filters.plausibility import plausible
from tests.engines.parsing.asking import asking_all

TABLES = [
    (answers, "RULES"),
    (roles, "RULES"),
    (plausible_nouns, "RULES"),
    (clause_conflicts, "RULES"),
    (clause_conflicts, "VERB_RULES"),
    (clause_conflicts, "NOUN_RULES"),
]
ALL = {rule.__name__: (module, table) for module, table in TABLES for rule in getattr(module, table)}

IN_TEXT = [
    # rule, text, predicate, what is answered wrongly without the rule, what is answered rightly
    (
        "is_object_of_main_verb",
        "The vendors who remained on the street provide a plausible comparison group.",
        "remained",
        "a plausible comparison group",
        "The vendors",
    ),
    ("is_hindering", "The court banned the firm from selling toys.", "selling", "The court", "the firm"),
    ("belongs_to_later_verb", "The group agreed to use cage traps, which the estate will allow.", "agreed", "cage traps", "The group"),
    (
        "is_nominal_clause",
        "The Arrin Dental Service saw 1,482 patients in spring, 640 of them children.",
        "saw",
        "640 of them children",
        "1,482 patients",
    ),
    (
        "holds_own_conjunction",
        "Torvale Water will free its machine by hand after twice failing to reverse it.",
        "failing",
        "after twice",
        "Torvale Water",
    ),
    (
        "is_since",
        "The mechanic found a filter unchanged since autumn and replaced the compressor.",
        "found",
        "since autumn",
        "The mechanic",
    ),
    (
        "is_added_by_relative",
        "The surgeon is in favour, provided that he examines the girl once more, which he will do on 1 April.",
        "examines",
        "which he will do on 1 April",
        "the girl",
    ),
    ("is_excepted", "The ferry will stop in winter except near the old harbour.", "stop", "except near the old harbour", "The ferry"),
    ("is_function_word", "She worked in and around Orlo.", "worked", "in", "She"),
    ("is_set_phrase", "The mill closed as a whole.", "closed", "a whole", "The mill"),
    ("begins_inside_phrase", "The boat was sold, according to the mayor.", "sold", "according to the mayor", "The boat"),
    (
        "cuts_quotation",
        'He said the samples "are not acceptable and that the batch was lost.',
        "said",
        'the samples "are not acceptable and that the batch was lost',
        "He",
    ),
    ("is_phrase_of_noun", "They study the impact of using old nets on the harbour.", "using", "on the harbour", "old nets"),
    ("is_outside_quotation", 'She was like, "Come on, pick one".', "Come", "She", None),
    (
        "goes_along",
        "The mayor sold the house, leaving her brother to manage the mill.",
        "sold",
        "leaving her brother to manage the mill",
        "the house",
    ),
    ("names_nothing", "She saw someone.", "saw", "someone", "She"),
    ("is_exception", "There is little to buy apart from cheese, rope and plastic shoes.", "buy", "apart", "little"),
    ("is_wished_away", "He never meant to become a luthier at all.", "become", "a luthier", None),
    ("is_subject_of_question", "Historians disagree about which of these mattered most.", "mattered", "Historians", None),
    (
        "is_added_object",
        "Over the following eleven summers she collected more than 6,000 beetles, among them 23 species unknown before.",
        "collected",
        "among them 23 species unknown before",
        "she",
    ),
    ("is_amount_for_place", "Use of the bridge peaked at 815 cyclists.", "peaked", "at 815 cyclists", "Use of the bridge"),
    ("is_score", "They rejected the idea by seven votes to four.", "rejected", "four", "the idea"),
    (
        "is_added_state",
        "Entry is free, but the workshop costs £4 per pupil, payable a week beforehand.",
        "costs",
        "payable a week beforehand",
        "£4 per pupil",
    ),
    (
        "is_denied",
        "The damage was caused by the courier, not by a fault in manufacture.",
        "caused",
        "a fault in manufacture",
        "the courier",
    ),
    (
        "is_without_preposition",
        "It should leave our warehouse in Larkstead on Tuesday and reach you within four working days.",
        "reach",
        "Tuesday",
        "you",
    ),
    ("is_rejected", "The wall was broken by frost rather than by the flood.", "broken", "the flood", "frost"),
    ("is_in_brackets_beside", "So it seems (the understatement of the year).", "seems", "the understatement of the year", None),
    ("cannot_act", "The training focuses on learning to move.", "learning", "The training", "to move"),
    ("is_example", "Three men were arrested, including a teacher.", "arrested", "a teacher", "Three men"),
    ("is_relative_core", "They built three ships, one of which sank.", "sank", "one of which", None),
    (
        "belongs_to_other_noun",
        "Mr Brekke will have to tackle serious problems in Orlo, caused by low oil prices.",
        "caused",
        "Mr Brekke",
        "low oil prices",
    ),
    ("is_clause_without_verb", "They know that a big.", "know", "that a big", None),
    ("is_nobody", "No boats were sold after they were repaired.", "repaired", "No boats", "they"),
    (
        "is_date_of_relative_clause",
        "Ana Ruiz owns a mill from the 19th century which has two wheels.",
        "has",
        "the 19th century",
        None,
    ),
    ("is_across_colon", "Sold: two boats by the mayor.", "Sold", "two boats by the mayor", None),
    ("is_subject_of_purpose", "A fair was held to raise money for the mill.", "raise", "A fair", "money"),
    ("is_subject_of_content", "Her new role includes carrying mail.", "carrying", "Her new role", "mail"),
    ("cannot_include", "The mayor visited the town, including Orlo.", "including", "the town", None),
    ("is_agent_of_other_verb", "He was told to leave by the board.", "leave", "the board", "He"),
    ("is_cut_from_title", "Ana Ruiz acted in Walk Between Hills in 2004.", "acted", "Between Hills", "Ana Ruiz"),
    ("is_no_manner", "Ana Ruiz walked miles every day.", "walked", "miles", "Ana Ruiz"),
    ("is_person_after_particle", "The bus dropped off the boy at noon.", "dropped", "off the boy", "The bus"),
    ("is_of_denied_event", "The keeper was in the squad but did not make any appearances.", "appearances", "The keeper", None),
    ("is_number", "The sale of two was announced.", "sale", "two", None),
    (
        "is_question_word",
        "What changed everything, he told Nadia Orlo, was a call from the railway.",
        "told",
        "What changed everything",
        "he",
    ),
    ("is_cut_short", "The report recommends that the board should:", "recommends", "the board should", "The report"),
    (
        "is_itself",
        "The Ember Street Band owes its existence to an accordion, its founders told this paper.",
        "founders",
        "its founders",
        None,
    ),
    ("is_left_open", "Mrs Forde advises holding a third season.", "holding", "Mrs Forde", "a third season"),
    ("is_only_feared", "The town faces a closure of the mill.", "closure", "the mill", None),
    ("is_where_from", "Ana Ruiz was a boat maker from the port of Orlo.", "maker", "the port of Orlo", "Ana Ruiz"),
    ("is_plain_modifier", "The team made 16 team appearances in May.", "appearances", "team", None),
    ("is_second_subject", "The firm closes if the court agrees.", "agrees", "The firm", "the court"),
    ("is_outside_modifier", "The ferry is moored beside a man-made island in the bay.", "made", "in the bay", None),
    ("is_clause_beside", "Prices are falling, wages are rising.", "rising", "Prices are falling", "wages"),
    ("is_no_time", 'The band is playing "Never Again" on the radio.', "playing", "Never Again", "The band"),
]


def given(text: str, predicate: str) -> list[str]:
    """The answers of the QAs of a predicate."""
    return [qa.answer.text for parsed in asking_all().parse(text) if parsed.predicate.text == predicate for qa in parsed.qas]


def unwire(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Take a rule out of its table."""
    module, table = ALL[name]
    monkeypatch.setattr(module, table, tuple(rule for rule in getattr(module, table) if rule.__name__ != name))


@pytest.mark.parametrize(("name", "text", "predicate", "wrong", "right"), IN_TEXT)
def test_a_wrong_answer_is_left_out(
    name: str, text: str, predicate: str, wrong: str, right: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = given(text, predicate)
    assert wrong not in found
    assert right is None or right in found
    unwire(monkeypatch, name)
    assert wrong in given(text, predicate)


def argument(doc: Any, answer: str, **known: Any) -> Argument:
    """An argument whose answer is these words of a sentence."""
    start = doc.text.index(answer)
    span = doc.char_span(start, start + len(answer), alignment_mode="expand")
    return Argument(**{"head": span.root.i, "start": span.start, "end": span.end, "role": "OBJ", "score": 0.6} | known)


PROPOSED = [
    # rule, text, predicate, the argument that the rule stands against, and one that stays
    (
        "is_lone_preposition_of_noun",
        "Entry on or interference with land is banned.",
        "Entry",
        ("on", {"role": "ADJ", "wh": "when"}),
        ("land", {}),
    ),
    (
        "is_what_is_told",
        "Oakes, while insisting that the rule stood, opened the gate.",
        "opened",
        ("that the rule stood", {"role": "ADJ", "wh": "why"}),
        ("the gate", {}),
    ),
    ("is_purpose_of_noun", "They adopted the bridging loans.", "bridging", ("loans", {"role": "SUBJ", "source": "participle"}), None),
    ("lost_negation", "The boat carried no big nets to Orlo.", "carried", ("big nets", {}), ("The boat", {"role": "SUBJ"})),
    (
        "is_absolute",
        "The boats lay in the harbour, their crews sleeping below.",
        "lay",
        ("their crews sleeping below", {"role": "ADJ", "wh": "how", "head": "sleeping"}),
        ("The boats", {"role": "SUBJ"}),
    ),
    ("has_no_word", "The mayor sold … in May.", "sold", ("…", {}), ("The mayor", {"role": "SUBJ"})),
    ("shares_word_with_predicate", "The Lunn-born singer left.", "born", ("Lunn", {"role": "ADJ", "wh": "where"}), ("singer", {})),
    ("begins_with_of", "The end of the season pleased the crowd.", "pleased", ("of the season", {"role": "SUBJ"}), ("the crowd", {})),
    (
        "is_relative_circumstance",
        "The war ended in 1945, at which time Ana Ruiz returned.",
        "returned",
        ("at which time", {"role": "ADJ", "wh": "when"}),
        ("Ana Ruiz", {"role": "SUBJ"}),
    ),
    (
        "is_clause_without_subject",
        "The inspectors said were safe at the clinic.",
        "said",
        ("were safe at the clinic", {"role": "CCOMP", "wh": "what"}),
        ("The inspectors", {"role": "SUBJ"}),
    ),
    (
        "is_guess",
        "The survey of mills marking the border pleased Orlo.",
        "survey",
        ("marking the border", {"source": "learned", "own": False, "head": "marking"}),
        ("mills", {}),
    ),
    (
        "is_no_participant",
        "The reporter said that the mill burned.",
        "reporter",
        ("the mill burned", {"role": "CCOMP", "source": "learned", "own": False, "head": "burned"}),
        None,
    ),
    (
        "is_no_amount",
        "One last question, do you sell maps?",
        "sell",
        ("One last question", {"role": "ADJ", "wh": "how much"}),
        ("maps", {}),
    ),
    (
        "is_beside_attribute",
        "Ana Ruiz became the first rower to cross the bay.",
        "became",
        ("to cross the bay", {"role": "XCOMP", "wh": "what", "head": "cross"}),
        ("the first rower", {"role": "ATTR"}),
    ),
    (
        "is_deed_of_object",
        "We have three boats to choose from.",
        "have",
        ("to choose from", {"role": "XCOMP", "wh": "what", "head": "choose"}),
        ("three boats", {}),
    ),
    ("is_art_of_deed", "He praised the art of baking.", "baking", ("the art", {"role": "SUBJ", "own": False}), None),
    ("is_before_number", "An estimated 300 farmers came.", "estimated", ("300 farmers", {"head": "farmers"}), None),
    ("is_no_doer", "The builder of the mill retired.", "builder", ("the mill", {"role": "SUBJ"}), None),
    (
        "takes_no_such_phrase",
        "Announcements of losses from the mill shook Orlo.",
        "Announcements",
        ("the mill", {"role": "PREP", "preposition": "from"}),
        ("losses", {}),
    ),
    (
        "is_circumstance_of_clause",
        "In May the board announced the sale of the mill.",
        "sale",
        ("In May", {"role": "ADJ", "wh": "when"}),
        ("the mill", {}),
    ),
    ("is_possessive", "Her support of the mill was praised.", "support", ("Her", {"role": "SUBJ"}), ("the mill", {})),
    ("is_of_thing", "They sold the drink of the farmers.", "drink", ("the farmers", {"role": "SUBJ"}), None),
    (
        "is_without_support",
        "The board noted the sale of the mill.",
        "sale",
        ("The board", {"role": "SUBJ", "source": "shared", "own": False}),
        ("the mill", {}),
    ),
    (
        "is_noun_of_infinitive",
        "The decision to close the mill was criticised.",
        "close",
        ("The decision", {"role": "SUBJ", "source": "participle", "own": False}),
        ("the mill", {}),
    ),
    ("is_modified_by_noun", "Visitors praised the shopping experience.", "shopping", ("experience", {}), None),
    ("is_adjective", "The preferred citation is below.", "citation", ("preferred", {"role": "SUBJ"}), None),
    (
        "is_comparison",
        "The mill closed as the reporter writes.",
        "closed",
        ("the reporter writes", {"role": "PREP", "preposition": "as"}),
        ("The mill", {"role": "SUBJ"}),
    ),
    ("is_asked_for", "How many boats do you sell?", "sell", ("How many boats", {"head": "boats"}), ("you", {"role": "SUBJ"})),
    (
        "is_name_beside",
        "Priya, I attached the offers.",
        "attached",
        ("Priya", {"role": "ADJ", "wh": "why"}),
        ("the offers", {}),
    ),
    (
        "is_noun_beside",
        "The youngest of five, she grew up in Orlo.",
        "grew",
        ("The youngest of five", {"role": "ADJ", "wh": "how", "head": "youngest"}),
        ("she", {"role": "SUBJ"}),
    ),
    (
        "disagrees",
        "They say that the pallet was dropped and have paid the fee.",
        "paid",
        ("the pallet", {"role": "SUBJ", "own": False}),
        ("the fee", {}),
    ),
    (
        "is_subject_of_request",
        "The board asked the county to pay the fee.",
        "pay",
        ("The board", {"role": "SUBJ", "own": False, "head": "board"}),
        ("the fee", {}),
    ),
    ("is_who_needs_time", "It took me three weeks.", "took", ("me", {}), ("three weeks", {"role": "ADJ", "wh": "how long"})),
    (
        "is_told_by_participle",
        "Raised by her aunt, she moved to Orlo.",
        "moved",
        ("Raised by her aunt", {"role": "ADJ", "wh": "how", "head": "Raised"}),
        ("she", {"role": "SUBJ"}),
    ),
    (
        "is_user_of_noun",
        "The customer deliveries of the mill changed.",
        "deliveries",
        ("customer", {}),
        ("the mill", {}),
    ),
    (
        "is_subject_of_stance",
        "Mayor Voss voted against moving the collection.",
        "moving",
        ("Mayor Voss", {"role": "SUBJ", "own": False}),
        ("the collection", {}),
    ),
]


@pytest.mark.parametrize(("name", "text", "predicate", "wrong", "right"), PROPOSED)
def test_a_wrong_argument_is_left_out(
    name: str,
    text: str,
    predicate: str,
    wrong: tuple[str, dict[str, Any]],
    right: tuple[str, dict[str, Any]] | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (doc,) = parse_strings([text])
    places = {token.text: token.i for token in doc}

    def made(proposal: tuple[str, dict[str, Any]]) -> Argument:
        known = dict(proposal[1])
        if "head" in known:
            known["head"] = places[known["head"]]
        return argument(doc, proposal[0], **known)

    proposed = [made(proposal) for proposal in (wrong, right) if proposal is not None]
    filtered = plausible if ALL[name][0] is not clause_conflicts else without_clause_conflicts

    def spans() -> list[tuple[int, int]]:
        return [a.span for a in filtered(doc, places[predicate], proposed)]

    found = spans()
    assert len(found) == len(proposed) - 1
    assert right is None or proposed[1].span in found
    unwire(monkeypatch, name)
    assert len(spans()) == len(proposed)


MISPARSED = [
    # rule, words with (tag, part of speech, label, head), predicate, the wrong argument and the right one as (head, start, end, role)
    (
        "noun_holds_main_clause",
        "Rovers/NNP/PROPN/nsubj/1 beat/VBD/VERB/ROOT/1 Orlo/NNP/PROPN/dobj/1 has/VBZ/AUX/aux/4 left/VBD/VERB/dep/2",
        1,
        (2, 2, 5, "OBJ"),
        (0, 0, 1, "SUBJ"),
    ),
    (
        "is_argument_of_verb",
        "She/PRP/PRON/nsubj/1 made/VBD/VERB/ROOT/1 her/PRP$/PRON/poss/3 team/NN/NOUN/nsubj/4 debut/NN/NOUN/ccomp/1",
        4,
        (3, 2, 4, "SUBJ"),
        (0, 0, 1, "SUBJ"),
    ),
    (
        "is_subject_of_first_verb",
        "Maps/NNS/NOUN/nsubjpass/2 are/VBP/AUX/auxpass/2 sold/VBN/VERB/ROOT/2 with/IN/ADP/prep/2 lamps/NNS/NOUN/pobj/3 "
        "and/CC/CCONJ/cc/4 others/NNS/NOUN/conj/4 break/VBP/VERB/conj/2 easily/RB/ADV/advmod/7",
        7,
        (0, 0, 1, "SUBJ", "", "", False),
        (8, 8, 9, "ADJ"),
    ),
    (
        "is_listed_after",
        "Orlo/NNP/PROPN/nsubjpass/2 is/VBZ/AUX/auxpass/2 reached/VBN/VERB/ROOT/2 by/IN/ADP/agent/2 boat/NN/NOUN/pobj/3 "
        ",/,/PUNCT/punct/2 coach/NN/NOUN/oprd/2",
        2,
        (6, 6, 7, "OBJ"),
        (0, 0, 1, "OBJ"),
    ),
    (
        "is_no_clause",
        "He/PRP/PRON/nsubj/1 moved/VBD/VERB/ROOT/1 to/TO/PART/aux/3 continental/VB/VERB/xcomp/1 Europe/NNP/PROPN/dobj/3",
        1,
        (3, 2, 5, "XCOMP"),
        (0, 0, 1, "SUBJ"),
    ),
]


def misparsed(tokens: str) -> Doc:
    """A sentence with a parse gone astray, written by hand."""
    words, tags, classes, labels, heads = zip(*(token.split("/") for token in tokens.split()), strict=True)
    vocab = language.pipeline().vocab
    lemmas = [word.lower() for word in words]
    return Doc(vocab, words=words, lemmas=lemmas, tags=tags, pos=classes, deps=labels, heads=[int(head) for head in heads])


@pytest.mark.parametrize(("name", "tokens", "predicate", "wrong", "right"), MISPARSED)
def test_a_mark_of_a_parse_gone_astray_is_left_out(
    name: str,
    tokens: str,
    predicate: int,
    wrong: tuple[Any, ...],
    right: tuple[Any, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    doc = misparsed(tokens)
    proposed = [Argument(*place, score=0.6) for place in (wrong, right)]
    filtered = plausible if ALL[name][0] is not clause_conflicts else without_clause_conflicts
    assert [a.span for a in filtered(doc, predicate, proposed)] == [proposed[1].span]
    unwire(monkeypatch, name)
    assert len(filtered(doc, predicate, proposed)) == 2


def test_every_rule_has_a_case() -> None:
    assert {name for name, *_ in (*IN_TEXT, *PROPOSED, *MISPARSED)} == set(ALL)


@pytest.mark.parametrize(
    ("module", "name", "text", "predicate", "wrong", "right"),
    [
        (plausibility, "is_part", "The show ran from May to June.", "ran", "to June", "from May to June"),
        (plausibility, "is_capitalised_in_text", "READ MORE about the mill in Orlo.", "READ", "MORE about the mill in Orlo", None),
    ],
)
def test_rules_outside_the_tables(
    module: ModuleType, name: str, text: str, predicate: str, wrong: str, right: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = given(text, predicate)
    assert wrong not in found
    assert right is None or right in found
    monkeypatch.setattr(module, name, lambda *_: False)
    assert wrong in given(text, predicate)


def test_a_role_that_the_noun_fills_itself_is_not_given_to_a_word_elsewhere() -> None:
    (doc,) = parse_strings(["Farmers praised the inspection of boats."])
    boats, farmers = argument(doc, "boats"), argument(doc, "Farmers", source="learned", own=False)
    inspection = next(token.i for token in doc if token.text == "inspection")
    assert [a.span for a in without_clause_conflicts(doc, inspection, [boats, farmers])] == [boats.span]
    assert [a.span for a in without_clause_conflicts(doc, inspection, [farmers])] == [farmers.span]
