"""Scores of near-duplicates and of stories."""
