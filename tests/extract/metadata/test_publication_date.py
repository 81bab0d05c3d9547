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


@pytest.mark.parametrize(
    "evidence",
    [
        META,
        LINKED,
        "<h1>Rain is on its way</h1><time datetime='2024-03-04T10:00Z'>4 March</time>",
        "<time datetime='2024-03-04T10:00Z'>4 March</time><h1>Rain is on its way</h1>",
        "<h1>Rain is on its way</h1><p>Monday, 4 March 2024, 10:00</p>",
    ],
)
def test_one_sure_signal_is_believed_however_old_it_is(evidence: str) -> None:
    late = DAY + timedelta(days=900)
    assert _published(evidence, seen=late)[0] == DAY.replace(hour=10)


def test_the_day_in_the_url_or_in_a_feed_is_believed_alone() -> None:
    late = DAY + timedelta(days=900)
    assert _published("<p>x", "https://news.example/2024/03/04/rain", late) == (DAY, "address")
    assert _published("<p>x", seen=late, feed_date=DAY) == (DAY, "feed")


@pytest.mark.parametrize(
    "evidence",
    [
        '<meta name="date" content="2024-03-04">',  # may be the day of the last change
        '<meta property="article:published_time" content="2024">',  # a year is not a day
        '<time datetime="2024">2024</time>',
        f"{'<p>x</p>' * 40}<p class='date'>4 March 2024</p>",
        "<h1>Rain is on its way</h1><p>© 4 March 2024 News</p>",
        "<h1>Rain is on its way</h1><p>4 March 2024</p><p>9 May 2023</p>",
        '<h1>Rain is on its way</h1><p>Last updated: <time datetime="2024-03-04">x</time></p>',
    ],
)
def test_an_unclear_date_needs_a_second_signal(evidence: str) -> None:
    late = DAY + timedelta(days=900)
    assert _published(evidence, seen=late) == (None, "")
    if "2024-03-04" in evidence or "4 March" in evidence:
        assert _published(evidence, seen=late, feed_date=DAY)[0] == DAY


def test_a_sure_date_that_another_contradicts_needs_a_second_signal() -> None:
    late = DAY + timedelta(days=900)
    shown = "<h1>Rain is on its way</h1><time datetime='2024-05-09'>9 May</time>"
    assert _published(META + shown, seen=late) == (None, "")
    assert _published(META + shown, seen=late, feed_date=DAY)[0] == DAY.replace(hour=10)
    assert _published(META + LINKED + shown, seen=late)[0] == DAY.replace(hour=10)


def test_a_later_day_in_a_feed_does_not_contradict_the_page() -> None:
    late = DAY + timedelta(days=900)
    changed = DAY + timedelta(days=30)
    assert _published(META, seen=late, feed_date=changed)[0] == DAY.replace(hour=10)
    assert _published(META, seen=late, feed_date=DAY - timedelta(days=30)) == (None, "")


def test_a_date_of_the_next_days_needs_two_signals() -> None:
    early = DAY - timedelta(days=5)
    assert _published(META, seen=early) == (None, "")
    assert _published(META + LINKED, seen=early)[0] == DAY.replace(hour=10)
    assert _published(META + LINKED, seen=DAY - timedelta(days=9)) == (None, "")


def test_a_date_before_the_web_needs_two_signals() -> None:
    old = META.replace("2024-03-04", "1968-03-04"), LINKED.replace("2024-03-04", "1968-03-04")
    assert _published(old[0], seen=NOW) == (None, "")
    assert _published("".join(old), seen=NOW)[0] == datetime(1968, 3, 4, 10, tzinfo=UTC)
    unset = "".join(old).replace("1968-03-04", "1970-01-01")
    assert _published(unset, seen=NOW) == (None, "")


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
