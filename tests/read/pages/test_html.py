import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.model.web.discovery import FeedLink, Link
from tidings.model.web.rights import RobotsMeta
from tidings.read.pages.html import (
    Html,
    canonical_link,
    feed_links,
    followable_hrefs,
    html_language,
    links,
    meta,
    parse_html,
    site_name,
    sitemap_links,
)
from tidings.read.rights.robots_tags import robots_meta

URL = "https://news.example/world/page.html"


def _page(markup: str) -> Html:
    return parse_html(markup, URL)


def test_links_are_as_written_in_order_and_each_address_once() -> None:
    page = _page('<a href="/b">B</a><a href=" a ">  A \n words </a><a href="/b">again</a>')
    assert links(page) == (Link("/b", "B"), Link("a", "A words"))


_ANCHORS = st.tuples(
    st.sampled_from(("/a", "/b", "#", "mailto:x@y.example", "")),
    st.sampled_from(("", "words", "<img alt='words'>", "<img>")),
    st.sampled_from(("", " rel=nofollow", " rel='NoFollow next'", " rel=next")),
    st.sampled_from(("a", "area")),
)


@given(st.lists(_ANCHORS, max_size=8))
def test_followable_are_the_links_without_nofollow(anchors: list[tuple[str, ...]]) -> None:
    page = _page("".join(f"<{d} href='{a}'{c}>{b}</{d}>" for a, b, c, d in anchors))
    free = tuple(link.href for link in links(page) if not link.nofollow)
    assert followable_hrefs(page) == (free, len(links(page)) - len(free))


def test_the_words_of_a_link_come_from_its_text_wherever_it_first_has_any() -> None:
    page = _page('<a href="/a"><img src=x></a><a href="/a">Headline</a>')
    assert links(page) == (Link("/a", "Headline"),)


def test_the_alt_text_of_an_image_is_the_text_of_its_link() -> None:
    page = _page('<a href="/a"><img alt="The minister"></a><a href="/b" aria-label="More"></a>')
    assert [link.text for link in links(page)] == ["The minister", "More"]


def test_words_of_different_elements_do_not_run_together() -> None:
    page = _page('<a href="/a"><span>World</span><span>Rain ahead</span></a>')
    assert links(page)[0].text == "World Rain ahead"


def test_areas_of_an_image_map_are_links() -> None:
    page = _page('<map><area href="/north" alt="North"></map>')
    assert links(page) == (Link("/north", "North"),)


def test_an_address_that_cannot_be_a_page_is_not_a_link() -> None:
    page = _page(
        '<a href="#top">x</a><a href="javascript:void(0)">x</a><a href="MAILTO:a@b.c">x</a>'
        '<a href="tel:1">x</a><a href="">x</a><a>x</a><a href="data:text/html,x">x</a>'
    )
    assert links(page) == ()


def test_nofollow_is_noted_unless_another_link_follows() -> None:
    page = _page(
        '<a rel="noopener NoFollow" href="/a">A</a>'
        '<a rel="nofollow" href="/b"></a><a href="/b">B</a>'
    )
    assert links(page) == (Link("/a", "A", nofollow=True, unvouched=True), Link("/b", "B"))


def test_user_generated_and_sponsored_links_are_followed_but_unvouched() -> None:
    page = _page('<a rel="UGC" href="/a">A</a><a rel="sponsored noopener" href="/b">B</a>')
    assert links(page) == (Link("/a", "A", unvouched=True), Link("/b", "B", unvouched=True))


def test_a_link_farm_is_cut() -> None:
    page = _page("".join(f'<a href="/{n}">{n}</a>' for n in range(6_000)))
    assert len(links(page)) == 5_000


def test_nested_anchors_in_foreign_content_are_fast() -> None:
    page = _page("<svg>" + "".join(f'<a href="/{n}">y' for n in range(5_000)))
    assert len(links(page)) == 5_000


def test_reading_links_leaves_the_tree_as_it_is() -> None:
    page = _page('<p>One <a href="/a">two</a></p>')
    before = page.tree.html
    links(page)
    assert page.tree.html == before


def test_a_base_tag_changes_relative_addresses() -> None:
    page = _page('<base href="/archive/"><link rel="canonical" href="x">')
    assert page.base == "https://news.example/archive/"
    assert canonical_link(page) == "https://news.example/archive/x"


@pytest.mark.parametrize("href", ["javascript:alert(1)", "", "http://["])
def test_a_useless_base_tag_is_ignored(href: str) -> None:
    assert _page(f'<base href="{href}">').base == URL


def test_the_canonical_link_is_absolute_and_canonical() -> None:
    page = _page('<link rel="CANONICAL" href="../a/?utm_source=x&id=1#top">')
    assert canonical_link(page) == "https://news.example/a/?id=1"


def test_a_page_without_a_usable_canonical_link_has_none() -> None:
    assert canonical_link(_page('<link rel="canonical" href="mailto:a@b.c">')) is None
    assert canonical_link(_page("<p>text</p>")) is None


def test_announced_feeds_are_found_and_other_alternates_are_not() -> None:
    page = _page(
        '<link rel="alternate" type="application/rss+xml" title=" News " href="/rss">'
        '<link rel="Alternate home" type="application/atom+xml; charset=utf-8" href="/atom">'
        '<link rel="alternate" hreflang="de" href="/de">'
        '<link rel="feed" href="/feed.json"><link rel="alternate" type="application/rss+xml">'
    )
    assert feed_links(page) == (
        FeedLink("/rss", "News"),
        FeedLink("/atom", ""),
        FeedLink("/feed.json", ""),
    )


