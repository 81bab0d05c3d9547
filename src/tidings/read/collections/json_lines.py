"""JSON lines: our own export of articles, and what others write under the usual names."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from tidings.read.collections.byte_stream import ByteStream
from tidings.read.collections.invented_address import invented_address
from tidings.read.collections.json_rights import rights_in
from tidings.read.collections.record import (
    NoRecord,
    PageRecord,
    ParsedRecord,
    SkipReason,
    Span,
    TextRecord,
)
from tidings.read.dates.date_parser import parse_date

_URLS: Final = ("url", "link", "uri", "source_url", "original_url", "permalink", "article_url")
_IDS: Final = ("id", "docno", "doc_id", "docid", "_id", "uuid")
_TITLES: Final = ("title", "headline", "name", "heading")
_TEXTS: Final = ("text", "article_text", "maintext", "plain_text", "full_text", "fulltext",
                 "article", "articleBody", "body", "content", "story")  # fmt: skip
_PAGES: Final = ("html", "raw_html", "page_html", "content_html", "source_html")
_PUBLISHED: Final = ("published", "published_at", "date_published", "publish_date", "pub_date",
                     "pubDate", "datePublished", "date_publish", "publication_date", "pubdate",
                     "date", "datetime", "created_at", "time", "timestamp")  # fmt: skip
_FETCHED: Final = ("first_seen", "fetched_at", "crawled_at", "crawl_date", "date_download",
                   "date_crawled", "retrieved_at", "scraped_at")  # fmt: skip
_MODIFIED: Final = ("modified", "updated", "updated_at", "date_modified", "dateModified")
_AUTHORS: Final = ("authors", "author", "byline", "creator")
_LANGUAGES: Final = ("language", "lang")
_SUMMARIES: Final = ("standfirst", "description", "summary", "abstract", "subtitle", "dek")
_TAGS: Final = ("tags", "keywords", "categories")
_SECTIONS: Final = ("section", "category")
_IMAGES: Final = ("image", "image_url", "top_image", "lead_image")
_PUBLISHERS: Final = ("publisher", "site_name", "source_name", "outlet", "publication")
_LONG_EPOCH: Final = 1e11  # seconds: more are milliseconds
_STEP: Final = 1024 * 1024
_FIELD_CHARS: Final = 2_000
_TITLE_CHARS: Final = 120
_ID_CHARS: Final = 200
_MAX_NAMES: Final = 100


def json_spans(stream: ByteStream, max_bytes: int, *, contents: bool) -> Iterator[Span]:
    """Yield where each line is, with the address and the day that it names."""
    while not stream.is_at_end:
        start = stream.position
        end = stream.find(b"\n", max_bytes)
        if end < 0 and len(stream.peek(max_bytes + 1)) > max_bytes:
            _pass_line(stream)
            yield Span(start, stream.position, skip=SkipReason.TOO_LARGE)
            continue
        line = stream.take(end + 1 if end >= 0 else max_bytes)
        if line.strip():
            yield _span(line, start, stream.position, contents=contents)


def parse_json_line(line: bytes, collection: str, max_body: int) -> ParsedRecord:
    """Return the article of a line, or its page if it has only that."""
    fields = _fields(line)
    if isinstance(fields, str):
        return NoRecord(SkipReason.BROKEN, fields)
    text, page, url = _text(fields, _TEXTS), _text(fields, _PAGES), _url(fields)
    at = _moment(fields, _FETCHED)
    if text:
        return _article(fields, url or _invented(fields, line, collection), text, at)
    if not page:
        return NoRecord(SkipReason.NO_TEXT, url[:200])
    if not url:
        return NoRecord(SkipReason.NO_URL)
    body = page.encode()
    headers = (("content-type", "text/html; charset=utf-8"),)
    at = at or _moment(fields, _PUBLISHED)
    return PageRecord(url, at, 200, headers, body[:max_body], len(body) > max_body)


def _pass_line(stream: ByteStream) -> None:
    while (end := stream.find(b"\n", _STEP)) < 0:
        if not stream.skip(_STEP):
            return
    stream.skip(end + 1)


def _span(line: bytes, start: int, end: int, *, contents: bool) -> Span:
    fields = _fields(line)
    if isinstance(fields, str):
        return Span(start, end, skip=SkipReason.BROKEN, detail=fields)
    at = _moment(fields, _FETCHED) or _moment(fields, _PUBLISHED)
    return Span(start, end, _url(fields), at, content=line if contents else b"")


def _fields(line: bytes) -> dict[str, Any] | str:
    """Return the fields of a line, or what is wrong with it."""
    try:
        found = json.loads(line)
    except RecursionError:
        return "too deeply nested"
    except ValueError as error:
        return f"no JSON: {error}"[:200]
    return found if isinstance(found, dict) else "no JSON object"


def _article(fields: Mapping[str, Any], url: str, text: str, at: datetime | None) -> TextRecord:
    robots, rights, with_login = rights_in(fields.get("rights"))
    lines = (line.strip() for line in text.replace("\r", "\n").split("\n"))
    body = "\n".join(line for line in lines if line)
    return TextRecord(
        url=url,
        title=_line(fields, _TITLES) or body.partition("\n")[0][:_TITLE_CHARS],
        text=body,
        at=at,
        published=_moment(fields, _PUBLISHED),
        modified=_moment(fields, _MODIFIED),
        standfirst=_line(fields, _SUMMARIES),
        authors=_names(fields, _AUTHORS),
        language=_language(_line(fields, _LANGUAGES)),
        section=_line(fields, _SECTIONS),
        tags=_names(fields, _TAGS),
        image=_web_address(_line(fields, _IMAGES)) or None,
        publisher=_line(fields, _PUBLISHERS),
        robots=robots,
        rights=rights,
        with_login=with_login,
    )


def _text(fields: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """Return the first of some fields that is a text, or a list of paragraphs."""
    for name in names:
        value = fields.get(name)
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            value = "\n".join(value)
        if isinstance(value, str) and value.strip():
            return value.encode("utf-8", "replace").decode()  # lone surrogates cannot be stored
    return ""


def _line(fields: Mapping[str, Any], names: tuple[str, ...]) -> str:
    """Return the first of some fields that is a text, or has a name, as one line."""
    for name in names:
        value = fields.get(name)
        if isinstance(value, dict):
            value = value.get("name") or value.get("url")
        if isinstance(value, str) and (line := " ".join(_text({"": value}, ("",)).split())):
            return line[:_FIELD_CHARS]
    return ""


def _names(fields: Mapping[str, Any], names: tuple[str, ...]) -> tuple[str, ...]:
    """Return a list of names, however it is written."""
    for name in names:
        value = fields.get(name)
        if isinstance(value, str):
            value = value.replace(";", ",").split(",")
        if isinstance(value, dict):
            value = [value]
        if isinstance(value, list):
            parts = [_line({"": each}, ("",)) for each in value[:_MAX_NAMES]]
            return tuple(dict.fromkeys(part for part in parts if part))
    return ()


def _url(fields: Mapping[str, Any]) -> str:
    return next(filter(None, (_web_address(_line(fields, (name,))) for name in _URLS)), "")


def _web_address(text: str) -> str:
    return text if text.lower().startswith(("http://", "https://")) else ""


def _invented(fields: Mapping[str, Any], line: bytes, collection: str) -> str:
    """Return the address of a line without one: by its id, or else by its content."""
    for name in _IDS:
        value = fields.get(name)
        if isinstance(value, str | int) and str(value).strip():
            text = _text({"": str(value)}, ("",)).strip()
            return invented_address(text[:_ID_CHARS], collection)
    return invented_address(hashlib.blake2b(line.strip(), digest_size=12).hexdigest(), collection)


def _moment(fields: Mapping[str, Any], names: tuple[str, ...]) -> datetime | None:
    for name in names:
        value = fields.get(name)
        if isinstance(value, dict):  # as databases export dates
            value = value.get("$date")
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = _epoch(value)
        if isinstance(value, str) and (moment := parse_date(value.strip())) is not None:
            return moment
    return None


def _epoch(value: float) -> str:
    try:
        return str(int(value / 1000 if value > _LONG_EPOCH else value))
    except (ValueError, OverflowError):  # no number, or infinite
        return ""


def _language(text: str) -> str:
    code = text.replace("_", "-").partition("-")[0].lower()
    return code if len(code) == 2 and code.isascii() and code.isalpha() else ""
