"""Queries, results, and what is shown with them."""
