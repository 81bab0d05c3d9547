"""The control address: the truth, the request log and the clock as JSON; no paper links to it."""

import json
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from tidings.world.http.http_message import WorldRequest
from tidings.world.news.newspapers import PAPERS

if TYPE_CHECKING:
    from tidings.world.server.server import WorldServer

_Query = dict[str, str]


def control_answer(site: "WorldServer", request: WorldRequest) -> tuple[int, bytes]:
    """Return status and JSON for a request to the control address."""
    parts = urlsplit(request.target)
    query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    answer = _ANSWERS.get((request.method, parts.path))
    if answer is None:
        return 404, _json({"error": "no such path", "paths": sorted(p for _, p in _ANSWERS)})
    try:
        status, value = answer(site, query)
    except (KeyError, ValueError) as error:
        return 400, _json({"error": repr(error)})
    return status, _json(value)


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"


def _papers(site: "WorldServer", query: _Query) -> tuple[int, object]:
    return 200, description(site)


def description(site: "WorldServer") -> dict[str, object]:
    """Return the papers and their addresses."""
    world = site.world
    papers = [
        {"key": p.key, "name": p.name, "language": p.language, "url": world.origin(p) + "/"}
        for p in PAPERS
    ]
    return {
        "papers": papers,
        "urls": site.urls,
        "control": site.control_url,
        "hostile": site.hostile_url,
        "hub": site.world.hub_url,
        "now": world.now.isoformat(),
        "seed": world.seed,
    }


def _truth(site: "WorldServer", query: _Query) -> tuple[int, object]:
    found = site.world.truth(query["url"])
    return (200, found.as_json()) if found else (404, None)


def _articles(site: "WorldServer", query: _Query) -> tuple[int, object]:
    since = datetime.fromisoformat(query["since"]) if "since" in query else None
    paper = query.get("paper")
    found = site.world.articles(since)
    return 200, [truth.as_json() for truth in found if paper in (None, truth.paper)]


def _pages(site: "WorldServer", query: _Query) -> tuple[int, object]:
    return 200, [truth.as_json() for truth in site.world.pages()]


def _advance(site: "WorldServer", query: _Query) -> tuple[int, object]:
    site.advance(float(query["seconds"]))
    return 200, {"now": site.world.now.isoformat()}


def _requests(site: "WorldServer", query: _Query) -> tuple[int, object]:
    requests = site.log.requests(query.get("paper", ""), float(query.get("since", 0)))
    return 200, [request.as_json() for request in requests]


def _clear_requests(site: "WorldServer", query: _Query) -> tuple[int, object]:
    site.log.clear()
    return 200, {}


_ANSWERS: dict[tuple[str, str], Callable[["WorldServer", _Query], tuple[int, object]]] = {
    ("GET", "/_world"): _papers,
    ("GET", "/_world/papers"): _papers,
    ("GET", "/_world/truth"): _truth,
    ("GET", "/_world/articles"): _articles,
    ("GET", "/_world/pages"): _pages,
    ("POST", "/_world/advance"): _advance,
    ("GET", "/_world/requests"): _requests,
    ("DELETE", "/_world/requests"): _clear_requests,
}
