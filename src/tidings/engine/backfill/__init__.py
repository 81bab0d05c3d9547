"""Bulk crawls: lists of URLs, fetched by jobs under the same politeness as a crawl."""
