"""Analyses that are awaited: the loop goes on meanwhile, errors come through, and a cancelled task stops its run."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from engines.core.errors import InputError
from explorer import aanalyze, analyze, awaiting
from explorer.services.analysis import Stage

REFERENCE, OUTPUT = "The ferry left the harbour in May.", "The ferry left in June."


def test_it_finds_what_analyze_finds_while_the_loop_goes_on() -> None:
    ticks = []

    async def ticking() -> None:
        while True:
            ticks.append(1)
            await asyncio.sleep(0.001)

    async def both() -> Any:
        clock = asyncio.create_task(ticking())
        found = await asyncio.gather(*(aanalyze(REFERENCE, OUTPUT, engine=engine) for engine in ("qasem", "scale")))
        clock.cancel()
        return found

    found = asyncio.run(both())
    assert [analysis.engine.name for analysis in found] == ["qasem", "scale"]
    assert [analysis.errors for analysis in found] == [analyze(REFERENCE, OUTPUT, engine=engine).errors for engine in ("qasem", "scale")]
    assert len(ticks) > 3


def test_errors_come_through() -> None:
    with pytest.raises(InputError, match="The output is empty"):
        asyncio.run(aanalyze(REFERENCE, ""))


def test_a_cancelled_task_stops_its_run(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, ended = threading.Event(), threading.Event()

    def endless(*texts: str, **chosen: Any) -> Iterator[Stage]:
        try:
            while True:
                begun.set()
                yield Stage("Checking facts", 0, 1)
        finally:
            ended.set()

    monkeypatch.setattr(awaiting, "stream", endless)

    async def impatient() -> None:
        task = asyncio.create_task(aanalyze(REFERENCE, OUTPUT))
        await asyncio.to_thread(begun.wait, 10)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(impatient())
    assert ended.wait(10)
