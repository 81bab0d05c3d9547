"""Pages of a list: every list of version 1 has the parameters `limit` and `cursor`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Final, TypeVar
from urllib.parse import urlencode

from fastapi import Depends, HTTPException, Request
from fastapi import Query as Parameter
from starlette.datastructures import QueryParams

from tidings.serve.context import AppContext
from tidings.serve.cursor import Cursor, CursorCodec, CursorInvalid, Parameters

T = TypeVar("T")

CURSOR: Final = "cursor"
LIMIT: Final = "limit"
CURSOR_HELP: Final = (
    "`next` of the page before; carries the other parameters, which need not be repeated"
)


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a list that is being read."""

    limit: int
    position: Any  # where it begins, as its list said; None at the beginning
    at: datetime  # of the first page: from it, times such as `7d` count back
    path: str
    parameters: Parameters
    codec: CursorCodec

    def next(self, position: Any) -> str:
        """Return the cursor of the page that begins at a position."""
        return self.codec.encode(self.path, Cursor(self.parameters, self.at, position))

    def cut(
        self, rows: Sequence[T], position_of: Callable[[T], Any]
    ) -> tuple[Sequence[T], str | None]:
        """Return the rows of this page and the next cursor; `rows` has one more, if there is one.

        The next page begins after `position_of` the last row.
        """
        if len(rows) <= self.limit:
            return rows, None
        kept = rows[: self.limit]
        return kept, self.next(position_of(kept[-1]))


def envelope(items: Sequence[Any], next_cursor: str | None, **extras: Any) -> dict[str, Any]:
    """Return a list in its envelope."""
    return {"items": list(items), "next": next_cursor, **extras}


def paged(default: int = 20, most: int = 100) -> Any:
    """Return the type of a parameter that is the page of a route's list."""

    async def page(
        request: Request,
        limit: Annotated[
            int, Parameter(ge=1, le=most, description="most items of a page")
        ] = default,
        cursor: Annotated[str, Parameter(description=CURSOR_HELP)] = "",
    ) -> Page:
        return page_of(request, limit)

    return Annotated[Page, Depends(page)]


def page_of(request: Request, limit: int) -> Page:
    """Return the page that a request is for; its route has read the cursor."""
    context: AppContext = request.app.state.context
    cursor: Cursor | None = request.scope.get("tidings.cursor")
    path = request.scope["path"]
    codec = CursorCodec(context.key)
    if cursor is not None:
        return Page(limit, cursor.position, cursor.at, path, cursor.parameters, codec)
    given = _own_parameters(request.query_params)
    return Page(limit, None, context.clock(), path, given, codec)


def take_cursor(request: Request) -> None:
    """Read the cursor of a request and add the parameters that it carries; raises a 400."""
    query = QueryParams(request.scope["query_string"])
    text = query.get(CURSOR)
    if not text:
        return
    context: AppContext = request.app.state.context
    try:
        cursor = CursorCodec(context.key).decode(request.scope["path"], text)
        _check_same(_own_parameters(query), cursor.parameters)
    except CursorInvalid as error:
        raise HTTPException(400, f"cursor: {error}") from error
    limit = [(LIMIT, each) for each in query.getlist(LIMIT)]
    carried = [*cursor.parameters, *limit, (CURSOR, text)]
    request.scope["query_string"] = urlencode(carried, errors="surrogatepass").encode()
    request.scope["tidings.cursor"] = cursor


def _own_parameters(query: QueryParams) -> Parameters:
    return tuple(pair for pair in query.multi_items() if pair[0] not in (CURSOR, LIMIT))


def _check_same(given: Parameters, carried: Parameters) -> None:
    for name in {name for name, _ in given}:
        now = [value for key, value in given if key == name]
        then = [value for key, value in carried if key == name]
        if now != then:
            was = f"{name}={then[-1][:80]}" if then else f"no {name}"
            message = f"It belongs to a list with {was}; for other parameters begin without it."
            raise CursorInvalid(message)
