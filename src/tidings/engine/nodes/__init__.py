"""Several nodes that crawl one list of sources and coordinate through a shared folder."""
