from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

import httpx
import pytest
from fastapi import FastAPI
from fastapi import Query as Parameter
from starlette.responses import Response

from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described, list_of
from tidings.serve.v1.frame.paging import Page, envelope, paged
from tidings.serve.v1.frame.route import invalid, v1_router

router = v1_router("numbers")
NumbersPage: Any = paged(default=2, most=5)


@router.get("/numbers/{name}", **described("listNumbers", "List numbers", list_of(int, "Numbers")))
async def numbers(
    name: str,
    page: NumbersPage,
    step: Annotated[int, Parameter(ge=1)] = 1,
    kind: Literal["odd", "even"] | None = None,
    tag: Annotated[list[str], Parameter()] = [],  # noqa: B006 - FastAPI copies it
) -> Response:
    assert isinstance(page, Page)
    if name == "none":
        raise invalid("name", "expected another name", "path")
    first = 0 if page.position is None else page.position + step
    rows = list(range(first, 10, step))[: page.limit + 1]
    kept, following = page.cut(rows, lambda number: number)
    return answer(envelope(kept, following, at=page.at.isoformat(), tags=tag))


@pytest.fixture
async def numbered(fill: Any, opened: Any) -> AsyncIterator[httpx.AsyncClient]:
    app: FastAPI = opened(fill([]))
    app.include_router(router, prefix="/api/v1")
    app.router.routes.insert(0, app.router.routes.pop())
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client


async def test_a_cursor_carries_the_parameters(numbered: httpx.AsyncClient) -> None:
    found: list[int] = []
    params: dict[str, Any] = {"step": 3, "tag": ["a", "b"]}
    for _ in range(9):
        body = (await numbered.get("/api/v1/numbers/x", params=params)).json()
        found += body["items"]
        assert body["tags"] == ["a", "b"]
        if body["next"] is None:
            break
        params = {"cursor": body["next"]}
    assert found == [0, 3, 6, 9]


async def test_a_page_may_have_another_size_than_the_first(numbered: httpx.AsyncClient) -> None:
    first = (await numbered.get("/api/v1/numbers/x")).json()
    assert first["items"] == [0, 1]
    second = await numbered.get("/api/v1/numbers/x", params={"cursor": first["next"], "limit": 5})
    assert second.json()["items"] == [2, 3, 4, 5, 6]
    assert second.json()["at"] == first["at"]


async def test_a_cursor_is_refused_for_other_parameters(numbered: httpx.AsyncClient) -> None:
    first = (await numbered.get("/api/v1/numbers/x?step=2")).json()["next"]
    same = await numbered.get("/api/v1/numbers/x", params={"cursor": first, "step": "2"})
    assert same.status_code == 200
    for path, params, words in (
        ("/api/v1/numbers/x", {"step": "3"}, "step=2"),
        ("/api/v1/numbers/x", {"tag": "a"}, "no tag"),
        ("/api/v1/numbers/y", {}, "another list"),
    ):
        refused = await numbered.get(path, params={"cursor": first, **params})
        assert refused.status_code == 400
        assert refused.headers["content-type"] == "application/problem+json"
        problem = refused.json()
        assert (problem["status"], problem["title"]) == (400, "Bad Request")
        assert words in problem["detail"]


@pytest.mark.parametrize(
    ("query", "name", "detail"),
    [
        ("limit=0", "limit", "expected at least 1, got '0'"),
        ("limit=6", "limit", "expected at most 5, got '6'"),
        ("limit=x", "limit", "expected a whole number, got 'x'"),
        ("kind=blue", "kind", "expected 'odd' or 'even', got 'blue'"),
        ("stepp=2", "stepp", "there is no such parameter; did you mean step?"),
        ("zzz=2", "zzz", "there is no such parameter; known are cursor, kind, limit, step, tag."),
    ],
    ids=["small", "large", "no-number", "choice", "misspelt", "unknown"],
)
async def test_a_bad_parameter_is_refused_by_its_name(
    numbered: httpx.AsyncClient, query: str, name: str, detail: str
) -> None:
    refused = await numbered.get(f"/api/v1/numbers/x?{query}")
    assert refused.status_code == 422
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.json()["errors"] == [{"in": "query", "name": name, "detail": detail}]
    assert refused.json()["detail"] == f"{name}: {detail}"


async def test_a_route_may_refuse_a_parameter_itself(numbered: httpx.AsyncClient) -> None:
    refused = (await numbered.get("/api/v1/numbers/none")).json()
    assert refused["errors"] == [{"in": "path", "name": "name", "detail": "expected another name"}]


async def test_a_list_that_did_not_change_is_not_sent_again(numbered: httpx.AsyncClient) -> None:
    first = await numbered.get("/api/v1/numbers/x")
    again = await numbered.get(
        "/api/v1/numbers/x", headers={"If-None-Match": first.headers["etag"]}
    )
    assert (again.status_code, again.content) == (304, b"")


async def test_errors_of_version_1_are_problems(numbered: httpx.AsyncClient) -> None:
    nothing = await numbered.get("/api/v1/nothing")
    assert nothing.headers["content-type"] == "application/problem+json"
    assert nothing.json() == {
        "type": "about:blank",
        "title": "Not Found",
        "status": 404,
        "detail": "There is nothing at this address; /api/v1 lists what there is.",
        "errors": [],
    }
    assert (await numbered.post("/api/v1/numbers/x")).json()["status"] == 405
    v0 = await numbered.get("/api/nothing")
    assert v0.json() == {"error": "There is no page at this address."}


async def test_the_index_lists_the_routes(numbered: httpx.AsyncClient) -> None:
    index = (await numbered.get("/api/v1")).json()
    assert {"operation": "getIndex", "method": "GET", "path": "/api/v1",
            "summary": "List all routes"} in index["links"]  # fmt: skip
    numbers = {"operation": "listNumbers", "method": "GET", "path": "/api/v1/numbers/{name}",
               "summary": "List numbers"}  # fmt: skip
    assert numbers in index["links"]
    described = (await numbered.get(index["openapi"])).json()
    assert described["openapi"].startswith("3.1")
    assert "ProblemV1" in described["components"]["schemas"]
    assert (await numbered.get(index["documentation"])).status_code == 200
