"""Near-duplicates of a whole archive, found by a job."""
