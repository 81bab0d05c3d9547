import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.extract.content.blocks import blocks_of
from tidings.extract.metadata.page_metadata import main_article
from tidings.extract.metadata.publication_date import DateWindow, modified_of, published_of
from tidings.extract.metadata.title_position import title_position_of
from tidings.read.pages.html import parse_html
from tidings.read.pages.jsonld import linked_data

URL = "https://news.example/weather/rain"
NOW = datetime(2024, 6, 1, tzinfo=UTC)
DAY = datetime(2024, 3, 4, tzinfo=UTC)
META = '<meta property="article:published_time" content="2024-03-04T10:00:00Z">'
LINKED = (
    '<script type="application/ld+json">'
    + json.dumps({"@type": "NewsArticle", "datePublished": "2024-03-04T10:00:00Z"})
    + "</script>"
)


def _published(
    markup: str,
    url: str = URL,
    seen: datetime | None = None,
    feed_date: datetime | None = None,
) -> tuple[datetime | None, str]:
    page = parse_html(markup, url)
    found = blocks_of(page)
    linked = main_article(linked_data(page))
    position = title_position_of(found, "Rain is on its way")
    return published_of(page, found, linked, position, DateWindow(seen or NOW, seen), feed_date)


@pytest.mark.parametrize(
    ("markup", "source"),
    [
        ('<time datetime="2024-03-04">yesterday</time>', "time tag"),
        ("<time>4 March 2024</time>", "time tag, printed date"),
        ('<span class="post-date">March 4, 2024</span>', "printed date"),
        ("<p>Berlin, 4. März 2024</p>", "printed date"),
        ('<meta name="date" content="2024-03-04">', "meta date"),
        ('<script>x={"published_at": "2024-03-04"}</script>', "script"),
        (f"<p>Berlin, 4. März 2024. {'It rained all day. ' * 30}</p>", "printed date"),
        (f"{'<p>x</p>' * 40}<p class='date'>2024.03.04</p>", "visible date"),
    ],
)
def test_dates_are_found_anywhere(markup: str, source: str) -> None:
    assert _published(markup) == (DAY, source)


def test_the_url_gives_the_day_and_a_time_tag_of_that_day_the_hour() -> None:
    url = "https://news.example/2024/03/04/rain.html"
    assert _published("<p>x", url) == (DAY, "address")
    tags = '<time datetime="2020-01-01"></time><time datetime="2024-03-04T10:00Z"></time>'
    assert _published(tags, url) == (DAY.replace(hour=10), "address, time tag")


def test_sources_that_agree_on_the_day_are_all_named() -> None:
    assert _published(LINKED + META) == (
        DAY.replace(hour=10),
        "json-ld datePublished, meta article:published_time",
    )


def test_a_utc_time_is_given_on_the_day_that_the_reader_sees() -> None:
    late = '<meta property="article:published_time" content="2024-03-05T02:25:00Z">'
    moment, _ = _published(f"{late}<h1>Rain is on its way</h1><p>4 March 2024</p>")
    assert moment == datetime(2024, 3, 5, 2, 25, tzinfo=UTC)
    assert moment.date() == DAY.date()
    early = '<meta property="article:published_time" content="2024-03-03T23:00:00Z">'
    moment, _ = _published(early, "https://news.example/2024/03/04/rain.html")
    assert moment == datetime(2024, 3, 3, 23, tzinfo=UTC)
    assert moment.date() == DAY.date()


def test_a_time_tag_of_a_change_is_not_the_first_choice() -> None:
    tags = (
        '<time class="updated" datetime="2024-03-09">x</time><time datetime="2024-03-04">y</time>'
    )
    assert _published(tags)[0] == DAY


def test_a_date_near_the_title_outranks_a_meta_tag_of_unclear_meaning() -> None:
    page = '<meta name="date" content="2024-05-05"><h1>Rain is on its way</h1><p>4 March 2024</p>'
    assert _published(page)[0] == DAY


def test_the_date_nearest_below_the_title_is_the_articles() -> None:
    page = "<p>1 May 2024</p><h1>Rain is on its way</h1><p>4 March 2024</p><p>2 May 2024</p>"
    assert _published(page)[0] == DAY


@pytest.mark.parametrize("day", ["1970-01-01", "2024-06-04", "2199-01-01"])
def test_a_date_before_the_web_or_after_today_is_not_believed(day: str) -> None:
    assert _published(f'<meta name="date" content="{day}">') == (None, "")


def test_a_date_near_the_first_visit_needs_one_signal() -> None:
    assert _published(META, seen=DAY + timedelta(days=2))[0] == DAY.replace(hour=10)


def test_an_older_date_needs_two_signals_of_different_kinds() -> None:
    late = DAY + timedelta(days=9)
    assert _published(META, seen=late) == (None, "")
    assert _published(f"{META}<meta name='pubdate' content='2024-03-04'>", seen=late)[0] is None
    assert _published("<time datetime='2024-03-04'>4 March 2024</time>", seen=late)[0] is None
    assert _published(META + LINKED, seen=late)[0] == DAY.replace(hour=10)
    assert _published(f"{META}<p>4 March 2024</p>", seen=late)[0] == DAY.replace(hour=10)
    assert _published(META, seen=late, feed_date=DAY)[0] == DAY.replace(hour=10)


def test_a_date_in_the_future_is_never_believed() -> None:
    assert _published(META + LINKED, seen=DAY - timedelta(days=5)) == (None, "")


def test_the_date_in_a_feed_is_used_if_the_page_has_none() -> None:
    assert _published("<p>x", seen=DAY, feed_date=DAY) == (DAY, "feed")


def test_a_believable_date_is_used_if_a_better_source_is_wrong() -> None:
    page = '<meta property="article:published_time" content="2031-01-01"><p>4 March 2024</p>'
    assert _published(page, seen=DAY)[0] == DAY


def test_the_last_change_must_be_believable_too() -> None:
    page = parse_html('<meta property="article:modified_time" content="2024-03-05">', URL)
    assert modified_of(page, None, DateWindow(NOW))[0] == datetime(2024, 3, 5, tzinfo=UTC)
    assert modified_of(page, None, DateWindow(NOW, DAY - timedelta(days=9))) == (None, "")


@given(st.text(max_size=120))
def test_any_line_is_a_believable_date_or_none(line: str) -> None:
    moment, where = _published(f"<p>{line}</p>")
    assert (moment is None) == (where == "")
    assert moment is None or moment <= NOW + timedelta(days=2)
