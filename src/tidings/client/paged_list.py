"""A list of the API: read lazily, page by page, by following its cursors."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar, cast

Item = TypeVar("Item")
Envelope = TypeVar("Envelope", bound=Mapping[str, Any])


class PagedList(Generic[Item, Envelope]):
    """The items of a list, each requested only when it is needed; iterate as often as you like.

    Iterating begins at `cursor`, or with the first page, and follows `next` to the end. A cursor
    stays valid while articles arrive, so that nothing is seen twice or missed.
    """

    def __init__(self, fetch: Callable[[str | None], Envelope], cursor: str | None = None) -> None:
        self._fetch = fetch
        self._cursor = cursor

    def page(self, cursor: str | None = None) -> Envelope:
        """Request one page: the first one, or the one that a cursor stands for."""
        return self._fetch(cursor or self._cursor)

    def pages(self) -> Iterator[Envelope]:
        """Request one page after the other."""
        cursor = self._cursor
        while True:
            page = self._fetch(cursor)
            yield page
            cursor = page["next"]
            if cursor is None:
                return

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from cast("list[Item]", page["items"])

    def first(self) -> Item | None:
        """Return the first item; None if there is none."""
        return next(iter(self), None)
