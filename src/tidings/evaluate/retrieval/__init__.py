"""Scores of the ranking models on test collections in the formats of TREC."""
