"""How long the records of jobs took, and what finished parts say."""
