"""`errata cache`: what is remembered is counted and can be forgotten."""

from engines.core.results import Analysis
from tests.explorer.running import Errata


def test_the_cache_is_shown_and_cleared(errata: Errata, analysis: Analysis, data: list[object]) -> None:
    (shown,) = errata("cache", "show", "--json", *data).rows
    (kinds,) = errata("cache", "list", "--json", *data).rows
    assert shown["answers"] == sum(kinds.values()) > 0 and "verify" in kinds
    assert errata("cache", "clear", "--json", *data).rows == [{"cleared": shown["answers"]}]
    assert errata("cache", "show", "--json", *data).rows[0]["answers"] == 0
    assert errata("history", "--json", *data).rows, "clearing the cache leaves the history"
