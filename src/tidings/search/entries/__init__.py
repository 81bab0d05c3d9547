"""Index entries: what the index stores of an article, computed in the worker processes."""
