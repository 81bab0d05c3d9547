import pytest

from tidings.serve.gate.foreign_pages import is_foreign
from tidings.serve.gate.request_head import head_of

URL = "http://127.0.0.1:8000/api/v1/sources"
PUBLIC = "https://news.example/paper"


def foreign(*headers: tuple[str, str], url: str = URL, is_required: bool = True) -> bool:
    raw = [(name.encode(), value.encode()) for name, value in headers]
    return is_foreign(head_of(raw), url, PUBLIC, is_required=is_required)


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_our_own_pages_and_typed_addresses_are_not_foreign(site: str) -> None:
    assert not foreign(("sec-fetch-site", site))


@pytest.mark.parametrize("site", ["cross-site", "same-site", "", "SAME-ORIGIN,cross-site"])
def test_other_pages_are_foreign_whatever_their_origin_says(site: str) -> None:
    assert foreign(("sec-fetch-site", site))
    assert foreign(("sec-fetch-site", site), ("origin", "http://127.0.0.1:8000"))


@pytest.mark.parametrize(
    "origin",
    ["http://127.0.0.1:8000", "HTTP://127.0.0.1:8000", "https://news.example",
     "https://news.example:443"],
)  # fmt: skip
def test_an_origin_of_ours_is_not_foreign(origin: str) -> None:
    assert not foreign(("origin", origin))


@pytest.mark.parametrize(
    "origin",
    ["null", "", "http://127.0.0.1:8001", "https://127.0.0.1:8000", "http://news.example",
     "https://news.example.evil.example", "https://evil.example", "http://localhost:8000",
     "http://127.0.0.1", "https://[", "http://127.0.0.1:port"],
)  # fmt: skip
def test_any_other_origin_is_foreign(origin: str) -> None:
    assert foreign(("origin", origin))
    assert foreign(("origin", origin), is_required=False)


def test_headers_sent_twice_are_foreign() -> None:
    assert foreign(("sec-fetch-site", "none"), ("sec-fetch-site", "none"))
    assert foreign(("origin", "http://127.0.0.1:8000"), ("origin", "http://127.0.0.1:8000"))


def test_a_request_of_no_page_is_refused_only_with_a_cookie() -> None:
    assert foreign()
    assert not foreign(is_required=False)


def test_default_ports_are_the_same_origin() -> None:
    assert not foreign(("origin", "http://paper.lan"), url="http://paper.lan:80/x")
