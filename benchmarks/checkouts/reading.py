"""Reads what a tree prints or sends as JSON that can be compared."""

import json
import re
from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

from benchmarks.checkouts.tree import Output, Server

_MODULE = re.compile(r"^tidings__\w+?__(?=[A-Z])")  # FastAPI's, where two schemas share a name
_TRACEBACK = "Traceback (most recent call last)"
_METHODS = frozenset({"get", "put", "post", "delete", "patch", "head"})


def printed(output: Output, home: str) -> dict[str, object]:
    """Return a command's output; its home folder is replaced by HOME."""
    return {
        "exit": output.status,
        "crashed": _TRACEBACK in output.err,
        "out": _value(output.out.replace(home, "HOME")),
        "said": _value(output.err.replace(home, "HOME")),
    }


def sent(status: int, kind: str, body: bytes, server: Server, home: str) -> dict[str, object]:
    """Return a response; the server's URL is replaced by SERVER, and a page's text is left out."""
    text = body.decode(errors="replace").replace(server.url, "SERVER").replace(home, "HOME")
    answer: dict[str, object] = {"status": status, "type": kind}
    if "html" in kind or not kind.startswith(("text/", "application/")):
        return answer
    return {**answer, "body": _value(text)}


def _value(text: str) -> Any:
    """JSON, lines of JSON or XML as values; anything else as text."""
    for read in (json.loads, _lines, _xml):
        try:
            return read(text)
        except (ValueError, ElementTree.ParseError):
            continue
    return text.strip()


def _lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines() if line]


def _xml(text: str) -> dict[str, object]:
    return _element(ElementTree.fromstring(text))


def _element(element: ElementTree.Element) -> dict[str, object]:
    """An element by its name; children of one name are a list."""
    within: dict[str, Any] = {f"@{key}": value for key, value in element.attrib.items()}
    if text := (element.text or "").strip():
        within["text"] = text
    for child in element:
        for name, value in _element(child).items():
            within.setdefault(name, []).append(value)
    return {element.tag.rpartition("}")[2]: within}


def outline(openapi: Mapping[str, Any]) -> dict[str, object]:
    """Return the parts of an API description that programs depend on: names, not sentences."""
    schemas: dict[str, list[list[str]]] = {}
    for name, schema in openapi["components"]["schemas"].items():
        keys = schema.get("properties") or schema.get("enum") or ()
        schemas.setdefault(_MODULE.sub("", name), []).append(sorted(map(str, keys)))
    return {
        "paths": {path: _operations(each) for path, each in openapi["paths"].items()},
        "schemas": {name: sorted(found) for name, found in schemas.items()},
    }


def _operations(path: Mapping[str, Any]) -> dict[str, object]:
    return {
        method: {
            "parameters": sorted(f"{p['in']} {p['name']}" for p in each.get("parameters", ())),
            "statuses": sorted(each["responses"]),
        }
        for method, each in path.items()
        if method in _METHODS
    }
