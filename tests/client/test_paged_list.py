from itertools import islice
from typing import Any

from tidings.client.paged_list import PagedList


class Pages:
    """Three pages of two numbers each; notes which of them were requested."""

    def __init__(self) -> None:
        self.asked: list[str | None] = []

    def __call__(self, cursor: str | None) -> dict[str, Any]:
        self.asked.append(cursor)
        at = int(cursor or "0")
        return {"items": [at, at + 1], "next": str(at + 2) if at < 4 else None, "total": 6}


def test_cursors_are_followed_to_the_end() -> None:
    pages = Pages()
    numbers: PagedList[int, dict[str, Any]] = PagedList(pages)
    assert list(numbers) == [0, 1, 2, 3, 4, 5]
    assert list(numbers) == [0, 1, 2, 3, 4, 5]
    assert pages.asked == [None, "2", "4"] * 2


def test_only_needed_pages_are_requested() -> None:
    pages = Pages()
    numbers: PagedList[int, dict[str, Any]] = PagedList(pages)
    assert pages.asked == []
    assert list(islice(numbers, 3)) == [0, 1, 2]
    assert pages.asked == [None, "2"]
    assert numbers.first() == 0


def test_one_page_can_be_requested_with_everything_in_it() -> None:
    numbers: PagedList[int, dict[str, Any]] = PagedList(Pages(), cursor="2")
    assert numbers.page() == {"items": [2, 3], "next": "4", "total": 6}
    assert numbers.page("4")["next"] is None
    assert [page["items"] for page in numbers.pages()] == [[2, 3], [4, 5]]


def test_an_empty_list_has_no_first_item() -> None:
    nothing: PagedList[int, dict[str, Any]] = PagedList(lambda _: {"items": [], "next": None})
    assert nothing.first() is None
