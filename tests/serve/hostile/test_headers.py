"""Headers that a client makes up, and parameters that try to become headers."""

import pytest
from tests.serve.hostile.raw_requests import RawAnswer, request
from tests.serve.served_home import ServedHome

BREAKS = ("%0d%0a", "%0a", "%0d", "%E5%98%8A%E5%98%8D", "%u000d%u000a", "%c0%8d%c0%8a", "\\r\\n")
# Wherever a parameter might reach a header: redirects, names of files, validators, languages.
TARGETS = (
    "/search?q={}", "/search.atom?q={}", "/search.rss?q={}", "/search.json?q={}", "/why?url={}",
    "/api/search?q={}", "/api/v1/search?q={}", "/api/v1/articles/{}", "/api/v1/articles/{}/text",
    "/article/{}", "/story/{}", "/feeds/{}.atom", "/static/{}", "/static/paper.css?v={}",
    "/sources/{}", "/{}", "/api/stories/{}", "/api/v1/stories/{}", "/api/v1?cursor={}",
)  # fmt: skip


def is_clean(answer: RawAnswer) -> bool:
    """Return whether no line of the answer's head came from the client."""
    return not any("x-evil" in name or "evil=1" in value for name, value in answer.headers)


@pytest.mark.parametrize("target", TARGETS)
def test_no_parameter_becomes_a_header(site: ServedHome, target: str) -> None:
    for line_break in BREAKS:
        text = f"x{line_break}X-Evil:1{line_break}Set-Cookie:evil=1{line_break}{line_break}<b>"
        answer = request(site.port, target.format(text))
        assert answer.status in (200, 302, 303, 307, 308, 400, 401, 404, 422)
        assert is_clean(answer), (target, line_break, answer.headers)


def test_no_header_comes_back_as_another(site: ServedHome) -> None:
    for name in ("Origin", "Referer", "Accept-Language", "User-Agent", "If-None-Match", "Range"):
        answer = request(site.port, "/search.atom?q=ferry", f"{name}: x\x0bX-Evil: 1")
        assert answer.status in (200, 400)
        assert is_clean(answer)


@pytest.mark.parametrize(
    "value",
    [
        "bytes=0-0", "bytes=5-1", "bytes=-", "bytes=a-b", "bytes=0-99999999999999999999",
        "bytes=" + ",".join(f"{n}-" for n in range(1_000)), "lines=1-2", "\xff", "bytes 0-1",
    ],
    ids=lambda value: value[:24],
)  # fmt: skip
def test_a_nonsensical_range_is_ignored_or_refused(site: ServedHome, value: str) -> None:
    for path in ("/", "/robots.txt", "/static/paper.css", "/api/v1", "/search.atom?q=ferry"):
        answer = request(site.port, path, f"Range: {value}", f"If-Range: {value}")
        assert answer.status in (200, 206, 400, 404, 416)
        assert len(answer.body) < 100_000  # overlapping ranges do not multiply what is sent


@pytest.mark.parametrize(
    "value",
    ['"', '""', "W/", 'W/"', "*, *", '"a' * 5_000, ",,,,", "\xff", '"a", "b", W/"c"', "\x7f"],
    ids=lambda value: repr(value)[:24],
)
def test_a_nonsensical_validator_matches_nothing(site: ServedHome, value: str) -> None:
    for path in ("/search.atom?q=ferry", "/api/v1", "/static/paper.css"):
        answer = request(site.port, path, f"If-None-Match: {value}", "If-Modified-Since: soon")
        assert answer.status in (200, 400, 404)


@pytest.mark.parametrize(
    "header",
    ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override", "_method"],
)
def test_a_header_does_not_change_the_method(site: ServedHome, header: str) -> None:
    answer = request(site.port, "/api/search?q=ferry&_method=DELETE", f"{header}: DELETE")
    assert answer.status == 200


@pytest.mark.parametrize(
    "cookie",
    [
        "; ".join(f"a{n}={'x' * 50}" for n in range(900)), "=" * 5_000, ";" * 5_000, "session=",
        'session="\\', "session=\xff\xfe", "session=" + "%00" * 100, "$Version=1; session=1",
        "session=a; session=b; session=c",
    ],
    ids=lambda cookie: cookie[:16],
)  # fmt: skip
def test_cookie_bombs_are_ignored(site: ServedHome, cookie: str) -> None:
    answer = request(site.port, "/", f"Cookie: {cookie}")
    assert answer.status in (200, 400)


def test_thousands_of_headers_are_answered_or_refused(site: ServedHome) -> None:
    many = [f"X-{n}: y" for n in range(3_000)]
    assert request(site.port, "/robots.txt", *many).status in (200, 400, 431)


@pytest.mark.parametrize(
    "value",
    [
        "Bearer", "Bearer ", "Bearer " + "x" * 20_000, "Bearer \xff", "Basic", "Basic !!!!",
        "Basic Og==", "Basic " + "QQ" * 9_000, "Digest x=y", "Negotiate", "bearer\ttdg_a_b",
        "Bearer tdg_", "Bearer tdg__", "Bearer tdg_a_b_c_d", "Basic " + "AAA" * 3, ": :", "",
    ],
    ids=lambda value: repr(value)[:24],
)  # fmt: skip
def test_malformed_credentials_are_refused_or_ignored(site: ServedHome, value: str) -> None:
    assert request(site.port, "/", f"Authorization: {value}").status in (200, 400, 401, 403)
