"""The history lists what is looked for: pairs with their analyses, comparisons and tags, by words, engine, score and tag."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from engines.core.errors import InputError
from engines.core.results import Analysis, Engine, Unit
from explorer.formats.beside import added_to, records_beside
from explorer.formats.exporting import as_json, exported, jsonl_text
from explorer.services.bringing import bring
from sessions.listing.searching import Filter
from sessions.listing.tags import LONGEST_TAG, MOST_TAGS
from sessions.paths import DATABASE
from sessions.store import Store
from tests.sessions.test_store import pair

FERRY = "The ferry Aldona left Mirava on Friday."


def judged(id: str, engine: str, share: float, output: str = FERRY, when: str = "2026-03-04T05:06:07+00:00") -> Analysis:
    """An analysis of ten units, of which that share is supported."""
    units = tuple(Unit(f"q{n}", "qa", f"Statement {n}.", probability=0.5, supported=n < round(10 * share)) for n in range(10))
    return replace(pair(id, output), engine=Engine(engine, {}, {"verifier": "compact-7@x"}), created=when, units=units)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path) as opened:
        opened.save(judged("a1", "qasem", 1.0))
        opened.save(judged("b1", "qasem", 0.4, "Another output.", "2026-03-05T05:06:07+00:00"))
        opened.save(judged("a2", "scale", 0.8, when="2026-03-06T05:06:07+00:00"))
        yield opened


def listed(store: Store, **wanted: object) -> list[list[str]]:
    return [[entry.id for entry in group.entries] for group in store.groups(Filter(**wanted))]


def test_analyses_of_one_pair_are_one_group_and_the_newest_comes_first(store: Store) -> None:
    assert listed(store) == [["a2", "a1"], ["b1"]]
    assert [group.title for group in store.groups()] == [FERRY, "Another output."]
    assert store.groups()[0].entries[0].verifier == "compact-7@x" and store.count_pairs() == 2
    assert [group.pair for group in store.groups(limit=1)] == [store.groups()[0].pair] and store.engines() == ["qasem", "scale"]
    store.save(judged("c1", "qasem", 1.0, FERRY, "2026-03-07T05:06:07+00:00"))
    store.save(replace(judged("d1", "qasem", 1.0), reference=pair("x", reference="Another reference.").reference))
    assert [len(ids) for ids in listed(store)] == [3, 1, 1]
    store.delete("c1")
    assert listed(store)[0] == ["a2", "a1"]


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"engine": "scale"}, [["a2"]]),
        ({"engine": "nothing"}, []),
        ({"score": (0, 69)}, [["b1"]]),
        ({"score": (70, 99)}, [["a2"]]),
        ({"score": (100, 100)}, [["a1"]]),
        ({"engine": "qasem", "score": (70, 100)}, [["a1"]]),
        ({"query": "aldona", "engine": "qasem"}, [["a1"]]),
    ],
)
def test_engine_and_score_are_filtered_by(store: Store, wanted: dict[str, object], found: list[list[str]]) -> None:
    assert listed(store, **wanted) == found


def test_words_are_found_in_facts_notes_and_tags(store: Store) -> None:
    fact = Unit("q1", "qa", "Ilse Varn is the captain.", question="Who commands a vessel?", probability=0.9, supported=True)
    store.save(replace(judged("a3", "lss", 1.0), units=(fact,)))
    assert listed(store, query="commands vess") == [["a3"]] and listed(store, query="captain mirava") == [["a3"]]
    store.annotate("b1", "q2", -1, "Naïve – ask the Orlest archive")
    assert listed(store, query="orlest") == [["b1"]] and listed(store, query="naïve") == [["b1"]]
    store.tag("a1", ["to check"])
    assert listed(store, query="check aldona") == [["a2", "a3", "a1"]]
    store.save(replace(judged("a3", "lss", 1.0), units=()))
    assert listed(store, query="commands") == []
    store.delete("a3")
    store.purge()
    assert store.integrity() == [] and listed(store, query="aldona") == [["a2", "a1"]]


def test_tags_belong_to_the_pair_and_are_kept_plain(store: Store) -> None:
    assert store.tag("a1", ["#News ", "news", "to  check", "", "a,b", "x" * 99]) == ("News", "to check", "a b", "x" * LONGEST_TAG)
    assert store.groups()[0].tags == ("News", "to check", "a b", "x" * LONGEST_TAG)
    assert len(store.tag("b1", map(str, range(99)))) == MOST_TAGS
    store.tag("b1", ["News"])
    assert listed(store, tag="News") == [["a2", "a1"], ["b1"]] and listed(store, tag="nothing") == []
    assert store.every_tag() == ["a b", "News", "to check", "x" * LONGEST_TAG]
    store.tag("a2", [])
    assert store.every_tag() == ["News"] and listed(store, tag="News") == [["b1"]]
    store.delete("b1")
    assert store.every_tag() == []
    with pytest.raises(InputError, match="no analysis 'nobody'"):
        store.tag("nobody", ["x"])


def test_a_comparison_is_listed_where_all_that_it_compares_is(store: Store) -> None:
    assert not store.save_comparison(["a1"]) and not store.save_comparison(["a1", "b1"]) and not store.save_comparison([])
    assert store.save_comparison(["a2", "a1", "b1", "nobody"]) and store.save_comparison(["a1", "a2"])
    (made,) = store.groups()[0].comparisons
    assert set(made.analyses) == {"a1", "a2"} and not store.groups()[1].comparisons
    assert not store.groups(Filter(engine="scale"))[0].comparisons
    store.delete("a1")
    assert not store.groups()[0].comparisons
    store.restore("a1")
    assert store.groups()[0].comparisons and store.delete_comparison(["a2", "a1"]) and not store.groups()[0].comparisons
    store.save_comparison(["a1", "a2"])
    store.delete("a1")
    store.purge()
    assert store.comparisons() == {}


def test_tags_and_comparisons_go_out_and_come_in_with_the_history(store: Store, tmp_path: Path) -> None:
    store.tag("a1", ["news", "to check"])
    store.save_comparison(["a1", "a2"])
    whole = tmp_path / "all.jsonl"
    left_out: list = []
    items = exported(store, None, left_out, taken_back=True)
    whole.write_text("".join(jsonl_text(items, store.title_given, added_to(store, left_out), records_beside(store, left_out), left_out)))
    assert not left_out
    with Store(tmp_path / "other") as other:
        report = bring(other, str(whole))
        assert report.words().startswith("3 analyses imported, with 1 set of tags, 1 comparison.")
        assert other.groups()[0].tags == ("news", "to check") and len(other.groups()[0].comparisons) == 1
        other.tag("a1", ["mine"])
        assert bring(other, str(whole)).merged.done["tags"] == 0 and other.groups()[0].tags == ("mine",), "the newer ones stay"
        copy = tmp_path / "copy.sqlite"
        other.back_up(copy)
        data = as_json(other.get("a1"), {}, None, added_to(other, [])("a1"))
        assert data["tags"] == ["mine"] and data["tagged"]
    with Store(tmp_path / "third") as third:
        third.merge([], "nothing")
        assert bring(third, str(whole)).merged
        third.undo_import()
        assert third.every_tag() == [] and third.comparisons() == {} and third.groups() == []


def test_a_history_of_an_older_shape_is_brought_up(tmp_path: Path) -> None:
    from sqlite_utils import Database as Tables

    with Store(tmp_path) as store:
        store.save(judged("a1", "qasem", 1.0))
        store.save(judged("a2", "scale", 0.8))
    tables = Tables(tmp_path / DATABASE, execute_plugins=False)
    for sql in (
        "DROP TABLE labels",
        "DROP TABLE batches",
        "DROP TABLE batch_rows",
        "DROP TABLE rounds",
        "DROP TABLE tags",
        "DROP TABLE comparisons",
        "DROP TRIGGER facts_ad",
        "DROP TABLE facts_fts",
        "DROP INDEX idx_analyses_pair",
        "ALTER TABLE analyses DROP COLUMN pair",
        "ALTER TABLE analyses DROP COLUMN verifier",
        "PRAGMA user_version = 4",
    ):
        tables.conn.execute(sql)
    tables.conn.commit()
    tables.close()
    with Store(tmp_path) as store:
        assert [len(ids) for ids in listed(store)] == [2] and len(listed(store, query="statement aldona")[0]) == 2
        assert store.groups()[0].entries[0].verifier == "compact-7@x" and store.structure() == [] and store.integrity() == []
        store.save(judged("a3", "lss", 0.8))
        assert [len(ids) for ids in listed(store)] == [3]


def test_titles_texts_and_tags_are_kept_as_they_are_written(store: Store) -> None:
    store.rename("a1", "Beacons <b> and **lights** [1]")
    assert store.groups()[0].title == "Beacons <b> and **lights** [1]" and store.tag("a1", ["<b> [1]"]) == ("<b> [1]",)
    store.save(judged("m1", "qasem", 1.0, "See **this** [1]."))
    assert store.history(limit=99)[-1].id and "See **this** [1]." in [entry.title for entry in store.history(limit=99)]
