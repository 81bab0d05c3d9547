from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup, escape

from tidings.model.articles.article import Article
from tidings.model.search.results import Snippet
from tidings.serve.rendering.markup import beginning, is_outward, marked, opening, reader_html

MakeArticle = Callable[..., Article]


@pytest.mark.parametrize(
    "html",
    [
        "<script>alert(1)</script>",
        "<p onclick='alert(1)'>x</p>",
        "<img src=x onerror=alert(1)>",
        "<a href='javascript:alert(1)'>x</a>",
        "<a href='JaVaScRiPt&colon;alert(1)'>x</a>",
        "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
        "<iframe src='https://evil.example/'></iframe>",
        "<style>body{display:none}</style>",
        "<p style='position:fixed'>x</p>",
        "<svg onload=alert(1)><a xlink:href='javascript:alert(1)'>x</a></svg>",
        "<form action='https://evil.example/'><input name=q></form>",
        "<base href='https://evil.example/'>",
        "<meta http-equiv=refresh content='0;url=https://evil.example/'>",
        "<p id='main' class='masthead'>x</p>",
        "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    ],
)
def test_harmful_markup_is_removed(make_article: MakeArticle, html: str) -> None:
    cleaned = str(reader_html(make_article(html=f"<p>before</p>{html}"))).lower()
    assert cleaned.startswith("<p>before</p>")
    for harm in ("script", "onerror", "onclick", "onload", "style", "evil", "<img", "id=", "class"):
        assert harm not in cleaned


def test_links_send_nothing_about_the_reader(make_article: MakeArticle) -> None:
    article = make_article("https://post.example/news/ferry", html="<a href='../map'>the map</a>")
    assert reader_html(article) == (
        '<a href="https://post.example/map" rel="noopener noreferrer nofollow">the map</a>'
    )


def test_an_article_without_html_is_shown_as_paragraphs(make_article: MakeArticle) -> None:
    article = make_article(html="", text="One <b>.\n\n Two & three.")
    assert reader_html(article) == "<p>One &lt;b&gt;.</p>\n<p>Two &amp; three.</p>"


def test_matches_are_marked_and_everything_is_escaped() -> None:
    snippet = Snippet("<b>ferry</b> & line.", ((3, 8), (15, 19)))
    assert marked(snippet) == ("&lt;b&gt;<mark>ferry</mark>&lt;/b&gt; &amp; <mark>line</mark>.")


def test_a_snippet_cut_within_a_sentence_ends_with_an_ellipsis() -> None:
    assert marked(Snippet("The ferry sails")) == "The ferry sails…"
    assert marked(Snippet("")) == ""


@given(st.text(max_size=60), st.lists(st.integers(0, 60), max_size=8, unique=True))
def test_marks_do_not_change_the_text(text: str, places: list[int]) -> None:
    inside = sorted(place for place in places if place <= len(text))
    marks = tuple(zip(inside[::2], inside[1::2], strict=False))
    plain = marked(Snippet(text + ".", marks)).replace("<mark>", "").replace("</mark>", "")
    assert plain == escape(text + ".")


@pytest.mark.parametrize("url", ["javascript:alert(1)", "data:,x", "/x", "", None, "http://[", "x"])
def test_only_web_addresses_can_be_linked(url: str | None) -> None:
    assert not is_outward(url)
    assert is_outward("https://post.example/")


def test_an_opening_is_the_standfirst_or_the_first_words(make_article: MakeArticle) -> None:
    assert opening(make_article(standfirst="In short."), 100) == "In short."
    long = make_article(standfirst="", text="one two,  three\nfour")
    assert opening(long, 10) == "one two…"
    assert beginning(make_article(text="a" * 50), 10) == "a" * 10 + "…"
    assert (
        opening(make_article(standfirst="", text="新" * 50, language="zh"), 50) == "新" * 20 + "…"
    )


def test_openings_are_text_and_not_markup(make_article: MakeArticle) -> None:
    assert not isinstance(opening(make_article(standfirst="<b>"), 100), Markup)
