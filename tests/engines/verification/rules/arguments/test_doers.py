"""Who does what the reference says of somebody else alone."""

import pytest

from tests.engines.verification.rules.instead import told

MINUTES = (
    "The chair, Constance Myhill, apologised to residents for the short notice. The surveyor, Ada Crewe, reported that the drain was full "
    "and that the pipe had not burst. The engineer, Rafe Tolliver, resigned from the board on 20 May. Judge Amaro Pell accepted that the "
    "addiction was real. Edmund Farr and Ada Crewe voted to disqualify the pair. After the fire Jonty Breeze was pulled clear by Gustav "
    "Lind."
)


@pytest.mark.parametrize(
    ("statement", "instead"),
    [
        ("Rafe Tolliver apologised to residents for the short notice.", "chair"),
        ("The engineer apologised to residents for the short notice.", "chair"),
        ("Myhill apologised to residents for the short notice.", None),
        ("The chair apologised to residents for the short notice.", None),
        ("Jonty Breeze resigned from the board.", "engineer"),
        ("Jonty Breeze has accepted a permanent post.", None),  # another thing
        ("Farr reported that children were ill.", None),  # of what is said too little is the same
        ("Farr reported that the drain was full and the pipe had not burst.", "surveyor"),
        ("Myhill voted to disqualify the pair.", "Edmund Farr"),
        ("Farr voted to disqualify the pair.", None),
        ("Breeze was pulled clear by Tolliver.", "Gustav Lind"),
        ("Norlink apologised to residents.", None),  # no person of the reference
    ],
)
def test_who_does_it_is_who_does_it_there(statement: str, instead: str | None) -> None:
    assert told(statement, MINUTES).get("other doer") == instead
