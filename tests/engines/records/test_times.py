"""Moments are read in UTC, and what is none is told as such."""

from datetime import UTC, datetime

import pytest

from engines.records.times import moment, now


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("2026-03-04T05:06:07+00:00", datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)),
        ("2026-03-04T05:06:07+05:00", datetime(2026, 3, 4, 0, 6, 7, tzinfo=UTC)),
        ("2026-03-04", datetime(2026, 3, 4, tzinfo=UTC)),
        ("9999-12-31T23:59:59-14:00", None),
        ("0001-01-01T00:00:00+14:00", None),
        ("", None),
        ("soon", None),
        (7, None),
        (None, None),
    ],
)
def test_moments(written: object, read: datetime | None) -> None:
    assert moment(written) == read


def test_now_is_read_as_it_is_written() -> None:
    assert abs((datetime.now(UTC) - (moment(now()) or datetime.min.replace(tzinfo=UTC))).total_seconds()) < 60
