"""What a client of a real server sees: lengths, validators and encodings."""

import gzip
import http.client
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest
from tests.serve.served_home import served_home
from tests.serve.small_home import article_at

from tidings.model.articles.article import Article
from tidings.settings.tree import ServeSettings, Settings

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

Fill = Callable[[Sequence[Article]], Settings]
# By date: a score depends on how old an article is, and the server's clock runs.
PATHS = (
    "/api/v1/search?q=ferry&sort=date",
    "/api/v1/articles",
    "/api/search?q=ferry",
    "/",
    "/openapi.json",
)


@pytest.fixture
def connection(fill: Fill) -> Iterator[http.client.HTTPConnection]:
    """One connection that all requests of a test share, so that a wrong length breaks the next."""
    articles = [article_at(f"https://post.example/{number}") for number in range(4)]
    settings = replace(fill(articles), serve=ServeSettings(port=0))
    with served_home(settings) as site:
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=300)
        yield connection
        connection.close()


def ask(
    connection: http.client.HTTPConnection, method: str, path: str, **headers: str
) -> tuple[http.client.HTTPResponse, bytes]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, headers=named)
    response = connection.getresponse()
    return response, response.read()


@pytest.mark.parametrize("path", PATHS)
def test_every_encoding_has_the_same_content(
    connection: http.client.HTTPConnection, path: str
) -> None:
    _, plain = ask(connection, "GET", path)
    for encoding, unpack in (("gzip", gzip.decompress), ("zstd", zstd.decompress)):
        response, body = ask(connection, "GET", path, Accept_Encoding=encoding)
        assert response.getheader("Content-Encoding") == encoding
        assert int(response.getheader("Content-Length") or 0) == len(body) < len(plain)
        assert "Accept-Encoding" in (response.getheader("Vary") or "")
        if "/api/search" not in path and path != "/":  # these say how long they took, or when
            assert unpack(body) == plain


@pytest.mark.parametrize("path", PATHS[:2])
def test_head_and_304_have_no_body_in_any_encoding(
    connection: http.client.HTTPConnection, path: str
) -> None:
    tags = set()
    for encoding in ("identity", "gzip", "zstd"):
        get, body = ask(connection, "GET", path, Accept_Encoding=encoding)
        head, nothing = ask(connection, "HEAD", path, Accept_Encoding=encoding)
        tag = get.getheader("ETag") or ""
        tags.add(tag)
        assert nothing == b""
        assert head.getheader("Content-Length") == get.getheader("Content-Length") == str(len(body))
        assert head.getheader("Content-Encoding") == get.getheader("Content-Encoding")
        assert head.getheader("ETag") == tag
        for method in ("GET", "HEAD"):
            known, nothing = ask(
                connection, method, path, Accept_Encoding=encoding, If_None_Match=f'"x", {tag}'
            )
            assert (known.status, nothing) == (304, b"")
            assert known.getheader("ETag") == tag
            assert known.getheader("Content-Encoding") is None
            assert "Accept-Encoding" in (known.getheader("Vary") or "")
    assert len(tags) == 1
