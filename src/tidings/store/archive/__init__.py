"""Every fetched page in WARC files, each with a CDXJ index."""
