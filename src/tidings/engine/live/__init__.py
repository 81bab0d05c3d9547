"""A running crawl."""
