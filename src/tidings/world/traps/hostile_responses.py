"""Hostile responses that are single byte strings; each is sent before the connection closes."""

import calendar
import gzip
import zlib
from collections.abc import Callable
from email.utils import formatdate
from functools import cache
from time import time

from tidings.world.http.http_message import response

_HTML = ("Content-Type", "text/html; charset=utf-8")
_GZIP = ("Content-Encoding", "gzip")
_CLOSE = ("Connection", "close")
_RETRY_SECONDS = 7
_CHAIN = 30
_BOMB_MEGABYTES = 1024
PRIVATE = (
    "http://127.0.0.1:9/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.0.1/admin",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.64.0.1/",
    "http://0.0.0.0:9/",
    "http://[::1]:9/",
    "http://[fd00::1]/",
    "http://[::ffff:127.0.0.1]:9/",
    "http://2130706433:9/",
    "http://0x7f.1:9/",
    "http://localhost:9/",
)
SCHEMES = (
    "file:///etc/passwd",
    "ftp://127.0.0.1/",
    "gopher://127.0.0.1:9/_x",
    "javascript:alert(1)",
    "data:text/html,<p>x</p>",
)


def _page(text: str) -> bytes:
    return f"<html><head><title>{text}</title></head><body><p>{text}</p></body></html>".encode()


def _redirect(location: str) -> bytes:
    return response(302, [("Location", location), _CLOSE])


def _bomb(tail: str, origin: str) -> bytes:
    """A page of about one megabyte that inflates to a gigabyte."""
    return response(200, [_HTML, _GZIP, _CLOSE], _bomb_bytes())


