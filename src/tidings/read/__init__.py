"""Bytes in, model out: pages, feeds, sitemaps, JSON-LD, character sets, dates and addresses."""
