import json
from datetime import UTC, datetime

import pytest

from tidings.extract.blocks import blocks_of
from tidings.extract.metadata import Metadata, metadata_of, url_date
from tidings.read.html import parse_html
from tidings.read.jsonld import linked_data

URL = "https://news.example/weather/rain"


def _metadata(markup: str, url: str = URL) -> Metadata:
    page = parse_html(markup, url)
    return metadata_of(page, blocks_of(page), linked_data(page))


def _ld(**fields: object) -> str:
    value = json.dumps({"@type": "NewsArticle", "headline": "Rain", **fields})
    return f'<script type="application/ld+json">{value}</script>'


def test_json_ld_is_believed_first_and_named_as_the_source() -> None:
    found = _metadata(
        _ld(
            datePublished="2024-03-04T10:00:00Z",
            dateModified="2024-03-05T10:00:00Z",
            author={"name": "Jane Doe"},
            articleSection="Weather",
            keywords=["rain", "wind"],
            publisher={"name": "The Daily"},
            isAccessibleForFree=False,
        )
        + '<meta name="author" content="Someone Else">'
    )
    assert found.published == datetime(2024, 3, 4, 10, tzinfo=UTC)
    assert found.modified == datetime(2024, 3, 5, 10, tzinfo=UTC)
    assert found.authors == ("Jane Doe",)
    assert (found.section, found.tags, found.publisher) == (
        "Weather",
        ("rain", "wind"),
        "The Daily",
    )
    assert found.accessible_for_free is False
    assert dict(found.signals)["published"] == "json-ld datePublished"


def test_meta_tags_are_believed_next() -> None:
    found = _metadata(
        '<meta property="article:published_time" content="2024-03-04T10:00:00+01:00">'
        '<meta name="author" content="By Jane Doe">'
        '<meta property="article:section" content="Weather">'
        '<meta property="article:tag" content="rain"><meta property="article:tag" content="wind">'
        '<meta property="og:image" content="/rain.jpg"><meta name="description" content="Wet.">'
        '<meta property="article:content_tier" content="metered">'
    )
    assert found.published == datetime(2024, 3, 4, 9, tzinfo=UTC)
    assert found.authors == ("Jane Doe",)
    assert found.tags == ("rain", "wind")
    assert found.image == "https://news.example/rain.jpg"
    assert found.standfirst == "Wet."
    assert found.accessible_for_free is False


@pytest.mark.parametrize(
    ("markup", "source"),
    [
        ('<time datetime="2024-03-04">yesterday</time>', "time tag"),
        ("<time>4 March 2024</time>", "time tag"),
        ('<span class="post-date">March 4, 2024</span>', "visible date"),
        ("<p>Berlin, 4. März 2024</p>", "printed date"),
    ],
)
def test_visible_dates_are_found(markup: str, source: str) -> None:
    found = _metadata(markup)
    assert found.published == datetime(2024, 3, 4, tzinfo=UTC)
    assert dict(found.signals)["published"] == source


def test_the_address_gives_a_date_and_a_time_tag_of_that_day_its_hour() -> None:
    url = "https://news.example/2024/03/04/rain.html"
    assert _metadata("<p>x", url).published == datetime(2024, 3, 4, tzinfo=UTC)
    found = _metadata('<time datetime="2020-01-01"></time><time datetime="2024-03-04T10:00Z">', url)
    assert found.published == datetime(2024, 3, 4, 10, tzinfo=UTC)
    assert dict(found.signals)["published"] == "time tag, address"


def test_places_that_agree_on_the_day_are_all_named() -> None:
    found = _metadata(
        _ld(datePublished="2024-03-04T10:00:00Z")
        + '<meta property="article:published_time" content="2024-03-04T10:00:00Z">'
        + '<meta name="date" content="2019-01-01">'
    )
    assert dict(found.signals)["published"] == "json-ld datePublished, meta article:published_time"


def test_a_date_before_the_web_is_not_believed() -> None:
    assert _metadata('<meta name="date" content="1970-01-01">').published is None


@pytest.mark.parametrize(
    ("url", "day"),
    [
        ("https://a.example/2024/03/04/x", "2024-03-04"),
        ("https://a.example/2024/3/4/x", "2024-03-04"),
        ("https://a.example/news/20240304-rain.html", "2024-03-04"),
        ("https://a.example/2024-03-04-rain", "2024-03-04"),
        ("https://a.example/article/20244/x", None),
        ("https://a.example/2024/13/44/x", None),
        ("https://a.example/", None),
    ],
)
def test_dates_in_addresses(url: str, day: str | None) -> None:
    moment = url_date(url)
    assert (moment and moment.date().isoformat()) == day


def test_a_byline_is_read_where_nothing_else_names_the_author() -> None:
    found = _metadata('<div class="byline">By Jane Doe, Political Editor</div>')
    assert found.authors == ("Jane Doe",)
    assert dict(found.signals)["authors"] == "byline"


def test_an_image_that_is_no_web_address_is_none() -> None:
    assert _metadata('<meta property="og:image" content="data:image/png;base64,x">').image is None


def test_an_empty_page_has_no_metadata() -> None:
    found = _metadata("")
    assert (found.title, found.published, found.authors, found.tags) == ("", None, (), ())
    assert found.signals == ()
