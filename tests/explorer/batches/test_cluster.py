"""A batch on a Dask cluster of this machine: as on this machine alone, and no worker that dies costs an answer."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines.core.errors import UnavailableError
from explorer.batches.cluster import Cluster
from tests.explorer.running import OUTPUT, REFERENCE, Errata, read_rows, write_rows

distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address of a scheduler with two workers."""
    import dask

    # A task whose worker dies is given to no other; who does not answer is not waited for.
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0, "distributed.comm.timeouts.connect": "2s"}),
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0") as cluster,
    ):
        yield cluster.scheduler_address


def halved(number: int) -> float:
    """Half of a number; the worker that is asked for that of 7 is killed."""
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return number / 2


def test_answers_come_in_order_and_only_what_kills_workers_is_lost(address: str) -> None:
    with Cluster(address) as workers:
        assert workers.once(os.getpid) != os.getpid()
        found = list(workers.each(iter(range(40)), halved, lambda number: -number))
    assert found == [-7 if number == 7 else number / 2 for number in range(40)]


@pytest.mark.thorough
def test_a_batch_on_a_cluster_is_the_same(errata: Errata, tmp_path: Path, address: str) -> None:
    pairs = [{"id": i, "reference": REFERENCE, "output": f"{OUTPUT} Number {i} left."} for i in range(4)]
    rows, data = write_rows(tmp_path / "in.jsonl", [*pairs, {"id": "bad"}]), ["--data-dir", tmp_path / "data"]
    there, here = tmp_path / "there.jsonl", tmp_path / "here.jsonl"
    assert errata("batch", rows, "--out", there, "--backend", "dask", "--scheduler", address, *data).code == 1
    assert errata("batch", rows, "--out", here, "--no-cache").code == 1
    for one, two in zip(read_rows(there), read_rows(here), strict=True):
        assert one["id"] == two["id"] and one.get("error") == two.get("error")
        assert one.get("scores") == two.get("scores")
    write_rows(tmp_path / "in.jsonl", pairs)
    ran = errata("batch", rows, "--out", there, "--backend", "dask", "--scheduler", address, *data)
    assert ran.code == 0 and "0 analysed, 4 skipped" in ran.err


def test_where_no_scheduler_answers_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer.batches.cluster._CONNECTING", 1)
    with pytest.raises(UnavailableError, match="No Dask scheduler answers"):
        Cluster("tcp://127.0.0.1:1")
