"""Scores of what is derived from an article."""