def test_announced_sitemaps_are_found() -> None:
    assert sitemap_links(_page('<link rel="sitemap" href="/map.xml">')) == ("/map.xml",)


def test_a_picture_in_noscript_does_not_end_the_head() -> None:
    page = _page('<head><noscript><img src=p></noscript><link rel="canonical" href="/a"></head>')
    assert canonical_link(page) == "https://news.example/a"


@pytest.mark.parametrize(
    ("markup", "headers", "rules"),
    [
        ('<meta name="robots" content="NOINDEX, follow">', [], RobotsMeta(noindex=True)),
        ('<meta name="Tidings" content="nofollow">', [], RobotsMeta(nofollow=True)),
        ('<meta name="googlebot" content="noindex">', [], RobotsMeta()),
        ('<meta name="robots" content="none">', [], RobotsMeta(noindex=True, nofollow=True)),
        ("", ["noarchive, nosnippet"], RobotsMeta(noarchive=True, nosnippet=True)),
        ("", ["googlebot: noindex"], RobotsMeta()),
        ("", ["tidings: noindex, nofollow"], RobotsMeta(noindex=True, nofollow=True)),
        ("", ["max-snippet:0"], RobotsMeta(nosnippet=True)),
        (
            '<meta name="robots" content="noindex"><meta name="robots" content="noarchive">',
            ["nofollow"],
            RobotsMeta(noindex=True, nofollow=True, noarchive=True),
        ),
        ('<meta name="robots" content="index, all">', [], RobotsMeta()),
    ],
)
def test_robots_rules_of_page_and_header_add_up(
    markup: str, headers: list[str], rules: RobotsMeta
) -> None:
    assert robots_meta(_page(markup), headers) == rules


def test_meta_keeps_the_first_content_of_each_name() -> None:
    page = _page(
        '<meta property="OG:Title" content=" One "><meta property="og:title" content="Two">'
        '<meta name="author" content=""><meta name="author" content="Jane">'
    )
    assert meta(page) == {"og:title": "One", "author": "Jane"}


@pytest.mark.parametrize(
    ("markup", "language"),
    [
        ('<html lang="de-AT">', "de"),
        ('<html lang="EN_us">', "en"),
        ('<html lang=""><meta http-equiv="content-language" content="fr">', "fr"),
        ('<html><meta property="og:locale" content="pt_BR">', "pt"),
        ('<html lang="english">', None),
        ("<p>", None),
    ],
)
def test_the_claimed_language_is_its_primary_tag(markup: str, language: str | None) -> None:
    assert html_language(_page(markup)) == language


def test_the_name_of_the_site_is_read() -> None:
    assert site_name(_page('<meta property="og:site_name" content="The  Daily">')) == "The Daily"
    assert site_name(_page("<p>")) == ""


def test_bytes_are_decoded_as_declared() -> None:
    page = parse_html("<meta charset=cp1251><p>Новости дня".encode("cp1251"), URL, "utf-8")
    paragraph = page.tree.css_first("p")
    assert paragraph is not None
    assert paragraph.text() == "Новости дня"


def test_a_lone_surrogate_in_a_string_does_no_harm() -> None:
    assert "a?b" in parse_html("<p>a\ud800b", URL).tree.text()


_TAGS = st.sampled_from(
    "a area p div b table td svg math template base link meta title script select".split()
)
_ATTRIBUTES = st.sampled_from(
    ["", " href='/x'", ' href="', " rel=canonical href=//[", " content='a' name='robots'", " lang"]
)
_PIECES = st.one_of(
    st.builds("<{}{}>".format, _TAGS, _ATTRIBUTES), st.builds("</{}>".format, _TAGS), st.text()
)


@given(st.lists(_PIECES, max_size=40).map("".join) | st.binary(max_size=2_000))
def test_any_page_can_be_read(body: str | bytes) -> None:
    page = parse_html(body, URL)
    assert all(link.href for link in links(page))
    assert page.base.startswith("http")
    feed_links(page)
    canonical_link(page)
    robots_meta(page, ["x: y: z", ""])
    html_language(page)
    site_name(page)


@pytest.mark.parametrize(
    ("tag", "href"),
    [
        ('type="text/xml" title="RSS .92" href="/export.php"', "/export.php"),
        ('type="application/xml" href="/news/feed.php"', "/news/feed.php"),
        ('type="application/json" title="JSON Feed" href="/all.json"', "/all.json"),
        ('type="application/rss+xml" href="feed://paper.example/rss"', "//paper.example/rss"),
        ('type="application/rss+xml" href="feed:https://paper.example/rss"',
         "https://paper.example/rss"),
    ],
)  # fmt: skip
def test_feeds_announced_in_older_ways_are_found(tag: str, href: str) -> None:
    html = parse_html(f'<link rel="alternate" {tag}>', "https://paper.example/")
    assert [feed.href for feed in feed_links(html)] == [href]


@pytest.mark.parametrize(
    "tag",
    [
        'type="application/json" href="https://paper.example/wp-json/wp/v2/posts/1"',
        'type="text/xml+oembed" title="oEmbed (XML)" href="/oembed?url=x"',
        'type="application/xml" title="MARC" href="/record/1.xml"',
        'type="text/html" hreflang="de" href="/de/feedback"',
    ],
)
def test_other_alternates_are_not_feeds(tag: str) -> None:
    html = parse_html(f'<link rel="alternate" {tag}>', "https://paper.example/")
    assert feed_links(html) == ()
