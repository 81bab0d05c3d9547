import json
from datetime import UTC, datetime

from tidings.extract.content.blocks import blocks_of
from tidings.extract.metadata.page_metadata import Metadata, metadata_of
from tidings.extract.metadata.publication_date import DateWindow
from tidings.read.pages.html import parse_html
from tidings.read.pages.jsonld import linked_data

NOW = datetime(2024, 4, 1, tzinfo=UTC)
URL = "https://news.example/weather/rain"


def _metadata(markup: str, url: str = URL) -> Metadata:
    page = parse_html(markup, url)
    return metadata_of(page, blocks_of(page), linked_data(page), DateWindow(NOW))


def _ld(**fields: object) -> str:
    value = json.dumps({"@type": "NewsArticle", "headline": "Rain", **fields})
    return f'<script type="application/ld+json">{value}</script>'


def test_json_ld_comes_first_and_is_named_as_the_source() -> None:
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
    signals = dict(found.signals)
    assert signals["published"] == "json-ld datePublished"
    assert signals["tags"] == "json-ld keywords"
    assert signals["publisher"] == "json-ld publisher"
    assert signals["accessible_for_free"] == "json-ld isAccessibleForFree"


def test_meta_tags_come_next() -> None:
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


def test_a_byline_is_read_if_nothing_else_names_the_author() -> None:
    found = _metadata('<div class="byline">By Jane Doe, Political Editor</div>')
    assert found.authors == ("Jane Doe",)
    assert dict(found.signals)["authors"] == "byline"


def test_an_image_without_a_web_address_is_ignored() -> None:
    assert _metadata('<meta property="og:image" content="data:image/png;base64,x">').image is None


def test_an_empty_page_has_no_metadata() -> None:
    found = _metadata("")
    assert (found.title, found.published, found.authors, found.tags) == ("", None, (), ())
    assert found.signals == ()
