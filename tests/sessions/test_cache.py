"""The cache: JSON in, the same JSON out; no collisions; never in the way."""

import pickle
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engines.core.errors import StoreError
from sessions.cache import Cache, digest

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(st.characters(exclude_categories=())),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[Cache]:
    with Cache(tmp_path) as opened:
        yield opened


@pytest.fixture(scope="module")
def shared_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cache]:
    with Cache(tmp_path_factory.mktemp("shared")) as opened:
        yield opened


@settings(max_examples=80, deadline=None)
@given(key=json_values, value=json_values)
@example(key="\ud800", value=1)
def test_any_json_comes_back(shared_cache: Cache, key: object, value: object) -> None:
    shared_cache.set([key], value)
    assert shared_cache.get([key]) == value
    assert shared_cache.problem is None


def test_many_at_once_in_order_with_none_for_what_is_missing(cache: Cache) -> None:
    cache.set_many([(["verify", "m", i], {"p": i}) for i in range(1200)])
    assert cache.get_many([["verify", "m", 5], ["verify", "m", -1], ["verify", "m", 1199]]) == [{"p": 5}, None, {"p": 1199}]
    assert cache.kinds() == {"verify": 1200}
    figures = cache.figures()
    assert (figures.answers, figures.hits, figures.misses) == (1200, 2, 1) and figures.bytes > 0
    assert cache.clear() == 1200 and cache.figures().answers == 0


@pytest.mark.parametrize(
    "one, other", [(["a", "bc"], ["ab", "c"]), ([1], ["1"]), (["a", ["b"]], ["a", "b"]), (["a\0b"], ["a", "b"]), ([None], [""])]
)
def test_keys_do_not_collide(one: list[object], other: list[object]) -> None:
    assert digest(one) != digest(other)


def test_order_of_settings_does_not_matter() -> None:
    assert digest(["m", {"a": 1, "b": 2}]) == digest(["m", {"b": 2, "a": 1}])


def test_a_value_that_is_no_json_is_refused_at_once(cache: Cache) -> None:
    with pytest.raises(TypeError):
        cache.set(["k"], object())


def test_answers_last_and_other_processes_see_them(cache: Cache) -> None:
    cache.set(["k"], [1, "é\ud800"])
    with Cache(cache.path.parent) as other:
        assert other.get(["k"]) == [1, "é\ud800"]


def test_the_size_limit_is_kept(tmp_path: Path) -> None:
    with Cache(tmp_path, size_limit=300_000) as cache:
        for i in range(200):
            cache.set(["k", i], "x" * 10_000)
        assert cache.figures().bytes < 600_000
        assert cache.get(["k", 199]) is not None and cache.get(["k", 0]) is None


class Bomb:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (pytest.fail, ("the cache was unpickled",))


def test_nothing_is_ever_unpickled(cache: Cache) -> None:
    cache.set(["k"], "fine")
    cache._disk._sql("UPDATE Cache SET mode = 4, value = ?", (pickle.dumps(Bomb()),))
    assert cache.get(["k"]) is None
    assert cache.problem is not None


def test_a_damaged_cache_misses_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "cache.db").write_bytes(b"not a database at all" * 500)
    with Cache(tmp_path) as cache:
        cache.set(["k"], 1)
        assert cache.get(["k"]) is None and cache.get_many([["k"]]) == [None]
        assert cache.problem and cache.figures().answers == 0 and cache.kinds() == {}
        with pytest.raises(StoreError, match="by hand"):
            cache.clear()


def test_a_folder_that_cannot_be_made_only_misses(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with Cache(tmp_path / "file" / "data") as cache:
        cache.set(["k"], 1)
        assert cache.get(["k"]) is None and cache.problem


def test_a_closed_cache_misses(cache: Cache) -> None:
    cache.set(["k"], 1)
    assert cache.get(["k"]) == 1
    cache.close()
    cache.close()
    assert cache.get(["k"]) is None
