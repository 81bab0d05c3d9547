"""Pages for tests of the archive, and appending them."""

from datetime import UTC, datetime, timedelta

from tidings.model.crawl.visit import ArchivePlace
from tidings.model.web.exchange import Response
from tidings.store.archive.warc_files import Archive, ArchiveReader
from tidings.store.archive.warc_record import payload_digest, response_record

AT = datetime(2024, 5, 1, 10, tzinfo=UTC)
LARGE = 10**9


def response(number: int, body: bytes = b"") -> Response:
    url = f"https://example.com/{number}"
    body = body or f"<p>Page {number}</p>".encode()
    at = AT + timedelta(seconds=number)
    headers = (("content-type", "text/html"),)
    return Response(url, url, 200, headers, body, False, (), "192.0.2.1", at, 0.1)


def append(archive: Archive, page: Response) -> ArchivePlace:
    return archive.append(
        response_record(page),
        page.url,
        page.at,
        page.status,
        page.content_type,
        payload_digest(page.body),
    )


def numbers_in(archive: ArchiveReader, among: int) -> list[int]:
    return [n for n in range(among) if archive.latest(f"https://example.com/{n}") is not None]
