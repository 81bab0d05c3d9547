"""Parts of a benchmark that measure one thing, some in a separate process."""
