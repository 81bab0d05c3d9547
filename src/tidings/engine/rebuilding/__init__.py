"""Rebuilding what is derived: articles, annotations, stories, links and index."""
