from hypothesis import given
from hypothesis import strategies as st

from tidings.read.url import article_id
from tidings.search.links.page_keys import article_key, name_key, page_key, page_keys_of

URLS = st.builds(
    "https://{}.{}/{}".format,
    st.sampled_from(["a", "www.a", "news", "x.y.news"]),
    st.sampled_from(["example", "co.uk", "com"]),
    st.text("abc/-?=", max_size=12),
)


@given(URLS)
def test_the_key_of_a_page_is_its_articles_id_as_a_number(url: str) -> None:
    assert page_key(url) == int(article_id(url), 16)
    assert 0 <= page_key(url) < 1 << 64


def test_an_article_is_the_page_that_its_id_says_and_otherwise_the_one_of_its_url() -> None:
    url, old = "https://a.example/~x", "https://a.example/%7ex"
    assert article_key(article_id(url), url) == page_key(url)
    assert article_key(article_id(old), url) == page_key(old)  # kept by an older version
    assert article_key("MED-10", url) == page_key(url)  # of a collection that nobody crawled


@given(URLS, URLS)
def test_different_pages_have_different_keys(one: str, other: str) -> None:
    assert (page_key(one) == page_key(other)) == (one == other)


def test_pages_of_one_host_and_hosts_of_one_domain_share_keys() -> None:
    news = page_keys_of("https://news.site.co.uk/a")
    sport = page_keys_of("https://news.site.co.uk/b?c=d")
    shop = page_keys_of("https://shop.site.co.uk/a")
    other = page_keys_of("https://other.co.uk/a")
    assert len({news.page, sport.page, shop.page, other.page}) == 4
    assert news.host == sport.host == name_key("news.site.co.uk")
    assert shop.host == name_key("shop.site.co.uk")
    assert news.domain == shop.domain == name_key("site.co.uk")
    assert other.domain == name_key("other.co.uk")


def test_a_port_belongs_to_the_host() -> None:
    plain, other = page_keys_of("http://localhost/"), page_keys_of("http://localhost:8080/")
    assert other.host == name_key("localhost:8080") != plain.host


def test_a_host_without_subdomain_has_the_key_of_its_domain() -> None:
    keys = page_keys_of("https://site.example/")
    assert keys.host == keys.domain != keys.page
