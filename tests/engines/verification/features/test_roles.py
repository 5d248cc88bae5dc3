"""Roles are compared with roles: who did what to whom, and whether it is denied."""

import numpy as np
import pytest

from engines.core.text import Text
from engines.verification.encoding.alignment import align
from engines.verification.encoding.reference import encoded
from engines.verification.features.roles import RoleMatcher, qa_role_features, statement_role_features
from engines.verification.sentences.frames import MOST_FILLERS, frames

REFERENCE = Text.of("The mayor praised the baker on Friday. The museum was closed by the council. Critics did not like the bread.")


def roles(statement: str) -> dict[str, float]:
    reference = encoded(REFERENCE)
    return statement_role_features(RoleMatcher(align(reference, [statement])[0]))[0]


def test_the_same_roles_agree_in_active_and_passive() -> None:
    for statement in ("The mayor praised the baker.", "The council closed the museum.", "The baker was praised by the mayor."):
        features = roles(statement)
        assert features["role_same_worst"] > 0.9 and features["role_swap_gap"] < 0


@pytest.mark.parametrize("statement", ["The baker praised the mayor.", "The museum closed the council."])
def test_exchanged_roles_are_seen(statement: str) -> None:
    assert roles(statement)["role_swap_gap"] > 0.3


def test_negation_on_one_side_is_seen() -> None:
    assert roles("The mayor did not praise the baker.")["role_negation_worst"] == 1
    assert roles("Critics liked the bread.")["role_negation_worst"] == 1
    assert roles("Critics did not like the bread.")["role_negation_worst"] == 0
    assert roles("The bread was not, in fact, liked by critics.")["role_negation_worst"] == 0


def test_a_rival_fills_the_role() -> None:
    reference = encoded(REFERENCE)
    alignment = align(reference, ["The mayor praised the violinist."])[0]
    answer = np.array([w == "violinist" for w in alignment.words.surfaces])
    predicate = np.array([w == "praised" for w in alignment.words.surfaces])
    columns, matches = qa_role_features(RoleMatcher(alignment), [answer], [predicate], ["Who did someone praise?"])
    assert columns["role_rival"][0] > 0.5 and columns["role_company"][0] > 0.9
    assert [reference.words.surfaces[i] for i in matches[0].words] == ["the", "baker"]


def test_of_a_list_without_end_some_arguments_are_looked_at() -> None:
    statement = "He paid " + ", ".join(["Ana", "the mayor", "Brekke"] * 60) + "."
    (found,) = frames([statement], [align(encoded(Text.of(statement)), [statement])[0].words])
    assert found and all(len(frame.fillers) <= MOST_FILLERS for frame in found)
