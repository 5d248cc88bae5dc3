"""People at one page at once: what they are told of, and that nobody's text can be taken for another's."""

import pytest

from explorer.evaluation.crowd import Page, gathered, own_pair, strange


def test_every_pair_has_a_name_that_no_other_has() -> None:
    names = [own_pair(person, number)[2] for person in range(20) for number in range(20)]
    assert len({name.lower() for name in names}) == 400
    reference, output, name = own_pair(3, 7)
    assert name in reference and name in output and not strange(reference + output, name)
    assert strange(reference, own_pair(3, 8)[2]) and strange(output.lower(), own_pair(4, 7)[2])


def test_the_page_says_what_its_button_calls_and_where_results_are_drawn() -> None:
    config = {
        "components": [{"id": 1, "props": {"elem_id": "analyze"}}, {"id": 2, "props": {"elem_id": "review"}}, {"id": 3, "props": {}}],
        "dependencies": [
            {"id": 0, "targets": [[None, "load"]], "outputs": [3]},
            {"id": 4, "targets": [[1, "click"]], "outputs": [3, 2]},
        ],
    }
    assert Page.of(config) == Page(analyze=4, load=0, parts=["", "review"])


@pytest.mark.thorough
def test_some_people_at_a_page_get_their_own_analyses() -> None:
    *_, all_of_it = gathered(people=2, seconds=3, engines=("scale",), every=1, pause=0)
    assert all_of_it.analyses >= 2 and (all_of_it.failed, all_of_it.mixed) == (0, 0)
    assert 0 < all_of_it.median <= all_of_it.p95 and all_of_it.memory > 50
