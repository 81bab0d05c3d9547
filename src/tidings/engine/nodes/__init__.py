"""Several nodes that crawl one list of sources through a shared folder."""
