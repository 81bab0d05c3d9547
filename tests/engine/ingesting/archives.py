"""Archives and collections as others write them, with made-up articles."""

import gzip
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

DAY = datetime(2024, 3, 1, 8, tzinfo=UTC)
_TOPICS = "harbour bridge council festival railway museum orchard reservoir library market".split()


@dataclass(frozen=True)
class Page:
    """A page of an archive."""

    url: str
    body: bytes
    at: datetime = DAY
    status: str = "200 OK"
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "text/html; charset=utf-8"),)


def story_text(number: int, more: str = "") -> list[str]:
    """Return the paragraphs of an article; each number has other words."""
    topic, other = _TOPICS[number % 10], _TOPICS[(number // 10 + 3) % 10]
    paragraphs = [
        f"The {topic} of district {number} will be rebuilt after years of delay, the mayor said on "
        f"Friday. Work number {number} at the {other} begins in spring and costs {number + 2} "
        "million euros, according to the plans that were shown to residents this week.",
        f"Residents of street {number} near the {topic} welcomed the decision, but asked for a "
        f"better bus line to the {other}. Several of them had written {number + 11} letters to the "
        f"council, which had postponed the vote three times. {more}",
        f"An engineer who works on the {other} told reporters that the old walls are safe until "
        f"winter {number}. After that the {topic} has to be closed, she added, because nobody can "
        "say how long the beams will last.",
        f"The opposition criticised the costs of the {topic} and recalled that a similar plan had "
        f"failed in year {number} because no company wanted to build it. Its speaker demanded that "
        f"the {other} be repaired first, and that the council publish all offers it has received.",
        f"The council meets again in {number + 3} weeks. Until then the offices beside the {other} "
        f"stay open, and everybody can look at the model of the {topic} in the town hall. A vote "
        "on the money is expected before the summer, the mayor's spokeswoman said.",
    ]
    return [each.strip() for each in paragraphs]


def article_html(number: int, more: str = "", head: str = "", date: str = "2024-02-28") -> bytes:
    """Return the page of an article."""
    paragraphs = "".join(f"<p>{each}</p>" for each in story_text(number, more))
    title = f"District {number} rebuilds its {_TOPICS[number % 10]}"
    return (
        f"<!doctype html><html lang=en><head><title>{title}</title>"
        f'<meta property="og:type" content="article">'
        f'<meta property="article:published_time" content="{date}T09:00:00Z">{head}</head>'
        f"<body><header><a href=/>Home</a></header><article><h1>{title}</h1>{paragraphs}</article>"
        f'<footer><a href="/about">About</a></footer></body></html>'
    ).encode()


def pages(count: int, host: str = "paper.example", start: int = 0) -> list[Page]:
    """Return the pages of some articles, an hour apart."""
    return [
        Page(f"https://{host}/2024/story-{each}", article_html(each), DAY + timedelta(hours=each))
        for each in range(start, start + count)
    ]


def warc(path: Path, some: Iterable[Page], *, gzipped: bool = True) -> Path:
    """Write a WARC with a request before each response, as crawlers do."""
    records = [warc_record("warcinfo", "", DAY, "application/warc-fields", b"software: a crawler")]
    for page in some:
        asked = f"GET / HTTP/1.1\r\nHost: {page.url}\r\n\r\n".encode()
        kind = "application/http; msgtype=request"
        records.append(warc_record("request", page.url, page.at, kind, asked))
        records.append(response_record(page))
    path.write_bytes(b"".join(gzip.compress(each) if gzipped else each for each in records))
    return path


def response_record(page: Page) -> bytes:
    """Return the record of a page."""
    lines = "".join(f"{name}: {value}\r\n" for name, value in page.headers)
    head = f"HTTP/1.1 {page.status}\r\n{lines}\r\n".encode()
    kind = "application/http; msgtype=response"
    return warc_record("response", page.url, page.at, kind, head + page.body)


def warc_record(kind: str, url: str, at: datetime, content_type: str, block: bytes) -> bytes:
    """Return a record of any kind."""
    target = f"WARC-Target-URI: {url}\r\n" if url else ""
    return (
        (
            f"WARC/1.0\r\nWARC-Type: {kind}\r\n{target}WARC-Date: {at:%Y-%m-%dT%H:%M:%SZ}\r\n"
            f"WARC-Record-ID: <urn:uuid:{uuid4()}>\r\nContent-Type: {content_type}\r\n"
            f"Content-Length: {len(block)}\r\n\r\n"
        ).encode()
        + block
        + b"\r\n\r\n"
    )


def trec_web(path: Path, some: Sequence[Page]) -> Path:
    """Write a TREC Web file."""
    docs = [
        b"<DOC>\n<DOCNO>WTX001-B01-%d</DOCNO>\n<DOCHDR>\n%b 192.0.2.7 %b text/html %d\n"
        b"HTTP/1.0 200 OK\nContent-type: text/html\n</DOCHDR>\n%b\n</DOC>\n"
        % (number, page.url.encode(), page.at.strftime("%Y%m%d%H%M%S").encode(),
           len(page.body), page.body)
        for number, page in enumerate(some)
    ]  # fmt: skip
    return _written(path, b"".join(docs))


def trec_text(path: Path, numbers: Iterable[int]) -> Path:
    """Write newswire in SGML."""
    docs = [
        f"<DOC>\n<DOCNO> AP8802{each % 28 + 1:02}-{each:04} </DOCNO>\n"
        f"<HEAD>Story {each} &amp; more</HEAD>\n<BYLINE>By RUTH CALLOWAY</BYLINE>\n"
        f"<TEXT>\n   {'   '.join(_lines(each))}</TEXT>\n</DOC>\n"
        for each in numbers
    ]
    return _written(path, "".join(docs).encode())


def _lines(number: int) -> list[str]:
    return [f"{each}\n" for each in story_text(number)]


def json_lines(path: Path, rows: Iterable[dict[str, object]]) -> Path:
    """Write JSON lines."""
    return _written(path, "".join(f"{json.dumps(row)}\n" for row in rows).encode())


def _written(path: Path, data: bytes) -> Path:
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path
