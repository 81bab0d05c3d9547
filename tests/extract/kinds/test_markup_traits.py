from datetime import UTC, datetime

import pytest

from tidings.extract.content.blocks import blocks_of
from tidings.extract.kinds.markup_traits import markup_traits, template_names
from tidings.extract.kinds.url_traits import Traits
from tidings.extract.metadata.page_metadata import metadata_of
from tidings.extract.metadata.publication_date import DateWindow
from tidings.read.pages.html import parse_html
from tidings.read.pages.jsonld import linked_data

ARTICLE = '{"@type": "NewsArticle", "headline": "A bridge", "datePublished": "2024-03-04"}'


def _traits(markup: str) -> Traits:
    page = parse_html(markup, "https://news.example/a")
    data = linked_data(page)
    window = DateWindow(datetime(2024, 3, 5, tzinfo=UTC), None)
    return markup_traits(page, data, metadata_of(page, blocks_of(page), data, window))


def test_json_ld_declares_one_article() -> None:
    traits = _traits(f'<script type="application/ld+json">{ARTICLE}</script>')
    assert (traits["ld_article"], traits["ld_articles"], traits["dated"]) == (1.0, 1.0, 1.0)
    assert traits["ld_site"] == 0.0


def test_a_list_of_articles_is_not_one_article() -> None:
    traits = _traits(f'<script type="application/ld+json">[{ARTICLE}, {ARTICLE}]</script>')
    assert (traits["ld_article"], traits["ld_articles"]) == (0.0, 1.0)


@pytest.mark.parametrize(
    ("markup", "trait"),
    [
        ('<meta property="og:type" content="article">', "og_article"),
        ('<meta name="robots" content="NOINDEX, follow">', "noindex"),
        ('<link rel="amphtml" href="/amp">', "amp"),
        ('<link rel="alternate" type="application/json+oembed" href="/o">', "oembed"),
        ('<body class="home blog">', "class_home"),
        ('<body class="single-post postid-12">', "class_single"),
        ('<body id="archive">', "class_list"),
        ('<meta property="og:type" content="product">', "ld_product"),
    ],
)
def test_the_markup_sets_a_trait(markup: str, trait: str) -> None:
    assert _traits(markup)[trait] == 1.0
    assert _traits("<body>")[trait] == 0.0


def test_a_template_is_named_by_body_and_root() -> None:
    names = template_names(parse_html('<html class="Forum"><body id="Thread-1">', ""))
    assert "forum" in names
    assert "thread-1" in names
