"""The coverage that `make coverage` prints: a total, and the rooms with the most untested lines for their size."""

from tests.coverage_by_room import summary


def test_rooms_are_named_with_the_least_covered_first() -> None:
    files = {"engines/core/text.py": (9, 10), "engines/core/spans.py": (9, 10), "components/page.py": (1, 10), "sessions/empty.py": (0, 0)}
    total, *rooms = summary(files)
    assert total == "63.3% of 30 lines ran"
    assert [" ".join(line.split()) for line in rooms] == [
        "10.0% components (9 of 10 lines did not run)",
        "90.0% engines.core (2 of 20 lines did not run)",
    ]


def test_nothing_measured_is_said() -> None:
    assert summary({}) == ["nothing was measured"]
