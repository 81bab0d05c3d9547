"""Storage: the SQLite database of record and the WARC archive. It decides nothing."""
