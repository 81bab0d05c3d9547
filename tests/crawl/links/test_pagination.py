import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.links.pagination import has_overflowed, is_further_page

SITE = "https://a.example"


@pytest.mark.parametrize(
    ("url", "listing", "words"),
    [
        ("/politics?page=2", "/politics", "next"),
        ("/politics?page=3", "/politics?page=2", "next"),
        ("/politics?page=1", "/politics?page=2", "back"),
        ("/section/x/page/2/", "/section/x/", "2"),
        ("/section/x/page/10/", "/section/x/page/9/", "→"),
        ("/section/x/page/7/", "/section/x/", "7"),
        ("/politik_2.html", "/politik.html", "weiter"),
        ("/politik_3.html", "/politik_2.html", "weiter"),
        ("/politik/2.html", "/politik/", "下一页"),
        ("/politik/10.html", "/politik/9.html", "下一页"),
        ("/news/x/index_2.htm", "/news/x/", "further"),
        ("/news/x/index_2.htm", "/news/x/index.htm", "further"),
        ("/seccion/a?pagina=2", "/seccion/a", "siguiente"),
        ("/list?sort=new&page=2", "/list?sort=new", "2"),
        ("/c/x?offset=40", "/c/x?offset=20", "older"),
        ("/page/2", "/", "2"),
        ("/page/20", "/page/19", "20"),
        ("/page/20", "/page/1", "20"),
    ],
)
def test_a_further_page_is_recognised_by_its_address(url: str, listing: str, words: str) -> None:
    assert is_further_page(SITE + url, SITE + listing, words)


@pytest.mark.parametrize(
    ("url", "listing", "words"),
    [
        ("/politics/812.html", "/politics/", "A headline"),
        ("/2026/11/a-headline", "/2026/10/", "A headline"),
        ("/archive/2025", "/", "2025"),
        ("/story/123456", "/politics", "A headline"),
        ("/politics", "/politics", "Politics"),
        ("/politics", "/politics?page=2", "Politics"),
        ("/sport", "/politics", "Sport"),
        ("/story-7", "/politics", "Seven"),
    ],
)
def test_other_links_of_a_listing_are_not_further_pages(url: str, listing: str, words: str) -> None:
    assert not is_further_page(SITE + url, SITE + listing, words)


@given(st.text(max_size=60), st.text(max_size=60), st.text(max_size=10))
def test_any_text_is_judged(url: str, listing: str, words: str) -> None:
    assert is_further_page(SITE + url, SITE + listing, words) in (True, False)


@given(st.integers(2, 9000))
def test_each_page_leads_to_the_next(number: int) -> None:
    here, there = f"{SITE}/a/page/{number}/", f"{SITE}/a/page/{number + 1}/"
    assert is_further_page(there, here, "on")
    assert is_further_page(here, there, "back")


def test_a_listing_overflows_when_much_of_it_is_new() -> None:
    assert has_overflowed(20, 50)
    assert has_overflowed(3, 0)
    assert not has_overflowed(2, 2)
    assert not has_overflowed(5, 20)
