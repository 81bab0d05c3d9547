"""The index of version 1: every route with its method, path and purpose."""

from fastapi import Request
from starlette.responses import Response

from tidings.serve.problem import V1
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described
from tidings.serve.v1.frame.route import v1_router
from tidings.shapes.v1.index import IndexV1, LinkV1

router = v1_router("index")


_EXAMPLE: IndexV1 = {
    "version": "1",
    "documentation": "/docs",
    "openapi": "/openapi.json",
    "links": [
        {
            "operation": "searchArticles",
            "method": "GET",
            "path": f"{V1}/search",
            "summary": "Search articles",
        }
    ],
}


@router.get("", **described("getIndex", "List all routes", IndexV1, _EXAMPLE))
async def index(request: Request) -> Response:
    """List all routes of version 1."""
    shape: IndexV1 = {
        "version": "1",
        "documentation": "/docs",
        "openapi": "/openapi.json",
        "links": links_of(request.app.openapi()),
    }
    return answer(shape)


def links_of(openapi: dict[str, dict[str, dict[str, dict[str, str]]]]) -> list[LinkV1]:
    """Return the routes of version 1 that a description of the API names."""
    return [
        {
            "operation": operation["operationId"],
            "method": method.upper(),
            "path": path,
            "summary": operation["summary"],
        }
        for path, methods in openapi["paths"].items()
        if path == V1 or path.startswith(f"{V1}/")
        for method, operation in methods.items()
    ]
