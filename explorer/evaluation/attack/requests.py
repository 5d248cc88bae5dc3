"""The requests of the attack, one part after the other, each with what must be true of its answer beside that there is one."""

import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from explorer.evaluation.attack.odd import BODIES, PATHS, SCRIPTS, VALUES, mutants, records, written
from explorer.evaluation.attack.routes import FILES, GET, METHODS, POST

FOREIGN: tuple[dict[str, str], ...] = (
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": "http://localhost:1"},
    {"referer": "http://evil.example/page"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"host": "evil.example"},
    {"host": "127.0.0.1.evil.example"},
    {"host": "[::ffff:7f00:1]:x"},
)
"""Headers that no request of the page has."""


@dataclass(frozen=True)
class Request:
    """One request: `part` of the attack, method, address, headers and body; whether it must be `refused`, status 400 to 499."""

    part: str
    method: str
    path: str
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    refused: bool = False


@dataclass(frozen=True)
class Known:
    """What there is in the store that is attacked: the id of an analysis and of a batch, and the record of the analysis."""

    id: str
    batch: str
    record: dict[str, Any]

    def path(self, template: str, name: str = "a") -> str:
        """An address with these in it, and with `name` for what is nobody's id."""
        return template.replace("{id}", quote(self.id, safe="")).replace("{batch}", self.batch).replace("{name}", name)

    def body(self, template: dict[str, Any]) -> dict[str, Any]:
        """A body with these in it."""
        made: dict[str, Any] = json.loads(json.dumps(template).replace("{id}", self.id))
        return made


PARTS = ("foreign", "paths", "bodies", "fields", "queries", "imports", "files")
"""The parts of the attack, those that are quickly answered first."""


def requests(known: Known, parts: Sequence[str] = PARTS, most: int | None = None) -> Iterator[Request]:
    """Every request of these parts; of each part, and of each route of it, `most` from the first to the last where that is given."""
    groups: dict[str, Callable[[], Iterable[Iterable[Request]]]] = {
        "foreign": lambda: [foreign(known)],
        "paths": lambda: [paths(known)],
        "bodies": lambda: [bodies(known)],
        "fields": lambda: fields(known),
        "queries": lambda: queries(known),
        "imports": lambda: [imports(known)],
        "files": lambda: [files()],
    }
    for part in parts:
        for group in groups[part]():
            yield from group if most is None else _spread(list(group), most)


def _spread(group: Sequence[Request], most: int) -> Sequence[Request]:
    """So many of them, as far from each other as they can be."""
    return group[:: max(1, -(-len(group) // most))]


def foreign(known: Known) -> Iterator[Request]:
    """Every route, by each method, as another page or under another name would ask for it."""
    addresses = dict.fromkeys([template for template, _ in (*GET, *POST)] + list(FILES))
    for headers in FOREIGN:
        for template in addresses:
            for method in METHODS:
                body = b"{}" if method in ("POST", "PUT") else b""
                yield Request("foreign", method, known.path(template), body, headers, refused=True)


def fields(known: Known) -> Iterator[Iterator[Request]]:
    """Every field of every body replaced by every odd value."""
    for template, body in POST:
        yield (Request("fields", "POST", known.path(template), written(odd)) for odd in mutants(known.body(body)))


def queries(known: Known) -> Iterator[Iterator[Request]]:
    """Every field of every query with odd values, twice, and fields that nobody knows."""
    for template, names in GET:
        yield _queries(known.path(template), names)


def _queries(path: str, names: Sequence[str]) -> Iterator[Request]:
    for name in (*names, "nosuch", "x" * 3000, "%00"):
        for odd in VALUES:
            given = quote(odd if isinstance(odd, str) else str(odd)[:4000], safe="", errors="surrogatepass")
            yield Request("queries", "GET", f"{path}?{name}={given}&{name}=1")


def paths(known: Known) -> Iterator[Request]:
    """Addresses that should lead out of the data folder or of the folders of assets, and ids that are none."""
    for template, _ in GET:
        for name in (*PATHS, "x" * 300, "x" * 6000, *(quote(script, safe="") for script in SCRIPTS), "%ed%a0%80", "%ff"):
            for place in ("{id}", "{batch}", "{name}"):
                if place in template:
                    yield Request("paths", "GET", known.path(template.replace(place, name)))
    for template in ("/gradio_api/file={name}", "/gradio_api/file/{name}", "/{name}", "/errata/{name}", "/gradio_api/proxy={name}"):
        for name in (*PATHS, "errata.db", "/etc/passwd", "http://127.0.0.1:9/", "//evil.example/"):
            yield Request("paths", "GET", template.replace("{name}", name), refused=True)


def imports(known: Known) -> Iterator[Request]:
    """Records with each field replaced, bombs, and the same once more with what cannot be used left out."""
    for number, body in enumerate(records(known.record)):
        yield Request("imports", "POST", f"/errata/import?name=x.json{'&skip_bad=1' if number % 2 else ''}", body)


def files() -> Iterator[Request]:
    """Odd files under odd names to every route that takes one."""
    kinds = ("txt", "html", "pdf", "docx", "odt", "rtf", "csv", "xlsx", "parquet", "jsonl", "json.gz", "tar.gz", "zip", "exe", "")
    contents = (
        *BODIES,
        *(b"%PDF-1.7\n" + body for body in BODIES[:8]),
        b"<table>" * 20_000,
        _archive(10_000_000),
        _archive(100, "../../x"),
    )
    for path in FILES:
        for kind in kinds:
            for body in contents:
                yield Request("files", "POST", f"{path}?name=a.{kind}", body)
        for name in (*PATHS, "x" * 5000, "CON", *(quote(script, safe="") for script in SCRIPTS)):
            yield Request("files", "POST", f"{path}?name={name}", b"id,article,summary\n1,=SUM(1),@a\n")


def bodies(known: Known) -> Iterator[Request]:
    """Bodies that are no JSON to every route that takes one."""
    for template in dict.fromkeys(template for template, _ in POST):
        for body in BODIES:
            yield Request("bodies", "POST", known.path(template), body)


def _archive(size: int, name: str = "word/document.xml") -> bytes:
    """A packed document whose one part is so many bytes of nothing."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, b" " * size)
    return made.getvalue()
