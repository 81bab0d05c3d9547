"""Ingesting: archives and collections of others become articles of a home."""
