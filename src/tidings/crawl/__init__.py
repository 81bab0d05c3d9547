"""The crawl policy: which URLs are visited, when, and what a visit's outcome means."""
