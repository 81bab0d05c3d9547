"""Parts of a benchmark that measure one thing, some in a process of their own."""
