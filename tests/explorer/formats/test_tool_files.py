"""Files for other tools are what those tools read, beside them what they need; what came from a tool goes back to it as it was."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engines.core.errors import FormatError
from engines.core.results import Analysis
from engines.declaration.registry import specs
from explorer import analyze
from explorer.formats.foreign.registry import writer, written
from explorer.formats.importing import imported, keep
from explorer.formats.tool_files import check_place, write
from explorer.reading.usage import UsageError
from sessions.annotations import Annotation
from sessions.store import Store
from tests.explorer.formats.foreign.published import LABEL_STUDIO, OUTPUT, QASEM, RAGTRUTH_SOURCES, RECORDS
from tests.explorer.formats.foreign.readers import ENDINGS, READERS

DEV = Path(__file__).parents[4] / "shared" / "data" / "qasem_consistency_dev.jsonl"
"""The data set of the paper, where the labelled data lie beside the project; the records of `published` are in its format."""
TEXT = "The ferry Aldona left Mirava on Tuesday with 40 passengers. A storm damaged the mast. Nobody was hurt 🚢."
Said = dict[str, Annotation]


@pytest.fixture(scope="module")
def made() -> list[Analysis]:
    """An analysis of every engine, of an output with characters that UTF-16 counts twice."""
    output = "🚢🚢 The ferry Aldona left Mirava on Friday with 90 passengers. A storm damaged the mast."
    return [analyze(TEXT, output, engine=spec.name) for spec in specs()]


def file(folder: Path, shape: str) -> Path:
    return folder / f"{shape}.{ENDINGS.get(shape, 'json')}"


def exported(folder: Path, shape: str, items: list[tuple[Analysis, Said]]) -> tuple[list[Path], list[str]]:
    """The files that are written, and what is said of it."""
    format = writer(shape)
    folder.mkdir(exist_ok=True)
    out = folder / "texts" if format.apart else file(folder, shape)
    check_place(format, str(out))
    said = write(format, lambda: items, str(out), [])
    return (sorted(out.iterdir()) if format.apart else [out]), said


def from_tool(folder: Path, shape: str, records: list[Any] | None = None) -> list[Analysis]:
    """The records of a tool as they come in, by way of our own store."""
    folder.mkdir(exist_ok=True)
    chosen = RECORDS[shape] if records is None else records
    path = file(folder, shape)
    if ENDINGS.get(shape) == "jsonl":
        path.write_text("\n".join(map(json.dumps, chosen)), encoding="utf-8")
    else:
        path.write_text(json.dumps({"samples": chosen} if shape == "faithbench" else chosen), encoding="utf-8")
    (folder / "source_info.jsonl").write_text("\n".join(map(json.dumps, RAGTRUTH_SOURCES)), encoding="utf-8")
    with Store(folder / "data") as store:
        for item in imported(str(path)):
            assert item.analysis is not None, item.notes
            keep(store, item)
        return list(store.every())


def canonical(records: Any) -> str:
    return json.dumps(records, sort_keys=True, ensure_ascii=False)


def read(shape: str, paths: list[Path]) -> list[Any]:
    return [record for path in paths for record in READERS[shape](path)]


@pytest.mark.parametrize("shape", written())
def test_what_engines_find_is_read_by_every_tool(shape: str, made: list[Analysis], tmp_path: Path) -> None:
    paths, said = exported(tmp_path / "out", shape, [(analysis, {}) for analysis in made])
    found = read(shape, paths)
    assert len(found) + sum(int(note.split()[0]) for note in said if "not written" in note) == len(made)
    assert bool(found) == (shape != "faithbench")
    assert any("has no place for" in note for note in said) == bool(found)


@pytest.mark.parametrize("shape", RECORDS)
def test_what_came_from_a_tool_goes_back_as_it_was(shape: str, tmp_path: Path) -> None:
    analyses = from_tool(tmp_path / "in", shape)
    paths, _ = exported(tmp_path / "out", shape, [(analysis, {}) for analysis in analyses])
    if shape != "refchecker":  # its benchmark has no claims for its checker
        assert canonical(read(shape, paths)) == canonical(RECORDS[shape])
    again = json.loads(paths[0].read_text()) if len(paths) == 1 and paths[0].suffix == ".json" else None
    if shape == "refchecker":
        assert canonical(again) == canonical(RECORDS[shape])


@pytest.mark.parametrize("shape", RECORDS)
def test_the_votes_of_a_person_go_back_with_it(shape: str, tmp_path: Path) -> None:
    analyses = from_tool(tmp_path / "in", shape)
    first = next(a for a in analyses if any(u.supported is False for u in a.units) and any(u.supported for u in a.units))
    wrong, right = (next(u for u in first.units if u.supported is verdict) for verdict in (False, True))
    said = {unit.id: Annotation(first.id, unit.id, -1, "I looked.", "2026-01-01") for unit in (wrong, right)}
    if shape == "qasem-consistency":  # where three have voted before, one more does not turn it
        said = {unit.id: Annotation(first.id, unit.id, 1, "", "2026-01-01") for unit in (wrong, right)}
    paths, _ = exported(tmp_path / "out", shape, [(a, said if a is first else {}) for a in analyses])
    if shape != "refchecker":
        read(shape, paths)
    records = [record for path in paths for record in (READERS["qasem-consistency"](path) if shape == "qasem-consistency" else _any(path))]
    again = from_tool(tmp_path / "back", shape, records)
    turned = again[analyses.index(first)]
    if shape == "qasem-consistency":
        assert [len(u.details.votes) for u in turned.units] == [4, 4]
        assert [u.supported for u in turned.units] == [u.supported for u in first.units]
        return
    now = {unit.statement: unit.supported for unit in turned.units}
    if shape in ("loc-unfaith", "refchecker"):
        assert (now[wrong.statement], now[right.statement]) == (True, False)
    else:
        red = [unit.statement for unit in turned.units if unit.supported is False]
        assert right.statement in red and wrong.statement not in red


def _any(path: Path) -> list[Any]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in text.splitlines()]
    data = json.loads(text)
    return data.get("samples", [data]) if isinstance(data, dict) else data


def test_the_data_of_the_paper_comes_back_to_the_letter(tmp_path: Path) -> None:
    sets = [QASEM, [json.loads(line) for line in DEV.read_text().splitlines()]] if DEV.is_file() else [QASEM]
    for number, records in enumerate(sets):
        path = tmp_path / f"{number}.jsonl"
        path.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
        items = [(item.analysis, {}) for item in imported(str(path)) if item.analysis]
        assert len(items) == len(records)
        (out,), said = exported(tmp_path / f"out{number}", "qasem-consistency", items)
        assert canonical(_any(out)) == canonical(records) and said == []


def test_lettucedetect_has_a_record_a_line_where_the_file_says_so(made: list[Analysis], tmp_path: Path) -> None:
    path = tmp_path / "test.jsonl"
    write(writer("lettucedetect"), lambda: [(each, {}) for each in made], str(path), [])
    assert len(READERS["lettucedetect"](path)) == len(made)
    assert all(item.analysis for item in imported(str(path)))


@pytest.mark.parametrize(("shape", "name"), [("refchecker", "x.jsonl"), ("label-studio", "x.jsonl"), ("ragtruth", "x.json")])
def test_a_file_that_its_reader_would_refuse_is_not_begun(shape: str, name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="name a file that ends in"):
        check_place(writer(shape), str(tmp_path / name))


def test_loc_unfaith_is_a_file_a_text(made: list[Analysis], tmp_path: Path) -> None:
    asking = [each for each in made if each.engine.name in ("qasem", "lss")]
    format = writer("loc-unfaith")
    with pytest.raises(UsageError, match="one text a file, and these are 2"):
        write(format, lambda: [(each, {}) for each in asking], str(tmp_path / "x.json"), [])
    write(format, lambda: [(asking[0], {})], str(tmp_path / "x.json"), [])
    assert READERS["loc-unfaith"](tmp_path / "x.json")
    write(format, lambda: [(each, {}) for each in asking], str(tmp_path / "new"), [])
    assert [path.stem for path in sorted((tmp_path / "new").iterdir())] == sorted(each.id for each in asking)
    with pytest.raises(UsageError, match="not empty"):
        check_place(format, str(tmp_path / "new"))


def test_the_texts_of_loc_unfaith_keep_their_spaces(made: list[Analysis], tmp_path: Path) -> None:
    asking = next(each for each in made if each.engine.name == "qasem")
    write(writer("loc-unfaith"), lambda: [(asking, {})], str(tmp_path / "x.json"), [])
    (item,) = imported(str(tmp_path / "x.json"))
    assert item.analysis is not None
    assert (item.analysis.reference.text, item.analysis.output.text) == (asking.reference.text, asking.output.text)


def test_label_studio_counts_as_its_version_does(made: list[Analysis], tmp_path: Path) -> None:
    format = writer("label-studio")
    units = replace(format, write=format.write_utf16)
    write(units, lambda: [(each, {}) for each in made], str(tmp_path / "x.json"), [])
    for task in json.loads((tmp_path / "x.json").read_text()):
        text = task["data"]["output"].encode("utf-16-le")
        values = [region["value"] for region in task["predictions"][0]["result"]]
        assert values and [text[2 * v["start"] : 2 * v["end"]].decode("utf-16-le") for v in values] == [v["text"] for v in values]
    for item, analysis in zip(imported(str(tmp_path / "x.json")), made, strict=True):
        assert item.analysis is not None and all("UTF-16" in note for note in item.notes)
        marked = [unit.statement for unit in item.analysis.units if unit.supported is False]
        assert marked == [error.text for error in analysis.errors or ()]


def test_tasks_that_one_interface_cannot_show_are_not_written_together(made: list[Analysis], tmp_path: Path) -> None:
    both = [*from_tool(tmp_path / "in", "label-studio", LABEL_STUDIO), made[0]]
    with pytest.raises(FormatError, match="call their texts differently"):
        write(writer("label-studio"), lambda: [(each, {}) for each in both], str(tmp_path / "x.json"), [])
    assert not (tmp_path / "x.json").exists() and not (tmp_path / "x.labelling.xml").exists()


@pytest.fixture
def doubtful(made: list[Analysis]) -> Iterator[Analysis]:
    """An analysis some of whose facts have no verdict."""
    whole = next(each for each in made if each.engine.name == "scale")
    bare = replace(whole.units[-1], supported=None, probability=None, error=None)
    yield replace(whole, units=(*whole.units[:-1], bare))


def test_facts_without_a_verdict_are_said_where_a_tool_would_take_them_for_right(doubtful: Analysis, tmp_path: Path) -> None:
    _, said = exported(tmp_path / "a", "lettucedetect", [(doubtful, {})])
    assert any("facts that have no verdict" in note and "counts as right" in note for note in said)
    silent = replace(doubtful, errors=(), units=tuple(replace(u, supported=None, probability=None, error=None) for u in doubtful.units))
    for shape in written():
        paths, said = exported(tmp_path / shape, shape, [(silent, {})])
        assert [record for path in paths for record in _any(path)] == [], shape
        assert any("1 analysis is not written" in note for note in said)


def test_everything_marked_lies_in_the_output() -> None:
    assert all(mark["start"] == OUTPUT.index("Friday") for mark in RECORDS["lettucedetect"][0]["labels"])
