"""Fuzzes the readers of feeds and sitemaps: `python -m fuzz.feeds -max_total_time=60`."""

import atheris

with atheris.instrument_imports(include=["tidings"]):
    from tidings.model.articles.article import UnreadablePage
    from tidings.read.feeds.feed_formats import looks_like_feed, looks_like_sitemap, read_feed
    from tidings.read.feeds.opml import read_opml
    from tidings.read.feeds.sitemaps import read_sitemap

from fuzz.runner import run_fuzzer


def attempt(data: bytes) -> None:
    """Read one input as feed, sitemap and OPML."""
    looks_like_feed(data)
    looks_like_sitemap(data)
    read_opml(data)
    feed = read_feed(data)
    assert isinstance(feed, UnreadablePage) or all(item.href for item in feed.items)
    sitemap = read_sitemap(data)
    assert isinstance(sitemap, UnreadablePage) or all(entry.href for entry in sitemap.entries)


if __name__ == "__main__":
    run_fuzzer("feeds", attempt)
