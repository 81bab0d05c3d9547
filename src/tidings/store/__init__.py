"""Keeping: the SQLite database of record and the WARC archive. Decides nothing."""
