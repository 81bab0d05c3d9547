import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.extract.content.heading_links import page_address
from tidings.extract.kinds.url_traits import url_traits
from tidings.read.pages.html import parse_html

SITE = "https://news.example"


@pytest.mark.parametrize(
    ("path", "trait"),
    [
        ("/", "url_root"),
        ("/sport", "url_shallow"),
        ("/council-votes-for-the-bridge", "url_slug"),
        ("/2024/03/04/bridge", "url_number"),
        ("/local/1234567", "url_number"),
        ("/article/bridge", "url_article"),
        ("/videos/bridge", "url_show"),
        ("/privacy", "url_service"),
        ("/account/login?next=/", "url_service"),
    ],
)
def test_an_address_has_a_trait(path: str, trait: str) -> None:
    assert url_traits(SITE + path)[trait] == 1.0


@pytest.mark.parametrize(
    ("path", "trait"),
    [
        ("/sport", "url_root"),
        ("/?page=2", "url_root"),
        ("/sport/football/", "url_shallow"),
        ("/sport-news", "url_slug"),
        ("/sport/2024", "url_number"),
        ("/council-votes", "url_service"),
    ],
)
def test_an_address_lacks_a_trait(path: str, trait: str) -> None:
    assert url_traits(SITE + path)[trait] == 0.0


def test_an_unknown_address_has_no_traits() -> None:
    assert set(url_traits("").values()) == {0.0}


@given(st.text())
def test_every_trait_is_a_share(path: str) -> None:
    assert all(0.0 <= value <= 1.0 for value in url_traits(f"{SITE}/{path}").values())


def test_the_url_of_a_page_outranks_the_one_it_declares() -> None:
    markup = f'<link rel="canonical" href="{SITE}/declared">'
    assert page_address(parse_html(markup, f"{SITE}/found")) == f"{SITE}/found"
    assert page_address(parse_html(markup, "")) == f"{SITE}/declared"


def test_og_url_replaces_a_missing_canonical_link() -> None:
    page = parse_html(f'<meta property="og:url" content="{SITE}/declared">', "")
    assert page_address(page) == f"{SITE}/declared"
    assert page_address(parse_html("<p>Nothing", "")) == ""


@pytest.mark.parametrize(
    "path",
    [
        "/the-choir-argued-about-the-eastern-lock.html",
        "/2026/11/contact-tracing-returns-to-the-harbour/",
        "/gallery-unveils-interactive-tree.html",
        "/news/accountant-draws-every-bridge-of-the-town",
    ],
)
def test_words_of_a_headline_do_not_make_a_service_page(path: str) -> None:
    traits = url_traits(SITE + path)
    assert not traits["url_service"]
    assert not traits["url_show"]


@pytest.mark.parametrize(
    "path",
    [
        "/about",
        "/company/contact-us",
        "/9909-general-terms-and-conditions-of-use/",
        "/help/the-choir-and-the-eastern-lock",
    ],
)
def test_a_path_of_service_words_is_a_service_page(path: str) -> None:
    assert url_traits(SITE + path)["url_service"]
