"""Many requests in flight to one server: limited, retried with growing pauses, timed, and stopped at once when nobody waits."""

import asyncio
import queue
import random
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any

from engines.backends.chat.completion import (
    MOST_BYTES,
    Completion,
    Garbled,
    TooLarge,
    error_message,
    read_completion,
    read_object,
    read_stream,
)
from engines.backends.chat.keys import Key
from engines.backends.chat.requests import Features, Request, simpler
from engines.backends.chat.servers import Server
from engines.core.errors import ErrataError, ModelError, UnavailableError

if TYPE_CHECKING:
    import httpx

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
"""Seconds before a request is sent again: doubled each time, up to the longest, with some chance in it. A Retry-After goes before."""
_ERROR_BYTES = 64 * 1024
_PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
_MISFIT = frozenset({400, 404, 405, 415, 422, 501})
_TOO_LONG = ("context length", "context window", "context size", "maximum context", "too long", "exceeds the", "n_ctx", "max_model_len")


class Passing(Exception):
    """A failure that may pass; `pause` is what the server asks for, in seconds."""

    def __init__(self, words: str, pause: float | None = None) -> None:
        super().__init__(words)
        self.pause = pause


@dataclass
class Client:
    """Asks one model of one server. What the server turns out not to understand is remembered in `features`."""

    server: Server
    model: str
    features: Features = field(default_factory=Features)
    _resume: float = 0.0
    """Until when (time.monotonic) no request is sent, since the server asked for a pause."""
    _met: bool = False
    """Whether the server has ever answered: if so, it may come back."""

    def ask(self, requests: Sequence[Request]) -> Iterator[tuple[int, Completion]]:
        """Completions with the index of their request, as they come. Closing the iterator stops everything at once.

        When a request fails for good, those in flight are still awaited and given out if that failure may be theirs alone.

        Raises:
            UnavailableError: the server, the model or the key is not there.
            ModelError: the server failed or answered with something unusable, also when asked again.
        """
        if not requests:
            return
        key = self.server.key()
        done: queue.SimpleQueue[tuple[int, Completion] | BaseException | None] = queue.SimpleQueue()
        run = _Run(lambda: self._all(requests, key, done), done)
        run.start()
        try:
            while (item := done.get()) is not None:
                if isinstance(item, BaseException):
                    raise item
                yield item
        finally:
            run.stop()

    async def _all(self, requests: Sequence[Request], key: Key, done: "queue.SimpleQueue[Any]") -> None:
        """Every request, as many at once as the server allows; the first failure comes last."""
        room = asyncio.Semaphore(self.server.parallel)
        failures: list[ErrataError] = []

        async def one(client: "httpx.AsyncClient", index: int) -> None:
            async with room:
                if failures:
                    return
                try:
                    done.put((index, await self._answer(client, requests[index], key)))
                except ErrataError as problem:
                    failures.append(problem)
                    if isinstance(problem, UnavailableError):
                        # Nobody else will be answered either.
                        for task in tasks:
                            if task is not asyncio.current_task():
                                task.cancel()

        async with self._client(key) as client:
            tasks = [asyncio.create_task(one(client, i)) for i in range(len(requests))]
            try:
                results = await asyncio.gather(*tasks, return_exceptions=True)
            finally:
                for task in tasks:
                    task.cancel()
        defects = [r for r in results if isinstance(r, Exception)]
        if failures or defects:
            done.put((failures or defects)[0])

    def _client(self, key: Key) -> "httpx.AsyncClient":
        import httpx

        server = self.server
        return httpx.AsyncClient(
            headers={"Accept-Encoding": "identity", "User-Agent": "errata", **key.headers()},
            timeout=httpx.Timeout(server.read_seconds, connect=server.connect_seconds, pool=server.total_seconds),
            limits=httpx.Limits(max_connections=server.parallel),
            follow_redirects=False,
            # A proxy must not see what is meant for this machine.
            trust_env=not server.is_loopback,
        )

    async def _answer(self, client: "httpx.AsyncClient", request: Request, key: Key) -> Completion:
        """One answer, asked for again while failures may pass and time is left."""
        server, attempt, last = self.server, 0, ""
        deadline = time.monotonic() + server.total_seconds
        try:
            async with asyncio.timeout(server.total_seconds):
                while True:
                    await asyncio.sleep(max(0.0, self._resume - time.monotonic()))
                    features = self.features
                    body = request.body(self.model, features)
                    try:
                        answer = await self._once(client, request, body, key)
                        # Answers are remembered and shown: a server that repeats the key must not get it written anywhere.
                        return replace(answer, text=key.without(answer.text))
                    except _Refused as refusal:
                        self._simplify(features, body, refusal, key)
                    except Passing as problem:
                        last = key.hidden(str(problem))
                        pause = problem.pause if problem.pause is not None else _pause(attempt)
                        attempt += 1
                        if attempt > server.retries:
                            raise ModelError(f"{self._named()} failed {attempt} times: {last}. Try again later.") from None
                        if time.monotonic() + pause > deadline:
                            raise ModelError(f"{self._named()} asks to wait {pause:.0f} seconds: {last}. Try again then.") from None
                        if problem.pause is not None:
                            self._resume = max(self._resume, time.monotonic() + pause)
                        await asyncio.sleep(pause)
        except TimeoutError:
            why = f" (before that: {last})" if last else ""
            words = f"{self._named()} did not finish an answer in {server.total_seconds:g} seconds{why}. "
            raise ModelError(words + "Try again, or set a higher total_seconds for this server.") from None

    def _simplify(self, used: Features, body: Mapping[str, Any], refusal: "_Refused", key: Key) -> None:
        """Leave out what the server minds, unless another request has found out already.

        Raises:
            UnavailableError, ModelError: nothing is left to leave out, or the request is refused for what it says.
        """
        words = key.hidden(refusal.told).rstrip(".") or f"status {refusal.status}"
        if any(mark in refusal.told.lower() for mark in _TOO_LONG):
            raise ModelError(f"{self._named()} cannot take a text of this length: {words}. Set its context in servers.toml.")
        if refusal.status in (404, 405):
            advice = "Check the model's name, and that the address ends where the API begins (often /v1)."
            raise UnavailableError(f"{self._named()} is not there: {words}. {advice}")
        if self.features is not used:
            return
        less = simpler(used, body, refusal.told)
        if less is None:
            raise ModelError(f"{self._named()} refused the request: {words}.")
        self.features = less

    async def _once(self, client: "httpx.AsyncClient", request: Request, body: Mapping[str, Any], key: Key) -> Completion:
        """Send a request once.

        Raises:
            Passing: it may work another time.
            _Refused: the server minds something in it.
            UnavailableError, ModelError: it will not work.
        """
        import httpx

        try:
            async with client.stream("POST", f"{self.server.url}/chat/completions", json=body) as response:
                await self._check(response, key)
                if response.headers.get("content-type", "").startswith("text/event-stream"):
                    return await read_stream(response.aiter_bytes(), request.most_tokens)
                return read_completion(await read_object(response.aiter_bytes()))
        except Garbled as problem:
            raise Passing(str(problem)) from None
        except TooLarge:
            raise ModelError(f"{self._named()} sent more than {MOST_BYTES // 2**20} MB for one answer; it was cut off.") from None
        except httpx.ConnectError:
            raise UnavailableError(
                f"No server answers at {self.server.place}. Start it, or check the address of {self.server.name}."
            ) from None
        except httpx.ConnectTimeout:
            raise Passing(f"no connection within {self.server.connect_seconds:g} seconds") from None
        except httpx.TimeoutException:
            raise Passing(f"nothing came for {self.server.read_seconds:g} seconds") from None
        except httpx.InvalidURL:
            raise UnavailableError(f"The address of the server {self.server.name} cannot be used.") from None
        except httpx.HTTPError as problem:
            raise Passing(f"the connection broke ({type(problem).__name__})") from None

    async def _check(self, response: "httpx.Response", key: Key) -> None:
        """Whether an answer is on its way; see `_once` for what is raised."""
        status = response.status_code
        self._met = True
        if status == 200:
            return
        if 300 <= status < 400:
            target = key.hidden(response.headers.get("location", "elsewhere"))
            raise UnavailableError(f"{self._named()} sends requests on to {target}. That is refused: set the address meant as its url.")
        try:
            told = error_message(await read_object(response.aiter_bytes(), _ERROR_BYTES))
        except (Garbled, TooLarge):
            told = ""
        if status in (401, 403):
            where = self.server.key_env or self.server.key_file or "key_env or key_file in servers.toml"
            raise UnavailableError(f"{self._named()} wants another key (status {status}). Check {where}.")
        if status in _PASSING:
            words = {429: "it has too many requests"}.get(status, f"status {status}") + (f" ({told})" if told else "")
            raise Passing(words, _retry_after(response.headers))
        if status in _MISFIT:
            raise _Refused(status, told)
        raise ModelError(f"{self._named()} answered with status {status}{': ' + key.hidden(told) if told else ''}.")

    def _named(self) -> str:
        return f"The model {self.model} on {self.server.place}"


