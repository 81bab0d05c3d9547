"""Tidings, a self-hosted news search engine."""

__version__ = "0.1.0"
