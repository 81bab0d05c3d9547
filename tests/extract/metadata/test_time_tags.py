"""Where the software behind most sites prints the date of an article, and the dates of others."""

from datetime import UTC, datetime

import pytest

from tidings.extract.article import extract_html
from tidings.read.pages.html import parse_html

SEEN = datetime(2026, 11, 18, tzinfo=UTC)
DAY = "2021-03-04"
TITLE = "The old bridge opens again"
TEXT = "<p>" + "The bridge over the river was closed for two years, and opens again. " * 8 + "</p>"
PUBLISHED = f'<time class="entry-date published" datetime="{DAY}T10:00:00+00:00">4 March</time>'
UPDATED = '<time class="updated" datetime="2023-08-09T10:00:00+00:00">9 August</time>'
COMMENTS = (
    '<div id="comments" class="comments-area"><h2>One reply</h2><ol class="comment-list"><li>'
    '<article class="comment-body"><footer class="comment-meta"><div class="comment-metadata">'
    '<a href="#c1"><time datetime="2022-05-06T07:00:00+00:00">6 May 2022</time></a></div></footer>'
    "<p>A fine bridge.</p></article></li></ol></div>"
)
BLOCK_COMMENTS = (
    '<div class="wp-block-comments"><ol class="wp-block-comment-template"><li>'
    '<div class="wp-block-comment-date"><time datetime="2022-05-06T07:00:00+00:00">6 May</time>'
    "</div><p>A fine bridge.</p></li></ol></div>"
)
WIDGETS = (
    '<aside><section class="widget widget_block"><ul class="wp-block-latest-posts__list">'
    '<li><a href="/ferry">The ferry sails</a><time datetime="2026-11-09T08:00:00+00:00">x</time>'
    '</li><li><a href="/road">A road is mended</a><time datetime="2026-11-01T08:00:00+00:00">y'
    "</time></li></ul></section></aside>"
)
MORE_POSTS = (
    '<ul class="wp-block-post-template"><li class="wp-block-post post-7 category-rivers">'
    '<div class="wp-block-post-date"><time datetime="2026-11-09T08:00:00+00:00">x</time></div>'
    '<h2 class="wp-block-post-title"><a href="/ferry">The ferry sails</a></h2></li></ul>'
)
CARDS = (
    '<div class="read-more"><article class="post-card"><a href="/ferry"><header>'
    '<h2>The ferry sails</h2></header></a><time datetime="2026-11-09">9 Nov</time></article></div>'
)
# A class of the post itself says nothing about its time tag.
POST = '<article class="post-5 post type-post category-latest tag-comments">'

