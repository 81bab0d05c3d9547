import pytest

from tidings.extract.article import extract_html
from tidings.model.web.page import PageKind, PageVerdict
from tidings.model.web.reason import Reason
from tidings.read.pages.html import parse_html

PROSE = "The council decided that evening, after a long debate, what nobody had expected of it. "


def _verdict(markup: str, url: str = "") -> PageVerdict:
    return extract_html(parse_html(markup, url)).verdict


def _article(title: str = "Council decides to build the bridge", paragraphs: int = 8) -> str:
    body = "".join(f"<p>{PROSE * 3}</p>" for _ in range(paragraphs))
    return f"<title>{title}</title><body><h1>{title}</h1>{body}"


def _index(count: int = 30) -> str:
    items = "".join(
        f'<h2><a href="/a{n}">The council decides on bridge number {n}</a></h2>'
        for n in range(count)
    )
    return f"<title>Local news</title><body><h1>Local news</h1>{items}"


@pytest.mark.parametrize("url", ["", "https://news.example/local/council-decides-on-bridge-1234"])
def test_a_page_of_paragraphs_is_an_article(url: str) -> None:
    verdict = _verdict(_article(), url)
    assert verdict.kind is PageKind.ARTICLE
    assert not verdict.doubtful
    assert verdict.confidence >= 0.6
    assert any("text" in reason or "paragraphs" in reason for reason in verdict.reasons)


@pytest.mark.parametrize("url", ["", "https://news.example/", "https://news.example/local/"])
def test_a_page_of_linked_headlines_is_an_index(url: str) -> None:
    verdict = _verdict(_index(), url)
    assert verdict.kind is PageKind.INDEX
    assert any("headlines" in reason or "links" in reason for reason in verdict.reasons)


def test_a_list_of_teasers_is_an_index_although_it_has_text() -> None:
    teasers = "".join(
        f'<article><h3><a href="/a{n}">Bridge {n} will be built</a></h3><p>{PROSE}</p></article>'
        for n in range(15)
    )
    assert _verdict(f"<title>News</title><h1>News</h1>{teasers}").kind is PageKind.INDEX


@pytest.mark.parametrize(
    ("title", "url"),
    [
        ("Privacy policy", "https://news.example/privacy"),
        ("Datenschutzerklärung", "https://news.example/datenschutz"),
        ("Terms and Conditions", "https://news.example/terms"),
        ("Política de privacidad", ""),
    ],
)
def test_legal_pages_are_valueless_however_long(title: str, url: str) -> None:
    assert _verdict(_article(title), url).kind is PageKind.VALUELESS


def test_a_login_form_is_valueless() -> None:
    page = "<title>Sign in</title><h1>Sign in</h1><form><input name=u><input type=password></form>"
    verdict = _verdict(page, "https://news.example/login")
    assert verdict.kind is PageKind.VALUELESS


@pytest.mark.parametrize(
    "title", ["404 - Page not found", "Seite nicht gefunden", "Page introuvable", "页面不存在"]
)
def test_an_error_page_served_as_200_is_named(title: str) -> None:
    verdict = _verdict(
        f"<title>{title}</title><h1>{title}</h1><p>Try the <a href=/>front page</a>."
    )
    assert verdict.kind is PageKind.VALUELESS
    assert str(Reason.SOFT_404) in verdict.reasons


def test_an_article_about_a_missing_page_is_still_an_article() -> None:
    assert _verdict(_article("Why 404 pages are an art form")).kind is PageKind.ARTICLE


def test_a_page_without_text_is_valueless() -> None:
    assert _verdict("<html><body></body></html>").reasons == ("it has no text",)


def test_a_page_of_a_few_words_is_not_kept_as_an_article() -> None:
    verdict = _verdict("<title>Hello</title><h1>Hello</h1><p>Just a few words.</p>")
    assert verdict.kind is not PageKind.ARTICLE or verdict.doubtful
