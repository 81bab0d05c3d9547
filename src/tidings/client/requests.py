"""Turns routes and parameters into requests: one line for each method of the client."""

import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote, urlencode

from tidings.client.paged_list import PagedList
from tidings.client.transport import Call, Reply, Transport

Query = Mapping[str, Any]
_ROOT: Final = "/api/v1"


class ApiRequests:
    """Requests to the routes of version 1, which are given as templates with their values."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def get(self, route: str, query: Query | None = None, **values: str) -> Any:
        """Return an answer in JSON."""
        return self._send("GET", target_of(route, values, query)).json()

    def text(self, route: str, query: Query | None = None, **values: str) -> str:
        """Return an answer that is a text."""
        target = target_of(route, values, query)
        return self._send("GET", target, accept="*/*").body.decode("utf-8", "replace")

    def list(
        self, route: str, query: Query | None = None, cursor: str | None = None, **values: str
    ) -> PagedList[Any, Any]:
        """Return a list, of which nothing is requested yet."""
        given = dict(query or {})

        def fetch(cursor: str | None) -> Any:
            if cursor is not None:  # it carries the other parameters
                return self.get(route, {"limit": given.get("limit"), "cursor": cursor}, **values)
            return self.get(route, given, **values)

        return PagedList(fetch, cursor)

    def post(
        self, route: str, body: object = None, query: Query | None = None, **values: str
    ) -> Any:
        """Return the answer to a POST with a body in JSON; None if it is empty."""
        return _json_or_none(self._send("POST", target_of(route, values, query), body))

    def patch(self, route: str, body: object, **values: str) -> Any:
        """Return the answer to a PATCH with a body in JSON."""
        return _json_or_none(self._send("PATCH", target_of(route, values), body))

    def put(self, route: str, body: object = None, **values: str) -> Any:
        """Return the answer to a PUT with a body in JSON."""
        return _json_or_none(self._send("PUT", target_of(route, values), body))

    def delete(self, route: str, query: Query | None = None, **values: str) -> Any:
        """Return the answer to a DELETE; None if it is empty."""
        return _json_or_none(self._send("DELETE", target_of(route, values, query)))

    def upload(self, route: str, body: bytes, kind: str, query: Query | None = None) -> Any:
        """Return the answer to a POST of a file."""
        headers = {"Accept": "application/json", "Content-Type": kind}
        call = Call("POST", target_of(route, {}, query), headers, body)
        return _json_or_none(self.transport.send(call))

    def _send(
        self, method: str, target: str, body: object = None, accept: str = "application/json"
    ) -> Reply:
        headers = {"Accept": accept}
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        elif method in ("POST", "PUT", "PATCH"):
            data = b""  # so that a length is sent
        return self.transport.send(Call(method, target, headers, data))


def target_of(route: str, values: Mapping[str, str], query: Query | None = None) -> str:
    """Return the path of a route with its values and parameters, escaped; None is left out."""
    path = _ROOT + route.format_map({name: quote(value, safe="") for name, value in values.items()})
    pairs = [pair for name, value in (query or {}).items() for pair in _pairs(name, value)]
    return f"{path}?{urlencode(pairs)}" if pairs else path


def _pairs(name: str, value: object) -> Iterable[tuple[str, str]]:
    if value is None:
        return ()
    if isinstance(value, (list, tuple)):
        return [(name, _text(each)) for each in value]
    return [(name, _text(value))]


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        moment = value if value.tzinfo else value.astimezone()
        return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
    return str(value)


def _json_or_none(reply: Reply) -> Any:
    return reply.json() if reply.body else None
