import itertools
from contextlib import ExitStack
from pathlib import Path

from tidings.engine.backfill.stored_list import store_list

URLS = [
    "https://a.org/1",
    "https://news.b.org/é",
    "https://a.org/2",
    "https://b.org/1",
    "https://a.org/1",
]


def test_each_url_is_kept_once_with_those_of_its_host(tmp_path: Path) -> None:
    listed = store_list(URLS, tmp_path / "list")
    assert {each.host: each.urls for each in listed.hosts()} == {
        "a.org": 2,
        "b.org": 1,
        "news.b.org": 1,
    }
    with ExitStack() as opened:
        reader = listed.reader(opened)
        assert reader.take("a.org", 1) == ("https://a.org/1",)
        assert reader.take("news.b.org", 1) == ("https://news.b.org/é",)
        assert reader.take("a.org", 1) == ("https://a.org/2",)


def test_hosts_of_one_domain_stand_together(tmp_path: Path) -> None:
    urls = [f"https://{name}.{domain}/" for name in "abc" for domain in ("x.org", "y.org", "z.org")]
    domains = [each.domain for each in store_list(urls, tmp_path / "list").hosts()]
    changes = sum(first != later for first, later in itertools.pairwise(domains))
    assert changes == 2


def test_the_key_is_that_of_the_urls(tmp_path: Path) -> None:
    first = store_list(URLS, tmp_path / "first").key()
    assert store_list([*URLS, *URLS], tmp_path / "second").key() == first
    assert store_list(URLS[1:], tmp_path / "third").key() != first


def test_an_empty_list_has_no_hosts(tmp_path: Path) -> None:
    assert store_list([], tmp_path / "list").hosts() == []
