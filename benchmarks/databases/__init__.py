"""SQLite and PostgreSQL, local disk and S3: the same crawl, searches and restarts in one run."""
