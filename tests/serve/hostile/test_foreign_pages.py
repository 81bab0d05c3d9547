"""Every route that changes anything, asked for by a foreign page in a signed-in browser (CSRF)."""

import pytest
import requests
from tests.serve.hostile.raw_requests import request
from tests.serve.served_home import ServedHome

from tidings.serve.gate.session_cookie import cookie_name

EVIL = "http://evil.example"
FORMS = ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data; boundary=x")
FOREIGN = {
    "another origin": (f"Origin: {EVIL}",),
    "another port of ours": ("Origin: http://127.0.0.1:1",),
    "a sandboxed frame": ("Origin: null",),
    "another site": ("Sec-Fetch-Site: cross-site", "Origin: http://127.0.0.1"),
    "a sibling": ("Sec-Fetch-Site: same-site",),
    "a page that hides where it is": ("Referer: http://127.0.0.1/",),
}


@pytest.fixture(scope="module")
def cookie(site: ServedHome) -> str:
    """The cookie of the owner's browser, which it sends by itself."""
    access = site.home_access.access
    session = access.use_link(access.one_time_link())
    return f"Cookie: {cookie_name('http', f'127.0.0.1:{site.port}')}={session}"


@pytest.fixture(scope="module")
def writes(site: ServedHome) -> list[tuple[str, str]]:
    """Method and path of everything that is not only read."""
    described = requests.get(f"{site.url}/openapi.json", timeout=60).json()["paths"]
    found = [
        (method.upper(), path.replace("{", "").replace("}", ""))
        for path, methods in described.items()
        for method in methods
        if method not in ("get", "head")
    ]
    return [*found, ("POST", "/login"), ("POST", "/logout")]


@pytest.mark.parametrize("name", FOREIGN)
def test_a_foreign_page_changes_nothing(
    site: ServedHome, cookie: str, writes: list[tuple[str, str]], name: str
) -> None:
    for method, path in writes:
        for kind in FORMS:
            answer = request(
                site.port,
                path,
                cookie,
                f"Content-Type: {kind}",
                *FOREIGN[name],
                method=method,
                host=f"127.0.0.1:{site.port}",
                body=b"name=x&password=y",
            )
            assert answer.status == 403, (method, path, kind, answer.status, answer.body[:200])
            assert b"does not come from a page of this server" in answer.body


def test_the_session_is_still_there_afterwards(site: ServedHome, cookie: str) -> None:
    answer = request(site.port, "/login", cookie, host=f"127.0.0.1:{site.port}")
    assert b"owner" in answer.body


def test_no_foreign_page_may_read_answers(site: ServedHome, cookie: str) -> None:
    """Without permission, browsers show answers to no page of another origin."""
    for path in ("/", "/api/search?q=ferry", "/api/v1/search?q=ferry", "/healthz"):
        for origin in (EVIL, "null", f"http://127.0.0.1:{site.port}.evil.example"):
            answer = request(
                site.port, path, cookie, f"Origin: {origin}", host=f"127.0.0.1:{site.port}"
            )
            assert answer.header("access-control-allow-origin") is None
            assert answer.header("access-control-allow-credentials") is None
