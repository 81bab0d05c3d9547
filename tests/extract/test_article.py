import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tidings
from tidings.extract.article import extract, extract_html
from tidings.model.articles.article import Extraction, UnreadablePage
from tidings.model.web.page import PageKind
from tidings.model.web.reason import Reason
from tidings.model.web.rights import RobotsMeta
from tidings.read.pages.html import links, parse_html

PROSE = "The council decided that evening, after a long debate, what nobody had expected of it. "
URL = "https://news.example/local/bridge-will-be-built-after-all"
PAGE = (
    "<html lang=de><head><title>Bridge will be built | The Daily</title>"
    '<meta property="og:site_name" content="The Daily">'
    '<meta name="robots" content="noarchive"><link rel="canonical" href="/bridge"></head><body>'
    "<nav><a href=/>Home</a></nav><article><h1>Bridge will be built</h1>"
    + f"<p>{PROSE * 3}</p>" * 6
    + "</article></body></html>"
)


def _extraction(html: str | bytes, url: str | None = URL) -> Extraction:
    found = extract(html, url)
    assert isinstance(found, Extraction)
    return found


def test_an_article_is_read_whole() -> None:
    found = _extraction(PAGE)
    assert found.kind is PageKind.ARTICLE
    assert found.title == "Bridge will be built"
    assert found.text.splitlines() == [(PROSE * 3).strip()] * 6
    assert found.canonical == "https://news.example/bridge"
    assert found.robots == RobotsMeta(noarchive=True)
    assert found.publisher == "The Daily"
    assert found.html.count("<p>") == 6
    assert dict(found.signals)["text"] == "blocks"


def test_the_language_is_that_of_the_text_not_of_the_markup() -> None:
    assert _extraction(PAGE).language == "en"


def test_the_markup_gives_the_language_if_the_text_does_not() -> None:
    found = _extraction('<html lang="fi"><body><p>1 2 3</p>')
    assert (found.language, dict(found.signals)["language"]) == ("fi", "html lang")


def test_json_ld_gives_the_body_of_a_page_that_does_not_show_it() -> None:
    script = json.dumps({"@type": "NewsArticle", "headline": "T", "articleBody": PROSE * 20})
    found = _extraction(f'<script type="application/ld+json">{script}</script><div id=app></div>')
    assert found.text.startswith(PROSE.strip())
    assert dict(found.signals)["text"] == "json-ld articleBody"


@pytest.mark.parametrize("body", ["", "  \n", b"", b"\n\t "])
def test_a_blank_body_is_empty(body: str | bytes) -> None:
    assert extract(body) == UnreadablePage(Reason.EMPTY)


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 50, "a PNG image"),
        (b"\0\0\0 ftypisom", "an MP4 medium"),
        (bytes(range(256)) * 10, "binary data"),
        (b'<?xml version="1.0"?><rss version="2.0"></rss>', "XML with the root rss"),
        ("<urlset xmlns='x'></urlset>", "XML with the root urlset"),
        ('{"a": 1}', "JSON"),
        (b"[1, 2]", "JSON"),
    ],
)
def test_the_format_of_other_files_is_named(body: str | bytes, detail: str) -> None:
    assert extract(body) == UnreadablePage(Reason.NOT_HTML, detail)


def test_utf_16_is_a_page() -> None:
    assert _extraction(PAGE.encode("utf-16")).title == "Bridge will be built"


def test_the_servers_charset_is_used() -> None:
    found = extract("<p>Привет, мир</p>".encode("koi8-r"), charset="koi8-r")
    assert isinstance(found, Extraction)


def test_a_page_may_have_no_address_or_a_bad_one() -> None:
    assert _extraction(PAGE, None).title == _extraction(PAGE, "not a url").title


def test_links_are_the_same_before_and_after() -> None:
    page = parse_html(PAGE, URL)
    before = links(page)
    extract_html(page)
    assert links(page) == before


def test_headers_add_to_the_robots_rules() -> None:
    found = extract_html(parse_html(PAGE, URL), ["noindex"])
    assert found.robots == RobotsMeta(noindex=True, noarchive=True)


def test_the_package_is_the_function() -> None:
    assert tidings.extract(PAGE, URL) == extract(PAGE, URL)


def test_importing_tidings_loads_no_parser() -> None:
    check = (
        "import sys, tidings; assert 'selectolax' not in str(sys.modules); tidings.extract('<p>')"
    )
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0


HOSTILE = {
    "nesting": "<div>" * 100_000 + PROSE,
    "inline nesting": "<p>" + "<span>" * 100_000 + PROSE,
    "attributes": "<div " + " ".join(f"a{n}=1" for n in range(200_000)) + f">{PROSE}",
    "formatting": "<div>"
    + "".join(f"<b id={n}>" for n in range(3_000))
    + "</div>"
    + "<p>x</p>" * 3_000,
    "lists": "<ul><li>" * 30_000,
    "headings": "<h1>t</h1>" * 20_000,
    "metas": "<meta name=author content='by by by'>" * 20_000,
    "title": "<title>" + "a - | " * 50_000,
    "json": '<script type="application/ld+json">' + '{"a":[' * 50_000 + "</script>",
    "authors": '<div class="author date">' * 3_000 + PROSE,
    "figures": "<article><p>" + PROSE + "<figure><img src=/a.jpg>" * 2_000 + "<p>" + PROSE,
    "text": "x " * 500_000,
}


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_are_read_like_others(name: str) -> None:
    page = parse_html(HOSTILE[name], URL)
    links(page)
    assert extract_html(page).verdict.reasons


_PIECES = st.sampled_from(
    [
        *"<p> </p> </div> <article> <h1> <h2> </h2> <ul><li> <table><td> </a> <br>".split(),
        *"<blockquote> <figcaption> <title> </script> \0 é".split(),
        "<div class=comments>",
        "<figure><img src=/x>",
        "<a href=/a>",
        "<time datetime=2024>",
        "<meta property=og:title content='T - U'>",
        "<script type=application/ld+json>[",
        "<input type=password>",
        "word ",
        PROSE,
    ]
)


@given(st.lists(_PIECES, max_size=30).map("".join) | st.binary(max_size=1_000) | st.text())
def test_any_page_is_read(body: str | bytes) -> None:
    found = extract(body, URL)
    if isinstance(found, Extraction):
        assert found.verdict.reasons
        assert 0 <= found.verdict.confidence <= 1
    else:
        assert found.reason in (Reason.EMPTY, Reason.NOT_HTML, Reason.BROKEN)
