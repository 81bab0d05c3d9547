"""Paths that try to leave their folder, or to be somebody else's."""

import pytest
from tests.serve.hostile.raw_requests import request
from tests.serve.served_home import ServedHome

SECRET_FILES = ("etc/passwd", "tidings.db", "tidings.toml", "app.py", "credentials.toml")
WAYS_UP = (
    "../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "..\\", "....//", "%252e%252e%252f",
    "..%00/", "%c0%ae%c0%ae/", "..;/", ".//../", "%2e%2e%5c", "..%ef%bc%8f",
)  # fmt: skip


@pytest.mark.parametrize("up", WAYS_UP)
@pytest.mark.parametrize("start", ["/static/", "/static/x/", "/", "/article/", "/feeds/"])
def test_no_path_leads_out_of_a_folder(site: ServedHome, start: str, up: str) -> None:
    for name in SECRET_FILES:
        answer = request(site.port, f"{start}{up * 8}{name}")
        assert answer.status in (400, 404), (answer.status, start, up)
        assert b"root:" not in answer.body


@pytest.mark.parametrize(
    "path",
    [
        "/static//etc/passwd", "/static/%2fetc%2fpasswd", "/static/paper.css%00.html",
        "/static/.", "/static/..", "/static/%", "/static/\xff",
        "/static/" + "a/" * 5_000, "/static/" + "a" * 5_000, "//evil.example/%2e%2e",
        "/article/%2e%2e%2f%2e%2e", "/article/%00", "/article/" + "0" * 5_000, "/article/%ff",
        "/api/articles/..%2fsources", "/api/articles/%2e%2e", "/api/articles/%00",
        "/api/articles/0123456789abcdef%0d%0aX-Evil:1", "/api/articles/'OR'1'='1'--",
        "/api/articles/*", "/api/stories/-1", "/api/stories/99999999999999999999999",
        "/api/stories/1e3", "/api/stories/%00", "/story/99999999999999999999999",
        "/api/%2e%2e/healthz", "/./healthz/../healthz", "/healthz%00", "/HEALTHZ", "/api", "/api/",
    ],
    ids=lambda path: path[:40],
)  # fmt: skip
def test_a_strange_path_is_not_found(site: ServedHome, path: str) -> None:
    assert request(site.port, path).status in (400, 404, 405, 422)


@pytest.mark.parametrize("target", ["*", "", "healthz", "127.0.0.1:80", "ftp://evil.example"])
def test_a_target_that_is_no_path_is_refused(site: ServedHome, target: str) -> None:
    assert request(site.port, target).status in (400, 404, 405)
