"""Followers of the log of changes: the index, and the stories."""
