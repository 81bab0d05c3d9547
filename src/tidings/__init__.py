"""Tidings, a self-hosted news search engine."""

from tidings.extract.article import extract

__version__ = "0.1.0"
__all__ = ["__version__", "extract"]
