"""Whether an article matches a query, without an index."""
