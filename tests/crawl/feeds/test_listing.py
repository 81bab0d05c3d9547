from datetime import UTC, datetime, timedelta

import pytest

from tidings.crawl.feeds.listing import (
    KEY_BYTES,
    feed_domain,
    item_address,
    item_addresses,
    listing_of,
    without_odd_dates,
)
from tidings.model.web.discovery import Feed, FeedFormat, FeedItem

BASE = "https://paper.example/feed"
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)


def feed(*items: FeedItem, home: str | None = None) -> Feed:
    return Feed(FeedFormat.RSS, "Paper", home, None, items)


def item(href: str, guid: str = "", published: datetime | None = None) -> FeedItem:
    return FeedItem(href, "", published, guid=guid)


def test_the_identifier_gives_the_page_behind_a_redirector() -> None:
    item_with_redirector = item("https://clicks.example/r/1", "https://paper.example/story")
    assert (
        item_address(item_with_redirector, BASE, "paper.example") == "https://paper.example/story"
    )


def test_a_link_parameter_gives_the_page_behind_a_redirector() -> None:
    link = "https://go.example/?src=rss&url=https%3A%2F%2Fwww.paper.example%2Fstory%3Fid%3D7"
    address = item_address(item(link, "17"), BASE, "paper.example")
    assert address == "https://www.paper.example/story?id=7"


def test_a_link_on_the_site_overrides_the_identifier() -> None:
    plain = item("/story", "https://paper.example/?p=7")
    assert item_address(plain, BASE, "paper.example") == "/story"


def test_the_link_of_an_advert_stays() -> None:
    advert = item("https://ads.example/buy?back=https://paper.example/", "urn:ad:1")
    assert (
        item_address(advert, BASE, "paper.example")
        == "https://ads.example/buy?back=https://paper.example/"
    )


def test_a_feed_belongs_to_the_domain_of_its_home_page() -> None:
    own = feed(item("https://paper.example/1"), home="https://www.paper.example/")
    assert feed_domain(own, "https://feeds.example/paper", "feeds.example") == "paper.example"


def test_a_feed_without_a_home_page_belongs_to_the_domain_of_most_items() -> None:
    items = [item(f"https://paper.example/{n}") for n in range(3)]
    mixed = feed(*items, item("https://ads.example/1"))
    assert feed_domain(mixed, "https://feeds.example/paper", "feeds.example") == "paper.example"
    assert feed_domain(feed(), BASE, "feeds.example") == "feeds.example"


def test_a_feed_with_items_from_everywhere_belongs_to_its_own_domain() -> None:
    items = [item(f"https://paper{n}.example/") for n in range(9)]
    assert feed_domain(feed(*items), BASE, "paper.example") == "paper.example"


def test_http_and_https_copies_of_a_feed_list_the_same() -> None:
    one = listing_of({"http://www.paper.example/a/": NOON, "/b": None}, "http://paper.example/f")
    two = listing_of({"https://paper.example/a": None, "/b": NOON}, "https://paper.example/f")
    assert one.items == two.items
    assert len(one.items) == 2 * KEY_BYTES
    assert (one.size, one.dated, one.newest) == (2, 1, NOON)


def test_the_addresses_of_a_feed_come_with_their_dates() -> None:
    dated = feed(item("https://c.example/1", "https://paper.example/1", NOON), item("/2"))
    assert item_addresses(dated, BASE, "paper.example") == {
        "https://paper.example/1": NOON,
        "/2": None,
    }


DAY = datetime(2026, 11, 10, tzinfo=UTC)


def _dates(*days: int | None) -> dict[str, datetime | None]:
    return {
        f"/{number}": None if day is None else DAY + timedelta(days=day)
        for number, day in enumerate(days)
    }


@pytest.mark.parametrize("odd", [-5_000, 900])
def test_a_date_far_from_all_others_on_a_list_is_left_out(odd: int) -> None:
    found = without_odd_dates(_dates(0, 1, None, 2, odd, 3, 4))
    assert found == _dates(0, 1, None, 2, None, 3, 4)


@pytest.mark.parametrize(
    "days",
    [
        (0, 1, 2, -5_000),  # too few to say what is usual
        (0, -400, -900, -1_300, -2_000, -3_100),  # a slow list
        (0, 1, 2, 3, -300, -301, -2_000, -2_001),  # with pauses
        (0, 0, 0, 0, 0),
        (),
    ],
)
def test_a_list_with_pauses_keeps_its_dates(days: tuple[int, ...]) -> None:
    assert without_odd_dates(_dates(*days)) == _dates(*days)
