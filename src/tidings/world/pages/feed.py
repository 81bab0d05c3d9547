"""Feeds: a paper's newest articles as RSS 2.0, RSS 1.0, Atom or JSON Feed."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from html import escape

MEDIA_TYPES = {
    "rss": "application/rss+xml",
    "full": "application/rss+xml",
    "rdf": "application/rdf+xml",
    "atom": "application/atom+xml",
    "json": "application/feed+json",
}
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

_DCTERMS = ' xmlns:dcterms="http://purl.org/dc/terms/"'


@dataclass(frozen=True, slots=True)
class PaperFeedEntry:
    """One article of a feed."""

    url: str
    title: str
    summary: str
    published: datetime
    updated: datetime
    authors: tuple[str, ...]
    section: str
    body: tuple[str, ...] = ()  # only in full-text feeds
    announced: datetime | None = None  # a change, in formats without an element for it


@dataclass(frozen=True, slots=True)
class PaperFeed:
    """A feed: its header and its entries."""

    url: str
    home: str
    title: str
    language: str
    updated: datetime
    entries: Sequence[PaperFeedEntry]
    hub: str = ""


def feed(form: str, channel: PaperFeed) -> str:
    """Return the feed in the given form."""
    return _FORMS[form](channel)


def _rss(channel: PaperFeed) -> str:
    items = "".join(
        f"""<item><title>{escape(e.title)}</title><link>{escape(e.url)}</link>
<guid isPermaLink="true">{escape(e.url)}</guid><pubDate>{format_datetime(e.published)}</pubDate>
{_announced("atom:updated", e)}<dc:creator>{escape(", ".join(e.authors))}</dc:creator>\
<category>{escape(e.section)}</category>
<description>{escape(e.summary)}</description>{_content(e)}</item>
"""
        for e in channel.entries
    )
    return f"""{_HEAD}<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" \
xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:atom="http://www.w3.org/2005/Atom">
<channel><title>{escape(channel.title)}</title><link>{escape(channel.home)}</link>
<description>{escape(channel.title)}</description><language>{channel.language}</language>
<atom:link rel="self" type="application/rss+xml" href="{escape(channel.url)}"/>\
{_hub("atom:link", channel)}
<lastBuildDate>{format_datetime(channel.updated)}</lastBuildDate>
{items}</channel></rss>
"""


def _announced(element: str, entry: PaperFeedEntry, space: str = "") -> str:
    moment = entry.announced
    return f"<{element}{space}>{moment.isoformat()}</{element}>" if moment else ""


def _hub(element: str, channel: PaperFeed) -> str:
    return f'<{element} rel="hub" href="{escape(channel.hub)}"/>' if channel.hub else ""


def _content(entry: PaperFeedEntry) -> str:
    if not entry.body:
        return ""
    html = "".join(f"<p>{escape(p)}</p>" for p in entry.body)
    return f"<content:encoded>{escape(html)}</content:encoded>"


def _rdf(channel: PaperFeed) -> str:
    resources = "".join(f'<rdf:li rdf:resource="{escape(e.url)}"/>\n' for e in channel.entries)
    items = "".join(
        f"""<item rdf:about="{escape(e.url)}"><title>{escape(e.title)}</title>
<link>{escape(e.url)}</link><description>{escape(e.summary)}</description>
<dc:date>{e.published.isoformat()}</dc:date>\
{_announced("dcterms:modified", e, _DCTERMS)}<dc:creator>{escape(", ".join(e.authors))}</dc:creator>
</item>
"""
        for e in channel.entries
    )
    return f"""{_HEAD}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" \
xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel rdf:about="{escape(channel.url)}"><title>{escape(channel.title)}</title>
<link>{escape(channel.home)}</link><description>{escape(channel.title)}</description>
<items><rdf:Seq>{resources}</rdf:Seq></items></channel>
{items}</rdf:RDF>
"""


def _atom(channel: PaperFeed) -> str:
    entries = "".join(
        f"""<entry><id>{escape(e.url)}</id><title>{escape(e.title)}</title>
<link rel="alternate" type="text/html" href="{escape(e.url)}"/>
<published>{e.published.isoformat()}</published><updated>{e.updated.isoformat()}</updated>
{"".join(f"<author><name>{escape(a)}</name></author>" for a in e.authors)}
<category term="{escape(e.section)}"/><summary>{escape(e.summary)}</summary></entry>
"""
        for e in channel.entries
    )
    return f"""{_HEAD}<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{channel.language}">
<id>{escape(channel.url)}</id><title>{escape(channel.title)}</title>
<updated>{channel.updated.isoformat()}</updated><link rel="self" href="{escape(channel.url)}"/>\
{_hub("link", channel)}
<link rel="alternate" type="text/html" href="{escape(channel.home)}"/>
{entries}</feed>
"""


def _json(channel: PaperFeed) -> str:
    items = [
        {
            "id": e.url,
            "url": e.url,
            "title": e.title,
            "summary": e.summary,
            "content_text": e.summary,
            "date_published": e.published.isoformat(),
            "date_modified": e.updated.isoformat(),
            "authors": [{"name": name} for name in e.authors],
            "tags": [e.section],
        }
        for e in channel.entries
    ]
    top = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": channel.title,
        "home_page_url": channel.home,
        "feed_url": channel.url,
        "language": channel.language,
        "items": items,
    }
    if channel.hub:
        top["hubs"] = [{"type": "WebSub", "url": channel.hub}]
    return json.dumps(top, ensure_ascii=False, indent=1)


_FORMS: dict[str, Callable[[PaperFeed], str]] = {
    "rss": _rss,
    "full": _rss,
    "rdf": _rdf,
    "atom": _atom,
    "json": _json,
}
