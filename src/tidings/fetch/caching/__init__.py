"""Caching."""