@cache
def _bomb_bytes() -> bytes:
    """Compress one megabyte once; after a full flush the same piece can be repeated."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    piece = packer.compress(b" " * (1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    # The checksum is wrong, but a client that gets there has already inflated everything.
    head = gzip.compress(b"", mtime=0)[:10]
    return head + piece * _BOMB_MEGABYTES + b"\x03\x00" + b"\x00" * 8


def _truncated_gzip(tail: str, origin: str) -> bytes:
    """A gzip body that is cut in the middle, with a correct Content-Length."""
    packed = gzip.compress(_page("cut off") * 50, mtime=0)
    return response(200, [_HTML, _GZIP, _CLOSE], packed[: len(packed) // 2])


def _corrupt_gzip(tail: str, origin: str) -> bytes:
    """A gzip body with damaged bytes."""
    packed = bytearray(gzip.compress(_page("damaged"), mtime=0))
    for at in range(12, 40, 3):
        packed[at] ^= 0xFF
    return response(200, [_HTML, _GZIP, _CLOSE], bytes(packed))


def _loop(tail: str, origin: str) -> bytes:
    """A redirect to itself; /loop/a and /loop/b redirect to each other."""
    return _redirect({"a": "/loop/b", "b": "/loop/a"}.get(tail, "/loop"))


def _chain(tail: str, origin: str) -> bytes:
    """Thirty redirects that end at a page; /chain/N is N steps away from it."""
    left = int(tail) if tail.isdigit() else _CHAIN
    if left == 0:
        return response(200, [_HTML, _CLOSE], _page("The end of the chain"))
    return _redirect(f"{origin}/chain/{left - 1}")


def _to_private(tail: str, origin: str) -> bytes:
    """A redirect to a private address; /to-private/N is the Nth of the list."""
    return _redirect(PRIVATE[int(tail) % len(PRIVATE) if tail.isdigit() else 0])


def _to_file(tail: str, origin: str) -> bytes:
    """A redirect to a file; /to-file/N is the Nth of other schemes that are not HTTP."""
    return _redirect(SCHEMES[int(tail) % len(SCHEMES) if tail.isdigit() else 0])


def _retry(status: int, tail: str) -> bytes:
    when = str(_RETRY_SECONDS)
    if tail == "date":
        when = formatdate(time() + _RETRY_SECONDS, usegmt=True)
    return response(status, [("Retry-After", when), _HTML, _CLOSE], _page("Not now"))


def _429(tail: str, origin: str) -> bytes:
    """Too many requests; Retry-After in seconds, or as a date at /429/date."""
    return _retry(429, tail)


def _503(tail: str, origin: str) -> bytes:
    """Out of service; Retry-After in seconds, or as a date at /503/date."""
    return _retry(503, tail)


def _wrong_charset(tail: str, origin: str) -> bytes:
    """A windows-1252 page that header and meta tag declare as UTF-8."""
    text = "Die Straße über den großen Fluß: schöne Grüße aus Überlingen."
    page = f'<html><head><meta charset="utf-8"><title>Grüße</title></head><body><p>{text}</p>'
    return response(200, [_HTML, _CLOSE], page.encode("windows-1252"))


def _broken_chunking(tail: str, origin: str) -> bytes:
    """Chunked encoding with a size that is not a number."""
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
    return head + b"6\r\n<html>\r\nzz\r\n<body>\r\n0\r\n\r\n"


def _short_body(tail: str, origin: str) -> bytes:
    """A body shorter than its Content-Length."""
    return b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000\r\n\r\n<p>Short"


def _http09(tail: str, origin: str) -> bytes:
    """A body without status line and headers."""
    return _page("HTTP/0.9")


def _big_headers(tail: str, origin: str) -> bytes:
    """One header of a megabyte."""
    return response(200, [_HTML, ("X-Big", "x" * (1 << 20)), _CLOSE], _page("Big headers"))


def _many_headers(tail: str, origin: str) -> bytes:
    """Twenty thousand headers."""
    many = [(f"X-{number}", "y") for number in range(20_000)]
    return response(200, [_HTML, *many, _CLOSE], _page("Many headers"))


def _raw_location(tail: str, origin: str) -> bytes:
    """A redirect whose Location contains spaces and raw UTF-8."""
    location = "/chain/0?q=schöne Grüße 你好".encode()
    return b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + location + b"\r\n\r\n"


def _soft_404(tail: str, origin: str) -> bytes:
    """An error page with status 200, at any path below."""
    return response(200, [_HTML, _CLOSE], _page("Page not found (error 404)"))


def _wrong_type(tail: str, origin: str) -> bytes:
    """HTML declared as an image; at /wrong-type/html an image declared as HTML."""
    if tail == "html":
        picture = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20
        return response(200, [_HTML, _CLOSE], picture)
    return response(200, [("Content-Type", "image/png"), _CLOSE], _page("Not a picture"))


def _calendar(tail: str, origin: str) -> bytes:
    """A calendar in which every month links to the next one, endlessly."""
    year, month = _month(tail)
    after, before = _shifted(year, month, 1), _shifted(year, month, -1)
    links = [after, before]
    links += [f"{year:04}-{month:02}-{d:02}" for d in range(1, _days(year, month) + 1)]
    items = "".join(f'<li><a href="/calendar/{to}">{to}</a></li>' for to in links)
    page = f"<html><head><title>{year}-{month}</title></head><body><ul>{items}</ul></body></html>"
    return response(200, [_HTML, _CLOSE], page.encode())


def _month(tail: str) -> tuple[int, int]:
    numbers = [int(n) for n in tail.split("-") if n.isdigit()]
    if len(numbers) < 2 or not (1 <= numbers[1] <= 12 and 1 <= numbers[0] <= 9998):
        return 2026, 3
    return numbers[0], numbers[1]


def _shifted(year: int, month: int, by: int) -> str:
    months = year * 12 + month - 1 + by
    return f"{months // 12:04}-{months % 12 + 1:02}"


def _days(year: int, month: int) -> int:
    return calendar.monthrange(year, month)[1]


def _not_html(tail: str, origin: str) -> bytes:
    """A document that is not HTML."""
    body = b"%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
    return response(200, [("Content-Type", "application/pdf"), _CLOSE], body)


RESPONSES: dict[str, Callable[[str, str], bytes]] = {
    "/bomb": _bomb,
    "/truncated-gzip": _truncated_gzip,
    "/corrupt-gzip": _corrupt_gzip,
    "/loop": _loop,
    "/chain": _chain,
    "/to-private": _to_private,
    "/to-file": _to_file,
    "/429": _429,
    "/503": _503,
    "/wrong-charset": _wrong_charset,
    "/broken-chunking": _broken_chunking,
    "/short-body": _short_body,
    "/http09": _http09,
    "/big-headers": _big_headers,
    "/many-headers": _many_headers,
    "/raw-location": _raw_location,
    "/soft-404": _soft_404,
    "/wrong-type": _wrong_type,
    "/calendar": _calendar,
    "/not-html.pdf": _not_html,
}
