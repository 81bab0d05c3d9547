"""Near-duplicates of many articles, found by a job."""
