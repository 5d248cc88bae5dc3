"""`errata compare`: a readable table, or JSON."""

from pathlib import Path

from tests.explorer.running import Errata


def test_engines_are_compared_in_a_table_or_as_json(errata: Errata, pair: tuple[Path, Path]) -> None:
    reference, output = pair
    arguments = ("compare", "--reference", reference, "--output", output, "--engine", "qasem", "--engine", "scale")
    table = errata(*arguments)
    assert table.code == 0
    assert "qasem / scale" in table.out and "kappa" in table.out
    (row,) = errata(*arguments, "--json").rows
    assert [opinion["engine"] for opinion in row["opinions"]] == ["qasem", "scale"]
    assert row["complete"] is True
