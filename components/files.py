"""What the page serves beside itself: its style sheets, scripts and fonts, and stored analyses as files."""

import json
from typing import TYPE_CHECKING, Any

from components.theme import FILES
from engines.errors import ErrataError, InputError
from engines.files import asset
from explorer.workspace import Workspace

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

ANALYSES = "/errata/analysis"
"""Where a stored analysis is found as `ID.json` and `ID.html`."""


def routes(workspace: Workspace) -> list[Any]:
    """The routes; only the three folders of assets that a browser needs are served, never the data folder."""
    from starlette.routing import Mount, Route
    from starlette.staticfiles import StaticFiles

    folders = [Mount(f"{FILES}/{name}", StaticFiles(directory=asset(name))) for name in ("css", "js", "fonts")]

    def download(request: "Request") -> "Response":
        return report(workspace, str(request.path_params["id"]), str(request.path_params["kind"]))

    return [*folders, Route(f"{ANALYSES}/{{id}}.{{kind}}", download, methods=["GET"])]


def report(workspace: Workspace, id: str, kind: str) -> "Response":
    """A stored analysis to save: as JSON, or as a page that needs nothing else."""
    from starlette.responses import PlainTextResponse, Response

    try:
        analysis = workspace.store.get(id)
    except InputError as problem:
        return PlainTextResponse(str(problem), 404)
    except ErrataError as problem:
        return PlainTextResponse(str(problem), 500)
    if kind == "json":
        body, media = json.dumps(analysis.to_json(), indent=2), "application/json"
    elif kind == "html":
        from explorer.report import html_report

        body, media = html_report([analysis]), "text/html; charset=utf-8"
    else:
        return PlainTextResponse("There is no report of that kind.", 404)
    headers = {"content-disposition": f'attachment; filename="errata-{analysis.id}.{kind}"'}
    return Response(body.encode("utf-8", "replace"), media_type=media, headers=headers)
