import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.read.pages.html import parse_html
from tidings.read.pages.jsonld import LinkedArticle, LinkedData, linked_data, listed_changes

ARTICLE = {
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    "headline": "Rain &amp; wind <b>ahead</b>",
    "datePublished": "2024-03-04T10:00:00Z",
    "dateModified": "2024-03-04T12:00:00Z",
    "author": [{"@type": "Person", "name": "Jane Doe"}, "John Roe", "https://x.example/jane"],
    "articleSection": ["Weather", "Home"],
    "keywords": "rain, wind,  ,rain",
    "image": {"@type": "ImageObject", "url": "/rain.jpg"},
    "publisher": {"@type": "Organization", "name": "The Daily"},
    "articleBody": "<p>First.</p><p>Second &amp; last.</p>",
    "isAccessibleForFree": "False",
    "inLanguage": "en",
    "mainEntityOfPage": {"@id": "https://news.example/rain"},
}


def _read(*scripts: str) -> LinkedData:
    tags = "".join(f'<script type="application/ld+json">{text}</script>' for text in scripts)
    return linked_data(parse_html(f"<head>{tags}</head>", "https://news.example/"))


@pytest.mark.parametrize(
    "members",
    [
        {"@type": "ItemList", "itemListElement": [{"@type": "ListItem", "item": ARTICLE}]},
        {"@type": "Blog", "blogPost": [ARTICLE]},
        {"@type": "CollectionPage", "mainEntity": {"itemListElement": ARTICLE}},
        {"@graph": [{"@type": "CollectionPage", "hasPart": [ARTICLE, "more", None, 7]}]},
    ],
)
def test_a_listing_says_when_its_articles_were_changed(members: dict[str, object]) -> None:
    text = f'<script type="application/ld+json">{json.dumps(members)}</script>'
    html = parse_html(f"<head>{text}</head>", "https://news.example/")
    changed = datetime(2024, 3, 4, 12, tzinfo=UTC)
    assert listed_changes(html) == {"https://news.example/rain": changed}


def test_the_page_of_an_article_lists_no_changes() -> None:
    text = f'<script type="application/ld+json">{json.dumps(ARTICLE)}</script>'
    assert listed_changes(parse_html(f"<head>{text}</head>", "https://news.example/")) == {}


def test_every_field_of_an_article_is_read() -> None:
    assert _read(json.dumps(ARTICLE)).articles == (
        LinkedArticle(
            types=("NewsArticle",),
            headline="Rain & wind ahead",
            published=datetime(2024, 3, 4, 10, tzinfo=UTC),
            modified=datetime(2024, 3, 4, 12, tzinfo=UTC),
            authors=("Jane Doe", "John Roe"),
            section="Weather",
            keywords=("rain", "wind"),
            image="/rain.jpg",
            publisher="The Daily",
            article_body="First.\nSecond & last.",
            accessible_for_free=False,
            language="en",
            url="https://news.example/rain",
        ),
    )


@pytest.mark.parametrize(
    "script",
    [
        json.dumps({"@graph": [{"@type": "WebSite"}, ARTICLE]}),
        json.dumps([{"@type": "Person"}, ARTICLE]),
        json.dumps([[ARTICLE]]),
        json.dumps({"@type": "WebPage", "mainEntity": ARTICLE}),
        "<!-- " + json.dumps(ARTICLE) + " -->",
        "//<![CDATA[\n" + json.dumps(ARTICLE) + "\n//]]>",
        json.dumps(ARTICLE)[:-1] + ",}",
        json.dumps(ARTICLE) + ";",
        json.dumps(ARTICLE).replace("Rain", "Rain\n\t"),
        json.dumps(ARTICLE) + json.dumps({"@type": "WebSite"}),
    ],
)
def test_the_usual_shapes_and_mistakes_are_read(script: str) -> None:
    assert [item.headline for item in _read(script).articles] == ["Rain & wind ahead"]


@pytest.mark.parametrize(
    "name", ["Article", "ReportageNewsArticle", "BlogPosting", "https://schema.org/NewsArticle"]
)
def test_kinds_of_articles_are_articles(name: str) -> None:
    assert len(_read(json.dumps({"@type": ["Thing", name]})).articles) == 1


def test_authors_given_by_id_are_looked_up() -> None:
    graph = [
        {"@type": "Article", "author": {"@id": "#jane"}, "publisher": {"@id": "#daily"}},
        {"@type": "Person", "@id": "#jane", "name": "Jane Doe"},
        {"@type": "Organization", "@id": "#daily", "name": "The Daily"},
    ]
    (article,) = _read(json.dumps({"@graph": graph})).articles
    assert (article.authors, article.publisher) == (("Jane Doe",), "The Daily")


def test_newsrooms_are_distinguished_from_persons() -> None:
    authors = [{"@type": "NewsMediaOrganization", "name": "The Daily"}, {"name": "Jane Doe"}]
    (article,) = _read(json.dumps({"@type": "Article", "author": authors})).articles
    assert article.authors == ("The Daily", "Jane Doe")
    assert article.newsrooms == {"The Daily"}


def test_other_types_are_only_listed() -> None:
    data = _read(json.dumps({"@type": "ItemList"}), json.dumps({"@type": "Product"}))
    assert data == LinkedData((), frozenset({"ItemList", "Product"}))


@pytest.mark.parametrize(
    "script", ["", "{", "null", '"text"', "[" * 100_000, '{"a":' * 100_000, "NaN", "{]"]
)
def test_unreadable_scripts_give_nothing(script: str) -> None:
    assert _read(script) == LinkedData()


def test_a_broken_script_does_not_affect_the_next() -> None:
    assert len(_read("{", json.dumps(ARTICLE)).articles) == 1


def test_wrong_value_types_leave_fields_empty() -> None:
    wrong = {name: {"odd": [1]} for name in ARTICLE} | {"@type": "Article"}
    assert _read(json.dumps(wrong)).articles == (LinkedArticle(types=("Article",)),)


_JSON = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(st.dictionaries(st.sampled_from([*ARTICLE, "creator", "name", "url"]), _JSON))
def test_any_article_like_object_is_read(fields: dict[str, object]) -> None:
    script = json.dumps(fields | {"@type": "Article"}).replace("<", "\\u003c")
    assert len(_read(script).articles) == 1


@given(st.text(max_size=300))
def test_any_script_is_read(text: str) -> None:
    assert len(_read(text).articles) <= 1
