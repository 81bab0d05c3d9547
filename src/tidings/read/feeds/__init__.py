"""Feeds, sitemaps and OPML."""