class _Refused(Exception):
    """The server minds something in the request; `told` is what it says, not fit to be shown."""

    def __init__(self, status: int, told: str) -> None:
        super().__init__()
        self.status, self.told = status, told


class _Run:
    """A coroutine on an event loop in a thread of its own, which ends `done` with None, or with an exception if it breaks."""

    def __init__(self, work: Callable[[], Any], done: "queue.SimpleQueue[Any]") -> None:
        self._work, self._done = work, done
        self._thread = threading.Thread(target=self._main, name="chat requests", daemon=True)
        self._ready = threading.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._thread.start()
        self._ready.wait()

    def stop(self) -> None:
        """Stop what still runs and wait until its connections are closed."""
        loop, task = self._loop, self._task
        if self._thread.is_alive() and loop is not None and task is not None:
            with suppress(RuntimeError):  # the loop may just have ended by itself
                loop.call_soon_threadsafe(task.cancel)
        self._thread.join(timeout=5)

    def _main(self) -> None:
        try:
            asyncio.run(self._coroutine())
        except asyncio.CancelledError:
            pass
        except BaseException as problem:  # a defect: whoever waits must hear of it
            self._done.put(problem)
        finally:
            self._ready.set()
            self._done.put(None)

    async def _coroutine(self) -> None:
        self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        self._ready.set()
        await self._work()


def _pause(attempt: int) -> float:
    return min(LONGEST_PAUSE, FIRST_PAUSE * 2**attempt) * random.uniform(0.75, 1.25)


def _retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that the server asks to wait: a number, or a date; None where it says nothing readable."""
    try:
        if "retry-after-ms" in headers:
            return max(0.0, float(headers["retry-after-ms"]) / 1000)
        return max(0.0, float(headers["retry-after"]))
    except (KeyError, ValueError):
        pass
    try:
        return max(0.0, (parsedate_to_datetime(headers["retry-after"]) - datetime.now(UTC)).total_seconds())
    except (KeyError, ValueError, TypeError):
        return None
