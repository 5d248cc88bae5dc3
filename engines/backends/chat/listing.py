"""What a server says about itself: its models, and how many tokens fit."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engines.backends.chat.servers import Server
from engines.core.errors import ErrataError, ModelError, UnavailableError

MOST_SECONDS = 5.0
_MOST_BYTES = 8 * 2**20
_CONTEXT_FIELDS = ("max_model_len", "context_length", "max_context_length", "context_window", "n_ctx")


def models(server: Server, seconds: float = MOST_SECONDS) -> list[Mapping[str, Any]]:
    """The models that a server offers, as it describes them; each has an `id`.

    Raises:
        UnavailableError: it is not there, or does not accept the key.
        ModelError: it answers with something else.
    """
    import httpx

    quick = replace(server, connect_seconds=min(seconds, server.connect_seconds), read_seconds=min(seconds, server.read_seconds))
    key = server.key()
    try:
        with httpx.Client(
            timeout=httpx.Timeout(quick.read_seconds, connect=quick.connect_seconds),
            follow_redirects=False,
            trust_env=not server.is_loopback,
            headers={"Accept-Encoding": "identity", **key.headers()},
        ) as client:
            data = _read(client, server, seconds)
    except httpx.HTTPError as problem:
        raise UnavailableError(f"No server answers at {server.place} ({type(problem).__name__}). Start it, or check its address.") from None
    rows = data.get("data") if isinstance(data, Mapping) else None
    if not isinstance(rows, list):
        raise ModelError(f"What answers at {server.place} does not list its models as an OpenAI-compatible server does.")
    return [{**row, "id": key.without(row["id"])} for row in rows if isinstance(row, Mapping) and isinstance(row.get("id"), str)]


def context_of(server: Server, model: str) -> int:
    """Tokens that fit into a model as its server tells; 0 where it does not."""
    try:
        rows = models(server)
    except ErrataError:
        return 0
    row = next((r for r in rows if r["id"] == model), None)
    if row is None:
        return 0
    places = [row, *(row[name] for name in ("meta", "details", "info") if isinstance(row.get(name), Mapping))]
    sizes = [place.get(name) for place in places for name in _CONTEXT_FIELDS]
    return next((size for size in sizes if isinstance(size, int) and not isinstance(size, bool) and size > 0), 0)


def _read(client: Any, server: Server, seconds: float) -> Any:
    import json
    import time

    deadline, data = time.monotonic() + seconds, b""
    with client.stream("GET", f"{server.url}/models") as response:
        if response.status_code in (401, 403):
            raise UnavailableError(f"The server {server.name} at {server.place} wants another key (status {response.status_code}).")
        if response.status_code != 200:
            raise ModelError(f"The server {server.name} at {server.place} does not list its models (status {response.status_code}).")
        for chunk in response.iter_bytes():
            data += chunk
            if len(data) > _MOST_BYTES or time.monotonic() > deadline:
                raise ModelError(f"The server {server.name} at {server.place} did not finish the list of its models.")
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise ModelError(f"What answers at {server.place} does not answer in JSON. Check the address; it often ends in /v1.") from None