FOOTER_BELOW_TEXT = (
    f'{POST}<header class="entry-header"><h1 class="entry-title">{TITLE}</h1></header>'
    f'<div class="entry-content">{TEXT * 5}</div><footer class="entry-footer">'
    f'<span class="posted-on">Posted on <a href="/bridge">{PUBLISHED}{UPDATED}</a></span></footer>'
    f"</article>{COMMENTS}{WIDGETS}"
)
ABOVE_TITLE = (
    f'{POST}<header class="entry-header"><div class="entry-meta"><span class="posted-on">'
    f'<a href="/bridge">{PUBLISHED}{UPDATED}</a></span></div><h1 class="entry-title">{TITLE}</h1>'
    f"</header>{TEXT * 5}</article>{COMMENTS}{WIDGETS}"
)
BELOW_TITLE = (
    f'{POST}<header><h1 class="entry-title">{TITLE}</h1><div class="entry-meta">{PUBLISHED}</div>'
    f"</header>{TEXT * 5}</article>{COMMENTS}{WIDGETS}"
)
LIST_WITHOUT_TAG = (
    f'{POST}<header><h1 class="entry-title">{TITLE}</h1><ul class="post-meta">'
    '<li class="post-author">By Ada Reed</li><li class="post-date"><a href="/bridge">'
    f"March 4, 2021</a></li></ul></header>{TEXT * 5}</article>{COMMENTS}"
)
BLOCKS_BELOW_TEXT = (
    f'<main><h1 class="wp-block-post-title">{TITLE}</h1><div class="wp-block-post-content">'
    f'{TEXT * 5}</div><div class="wp-block-group"><p>Posted</p><div class="wp-block-post-date">'
    f'<time datetime="{DAY}T10:00:00+00:00">4 March</time></div></div>{BLOCK_COMMENTS}</main>'
    f"{MORE_POSTS}"
)
BLOCKS_BELOW_TITLE = (
    f'<main><h1 class="wp-block-post-title">{TITLE}</h1><div class="wp-block-post-date">'
    f'<time datetime="{DAY}T10:00:00+00:00"><a href="/bridge">4 March</a></time></div>'
    f"{TEXT * 5}{BLOCK_COMMENTS}<h2>More posts</h2>{MORE_POSTS}</main>"
)
MICROFORMAT = (
    f'<article><h1>{TITLE}</h1><time class="dt-published" datetime="{DAY}T10:00:00Z" '
    f'itemprop="datePublished">4 March</time>{TEXT * 5}</article>'
)
ABBREVIATION = (
    f'<article><h1><a href="/bridge">{TITLE}</a></h1><footer class="post-info">'
    f'<abbr class="published" title="{DAY}T10:00:00+00:00">Published: Thu 04 March 2021</abbr>'
    f"</footer>{TEXT * 5}</article>"
)
PLAIN_TAG = f'<article><h1>{TITLE}</h1><time datetime="{DAY}">4 March</time>{TEXT * 5}</article>'
WITH_CARDS = (
    f'<article><h1>{TITLE}</h1><section><time datetime="{DAY}">4 March</time></section>'
    f"{TEXT * 5}</article>{CARDS}"
)
OUTSIDE_ARTICLE = (
    f'<h1>{TITLE}</h1><div class="main-block"><article class="node node--view-mode-full">'
    f'<span class="field--name-created"><time datetime="{DAY}T10:00:00+00:00">'
    f"Thu, 03/04/2021 - 10:00</time></span>{TEXT * 5}</article></div>"
)
PERMALINK = '<a href="https://paper.example/bridge" rel="bookmark">An old bridge</a>'
LINKS_TO_ITSELF = (
    f'<header><h1><a href="/">The River Paper</a></h1></header><article><h2>{PERMALINK}</h2>'
    f'{TEXT * 5}<footer><p>Published: <time datetime="{DAY}">4 March</time></p></footer></article>'
)


@pytest.mark.parametrize(
    "markup",
    [
        LINKS_TO_ITSELF,
        FOOTER_BELOW_TEXT,
        ABOVE_TITLE,
        BELOW_TITLE,
        LIST_WITHOUT_TAG,
        BLOCKS_BELOW_TEXT,
        BLOCKS_BELOW_TITLE,
        MICROFORMAT,
        ABBREVIATION,
        PLAIN_TAG,
        WITH_CARDS,
        OUTSIDE_ARTICLE,
    ],
)
def test_an_old_article_has_the_date_that_its_theme_prints(markup: str) -> None:
    page = parse_html(f"<title>{TITLE}</title><body>{markup}", "https://paper.example/bridge")
    found = extract_html(page, seen=SEEN)
    assert found.published is not None
    assert found.published.date().isoformat() == DAY


@pytest.mark.parametrize("others", [COMMENTS, BLOCK_COMMENTS, WIDGETS, MORE_POSTS, CARDS])
def test_the_dates_of_comments_and_of_other_posts_are_not_the_articles(others: str) -> None:
    markup = f"<main>{POST}<h1>{TITLE}</h1>{TEXT * 5}</article>{others}</main>"
    page = parse_html(f"<title>{TITLE}</title><body>{markup}", "https://paper.example/bridge")
    assert extract_html(page, seen=SEEN).published is None


@pytest.mark.parametrize(
    "label", ["Last updated", "Zuletzt aktualisiert am", "Mis à jour le", "Reviewed on"]
)
def test_a_time_tag_that_is_called_a_change_is_not_the_date(label: str) -> None:
    markup = f'<h1>{TITLE}</h1><p>{label} <time datetime="{DAY}">x</time></p>{TEXT * 5}'
    page = parse_html(f"<title>{TITLE}</title><body>{markup}", "https://paper.example/bridge")
    assert extract_html(page, seen=SEEN).published is None
