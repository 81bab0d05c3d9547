"""The link graph, and the page, host and domain ranks computed from it."""
