"""The query language: typed text to a tree, filters and notes. It needs no index."""
