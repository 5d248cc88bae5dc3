"""Tables of any kind as rows, and rows as tables."""

import csv
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from engines.core.errors import FormatError, UnavailableError
from explorer.reading.columns import columns_of, mapped
from explorer.reading.rows import BadRow, Row, read_rows, table_rows
from explorer.reading.saving import data_frame, write_table
from explorer.reading.usage import UsageError


def data(path: Path, **options: Any) -> list[Any]:
    return [row.data if isinstance(row, Row) else row.reason for row in read_rows(str(path), **options)]


def test_cells_keep_the_apostrophe_that_they_begin_with(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("id,output\r\n1,'=1+1\r\n2,'Tis the mayor\r\n3,'-5 degrees\r\n", newline="")
    assert [row["output"] for row in data(tmp_path / "in.csv")] == ["'=1+1", "'Tis the mayor", "'-5 degrees"]
    write_table(str(tmp_path / "ours.csv"), ["output"], [{"output": "=1+1"}, {"output": "'=2"}])
    assert [row["output"] for row in data(tmp_path / "ours.csv", escaped=True)] == ["=1+1", "'=2"]


def test_columns_are_read_under_our_names(tmp_path: Path) -> None:
    columns = columns_of(["reference=article, output=summary", "label=ok"])
    assert columns == {"reference": "article", "output": "summary", "label": "ok"}
    (tmp_path / "in.tsv").write_text("article\tsummary\tok\tnote\nA ferry left.\tIt left.\t1\tx\n")
    assert data(tmp_path / "in.tsv", columns=columns) == [{"note": "x", "reference": "A ferry left.", "output": "It left.", "label": "1"}]
    (reason,) = data(tmp_path / "in.tsv", columns={"reference": "artcle"})
    assert reason.startswith("line 2: there is no column 'artcle'") and "article, summary" in reason
    assert mapped({"a": 1, "b": 2}, {"a": "b", "b": "a"}) == {"a": 2, "b": 1}


@pytest.mark.parametrize("written", [["reference"], ["=x"], ["x="], ["a=b,a=c"], [""]])
def test_columns_written_otherwise_are_refused(written: list[str]) -> None:
    with pytest.raises(UsageError):
        columns_of(written)


def test_json_files_hold_a_list_or_lines(tmp_path: Path) -> None:
    rows = [{"reference": "A.", "output": "B."}, {"reference": "C.", "output": "D."}]
    for name, text in (
        ("list.json", json.dumps(rows)),
        ("held.json", json.dumps({"samples": rows})),
        ("lines.json", "\n".join(map(json.dumps, rows))),
    ):
        (tmp_path / name).write_text(text)
        assert data(tmp_path / name) == rows, name
    (tmp_path / "mixed.json").write_text(json.dumps([rows[0], 7]))
    assert data(tmp_path / "mixed.json") == [rows[0], "line 2: not a JSON object."]
    (tmp_path / "gaps.json").write_text(json.dumps([{**rows[0], "score": float("nan")}, rows[1]], indent=1))  # as pandas writes it
    assert [row["output"] for row in data(tmp_path / "gaps.json")] == ["B.", "D."]


def test_data_frames_and_lists_are_rows() -> None:
    pandas, numpy = pytest.importorskip("pandas"), pytest.importorskip("numpy")
    spans = [numpy.array([[0, 1]]), numpy.array([])]
    spans = [numpy.array([[0, 1]]), numpy.array([])]
    frame = pandas.DataFrame({"id": [1, 2], "output": ["A.", None], "spans": spans, "n": [0.5, numpy.nan]})
    found = [row.data for row in table_rows(frame) if isinstance(row, Row)]
    assert found == [{"id": 1, "output": "A.", "spans": [[0, 1]], "n": 0.5}, {"id": 2, "spans": []}]
    assert json.dumps(found)
    assert [row.data for row in table_rows([{"a": 1}], {"id": "a"}) if isinstance(row, Row)] == [{"id": 1}]
    (bad,) = table_rows(["no row"])
    assert isinstance(bad, BadRow) and "line 1" in bad.reason
    for wrong in ("text", {"a": 1}, 5):
        with pytest.raises(FormatError, match="data frame"):
            list(table_rows(wrong))


def test_what_is_not_installed_is_named_with_how_to_install_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "in.parquet").write_bytes(b"PAR1")
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "state.json").write_text("{}")
    monkeypatch.setattr("explorer.reading.tables.find_spec", lambda name: None)
    for path, package in (("in.parquet", "pandas"), ("set", "datasets")):
        with pytest.raises(UnavailableError, match=f"pip install {package}"):
            list(read_rows(str(tmp_path / path)))
    with pytest.raises(UnavailableError, match="pip install pandas"):
        write_table(str(tmp_path / "out.parquet"), ["a"], [{"a": 1}])
    assert not (tmp_path / "out.parquet").exists()


def test_parquet_comes_back_as_it_was_written(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    rows = [{"id": "a", "reference": "'=1", "spans": [[0, 2]]}, {"id": "b", "reference": "X."}]
    write_table(str(tmp_path / "out.parquet"), ["id", "reference", "spans"], rows)
    assert data(tmp_path / "out.parquet") == [{"id": "a", "reference": "'=1", "spans": "[[0, 2]]"}, rows[1]]
    (tmp_path / "bad.parquet").write_bytes(b"nonsense")
    with pytest.raises(FormatError, match=r"bad\.parquet"):
        list(read_rows(str(tmp_path / "bad.parquet")))


def test_data_sets_are_read_from_memory_and_from_their_folder(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    rows = [{"id": "a", "output": "A."}, {"id": "b", "output": "B."}]
    made = datasets.Dataset.from_list(rows)
    made.save_to_disk(str(tmp_path / "set"))
    datasets.DatasetDict({"dev": made}).save_to_disk(str(tmp_path / "parts"))
    assert (
        [row.data for row in table_rows(made) if isinstance(row, Row)] == rows == data(tmp_path / "set") == data(tmp_path / "parts" / "dev")
    )
    with pytest.raises(FormatError, match="several parts"):
        list(read_rows(str(tmp_path / "parts")))


def test_written_tables_have_what_is_there_and_no_formulas(tmp_path: Path) -> None:
    rows = [{"id": 1, "said": "=cmd()", "spans": [[0, 3]]}, {"id": 2, "said": None}]
    write_table(str(tmp_path / "out.csv"), ["id", "said", "spans"], rows)
    with (tmp_path / "out.csv").open(newline="") as stream:
        assert [*csv.DictReader(stream)] == [
            {"id": "1", "said": "'=cmd()", "spans": "[[0, 3]]"},
            {"id": "2", "said": "", "spans": ""},
        ]
    pytest.importorskip("pandas")
    assert data_frame(rows)["spans"][0] == "[[0, 3]]"


def test_reading_json_lines_loads_no_table_library(tmp_path: Path) -> None:
    import subprocess

    (tmp_path / "in.jsonl").write_text('{"output": "A."}\n')
    read = f"len(list(read_rows({str(tmp_path / 'in.jsonl')!r})))"
    code = f"import sys; from explorer.reading.rows import read_rows; print({read}, 'pandas' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "False"]
