"""Which servers there are: the usual addresses, those of the environment, and those of `servers.toml` in the data folder."""

import ipaddress
import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from engines.backends.chat.keys import Key, read_key
from engines.core.errors import InputError
from engines.core.machine import personal
from engines.core.machine.files import asset, small_file

FILE = "servers.toml"
ENVIRONMENT = "environment"
"""The name of the server that ERRATA_SERVER_URL (with ERRATA_SERVER_KEY and ERRATA_SERVER_MODEL) describes."""


@dataclass(frozen=True)
class Server:
    """A server and how to deal with it; it never holds the key itself.

    Attributes:
        url: where its API begins, for example http://127.0.0.1:11434/v1.
        model: what is asked for when no model is named.
        key_env, key_file: where its key is.
        context: tokens that fit; 0 asks the server, and takes 4,096 if it does not say.
        parallel: most requests in flight.
        connect_seconds, read_seconds, total_seconds: longest wait for a connection, for the next byte, and for one answer with all retries.
        retries: how often a request that failed in passing is sent again.
        price_in, price_out: price of a million tokens read and written, in any currency; None if not known.
        folder: where `key_file` lies; None for a server that is not of a person's own file.
    """

    name: str
    url: str
    title: str = ""
    model: str = ""
    key_env: str = ""
    key_file: str = ""
    context: int = 0
    parallel: int = 8
    connect_seconds: float = 10.0
    read_seconds: float = 180.0
    total_seconds: float = 600.0
    retries: int = 5
    price_in: float | None = None
    price_out: float | None = None
    folder: Path | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "url", checked_url(self.url, self.name))
        if self.parallel < 1 or self.retries < 0 or self.context < 0:
            raise InputError(f"The server {self.name}: parallel is at least 1, retries and context are not negative.")
        if min(self.connect_seconds, self.read_seconds, self.total_seconds) <= 0:
            raise InputError(f"The server {self.name}: the seconds to wait are more than 0.")

    @property
    def place(self) -> str:
        """Host, port and path: what tells servers apart in records."""
        parts = urlsplit(self.url)
        return parts.netloc + (parts.path if parts.path not in ("", "/v1") else "")

    @property
    def is_loopback(self) -> bool:
        """Whether it runs on this machine, so that no text leaves it."""
        return loopback(urlsplit(self.url).hostname or "")

    def key(self) -> Key:
        """Its key, read anew each time.

        Raises:
            UnavailableError, InputError: see `keys.read_key`.
        """
        try:
            file = (self.folder or personal.folder()) / Path(self.key_file).expanduser() if self.key_file else None
        except (RuntimeError, ValueError) as problem:
            raise InputError(f"The key file of the server {self.name} cannot be found: {problem}") from None
        return read_key(self.name, self.key_env, file)


