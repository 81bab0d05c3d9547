"""Sitemaps and robots.txt, as a paper publishes them for crawlers."""

from collections.abc import Iterable
from datetime import datetime
from html import escape

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
_XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def news_sitemap(
    paper: str, language: str, entries: Iterable[tuple[str, str, datetime, datetime | None]]
) -> str:
    """Return a Google News sitemap from (url, title, published, announced as changed)."""
    urls = "".join(
        f"""<url><loc>{escape(url)}</loc>{_lastmod(changed)}<news:news><news:publication>
<news:name>{escape(paper)}</news:name><news:language>{language}</news:language></news:publication>
<news:publication_date>{published.isoformat()}</news:publication_date>
<news:title>{escape(title)}</news:title></news:news></url>
"""
        for url, title, published, changed in entries
    )
    news = 'xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"'
    return f"{_HEAD}<urlset {_XMLNS} {news}>\n{urls}</urlset>\n"


def _lastmod(changed: datetime | None) -> str:
    return f"<lastmod>{changed.isoformat()}</lastmod>" if changed else ""


def sitemap(entries: Iterable[tuple[str, datetime]]) -> str:
    """Return a sitemap from (url, last modified)."""
    urls = "".join(
        f"<url><loc>{escape(url)}</loc><lastmod>{modified.isoformat()}</lastmod></url>\n"
        for url, modified in entries
    )
    return f"{_HEAD}<urlset {_XMLNS}>\n{urls}</urlset>\n"


def sitemap_index(urls: Iterable[str]) -> str:
    """Return a sitemap of sitemaps."""
    entries = "".join(f"<sitemap><loc>{escape(url)}</loc></sitemap>\n" for url in urls)
    return f"{_HEAD}<sitemapindex {_XMLNS}>\n{entries}</sitemapindex>\n"


def robots(
    search: str, sitemaps: Iterable[str], crawl_delay: float | None, signal: str = ""
) -> str:
    """Return a robots.txt that disallows the search and one private folder."""
    lines = ["User-agent: NastyBot", "Disallow: /", "", "User-agent: *"]
    lines += [f"Disallow: {search}", "Disallow: /private/"]
    if crawl_delay is not None:
        lines.append(f"Crawl-delay: {crawl_delay:g}")
    if signal:
        lines.append(f"Content-Signal: {signal}")
    lines += ["", *(f"Sitemap: {url}" for url in sitemaps)]
    return "\n".join(lines).rstrip() + "\n"