def loopback(host: str) -> bool:
    """Whether a host name or address can only be this machine."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def checked_url(url: str, name: str = "") -> str:
    """The address without a slash at its end.

    Raises:
        InputError: it is not plain http(s), names no host, or carries a password, a question or an anchor.
    """
    of = f"The address of the server {name}" if name else "The address of a server"
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname, parts.port
    except ValueError as problem:
        raise InputError(f"{of} cannot be read: {problem}.") from None
    if parts.scheme not in ("http", "https"):
        raise InputError(f"{of} must begin with http:// or https://.")
    if parts.username is not None or parts.password is not None:
        raise InputError(f"{of} holds a user name or password. Take it out, and give a key with key_env or key_file.")
    if not host or parts.query or parts.fragment or any(c.isspace() or not c.isprintable() for c in url.strip()):
        raise InputError(f"{of} needs a host and no ? or #, for example http://127.0.0.1:11434/v1.")
    shown = f"[{host}]" if ":" in host else host
    return f"{parts.scheme}://{shown}" + (f":{port}" if port else "") + parts.path.rstrip("/")


def servers() -> dict[str, Server]:
    """Every server by name; what `servers.toml` says of one goes before what is bundled.

    Raises:
        InputError: `servers.toml` cannot be used; the message says where and why.
    """
    found = {row["name"]: Server(**row) for row in json.loads(asset("models", "servers.json").read_text("utf-8"))["servers"]}
    if base := os.environ.get("OPENAI_BASE_URL"):
        found["openai"] = replace(found["openai"], url=base)
    if url := os.environ.get("ERRATA_SERVER_URL"):
        model = os.environ.get("ERRATA_SERVER_MODEL", "")
        found[ENVIRONMENT] = Server(ENVIRONMENT, url, "ERRATA_SERVER_URL", model, key_env="ERRATA_SERVER_KEY")
    for name, row in _own()[1].items():
        found[name] = _server(name, row, found.get(name))
    return found


def own_servers() -> list[Server]:
    """The servers of the person's own `servers.toml`.

    Raises:
        InputError: it cannot be used; the message says where and why.
    """
    known = servers()
    return [known[name] for name in _own()[1]]


def find_server(name: str = "") -> Server:
    """The server of that name, or at that address; without a name the one to use by default.

    Raises:
        InputError: there is none.
    """
    if "://" in name:
        url = checked_url(name)
        same = next((server for server in servers().values() if server.url == url), None)
        return same or Server(urlsplit(url).netloc, url)
    known = servers()
    name = name or _own()[0] or (ENVIRONMENT if ENVIRONMENT in known else "openai" if os.environ.get("OPENAI_BASE_URL") else "")
    if name in known:
        return known[name]
    names = ", ".join(known)
    if not name:
        raise InputError(
            f"Say which server the model is on: chat:MODEL@SERVER. Known: {names}; or an address such as http://127.0.0.1:8000/v1."
        )
    raise InputError(f"There is no server called {name!r}. Known: {names}. Add one to {personal.folder() / FILE}.")


def _own() -> tuple[str, Mapping[str, Mapping[str, Any]]]:
    """The default server's name and the tables of `servers.toml`; nothing where there is no such file."""
    path = personal.folder() / FILE
    try:
        if os.name == "posix" and path.stat().st_mode & 0o022:
            raise InputError(f"{path} can be changed by others, who could send your texts elsewhere. Run: chmod 600 {path}")
        data = tomllib.loads(small_file(path).decode("utf-8"))
    except FileNotFoundError:
        return "", {}
    except (OSError, ValueError, RecursionError) as problem:
        raise InputError(f"{path} cannot be read: {problem}") from None
    default = data.pop("default", "")
    if not isinstance(default, str) or not all(isinstance(row, dict) for row in data.values()):
        raise InputError(f'{path}: write one table a server, [name], and above them default = "name" if you want one.')
    return default, data


def _server(name: str, row: Mapping[str, Any], bundled: Server | None) -> Server:
    """A server of the person's own file.

    Raises:
        InputError: a name or value does not fit.
    """
    path = personal.folder() / FILE
    known = {f.name: f.type for f in fields(Server) if f.name not in ("name", "folder")}
    if any("key" in k and k not in known for k in row):
        raise InputError(
            f"{path}: keys do not belong in this file. Name a variable (key_env) or a file of your own (key_file) in [{name}]."
        )
    unknown = sorted(set(row) - set(known))
    if unknown:
        raise InputError(f"{path}: [{name}] has {', '.join(unknown)}, which is not known. Known: {', '.join(known)}.")
    for key, value in row.items():
        wanted = str if known[key] is str else int if known[key] is int else (int, float)
        if isinstance(value, bool) or not isinstance(value, wanted):
            raise InputError(f"{path}: {key} in [{name}] is not of the kind that is wanted there.")
    if "url" not in row and bundled is None:
        raise InputError(f"{path}: [{name}] needs a url.")
    return replace(bundled, **row, folder=path.parent) if bundled is not None else Server(name, **row, folder=path.parent)
